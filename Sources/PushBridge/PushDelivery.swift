public import ApplePush
public import DesktopNotifications
internal import FoundationEssentials
public import GLibLoop
internal import NotificationModel
internal import Presentation

/// Leads pushes through their lives: shown, answered, gone; each step is an event.
///
/// A shown push has exactly one `presented`. It ends with its `response`, or with a `closed`; a
/// dismissal of which the category wants to know has both.
public actor PushDelivery {
  /// What became of a push, as far as it is known when it has been delivered.
  public enum Delivery: Sendable, Hashable {
    /// It is shown, under the request's identifier.
    case presented(requestIdentifier: String)
    /// There is nothing to show.
    case notShown
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

    /// Makes options.
    ///
    /// - Parameters:
    ///   - video: What the activation of a push with a video opens.
    ///   - stays: Whether the process stays until what it shows has ended.
    ///   - playerLimit: How long a browser may take to ask for an opened player page; nil where
    ///     nothing is really opened.
    public init(
      video: VideoMode = .player, stays: Bool = true, playerLimit: Duration? = .seconds(15)
    ) {
      self.video = video
      self.stays = stays
      self.playerLimit = playerLimit
    }
  }

  /// A notification that has been shown and has not ended.
  struct Live {
    let notification: UNNotification
    let presentation: Presentation
    let shown: ShownNotification
    let push: Push
    let app: ReceivingApp
    /// What its activation opens; nil for a push without a video.
    let video: VideoActivation?
    let groupKey: String?
    /// How many pushes of its group it stands for besides its own.
    let earlier: Int
    let summaryArguments: [String]
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

  private nonisolated let executor: any SerialExecutor & TaskExecutor
  let surroundings: PushSurroundings
  let options: Options
  private let session: NotificationSession
  private let emit: @Sendable (PushEvent) -> Void
  /// What the server said of itself just now, for the first push.
  private var knownServer: ServerInformation?
  private var live: [ObjectIdentifier: Live] = [:]
  private var lives: [Int: Life] = [:]
  private var lifeCount = 0
  /// Whether everything has been taken back: what is on its way then follows.
  private var isEnding = false
  /// Whether something that was to be done after a push was shown could not be.
  public private(set) var hasFailed = false

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
  /// - Returns: What became of it.
  public func deliver(_ push: Push, for app: ReceivingApp) async -> Delivery {
    let notification = UNNotification(
      date: surroundings.now(), request: push.request(identifier: UUID().uuidString))
    guard !isEnding else {
      hasFailed = true
      tell(.failed("not shown: everything was taken back before its turn"), push, notification)
      return .notShown
    }
    if let expiration = push.headers.expiration, expiration != 0,
      Double(expiration) <= notification.date.timeIntervalSince1970
    {
      tell(.closed(.expired), push, notification)
      return .notShown
    }
    await setBadge(of: push, app)
    guard push.hasAlert else {
      tell(.silent(.noHandler), push, notification)
      return .notShown
    }
    do {
      try await present(push, notification, app)
      return .presented(requestIdentifier: notification.request.identifier)
    } catch {
      hasFailed = true
      tell(.failed(error.description), push, notification)
      return .failed(error)
    }
  }

  /// Waits until everything that is shown has ended, and what it opened has begun.
  public func finish() async {
    while let (key, life) = lives.first {
      await life.task.value
      lives[key] = nil
    }
  }

  /// Waits until what is shown for a request has ended; what it opened may go on.
  ///
  /// - Parameter requestIdentifier: The request's identifier.
  public func finish(_ requestIdentifier: String) async {
    for life in lives.values where life.isShown && life.requestIdentifier == requestIdentifier {
      await life.task.value
    }
  }

  /// Takes one shown push back.
  ///
  /// - Parameter requestIdentifier: The request's identifier; nothing happens when it is not shown.
  public func withdraw(_ requestIdentifier: String) async {
    let shown = live.values.filter { $0.notification.request.identifier == requestIdentifier }
    for shown in shown.map(\.shown) { await session.withdraw(shown) }
  }

  /// Takes back everything that is shown, and ends what is asked or followed.
  ///
  /// A push that is being delivered is taken back as soon as it is shown; later ones are not shown.
  public func withdrawAll() async {
    isEnding = true
    for life in lives.values { life.task.cancel() }
    for shown in live.values.map(\.shown) { await session.withdraw(shown) }
  }

  // MARK: Presenting

  private func present(
    _ push: Push, _ notification: UNNotification, _ app: ReceivingApp
  ) async throws(NotificationServerError) {
    let server = try await serverInformation()
    let content = notification.request.content
    let category = app.category(content.categoryIdentifier)
    let groupKey = app.groupKey(threadIdentifier: content.threadIdentifier)
    let old = predecessor(of: notification.request.identifier, push.topic, groupKey)
    let video = VideoActivation(of: push, key: app.videoKey, mode: options.video)
    var presentationOptions = Presentation.Options(
      link: video?.link, stackTag: groupKey, senderStays: options.stays)
    if video?.link != nil { presentationOptions.defaultLabel = "Play video" }
    var summary: (earlier: Int, arguments: [String]) = (0, [])
    if let old, old.groupKey == groupKey, groupKey != nil,
      old.notification.request.identifier != notification.request.identifier
    {
      summary = (old.earlier + 1, old.summaryArguments)
      presentationOptions.summaryLine = SummaryFormat.line(
        category?.categorySummaryFormat ?? "", count: summary.earlier,
        arguments: summary.arguments)
    }
    let argument = content.summaryArgument
    if !argument.isEmpty, !summary.arguments.contains(argument) {
      summary.arguments.append(argument)
    }
    let presentation = Presentation(
      of: notification.request, category: category, app: app.presented, on: server,
      options: presentationOptions)
    let shown = try await session.show(presentation.notification, replacing: old?.shown)
    if let old, live.removeValue(forKey: ObjectIdentifier(old.shown)) != nil {
      tell(.closed(.replaced), old.push, old.notification)
    }
    tell(
      .presented(
        Presented(
          content, category: category, server: server.name,
          degraded: presentation.degraded + (video?.degraded ?? []), replaced: old != nil)),
      push, notification)
    start(
      Live(
        notification: notification, presentation: presentation, shown: shown, push: push,
        app: app, video: video, groupKey: groupKey, earlier: summary.earlier,
        summaryArguments: summary.arguments))
    // The end came while the server was asked.
    if isEnding { await session.withdraw(shown) }
  }

  private func serverInformation() async throws(NotificationServerError) -> ServerInformation {
    if let knownServer {
      self.knownServer = nil
      return knownServer
    }
    return try await surroundings.server.information()
  }

  /// The shown notification whose place a new one takes: the same request's, else its group's.
  private func predecessor(
    of requestIdentifier: String, _ topic: String, _ groupKey: String?
  ) -> Live? {
    live.values.first { live in
      live.push.topic == topic && live.notification.request.identifier == requestIdentifier
    } ?? live.values.first { groupKey != nil && $0.groupKey == groupKey }
  }

  private func start(_ new: Live) {
    let key = ObjectIdentifier(new.shown)
    live[key] = new
    guard options.stays else { return }
    // By the executor's queue, as Swift's pool would mix up which of two ended first.
    let task = Task(executorPreference: executor) { await self.awaitEnd(of: new, key) }
    add(
      Life(requestIdentifier: new.notification.request.identifier, isShown: true, task: task))
  }

  private func awaitEnd(of shown: Live, _ key: ObjectIdentifier) async {
    let outcome = await shown.shown.end()
    // A replacement has told the end already.
    guard live.removeValue(forKey: key) != nil else { return }
    await end(shown, with: shown.presentation.answer(to: outcome, for: shown.notification))
  }

  func add(_ life: Life) {
    lives[lifeCount] = life
    lifeCount += 1
  }

  private func setBadge(of push: Push, _ app: ReceivingApp) async {
    guard let badge = push.content.badge?.intValue, let entry = app.presented.desktopEntry else {
      return
    }
    await surroundings.server.setBadge(badge, desktopEntry: entry)
  }

  // MARK: Ending

  private func end(_ ended: Live, with answer: Answer) async {
    switch answer {
    case .closed(let reason):
      tell(.closed(reason), ended.push, ended.notification)
    case .dismissed(let response):
      tell(response, ended)
      tell(.closed(.dismissed), ended.push, ended.notification)
    case .needsText(let action, let token):
      guard await isUnlocked(for: action, ended) else { return }
      await ask(action, ended, activationToken: token)
    case .response(let response, let token):
      let action = ended.presentation.action(named: response.actionIdentifier)
      guard await isUnlocked(for: action, ended) else { return }
      tell(response, ended)
      guard response.actionIdentifier == UNNotificationDefaultActionIdentifier else { return }
      await openVideo(of: ended, activationToken: token)
    }
  }

  /// Holds an action that needs it until the session is unlocked.
  ///
  /// - Returns: False when the wait was ended, and the answer with it.
  private func isUnlocked(for action: UNNotificationAction?, _ ended: Live) async -> Bool {
    guard action?.options.contains(.authenticationRequired) == true else { return true }
    await surroundings.waitUntilUnlocked()
    guard !Task.isCancelled else {
      tell(.closed(.withdrawn), ended.push, ended.notification)
      return false
    }
    return true
  }

  private func ask(
    _ action: UNTextInputNotificationAction, _ ended: Live, activationToken: String?
  ) async {
    guard let prompt = surroundings.textPrompt else {
      fail("no way to ask for the text of \(action.identifier)", ended)
      return
    }
    let content = ended.notification.request.content
    let question = TextQuestion(
      appName: ended.app.presented.name, title: DisplayText.line(content.title),
      body: DisplayText.clean(content.body),
      placeholder: DisplayText.line(action.textInputPlaceholder),
      buttonTitle: DisplayText.line(action.textInputButtonTitle))
    do {
      let text = try await prompt.ask(question)
      await end(
        ended,
        with: Presentation.answer(
          with: text, to: action, for: ended.notification, activationToken: activationToken))
    } catch is CancellationError {
      tell(.closed(.withdrawn), ended.push, ended.notification)
    } catch {
      fail("no text for \(action.identifier): \(error)", ended)
    }
  }

  func fail(_ detail: String, _ ended: Live) {
    hasFailed = true
    tell(.failed(detail), ended.push, ended.notification)
  }

  // MARK: Telling

  private func tell(_ response: UNNotificationResponse, _ ended: Live) {
    tell(
      .response(
        actionIdentifier: response.actionIdentifier,
        userText: (response as? UNTextInputNotificationResponse)?.userText),
      ended.push, ended.notification)
  }

  func tell(_ kind: PushEvent.Kind, _ push: Push, _ notification: UNNotification) {
    let content = notification.request.content
    emit(
      PushEvent(
        date: surroundings.now(), requestIdentifier: notification.request.identifier,
        topic: push.topic, categoryIdentifier: content.categoryIdentifier,
        threadIdentifier: content.threadIdentifier, kind: kind))
  }
}

extension Presented {
  /// Describes how a content is shown.
  fileprivate init(
    _ content: UNNotificationContent, category: UNNotificationCategory?, server: String,
    degraded: [String], replaced: Bool
  ) {
    self.init()
    title = content.title
    subtitle = content.subtitle
    body = content.body
    actions = (category?.actions ?? []).map { action in
      Action(
        identifier: action.identifier, title: action.title,
        textInput: action is UNTextInputNotificationAction)
    }
    interruptionLevel = content.interruptionLevel.name
    sound = content.sound.map { $0.name?.rawValue ?? "default" }
    badge = content.badge?.intValue
    attachments = content.attachments.map(\.url.absoluteString)
    self.server = server
    self.degraded = degraded
    self.replaced = replaced
  }
}

extension UNNotificationInterruptionLevel {
  /// The level's name in the event stream: that of Apple's case.
  fileprivate var name: String {
    switch self {
    case .passive: "passive"
    case .active: "active"
    case .timeSensitive: "timeSensitive"
    case .critical: "critical"
    }
  }
}
