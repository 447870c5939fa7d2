/// Why a notification server did not do what it was asked.
public enum NotificationServerError: Error, Hashable, Sendable, CustomStringConvertible {
  /// There is no session bus, or it cannot be reached; the words are GIO's.
  case noBus(String)
  /// The bus is there, but no notification server is on it and none could be started.
  case noServer(String)
  /// The server was asked `call` and did not answer within the limit.
  case timedOut(call: String, limit: Duration)
  /// The server answered with a D-Bus error.
  case refused(name: String, message: String)
  /// Anything else; the words are the library's.
  case failed(String)

  /// What happened, with which value, and what to do.
  public var description: String {
    switch self {
    case .noBus(let message):
      """
      no session bus: \(message); start belfry inside a desktop session, or set \
      DBUS_SESSION_BUS_ADDRESS to the session's bus (often unix:path=/run/user/UID/bus under cron, \
      ssh and sudo)
      """
    case .noServer(let message):
      """
      no notification server on the session bus: \(message); start the desktop's own, or install \
      and start one, such as dunst, mako-notifier, xfce4-notifyd or sway-notification-center
      """
    case .timedOut(let call, let limit):
      "the notification server did not answer \(call) within \(limit); restart it"
    case .refused(let name, let message):
      "the notification server answered with an error: \(name): \(message); its log may say why"
    case .failed(let message):
      "the notification server could not be used: \(message); restart it"
    }
  }

  /// Plasma's error for the same application, title and text twice within a second.
  static let excessiveName =
    "org.freedesktop.Notifications.Error.ExcessNotificationGeneration"
}
