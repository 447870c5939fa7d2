import Presentation
import Testing

@Suite("DisplayText")
struct DisplayTextTests {
  /// Text → what is left of it.
  static let cleaned: [(String, String)] = [
    ("", ""),
    ("Lunch?", "Lunch?"),
    ("a\u{0}b\u{1B}[31mc\u{7F}d\u{9B}e", "ab[31mcde"),
    ("a\tb", "a b"),
    // Every kind of line end.
    ("a\nb\r\nc\rd\u{B}e\u{C}f\u{85}g\u{2028}h\u{2029}i", "a\nb\nc\nd\ne\nf\ng\nh\ni"),
    ("a\r\r\nb\n\rc", "a\n\nb\n\nc"),
    // Overrides and embeddings, and what would end them.
    ("gpj.\u{202E}exe\u{202C}", "gpj.exe"),
    ("\u{202A}\u{202B}\u{202D}a", "a"),
    // Isolates are closed at the end of their line; an end without a start goes.
    ("\u{2066}a\u{2067}b\nc", "\u{2066}a\u{2067}b\u{2069}\u{2069}\nc"),
    ("\u{2068}a\u{2069}\u{2069}b", "\u{2068}a\u{2069}b"),
    // Marks of direction, joiners and flags are text.
    ("\u{200F}א\u{200E}", "\u{200F}א\u{200E}"),
    ("👩‍👩‍👧 🏴󠁧󠁢󠁥󠁮󠁧󠁿", "👩‍👩‍👧 🏴󠁧󠁢󠁥󠁮󠁧󠁿"),
    // Annotations, a byte-order mark and a language tag are not.
    ("\u{FEFF}a\u{FFF9}b\u{FFFA}c\u{FFFB}\u{E0001}", "abc"),
  ]

  @Test("What is not text is taken out", arguments: cleaned)
  func clean(text: String, expected: String) {
    #expect(Array(DisplayText.clean(text).unicodeScalars) == Array(expected.unicodeScalars))
  }

  @Test("Clean text stays as it is", arguments: cleaned.map(\.1))
  func idempotent(text: String) {
    #expect(DisplayText.clean(text) == text)
  }

  /// Text → one line.
  static let lines: [(String, String)] = [
    ("", ""), (" \n\t\u{2028} ", ""), ("  a  ", "a"), ("a\n\n b \r\nc", "a b c"),
    ("\u{2067}a\nb", "\u{2067}a\u{2069} b"),
  ]

  @Test("Lines are joined by single spaces", arguments: lines)
  func line(text: String, expected: String) {
    #expect(DisplayText.line(text) == expected)
  }

  /// Text → markup.
  static let escaped: [(String, String)] = [
    ("", ""), ("Lunch?", "Lunch?"),
    ("<b>&amp;</b>", "&lt;b&gt;&amp;amp;&lt;/b&gt;"),
    (#"it's "so""#, #"it's "so""#),
    // No character, however it is joined to the next, hides one that must be escaped.
    ("<\u{301}b>\u{301}&\u{301}", "&lt;\u{301}b&gt;\u{301}&amp;\u{301}"),
  ]

  @Test("Markup shows the text as it is", arguments: escaped)
  func escape(text: String, expected: String) {
    #expect(Array(DisplayText.escape(text).unicodeScalars) == Array(expected.unicodeScalars))
  }
}
