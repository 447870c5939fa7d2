import DesktopNotifications
import Synchronization

@testable import PushBridge

/// A terminal without a tty: what is written is kept, and lines are typed by the test.
final class TerminalFixture: Sendable {
  let terminal: Terminal
  private let written: Written
  private let keyboard = TypedLines()

  private final class Written: Sendable {
    let text = Mutex("")
    let watchers = Mutex<[AsyncStream<String>.Continuation]>([])

    func append(_ new: String) {
      text.withLock { $0 += new }
      watchers.withLock { watchers in for watcher in watchers { watcher.yield(new) } }
    }
  }

  init(columns: Int = 60, look: Terminal.Look = .init()) {
    let written = Written()
    let keyboard = keyboard
    terminal = Terminal(
      look: look, columns: { columns },
      write: { written.append($0) },
      nextLine: { await keyboard.next() })
    self.written = written
  }

  /// Everything that was written.
  var screen: String { written.text.withLock { $0 } }

  /// Watches for a text that is written from now on.
  ///
  /// - Parameter end: How the text ends.
  /// - Returns: A task that ends when it has been written.
  func writing(endingIn end: String) -> Task<Void, Never> {
    let (texts, watcher) = AsyncStream.makeStream(of: String.self)
    written.watchers.withLock { $0.append(watcher) }
    return Task {
      for await text in texts where text.hasSuffix(end) { return }
    }
  }

  /// Types lines.
  func type(_ lines: [String]) {
    for line in lines { keyboard.type(line) }
  }

  /// Ends the input for good.
  func end() {
    keyboard.type(nil)
  }
}

/// Lines that wait for their reader; an `AsyncStream` would end for all with a cancelled reader.
private final class TypedLines: Sendable {
  private struct State {
    var lines: [String] = []
    var hasEnded = false
    var waiting: CheckedContinuation<String?, Never>?
  }

  private let state = Mutex(State())

  func type(_ line: String?) {
    let waiting = state.withLock { state -> CheckedContinuation<String?, Never>? in
      if let waiting = state.waiting.take() {
        if line == nil { state.hasEnded = true }
        return waiting
      }
      if let line { state.lines.append(line) } else { state.hasEnded = true }
      return nil
    }
    waiting?.resume(returning: line)
  }

  func next() async -> String? {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let line = state.withLock { state -> String?? in
          if !state.lines.isEmpty { return .some(state.lines.removeFirst()) }
          if state.hasEnded || Task.isCancelled { return .some(nil) }
          state.waiting = continuation
          return nil
        }
        if let line { continuation.resume(returning: line) }
      }
    } onCancel: {
      state.withLock { $0.waiting.take() }?.resume(returning: nil)
    }
  }
}

extension DesktopNotification {
  /// An invitation with a reply, as a session sends it.
  static let invitation = DesktopNotification(
    appName: "Meetings", summary: "Lunch?", body: "Today at 12",
    actions: [
      Action(key: "default", label: "Open"), Action(key: "ACCEPT.1", label: "Accept"),
      Action(key: "inline-reply", label: "Reply"),
    ], hints: .placeholder("Message"))
}

extension Hints {
  static func placeholder(_ text: String) -> Hints {
    var hints = Hints()
    hints.replyPlaceholder = text
    return hints
  }
}
