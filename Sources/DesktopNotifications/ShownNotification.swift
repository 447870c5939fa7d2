/// A notification that a session has shown.
public final class ShownNotification: Sendable {
  /// The server's number; 0 where dunst suppresses it.
  public let id: NotificationID
  /// The keys that it was given, by those on the bus.
  let keys: [String: String]
  /// How many servers had gone when it was shown.
  let serversGone: Int
  let outcome = OneShot<NotificationOutcome>()

  init(id: NotificationID, keys: [String: String], serversGone: Int) {
    self.id = id
    self.keys = keys
    self.serversGone = serversGone
  }

  /// Waits until the notification has ended.
  ///
  /// - Returns: How it ended; always the same.
  public func end() async -> NotificationOutcome {
    await outcome.value()
  }
}

/// How a notification ended.
public enum NotificationOutcome: Hashable, Sendable {
  /// The person pressed an action; `key` is the one that was asked for, `default` for a click on
  /// the notification itself. The token is for what the action launches.
  case action(key: String, activationToken: String?)
  /// The person typed a reply into the notification.
  case reply(text: String, activationToken: String?)
  /// It is gone without an answer.
  case closed(EndReason)
}

/// Why a notification is gone without an answer.
public enum EndReason: String, Hashable, Sendable, CaseIterable {
  /// Its time was over.
  case expired
  /// The person put it away.
  case dismissed
  /// Its sender took it back.
  case withdrawn
  /// Another took its place.
  case replaced
  /// The notification server, or the bus, is gone.
  case serverGone
  /// The server gave no reason, or suppressed the notification.
  case unknown

  /// Takes the specification's number.
  ///
  /// A close by call that the session did not ask for is another program's: most servers let any
  /// client close any notification.
  init(_ reason: CloseReason) {
    switch reason {
    case .expired: self = .expired
    case .dismissed: self = .dismissed
    case .closedByCall: self = .withdrawn
    default: self = .unknown
    }
  }
}
