internal import CGLib
internal import Synchronization

/// Why a program did not do its work.
public enum ChildProcessError: Error, Hashable {
  /// The program could not be started.
  case notStarted(program: String, detail: String)
  /// The command line cannot be split into words.
  case badCommand(String, detail: String)
  /// The program wrote more than the limit, in bytes, and was killed.
  case outputTooLong(program: String, limit: Int)
}

/// How a child process ended.
public struct ChildProcessResult: Sendable, Hashable {
  /// The exit status; 128 + the signal's number when a signal ended it.
  public let status: Int
  /// What it wrote to standard output; empty for a detached one.
  public let output: [UInt8]
  /// Whether it was told to end because its time was over.
  public var isLate = false
}

/// Programs that are run without a shell.
public enum ChildProcess {
  /// Runs a program to its end and returns what it wrote.
  ///
  /// When the task is cancelled, the program gets SIGTERM, one second
  /// later SIGKILL, and the function returns as the program ends.
  ///
  /// - Parameters:
  ///   - command: The program and its arguments; a name without a slash is looked for in PATH.
  ///   - folder: Where it starts, and where a relative program is looked for; nil for this process's.
  ///   - environment: Variables that are set on top of this process's.
  ///   - keepsMessages: Whether its standard error goes where this process's goes; else it is dropped.
  ///   - input: Its standard input.
  ///   - timeLimit: After what time it is told to end, as when the task is cancelled; what it writes
  ///     then still counts. Nil for never.
  ///   - outputLimit: How many bytes it may write.
  /// - Returns: Its status and output.
  /// - Throws: `ChildProcessError`; `CancellationError` when the task was cancelled before the end.
  @ServerActor
  public static func run(
    _ command: [String], in folder: String? = nil, environment: [String: String] = [:],
    keepsMessages: Bool = false, input: String = "", timeLimit: Duration? = nil, outputLimit: Int
  ) async throws -> ChildProcessResult {
    let child = RunningChild()
    let isLate = Mutex(false)
    let timer = timeLimit.map { limit in
      ServerActor.executor.after(limit) {
        isLate.withLock { $0 = true }
        child.stop()
      }
    }
    defer { timer?.cancel() }
    var result: ChildProcessResult = try await withTaskCancellationHandler {
      try Task.checkCancellation()
      return try await withCheckedThrowingContinuation { continuation in
        let end = EndOfChild { status, output, isComplete in
          if isComplete {
            continuation.resume(returning: ChildProcessResult(status: status, output: output))
          } else {
            continuation.resume(
              throwing: ChildProcessError.outputTooLong(
                program: command.first ?? "", limit: outputLimit))
          }
        }
        do {
          try child.start(
            keepsMessages ? CGLIB_PROCESS_HANDLER : CGLIB_PROCESS_CAPTURED, command, folder,
            environment, input, outputLimit, end)
        } catch {
          continuation.resume(throwing: error)
        }
      }
    } onCancel: {
      child.stop()
    }
    try Task.checkCancellation()
    result.isLate = isLate.withLock { $0 }
    return result
  }

  /// Starts a program that may outlive this process.
  ///
  /// It gets an empty standard input, this process's standard error for both its outputs, and a
  /// session of its own.
  ///
  /// - Parameters:
  ///   - command: The program and its arguments; a name without a slash is looked for in PATH.
  ///   - environment: Variables that are set on top of this process's.
  ///   - ended: Takes its exit status, on the actor's thread.
  /// - Throws: `ChildProcessError.notStarted`.
  @ServerActor
  public static func launch(
    _ command: [String], environment: [String: String] = [:],
    ended: @escaping @Sendable (_ status: Int) -> Void
  ) throws(ChildProcessError) {
    let end = EndOfChild { status, _, _ in ended(status) }
    try RunningChild().start(CGLIB_PROCESS_DETACHED, command, nil, environment, "", 0, end)
  }

  /// Splits a command line into its words.
  ///
  /// A text that is itself the name of a program stays whole, spaces and all; otherwise quotes and
  /// backslashes work as in a shell, and nothing else of a shell does.
  ///
  /// - Parameter text: The command line.
  /// - Returns: The program and its arguments; the program exists.
  /// - Throws: `ChildProcessError.badCommand`, `.notStarted` for a program that does not exist.
  public static func command(from text: String) throws(ChildProcessError) -> [String] {
    if unsafe cglib_can_run(text) { return [text] }
    var error: UnsafeMutablePointer<CChar>?
    guard let split = unsafe cglib_split_command(text, &error) else {
      let detail = unsafe error.map { unsafe takeText($0) } ?? ""
      throw .badCommand(text, detail: detail)
    }
    let words = unsafe takeTexts(split)
    guard let program = words.first, unsafe cglib_can_run(program) else {
      throw .notStarted(program: words.first ?? text, detail: "no such program")
    }
    return words
  }
}

/// A child of the shim.
@safe
private final class Handle: Sendable {
  /// The shim stops and releases a child from any thread.
  private nonisolated(unsafe) let process: OpaquePointer

  init(_ process: OpaquePointer) {
    unsafe self.process = process
  }

  deinit {
    unsafe cglib_process_release(process)
  }

  func stop() {
    unsafe cglib_process_stop(process)
  }
}

/// A child that can be stopped from any thread, also before it starts.
private final class RunningChild: Sendable {
  private enum State {
    case waiting, stopped
    case running(Handle)
  }
  private let state = Mutex<State>(.waiting)

  @ServerActor
  func start(
    _ kind: cglib_process_kind, _ command: [String], _ folder: String?,
    _ environment: [String: String], _ input: String, _ outputLimit: Int, _ end: EndOfChild
  ) throws(ChildProcessError) {
    guard let program = command.first, !program.isEmpty else {
      throw .notStarted(program: "", detail: "no program is named")
    }
    let context = unsafe Unmanaged.passRetained(end).toOpaque()
    var error: UnsafeMutablePointer<CChar>?
    let bytes = Array(input.utf8)
    let process = unsafe withCTexts(command) { command in
      unsafe withCTexts(environment.map { "\($0.key)=\($0.value)" }) { environment in
        unsafe cglib_process_start(
          kind, command, folder, environment, bytes, bytes.count, outputLimit, childEnded, context,
          releaseEnd, &error)
      }
    }
    guard let process = unsafe process else {
      let detail = unsafe error.map { unsafe takeText($0) } ?? ""
      throw .notStarted(program: program, detail: detail)
    }
    let handle = unsafe Handle(process)
    state.withLock { state in
      if case .stopped = state { handle.stop() }
      state = .running(handle)
    }
  }

  func stop() {
    state.withLock { state in
      if case .running(let handle) = state {
        handle.stop()
      } else {
        state = .stopped
      }
    }
  }
}

private final class EndOfChild: Sendable {
  let take: @Sendable (_ status: Int, _ output: [UInt8], _ isComplete: Bool) -> Void

  init(take: @escaping @Sendable (_ status: Int, _ output: [UInt8], _ isComplete: Bool) -> Void) {
    self.take = take
  }
}

private let childEnded: cglib_process_ended = { status, output, length, isComplete, context in
  guard let context = unsafe context else { return }
  let bytes = unsafe Array(UnsafeBufferPointer(start: output, count: length))
  unsafe Unmanaged<EndOfChild>.fromOpaque(context).takeUnretainedValue()
    .take(Int(status), bytes, isComplete)
}

private let releaseEnd: cglib_destroy = { context in
  guard let context = unsafe context else { return }
  unsafe Unmanaged<EndOfChild>.fromOpaque(context).release()
}
