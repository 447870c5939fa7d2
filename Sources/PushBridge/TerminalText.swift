internal import GLibLoop

/// Text in the columns of a terminal.
enum TerminalText {
  /// Counts the columns of a line.
  static func columns(of line: some StringProtocol) -> Int {
    TextWidth.columns(of: line)
  }

  /// Breaks a text into lines.
  ///
  /// At spaces where it can, else anywhere between characters: a line that the terminal itself
  /// broke would go on at its left edge, and could pass for Belfry's own words there.
  ///
  /// - Parameters:
  ///   - text: The text, clean of control characters.
  ///   - columns: How wide a line may be, at least 2.
  /// - Returns: The lines; an empty one for each empty line of the text.
  static func wrap(_ text: String, columns: Int) -> [String] {
    text.split(separator: "\n", omittingEmptySubsequences: false).flatMap { line in
      wrap(line: line, columns: columns)
    }
  }

  private static func wrap(line: Substring, columns: Int) -> [String] {
    var lines: [String] = []
    var current = ""
    var width = 0
    /// Spaces that are drawn when a word follows on the same line.
    var gap = ""
    func breakLine() {
      lines.append(current)
      current = ""
      width = 0
    }
    for word in words(of: line) {
      if word.first == " " {
        gap = String(word)
        continue
      }
      let wordWidth = TextWidth.columns(of: word)
      if width + gap.count + wordWidth <= columns {
        current += gap + word
        width += gap.count + wordWidth
      } else {
        if width > 0 { breakLine() }
        for unit in units(of: word, columns: columns) {
          let unitWidth = TextWidth.columns(of: unit)
          if width + unitWidth > columns { breakLine() }
          current += unit
          width += unitWidth
        }
      }
      gap = ""
    }
    return lines + [current]
  }

  /// Runs of spaces, and of what stands between them.
  private static func words(of line: Substring) -> [Substring] {
    var words: [Substring] = []
    var rest = line
    while let first = rest.first {
      let isSpace = first == " "
      let word = rest.prefix { ($0 == " ") == isSpace }
      words.append(word)
      rest = rest[word.endIndex...]
    }
    return words
  }

  /// What may not be broken; a character of many parts that is wider than a line is.
  private static func units(of word: Substring, columns: Int) -> [String] {
    word.flatMap { character in
      TextWidth.columns(of: character) <= columns
        ? [String(character)] : character.unicodeScalars.map { String($0) }
    }
  }

  /// Cuts a line.
  ///
  /// - Parameters:
  ///   - line: The line, clean of control characters.
  ///   - columns: How wide it may be, at least 2.
  /// - Returns: The line, or its beginning and an ellipsis.
  static func clip(_ line: String, columns: Int) -> String {
    guard TextWidth.columns(of: line) > columns else { return line }
    var clipped = ""
    var width = 0
    for character in line {
      width += TextWidth.columns(of: character)
      guard width < columns else { break }
      clipped.append(character)
    }
    return clipped + "…"
  }

  /// Keeps so many lines at most.
  ///
  /// - Parameters:
  ///   - lines: The lines.
  ///   - limit: How many are kept, at least 1.
  /// - Returns: The lines; where there are more, the last says how many.
  static func limit(_ lines: [String], to limit: Int) -> [String] {
    guard lines.count > limit else { return lines }
    return lines.prefix(limit - 1) + ["… \(lines.count - limit + 1) more lines"]
  }
}
