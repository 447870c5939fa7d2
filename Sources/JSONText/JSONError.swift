/// Why a text is no JSON.
public struct JSONError: Error, Sendable, Hashable, CustomStringConvertible {
  /// Where the trouble is.
  public let position: TextPosition

  /// What the trouble is and what to do about it, without the place.
  public let message: String

  /// Makes an error.
  ///
  /// - Parameters:
  ///   - position: where the trouble is.
  ///   - message: what the trouble is and what to do about it.
  public init(position: TextPosition, message: String) {
    self.position = position
    self.message = message
  }

  /// `LINE:COLUMN: message`.
  public var description: String { "\(position): \(message)" }
}

/// What a reader let pass and a careful author would not write.
public struct JSONNote: Sendable, Hashable {
  /// What the reader saw.
  public enum Kind: Sendable, Hashable {
    /// A comma before a closing bracket.
    case trailingComma
    /// A key that its object has already; `firstOffset` is the place of the one that loses.
    case duplicateKey(String, firstOffset: Int)
    /// U+FEFF at the start of the text.
    case byteOrderMark
  }

  /// What the reader saw.
  public let kind: Kind

  /// The first byte of it, from 0.
  public let offset: Int

  /// Makes a note.
  ///
  /// - Parameters:
  ///   - kind: what the reader saw.
  ///   - offset: the first byte of it, from 0.
  public init(_ kind: Kind, offset: Int) {
    self.kind = kind
    self.offset = offset
  }
}
