internal import ApplePush
internal import DesktopNotifications
internal import GLibLoop
internal import NotificationModel
internal import Presentation

// A burst: more pushes of one topic within a second than a person can look at. One notification, the
// summary, stands for those above the limit, and is shown anew once a second at most. As in a thread,
// each push takes the place of the one before: that one is closed as replaced.

/// The bursts of all topics.
struct Bursts {
  /// How long pushes are counted together, and how often a summary is shown anew.
  static let window = Duration.seconds(1)

  struct Topic {
    var start: ContinuousClock.Instant
    var count = 0
    /// Whether there were more than the limit in the window before.
    var goesOn = false
    var summary: Summary?
  }

  struct Summary {
    /// How many pushes it stands for.
    var count = 0
    /// The newest one.
    var last: PushDelivery.Subject
    /// The notification, once it is there.
    var shown: ShownNotification?
    var isDue = false
  }

  var topics: [String: Topic] = [:]

  /// Counts a push.
  ///
  /// - Returns: Whether it is above the limit.
  mutating func count(
    _ name: String, limit: Int, now: ContinuousClock.Instant
  ) -> Bool {
    forgetQuiet(now)
    var topic = topics[name] ?? Topic(start: now)
    if topic.start.duration(to: now) >= Self.window {
      topic.goesOn = topic.count > limit && topic.start.duration(to: now) < Self.window * 2
      topic.start = now
      topic.count = 0
    }
    topic.count += 1
    topics[name] = topic
    return topic.goesOn || topic.count > limit
  }

  private mutating func forgetQuiet(_ now: ContinuousClock.Instant) {
    // Topics come from outside: they are not kept for ever.
    guard topics.count > 256 else { return }
    topics = topics.filter {
      $0.value.summary != nil || $0.value.start.duration(to: now) < Self.window * 2
    }
  }
}

extension PushDelivery {
  /// Whether a push is one too many to be shown by itself.
  func isBurst(_ subject: Subject) -> Bool {
    guard let limit = options.burstLimit else { return false }
    return bursts.count(subject.push.topic, limit: limit, now: .now)
  }

  /// Lets the summary of its topic stand for a push.
  func summarise(_ subject: Subject, _ problem: String?) {
    let topic = subject.push.topic
    var summary = bursts.topics[topic]?.summary ?? Bursts.Summary(last: subject)
    if summary.count > 0 { tell(.closed(.replaced), summary.last) }
    let content = subject.request.content
    var presented = Presented(
      content, category: subject.app.category(content.categoryIdentifier), server: "",
      degraded: problem.map { [$0] } ?? [], replaced: summary.count > 0)
    presented.summarised = true
    tell(.presented(presented), subject)
    summary.last = subject
    summary.count += 1
    let wasDue = summary.isDue
    summary.isDue = true
    bursts.topics[topic]?.summary = summary
    guard !wasDue else { return }
    executor.after(summary.shown == nil ? .zero : Bursts.window) { [self] in
      Task(executorPreference: executor) { await self.showSummary(of: topic) }
    }
  }

  private func showSummary(of topic: String) async {
    await takeTurn()
    defer { giveTurn() }
    guard var summary = bursts.topics[topic]?.summary else { return }
    summary.isDue = false
    bursts.topics[topic]?.summary = summary
    let app = summary.last.app
    let content = UNMutableNotificationContent()
    content.title = app.presented.name
    content.body = "\(summary.count) more notifications"
    let request = UNNotificationRequest(
      identifier: summary.last.request.identifier, content: content, trigger: nil)
    do throws(NotificationServerError) {
      let presentation = Presentation(
        of: request, category: nil, app: app.presented, on: try await serverInformation(),
        options: Presentation.Options(senderStays: options.stays))
      let notification = try await session.show(
        presentation.notification, replacing: summary.shown)
      bursts.topics[topic]?.summary?.shown = notification
      follow(notification, presentation, topic)
      if isEnding { await session.withdraw(notification) }
    } catch {
      let last = bursts.topics[topic]?.summary?.last ?? summary.last
      bursts.topics[topic]?.summary = nil
      fail(error.description, last)
    }
  }

  private func follow(
    _ notification: ShownNotification, _ presentation: Presentation, _ topic: String
  ) {
    guard options.stays, let last = bursts.topics[topic]?.summary?.last else { return }
    begin(last.request.identifier, isShown: true) { delivery in
      let outcome = await notification.end()
      // A newer summary has taken its place.
      guard let summary = delivery.bursts.topics[topic]?.summary, summary.shown === notification
      else { return }
      delivery.bursts.topics[topic]?.summary = nil
      let live = Live(
        subject: summary.last, presentation: presentation, shown: notification, video: nil,
        groupKey: nil, earlier: 0, summaryArguments: [])
      await delivery.end(
        live, with: presentation.answer(to: outcome, for: summary.last.notification))
    }
  }
}
