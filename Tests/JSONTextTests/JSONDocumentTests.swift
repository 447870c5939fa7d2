import JSONText
import Testing

@Suite("JSONDocument")
struct JSONDocumentTests {
  private func read(
    _ text: String, _ options: JSONOptions = .strict
  ) throws -> JSONDocument {
    try JSONDocument(Array(text.utf8), options: options)
  }

  @Test(
    "every kind of value is read, and written again as it was",
    arguments: [
      "null", "true", "false", "0", "-0", "12", "-1.50", "1e2", "1E+02", "1.0e-3",
      "9223372036854775807", "123456789012345678901234567890", #""""#, #""a""#, "[]", "{}",
      #"[1,"a",null,[true],{"b":{}}]"#, #"{"b":1,"a":2}"#, #""é 😀 /""#,
    ])
  func kinds(text: String) throws {
    #expect(JSONOutput(try read(text).root).text == text)
    #expect(JSONOutput(try read(" \t\r\n\(text)\n").root).text == text)
  }

  @Test(
    "escapes are read",
    arguments: [
      (#""\" \\ \/ \b \f \n \r \t""#, "\" \\ / \u{8} \u{C} \n \r \t"),
      (#""\u00e9\u00E9\u0000x""#, "éé\u{0}x"),
      (#""\ud83d\ude00""#, "😀"),
      (#""a\u0062c""#, "abc"),
      (#""\\u0041""#, "\\u0041"),
    ])
  func escapes(text: String, value: String) throws {
    let read = try #require(try read(text).root.string)
    #expect(Array(read.unicodeScalars) == Array(value.unicodeScalars))
  }

  @Test("booleans are no numbers, and numbers no booleans")
  func booleans() throws {
    let values = try #require(try read("[true,1,0,1.0]").root.array)
    #expect(values.map(\.bool) == [true, nil, nil, nil])
    #expect(values.map { $0.number?.int64 } == [nil, 1, 0, 1])
  }

  @Test(
    "numbers give whole and double values",
    arguments: [
      ("1", 1, 1.0), ("1.0", 1, 1.0), ("1e2", 100, 100.0), ("-3", -3, -3.0), ("1.5", nil, 1.5),
      ("9223372036854775808", nil, 9_223_372_036_854_775_808.0),
      ("9007199254740993", 9_007_199_254_740_993, 9_007_199_254_740_992.0),
      ("1e-400", 0, 0.0),
    ] as [(String, Int64?, Double)])
  func numbers(text: String, whole: Int64?, double: Double) throws {
    let number = try #require(try read(text).root.number)
    #expect(number.text == text)
    #expect(number.int64 == whole)
    #expect(number.double == double)
  }

  @Test("every key and value knows its place")
  func places() throws {
    let text = "{\n  \"é😀\": 1,\n\t\"b\": [true,\r\n {}]\n}"
    let document = try read(text)
    let members = try #require(document.root.object).members
    #expect(document.position(of: document.root) == TextPosition(line: 1, column: 1))
    #expect(document.position(of: members[0].keyOffset) == TextPosition(line: 2, column: 3))
    #expect(document.position(of: members[0].value) == TextPosition(line: 2, column: 9))
    #expect(document.position(of: members[1].keyOffset) == TextPosition(line: 3, column: 2))
    let list = try #require(members[1].value.array)
    #expect(list.map { "\(document.position(of: $0))" } == ["3:8", "4:2"])
  }

  @Test("the last of equal keys counts, and a note says which one loses")
  func duplicateKeys() throws {
    let document = try read(#"{"a":1,"b":2,"a":3,"a":4}"#)
    #expect(document.root.object?["a"]?.number?.int64 == 4)
    #expect(
      document.notes == [
        JSONNote(.duplicateKey("a", firstOffset: 1), offset: 13),
        JSONNote(.duplicateKey("a", firstOffset: 13), offset: 19),
      ])
    #expect(JSONOutput(document.root).text == #"{"b":2,"a":4}"#)
  }

  @Test("a byte-order mark is taken, noted, and takes up no column")
  func byteOrderMark() throws {
    let document = try read("\u{FEFF}{}")
    #expect(document.notes == [JSONNote(.byteOrderMark, offset: 0)])
    #expect(document.position(of: document.root) == TextPosition(line: 1, column: 1))
    #expect(throws: JSONError.self) { try read("{\u{FEFF}}") }
  }

  @Test("one comma before a closing bracket is taken where that is wanted, and noted")
  func trailingComma() throws {
    for options in [JSONOptions.payload, .relaxed] {
      let document = try read(#"{"a":[1,2,],}"#, options)
      #expect(
        document.notes == [
          JSONNote(.trailingComma, offset: 9), JSONNote(.trailingComma, offset: 11),
        ])
      #expect(JSONOutput(document.root).text == #"{"a":[1,2]}"#)
    }
  }

  @Test("comments are space where that is wanted")
  func comments() throws {
    let text = """
      // first
      { "a": /* 1 // */ 2, // two
        "b": "// no comment" /**/ }
      // last
      """
    #expect(JSONOutput(try read(text, .relaxed).root).text == #"{"a":2,"b":"// no comment"}"#)
  }

  @Test("512 levels are read, 513 are not")
  func depth() throws {
    let deep = String(repeating: "[", count: 512) + String(repeating: "]", count: 512)
    _ = try read(deep)
    #expect(
      throws: JSONError(
        position: TextPosition(line: 1, column: 513), message: "nested deeper than 512 levels")
    ) {
      try read("[\(deep)]")
    }
  }

  @Test("the longest text is read, a byte more is not")
  func size() throws {
    let options = JSONOptions(byteLimit: 4)
    _ = try read("[12]", options)
    #expect(
      throws: JSONError(
        position: TextPosition(line: 1, column: 1),
        message: "text has 5 bytes; at most 4 are taken")
    ) {
      try read("[123]", options)
    }
  }
}
