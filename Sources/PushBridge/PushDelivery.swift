public import ApplePush
public import DesktopNotifications
internal import FoundationEssentials
public import GLibLoop
public import NotificationModel
internal import Presentation

/// Leads pushes through their lives: shown, answered, gone; each step is an event.
///
/// A shown push has exactly one `presented`. It ends with its `response`, or with a `closed`; a
/// dismissal of which the category wants to know has both.
public actor PushDelivery {
  /// What became of a push, as far as it is known when it has been delivered.
  public enum Delivery: Sendable, Hashable {
    /// It is shown, as its service extension left it.
    case presented(UNNotificationRequest)
    /// There is nothing to show, or the summary of a burst stands for it.
    case notShown
    /// Everything was taken back before its turn; a stored push has no event of it, for it may be
    /// delivered later.
    case takenBack
    /// It could not be shown.
    case failed(NotificationServerError)
  }

  /// How pushes are delivered.
  public struct Options: Sendable, Hashable {
    /// What the activation of a push with a video opens.
    public var video: VideoMode
    /// Whether the process stays until what it shows has ended.
    public var stays: Bool
    /// How long a browser may take to ask for an opened player page, which is then served until
    /// its video has ended; nil where nothing is really opened.
    public var playerLimit: Duration?
    /// How many pushes of one topic are shown within a second; nil for any number.
    ///
    /// Those above it become one summary.
    public var burstLimit: Int?
    /// How many notifications are shown at a time; above it, the oldest is taken back.
    public var shownLimit = 1000

    /// Makes options.
    ///
    /// - Parameters:
    ///   - video: What the activation of a push with a video opens.
    ///   - stays: Whether the process stays until what it shows has ended.
    ///   - playerLimit: How long a browser may take to ask for an opened player page; nil where
    ///     nothing is really opened.
    ///   - burstLimit: How many pushes of one topic are shown within a second; nil for any number.
    public init(
      video: VideoMode = .player, stays: Bool = true, playerLimit: Duration? = .seconds(15),
      burstLimit: Int? = nil
    ) {
      self.video = video
      self.stays = stays
      self.playerLimit = playerLimit
      self.burstLimit = burstLimit
    }
  }

  /// A push in its life.
  struct Subject: Sendable {
    let push: Push
    let app: ReceivingApp
    /// Its number in the store.
    let number: Int64?
    var notification: UNNotification

    var request: UNNotificationRequest { notification.request }
  }

  /// What still goes on for a push: the wait for its end, or for the player that it opened.
  struct Life {
    let requestIdentifier: String
    let isShown: Bool
    let task: Task<Void, Never>
  }

  /// The executor of the delivery and its session.
  public nonisolated var unownedExecutor: UnownedSerialExecutor {
    unsafe executor.asUnownedSerialExecutor()
  }

  nonisolated let executor: any SerialExecutor & TaskExecutor & TimerSource
  let surroundings: PushSurroundings
  let options: Options
  let session: NotificationSession
  private let emit: @Sendable (PushEvent) -> Void
  /// What the server said of itself just now, for the first push.
  private var knownServer: ServerInformation?
  var shown = ShownPushes()
  var bursts = Bursts()
  var turns = Turns()
  private var lives: [Int: Life] = [:]
  private var lifeCount = 0
  /// Whether everything has been taken back: what is on its way then follows.
  var isEnding = false
  /// Whether something that was to be done after a push was shown could not be.
  public internal(set) var hasFailed = false

  /// Makes a delivery.
  ///
  /// - Parameters:
  ///   - surroundings: What a push's life needs of the world around it.
  ///   - options: How pushes are delivered.
  ///   - knownServer: What the server said of itself just now; it is not asked for the first push.
  ///   - executor: Where the delivery runs.
  ///   - emit: Takes each event, in order, on the actor.
  public init(
    surroundings: PushSurroundings, options: Options = Options(),
    knownServer: ServerInformation? = nil,
    executor: any SerialExecutor & TaskExecutor & TimerSource = ServerActor.executor,
    emit: @escaping @Sendable (PushEvent) -> Void
  ) {
    self.surroundings = surroundings
    self.options = options
    self.knownServer = knownServer
    self.emit = emit
    self.executor = executor
    session = NotificationSession(
      server: surroundings.server, listens: options.stays, executor: executor)
  }

  /// Delivers a push.
  ///
  /// - Parameters:
  ///   - push: The push.
  ///   - app: The application that it is for.
  ///   - identifier: What the request is known by where there is no `apns-collapse-id`; a fresh UUID
  ///     by default.
  ///   - number: Its number in the store; nil for a push that is not stored.
  /// - Returns: What became of it.
  public func deliver(
    _ push: Push, for app: ReceivingApp, identifier: String? = nil, number: Int64? = nil
  ) async -> Delivery {
    var subject = Subject(
      push: push, app: app, number: number,
      notification: UNNotification(
        date: surroundings.now(),
        request: push.request(identifier: identifier ?? UUID().uuidString)))
    guard !isEnding else { return takeBack(subject) }
    guard isWorthShowing(subject) else { return .notShown }
    await setBadge(of: push, app)
    let result = await runBackgroundHandler(subject)
    guard push.hasAlert else {
      tell(.silent(result), subject)
      return .notShown
    }
    let problem = await runServiceExtension(&subject)
    // Counted as it comes, however long the server takes for those before it.
    let isOneTooMany = isBurst(subject)
    await takeTurn()
    defer { giveTurn() }
    // Time has passed: a program has run, or the server did not answer.
    guard !isEnding else { return takeBack(subject) }
    guard isWorthShowing(subject) else { return .notShown }
    do {
      guard !isOneTooMany else {
        summarise(subject, problem)
        return .notShown
      }
      try await present(subject, problem)
      return .presented(subject.request)
    } catch {
      hasFailed = true
      tell(.failed(error.description), subject)
      return .failed(error)
    }
  }

  /// Waits until everything that is shown has ended, and what it opened has begun.
  public func finish() async {
    while let life = lives.first?.value { await life.task.value }
  }

  /// Waits until what is shown for a request has ended; what it opened may go on.
  ///
  /// - Parameter requestIdentifier: The request's identifier.
  public func finish(_ requestIdentifier: String) async {
    for life in lives.values where life.isShown && life.requestIdentifier == requestIdentifier {
      await life.task.value
    }
  }

  /// Which shown pushes are meant.
  public enum Selection: Sendable, Hashable {
    /// Those of one request's identifier.
    case request(String)
    /// Those of one thread.
    case thread(String)
    /// Those of one topic.
    case topic(String)
    /// All of them.
    case all
  }

  /// Takes shown pushes back.
  ///
  /// - Parameter selection: Which ones.
  /// - Returns: How many were shown.
  @discardableResult
  public func withdraw(_ selection: Selection) async -> Int {
    let found = shown.all.filter { live in
      switch selection {
      case .request(let identifier): live.subject.request.identifier == identifier
      case .thread(let thread): live.subject.request.content.threadIdentifier == thread
      case .topic(let topic): live.subject.push.topic == topic
      case .all: true
      }
    }
    for live in found { await session.withdraw(live.shown) }
    return found.count
  }

  /// Takes back everything that is shown, and ends what is asked or followed.
  ///
  /// A push that is being delivered is taken back as soon as it is shown; later ones are not shown.
  public func withdrawAll() async {
    isEnding = true
    for life in lives.values { life.task.cancel() }
    await withdraw(.all)
  }

  // MARK: Before it is shown

  private func takeBack(_ subject: Subject) -> Delivery {
    if subject.number == nil {
      fail("not shown: everything was taken back before its turn", subject)
    }
    return .takenBack
  }

  /// Whether a push is still to be shown; where not, its event has been told.
  private func isWorthShowing(_ subject: Subject) -> Bool {
    guard let expiration = subject.push.headers.expiration, expiration != 0,
      Double(expiration) <= surroundings.now().timeIntervalSince1970
    else { return true }
    tell(.closed(.expired), subject)
    return false
  }

  private func setBadge(of push: Push, _ app: ReceivingApp) async {
    guard let badge = push.content.badge?.intValue, let entry = app.presented.desktopEntry else {
      return
    }
    await surroundings.server.setBadge(badge, desktopEntry: entry)
  }

  private func runBackgroundHandler(_ subject: Subject) async -> PushEvent.SilentResult {
    guard subject.push.contentAvailable, let handlers = subject.app.handlers,
      let command = handlers.backgroundHandler
    else { return .noHandler }
    return await BackgroundHandler.run(
      command, in: handlers.folder, on: subject.request, topic: subject.push.topic)
  }

  private func runServiceExtension(_ subject: inout Subject) async -> String? {
    guard subject.push.runsServiceExtension, let handlers = subject.app.handlers,
      let command = handlers.serviceExtension
    else { return nil }
    let (request, problem) = await ServiceExtension.run(
      command, in: handlers.folder, on: subject.request, topic: subject.push.topic)
    subject.notification = UNNotification(date: subject.notification.date, request: request)
    return problem
  }

  func serverInformation() async throws(NotificationServerError) -> ServerInformation {
    if let knownServer {
      self.knownServer = nil
      return knownServer
    }
    return try await surroundings.server.information()
  }

  // MARK: Lives

  /// Starts what goes on for a push.
  ///
  /// - Parameters:
  ///   - requestIdentifier: The request's identifier.
  ///   - isShown: Whether it is the wait for the notification's end.
  ///   - work: What goes on.
  func begin(
    _ requestIdentifier: String, isShown: Bool,
    _ work: @escaping @Sendable (isolated PushDelivery) async -> Void
  ) {
    let number = lifeCount
    lifeCount += 1
    // By the executor's queue, as Swift's pool would mix up which of two ended first.
    let task = Task(executorPreference: executor) {
      await work(self)
      await self.forget(number)
    }
    lives[number] = Life(requestIdentifier: requestIdentifier, isShown: isShown, task: task)
  }

  private func forget(_ number: Int) {
    lives[number] = nil
  }

  // MARK: Telling

  func fail(_ detail: String, _ subject: Subject) {
    hasFailed = true
    tell(.failed(detail), subject)
  }

  func tell(_ kind: PushEvent.Kind, _ subject: Subject, activationToken: String? = nil) {
    let content = subject.request.content
    var event = PushEvent(
      date: surroundings.now(), requestIdentifier: subject.request.identifier,
      topic: subject.push.topic, categoryIdentifier: content.categoryIdentifier,
      threadIdentifier: content.threadIdentifier, kind: kind)
    event.context.number = subject.number
    event.context.handlers = subject.app.handlers
    event.context.activationToken = activationToken
    emit(event)
  }
}
