internal import CGLib
internal import Synchronization

/// The main thread of a program whose work is one command.
///
/// Neither Swift's main actor, which an `async` main would serve, nor the pool of the global executor:
/// the pool's threads alone would take longer to start than showing a notification takes.
@globalActor
public actor CommandActor {
  /// The one instance.
  public static let shared = CommandActor()

  /// The executor, for timers and for actors that live on the main thread too.
  public static let executor = QueueExecutor()

  /// The executor of everything that is isolated to this actor.
  public nonisolated var unownedExecutor: UnownedSerialExecutor {
    unsafe Self.executor.asUnownedSerialExecutor()
  }

  /// Runs work to its end on the calling thread, which serves this actor meanwhile.
  ///
  /// To be called once, from the synchronous part of `main`.
  ///
  /// - Parameter body: The work.
  /// - Returns: What the work returns.
  public nonisolated static func run<T: Sendable>(
    _ body: @escaping @CommandActor @Sendable () async -> T
  ) -> T {
    let end = End<T>()
    Task(executorPreference: executor) { await end.take(body) }
    while true {
      executor.runNext()
      if let result = end.result.withLock({ $0 }) { return result }
    }
  }

  private final class End<Result: Sendable>: Sendable {
    let result = Mutex<Result?>(nil)

    @CommandActor
    func take(_ body: @CommandActor @Sendable () async -> Result) async {
      let result = await body()
      self.result.withLock { $0 = result }
    }
  }
}

/// Runs jobs in their order on the thread that asks for them.
///
/// Also a task executor: what resumes a continuation is not isolated, and would else go through
/// Swift's pool, whose threads it would start.
@safe
public final class QueueExecutor: SerialExecutor, TaskExecutor, TimerSource {
  private struct Timer {
    let due: ContinuousClock.Instant
    let number: Int
    let function: @Sendable () -> Void
  }

  private struct Timers {
    var waiting: [Timer] = []
    var count = 0
  }

  /// The queue is never freed, and the shim's functions take it from any thread.
  private nonisolated(unsafe) let queue: OpaquePointer
  private let timers = Mutex(Timers())

  init() {
    unsafe queue = cglib_queue_new()
  }

  /// Puts a job at the end.
  ///
  /// - Parameter job: What to run.
  public func enqueue(_ job: consuming ExecutorJob) {
    push(UnownedJob(job))
  }

  /// Runs a function once after a time, unless the timer is cancelled.
  ///
  /// - Parameters:
  ///   - delay: How long to wait.
  ///   - function: What to run, on the thread that serves the executor.
  /// - Returns: The timer.
  @discardableResult
  public func after(_ delay: Duration, run function: @escaping @Sendable () -> Void) -> LoopTimer {
    let number = timers.withLock { timers in
      timers.count += 1
      timers.waiting.append(
        Timer(due: .now.advanced(by: delay), number: timers.count, function: function))
      return timers.count
    }
    // Whoever waits must count the new timer in.
    push(nil)
    return LoopTimer { [self] in
      timers.withLock { timers in timers.waiting.removeAll { $0.number == number } }
    }
  }

  func runNext() {
    let next = timers.withLock { timers in timers.waiting.map(\.due).min() }
    let item: UnsafeMutableRawPointer?
    if let next {
      let (seconds, attoseconds) = ContinuousClock.now.duration(to: next).components
      let microseconds = max(0, seconds * 1_000_000 + attoseconds / 1_000_000_000_000)
      unsafe item = cglib_queue_pop_within(queue, UInt64(microseconds))
    } else {
      unsafe item = cglib_queue_pop(queue)
    }
    if let item = unsafe item {
      let queued = unsafe Unmanaged<QueuedJob>.fromOpaque(item).takeRetainedValue()
      if let job = queued.job { unsafe job.runSynchronously(on: asUnownedSerialExecutor()) }
    }
    let due = timers.withLock { timers in
      guard !timers.waiting.isEmpty else { return [Timer]() }
      let now = ContinuousClock.now
      let due = timers.waiting.filter { $0.due <= now }
      timers.waiting.removeAll { $0.due <= now }
      return due
    }
    for timer in due { timer.function() }
  }

  private func push(_ job: UnownedJob?) {
    unsafe cglib_queue_push(queue, Unmanaged.passRetained(QueuedJob(job)).toOpaque())
  }
}

private final class QueuedJob {
  let job: UnownedJob?

  init(_ job: UnownedJob?) {
    self.job = job
  }
}
