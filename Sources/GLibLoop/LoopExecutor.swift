internal import CGLib

/// Runs Swift jobs, one at a time, on a `GMainContext` that has a thread of its own.
///
/// Also a task executor: what resumes a continuation is not isolated, and would else go through
/// Swift's pool. A job is always posted as a source, never run inside `enqueue`. An executor is unowned by the
/// jobs that wait on it, so each lives as long as the process: make it a `static let`.
/// Source: SE-0392 (custom actor executors).
@safe
public final class LoopExecutor: SerialExecutor, TaskExecutor, TimerSource {
  /// The loop is never freed, and the shim's functions take it from any thread.
  private nonisolated(unsafe) let loop: OpaquePointer

  /// Starts the thread.
  ///
  /// - Parameters:
  ///   - name: The thread's name, of which the kernel shows 15 bytes.
  ///   - niceness: How far the thread stands back behind others, from 0 to 19; 0 by default.
  public init(name: String, niceness: Int32 = 0) {
    unsafe loop = cglib_loop_start(name, niceness)
  }

  /// Posts a job to the loop.
  ///
  /// - Parameter job: What to run on the loop's thread.
  public func enqueue(_ job: consuming ExecutorJob) {
    let posted = PostedJob(UnownedJob(job), on: self)
    let context = unsafe Unmanaged.passRetained(posted).toOpaque()
    unsafe cglib_loop_post(loop, runPostedJob, context, releaseObject)
  }

  /// Tells whether the calling thread is the loop's.
  ///
  /// - Returns: True on the loop's thread, else false.
  public func isIsolatingCurrentContext() -> Bool? {
    isCurrent
  }

  /// Traps where the calling thread is not the loop's.
  public func checkIsolated() {
    precondition(isCurrent, "Work of a GLib loop ran on a thread that is not the loop's.")
  }

  /// Whether the calling thread is the loop's.
  public var isCurrent: Bool {
    unsafe cglib_loop_is_current(loop)
  }

  /// Runs a function on the loop's thread after a time, unless the timer is cancelled.
  ///
  /// - Parameters:
  ///   - delay: How long to wait; rounded down to milliseconds, at most 49 days.
  ///   - function: What to run, once.
  /// - Returns: The timer.
  @discardableResult
  public func after(_ delay: Duration, run function: @escaping @Sendable () -> Void) -> LoopTimer {
    let (seconds, attoseconds) = delay.components
    let milliseconds = UInt32(clamping: seconds * 1000 + attoseconds / 1_000_000_000_000_000)
    let context = unsafe Unmanaged.passRetained(PostedFunction(function)).toOpaque()
    return timer(
      unsafe cglib_loop_after(loop, milliseconds, runPostedFunction, context, releaseObject))
  }

  /// Runs a function on the loop's thread each time that the process gets a Unix signal.
  ///
  /// The signal has no effect of its own until its last watch has ended.
  ///
  /// - Parameters:
  ///   - number: `SIGINT`, `SIGTERM`, `SIGHUP`, `SIGUSR1`, `SIGUSR2` or `SIGWINCH`.
  ///   - function: What to run.
  /// - Returns: The watch, which ends when cancelled.
  @discardableResult
  public func onSignal(
    _ number: Int32, run function: @escaping @Sendable () -> Void
  ) -> LoopTimer {
    let context = unsafe Unmanaged.passRetained(PostedFunction(function)).toOpaque()
    return timer(
      unsafe cglib_loop_on_signal(loop, number, runPostedFunction, context, releaseObject))
  }

  /// Runs a function on the loop's thread as often as a file descriptor can be read without waiting,
  /// or has been hung up.
  ///
  /// - Parameters:
  ///   - descriptor: The descriptor; it must stay open until the watch has been cancelled.
  ///   - function: What to run; it reads what is there.
  /// - Returns: The watch, which ends when cancelled.
  public func onReadable(
    _ descriptor: Int32, run function: @escaping @Sendable () -> Void
  ) -> LoopTimer {
    let context = unsafe Unmanaged.passRetained(PostedFunction(function)).toOpaque()
    return timer(
      unsafe cglib_loop_on_readable(loop, descriptor, runPostedFunction, context, releaseObject))
  }

  /// Runs a function on the loop's thread once, when nobody reads a pipe any more.
  ///
  /// - Parameters:
  ///   - descriptor: The end that is written to; it must stay open until the watch has ended.
  ///   - function: What to run.
  /// - Returns: The watch, which ends when cancelled.
  @discardableResult
  public func onHangUp(
    _ descriptor: Int32, run function: @escaping @Sendable () -> Void
  ) -> LoopTimer {
    let context = unsafe Unmanaged.passRetained(PostedFunction(function)).toOpaque()
    return timer(
      unsafe cglib_loop_on_hang_up(loop, descriptor, runPostedFunction, context, releaseObject))
  }

  private func timer(_ number: UInt32) -> LoopTimer {
    LoopTimer { [self] in unsafe cglib_loop_cancel(loop, number) }
  }
}

private final class PostedJob {
  let job: UnownedJob
  let executor: LoopExecutor

  init(_ job: UnownedJob, on executor: LoopExecutor) {
    self.job = job
    self.executor = executor
  }
}

private final class PostedFunction {
  let function: @Sendable () -> Void

  init(_ function: @escaping @Sendable () -> Void) {
    self.function = function
  }
}

// File-scope constants, so that they can capture nothing that is isolated.
private let runPostedJob: @convention(c) (UnsafeMutableRawPointer?) -> Void = { context in
  guard let context = unsafe context else { return }
  let posted = unsafe Unmanaged<PostedJob>.fromOpaque(context).takeUnretainedValue()
  unsafe posted.job.runSynchronously(on: posted.executor.asUnownedSerialExecutor())
}

private let runPostedFunction: @convention(c) (UnsafeMutableRawPointer?) -> Void = { context in
  guard let context = unsafe context else { return }
  unsafe Unmanaged<PostedFunction>.fromOpaque(context).takeUnretainedValue().function()
}

private let releaseObject: @convention(c) (UnsafeMutableRawPointer?) -> Void = { context in
  guard let context = unsafe context else { return }
  unsafe Unmanaged<AnyObject>.fromOpaque(context).release()
}
