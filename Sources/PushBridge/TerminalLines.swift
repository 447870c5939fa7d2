internal import GLibLoop
internal import Synchronization

/// The lines that a person types into the terminal.
///
/// They are read as they are asked for, so that what is typed for another program stays there; no
/// thread waits for them but the one of `ServerActor`'s loop.
final class TerminalLines: Sendable {
  private struct Waiting {
    let number: Int
    let continuation: CheckedContinuation<String?, Never>
  }

  private struct State {
    var waiting: [Waiting] = []
    var count = 0
    /// What was typed of a line that has not ended, or lines that nobody has asked for yet.
    var typed: [UInt8] = []
    var watch: LoopTimer?
    var isHungUp = false
  }

  private let device: TerminalDevice
  private let state = Mutex(State())

  /// In bytes; more than the kernel's 4,096, since a terminal that another program has put into a
  /// mode without lines could send without end.
  private static let maximumLine = 16_384

  init(_ device: TerminalDevice) {
    self.device = device
  }

  /// Waits for a line.
  ///
  /// - Returns: The line without its end and without control characters; nil at the end of input
  ///   (Ctrl-D, or the terminal is gone), or when the task is cancelled.
  func next() async -> String? {
    let number = state.withLock { state in
      state.count += 1
      return state.count
    }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let line: String?? = state.withLock { state in
          if let line = takeLine(&state) { return line }
          // A cancellation that came before this has found nobody to end.
          guard !state.isHungUp, !Task.isCancelled else { return .some(nil) }
          state.waiting.append(Waiting(number: number, continuation: continuation))
          watch(&state)
          return nil
        }
        if let line { continuation.resume(returning: line) }
      }
    } onCancel: {
      let cancelled = state.withLock { state -> Waiting? in
        guard let index = state.waiting.firstIndex(where: { $0.number == number }) else {
          return nil
        }
        defer { unwatch(&state) }
        return state.waiting.remove(at: index)
      }
      cancelled?.continuation.resume(returning: nil)
    }
  }

  private func watch(_ state: inout State) {
    guard state.watch == nil else { return }
    state.watch = ServerActor.executor.onReadable(device.descriptor) { [self] in readWhatIsThere() }
  }

  private func unwatch(_ state: inout State) {
    guard state.waiting.isEmpty else { return }
    state.watch?.cancel()
    state.watch = nil
  }

  private func readWhatIsThere() {
    let answers = state.withLock { state in
      var answers: [(Waiting, String?)] = []
      // A watch that was cancelled on another thread can run once more.
      guard !state.waiting.isEmpty else { return answers }
      switch device.read() {
      case .none: break
      case .bytes(let bytes): state.typed += bytes
      case .end:
        // The second Ctrl-D after a part of a line. Stdio would take the part for a line; but who
        // ends the input in the middle of a reply does not want it sent.
        state.typed.removeAll()
        answers.append((state.waiting.removeFirst(), nil))
      case .hangUp:
        state.isHungUp = true
        answers += state.waiting.map { ($0, nil) }
        state.waiting.removeAll()
      }
      while !state.waiting.isEmpty, let line = takeLine(&state) {
        answers.append((state.waiting.removeFirst(), line))
      }
      unwatch(&state)
      return answers
    }
    for (waiting, line) in answers { waiting.continuation.resume(returning: line) }
  }

  private func takeLine(_ state: inout State) -> String? {
    let end = state.typed.firstIndex(of: newline)
    guard let end = end ?? (state.typed.count >= Self.maximumLine ? state.typed.count : nil) else {
      return nil
    }
    let line = state.typed[..<end]
    state.typed.removeFirst(min(end + 1, state.typed.count))
    return Self.text(line)
  }

  /// Keys such as the arrows arrive as escape sequences: they edit nothing here, and are no text.
  private static func text(_ bytes: ArraySlice<UInt8>) -> String {
    var text = String.UnicodeScalarView()
    for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
      switch scalar.value {
      case 0x09: text.append(scalar)
      case 0x00...0x1F, 0x7F...0x9F: continue
      default: text.append(scalar)
      }
    }
    return String(text)
  }
}

private let newline = UInt8(ascii: "\n")
