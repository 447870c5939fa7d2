internal import CGLib

/// How much room text takes in a terminal.
public enum TextWidth {
  /// Counts the columns of a character; never fewer than terminals draw.
  ///
  /// Terminals differ in emoji that are joined of several: here each part counts.
  ///
  /// - Parameter character: The character.
  /// - Returns: The columns; 0 for a character that draws nothing by itself.
  public static func columns(of character: Character) -> Int {
    character.unicodeScalars.reduce(0) { $0 + columns(of: $1) }
  }

  /// Counts the columns of a Unicode scalar.
  ///
  /// - Parameter scalar: The scalar.
  /// - Returns: 0, 1 or 2.
  public static func columns(of scalar: Unicode.Scalar) -> Int {
    // The selector of the emoji form widens the character before it.
    scalar.value == 0xFE0F ? 1 : Int(cglib_columns(scalar.value))
  }

  /// Counts the columns of a text on one line.
  ///
  /// - Parameter text: The text, without control characters.
  /// - Returns: The columns.
  public static func columns(of text: some StringProtocol) -> Int {
    text.unicodeScalars.reduce(0) { $0 + columns(of: $1) }
  }
}
