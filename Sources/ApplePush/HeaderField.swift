/// A header of a push request.
public struct HeaderField: Sendable, Hashable {
  /// The name, in lower case.
  public let name: String

  /// The value, without space around it.
  public let value: String

  /// Makes a header.
  ///
  /// - Parameters:
  ///   - name: the name; case does not count.
  ///   - value: the value; space around it does not count.
  public init(_ name: String, _ value: String) {
    self.name = name.lowercased()
    self.value = String(Self.trim(value[...]))
  }

  /// Makes a header as HTTP/2 carries it.
  ///
  /// - Parameters:
  ///   - name: the name, in lower case (RFC 9113 §8.2).
  ///   - value: the value; space around it does not count.
  public init(lowercaseName name: String, value: String) {
    self.name = name
    func isSpace(_ byte: UInt8?) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
    let hasSpace = isSpace(value.utf8.first) || isSpace(value.utf8.last)
    self.value = hasSpace ? String(Self.trim(value[...])) : value
  }

  /// Reads a header as people write it: `NAME:VALUE`.
  ///
  /// - Parameter text: the name, a colon and the value; space around both does not count.
  /// - Throws: ``HeaderSyntaxError`` where there is no colon, or no name of letters, digits and
  ///   hyphens before it.
  public init(parsing text: String) throws(HeaderSyntaxError) {
    guard let colon = text.firstIndex(of: ":") else {
      throw HeaderSyntaxError(text: text)
    }
    let name = Self.trim(text[..<colon])
    guard !name.isEmpty,
      name.utf8.allSatisfy({ $0 == UInt8(ascii: "-") || isASCIILetterOrDigit($0) })
    else {
      throw HeaderSyntaxError(text: text)
    }
    self.init(String(name), String(text[text.index(after: colon)...]))
  }

  private static func trim(_ text: Substring) -> Substring {
    var text = text
    while let first = text.first, first == " " || first == "\t" { text.removeFirst() }
    while let last = text.last, last == " " || last == "\t" { text.removeLast() }
    return text
  }
}

/// A text that is no header.
public struct HeaderSyntaxError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The text.
  public let text: String

  /// What is wrong, and what to do.
  public var description: String {
    "not a header: \(quoted(text)); write NAME:VALUE, such as apns-priority:5"
  }
}

func isASCIILetterOrDigit(_ byte: UInt8) -> Bool {
  switch byte {
  case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
    UInt8(ascii: "0")...UInt8(ascii: "9"):
    true
  default: false
  }
}
