extension JSONParser {
  /// Reads a number; `index` is at its minus or first digit.
  mutating func number() throws(JSONError) -> JSONNumber {
    let start = index
    _ = take("-")
    let whole = digits()
    if whole == 0 {
      throw error("a number needs a digit, found \(found())", at: index)
    }
    if whole > 1, bytes[index - whole] == UInt8(ascii: "0") {
      throw error("number starts with a zero: \(slice(from: start)); remove it", at: start)
    }
    if take("."), digits() == 0 {
      throw error("a number needs a digit after its point, found \(found())", at: index)
    }
    if peek == UInt8(ascii: "e") || peek == UInt8(ascii: "E") {
      index += 1
      if peek == UInt8(ascii: "+") || peek == UInt8(ascii: "-") { index += 1 }
      if digits() == 0 {
        throw error("a number needs a digit in its exponent, found \(found())", at: index)
      }
    }
    let number = JSONNumber(text: slice(from: start))
    guard number.double.isFinite else {
      throw error("number is too large: \(quoted(number.text))", at: start)
    }
    return number
  }

  private mutating func digits() -> Int {
    let start = index
    while let byte = peek, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) {
      index += 1
    }
    return index - start
  }

  private func slice(from start: Int) -> String {
    String(decoding: bytes[start..<index], as: UTF8.self)
  }

  /// Reads `true`, `false` or `null`, and says what is wrong with anything else that is no value.
  mutating func word() throws(JSONError) -> JSONValue.Kind {
    guard let word = wordAhead() else {
      throw error(noValue(), at: index)
    }
    let kind: JSONValue.Kind
    switch word {
    case "true": kind = .bool(true)
    case "false": kind = .bool(false)
    case "null": kind = .null
    default: throw error(unknownWord(word), at: index)
    }
    index += word.utf8.count
    return kind
  }

  /// The letters, digits and `_` from `index` on, if they start with a letter or `_`.
  func wordAhead() -> String? {
    var end = index
    while end < bytes.count, isWordByte(bytes[end]) { end += 1 }
    guard end > index, !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[index]) else {
      return nil
    }
    return String(decoding: bytes[index..<end], as: UTF8.self)
  }

  private func isWordByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
      true
    default: false
    }
  }

  private func unknownWord(_ word: String) -> String {
    switch word.lowercased() {
    case "true", "yes": "unknown word: \(word); write true"
    case "false", "no": "unknown word: \(word); write false"
    case "null", "nil", "none", "undefined": "unknown word: \(word); write null"
    case "nan", "inf", "infinity": "\(word) is no JSON number; write a number or null"
    default: "unknown word: \(quoted(word)); texts stand in double quotation marks"
    }
  }

  private func noValue() -> String {
    switch peek {
    case UInt8(ascii: "'"): "'…' is no text in JSON; use double quotation marks"
    case UInt8(ascii: "+"): "a number does not start with +; remove it"
    case UInt8(ascii: "."): "a number does not start with a point; write 0 before it"
    default: "expected a value, found \(found())"
    }
  }
}
