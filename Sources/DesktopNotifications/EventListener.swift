internal import Synchronization

/// What one `LibnotifyServer` hears from the bus.
final class EventListener: Sendable {
  /// The events, in order.
  let stream: AsyncStream<ServerEvent>
  private let continuation: AsyncStream<ServerEvent>.Continuation
  /// How many `serverGone` are in the stream so far, taken or not.
  let serversGone = Atomic(0)

  /// The most events that wait for a reader: more than any person or sane server makes.
  private static let maximumWaitingEvents = 4_096

  init() {
    (stream, continuation) = AsyncStream.makeStream(
      bufferingPolicy: .bufferingOldest(Self.maximumWaitingEvents))
  }

  /// Adds an event to the stream.
  func take(_ event: ServerEvent) {
    guard case .enqueued = continuation.yield(event), event == .serverGone else { return }
    serversGone.add(1, ordering: .relaxed)
  }
}
