internal import DesktopNotifications
internal import JSONText
internal import Presentation
internal import PushBridge
internal import Synchronization

/// Prints a push's events: JSON lines for programs, a few words for people.
final class EventPrinter: Sendable {
  private let console: Console
  /// The command's name, for messages.
  private let command: String
  private let json: Bool
  private let failure = Mutex<OutputFailure?>(nil)

  init(_ console: Console, command: String, json: Bool) {
    self.console = console
    self.command = command
    self.json = json
  }

  /// Why a line could not be printed, if one could not.
  var outputFailure: OutputFailure? { failure.withLock { $0 } }

  /// Prints an event.
  func print(_ event: PushEvent) {
    if json {
      write(event.json.text)
      return
    }
    switch event.kind {
    case .failed(let detail):
      console.report("belfry: \(command): \(detail)")
    case .rejected(let status, let reason, let detail):
      console.report("belfry: \(command): \(status) \(reason): \(detail)")
    case .presented(let presented):
      write(Self.words(presented))
      for words in presented.degraded { console.report("belfry: \(command): degraded: \(words)") }
    default:
      write(Self.words(event.kind))
    }
  }

  private func write(_ line: String) {
    do {
      try console.print(line)
    } catch {
      failure.withLock { first in if first == nil { first = error } }
    }
  }

  private static func words(_ presented: Presented) -> String {
    let texts = [presented.title, presented.subtitle, presented.body].map(DisplayText.line)
    let actions = presented.actions.map { "[\(DisplayText.line($0.title))]" }
    return column("presented")
      + DisplayText.join([DisplayText.join(texts.filter { !$0.isEmpty }, " — ")] + actions, " ")
      + " on \(DisplayText.line(presented.server))"
  }

  private static func words(_ kind: PushEvent.Kind) -> String {
    let words =
      switch kind {
      case .silent(let result): result.rawValue
      case .response(let action, nil): action
      case .response(let action, let text?): "\(action) \(DisplayText.line(text))"
      case .opened(let url, _, _): url
      case .closed(let reason): reason.rawValue
      case .presented, .rejected, .failed: ""
      }
    return column(kind.name) + DisplayText.line(words)
  }

  /// The first column, as wide as its longest word.
  static func column(_ name: String) -> String {
    name + String(repeating: " ", count: max(1, 11 - name.count))
  }
}
