public import DesktopNotifications
internal import Synchronization

/// A notification server without a bus and without a display, for tests.
///
/// It records what is shown and lets a test, or a script, play the person: `press`, `reply`,
/// `dismiss`, `expire`. Like a well-behaved server it sends `ActionInvoked` before
/// `NotificationClosed`, closes a notification after an action, and puts a replacement in the
/// replaced one's place under the same number.
public final class MockNotificationServer: NotificationServer {
  /// One notification on the mock's screen.
  public struct Shown: Hashable, Sendable {
    /// The mock's number for it.
    public var id: NotificationID
    /// What was shown, with the keys as a server gets them.
    public var notification: DesktopNotification

    /// Makes a value to compare with.
    ///
    /// - Parameters:
    ///   - id: The mock's number.
    ///   - notification: What was shown, with the keys as a server gets them.
    public init(id: NotificationID, notification: DesktopNotification) {
      self.id = id
      self.notification = notification
    }
  }

  private struct State {
    var information: ServerInformation
    var nextID: NotificationID = 1
    var open: [NotificationID: DesktopNotification] = [:]
    var history: [Shown] = []
    var badges: [String: Int] = [:]
    var failure: NotificationServerError?
    var watchers: [AsyncStream<Shown>.Continuation] = []
  }

  private let state: Mutex<State>
  private let historyLimit: Int?
  private let stream: AsyncStream<ServerEvent>
  private let continuation: AsyncStream<ServerEvent>.Continuation

  /// What a mock can, if not told otherwise: everything that a notification can need.
  public static let allCapabilities: Set<ServerCapability> = [
    .actions, .body, .bodyMarkup, .bodyHyperlinks, .persistence, .sound, .inlineReply,
  ]

  /// Makes a mock with an empty screen.
  ///
  /// - Parameters:
  ///   - name: The name that it gives.
  ///   - version: The version that it gives.
  ///   - capabilities: What it can.
  ///   - historyLimit: How many of the last notifications it remembers, at least 1; nil for all.
  public init(
    name: String = "mock", version: String = "1",
    capabilities: Set<ServerCapability> = MockNotificationServer.allCapabilities,
    historyLimit: Int? = nil
  ) {
    self.historyLimit = historyLimit
    state = Mutex(
      State(
        information: ServerInformation(
          name: name, vendor: "Belfry", version: version, capabilities: capabilities)))
    (stream, continuation) = AsyncStream.makeStream()
  }

  // MARK: The server

  /// What the mock says of itself.
  ///
  /// - Returns: What it was made with.
  /// - Throws: What `fail(with:)` was given.
  public func information() async throws(NotificationServerError) -> ServerInformation {
    try state.withLock { state throws(NotificationServerError) in
      if let failure = state.failure { throw failure }
      return state.information
    }
  }

  /// Puts a notification on the mock's screen.
  ///
  /// - Parameters:
  ///   - notification: What to show.
  ///   - id: The notification whose place it takes; a new one when it is not open.
  /// - Returns: The mock's number for it.
  /// - Throws: What `fail(with:)` was given.
  public func show(
    _ notification: DesktopNotification, replacing id: NotificationID?
  ) async throws(NotificationServerError) -> NotificationID {
    let shown = try state.withLock { state throws(NotificationServerError) -> Shown in
      if let failure = state.failure { throw failure }
      var number = state.nextID
      if let id, state.open[id] != nil {
        number = id
      } else {
        state.nextID += 1
      }
      state.open[number] = notification
      let shown = Shown(id: number, notification: notification)
      if let historyLimit, state.history.count >= historyLimit { state.history.removeFirst() }
      state.history.append(shown)
      for watcher in state.watchers { watcher.yield(shown) }
      return shown
    }
    return shown.id
  }

  /// Takes a notification off the screen, and says so as a server does.
  ///
  /// - Parameter id: The mock's number.
  public func close(_ id: NotificationID) async {
    close(id, reason: .closedByCall)
  }

  /// Records a badge.
  ///
  /// - Parameters:
  ///   - count: The number; 0 takes the badge away.
  ///   - desktopEntry: The application's desktop file, without `.desktop`.
  public func setBadge(_ count: Int, desktopEntry: String) async {
    state.withLock { $0.badges[desktopEntry] = count }
  }

  /// What the played person does, in order.
  ///
  /// - Returns: The events.
  public func events() -> AsyncStream<ServerEvent> {
    stream
  }

  // MARK: What was shown

  /// Everything that was shown, in order, replacements included.
  public var history: [Shown] {
    state.withLock { $0.history }
  }

  /// What is on the screen now, in the order of its numbers.
  public var open: [Shown] {
    state.withLock { state in
      state.open.sorted { $0.key < $1.key }.map { Shown(id: $0.key, notification: $0.value) }
    }
  }

  /// The badges, by desktop file.
  public var badges: [String: Int] {
    state.withLock { $0.badges }
  }

  /// Everything that is shown from now on, as it is shown.
  ///
  /// - Returns: A stream of its own for each call.
  public func shown() -> AsyncStream<Shown> {
    let (stream, continuation) = AsyncStream.makeStream(of: Shown.self)
    state.withLock { $0.watchers.append(continuation) }
    return stream
  }

  // MARK: The person

  /// Presses the button with a label, or with the key that the sender gave it.
  ///
  /// - Parameters:
  ///   - button: The label or the key.
  ///   - id: The notification's number.
  /// - Returns: False when the notification is not open or has no such button.
  @discardableResult
  public func press(_ button: String, on id: NotificationID) -> Bool {
    let key = state.withLock { state in
      state.open[id]?.actions.first { action in
        action.label == button || action.key == button
          || action.key.hasPrefix(button + ".")
            && !action.key.dropFirst(button.count + 1).contains(".")
      }?.key
    }
    guard let key else { return false }
    continuation.yield(.actionInvoked(id, key: key))
    close(id, reason: .dismissed)
    return true
  }

  /// Clicks the notification itself.
  ///
  /// - Parameter id: The notification's number.
  /// - Returns: False when the notification is not open.
  @discardableResult
  public func activate(_ id: NotificationID) -> Bool {
    guard state.withLock({ $0.open[id] }) != nil else { return false }
    continuation.yield(.actionInvoked(id, key: DesktopNotification.Action.defaultKey))
    close(id, reason: .dismissed)
    return true
  }

  /// Types a reply into the notification.
  ///
  /// - Parameters:
  ///   - text: The reply.
  ///   - id: The notification's number.
  /// - Returns: False when the notification is not open or has no text field.
  @discardableResult
  public func reply(_ text: String, to id: NotificationID) -> Bool {
    let canReply = state.withLock { state in
      state.open[id]?.actions.contains { $0.key == DesktopNotification.Action.inlineReplyKey }
    }
    guard canReply == true else { return false }
    continuation.yield(.replied(id, text: text))
    close(id, reason: .dismissed)
    return true
  }

  /// Puts the notification away.
  ///
  /// - Parameter id: The notification's number.
  /// - Returns: False when it is not open.
  @discardableResult
  public func dismiss(_ id: NotificationID) -> Bool {
    close(id, reason: .dismissed)
  }

  /// Lets the notification's time run out.
  ///
  /// - Parameter id: The notification's number.
  /// - Returns: False when it is not open.
  @discardableResult
  public func expire(_ id: NotificationID) -> Bool {
    close(id, reason: .expired)
  }

  // MARK: Faults

  /// Sends any event, as a server gone wild does.
  ///
  /// - Parameter event: The event.
  public func send(_ event: ServerEvent) {
    continuation.yield(event)
  }

  /// Makes every question and every `Notify` fail from now on.
  ///
  /// - Parameter error: The error; nil ends it.
  public func fail(with error: NotificationServerError?) {
    state.withLock { $0.failure = error }
  }

  /// Lets the server go, and with it everything on the screen.
  public func die() {
    state.withLock { $0.open.removeAll() }
    continuation.yield(.serverGone)
  }

  @discardableResult
  private func close(_ id: NotificationID, reason: CloseReason) -> Bool {
    guard state.withLock({ $0.open.removeValue(forKey: id) }) != nil else { return false }
    continuation.yield(.closed(id, reason: reason))
    return true
  }
}
