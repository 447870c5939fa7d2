/// One freedesktop notification, as values: what a `Notify` call carries.
///
/// Source: Desktop Notifications Specification 1.2, "Basic Design" and "D-Bus Protocol".
public struct DesktopNotification: Hashable, Sendable {
  /// A button, or the click on the notification itself.
  public struct Action: Hashable, Sendable {
    /// What comes back when it is pressed.
    public var key: String
    /// What stands on the button.
    public var label: String

    /// Makes an action.
    ///
    /// - Parameters:
    ///   - key: What comes back when it is pressed; `defaultKey` and `inlineReplyKey` have meanings.
    ///   - label: What stands on the button. Some servers leave out a button without a label.
    public init(key: String, label: String) {
      self.key = key
      self.label = label
    }

    /// The key of the click on the notification itself.
    public static let defaultKey = "default"
    /// The key of the action that opens a text field, on servers with that capability (KDE, swaync,
    /// quickshell).
    ///
    /// Any other name gives an ordinary button there.
    public static let inlineReplyKey = "inline-reply"
  }

  /// When the notification ends by itself.
  public enum ExpireTimeout: Hashable, Sendable {
    /// The server decides; −1 on the bus. The default.
    case serverDecides
    /// It never does; 0 on the bus.
    case never
    /// After so many milliseconds, more than 0.
    ///
    /// GNOME, elementary and swaync ignore it; a session ends the notification itself a second later.
    case milliseconds(Int32)

    /// The number on the bus.
    public var rawValue: Int32 {
      switch self {
      case .serverDecides: -1
      case .never: 0
      case .milliseconds(let milliseconds): max(1, milliseconds)
      }
    }
  }

  /// The name of the application that sends it.
  public var appName: String
  /// A theme icon's name or a picture of the application; nil for none.
  public var appIcon: String?
  /// The title: one line, never markup.
  public var summary: String
  /// The text; markup where the server has `body-markup`.
  public var body: String
  /// The buttons, in order, the first the most important; of two with one key the first is shown.
  public var actions: [Action]
  /// The hints, each of the type that the specification gives it.
  public var hints: Hints
  /// When it ends by itself.
  public var expireTimeout: ExpireTimeout

  /// Makes a notification.
  ///
  /// - Parameters:
  ///   - appName: The name of the application that sends it.
  ///   - appIcon: A theme icon's name or a picture of the application.
  ///   - summary: The title: one line, never markup; not empty.
  ///   - body: The text; markup where the server has `body-markup`.
  ///   - actions: The buttons, in order, with different keys.
  ///   - hints: The hints.
  ///   - expireTimeout: When it ends by itself.
  public init(
    appName: String, appIcon: String? = nil, summary: String, body: String = "",
    actions: [Action] = [], hints: Hints = Hints(), expireTimeout: ExpireTimeout = .serverDecides
  ) {
    self.appName = appName
    self.appIcon = appIcon
    self.summary = summary
    self.body = body
    self.actions = actions
    self.hints = hints
    self.expireTimeout = expireTimeout
  }
}

/// A server's number for a notification; never 0, and never used again before 2³² others.
public typealias NotificationID = UInt32
