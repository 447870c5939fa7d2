internal import Presentation

/// A program that shows a window with a text and a field, and prints what was typed.
///
/// How each reads its arguments was tried on kdialog 22.12 and 25.04 and on zenity 3.44 and 4.1.
enum DialogProgram: String, CaseIterable {
  case kdialog, zenity

  /// What a question's end is in the program's exit status.
  enum End: Equatable {
    case sent, cancelled
    /// It asked nobody.
    case failed
  }

  /// The programs in the order in which they are tried: the desktop's own first.
  ///
  /// Source: Desktop Entry Specification, "OnlyShowIn": XDG_CURRENT_DESKTOP is a list of names.
  ///
  /// - Parameter environment: The environment.
  /// - Returns: All programs.
  static func ordered(_ environment: [String: String]) -> [DialogProgram] {
    let desktops = environment["XDG_CURRENT_DESKTOP", default: ""].split(separator: ":")
    return desktops.contains("KDE") ? [.kdialog, .zenity] : [.zenity, .kdialog]
  }

  /// The arguments that ask a question.
  ///
  /// A value stands behind its option's `=`, so that no text can be an option.
  ///
  /// - Parameter question: The question.
  /// - Returns: The arguments.
  func arguments(for question: TextQuestion) -> [String] {
    let appName = DisplayText.line(question.appName)
    let text = Self.text(of: question)
    switch self {
    case .kdialog:
      return ["--title=\(appName)", "--inputbox=\(Self.richText(text))"]
    case .zenity:
      let arguments = ["--entry", "--title=\(appName)", "--text=\(Self.mnemonicText(text))"]
      let button = DisplayText.line(question.buttonTitle)
      // Version 4 underlines what follows `_` in a button, version 3 shows it: no text with one
      // looks right in both.
      guard !button.isEmpty, !button.contains("_") else { return arguments }
      return arguments + [
        "--ok-label=\(TerminalText.clip(button, columns: Self.maximumButtonColumns))"
      ]
    }
  }

  /// What is set in the program's environment.
  ///
  /// - Parameter environment: Its environment.
  /// - Returns: Variables to set.
  func settings(_ environment: [String: String]) -> [String: String] {
    var settings: [String: String] = [:]
    if self == .zenity {
      // Zenity's own status for Cancel is also that of a display that cannot be opened.
      settings = [
        "ZENITY_OK": "0", "ZENITY_CANCEL": "\(Self.zenityCancel)",
        "ZENITY_ESC": "\(Self.zenityCancel)", "ZENITY_ERROR": "255",
      ]
    }
    // Both take arguments and print the answer in the locale's encoding; zenity refuses what is not
    // of it.
    if !TextLocale.isUTF8(environment) { settings["LC_ALL"] = "C.UTF-8" }
    return settings
  }

  /// Reads the exit status.
  ///
  /// - Parameter status: The status; 128 + the signal's number when a signal ended it.
  /// - Returns: What became of the question.
  func end(_ status: Int) -> End {
    switch status {
    case 0: .sent
    // SIGHUP, SIGINT, SIGTERM: someone ended the question with the session or with Ctrl-C.
    case 128 + 1, 128 + 2, 128 + 15: .cancelled
    case Self.zenityCancel where self == .zenity: .cancelled
    case 1 where self == .kdialog: .cancelled
    default: .failed
    }
  }

  /// Any status that zenity itself does not use.
  private static let zenityCancel = 10

  // MARK: Texts

  /// In columns; zenity's label breaks no lines, and the window would grow over the screen.
  private static let columns = 60
  /// In lines: the field and the buttons stay on a small screen.
  private static let maximumLines = 15
  private static let maximumButtonColumns = 30

  private static func text(of question: TextQuestion) -> [String] {
    let title = TerminalText.wrap(DisplayText.line(question.title), columns: columns)
    let body = TerminalText.wrap(DisplayText.clean(question.body), columns: columns)
    let placeholder = TerminalText.clip(
      DisplayText.line(question.placeholder), columns: columns)
    let parts = [
      TerminalText.limit(title, to: 3), TerminalText.limit(body, to: maximumLines),
      [placeholder],
    ]
    // The placeholder stands just above the field: neither program has a grey text in it.
    let lines = Array(parts.filter { $0 != [""] }.joined(separator: [""]))
    return lines.isEmpty ? ["Reply"] : lines
  }

  /// Text for GTK's label with mnemonics, of which zenity also undoes C's escapes.
  private static func mnemonicText(_ lines: [String]) -> String {
    var text = ""
    for scalar in lines.joined(separator: "\n").unicodeScalars {
      switch scalar {
      case "\\", "_":
        text.unicodeScalars.append(scalar)
        text.unicodeScalars.append(scalar)
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text
  }

  /// Text for Qt's label, which guesses whether it is HTML: so that there is nothing to guess, it is.
  ///
  /// The label takes `&` as the mark of a key all the same, and kdialog undoes `\n` and `\\`.
  private static func richText(_ lines: [String]) -> String {
    var text = "<qt>"
    for scalar in lines.joined(separator: "\n").unicodeScalars {
      switch scalar {
      case "&": text += "&amp;&amp;"
      case "<": text += "&lt;"
      case ">": text += "&gt;"
      case "\\": text += "\\\\"
      case "\n": text += "<br/>"
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text + "</qt>"
  }
}
