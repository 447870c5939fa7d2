internal import CNotify
public import GLibLoop
internal import Synchronization

/// The desktop's notification server, through libnotify on the session bus.
///
/// libnotify's calls block their thread, for up to 25 s when the server hangs. They run on the
/// `DesktopActor`; here each is waited for no longer than its limit, and while one is stuck the next
/// ones fail at once instead of queueing behind it.
public final class LibnotifyServer: NotificationServer, OrderedServer {
  /// How long each step may take.
  public struct Limits: Hashable, Sendable {
    /// Starting a server that the bus can activate.
    ///
    /// Plasma's own activation waits 25 s for nothing.
    public var start: Duration
    /// A server's answer to a question or a `Notify`.
    ///
    public var answer: Duration

    /// Makes limits.
    ///
    /// - Parameters:
    ///   - start: Starting a server that the bus can activate; more than zero.
    ///   - answer: A server's answer to a question or a `Notify`; more than zero.
    public init(start: Duration = .milliseconds(1_500), answer: Duration = .seconds(5)) {
      self.start = start
      self.answer = answer
    }
  }

  private typealias Answer = Result<ServerInformation, NotificationServerError>

  let appName: String
  let limits: Limits
  let listens: Bool
  private let timers: any TimerSource
  /// The answer to a question that was asked ahead of its need.
  private let ahead = Mutex<OneShot<Answer>?>(nil)
  let listener = EventListener()
  /// How many calls have outlived their limits; as long as one does, it may block the thread.
  private let overdueCalls = Atomic(0)

  /// Makes the server; the bus is first touched by the first question.
  ///
  /// - Parameters:
  ///   - appName: The name that libnotify is given, not empty; each notification has its own.
  ///   - limits: How long each step may take.
  ///   - listens: Whether events are wanted; a sender that does not wait needs none.
  ///   - timers: Who watches the limits; not the desktop's own thread, which is what may hang.
  public init(
    appName: String, limits: Limits = Limits(), listens: Bool = true,
    timers: any TimerSource = ServerActor.executor
  ) {
    precondition(!appName.isEmpty, "libnotify takes no application without a name.")
    self.appName = appName
    self.limits = limits
    self.listens = listens
    self.timers = timers
  }

  deinit {
    Task(executorPreference: DesktopActor.executor) { [listener] in
      await DesktopConnection.forget(listener)
    }
  }

  /// What the person and the server do, in order; one reader takes it all.
  ///
  /// - Returns: The events, from the first call on; none where the server does not listen.
  public func events() -> AsyncStream<ServerEvent> {
    listener.stream
  }

  /// Asks ahead what the next `information()` will answer, so that other work can go on meanwhile.
  ///
  /// Connecting to the bus is the longest part of showing a notification. The answer is kept for
  /// programs that start later, in `$XDG_RUNTIME_DIR/belfry/notification-server`, but for servers
  /// whose capabilities vary.
  ///
  /// - Parameter recalling: Whether an answer that was kept will do, when the same server is still
  ///   there: enough for a notification that nobody waits for.
  public func askAhead(recalling: Bool = false) {
    let answer = OneShot<Answer>()
    ahead.withLock { $0 = answer }
    Task(executorPreference: DesktopActor.executor) {
      answer.set(
        await DesktopConnection.information(for: self, keeps: true, recalls: recalling))
    }
  }

  /// Asks the server who it is and what it can, and starts one where the bus knows how to.
  ///
  /// - Returns: What the server says of itself.
  /// - Throws: `NotificationServerError` when there is none, or it does not answer.
  public func information() async throws(NotificationServerError) -> ServerInformation {
    try await bounded("GetServerInformation", by: limits.start + limits.answer + limits.answer) {
      [self] in
      if let answer = ahead.withLock({ $0.take() }) { return await answer.value() }
      return await DesktopConnection.information(for: self)
    }
  }

  /// Shows a notification.
  ///
  /// The D-Bus method is `Notify`.
  ///
  /// - Parameters:
  ///   - notification: What to show.
  ///   - id: The notification whose place it takes, or nil.
  /// - Returns: The server's number for it, which may differ from `id`; 0 where dunst suppresses it.
  /// - Throws: `NotificationServerError` when the server refuses, is gone, or does not answer.
  public func show(
    _ notification: DesktopNotification, replacing id: NotificationID?
  ) async throws(NotificationServerError) -> NotificationID {
    try await showCounting(notification, replacing: id).id
  }

  func showCounting(
    _ notification: DesktopNotification, replacing id: NotificationID?
  ) async throws(NotificationServerError) -> ShowAnswer {
    // A `Notify` would start a server without any limit, and nobody would listen to it.
    if !DesktopConnection.knowsServer { _ = try await information() }
    do {
      return try await notify(notification, replacing: id)
    } catch .noServer {
      // libnotify calls a server that has gone by its unique name until its main context has heard of
      // the next one (0.8.1). The question lets it hear. The id was the old server's.
      _ = try await information()
      return try await notify(notification, replacing: nil)
    }
  }

  private func notify(
    _ notification: DesktopNotification, replacing id: NotificationID?
  ) async throws(NotificationServerError) -> ShowAnswer {
    try await bounded("Notify", by: limits.answer) { [self] in
      DesktopConnection.show(notification, replacing: id ?? 0, for: self)
    } late: { [self] result in
      // It was reported as not shown, so it may not stay on the screen.
      if case .success(let answer) = result { await close(answer.id) }
    }
  }

  /// Takes a notification back; one that is gone already is no error.
  ///
  /// It is not waited for, as it has no answer and the thread may be blocked; `flush` waits.
  ///
  /// - Parameter id: The server's number.
  public func close(_ id: NotificationID) async {
    closeSoon(id)
  }

  func closeSoon(_ id: NotificationID) {
    // In the actor's queue before this returns (SE-0431), and so before a later `flush`.
    Task { @DesktopActor in DesktopConnection.close(id) }
  }

  /// Sets the number on an application's launcher, where something reads it.
  ///
  /// - Parameters:
  ///   - count: The number; 0 takes the badge away.
  ///   - desktopEntry: The application's desktop file, without `.desktop`.
  public func setBadge(_ count: Int, desktopEntry: String) async {
    // As in `closeSoon`.
    Task { @DesktopActor [self] in
      DesktopConnection.setBadge(count, desktopEntry: desktopEntry, for: self)
    }
  }

  /// Waits until everything that was asked has left the process, as before an exit.
  public func flush() async {
    guard !isStuck else { return }
    await DesktopConnection.flush()
  }

  private var isStuck: Bool {
    overdueCalls.load(ordering: .relaxed) > 0
  }

  private func bounded<Value: Sendable>(
    _ call: String, by limit: Duration,
    _ operation:
      @escaping @DesktopActor @Sendable () async -> Result<Value, NotificationServerError>,
    late: @escaping @Sendable (Result<Value, NotificationServerError>) async -> Void = { _ in }
  ) async throws(NotificationServerError) -> Value {
    guard !isStuck else {
      throw overdue(call, limit)
    }
    let result = await withDeadline(limit, timers: timers, operation: operation) {
      [self] result in
      overdueCalls.subtract(1, ordering: .relaxed)
      await late(result)
    }
    guard let result else {
      // Counted, as the end of the late call may come before this.
      overdueCalls.add(1, ordering: .relaxed)
      throw overdue(call, limit)
    }
    return try result.get()
  }

  /// A bus that lets nobody in is no fault of a server's.
  private func overdue(_ call: String, _ limit: Duration) -> NotificationServerError {
    DesktopConnection.knowsBus
      ? .timedOut(call: call, limit: limit) : .noBus("it did not answer within \(limit)")
  }
}

/// A server of which it is known what comes before what.
protocol OrderedServer: NotificationServer {
  /// As `show`; says also which of the servers that come and go on the bus has shown it.
  func showCounting(
    _ notification: DesktopNotification, replacing id: NotificationID?
  ) async throws(NotificationServerError) -> ShowAnswer

  /// As `close`; before all that is asked later.
  func closeSoon(_ id: NotificationID)
}

/// What a server answered to `Notify`.
struct ShowAnswer: Sendable {
  /// The server's number for the notification.
  let id: NotificationID
  /// How many servers had gone by then, as the events count them.
  let serversGone: Int
}
