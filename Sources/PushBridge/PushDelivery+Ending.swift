internal import DesktopNotifications
internal import NotificationModel
internal import Presentation

extension PushDelivery {
  /// Tells how a notification ended, and does what the person asked for.
  func end(_ ended: Live, with answer: Answer) async {
    switch answer {
    case .closed(let reason):
      tell(.closed(reason), ended.subject)
    case .dismissed(let response):
      tell(response, ended, activationToken: nil)
      tell(.closed(.dismissed), ended.subject)
    case .needsText(let action, let token):
      guard await isUnlocked(for: action, ended) else { return }
      await ask(action, ended, activationToken: token)
    case .response(let response, let token):
      let action = ended.presentation.action(named: response.actionIdentifier)
      guard await isUnlocked(for: action, ended) else { return }
      tell(response, ended, activationToken: token)
      guard response.actionIdentifier == UNNotificationDefaultActionIdentifier else { return }
      await openVideo(of: ended, activationToken: token)
    }
  }

  /// Holds an action that needs it until the session is unlocked.
  ///
  /// - Returns: False when the wait was ended, and the answer with it.
  private func isUnlocked(for action: UNNotificationAction?, _ ended: Live) async -> Bool {
    guard action?.options.contains(.authenticationRequired) == true else { return true }
    await surroundings.waitUntilUnlocked()
    guard !Task.isCancelled else {
      tell(.closed(.withdrawn), ended.subject)
      return false
    }
    return true
  }

  private func ask(
    _ action: UNTextInputNotificationAction, _ ended: Live, activationToken: String?
  ) async {
    guard let prompt = surroundings.textPrompt else {
      fail("no way to ask for the text of \(action.identifier)", ended.subject)
      return
    }
    let content = ended.subject.request.content
    let question = TextQuestion(
      appName: ended.subject.app.presented.name, title: DisplayText.line(content.title),
      body: DisplayText.clean(content.body),
      placeholder: DisplayText.line(action.textInputPlaceholder),
      buttonTitle: DisplayText.line(action.textInputButtonTitle))
    do {
      let text = try await prompt.ask(question)
      await end(
        ended,
        with: Presentation.answer(
          with: text, to: action, for: ended.subject.notification,
          activationToken: activationToken))
    } catch is CancellationError {
      tell(.closed(.withdrawn), ended.subject)
    } catch {
      fail("no text for \(action.identifier): \(error)", ended.subject)
    }
  }

  private func tell(
    _ response: UNNotificationResponse, _ ended: Live, activationToken: String?
  ) {
    tell(
      .response(
        actionIdentifier: response.actionIdentifier,
        userText: (response as? UNTextInputNotificationResponse)?.userText),
      ended.subject, activationToken: activationToken)
  }
}
