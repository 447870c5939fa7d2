internal import Synchronization

extension Terminal {
  /// Asks a question and waits for the answer; when the task is cancelled it is taken back.
  ///
  /// - Parameters:
  ///   - heading: Lines that are shown once before it, each with its end.
  ///   - prompt: What stands before the answer on its line.
  /// - Returns: The answer; nil at the end of input.
  /// - Throws: `CancellationError`.
  func answer(heading: String, prompt: String) async throws -> String? {
    let asked = AskedQuestion()
    let answer = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        asked.ask(on: self, heading: heading, prompt: prompt, continuation)
      }
    } onCancel: {
      asked.cancel(on: self)
    }
    try Task.checkCancellation()
    return answer
  }
}

/// A question whose asking and cancelling may come in any order.
private final class AskedQuestion: Sendable {
  private enum State {
    case waiting, cancelled
    case asked(Int, CheckedContinuation<String?, Never>)
  }

  private let state = Mutex(State.waiting)

  func ask(
    on terminal: Terminal, heading: String, prompt: String,
    _ continuation: CheckedContinuation<String?, Never>
  ) {
    let isCancelled = state.withLock { state in
      if case .cancelled = state { return true }
      // Never answered within this call: lines are delivered by a task of the terminal's own.
      let number = terminal.ask(heading: heading, prompt: prompt) {
        continuation.resume(returning: $0)
      }
      state = .asked(number, continuation)
      return false
    }
    if isCancelled { continuation.resume(returning: nil) }
  }

  func cancel(on terminal: Terminal) {
    state.withLock { state in
      guard case .asked(let number, let continuation) = state else {
        state = .cancelled
        return
      }
      if terminal.withdraw(number, saying: "no answer is needed any more") {
        continuation.resume(returning: nil)
      }
    }
  }
}
