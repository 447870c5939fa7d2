/// Makes text from outside fit to be shown: it can be read, and cannot do anything else.
public enum DisplayText {
  /// Takes out what is not text: control characters and bidirectional overrides.
  ///
  /// Every kind of line end becomes a newline and a tab a space. Overrides and embeddings
  /// (U+202A to U+202E) are left out, as they can show a text other than it is; isolates are kept
  /// and closed at the end of their line. Source: Unicode Standard Annex #9, "Explicit Directional
  /// Embedding" and "Explicit Directional Isolates".
  ///
  /// - Parameter text: The text.
  /// - Returns: The text without them.
  public static func clean(_ text: String) -> String {
    guard !isPlain(text) else { return text }
    var clean = String.UnicodeScalarView()
    var openIsolates = 0
    var previous: Unicode.Scalar?
    for scalar in text.unicodeScalars {
      defer { previous = scalar }
      switch scalar.value {
      case 0x0A where previous == "\r": continue
      case 0x0A, 0x0B, 0x0C, 0x0D, 0x85, 0x2028, 0x2029:
        clean.append(contentsOf: repeatElement(popIsolate, count: openIsolates))
        openIsolates = 0
        clean.append("\n")
      case 0x09: clean.append(" ")
      case 0x00...0x1F, 0x7F...0x9F, 0x202A...0x202E, 0xFFF9...0xFFFB, 0xFEFF, 0xE0001: continue
      case 0x2066...0x2068:
        openIsolates += 1
        clean.append(scalar)
      case 0x2069:
        guard openIsolates > 0 else { continue }
        openIsolates -= 1
        clean.append(scalar)
      default: clean.append(scalar)
      }
    }
    clean.append(contentsOf: repeatElement(popIsolate, count: openIsolates))
    return String(clean)
  }

  /// Makes one line of a text, as a summary must be.
  ///
  /// - Parameter text: The text, clean or not.
  /// - Returns: The clean text, its lines parted by spaces.
  public static func line(_ text: String) -> String {
    isPlain(text)
      ? trim(text)
      : clean(text).split(separator: "\n").map { trim(String($0)) }.filter { !$0.isEmpty }
        .joined(separator: " ")
  }

  /// Makes markup that shows a text as it is.
  ///
  /// - Parameter text: The text.
  /// - Returns: The text with `&`, `<` and `>` as entities.
  public static func escape(_ text: String) -> String {
    guard text.utf8.contains(where: { $0 == 0x26 || $0 == 0x3C || $0 == 0x3E }) else {
      return text
    }
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }

  /// Makes the markup of a link that shows itself.
  ///
  /// - Parameter link: The link, on one line.
  /// - Returns: An `a` element; no character of the link can end its `href`.
  static func anchor(to link: String) -> String {
    let text = escape(link)
    var quoted = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": quoted += "&quot;"
      case "'": quoted += "&#39;"
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return "<a href=\"\(quoted)\">\(text)</a>"
  }

  /// Joins texts.
  ///
  /// Not by `joined`: at its first use the runtime searches all of the program's conformances, which
  /// a push that nobody waits for would feel.
  package static func join(_ texts: [String], _ separator: String) -> String {
    var all = texts.first ?? ""
    for text in texts.dropFirst() {
      all += separator
      all += text
    }
    return all
  }

  /// Whether a text is printable ASCII alone, as most are: it is shown as it is.
  private static func isPlain(_ text: String) -> Bool {
    text.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F }
  }

  static func trim(_ text: String) -> String {
    var rest = text[...]
    while rest.first?.isWhitespace == true { rest.removeFirst() }
    while rest.last?.isWhitespace == true { rest.removeLast() }
    return String(rest)
  }

  /// Closes an isolate.
  private static let popIsolate: Unicode.Scalar = "\u{2069}"
}
