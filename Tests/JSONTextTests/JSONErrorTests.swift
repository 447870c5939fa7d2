import JSONText
import Testing

@Suite("JSONError")
struct JSONErrorTests {
  /// What the reader says; the check says the same.
  private func error(_ bytes: [UInt8], _ options: JSONOptions) -> String {
    let check = Self.words { () throws(JSONError) in
      _ = try JSONDocument.check(bytes, options: options)
    }
    let read = Self.words { () throws(JSONError) in
      _ = try JSONDocument(bytes, options: options)
    }
    #expect(check == read)
    return read
  }

  private static func words(_ body: () throws(JSONError) -> Void) -> String {
    do {
      try body()
      return "no error"
    } catch {
      return "\(error)"
    }
  }

  /// Text → what the reader for payloads says.
  static let broken: [(String, String)] = [
    ("", "1:1: text is empty; write a JSON value"),
    (" \n ", "2:2: text is empty; write a JSON value"),
    ("hello", #"1:1: unknown word: "hello"; texts stand in double quotation marks"#),
    (#"{"a": 1} x"#, "1:10: 'x' follows the end of the JSON value; remove it"),
    ("{}\u{0}", "1:3: U+0000 follows the end of the JSON value; remove it"),
    ("{} {}", "1:4: '{' follows the end of the JSON value; remove it"),
    ("{\n  \"a\": 1\n  \"b\": 2\n}", "3:3: expected , or } after the value, found '\"'"),
    ("[1 2]", "1:4: expected , or ] after the value, found '2'"),
    (#"{"a" 1}"#, #"1:6: expected : after the key "a", found '1'"#),
    (#"{"a": }"#, "1:7: expected a value, found '}'"),
    (#"{"a":"#, "1:6: expected a value, found the end of the text"),
    (#"{"a": 1"#, "1:8: text ends inside the object that starts at 1:1; close it"),
    ("{\n  \"a\": [1,\n", "3:1: text ends inside the array that starts at 2:8; close it"),
    (#"{"a": [1}"#, "1:9: expected , or ] after the value, found '}'"),
    ("{,}", "1:2: comma before the first value; remove it"),
    ("[,]", "1:2: comma before the first value; remove it"),
    ("[1,,2]", "1:4: two commas in a row; remove one"),
    (#"{"a":1,,}"#, "1:8: two commas in a row; remove one"),
    ("{a: 1}", #"1:2: key has no quotation marks: a; write "a""#),
    ("{'a': 1}", "1:2: expected a key in double quotation marks, found '''"),
    ("{“a”: 1}", "1:2: expected a key in double quotation marks, found '“'"),
    ("{1: 1}", "1:2: expected a key in double quotation marks, found '1'"),
    ("['a']", "1:2: '…' is no text in JSON; use double quotation marks"),
    ("[“a”]", "1:2: expected a value, found '“'"),
    ("[\u{A0}1]", "1:2: expected a value, found U+00A0"),
    ("[\u{202E}1]", "1:2: expected a value, found U+202E"),
    ("[True]", "1:2: unknown word: True; write true"),
    ("[nil]", "1:2: unknown word: nil; write null"),
    ("[truex]", #"1:2: unknown word: "truex"; texts stand in double quotation marks"#),
    ("[NaN]", "1:2: NaN is no JSON number; write a number or null"),
    ("[-Infinity]", "1:3: a number needs a digit, found 'I'"),
    ("[012]", "1:2: number starts with a zero: 012; remove it"),
    ("[-01]", "1:2: number starts with a zero: -01; remove it"),
    ("[+1]", "1:2: a number does not start with +; remove it"),
    ("[.5]", "1:2: a number does not start with a point; write 0 before it"),
    ("[1.]", "1:4: a number needs a digit after its point, found ']'"),
    ("[1e]", "1:4: a number needs a digit in its exponent, found ']'"),
    ("[1e999]", #"1:2: number is too large: "1e999""#),
    ("[0x10]", "1:3: expected , or ] after the value, found 'x'"),
    ("[\"a\nb\"]", "1:4: line break in a string; write \\n, or close it"),
    ("[\"a\tb\"]", "1:4: tab in a string; write \\t"),
    ("[\"\u{1}\"]", "1:3: control character in a string: U+0001; write \\u0001"),
    ("[\"abc", "1:2: text ends inside the string; close it with \""),
    ("[\"abc\\", "1:7: text ends inside the string; close it with \""),
    (#"["\x"]"#, #"1:3: unknown escape: \ and 'x'; write \\ for a backslash"#),
    (#"["\U0001F600"]"#, #"1:3: unknown escape: \U; write the character, or \u and 4 digits"#),
    (#"["\u12"]"#, #"1:3: \u needs 4 hexadecimal digits, found '"'"#),
    (#"["\ud83d"]"#, #"1:3: \uD83D is half of a surrogate pair; write both halves"#),
    (#"["\ud83dx"]"#, #"1:3: \uD83D is half of a surrogate pair; write both halves"#),
    (#"["\ud83d\n"]"#, #"1:3: \uD83D is half of a surrogate pair; write both halves"#),
    (#"["\ud83d\u0041"]"#, #"1:3: \uD83D is half of a surrogate pair; write both halves"#),
    (#"["\ude00"]"#, #"1:3: \uDE00 is half of a surrogate pair; write both halves"#),
    ("{ // no\n}", "1:3: comments are not JSON; remove it"),
    ("{ /* no */ }", "1:3: comments are not JSON; remove it"),
    ("{ # no\n}", "1:3: expected a key in double quotation marks, found '#'"),
    ("[1 / 2]", "1:4: unexpected '/'"),
  ]

  @Test("what is no JSON is refused with line, column and words", arguments: broken)
  func refusals(text: String, expected: String) {
    #expect(error(Array(text.utf8), .payload) == expected)
  }

  @Test(
    "bytes that are not UTF-8 are refused with their place",
    arguments: [
      ([0x5B, 0x22, 0xFF, 0x22, 0x5D], "1:3: byte is not UTF-8: 0xFF; save the text as UTF-8"),
      ([0x0A, 0x22, 0xC3, 0x22], "2:2: byte is not UTF-8: 0xC3; save the text as UTF-8"),
      ([0x22, 0xC0, 0xAF, 0x22], "1:2: byte is not UTF-8: 0xC0; save the text as UTF-8"),
      ([0x22, 0xE0, 0x80, 0x80, 0x22], "1:2: byte is not UTF-8: 0xE0; save the text as UTF-8"),
      ([0x22, 0xED, 0xA0, 0x80, 0x22], "1:2: byte is not UTF-8: 0xED; save the text as UTF-8"),
      (
        [0x22, 0xF4, 0x90, 0x80, 0x80, 0x22],
        "1:2: byte is not UTF-8: 0xF4; save the text as UTF-8"
      ),
      ([0x22, 0xC3, 0xA9, 0x80], "1:3: byte is not UTF-8: 0x80; save the text as UTF-8"),
      ([0x22, 0xF0, 0x9F, 0x98], "1:2: byte is not UTF-8: 0xF0; save the text as UTF-8"),
      ([0xFF, 0xFE, 0x7B, 0x00, 0x7D, 0x00], "1:1: text is UTF-16; save it as UTF-8"),
      ([0xFE, 0xFF, 0x00, 0x7B, 0x00, 0x7D], "1:1: text is UTF-16; save it as UTF-8"),
      ([0x7B, 0x00, 0x7D, 0x00], "1:1: text is UTF-16; save it as UTF-8"),
      ([0x00, 0x7B, 0x00, 0x7D], "1:1: text is UTF-16; save it as UTF-8"),
      ([0x00, 0x00, 0xFE, 0xFF, 0, 0, 0, 0x7B], "1:1: text is UTF-32; save it as UTF-8"),
      ([0x7B, 0x00, 0x00, 0x00, 0x7D, 0, 0, 0], "1:1: text is UTF-32; save it as UTF-8"),
    ] as [([UInt8], String)])
  func encodings(bytes: [UInt8], expected: String) {
    #expect(error(bytes, .payload) == expected)
  }

  @Test(
    "commas before brackets and open comments are refused by the readers that want none",
    arguments: [
      (#"{"a":1,}"#, JSONOptions.strict, "1:7: comma before }; remove it"),
      ("[1 , ]", .strict, "1:4: comma before ]; remove it"),
      ("[1] // x", .strict, "1:5: comments are not JSON; remove it"),
      ("[1,,]", .relaxed, "1:4: two commas in a row; remove one"),
      ("[1 /* x", .relaxed, "1:4: comment is never closed; write */"),
      ("[1 // x", .relaxed, "1:8: text ends inside the array that starts at 1:1; close it"),
    ])
  func options(text: String, options: JSONOptions, expected: String) {
    #expect(error(Array(text.utf8), options) == expected)
  }

  @Test("a long key is cut short in a message")
  func longKey() {
    let key = String(repeating: "k", count: 4000)
    #expect(
      error(Array("{\"\(key)\" 1}".utf8), .payload)
        == "1:4005: expected : after the key \"\(key.prefix(40))…\", found '1'")
  }

  @Test("whatever byte of a text is damaged, the reader reads it or says where the trouble is")
  func damage() {
    let text = Array(#"{"aps":{"alert":"é\ud83d\ude00","badge":-1.5e2,"x":[true,null,]}}"#.utf8)
    for index in text.indices {
      for byte in UInt8.min...UInt8.max {
        var damaged = text
        damaged[index] = byte
        let end = TextPosition(of: damaged.count, in: damaged)
        do {
          let document = try JSONDocument(damaged, options: .payload)
          #expect(document.position(of: document.root) < end)
        } catch {
          #expect(error.position <= end, "\(error)")
        }
      }
    }
  }
}
