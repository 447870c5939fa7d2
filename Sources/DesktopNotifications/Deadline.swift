package import GLibLoop
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

/// Waits for an operation on the desktop's thread, but no longer than a limit.
///
/// The operation is not ended when the limit is over: what it blocks on cannot be ended. Its late
/// result goes to `late`.
///
/// - Parameters:
///   - limit: How long to wait.
///   - timers: Who watches the limit.
///   - operation: What to wait for.
///   - late: What becomes of a result that came too late.
/// - Returns: The result, or nil when the limit was over first.
func withDeadline<Value: Sendable>(
  _ limit: Duration, timers: any TimerSource,
  operation: @escaping @DesktopActor @Sendable () async -> Value,
  late: @escaping @Sendable (Value) async -> Void
) async -> Value? {
  let outcome = OneShot<Value?>()
  let timer = timers.after(limit) { outcome.set(nil) }
  // The preference keeps what is not isolated, such as a continuation's resumption, off the pool.
  Task(executorPreference: DesktopActor.executor) {
    await run(operation, timer, outcome, late)
  }
  return await outcome.value()
}

@DesktopActor
private func run<Value: Sendable>(
  _ operation: @DesktopActor @Sendable () async -> Value, _ timer: LoopTimer,
  _ outcome: OneShot<Value?>, _ late: @Sendable (Value) async -> Void
) async {
  let value = await operation()
  timer.cancel()
  if !outcome.set(value) { await late(value) }
}

extension OneShot {
  /// Waits for the value, but no longer than a limit.
  ///
  /// - Parameters:
  ///   - limit: How long to wait.
  ///   - timers: Who watches the limit.
  ///   - otherwise: The value that is set when the limit is over first.
  /// - Returns: The value.
  package func value(
    within limit: Duration, timers: any TimerSource, otherwise: Value
  ) async -> Value {
    let timer = timers.after(limit) { [self] in set(otherwise) }
    defer { timer.cancel() }
    return await value()
  }
}
