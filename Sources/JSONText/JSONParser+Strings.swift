extension JSONParser {
  /// Reads a string; `index` is at its first quotation mark.
  mutating func string() throws(JSONError) -> String {
    let start = index
    index += 1
    var run = index
    var decoded: [UInt8] = []
    while let byte = peek {
      switch byte {
      case UInt8(ascii: "\""):
        let rest = bytes[run..<index]
        index += 1
        guard keeps else { return "" }
        if decoded.isEmpty { return String(decoding: rest, as: UTF8.self) }
        decoded.append(contentsOf: rest)
        return String(decoding: decoded, as: UTF8.self)
      case UInt8(ascii: "\\"):
        decoded.append(contentsOf: bytes[run..<index])
        decoded.append(contentsOf: Array(String(try escape()).utf8))
        run = index
      case 0..<0x20:
        throw error(controlCharacter(byte), at: index)
      default:
        index += 1
      }
    }
    throw error("text ends inside the string; close it with \"", at: start)
  }

  private func controlCharacter(_ byte: UInt8) -> String {
    switch byte {
    case UInt8(ascii: "\n"), UInt8(ascii: "\r"): "line break in a string; write \\n, or close it"
    case UInt8(ascii: "\t"): "tab in a string; write \\t"
    default:
      "control character in a string: U+\(hex(UInt32(byte), digits: 4)); "
        + "write \\u\(hex(UInt32(byte), digits: 4))"
    }
  }

  /// Reads an escape; `index` is at its backslash.
  private mutating func escape() throws(JSONError) -> Unicode.Scalar {
    let start = index
    index += 1
    guard let byte = peek else {
      throw error("text ends inside the string; close it with \"", at: index)
    }
    let scalar: Unicode.Scalar
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): scalar = Unicode.Scalar(byte)
    case UInt8(ascii: "b"): scalar = "\u{8}"
    case UInt8(ascii: "f"): scalar = "\u{C}"
    case UInt8(ascii: "n"): scalar = "\n"
    case UInt8(ascii: "r"): scalar = "\r"
    case UInt8(ascii: "t"): scalar = "\t"
    case UInt8(ascii: "u"): return try unicodeEscape(start: start)
    case UInt8(ascii: "U"):
      throw error("unknown escape: \\U; write the character, or \\u and 4 digits", at: start)
    default: throw error("unknown escape: \\ and \(found()); write \\\\ for a backslash", at: start)
    }
    index += 1
    return scalar
  }

  /// Reads `uXXXX`, and the second half of a surrogate pair; `index` is at the `u`.
  private mutating func unicodeEscape(start: Int) throws(JSONError) -> Unicode.Scalar {
    let first = try hexadecimal(start: start)
    if let scalar = Unicode.Scalar(UInt32(first)) { return scalar }
    let half = "\\u\(hex(UInt32(first), digits: 4))"
    let secondStart = index
    guard UTF16.isLeadSurrogate(first), take("\\"), peek == UInt8(ascii: "u") else {
      throw error("\(half) is half of a surrogate pair; write both halves", at: start)
    }
    let second = try hexadecimal(start: secondStart)
    guard UTF16.isTrailSurrogate(second) else {
      throw error("\(half) is half of a surrogate pair; write both halves", at: start)
    }
    return UTF16.decode(UTF16.EncodedScalar([first, second]))
  }

  private mutating func hexadecimal(start: Int) throws(JSONError) -> UInt16 {
    index += 1
    var value: UInt16 = 0
    for _ in 0..<4 {
      guard let byte = peek, let digit = Character(Unicode.Scalar(byte)).hexDigitValue else {
        throw error("\\u needs 4 hexadecimal digits, found \(found())", at: start)
      }
      value = value << 4 | UInt16(digit)
      index += 1
    }
    return value
  }
}
