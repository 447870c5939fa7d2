/// Something that can run a function later without Swift's own pool of threads.
///
/// `Task.sleep` needs that pool: its threads take longer to start than showing a notification takes.
public protocol TimerSource: Sendable {
  /// Runs a function once after a time, unless the timer is cancelled.
  ///
  /// - Parameters:
  ///   - delay: How long to wait.
  ///   - function: What to run, on a thread of the source's own.
  /// - Returns: The timer.
  @discardableResult
  func after(_ delay: Duration, run function: @escaping @Sendable () -> Void) -> LoopTimer
}

/// A function that waits for its time, or for a signal.
public struct LoopTimer: Sendable {
  private let end: @Sendable () -> Void

  init(end: @escaping @Sendable () -> Void) {
    self.end = end
  }

  /// Ends the wait; nothing happens when it is over already.
  public func cancel() {
    end()
  }
}
