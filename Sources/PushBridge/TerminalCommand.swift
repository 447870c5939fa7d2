internal import DesktopNotifications

/// What a person typed to answer a notification.
struct TerminalCommand: Equatable {
  /// What is to be done.
  enum Deed: Equatable {
    /// Click the notification itself.
    case activate
    case dismiss
    /// Press the button of a number, with a text where one was typed behind it.
    case press(Int, text: String?)
    /// Draw the notification again.
    case show
    case help
  }

  /// The notification that is meant; nil for the newest.
  var id: NotificationID?
  var deed: Deed

  /// Reads a line; nil when it means nothing.
  ///
  /// - Parameter line: The line.
  init?(_ line: String) {
    var rest = line.drop { $0 == " " }
    if rest.first == "#" {
      rest = rest.dropFirst()
      guard let id = NotificationID(Self.digits(&rest)) else { return nil }
      guard rest.first == nil || rest.first == " " else { return nil }
      rest = rest.drop { $0 == " " }
      self.id = id
    }
    let number = Self.digits(&rest)
    if !number.isEmpty {
      guard let number = Int(number), rest.first == nil || rest.first == " " else { return nil }
      let text = rest.dropFirst()
      deed = .press(number, text: text.allSatisfy { $0 == " " } ? nil : String(text))
      return
    }
    while rest.last == " " { rest.removeLast() }
    switch rest.lowercased() {
    case "": deed = id == nil ? .activate : .show
    case "o": deed = .activate
    case "d": deed = .dismiss
    case "?": deed = .help
    default: return nil
    }
  }

  private static func digits(_ rest: inout Substring) -> Substring {
    let digits = rest.prefix { $0.isASCII && $0.isNumber }
    rest = rest[digits.endIndex...]
    return digits
  }

  /// What can be typed.
  static let help = """
      Enter or o    opens the newest notification
      1, 2, …       presses that button
      1 some text   answers with a text, where 1 takes one
      d             dismisses
      #3            shows notification 3 again
      #3 1          presses button 1 of notification 3; so o, d
      Ctrl-D        ends the input: what is open expires

    """
}
