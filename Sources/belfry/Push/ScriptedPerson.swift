internal import ApplePush
internal import DesktopNotifications
internal import DesktopNotificationsTesting
internal import NotificationModel
internal import PushBridge
internal import Synchronization

/// The person whom a script plays, in front of the mocked notification server.
final class ScriptedPerson: TextPrompt {
  /// What a script does with a push.
  enum Deed: Hashable {
    /// What ends it.
    case done
    /// Nothing: it stays.
    case nothing
    /// What it says cannot be done; the push stays.
    case impossible(String)
  }

  private let script: Script
  private let mock: MockNotificationServer
  /// The replies to the prompts that come, in order.
  private let replies = Mutex<[String]>([])

  init(_ script: Script, on mock: MockNotificationServer) {
    self.script = script
    self.mock = mock
  }

  /// Does what the script says with the request that was shown last.
  func act(on request: UNNotificationRequest, topic: String, _ app: ReceivingApp) -> Deed {
    guard let shown = mock.history.last else { return .impossible("script: nothing is shown") }
    let content = request.content
    let performance = script.performance(
      for: ScriptSubject(
        topic: topic, title: content.title, body: content.body,
        categoryIdentifier: content.categoryIdentifier,
        threadIdentifier: content.threadIdentifier, requestIdentifier: request.identifier))
    switch performance {
    case .activate: mock.activate(shown.id)
    case .dismiss: mock.dismiss(shown.id)
    case .expire: mock.expire(shown.id)
    case .ignore: return .nothing
    case .action(let identifier, let reply):
      if let failure = take(identifier, reply, app, content.categoryIdentifier, shown) {
        return .impossible(failure)
      }
    }
    return .done
  }

  /// Gives the reply that the script has for the action that asks.
  func ask(_ question: TextQuestion) async throws -> String? {
    replies.withLock { $0.isEmpty ? nil : $0.removeFirst() }
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
    replies.withLock { $0.append(reply) }
    return press(action, shown)
  }

  private func press(
    _ action: UNNotificationAction, _ shown: MockNotificationServer.Shown
  ) -> String? {
    mock.press(action.identifier, on: shown.id)
      ? nil : "script: action \(action.identifier) is not among the buttons that are shown"
  }
}
