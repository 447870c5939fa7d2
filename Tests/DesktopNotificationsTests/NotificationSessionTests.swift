import DesktopNotificationsTesting
import Testing

@testable import DesktopNotifications

@Suite(.timeLimit(.minutes(1)))
struct NotificationSessionTests {
  /// What the server tells of notification 1, which was shown with the actions `default`, `YES` and
  /// `inline-reply` as the session's first, and how it has ended then; nil when it has not.
  private static let rules: [(String, [ServerEvent], NotificationOutcome?)] = [
    ("nothing", [], nil),

    // Actions.
    (
      "a button", [.actionInvoked(1, key: "YES.1")],
      .action(key: "YES", activationToken: nil)
    ),
    (
      "a click on the notification", [.actionInvoked(1, key: "default")],
      .action(key: "default", activationToken: nil)
    ),
    (
      "a reply field pressed like a button", [.actionInvoked(1, key: "inline-reply")],
      .action(key: "inline-reply", activationToken: nil)
    ),
    ("a button of an older revision", [.actionInvoked(1, key: "YES.0")], nil),
    ("a button of a later revision", [.actionInvoked(1, key: "YES.2")], nil),
    ("a button without a revision", [.actionInvoked(1, key: "YES")], nil),
    ("a button that was not offered", [.actionInvoked(1, key: "NO.1")], nil),
    ("a button without a key", [.actionInvoked(1, key: "")], nil),
    ("default with a revision", [.actionInvoked(1, key: "default.1")], nil),
    (
      "a stale button, then a fresh one",
      [.actionInvoked(1, key: "YES.0"), .actionInvoked(1, key: "YES.1")],
      .action(key: "YES", activationToken: nil)
    ),

    // Tokens.
    (
      "a token before the button",
      [.activationToken(1, token: "t"), .actionInvoked(1, key: "YES.1")],
      .action(key: "YES", activationToken: "t")
    ),
    (
      "a token after the button",
      [.actionInvoked(1, key: "YES.1"), .activationToken(1, token: "t")],
      .action(key: "YES", activationToken: nil)
    ),
    (
      "two tokens",
      [
        .activationToken(1, token: "old"), .activationToken(1, token: "new"),
        .actionInvoked(1, key: "default"),
      ],
      .action(key: "default", activationToken: "new")
    ),
    (
      "a token of another notification",
      [.activationToken(99, token: "t"), .actionInvoked(1, key: "YES.1")],
      .action(key: "YES", activationToken: nil)
    ),
    ("a token alone", [.activationToken(1, token: "t")], nil),
    (
      "a token before a reply",
      [.activationToken(1, token: "t"), .replied(1, text: "Yes")],
      .reply(text: "Yes", activationToken: "t")
    ),

    // Replies.
    ("a reply", [.replied(1, text: "Yes")], .reply(text: "Yes", activationToken: nil)),
    (
      "a reply of several lines", [.replied(1, text: " a\n\nb ✓\u{202E} ")],
      .reply(text: " a\n\nb ✓\u{202E} ", activationToken: nil)
    ),
    ("an empty reply", [.replied(1, text: "")], .reply(text: "", activationToken: nil)),

    // The specification's reasons; Plasma's 3 unasked is another program's close.
    ("a close because of time", [.closed(1, reason: .expired)], .closed(.expired)),
    ("a close by the person", [.closed(1, reason: .dismissed)], .closed(.dismissed)),
    ("a close by a call", [.closed(1, reason: .closedByCall)], .closed(.withdrawn)),
    ("a close without a reason", [.closed(1, reason: .undefined)], .closed(.unknown)),
    ("a close with 0", [.closed(1, reason: CloseReason(rawValue: 0))], .closed(.unknown)),
    (
      "a close with any number", [.closed(1, reason: CloseReason(rawValue: .max))],
      .closed(.unknown)
    ),

    // The first decisive event counts.
    (
      "a button, then a close",
      [.actionInvoked(1, key: "YES.1"), .closed(1, reason: .dismissed)],
      .action(key: "YES", activationToken: nil)
    ),
    (
      "a button, then Plasma's close",
      [.actionInvoked(1, key: "YES.1"), .closed(1, reason: .closedByCall)],
      .action(key: "YES", activationToken: nil)
    ),
    (
      "a reply, then Plasma's close",
      [.replied(1, text: "Yes"), .closed(1, reason: .closedByCall)],
      .reply(text: "Yes", activationToken: nil)
    ),
    (
      "a close, then a button",
      [.closed(1, reason: .dismissed), .actionInvoked(1, key: "YES.1")], .closed(.dismissed)
    ),
    (
      "swaync's two closes",
      [.closed(1, reason: .closedByCall), .closed(1, reason: .dismissed)], .closed(.withdrawn)
    ),
    (
      "two buttons", [.actionInvoked(1, key: "YES.1"), .actionInvoked(1, key: "default")],
      .action(key: "YES", activationToken: nil)
    ),

    // Strangers' notifications.
    (
      "all that can happen to another notification",
      [
        .activationToken(99, token: "t"), .actionInvoked(99, key: "YES.1"),
        .replied(99, text: "Yes"), .closed(99, reason: .dismissed),
      ], nil
    ),
    ("a close of number 0", [.closed(0, reason: .dismissed)], nil),

    // The server's end.
    ("the server's end", [.serverGone], .closed(.serverGone)),
    (
      "the server's end, then a button", [.serverGone, .actionInvoked(1, key: "YES.1")],
      .closed(.serverGone)
    ),
    (
      "a button, then the server's end", [.actionInvoked(1, key: "default"), .serverGone],
      .action(key: "default", activationToken: nil)
    ),
  ]

  @Test("What the server tells makes one outcome", arguments: rules)
  func rule(_ name: String, _ events: [ServerEvent], _ outcome: NotificationOutcome?) async throws {
    let mock = MockNotificationServer()
    let session = NotificationSession(server: mock, keyTag: "")
    let shown = try await session.show(.invitation())
    let marker = try await session.show(.invitation())
    #expect((shown.id, marker.id) == (1, 2))
    for event in events + [.closed(2, reason: .dismissed)] { mock.send(event) }
    // The marker's end comes last, or the server's.
    _ = await marker.end()
    #expect(shown.outcome.current == outcome)
  }

  @Test("A click on a notification without actions is an action all the same")
  func defaultUnregistered() async throws {
    let mock = MockNotificationServer()
    let session = NotificationSession(server: mock)
    let shown = try await session.show(DesktopNotification(appName: "a", summary: "b"))
    mock.send(.actionInvoked(shown.id, key: "inline-reply"))
    mock.send(.actionInvoked(shown.id, key: "default"))
    #expect(await shown.end() == .action(key: "default", activationToken: nil))
  }

  @Test("An outcome is the same however often it is asked for")
  func sameOutcome() async throws {
    let mock = MockNotificationServer()
    let session = NotificationSession(server: mock)
    let shown = try await session.show(.invitation())
    async let early = shown.end()
    mock.dismiss(shown.id)
    #expect(
      await [early, shown.end(), shown.end()] == Array(repeating: .closed(.dismissed), count: 3))
  }

  @Test("Keys are unique to each revision and each session, but those with a meaning")
  func keys() async throws {
    let mock = MockNotificationServer()
    let session = NotificationSession(server: mock, keyTag: "tag-")
    let first = try await session.show(.invitation())
    _ = try await session.show(.invitation(), replacing: first)
    _ = try await NotificationSession(server: mock, keyTag: "").show(.invitation())
    #expect(
      mock.history.map { $0.notification.actions.map(\.key) } == [
        ["default", "YES.tag-1", "inline-reply"], ["default", "YES.tag-2", "inline-reply"],
        ["default", "YES.1", "inline-reply"],
      ])
    let tags = Set((1...64).map { _ in NotificationSession.randomKeyTag() })
    #expect(tags.count == 64)
    #expect(tags.allSatisfy { $0.count == 8 && !$0.contains(".") })
  }

  @Test("What is taken back is off the screen and has ended as withdrawn")
  func withdraw() async throws {
    let mock = MockNotificationServer()
    let session = NotificationSession(server: mock)
    let first = try await session.show(.invitation("First"))
    let second = try await session.show(.invitation("Second"))
    await session.withdraw(first)
    #expect(mock.open.map(\.id) == [second.id])
    #expect(await first.end() == .closed(.withdrawn))
    // Another one has the number by now, or nobody.
    mock.dismiss(second.id)
    #expect(await second.end() == .closed(.dismissed))
    await session.withdraw(second)
    #expect(await second.end() == .closed(.dismissed))
  }

  @Test("A replacement ends what it replaces, and nothing else")
  func replace() async throws {
    let mock = MockNotificationServer()
    let session = NotificationSession(server: mock)
    let first = try await session.show(.invitation("First"))
    let other = try await session.show(.invitation("Other"))
    let second = try await session.show(.invitation("Second"), replacing: first)
    #expect(await first.end() == .closed(.replaced))
    #expect(mock.open.map(\.notification.summary) == ["Second", "Other"])
    mock.press("Yes", on: second.id)
    #expect(await second.end() == .action(key: "YES", activationToken: nil))
    // What has ended is not replaced: the new one stands alone.
    let third = try await session.show(.invitation("Third"), replacing: second)
    #expect(third.id != second.id)
    #expect(await second.end() == .action(key: "YES", activationToken: nil))
    #expect(other.outcome.current == nil)
  }

  @Test("The server's error reaches the caller, and the session goes on")
  func failure() async throws {
    let mock = MockNotificationServer()
    let session = NotificationSession(server: mock)
    let old = try await session.show(.invitation("Old"))
    let error = NotificationServerError.refused(name: "a.b", message: "c")
    mock.fail(with: error)
    await #expect(throws: error) { try await session.show(.invitation("New"), replacing: old) }
    mock.fail(with: nil)
    #expect(old.outcome.current == nil)
    mock.dismiss(old.id)
    #expect(await old.end() == .closed(.dismissed))
  }

  @Test("A notification ends by its own time where the server does not say so")
  func ownTime() async throws {
    let mock = MockNotificationServer()
    let session = NotificationSession(server: mock)
    var brief = DesktopNotification.invitation()
    brief.expireTimeout = .milliseconds(1)
    let shown = try await session.show(brief)
    #expect(await shown.end() == .closed(.expired))
    #expect(mock.open.isEmpty)
  }

  @Test("A session that nobody holds tells how its notifications end")
  func lifetime() async throws {
    let mock = MockNotificationServer()
    let shown = try await NotificationSession(server: mock).show(.invitation())
    mock.press("Yes", on: shown.id)
    #expect(await shown.end() == .action(key: "YES", activationToken: nil))
  }
}
