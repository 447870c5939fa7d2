internal import ApplePush
internal import DesktopNotifications
internal import FoundationEssentials
internal import NotificationModel
internal import Presentation

extension PushDelivery {
  /// Lets one push after the other be shown: which one takes another's place is known only when the
  /// one before is there.
  func takeTurn() async {
    await withCheckedContinuation { continuation in
      // Inside, as the task may be set aside before it comes here.
      if turns.isTaken {
        turns.waiting.append(continuation)
      } else {
        turns.isTaken = true
        continuation.resume()
      }
    }
  }

  func giveTurn() {
    guard !turns.waiting.isEmpty else {
      turns.isTaken = false
      return
    }
    turns.waiting.removeFirst().resume()
  }

  /// Whose turn it is.
  struct Turns {
    var isTaken = false
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  /// Shows a push.
  ///
  /// - Parameters:
  ///   - subject: The push.
  ///   - problem: What its service extension did wrong.
  /// - Throws: `NotificationServerError`.
  func present(_ subject: Subject, _ problem: String?) async throws(NotificationServerError) {
    let server = try await serverInformation()
    let app = subject.app
    let content = subject.request.content
    let category = app.category(content.categoryIdentifier)
    let groupKey = app.groupKey(threadIdentifier: content.threadIdentifier)
    let old = shown.predecessor(
      topic: subject.push.topic, requestIdentifier: subject.request.identifier, groupKey)
    let video = VideoActivation(of: subject.push, key: app.videoKey, mode: options.video)
    var presentationOptions = Presentation.Options(
      link: video?.link, stackTag: groupKey, senderStays: options.stays)
    if video?.link != nil { presentationOptions.defaultLabel = "Play video" }
    var summary: (earlier: Int, arguments: [String]) = (0, [])
    if let old, old.groupKey == groupKey, groupKey != nil,
      old.subject.request.identifier != subject.request.identifier
    {
      summary = (old.earlier + 1, old.summaryArguments)
      presentationOptions.summaryLine = SummaryFormat.line(
        category?.categorySummaryFormat ?? "", count: summary.earlier,
        arguments: summary.arguments)
    }
    let argument = content.summaryArgument
    if !argument.isEmpty, !summary.arguments.contains(argument),
      summary.arguments.count < SummaryFormat.mostArguments
    {
      summary.arguments.append(argument)
    }
    let presentation = Presentation(
      of: subject.request, category: category, app: app.presented, on: server,
      options: presentationOptions)
    let notification = try await session.show(
      presentation.notification, replacing: old?.shown)
    if let old, shown.remove(old) { tell(.closed(.replaced), old.subject) }
    tell(
      .presented(
        Presented(
          content, category: category, server: server.name,
          degraded: presentation.degraded + (video?.degraded ?? []) + (problem.map { [$0] } ?? []),
          replaced: old != nil)),
      subject)
    start(
      Live(
        subject: subject, presentation: presentation, shown: notification, video: video,
        groupKey: groupKey, earlier: summary.earlier, summaryArguments: summary.arguments))
    // The end came while the server was asked.
    if isEnding { await session.withdraw(notification) }
    if let oldest = shown.oldest(above: options.shownLimit) {
      await session.withdraw(oldest.shown)
    }
  }

  private func start(_ new: Live) {
    shown.add(new)
    guard options.stays else { return }
    begin(new.subject.request.identifier, isShown: true) { delivery in
      let outcome = await new.shown.end()
      // A replacement has told the end already.
      guard delivery.shown.remove(new) else { return }
      await delivery.end(
        new, with: new.presentation.answer(to: outcome, for: new.subject.notification))
    }
  }
}

/// A notification that has been shown and has not ended.
struct Live: Sendable {
  let subject: PushDelivery.Subject
  let presentation: Presentation
  let shown: ShownNotification
  /// What its activation opens; nil for a push without a video.
  let video: VideoActivation?
  let groupKey: String?
  /// How many pushes of its group it stands for besides its own.
  let earlier: Int
  let summaryArguments: [String]
}

/// The notifications that are shown, found by what a newer one may share with them.
struct ShownPushes {
  private struct RequestKey: Hashable {
    let topic: String
    let identifier: String
  }

  private var live: [ObjectIdentifier: (number: Int, live: Live)] = [:]
  private var byRequest: [RequestKey: ObjectIdentifier] = [:]
  private var byGroup: [String: ObjectIdentifier] = [:]
  private var count = 0

  /// All of them, the oldest first.
  var all: [Live] { live.values.sorted { $0.number < $1.number }.map(\.live) }

  /// The one whose place a new one takes: the same request's, else its group's.
  func predecessor(topic: String, requestIdentifier: String, _ groupKey: String?) -> Live? {
    let key =
      byRequest[RequestKey(topic: topic, identifier: requestIdentifier)]
      ?? groupKey.flatMap { byGroup[$0] }
    return key.flatMap { live[$0]?.live }
  }

  mutating func add(_ new: Live) {
    let key = ObjectIdentifier(new.shown)
    count += 1
    live[key] = (count, new)
    byRequest[Self.requestKey(new)] = key
    if let group = new.groupKey { byGroup[group] = key }
  }

  /// Takes one away.
  ///
  /// - Returns: Whether it was there.
  mutating func remove(_ old: Live) -> Bool {
    let key = ObjectIdentifier(old.shown)
    guard live.removeValue(forKey: key) != nil else { return false }
    if byRequest[Self.requestKey(old)] == key { byRequest[Self.requestKey(old)] = nil }
    if let group = old.groupKey, byGroup[group] == key { byGroup[group] = nil }
    return true
  }

  /// The oldest one, where there are more than so many.
  func oldest(above limit: Int) -> Live? {
    guard live.count > limit else { return nil }
    return live.values.min { $0.number < $1.number }?.live
  }

  private static func requestKey(_ live: Live) -> RequestKey {
    RequestKey(
      topic: live.subject.push.topic, identifier: live.subject.request.identifier)
  }
}

extension Presented {
  /// Describes how a content is shown.
  init(
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
