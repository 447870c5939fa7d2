/// A JSON value to be written, with its keys in the given order.
///
/// Literals make the parts: `["event": "closed", "badge": 3]`.
public enum JSONOutput: Sendable, Hashable {
  /// `null`.
  case null
  /// `true` or `false`.
  case bool(Bool)
  /// A whole number.
  case integer(Int64)
  /// A number; what is not finite is written as `null`.
  case number(Double)
  /// A number as it was read.
  case literal(JSONNumber)
  /// A text.
  case string(String)
  /// Values in order.
  case array([JSONOutput])
  /// Keys with values in order.
  case object([Member])

  /// A key with its value.
  public struct Member: Sendable, Hashable {
    /// The key.
    public var key: String
    /// The value.
    public var value: JSONOutput

    /// Makes a member.
    ///
    /// - Parameters:
    ///   - key: the key.
    ///   - value: the value.
    public init(_ key: String, _ value: JSONOutput) {
      self.key = key
      self.value = value
    }
  }

  /// Takes over a value that was read; where a key comes twice, the last one is kept.
  ///
  /// - Parameter value: the value.
  public init(_ value: JSONValue) {
    switch value.kind {
    case .null: self = .null
    case .bool(let value): self = .bool(value)
    case .number(let value): self = .literal(value)
    case .string(let value): self = .string(value)
    case .array(let values): self = .array(values.map { JSONOutput($0) })
    case .object(let object):
      var lastIndices: [String: Int] = [:]
      for (index, member) in object.members.enumerated() { lastIndices[member.key] = index }
      self = .object(
        object.members.enumerated()
          .filter { lastIndices[$0.element.key] == $0.offset }
          .map { Member($0.element.key, JSONOutput($0.element.value)) })
    }
  }

  /// Adds a key at the end of an object; a value that is no object becomes one.
  ///
  /// - Parameters:
  ///   - key: the key; the caller does not add one twice.
  ///   - value: the value; `nil` adds nothing.
  public mutating func add(_ key: String, _ value: JSONOutput?) {
    guard let value else { return }
    if case .object(var members) = self {
      // Let go of the array here first, so that it grows in place.
      self = .null
      members.append(Member(key, value))
      self = .object(members)
    } else {
      self = .object([Member(key, value)])
    }
  }

  /// The value as JSON on one line, without spaces.
  ///
  /// Slashes stand as they are. Quotation marks, backslashes, control characters (U+0000 to U+001F
  /// and U+007F to U+009F), the line separators U+2028 and U+2029 and the bidirectional controls are
  /// escaped, so that the line stays one in every reader, does nothing to a terminal and is shown in
  /// its own order (Unicode Standard Annex #9, "Directional Formatting Characters").
  public var text: String {
    var bytes: [UInt8] = []
    write(to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Appends the value as JSON on one line, without a line feed.
  ///
  /// - Parameter bytes: where the UTF-8 text goes.
  public func write(to bytes: inout [UInt8]) {
    switch self {
    case .null: bytes.append(contentsOf: "null".utf8)
    case .bool(let value): bytes.append(contentsOf: (value ? "true" : "false").utf8)
    case .integer(let value): bytes.append(contentsOf: String(value).utf8)
    case .number(let value):
      bytes.append(contentsOf: (value.isFinite ? String(value) : "null").utf8)
    case .literal(let number): bytes.append(contentsOf: number.text.utf8)
    case .string(let value): Self.write(value, to: &bytes)
    case .array(let values):
      bytes.append(UInt8(ascii: "["))
      for (index, value) in values.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        value.write(to: &bytes)
      }
      bytes.append(UInt8(ascii: "]"))
    case .object(let members):
      bytes.append(UInt8(ascii: "{"))
      for (index, member) in members.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        Self.write(member.key, to: &bytes)
        bytes.append(UInt8(ascii: ":"))
        member.value.write(to: &bytes)
      }
      bytes.append(UInt8(ascii: "}"))
    }
  }

  private static func write(_ string: String, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\""))
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\"": bytes.append(contentsOf: #"\""#.utf8)
      case "\\": bytes.append(contentsOf: #"\\"#.utf8)
      case "\n": bytes.append(contentsOf: #"\n"#.utf8)
      case "\r": bytes.append(contentsOf: #"\r"#.utf8)
      case "\t": bytes.append(contentsOf: #"\t"#.utf8)
      case "\u{0}"..."\u{1F}", "\u{7F}"..."\u{9F}", "\u{61C}", "\u{200E}", "\u{200F}",
        "\u{2028}"..."\u{202E}", "\u{2066}"..."\u{2069}":
        bytes.append(contentsOf: #"\u"#.utf8)
        bytes.append(contentsOf: hex(scalar.value, digits: 4).utf8)
      default: bytes.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }
}

extension JSONOutput: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral,
  ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral, ExpressibleByNilLiteral,
  ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  /// Makes a text.
  ///
  /// - Parameter value: the text.
  public init(stringLiteral value: String) { self = .string(value) }

  /// Makes a boolean.
  ///
  /// - Parameter value: the boolean.
  public init(booleanLiteral value: Bool) { self = .bool(value) }

  /// Makes a whole number.
  ///
  /// - Parameter value: the number.
  public init(integerLiteral value: Int64) { self = .integer(value) }

  /// Makes a number.
  ///
  /// - Parameter value: the number.
  public init(floatLiteral value: Double) { self = .number(value) }

  /// Makes `null`.
  ///
  /// - Parameter nilLiteral: nothing.
  public init(nilLiteral: ()) { self = .null }

  /// Makes an array.
  ///
  /// - Parameter elements: its values.
  public init(arrayLiteral elements: JSONOutput...) { self = .array(elements) }

  /// Makes an object.
  ///
  /// - Parameter elements: its keys and values, in order.
  public init(dictionaryLiteral elements: (String, JSONOutput)...) {
    self = .object(elements.map { Member($0.0, $0.1) })
  }
}
