public import JSONText

/// Why a text is no script.
public struct ScriptError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The script's name, such as its path.
  public let name: String
  /// Where the trouble is.
  public let position: TextPosition
  /// What the trouble is and what to do about it, without the place.
  public let message: String

  /// Makes an error.
  ///
  /// - Parameters:
  ///   - name: The script's name.
  ///   - position: Where the trouble is.
  ///   - message: What the trouble is and what to do about it.
  public init(name: String, position: TextPosition, message: String) {
    self.name = name
    self.position = position
    self.message = message
  }

  /// `NAME:LINE:COLUMN: message`, as compilers write it.
  public var description: String { "\(name):\(position): \(message)" }
}
