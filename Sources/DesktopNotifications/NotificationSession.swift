public import GLibLoop

/// Keeps track of the notifications shown on one server: which are open, and how each ends.
///
/// Servers differ in what they tell, and in which order. The session makes one outcome of it: the
/// first decisive event of a notification counts, whatever comes later is left out. It takes events
/// of its own notifications alone, gives each revision keys of its own, takes back what a server
/// leaves on the screen after an action, and ends everything when the server is gone.
///
/// The session is not on the `DesktopActor`: it goes on while libnotify's thread is blocked.
public actor NotificationSession {
  /// The server.
  public nonisolated let server: any NotificationServer
  /// The executor of the session.
  public nonisolated var unownedExecutor: UnownedSerialExecutor {
    unsafe executor.asUnownedSerialExecutor()
  }

  private nonisolated let executor: any SerialExecutor
  private nonisolated let timers: any TimerSource
  private var shown: [NotificationID: ShownNotification] = [:]
  private var tokens: [NotificationID: String] = [:]
  /// Events of ids that are not known yet: Xfce and Budgie can close a notification before they
  /// have answered its `Notify`.
  private var early: [(NotificationID, ServerEvent)] = []
  private var callsInFlight = 0
  /// What this session's keys end with, before the revision's number.
  ///
  /// mako gives two programs' notifications with the same stack tag one id, and tells both of a
  /// click: only the key says whose it is.
  private let keyTag: String
  private let listens: Bool
  private var revision = 0
  private var reader: Task<Void, Never>?

  /// As many early events as a few notifications can make; the rest is a server gone wild.
  private static let maximumEarlyEvents = 256
  /// Plasma refuses the same application, title and text again within a second.
  private static let excessivePause = Duration.milliseconds(1_100)

  /// Makes a session.
  ///
  /// - Parameters:
  ///   - server: The server, whose events the session reads from now on.
  ///   - keyTag: What the session's keys end with, before the revision's number; without a dot, and
  ///     different for each session. Random by default.
  ///   - listens: Whether the session reads events at all; without them nothing is known to end.
  ///   - executor: Where the session runs: not on the `DesktopActor`, whose thread a server that
  ///     hangs blocks.
  public init(
    server: any NotificationServer, keyTag: String = NotificationSession.randomKeyTag(),
    listens: Bool = true, executor: any SerialExecutor & TimerSource = ServerActor.executor
  ) {
    self.listens = listens
    self.server = server
    self.keyTag = keyTag
    self.executor = executor
    timers = executor
  }

  /// Makes a key tag that no other session has.
  ///
  /// - Returns: Seven letters and digits, and a hyphen.
  public static func randomKeyTag() -> String {
    String(UInt32.random(in: 0x8000_0000...UInt32.max), radix: 36) + "-"
  }

  deinit {
    reader?.cancel()
  }

  /// Shows a notification.
  ///
  /// - Parameters:
  ///   - notification: What to show; its keys are made unique on the way to the server.
  ///   - old: The notification whose place it takes; its outcome becomes `replaced`.
  /// - Returns: The notification, whose outcome can be awaited.
  /// - Throws: `NotificationServerError` when the server refuses, is gone, or does not answer.
  public func show(
    _ notification: DesktopNotification, replacing old: ShownNotification? = nil
  ) async throws(NotificationServerError) -> ShownNotification {
    readEvents()
    revision += 1
    let (revised, keys) = notification.withKeys(endingIn: "\(keyTag)\(revision)")
    // A stale id is never used again: it may be a stranger's after the server's restart.
    let oldID = old.flatMap { old in shown[old.id] === old ? old.id : nil }
    callsInFlight += 1
    defer { endCall() }
    let id = try await call(revised, replacing: oldID)
    let new = ShownNotification(id: id, keys: keys)
    if let oldID, let old = shown.removeValue(forKey: oldID) {
      old.outcome.set(.closed(.replaced))
      if oldID != id { await server.close(oldID) }
    }
    guard id != 0 else {
      // dunst: a rule of the user's own keeps it off the screen.
      new.outcome.set(.closed(.unknown))
      return new
    }
    // The same number for two of ours: the server put the new one in the other's place.
    shown[id]?.outcome.set(.closed(.replaced))
    shown[id] = new
    let waiting = early.filter { $0.0 == id }
    early.removeAll { $0.0 == id }
    for (_, event) in waiting { take(event) }
    return new
  }

  /// Takes a notification back; its outcome becomes `withdrawn`, unless it has one.
  ///
  /// - Parameter notification: The notification.
  public func withdraw(_ notification: ShownNotification) async {
    guard shown[notification.id] === notification else { return }
    end(notification.id, .closed(.withdrawn))
    await server.close(notification.id)
  }

  private func call(
    _ notification: DesktopNotification, replacing id: NotificationID?
  ) async throws(NotificationServerError) -> NotificationID {
    do {
      return try await server.show(notification, replacing: id)
    } catch .refused(NotificationServerError.excessiveName, _) {
      await OneShot<Void>().value(within: Self.excessivePause, timers: timers, otherwise: ())
      return try await server.show(notification, replacing: id)
    }
  }

  private func endCall() {
    callsInFlight -= 1
    if callsInFlight == 0 { early.removeAll() }
  }

  private func readEvents() {
    guard listens, reader == nil else { return }
    let events = server.events()
    reader = Task { [weak self] in
      for await event in events {
        guard let self else { return }
        await self.take(event)
      }
    }
  }

  private func take(_ event: ServerEvent) {
    switch event {
    case .serverGone:
      tokens.removeAll()
      early.removeAll()
      for (_, notification) in shown { notification.outcome.set(.closed(.serverGone)) }
      shown.removeAll()
    case .activationToken(let id, let token):
      guard isKnown(id, else: event) else { return }
      tokens[id] = token
    case .actionInvoked(let id, let wireKey):
      guard isKnown(id, else: event) else { return }
      // A key of an older revision is a click on what is not there any more. `default` comes from
      // notification-daemon and MATE even where it was not offered.
      guard let key = shown[id]?.keys[wireKey] ?? (wireKey == "default" ? wireKey : nil) else {
        return
      }
      answer(id, .action(key: key, activationToken: tokens[id]))
    case .replied(let id, let text):
      guard isKnown(id, else: event) else { return }
      answer(id, .reply(text: text, activationToken: tokens[id]))
    case .closed(let id, let reason):
      guard isKnown(id, else: event) else { return }
      end(id, .closed(EndReason(reason)))
    }
  }

  private func isKnown(_ id: NotificationID, else event: ServerEvent) -> Bool {
    if shown[id] != nil { return true }
    if callsInFlight > 0, early.count < Self.maximumEarlyEvents { early.append((id, event)) }
    return false
  }

  private func answer(_ id: NotificationID, _ outcome: NotificationOutcome) {
    end(id, outcome)
    // dunst, mako and LXQt leave it on the screen after an action; for the rest it is gone already.
    Task { [server] in await server.close(id) }
  }

  private func end(_ id: NotificationID, _ outcome: NotificationOutcome) {
    tokens[id] = nil
    shown.removeValue(forKey: id)?.outcome.set(outcome)
  }
}

/// A notification that a session has shown.
public final class ShownNotification: Sendable {
  /// The server's number; 0 where dunst suppresses it.
  public let id: NotificationID
  let keys: [String: String]
  let outcome = OneShot<NotificationOutcome>()

  init(id: NotificationID, keys: [String: String]) {
    self.id = id
    self.keys = keys
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

extension DesktopNotification {
  /// Gives the actions keys that no other revision has, but `default` and `inline-reply`, whose
  /// exact names have meanings.
  ///
  /// - Parameter ending: What tells the revision from all others.
  /// - Returns: The notification, and its own keys by those on the bus.
  fileprivate func withKeys(
    endingIn ending: String
  ) -> (DesktopNotification, [String: String]) {
    var revised = self
    var keys: [String: String] = [:]
    for index in revised.actions.indices {
      let key = revised.actions[index].key
      let hasMeaning = key == Action.defaultKey || key == Action.inlineReplyKey
      let wireKey = hasMeaning ? key : "\(key).\(ending)"
      revised.actions[index].key = wireKey
      keys[wireKey] = key
    }
    return (revised, keys)
  }
}
