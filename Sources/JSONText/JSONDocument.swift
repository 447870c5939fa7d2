/// What a reader takes.
public struct JSONOptions: Sendable, Hashable {
  /// Whether `//` and `/* */` comments are taken as space.
  public var allowsComments: Bool

  /// Whether one comma may stand before a closing bracket.
  public var allowsTrailingComma: Bool

  /// The longest text, in bytes.
  public var byteLimit: Int

  /// How many arrays and objects may stand inside each other; 512, as in Apple's parser.
  public var depthLimit: Int

  /// Makes options.
  ///
  /// - Parameters:
  ///   - allowsComments: whether comments are taken as space; no by default.
  ///   - allowsTrailingComma: whether one comma may stand before a closing bracket; no by default.
  ///   - byteLimit: the longest text, in bytes; 1 MiB by default, far above what a person writes.
  ///   - depthLimit: how many arrays and objects may stand inside each other; 512 by default.
  public init(
    allowsComments: Bool = false, allowsTrailingComma: Bool = false,
    byteLimit: Int = 1024 * 1024, depthLimit: Int = 512
  ) {
    self.allowsComments = allowsComments
    self.allowsTrailingComma = allowsTrailingComma
    self.byteLimit = byteLimit
    self.depthLimit = depthLimit
  }

  /// JSON by RFC 8259.
  public static let strict = JSONOptions()

  /// What Apple's `JSONSerialization` takes: JSON, and one comma before a closing bracket.
  public static let payload = JSONOptions(allowsTrailingComma: true)

  /// Files that people write by hand: comments and commas before closing brackets.
  public static let relaxed = JSONOptions(allowsComments: true, allowsTrailingComma: true)
}

/// A JSON text that was read: its value, and the places in it.
public struct JSONDocument: Sendable {
  /// The value.
  public let root: JSONValue

  /// What the reader let pass, in the order of the text.
  public let notes: [JSONNote]

  /// The text.
  public let bytes: [UInt8]

  /// Reads a JSON text.
  ///
  /// The text is UTF-8, with or without a byte-order mark. Any value may stand at the top. Where a
  /// key comes twice, the last one counts and a note is made.
  ///
  /// - Parameters:
  ///   - bytes: the text.
  ///   - options: what is taken beyond JSON, and the limits.
  /// - Throws: ``JSONError`` with the place of the first trouble: invalid UTF-8, UTF-16 and UTF-32,
  ///   what is no JSON, half a surrogate pair, a number beyond double precision, and what is above
  ///   a limit.
  public init(_ bytes: [UInt8], options: JSONOptions = .strict) throws(JSONError) {
    var parser = JSONParser(bytes: bytes, options: options)
    root = try parser.document()
    notes = parser.notes.sorted { $0.offset < $1.offset }
    self.bytes = bytes
  }

  /// Reads a JSON text as ``init(_:options:)`` does, and keeps nothing of it.
  ///
  /// - Parameters:
  ///   - bytes: the text.
  ///   - options: what is taken beyond JSON, and the limits.
  /// - Returns: the value's place and kind; texts, arrays and objects are empty.
  /// - Throws: the ``JSONError`` of ``init(_:options:)``.
  public static func check(
    _ bytes: [UInt8], options: JSONOptions = .strict
  ) throws(JSONError) -> JSONValue {
    var parser = JSONParser(bytes: bytes, options: options, keeps: false)
    do {
      return try parser.document()
    } catch {
      // Read again for its error, which may name a key.
      return try JSONDocument(bytes, options: options).root
    }
  }

  /// Finds the place of a byte.
  ///
  /// - Parameter offset: the byte, from 0, such as a value's ``JSONValue/offset``.
  /// - Returns: its line and column.
  public func position(of offset: Int) -> TextPosition {
    TextPosition(of: offset, in: bytes)
  }

  /// Finds the place of a value.
  ///
  /// - Parameter value: a value of this document.
  /// - Returns: its line and column.
  public func position(of value: JSONValue) -> TextPosition {
    position(of: value.offset)
  }
}
