internal import GLibLoop
internal import Glibc
internal import Synchronization

/// Ctrl-C, SIGTERM, the terminal's end, or that of a time limit: what is shown is taken back, and the run ends.
final class Interruption: Sendable {
  private struct State {
    var interrupted = false
    var hasEnded = false
    var onEnd: (@Sendable () async -> Void)?
  }

  private let state = Mutex(State())

  /// Listens from now on.
  ///
  /// - Parameter timeout: The time limit, if there is one.
  init(_ timeout: Duration?) {
    // Not on the desktop's thread: a server that hangs blocks that one.
    // What nohup(1) starts outlives its terminal.
    let hangUp = ThisProcess.ignores(SIGHUP) ? [] : [SIGHUP]
    for signal in [SIGINT, SIGTERM] + hangUp {
      ServerActor.executor.onSignal(signal) { [self] in end(interrupted: true) }
    }
    if let timeout { ServerActor.executor.after(timeout) { [self] in end(interrupted: false) } }
  }

  /// Whether a signal ended the run.
  var wasInterrupted: Bool { state.withLock { $0.interrupted } }

  /// Sets what happens at the end; at once when it has come already.
  func onEnd(_ action: @escaping @Sendable () async -> Void) {
    let hasEnded = state.withLock { state in
      state.onEnd = action
      return state.hasEnded
    }
    if hasEnded { Task { await action() } }
  }

  private func end(interrupted: Bool) {
    let (action, again) = state.withLock { state in
      let again = state.interrupted && interrupted
      state.interrupted = state.interrupted || interrupted
      defer { state.hasEnded = true }
      return (state.hasEnded ? nil : state.onEnd, again)
    }
    // A second Ctrl-C does not wait for anybody.
    if again { _exit(ExitCode.interrupted.rawValue) }
    if let action { Task { await action() } }
  }
}
