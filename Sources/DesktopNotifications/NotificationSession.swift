public import GLibLoop

/// Keeps track of the notifications shown on one server: which are open, and how each ends.
///
/// Servers differ in what they tell, and in which order. The session makes one outcome of it: the
/// first decisive event of a notification counts, whatever comes later is left out. It takes events
/// of its own notifications alone, gives each revision keys of its own, takes back what a server
/// leaves on the screen after an action, ends what a server lets live beyond its time, and ends
/// everything when the server is gone.
///
/// The session is not on the `DesktopActor`: it goes on while libnotify's thread is blocked. It lives
/// until its notifications have ended, whoever holds it.
public actor NotificationSession {
  /// The server.
  public nonisolated let server: any NotificationServer
  /// The same, where it tells what comes before what.
  private let ordered: (any OrderedServer)?
  /// The executor of the session.
  public nonisolated var unownedExecutor: UnownedSerialExecutor {
    unsafe executor.asUnownedSerialExecutor()
  }

  private nonisolated let executor: any SerialExecutor
  private nonisolated let timers: any TimerSource
  private var shown: [NotificationID: ShownNotification] = [:]
  private var tokens: [NotificationID: String] = [:]
  /// Events that came while a `Notify` was in flight and may be of its notification: Xfce and Budgie
  /// can close one before they have answered.
  private var early: [(NotificationID, ServerEvent)] = []
  private var callsInFlight = 0
  /// The ids in whose places calls in flight put a notification: until the answer nobody knows which
  /// of the two an event is about.
  private var replacing: [NotificationID] = []
  /// How many times the server has gone, as far as the events tell.
  private var serversGone = 0
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
  /// How long a server may be late in telling that a notification's time was over.
  private static let expiryGrace = Duration.seconds(1)

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
    self.server = server
    // A class is compared; for a protocol the runtime searches all conformances of the program.
    ordered = server as? LibnotifyServer ?? server as? any OrderedServer
    self.keyTag = keyTag
    self.listens = listens
    self.executor = executor
    timers = executor
  }

  /// Makes a key tag that no other session has.
  ///
  /// - Returns: Seven letters and digits, and a hyphen.
  public static func randomKeyTag() -> String {
    // 36⁶ is the least number of seven digits.
    String(UInt32.random(in: 2_176_782_336...UInt32.max), radix: 36) + "-"
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
    let old = old.flatMap { old in shown[old.id] === old ? old : nil }
    beginCall(replacing: old?.id)
    let answer: ShowAnswer
    do {
      answer = try await call(revised, replacing: old?.id)
    } catch {
      endCall(replacing: old?.id)
      throw error
    }
    let new = ShownNotification(id: answer.id, keys: keys, serversGone: answer.serversGone)
    let leftOver = register(new, inPlaceOf: old)
    endCall(replacing: old?.id)
    if let leftOver { await server.close(leftOver) }
    if listens { follow(new, until: notification.expireTimeout) }
    return new
  }

  /// Takes a notification back; its outcome becomes `withdrawn`, unless it has one.
  ///
  /// - Parameter notification: The notification.
  public func withdraw(_ notification: ShownNotification) async {
    await takeBack(notification, .closed(.withdrawn))
  }

  // MARK: Calls

  private func beginCall(replacing id: NotificationID?) {
    callsInFlight += 1
    if let id { replacing.append(id) }
  }

  private func endCall(replacing id: NotificationID?) {
    release(id)
    callsInFlight -= 1
    if callsInFlight == 0 { early.removeAll() }
  }

  /// Lets events of a replaced id through again.
  private func release(_ id: NotificationID?) {
    guard let id, let index = replacing.firstIndex(of: id) else { return }
    replacing.remove(at: index)
    takeEarly(of: id)
  }

  private func call(
    _ notification: DesktopNotification, replacing id: NotificationID?
  ) async throws(NotificationServerError) -> ShowAnswer {
    do {
      return try await callOnce(notification, replacing: id)
    } catch .refused(NotificationServerError.excessiveName, _) {
      await OneShot<Void>().value(within: Self.excessivePause, timers: timers, otherwise: ())
      return try await callOnce(notification, replacing: id)
    }
  }

  private func callOnce(
    _ notification: DesktopNotification, replacing id: NotificationID?
  ) async throws(NotificationServerError) -> ShowAnswer {
    if let ordered {
      return try await ordered.showCounting(notification, replacing: id)
    }
    // Of another server nobody knows whether it went before or after it answered: after.
    let before = serversGone
    return ShowAnswer(
      id: try await server.show(notification, replacing: id), serversGone: before)
  }

  /// Keeps track of a notification that the server has just shown.
  ///
  /// - Returns: The old one's id when the server left that on the screen.
  private func register(
    _ new: ShownNotification, inPlaceOf old: ShownNotification?
  ) -> NotificationID? {
    var leftOver: NotificationID?
    // An old one of a server that has gone is ended by the event that says so.
    if let old, old.serversGone == new.serversGone, shown[old.id] === old {
      if old.id != new.id {
        // What came during the call was about the old one.
        release(old.id)
        leftOver = shown[old.id] === old ? old.id : nil
      }
      if shown[old.id] === old { end(old.id, .closed(.replaced)) }
    }
    guard new.id != 0 else {
      // dunst: a rule of the user's own keeps it off the screen.
      new.outcome.set(.closed(.unknown))
      return leftOver
    }
    guard new.serversGone >= serversGone else {
      // The server's end has overtaken its answer.
      new.outcome.set(.closed(.serverGone))
      return leftOver
    }
    // The same number for two of ours: the server put the new one in the other's place, or is
    // another server.
    if let other = shown[new.id] {
      end(other.id, .closed(other.serversGone == new.serversGone ? .replaced : .serverGone))
    }
    shown[new.id] = new
    takeEarly(of: new.id)
    return leftOver
  }

  /// Keeps the session alive until the notification has ended, and ends one that its server lets live
  /// beyond its time, as GNOME, elementary and swaync do.
  private func follow(
    _ notification: ShownNotification, until timeout: DesktopNotification.ExpireTimeout
  ) {
    Task { [self] in
      guard case .milliseconds = timeout else {
        _ = await notification.end()
        return
      }
      let limit = Duration.milliseconds(timeout.rawValue) + Self.expiryGrace
      let ended = OneShot<Bool>()
      let timer = timers.after(limit) { ended.set(false) }
      Task {
        _ = await notification.end()
        ended.set(true)
      }
      if await !ended.value() { await takeBack(notification, .closed(.expired)) }
      timer.cancel()
    }
  }

  private func takeBack(
    _ notification: ShownNotification, _ outcome: NotificationOutcome
  ) async {
    guard shown[notification.id] === notification else { return }
    forget(notification.id)
    // Before anybody hears of the end: behind that the process may end.
    await server.close(notification.id)
    notification.outcome.set(outcome)
  }

  // MARK: Events

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
      serversGone += 1
      tokens.removeAll()
      early.removeAll()
      // Some may be of the next server already, whose answers have overtaken this event.
      for (id, notification) in shown where notification.serversGone < serversGone {
        end(id, .closed(.serverGone))
      }
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
    if let notification = shown[id], !replacing.contains(id) {
      // Else it is about the same number of the server before.
      return notification.serversGone == serversGone
    }
    if callsInFlight > 0, early.count < Self.maximumEarlyEvents { early.append((id, event)) }
    return false
  }

  private func takeEarly(of id: NotificationID) {
    let waiting = early.filter { $0.0 == id }
    early.removeAll { $0.0 == id }
    for (_, event) in waiting { take(event) }
  }

  private func answer(_ id: NotificationID, _ outcome: NotificationOutcome) {
    // dunst, mako and LXQt leave it on the screen after an action; for the rest it is gone already.
    // As in `takeBack`, before the end.
    if let ordered {
      ordered.closeSoon(id)
    } else {
      Task { [server] in await server.close(id) }
    }
    end(id, outcome)
  }

  private func end(_ id: NotificationID, _ outcome: NotificationOutcome) {
    forget(id)?.outcome.set(outcome)
  }

  @discardableResult
  private func forget(_ id: NotificationID) -> ShownNotification? {
    tokens[id] = nil
    return shown.removeValue(forKey: id)
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
    revised.actions = []
    var keys: [String: String] = [:]
    for var action in actions {
      let key = action.key
      let hasMeaning = key == Action.defaultKey || key == Action.inlineReplyKey
      action.key = hasMeaning ? key : "\(key).\(ending)"
      // libnotify 0.8.1 would show the same key twice.
      guard keys.updateValue(key, forKey: action.key) == nil else { continue }
      revised.actions.append(action)
    }
    return (revised, keys)
  }
}
