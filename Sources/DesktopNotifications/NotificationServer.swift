/// Something that shows freedesktop notifications and tells what the person does with them.
///
/// `LibnotifyServer` is the desktop's; `MockNotificationServer`, in `DesktopNotificationsTesting`,
/// needs neither a bus nor a display. `NotificationSession` keeps track of what is shown on one.
public protocol NotificationServer: Sendable {
  /// Asks the server who it is and what it can, afresh: Xfce takes `actions` back while "do not
  /// disturb" is on, and people change servers at run time.
  ///
  /// - Returns: What the server says of itself.
  /// - Throws: `NotificationServerError` when there is none, or it does not answer.
  func information() async throws(NotificationServerError) -> ServerInformation

  /// Shows a notification. The D-Bus method is `Notify`.
  ///
  /// - Parameters:
  ///   - notification: What to show.
  ///   - id: The notification whose place it takes, or nil.
  /// - Returns: The server's number for it, which may differ from `id`.
  /// - Throws: `NotificationServerError` when the server refuses, is gone, or does not answer.
  func show(
    _ notification: DesktopNotification, replacing id: NotificationID?
  ) async throws(NotificationServerError) -> NotificationID

  /// Takes a notification back; one that is gone already is no error. The D-Bus method is
  /// `CloseNotification`.
  ///
  /// - Parameter id: The server's number.
  func close(_ id: NotificationID) async

  /// Sets the number on an application's launcher, where something reads it.
  ///
  /// - Parameters:
  ///   - count: The number; 0 takes the badge away.
  ///   - desktopEntry: The application's desktop file, without `.desktop`.
  func setBadge(_ count: Int, desktopEntry: String) async

  /// What the person and the server do, in order; one reader takes it all.
  ///
  /// - Returns: The events, from the first call on.
  func events() -> AsyncStream<ServerEvent>
}

/// What a notification server tells.
public enum ServerEvent: Hashable, Sendable {
  /// An action's button was pressed, or the notification itself (`default`).
  case actionInvoked(NotificationID, key: String)
  /// A reply was typed into the notification.
  case replied(NotificationID, text: String)
  /// A token for what the next action of this notification launches; comes just before it.
  case activationToken(NotificationID, token: String)
  /// The notification is gone. Some servers say so twice, some never.
  case closed(NotificationID, reason: CloseReason)
  /// The server is gone, and with it every notification; another may come.
  case serverGone
}

/// Why a server says that a notification is gone: the specification's numbers.
///
/// Source: Desktop Notifications Specification 1.2, "NotificationClosed".
public struct CloseReason: RawRepresentable, Hashable, Sendable {
  /// The number on the bus.
  public var rawValue: UInt32

  /// Takes any number, as servers send any.
  ///
  /// - Parameter rawValue: The number on the bus.
  public init(rawValue: UInt32) {
    self.rawValue = rawValue
  }

  /// Its time was over; MATE 1.26 says so of a dismissal too.
  public static let expired = CloseReason(rawValue: 1)
  /// The person put it away; most servers say so after an action too.
  public static let dismissed = CloseReason(rawValue: 2)
  /// `CloseNotification`; Plasma says so after an action and a reply too.
  public static let closedByCall = CloseReason(rawValue: 3)
  /// Undefined by the specification.
  public static let undefined = CloseReason(rawValue: 4)
}
