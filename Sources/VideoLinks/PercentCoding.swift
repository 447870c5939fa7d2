/// Percent-encoding, as RFC 3986 §2.1 has it.
enum PercentCoding {
  /// Decodes each `%` with two hex digits, once; any other `%` stays as it is.
  static func decode(_ bytes: some Collection<UInt8>) -> [UInt8] {
    var decoded: [UInt8] = []
    decoded.reserveCapacity(bytes.count)
    var rest = bytes[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%"), let pair = hexPair(rest) {
        decoded.append(pair)
        rest = rest.dropFirst(2)
      } else {
        decoded.append(byte)
      }
    }
    return decoded
  }

  /// Encodes text so that it can stand as a parameter's value.
  static func encodeValue(_ text: String) -> String {
    encode(text.utf8) { isUnreserved($0) }
  }

  /// Encodes the bytes that `keep` refuses.
  static func encode(_ bytes: some Sequence<UInt8>, keep: (UInt8) -> Bool) -> String {
    var encoded = ""
    for byte in bytes {
      if keep(byte) {
        encoded.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        let digits = String(byte, radix: 16, uppercase: true)
        encoded += digits.utf8.count == 1 ? "%0" + digits : "%" + digits
      }
    }
    return encoded
  }

  /// Tells whether a byte is one of RFC 3986 §2.3's unreserved characters.
  static func isUnreserved(_ byte: UInt8) -> Bool {
    VideoID.allows(byte) || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "~")
  }

  private static func hexPair(_ bytes: some Collection<UInt8>) -> UInt8? {
    let digits = bytes.prefix(2)
    guard digits.count == 2 else { return nil }
    var value: UInt8 = 0
    for digit in digits {
      guard let four = Character(Unicode.Scalar(digit)).hexDigitValue else { return nil }
      value = value << 4 | UInt8(four)
    }
    return value
  }
}
