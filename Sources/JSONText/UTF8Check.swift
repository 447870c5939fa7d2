/// Finds the first byte that is not part of valid UTF-8 (Unicode 15, table 3-7).
///
/// - Parameter bytes: the text.
/// - Returns: the first byte of the first broken sequence, or `nil` where all is valid.
func firstInvalidUTF8(in bytes: [UInt8]) -> Int? {
  var index = 0
  while index < bytes.count {
    let lead = bytes[index]
    if lead < 0x80 {
      index += 1
      continue
    }
    let length: Int
    // Which second bytes are allowed: this excludes overlong forms, surrogates and what is above
    // U+10FFFF.
    var second: ClosedRange<UInt8> = 0x80...0xBF
    switch lead {
    case 0xC2...0xDF: length = 2
    case 0xE0...0xEF:
      length = 3
      if lead == 0xE0 { second = 0xA0...0xBF }
      if lead == 0xED { second = 0x80...0x9F }
    case 0xF0...0xF4:
      length = 4
      if lead == 0xF0 { second = 0x90...0xBF }
      if lead == 0xF4 { second = 0x80...0x8F }
    default: return index
    }
    guard index + length <= bytes.count, second.contains(bytes[index + 1]),
      bytes[(index + 2)..<(index + length)].allSatisfy({ $0 & 0b1100_0000 == 0b1000_0000 })
    else { return index }
    index += length
  }
  return nil
}

/// Names the encoding of a text that is not UTF-8 but UTF-16 or UTF-32.
///
/// JSON starts with an ASCII character, so a zero among its first bytes gives the encoding away
/// (RFC 4627, section 3).
///
/// - Parameter bytes: the text.
/// - Returns: the encoding's name, or `nil` where there is no sign of another one.
func otherEncoding(of bytes: [UInt8]) -> String? {
  let start = Array(bytes.prefix(4))
  if start == [0, 0, 0xFE, 0xFF] || start == [0xFF, 0xFE, 0, 0] { return "UTF-32" }
  if start.starts(with: [0xFE, 0xFF]) || start.starts(with: [0xFF, 0xFE]) { return "UTF-16" }
  guard start.count == 4 else { return nil }
  return switch start.map({ $0 == 0 }) {
  case [true, true, true, false], [false, true, true, true]: "UTF-32"
  case [true, false, true, false], [false, true, false, true]: "UTF-16"
  default: nil
  }
}
