internal import ApplePush
internal import DesktopNotifications
internal import DesktopNotificationsTesting
internal import NotificationModel
internal import PushBridge
internal import Synchronization

/// The person whom a script plays, in front of the mocked notification server.
final class ScriptedPerson: TextPrompt {
  private struct State {
    var ignored: [String] = []
    /// The replies to the prompts that come, in order.
    var replies: [String] = []
  }

  private let script: Script
  private let mock: MockNotificationServer
  private let state = Mutex(State())

  init(_ script: Script, on mock: MockNotificationServer) {
    self.script = script
    self.mock = mock
  }

  /// Whether the script leaves a push alone.
  func ignored(_ requestIdentifier: String) -> Bool {
    state.withLock { $0.ignored.contains(requestIdentifier) }
  }

  /// The pushes that the script leaves alone, in order.
  var allIgnored: [String] { state.withLock { $0.ignored } }

  /// Does what the script says with the push that was shown last.
  ///
  /// - Returns: Why it cannot be done, or nil.
  func act(on push: Push, _ app: ReceivingApp, requestIdentifier: String) -> String? {
    guard let shown = mock.history.last else { return "script: nothing is shown" }
    let content = push.content
    let performance = script.performance(
      for: ScriptSubject(
        topic: push.topic, title: content.title, body: content.body,
        categoryIdentifier: content.categoryIdentifier,
        threadIdentifier: content.threadIdentifier, requestIdentifier: requestIdentifier))
    switch performance {
    case .activate: mock.activate(shown.id)
    case .dismiss: mock.dismiss(shown.id)
    case .expire: mock.expire(shown.id)
    case .ignore: leave(requestIdentifier)
    case .action(let identifier, let reply):
      if let failure = take(identifier, reply, app, content.categoryIdentifier, shown) {
        leave(requestIdentifier)
        return failure
      }
    }
    return nil
  }

  /// Gives the reply that the script has for the action that asks.
  func ask(_ question: TextQuestion) async throws -> String? {
    state.withLock { $0.replies.isEmpty ? nil : $0.replies.removeFirst() }
  }

  private func leave(_ requestIdentifier: String) {
    state.withLock { $0.ignored.append(requestIdentifier) }
  }

  private func take(
    _ identifier: String, _ reply: String?, _ app: ReceivingApp, _ category: String,
    _ shown: MockNotificationServer.Shown
  ) -> String? {
    let actions = app.category(category)?.actions ?? []
    guard let action = actions.first(where: { $0.identifier == identifier }) else {
      let known = actions.map(\.identifier).joined(separator: ", ")
      return "script: no action \(identifier) in category \(category); "
        + (known.isEmpty ? "it has none" : "it has \(known)")
    }
    guard action is UNTextInputNotificationAction else {
      guard reply == nil else {
        return "script: action \(identifier) takes no reply; leave \"reply\" out"
      }
      return press(action, shown)
    }
    guard let reply else {
      return "script: action \(identifier) asks for a text; give it a \"reply\""
    }
    let first = actions.first { $0 is UNTextInputNotificationAction }
    if first?.identifier == identifier, mock.reply(reply, to: shown.id) { return nil }
    state.withLock { $0.replies.append(reply) }
    return press(action, shown)
  }

  private func press(
    _ action: UNNotificationAction, _ shown: MockNotificationServer.Shown
  ) -> String? {
    mock.press(action.identifier, on: shown.id)
      ? nil : "script: action \(action.identifier) is not among the buttons that are shown"
  }
}
