import Synchronization

@testable import DesktopNotifications

/// A server whose every answer a test gives, when it wants to.
final class PuppetServer: NotificationServer {
  typealias Answer = Result<NotificationID, NotificationServerError>

  /// A `Notify` that waits for its answer.
  struct Call: Sendable {
    let notification: DesktopNotification
    let replacing: NotificationID?
    let answer: @Sendable (Answer) -> Void

    /// Answers with a number.
    func callAsFunction(_ id: NotificationID) { answer(.success(id)) }
  }

  private let stream = AsyncStream.makeStream(of: ServerEvent.self)
  private let calls = AsyncStream.makeStream(of: Call.self)
  private let closes = AsyncStream.makeStream(of: NotificationID.self)

  func information() async throws(NotificationServerError) -> ServerInformation {
    ServerInformation(name: "puppet", capabilities: [])
  }

  func show(
    _ notification: DesktopNotification, replacing id: NotificationID?
  ) async throws(NotificationServerError) -> NotificationID {
    let answer: Answer = await withCheckedContinuation { continuation in
      calls.continuation.yield(
        Call(notification: notification, replacing: id) { continuation.resume(returning: $0) })
    }
    return try answer.get()
  }

  func close(_ id: NotificationID) async { tellClosed(id) }

  func tellClosed(_ id: NotificationID) { closes.continuation.yield(id) }

  func setBadge(_ count: Int, desktopEntry: String) async {}

  func events() -> AsyncStream<ServerEvent> { stream.stream }

  // MARK: The strings

  /// Sends an event.
  func send(_ event: ServerEvent) { stream.continuation.yield(event) }

  /// The next `Notify`.
  func call() async -> Call {
    for await call in calls.stream { return call }
    preconditionFailure("Nobody ends the stream.")
  }

  /// The next numbers of `CloseNotification`.
  func closed(_ count: Int) async -> [NotificationID] {
    var ids: [NotificationID] = []
    for await id in closes.stream {
      ids.append(id)
      if ids.count == count { break }
    }
    return ids
  }
}

/// A puppet that says which of its servers has shown a notification.
final class OrderedPuppet: OrderedServer {
  let puppet = PuppetServer()
  /// How many servers have gone when the next answer comes.
  let gone = Mutex(0)

  func information() async throws(NotificationServerError) -> ServerInformation {
    try await puppet.information()
  }

  func show(
    _ notification: DesktopNotification, replacing id: NotificationID?
  ) async throws(NotificationServerError) -> NotificationID {
    try await puppet.show(notification, replacing: id)
  }

  func showCounting(
    _ notification: DesktopNotification, replacing id: NotificationID?
  ) async throws(NotificationServerError) -> ShowAnswer {
    let given = try await puppet.show(notification, replacing: id)
    return ShowAnswer(id: given, serversGone: gone.withLock { $0 })
  }

  func close(_ id: NotificationID) async { closeSoon(id) }

  func closeSoon(_ id: NotificationID) { puppet.tellClosed(id) }

  func setBadge(_ count: Int, desktopEntry: String) async {}

  func events() -> AsyncStream<ServerEvent> { puppet.events() }
}

/// A session on a puppet, on which one notification is shown to tell that all before has arrived.
struct PuppetStage {
  let puppet = PuppetServer()
  let session: NotificationSession

  init() {
    session = NotificationSession(server: puppet, keyTag: "")
  }

  /// Shows a notification that the server answers with this number.
  func show(
    _ notification: DesktopNotification = .invitation(), id: NotificationID,
    replacing old: ShownNotification? = nil
  ) async throws -> ShownNotification {
    async let shown = session.show(notification, replacing: old)
    await puppet.call()(id)
    return try await shown
  }

  /// Sends events, and waits until the session has taken them.
  ///
  /// - Parameters:
  ///   - events: The events.
  ///   - marker: A notification that is still shown; it ends.
  func send(_ events: [ServerEvent], marker: ShownNotification) async {
    for event in events { puppet.send(event) }
    puppet.send(.closed(marker.id, reason: .dismissed))
    _ = await marker.end()
  }
}
