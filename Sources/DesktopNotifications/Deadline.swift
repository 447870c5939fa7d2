internal import Synchronization

/// A value that is set once and awaited by any number of tasks.
package final class OneShot<Value: Sendable>: Sendable {
  private enum State {
    case waiting([CheckedContinuation<Value, Never>])
    case set(Value)
  }

  private let state = Mutex(State.waiting([]))

  package init() {}

  /// Sets the value and wakes all who wait.
  ///
  /// - Parameter value: The value.
  /// - Returns: False when one was set before; the first one stays.
  @discardableResult
  package func set(_ value: Value) -> Bool {
    let waiting: [CheckedContinuation<Value, Never>]? = state.withLock { state in
      guard case .waiting(let waiting) = state else { return nil }
      state = .set(value)
      return waiting
    }
    guard let waiting else { return false }
    for continuation in waiting { continuation.resume(returning: value) }
    return true
  }

  /// The value, or nil while none is set.
  package var current: Value? {
    state.withLock { state in
      guard case .set(let value) = state else { return nil }
      return value
    }
  }

  /// Waits for the value.
  package func value() async -> Value {
    await withCheckedContinuation { continuation in
      let set: Value? = state.withLock { state in
        switch state {
        case .set(let value): return value
        case .waiting(let waiting):
          state = .waiting(waiting + [continuation])
          return nil
        }
      }
      if let set { continuation.resume(returning: set) }
    }
  }
}

/// Waits for an operation, but no longer than a limit.
///
/// The operation is not ended when the limit is over: what it blocks on cannot be ended. Its late
/// result goes to `late`.
///
/// - Parameters:
///   - limit: How long to wait.
///   - operation: What to wait for; it starts at once.
///   - late: What becomes of a result that came too late.
/// - Returns: The result, or nil when the limit was over first.
package func withDeadline<Value: Sendable>(
  _ limit: Duration, operation: @escaping @Sendable () async -> Value,
  late: @escaping @Sendable (Value) async -> Void = { _ in }
) async -> Value? {
  let outcome = OneShot<Value?>()
  let timer = Task {
    // Only cancellation is thrown, and it means that the result was first.
    guard (try? await Task.sleep(for: limit)) != nil else { return }
    outcome.set(nil)
  }
  Task {
    let value = await operation()
    timer.cancel()
    if !outcome.set(value) { await late(value) }
  }
  return await outcome.value()
}
