public import DesktopNotifications
public import NotificationModel

/// What a notification's end means to the application.
public enum Answer: Sendable {
  /// The person answered: what the application gets, and a token for what it launches.
  case response(UNNotificationResponse, activationToken: String?)
  /// The person wants to answer with text that is still to be asked for.
  case needsText(UNTextInputNotificationAction, activationToken: String?)
  /// It ended without an answer.
  case closed(EndReason)
  /// The person put it away, and the category wants to know.
  case dismissed(UNNotificationResponse)
}

extension Presentation {
  /// Says what the end of the presented notification means.
  ///
  /// - Parameters:
  ///   - outcome: How it ended on the desktop.
  ///   - notification: The notification as the application knows it.
  /// - Returns: What the application gets.
  public func answer(
    to outcome: NotificationOutcome, for notification: UNNotification
  ) -> Answer {
    switch outcome {
    case .action(let key, let token):
      if key == DesktopNotification.Action.defaultKey {
        return .response(
          UNNotificationResponse(
            notification: notification, actionIdentifier: UNNotificationDefaultActionIdentifier),
          activationToken: token)
      }
      // A server that announces text fields may still press the action as a button, without a text:
      // swaync with its fields off, quickshell by its user's own panel.
      let isInline = key == DesktopNotification.Action.inlineReplyKey
      guard let action = isInline ? inlineAction : actions[key] else { return .closed(.unknown) }
      if let action = action as? UNTextInputNotificationAction {
        return .needsText(action, activationToken: token)
      }
      return .response(
        UNNotificationResponse(notification: notification, actionIdentifier: action.identifier),
        activationToken: token)
    case .reply(let text, let token):
      guard let inlineAction else { return .closed(.unknown) }
      return Self.answer(
        with: text, to: inlineAction, for: notification, activationToken: token)
    case .closed(.dismissed):
      guard category?.options.contains(.customDismissAction) == true else {
        return .closed(.dismissed)
      }
      return .dismissed(
        UNNotificationResponse(
          notification: notification, actionIdentifier: UNNotificationDismissActionIdentifier))
    case .closed(let reason): return .closed(reason)
    }
  }

  /// Says what a typed text means.
  ///
  /// - Parameters:
  ///   - text: What the person typed, or nil when they thought better of it.
  ///   - action: The action that asked for it.
  ///   - notification: The notification as the application knows it.
  ///   - activationToken: A token for what the application launches.
  /// - Returns: The response; `closed` when the text is empty, as an empty reply is not sent.
  public static func answer(
    with text: String?, to action: UNTextInputNotificationAction,
    for notification: UNNotification, activationToken: String?
  ) -> Answer {
    guard let text, !DisplayText.trim(text).isEmpty else { return .closed(.dismissed) }
    return .response(
      UNTextInputNotificationResponse(
        notification: notification, actionIdentifier: action.identifier, userText: text),
      activationToken: activationToken)
  }
}

extension Presentation {
  /// Finds the category's action that a response names.
  ///
  /// - Parameter identifier: The action's identifier.
  /// - Returns: Nil for Apple's default and dismiss actions.
  public func action(named identifier: String) -> UNNotificationAction? {
    category?.actions.first { $0.identifier == identifier }
  }
}
