internal import DesktopNotifications
internal import Presentation

/// How notifications and questions look in a terminal.
///
/// Every line begins with a frame or an indentation of Belfry's own, so that no text from outside
/// can pass for Belfry's words. There is no frame at the right edge: terminals differ in the width
/// of emoji, and it would stand crooked.
struct TerminalDrawing {
  let look: Terminal.Look
  /// How wide a line may be.
  let columns: Int

  /// A text in one style.
  private struct Piece {
    var text: String
    var style: Style?

    init(_ text: String, _ style: Style? = nil) {
      self.text = text
      self.style = style
    }
  }

  /// The colours and weights that are used.
  ///
  /// Source: ECMA-48 §8.3.117, "Select graphic rendition".
  private enum Style: String {
    case bold = "1"
    case faint = "2"
    case red = "1;31"
    case cyan = "36"
  }

  /// In lines: the text of one notification leaves room on the screen for the next.
  private static let maximumBodyLines = 40

  private var textColumns: Int { columns - 2 }

  /// Draws a notification.
  ///
  /// - Parameters:
  ///   - notification: The notification.
  ///   - id: Its number.
  ///   - isChanged: Whether it takes the place of what had the number.
  /// - Returns: The lines, each with its end.
  func notification(
    _ notification: DesktopNotification, id: NotificationID, isChanged: Bool
  ) -> String {
    let isCritical = notification.hints.urgency == .critical
    var heading = "#\(id) \(DisplayText.line(notification.appName))"
    if isChanged { heading += ", changed" }
    if isCritical { heading += ", urgent" }
    var keys = TerminalButtons(notification).labels.enumerated().map { index, label in
      ("\(index + 1)", label)
    }
    let click = notification.actions.first { $0.key == DesktopNotification.Action.defaultKey }
    if let click { keys.append(("Enter", TerminalButtons.label(of: click))) }
    keys += [("d", "Dismiss"), ("?", "Help")]
    return frame(
      heading: Piece(
        TerminalText.clip(heading, columns: textColumns), isCritical ? .red : .faint),
      lines: texts(title: notification.summary, body: notification.body), last: keyLines(keys))
  }

  /// Draws what is asked; the line for the answer follows it.
  ///
  /// - Parameter question: What is asked.
  /// - Returns: The lines, each with its end.
  func question(_ question: TextQuestion) -> String {
    frame(
      heading: Piece(
        TerminalText.clip(DisplayText.line(question.appName), columns: textColumns), .faint),
      lines: texts(title: question.title, body: question.body),
      last: TerminalText.wrap("Enter alone sends nothing.", columns: textColumns).map {
        [Piece($0, .faint)]
      })
  }

  /// Makes what stands before an answer on its line.
  ///
  /// - Parameter placeholder: What the sender calls the answer.
  /// - Returns: The prompt.
  func prompt(_ placeholder: String) -> String {
    let line = DisplayText.line(placeholder)
    return TerminalText.clip(line.isEmpty ? "Reply" : line, columns: columns / 2) + ": "
  }

  private func texts(title: String, body: String) -> [[Piece]] {
    let title = DisplayText.line(title)
    let body = DisplayText.clean(body)
    let titleLines = title.isEmpty ? [] : TerminalText.wrap(title, columns: textColumns)
    let bodyLines = body.isEmpty ? [] : TerminalText.wrap(body, columns: textColumns)
    return TerminalText.limit(titleLines, to: Self.maximumBodyLines).map { [Piece($0, .bold)] }
      + TerminalText.limit(bodyLines, to: Self.maximumBodyLines).map { [Piece($0)] }
  }

  /// `[1] Accept  [2] Decline`, on as many lines as that takes.
  private func keyLines(_ keys: [(key: String, label: String)]) -> [[Piece]] {
    var lines: [[Piece]] = []
    var width = 0
    for (key, label) in keys {
      let mark = "[\(key)]"
      let text = TerminalText.clip(" " + label, columns: textColumns - mark.utf8.count)
      let keyWidth = TerminalText.columns(of: mark) + TerminalText.columns(of: text)
      let pieces = [Piece(mark, .cyan), Piece(text)]
      if !lines.isEmpty, width + 2 + keyWidth <= textColumns {
        lines[lines.count - 1] += [Piece("  ")] + pieces
        width += 2 + keyWidth
      } else {
        lines.append(pieces)
        width = keyWidth
      }
    }
    return lines
  }

  private func frame(heading: Piece, lines: [[Piece]], last: [[Piece]]) -> String {
    let body = lines + last.dropLast()
    let end = last.suffix(1)
    guard look.frames else {
      return line("", [heading])
        + (body + end).map { line("  ", $0) }.joined()
    }
    return line("┌ ", [heading]) + body.map { line("│ ", $0) }.joined()
      + end.map { line("└ ", $0) }.joined()
  }

  private func line(_ edge: String, _ pieces: [Piece]) -> String {
    var line = styled(Piece(edge, look.frames ? .faint : nil))
    for piece in pieces { line += styled(piece) }
    // Blanks at the end of a line are nothing to see.
    while line.last == " " { line.removeLast() }
    return line + "\n"
  }

  private func styled(_ piece: Piece) -> String {
    guard look.colours, let style = piece.style, !piece.text.isEmpty else { return piece.text }
    return "\u{1B}[\(style.rawValue)m\(piece.text)\u{1B}[0m"
  }
}

/// The buttons of a notification, numbered from 1.
struct TerminalButtons {
  /// The actions without the click on the notification itself.
  let actions: [DesktopNotification.Action]

  init(_ notification: DesktopNotification) {
    actions = notification.actions.filter { $0.key != DesktopNotification.Action.defaultKey }
  }

  /// What stands on the buttons; one that takes a text ends with an ellipsis.
  var labels: [String] {
    actions.map { action in
      let label = Self.label(of: action)
      return Self.takesText(action) && !label.hasSuffix("…") ? label + "…" : label
    }
  }

  static func takesText(_ action: DesktopNotification.Action) -> Bool {
    action.key == DesktopNotification.Action.inlineReplyKey
  }

  static func label(of action: DesktopNotification.Action) -> String {
    let label = DisplayText.line(action.label)
    return label.isEmpty ? DisplayText.line(action.key) : label
  }
}
