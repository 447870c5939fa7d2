/// A value of a JSON text, with its place.
public struct JSONValue: Sendable, Hashable {
  /// What a value is.
  public enum Kind: Sendable, Hashable {
    /// `null`.
    case null
    /// `true` or `false`.
    case bool(Bool)
    /// A number.
    case number(JSONNumber)
    /// A text.
    case string(String)
    /// Values in order.
    case array([JSONValue])
    /// Keys with values.
    case object(JSONObject)
  }

  /// What the value is.
  public let kind: Kind

  /// The first byte of the value in its text, from 0.
  public let offset: Int

  /// Makes a value.
  ///
  /// - Parameters:
  ///   - kind: what it is.
  ///   - offset: its first byte in its text, from 0.
  public init(_ kind: Kind, offset: Int) {
    self.kind = kind
    self.offset = offset
  }

  /// Whether the value is `null`.
  public var isNull: Bool { kind == .null }

  /// The boolean, or `nil` where the value is none; numbers are none.
  public var bool: Bool? {
    if case .bool(let value) = kind { value } else { nil }
  }

  /// The number, or `nil` where the value is none; booleans are none.
  public var number: JSONNumber? {
    if case .number(let value) = kind { value } else { nil }
  }

  /// The text, or `nil` where the value is none.
  public var string: String? {
    if case .string(let value) = kind { value } else { nil }
  }

  /// The values of an array, or `nil` where the value is none.
  public var array: [JSONValue]? {
    if case .array(let values) = kind { values } else { nil }
  }

  /// The object, or `nil` where the value is none.
  public var object: JSONObject? {
    if case .object(let value) = kind { value } else { nil }
  }

  /// What the value is, in words for messages: `a string`, `an object`.
  public var typeName: String {
    switch kind {
    case .null: "null"
    case .bool: "a boolean"
    case .number: "a number"
    case .string: "a string"
    case .array: "an array"
    case .object: "an object"
    }
  }
}

/// A key of a JSON object with its value.
public struct JSONMember: Sendable, Hashable {
  /// The key.
  public let key: String

  /// The first byte of the key, its quotation mark, from 0.
  public let keyOffset: Int

  /// The value.
  public let value: JSONValue

  /// Makes a member.
  ///
  /// - Parameters:
  ///   - key: the key.
  ///   - keyOffset: its first byte in its text, from 0.
  ///   - value: the value.
  public init(key: String, keyOffset: Int, value: JSONValue) {
    self.key = key
    self.keyOffset = keyOffset
    self.value = value
  }
}

/// A JSON object: its members in the order of the text.
public struct JSONObject: Sendable, Hashable {
  /// All members in order, also those whose key comes again.
  public let members: [JSONMember]

  /// Makes an object.
  ///
  /// - Parameter members: its members in order.
  public init(_ members: [JSONMember]) {
    self.members = members
  }

  /// Finds the value of a key; where the key comes twice, the last one counts, as in Apple's
  /// parser.
  ///
  /// - Parameter key: the key.
  public subscript(key: String) -> JSONValue? {
    member(key)?.value
  }

  /// Finds a key with its value; where the key comes twice, the last one counts, as in Apple's
  /// parser.
  ///
  /// - Parameter key: the key.
  /// - Returns: the member, or `nil` where there is none.
  public func member(_ key: String) -> JSONMember? {
    members.last { $0.key == key }
  }
}

/// A number of a JSON text, as it was written.
public struct JSONNumber: Sendable, Hashable {
  /// The number's text, such as `1.50` or `1e2`.
  public let text: String

  /// Makes a number.
  ///
  /// - Parameter text: the number by JSON's grammar; the reader has checked it.
  init(text: String) {
    self.text = text
  }

  /// The number as a whole one, or `nil` where it has a fraction or does not fit; `1.0` and `1e2`
  /// are whole.
  public var int64: Int64? {
    Int64(text) ?? Int64(exactly: double)
  }

  /// The nearest number of double precision; the reader refuses numbers that have none.
  public var double: Double {
    Double(text) ?? .nan
  }
}
