import JSONText

/// The way through one `.strings` file.
struct StringsParser {
  /// Valid UTF-8.
  let bytes: [UInt8]
  private var index = 0

  init(bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// Reads the whole file.
  mutating func entries() throws(StringsError) -> [String: String] {
    var entries: [String: String] = [:]
    try skipSpace()
    while index < bytes.count {
      let key = try word("a key")
      try skipSpace()
      var value = key
      if take("=") {
        try skipSpace()
        value = try word("a text")
        try skipSpace()
      }
      // The old format lets a key stand alone; its text is the key.
      guard take(";") else {
        throw error("expected ; after the text of \(quoted(key)), found \(found)", at: index)
      }
      entries[key] = value
      try skipSpace()
    }
    return entries
  }

  /// Reads a text in quotation marks, or a bare word.
  private mutating func word(_ what: String) throws(StringsError) -> String {
    if peek == UInt8(ascii: "\"") { return try string() }
    let start = index
    while let byte = peek, isBareByte(byte) { index += 1 }
    guard index > start else {
      throw error("expected \(what) in double quotation marks, found \(found)", at: index)
    }
    return String(decoding: bytes[start..<index], as: UTF8.self)
  }

  /// What may stand without quotation marks in an old-style property list.
  private func isBareByte(_ byte: UInt8) -> Bool {
    isASCIILetterOrDigit(byte) || "_$:.-".utf8.contains(byte)
  }

  private mutating func string() throws(StringsError) -> String {
    let start = index
    index += 1
    // UTF-16 units, for \U gives such.
    var units: [UInt16] = []
    var run = index
    while let byte = peek {
      if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") {
        units.append(contentsOf: String(decoding: bytes[run..<index], as: UTF8.self).utf16)
      }
      if byte == UInt8(ascii: "\"") {
        index += 1
        guard let text = String(validating: units, as: UTF16.self) else {
          throw error("text has half of a surrogate pair; write both halves", at: start)
        }
        return text
      }
      if byte == UInt8(ascii: "\\") {
        units.append(contentsOf: try escape())
        run = index
      } else {
        index += 1
      }
    }
    throw error("file ends inside the text; close it with \"", at: start)
  }

  /// Reads an escape; `index` is at its backslash.
  private mutating func escape() throws(StringsError) -> [UInt16] {
    let start = index
    index += 1
    guard let byte = peek else {
      throw error("file ends inside the text; close it with \"", at: start)
    }
    switch byte {
    case UInt8(ascii: "U"), UInt8(ascii: "u"):
      index += 1
      return [try hexadecimal(start: start)]
    case UInt8(ascii: "0")...UInt8(ascii: "7"):
      throw error("octal escapes are not known; write \\U and 4 hexadecimal digits", at: start)
    case 0x80...:
      // The backslash of a character that needs none; the character follows as it is.
      return []
    default:
      index += 1
      return [UInt16(Self.escapes[byte] ?? byte)]
    }
  }

  /// The escapes that stand for another character; every other one stands for itself.
  private static let escapes: [UInt8: UInt8] = [
    UInt8(ascii: "a"): 0x07, UInt8(ascii: "b"): 0x08, UInt8(ascii: "t"): 0x09,
    UInt8(ascii: "n"): 0x0A, UInt8(ascii: "v"): 0x0B, UInt8(ascii: "f"): 0x0C,
    UInt8(ascii: "r"): 0x0D,
  ]

  private mutating func hexadecimal(start: Int) throws(StringsError) -> UInt16 {
    var value: UInt16 = 0
    for _ in 0..<4 {
      guard let byte = peek, byte < 0x80,
        let digit = Character(Unicode.Scalar(byte)).hexDigitValue
      else {
        throw error("\\U needs 4 hexadecimal digits, found \(found)", at: start)
      }
      value = value << 4 | UInt16(digit)
      index += 1
    }
    return value
  }

  private mutating func skipSpace() throws(StringsError) {
    while let byte = peek {
      if byte == UInt8(ascii: "/") {
        try skipComment()
      } else if byte == 0x20 || (0x09...0x0D).contains(byte) {
        index += 1
      } else {
        return
      }
    }
  }

  private mutating func skipComment() throws(StringsError) {
    let start = index
    let second = index + 1 < bytes.count ? bytes[index + 1] : 0
    index += 2
    switch second {
    case UInt8(ascii: "/"):
      index = bytes[index...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
    case UInt8(ascii: "*"):
      while index + 1 < bytes.count {
        if bytes[index] == UInt8(ascii: "*"), bytes[index + 1] == UInt8(ascii: "/") {
          index += 2
          return
        }
        index += 1
      }
      throw error("comment is never closed; write */", at: start)
    default:
      throw error("unexpected '/'; comments start with // or /*", at: start)
    }
  }

  private var peek: UInt8? {
    index < bytes.count ? bytes[index] : nil
  }

  private mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard peek == UInt8(ascii: character) else { return false }
    index += 1
    return true
  }

  /// What stands at `index`, for messages.
  private var found: String {
    let text = String(decoding: bytes[index..<min(index + 4, bytes.count)], as: UTF8.self)
    guard let scalar = text.unicodeScalars.first else { return "the end of the file" }
    return quoted(String(scalar))
  }

  private func error(_ message: String, at offset: Int) -> StringsError {
    StringsError(position: TextPosition(of: offset, in: bytes), message: message)
  }
}
