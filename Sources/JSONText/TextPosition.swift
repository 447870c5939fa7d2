/// A place in a text, as editors show it.
public struct TextPosition: Sendable, Hashable, Comparable, CustomStringConvertible {
  /// The line, from 1; lines end with a line feed.
  public let line: Int

  /// The column, from 1, counted in Unicode scalars: a tab is one, and so is an emoji of one
  /// scalar.
  public let column: Int

  /// Makes a place.
  ///
  /// - Parameters:
  ///   - line: the line, from 1.
  ///   - column: the column in Unicode scalars, from 1.
  public init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }

  /// Finds the place of a byte in UTF-8 text.
  ///
  /// A byte-order mark at the start takes up no column.
  ///
  /// - Parameters:
  ///   - offset: the byte, from 0; one past the end is the end of the text.
  ///   - bytes: the text.
  public init(of offset: Int, in bytes: [UInt8]) {
    var line = 1
    var column = 1
    let start = bytes.starts(with: byteOrderMark) ? byteOrderMark.count : 0
    for byte in bytes[min(start, offset)..<min(offset, bytes.count)] {
      if byte == UInt8(ascii: "\n") {
        line += 1
        column = 1
      } else if byte & 0b1100_0000 != 0b1000_0000 {
        // Not a continuation byte: a new scalar.
        column += 1
      }
    }
    self.init(line: line, column: column)
  }

  /// `LINE:COLUMN`, as compilers write it.
  public var description: String { "\(line):\(column)" }

  /// Orders places as they follow each other in a text.
  public static func < (lhs: TextPosition, rhs: TextPosition) -> Bool {
    (lhs.line, lhs.column) < (rhs.line, rhs.column)
  }
}

/// U+FEFF in UTF-8, which editors on Windows write at the start of a file.
let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
