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

  private static let executor = QueueExecutor()

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
    Task { @CommandActor in
      let result = await body()
      end.result.withLock { $0 = result }
    }
    while true {
      executor.runNext()
      if let result = end.result.withLock({ $0 }) { return result }
    }
  }

  private final class End<Result: Sendable>: Sendable {
    let result = Mutex<Result?>(nil)
  }
}

/// Runs jobs in their order on the thread that asks for them.
@safe
private final class QueueExecutor: SerialExecutor {
  /// The queue is never freed, and the shim's functions take it from any thread.
  private nonisolated(unsafe) let queue: OpaquePointer

  init() {
    unsafe queue = cglib_queue_new()
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let queued = QueuedJob(UnownedJob(job))
    unsafe cglib_queue_push(queue, Unmanaged.passRetained(queued).toOpaque())
  }

  func runNext() {
    let queued = unsafe Unmanaged<QueuedJob>.fromOpaque(cglib_queue_pop(queue)).takeRetainedValue()
    unsafe queued.job.runSynchronously(on: asUnownedSerialExecutor())
  }
}

private final class QueuedJob {
  let job: UnownedJob

  init(_ job: UnownedJob) {
    self.job = job
  }
}
