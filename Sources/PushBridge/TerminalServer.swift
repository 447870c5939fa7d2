public import DesktopNotifications
internal import Presentation
internal import Synchronization

/// Notifications drawn in a terminal, answered by typed lines: for ssh and containers.
///
/// The numbers of the buttons press them; `?` says what else can be typed. The newest notification
/// is meant unless the line begins with `#` and a number. An action that takes a text asks for it
/// on a line of its own, and is taken back by an empty answer.
///
/// Nothing expires by itself. At the end of input (Ctrl-D, or the terminal is gone) nobody can
/// answer what is open: it is closed as expired. The next notification that is shown asks for lines
/// again.
public final class TerminalServer: NotificationServer {
  private struct State {
    var nextID: NotificationID = 1
    var open: [NotificationID: DesktopNotification] = [:]
    /// The newest is the last.
    var order: [NotificationID] = []
    /// The terminal's number of the question for a reply.
    var questions: [NotificationID: Int] = [:]
  }

  private let terminal: Terminal
  private let state = Mutex(State())
  private let stream: AsyncStream<ServerEvent>
  private let continuation: AsyncStream<ServerEvent>.Continuation

  /// The name in `ServerInformation`.
  public static let name = "terminal"

  /// What the terminal can; no markup, so that text comes as it is.
  private static let capabilities: Set<ServerCapability> = [.actions, .body, .inlineReply]

  /// Makes a server; it reads the terminal from the first notification on.
  ///
  /// - Parameter terminal: Where notifications are shown.
  public init(on terminal: Terminal) {
    self.terminal = terminal
    (stream, continuation) = AsyncStream.makeStream()
  }

  deinit {
    terminal.stopListening()
    continuation.finish()
  }

  /// Says what the terminal can.
  ///
  /// - Returns: The name `terminal` and its capabilities.
  public func information() async -> ServerInformation {
    ServerInformation(name: Self.name, vendor: "Belfry", capabilities: Self.capabilities)
  }

  /// Draws a notification.
  ///
  /// A reply that is being typed to the one that it replaces goes to the new one.
  ///
  /// - Parameters:
  ///   - notification: What to show.
  ///   - id: The notification whose place it takes; a new one when it is not open.
  /// - Returns: Its number, which is drawn too.
  public func show(
    _ notification: DesktopNotification, replacing id: NotificationID?
  ) async -> NotificationID {
    let (number, isChanged, question) = state.withLock { state in
      let old = id.flatMap { state.open[$0] == nil ? nil : $0 }
      let number = old ?? state.nextID
      if old == nil { state.nextID += 1 }
      state.open[number] = notification
      state.order.removeAll { $0 == number }
      state.order.append(number)
      let takesReply = notification.actions.contains(where: TerminalButtons.takesText)
      return (number, old != nil, takesReply ? nil : state.questions.removeValue(forKey: number))
    }
    if let question { terminal.withdraw(question, saying: "#\(number) takes no reply any more") }
    draw(notification, number, isChanged: isChanged)
    terminal.listen { [weak self] in self?.take($0) }
    return number
  }

  /// Takes a notification back, and says so; one that is gone already is no error.
  ///
  /// - Parameter id: Its number.
  public func close(_ id: NotificationID) async {
    finish(id, saying: "withdrawn", reason: .closedByCall)
  }

  /// Does nothing: a terminal has no launcher.
  ///
  /// - Parameters:
  ///   - count: The number.
  ///   - desktopEntry: The application's desktop file, without `.desktop`.
  public func setBadge(_ count: Int, desktopEntry: String) async {}

  /// What the person does, in order; one reader takes it all.
  ///
  /// - Returns: The events.
  public func events() -> AsyncStream<ServerEvent> {
    stream
  }

  private func draw(_ notification: DesktopNotification, _ id: NotificationID, isChanged: Bool) {
    let drawing = TerminalDrawing(look: terminal.look, columns: terminal.columns)
    terminal.show(drawing.notification(notification, id: id, isChanged: isChanged))
  }

  // MARK: Lines

  private func take(_ line: String?) {
    guard let line else {
      expireAll()
      return
    }
    guard let command = TerminalCommand(line) else {
      terminal.show("not understood; ? says what can be typed\n")
      return
    }
    if command.deed == .help {
      terminal.show(TerminalCommand.help)
      return
    }
    let (newest, open) = state.withLock { ($0.order.last, $0.open) }
    guard let id = command.id ?? newest else {
      terminal.show("no notification is open\n")
      return
    }
    guard let notification = open[id] else {
      terminal.show("#\(id) is not open\n")
      return
    }
    carryOut(command.deed, id, notification)
  }

  private func carryOut(
    _ deed: TerminalCommand.Deed, _ id: NotificationID, _ notification: DesktopNotification
  ) {
    switch deed {
    case .activate:
      let key = DesktopNotification.Action.defaultKey
      guard let click = notification.actions.first(where: { $0.key == key }) else {
        terminal.show("#\(id) opens nothing\n")
        return
      }
      invoke(click, id)
    case .dismiss: finish(id, saying: "dismissed")
    case .press(let number, let text): press(number, text, id, notification)
    case .show: draw(notification, id, isChanged: false)
    case .help: terminal.show(TerminalCommand.help)
    }
  }

  private func press(
    _ number: Int, _ text: String?, _ id: NotificationID, _ notification: DesktopNotification
  ) {
    let actions = TerminalButtons(notification).actions
    guard actions.indices.contains(number - 1) else {
      terminal.show(
        actions.isEmpty
          ? "#\(id) has no buttons\n"
          : "#\(id) has no button \(number); type a number from 1 to \(actions.count)\n")
      return
    }
    let action = actions[number - 1]
    guard TerminalButtons.takesText(action) else {
      if text == nil {
        invoke(action, id)
      } else {
        terminal.show("button \(number) of #\(id) takes no text; type \(number) alone\n")
      }
      return
    }
    if let text {
      reply(text, id)
    } else {
      askForReply(id, notification)
    }
  }

  private func askForReply(_ id: NotificationID, _ notification: DesktopNotification) {
    let drawing = TerminalDrawing(look: terminal.look, columns: terminal.columns)
    let question = terminal.ask(prompt: drawing.prompt(notification.hints.replyPlaceholder ?? "")) {
      [weak self] answer in
      guard let self else { return }
      state.withLock { $0.questions[id] = nil }
      if let answer, !answer.allSatisfy(\.isWhitespace) {
        reply(answer, id)
      } else {
        terminal.show("#\(id) is not answered, and still open\n")
      }
    }
    state.withLock { $0.questions[id] = question }
  }

  // MARK: Ends

  private func invoke(_ action: DesktopNotification.Action, _ id: NotificationID) {
    let label = TerminalText.clip(
      TerminalButtons.label(of: action), columns: terminal.columns / 2)
    finish(id, saying: "answered: \(label)", with: .actionInvoked(id, key: action.key))
  }

  private func reply(_ text: String, _ id: NotificationID) {
    finish(id, saying: "answered", with: .replied(id, text: text))
  }

  /// Ends a notification as servers do: first what the person did, then that it is gone.
  private func finish(
    _ id: NotificationID, saying words: String, with event: ServerEvent? = nil,
    reason: CloseReason = .dismissed
  ) {
    let ended = state.withLock { state -> (isOpen: Bool, question: Int?) in
      guard state.open.removeValue(forKey: id) != nil else { return (false, nil) }
      state.order.removeAll { $0 == id }
      return (true, state.questions.removeValue(forKey: id))
    }
    guard ended.isOpen else { return }
    let words = "#\(id) \(words)"
    let isSaid = ended.question.map { terminal.withdraw($0, saying: words) } ?? false
    if !isSaid { terminal.show(words + "\n") }
    if let event { continuation.yield(event) }
    continuation.yield(.closed(id, reason: reason))
  }

  private func expireAll() {
    for id in state.withLock({ $0.order }) {
      finish(id, saying: "expired: the input has ended", reason: .expired)
    }
  }
}
