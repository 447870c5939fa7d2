import JSONText
import Testing

@Suite("JSONOutput")
struct JSONOutputTests {
  @Test(
    "values are written on one line, keys in the given order",
    arguments: [
      (
        ["event": "closed", "badge": 3, "a": [true, nil, 0.5]],
        #"{"event":"closed","badge":3,"a":[true,null,0.5]}"#
      ),
      ("https://a/b", #""https://a/b""#),
      ("\" \\ \n \r \t", #""\" \\ \n \r \t""#),
      ("\u{0}\u{1B}[31m\u{7F}\u{9B}", #""\u0000\u001B[31m\u007F\u009B""#),
      ("a\u{2028}b\u{2029}", #""a\u2028b\u2029""#),
      ("\u{202E}a\u{2066}b\u{2069}\u{200F}", #""\u202Ea\u2066b\u2069\u200F""#),
      ("é😀", #""é😀""#),
      (.number(.infinity), "null"),
      (.number(.nan), "null"),
      (.number(1e300), "1e+300"),
      (.number(-0.0), "-0.0"),
      (.integer(.min), "-9223372036854775808"),
      (.object([]), "{}"),
    ] as [(JSONOutput, String)])
  func writing(value: JSONOutput, text: String) throws {
    #expect(value.text == text)
    #expect(JSONOutput(try JSONDocument(Array(text.utf8)).root).text == text)
  }

  @Test("keys are added at the end, absent values are left out")
  func adding() {
    var line: JSONOutput = ["event": "response"]
    line.add("userText", nil)
    line.add("topic", "com.example")
    #expect(line.text == #"{"event":"response","topic":"com.example"}"#)
  }
}
