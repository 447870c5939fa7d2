/// The way through one JSON text.
///
/// Strings are in `JSONParser+Strings.swift`, numbers and words in `JSONParser+Scalars.swift`.
struct JSONParser {
  let bytes: [UInt8]
  let options: JSONOptions
  /// Whether members, items and texts are kept; without them only the root's kind is right.
  let keeps: Bool
  var index = 0
  var notes: [JSONNote] = []

  init(bytes: [UInt8], options: JSONOptions, keeps: Bool = true) {
    self.bytes = bytes
    self.options = options
    self.keeps = keeps
  }

  /// Reads the whole text.
  mutating func document() throws(JSONError) -> JSONValue {
    guard bytes.count <= options.byteLimit else {
      throw error(
        "text has \(bytes.count) bytes; at most \(options.byteLimit) are taken", at: 0)
    }
    if let encoding = otherEncoding(of: bytes) {
      throw error("text is \(encoding); save it as UTF-8", at: 0)
    }
    if let invalid = firstInvalidUTF8(in: bytes) {
      throw error(
        "byte is not UTF-8: 0x\(hex(UInt32(bytes[invalid]), digits: 2)); save the text as UTF-8",
        at: invalid)
    }
    if bytes.starts(with: byteOrderMark) {
      notes.append(JSONNote(.byteOrderMark, offset: 0))
      index = byteOrderMark.count
    }
    try skipSpace()
    guard index < bytes.count else {
      throw error("text is empty; write a JSON value", at: index)
    }
    let root = try value(depth: 0)
    try skipSpace()
    guard index == bytes.count else {
      throw error("\(found()) follows the end of the JSON value; remove it", at: index)
    }
    return root
  }

  /// Reads one value; `index` is at its first byte.
  mutating func value(depth: Int) throws(JSONError) -> JSONValue {
    let start = index
    switch peek {
    case UInt8(ascii: "{"):
      return JSONValue(.object(try object(depth: depth + 1)), offset: start)
    case UInt8(ascii: "["):
      return JSONValue(.array(try array(depth: depth + 1)), offset: start)
    case UInt8(ascii: "\""):
      return JSONValue(.string(try string()), offset: start)
    case UInt8(ascii: "-"), .some(UInt8(ascii: "0")...UInt8(ascii: "9")):
      return JSONValue(.number(try number()), offset: start)
    default:
      return JSONValue(try word(), offset: start)
    }
  }

  private mutating func object(depth: Int) throws(JSONError) -> JSONObject {
    let start = index
    try checkDepth(depth)
    index += 1
    var members: [JSONMember] = []
    try skipSpace()
    if take("}") { return JSONObject([]) }
    while true {
      let keyOffset = index
      let key = try self.key(inObjectAt: start, isFirst: members.isEmpty)
      try skipSpace()
      guard take(":") else {
        throw error("expected : after the key \(quoted(key)), found \(found())", at: index)
      }
      try skipSpace()
      let value = try value(depth: depth)
      if keeps { members.append(JSONMember(key: key, keyOffset: keyOffset, value: value)) }
      try skipSpace()
      if try closes(with: "}", what: "object", start: start) {
        noteDuplicates(in: members)
        return JSONObject(members)
      }
    }
  }

  private mutating func array(depth: Int) throws(JSONError) -> [JSONValue] {
    let start = index
    try checkDepth(depth)
    index += 1
    var values: [JSONValue] = []
    try skipSpace()
    if take("]") { return [] }
    while true {
      if peek == UInt8(ascii: ",") { throw strayComma(isFirst: values.isEmpty) }
      if peek == nil { throw unclosed("array", start: start) }
      let value = try value(depth: depth)
      if keeps { values.append(value) }
      try skipSpace()
      if try closes(with: "]", what: "array", start: start) { return values }
    }
  }

  /// Reads a key; `index` is where it must start.
  private mutating func key(inObjectAt start: Int, isFirst: Bool) throws(JSONError) -> String {
    switch peek {
    case UInt8(ascii: "\""):
      return try string()
    case nil:
      throw unclosed("object", start: start)
    case UInt8(ascii: ","):
      throw strayComma(isFirst: isFirst)
    default:
      if let word = wordAhead() {
        throw error("key has no quotation marks: \(word); write \"\(word)\"", at: index)
      }
      throw error("expected a key in double quotation marks, found \(found())", at: index)
    }
  }

  /// Reads what follows a value: the end of its array or object, or a comma.
  private mutating func closes(
    with bracket: Unicode.Scalar, what: String, start: Int
  ) throws(JSONError) -> Bool {
    if take(bracket) { return true }
    let comma = index
    guard take(",") else {
      if peek == nil { throw unclosed(what, start: start) }
      throw error("expected , or \(bracket) after the value, found \(found())", at: index)
    }
    try skipSpace()
    guard peek == UInt8(ascii: bracket) else { return false }
    guard options.allowsTrailingComma else {
      throw error("comma before \(bracket); remove it", at: comma)
    }
    notes.append(JSONNote(.trailingComma, offset: comma))
    index += 1
    return true
  }

  private func checkDepth(_ depth: Int) throws(JSONError) {
    guard depth <= options.depthLimit else {
      throw error("nested deeper than \(options.depthLimit) levels", at: index)
    }
  }

  private mutating func noteDuplicates(in members: [JSONMember]) {
    guard members.count > 1 else { return }
    // Most objects are small: looking through is quicker than hashing.
    if members.count <= 8,
      members.indices.allSatisfy({ index in
        !members[..<index].contains { $0.key == members[index].key }
      })
    {
      return
    }
    var firstOffsets: [String: Int] = [:]
    for member in members {
      if let firstOffset = firstOffsets.updateValue(member.keyOffset, forKey: member.key) {
        notes.append(
          JSONNote(
            .duplicateKey(member.key, firstOffset: firstOffset), offset: member.keyOffset))
      }
    }
  }

  /// Goes over space, and over comments where they are allowed.
  mutating func skipSpace() throws(JSONError) {
    while let byte = peek {
      switch byte {
      case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\n"), UInt8(ascii: "\r"):
        index += 1
      case UInt8(ascii: "/"):
        try skipComment()
      default:
        return
      }
    }
  }

  private mutating func skipComment() throws(JSONError) {
    let start = index
    let second = index + 1 < bytes.count ? bytes[index + 1] : 0
    guard second == UInt8(ascii: "/") || second == UInt8(ascii: "*") else {
      throw error("unexpected '/'", at: index)
    }
    guard options.allowsComments else {
      throw error("comments are not JSON; remove it", at: index)
    }
    index += 2
    if second == UInt8(ascii: "/") {
      index = bytes[index...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
      return
    }
    while index + 1 < bytes.count {
      if bytes[index] == UInt8(ascii: "*"), bytes[index + 1] == UInt8(ascii: "/") {
        index += 2
        return
      }
      index += 1
    }
    throw error("comment is never closed; write */", at: start)
  }
}

extension JSONParser {
  /// The next byte, or `nil` at the end.
  var peek: UInt8? {
    index < bytes.count ? bytes[index] : nil
  }

  /// Goes over one character if it is the given one.
  mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard peek == UInt8(ascii: character) else { return false }
    index += 1
    return true
  }

  func error(_ message: String, at offset: Int) -> JSONError {
    JSONError(position: TextPosition(of: offset, in: bytes), message: message)
  }

  private func unclosed(_ what: String, start: Int) -> JSONError {
    let opened = TextPosition(of: start, in: bytes)
    return error(
      "text ends inside the \(what) that starts at \(opened); close it", at: bytes.count)
  }

  private func strayComma(isFirst: Bool) -> JSONError {
    error(
      isFirst ? "comma before the first value; remove it" : "two commas in a row; remove one",
      at: index)
  }

  /// What stands at `index`, for messages.
  func found() -> String {
    guard let byte = peek else { return "the end of the text" }
    guard byte >= 0x80 else {
      return isPrintable(byte) ? "'\(Unicode.Scalar(byte))'" : "U+\(hex(UInt32(byte), digits: 4))"
    }
    // The text is valid UTF-8, and no scalar has more than 4 bytes.
    let character = String(decoding: bytes[index..<min(index + 4, bytes.count)], as: UTF8.self)
    guard let scalar = character.unicodeScalars.first else { return "the end of the text" }
    return switch scalar.properties.generalCategory {
    case .control, .format, .unassigned, .privateUse, .lineSeparator, .paragraphSeparator,
      .spaceSeparator:
      "U+\(hex(scalar.value, digits: 4))"
    default: "'\(scalar)'"
    }
  }

  private func isPrintable(_ byte: UInt8) -> Bool {
    (0x20..<0x7F).contains(byte)
  }

  /// A text for messages: in quotation marks, without control characters, and not too long.
  func quoted(_ text: String) -> String {
    // The longest part of a key or word that a message repeats, in characters: enough to find it
    // by.
    let limit = 40
    let shown = text.count > limit ? text.prefix(limit) + "…" : text[...]
    return JSONOutput.string(String(shown)).text
  }
}

/// A number in upper-case hexadecimal digits, for messages.
func hex(_ value: UInt32, digits: Int) -> String {
  let text = String(value, radix: 16, uppercase: true)
  return String(repeating: "0", count: max(0, digits - text.count)) + text
}
