import Synchronization
import Testing

@testable import DesktopNotifications

/// Events that overtake answers, and answers that say otherwise than was asked.
@Suite("A session's calls in flight", .timeLimit(.minutes(1)))
struct SessionOrderTests {
  private let stage = PuppetStage()

  /// What comes of a new notification, 7, while its `Notify` is in flight, and how it has ended when
  /// the answer is there; nil when it has not.
  private static let early: [(String, [ServerEvent], NotificationOutcome?)] = [
    ("nothing", [], nil),
    // Xfce in Do Not Disturb, and Budgie with three popups.
    ("a close", [.closed(7, reason: .undefined)], .closed(.unknown)),
    (
      "a token and a button",
      [.activationToken(7, token: "t"), .actionInvoked(7, key: "YES.2")],
      .action(key: "YES", activationToken: "t")
    ),
    (
      "a reply, then a close", [.replied(7, text: "Yes"), .closed(7, reason: .closedByCall)],
      .reply(text: "Yes", activationToken: nil)
    ),
    ("a button of an older revision", [.actionInvoked(7, key: "YES.1")], nil),
    (
      "all that can happen to another notification",
      [
        .activationToken(8, token: "t"), .actionInvoked(8, key: "YES.2"), .replied(8, text: ""),
        .closed(8, reason: .dismissed),
      ], nil
    ),
    ("the server's end", [.serverGone], .closed(.serverGone)),
    (
      "a button, then the server's end", [.actionInvoked(7, key: "YES.2"), .serverGone],
      .closed(.serverGone)
    ),
  ]

  @Test("What is told before the answer is not lost", arguments: early)
  func beforeAnswer(_ name: String, _ events: [ServerEvent], _ outcome: NotificationOutcome?)
    async throws
  {
    let marker = try await stage.show(id: 1)
    async let shown = stage.session.show(.invitation())
    let call = await stage.puppet.call()
    // The server's end ends the marker too.
    await stage.send(events, marker: marker)
    call(7)
    let last = try await stage.show(id: 9)
    await stage.send([], marker: last)
    #expect(try await shown.outcome.current == outcome)
  }

  /// What comes of number 1 while another is put in its place: the number that the server gives the
  /// new one, and how the old and the new one have ended then.
  private static let replacing:
    [(String, [ServerEvent], NotificationID, NotificationOutcome, NotificationOutcome?)] = [
      ("nothing", [], 1, .closed(.replaced), nil),
      // Xfce in Do Not Disturb closes the new one before it answers.
      ("a close", [.closed(1, reason: .undefined)], 1, .closed(.replaced), .closed(.unknown)),
      (
        "a button of the new one", [.actionInvoked(1, key: "YES.3")], 1, .closed(.replaced),
        .action(key: "YES", activationToken: nil)
      ),
      ("a button of the old one", [.actionInvoked(1, key: "YES.1")], 1, .closed(.replaced), nil),
      // GNOME, mako and MATE give the new one a number of its own when the old one has just ended.
      (
        "a close, and a new number", [.closed(1, reason: .dismissed)], 2, .closed(.dismissed), nil
      ),
      (
        "a button, and a new number", [.actionInvoked(1, key: "YES.1")], 2,
        .action(key: "YES", activationToken: nil), nil
      ),
      ("a new number", [], 2, .closed(.replaced), nil),
      ("no number", [], 0, .closed(.replaced), .closed(.unknown)),
      ("the server's end", [.serverGone], 1, .closed(.serverGone), .closed(.serverGone)),
      (
        "the server's end, and a new number", [.serverGone], 2, .closed(.serverGone),
        .closed(.serverGone)
      ),
    ]

  @Test("Each event during a replacement is taken once, by the right one", arguments: replacing)
  func replacement(
    _ name: String, _ events: [ServerEvent], _ id: NotificationID,
    _ oldOutcome: NotificationOutcome,
    _ newOutcome: NotificationOutcome?
  ) async throws {
    let old = try await stage.show(id: 1)
    let marker = try await stage.show(id: 5)
    async let new = stage.session.show(.invitation(), replacing: old)
    let call = await stage.puppet.call()
    #expect(call.replacing == 1)
    await stage.send(events, marker: marker)
    call(id)
    let last = try await stage.show(id: 9)
    await stage.send([], marker: last)
    #expect(old.outcome.current == oldOutcome)
    #expect(try await new.outcome.current == newOutcome)
  }

  /// The number that the next server gives the new notification, when the old one has number 1.
  @Test(
    "An answer of the next server that overtakes the last one's end stays",
    arguments: [1, 2] as [NotificationID])
  func nextServer(_ id: NotificationID) async throws {
    let puppet = OrderedPuppet()
    let session = NotificationSession(server: puppet, keyTag: "")
    async let shown = session.show(.invitation("Old"))
    await puppet.puppet.call()(1)
    let old = try await shown
    async let other = session.show(.invitation("New"), replacing: old)
    let call = await puppet.puppet.call()
    puppet.gone.withLock { $0 = 1 }
    call(id)
    let new = try await other
    // What the last server told of its number is not about the new one.
    puppet.puppet.send(.closed(id, reason: .dismissed))
    puppet.puppet.send(.serverGone)
    puppet.puppet.send(.actionInvoked(id, key: "YES.2"))
    #expect(await new.end() == .action(key: "YES", activationToken: nil))
    // With the same number its end is known at once.
    #expect(await old.end() == .closed(.serverGone))
    // The old number is a stranger's now.
    #expect(await puppet.puppet.closed(1) == [id])
  }

  @Test("What happened to a notification while its replacement was refused, happened to it")
  func refusedReplacement() async throws {
    let old = try await stage.show(id: 1)
    let marker = try await stage.show(id: 5)
    let new = Task { try await stage.session.show(.invitation(), replacing: old) }
    let call = await stage.puppet.call()
    await stage.send(
      [.activationToken(1, token: "t"), .actionInvoked(1, key: "YES.1")], marker: marker)
    let error = NotificationServerError.refused(name: "a.b", message: "c")
    call.answer(.failure(error))
    await #expect(throws: error) { try await new.value }
    #expect(await old.end() == .action(key: "YES", activationToken: "t"))
  }

  @Test("An old notification that the server left on the screen is closed")
  func leftOver() async throws {
    let old = try await stage.show(id: 1)
    let new = try await stage.show(id: 2, replacing: old)
    #expect(await old.end() == .closed(.replaced))
    #expect(await stage.puppet.closed(1) == [1])
    await stage.send([.closed(1, reason: .closedByCall)], marker: new)
  }

  @Test(
    "A notification that the server hides ends without a reason, and what it replaces is closed")
  func hidden() async throws {
    let old = try await stage.show(id: 1)
    let new = try await stage.show(id: 0, replacing: old)
    #expect(
      (new.id, await new.end(), await old.end()) == (0, .closed(.unknown), .closed(.replaced)))
    #expect(await stage.puppet.closed(1) == [1])
  }

  @Test("Two notifications of one number: the server has put the second in the first's place")
  func sameNumber() async throws {
    let first = try await stage.show(id: 1)
    let second = try await stage.show(id: 1)
    #expect(await first.end() == .closed(.replaced))
    await stage.send([], marker: second)
  }

  @Test("A token of what was replaced is not that of the replacement")
  func staleToken() async throws {
    let old = try await stage.show(id: 1)
    let marker = try await stage.show(id: 5)
    await stage.send([.activationToken(1, token: "old")], marker: marker)
    let new = try await stage.show(id: 1, replacing: old)
    stage.puppet.send(.actionInvoked(1, key: "YES.3"))
    #expect(await new.end() == .action(key: "YES", activationToken: nil))
  }

  @Test("After an action the notification is taken off the screen")
  func closedAfterAction() async throws {
    let shown = try await stage.show(id: 1)
    stage.puppet.send(.actionInvoked(1, key: "YES.1"))
    _ = await shown.end()
    #expect(await stage.puppet.closed(1) == [1])
    let replied = try await stage.show(id: 2)
    stage.puppet.send(.replied(2, text: "Yes"))
    _ = await replied.end()
    #expect(await stage.puppet.closed(1) == [2])
  }

  @Test("What the server refuses as a repetition is asked for once more, after its second")
  func repetition() async throws {
    let excessive = NotificationServerError.refused(
      name: "org.freedesktop.Notifications.Error.ExcessNotificationGeneration", message: "")
    async let shown = stage.session.show(.invitation())
    let first = await stage.puppet.call()
    let start = ContinuousClock.now
    first.answer(.failure(excessive))
    let second = await stage.puppet.call()
    #expect(start.duration(to: .now) > .seconds(1))
    #expect(second.notification == first.notification)
    second(4)
    #expect(try await shown.id == 4)
  }

  @Test("A second refusal is the caller's")
  func secondRepetition() async throws {
    let excessive = NotificationServerError.refused(
      name: "org.freedesktop.Notifications.Error.ExcessNotificationGeneration", message: "again")
    let shown = Task { try await stage.session.show(.invitation()) }
    await stage.puppet.call().answer(.failure(.refused(name: excessive.name, message: "first")))
    await stage.puppet.call().answer(.failure(excessive))
    await #expect(throws: excessive) { try await shown.value }
  }

  @Test("Any other refusal is the caller's at once")
  func otherRefusal() async throws {
    let error = NotificationServerError.timedOut(call: "Notify", limit: .seconds(5))
    let shown = Task { try await stage.session.show(.invitation()) }
    await stage.puppet.call().answer(.failure(error))
    await #expect(throws: error) { try await shown.value }
  }
}

extension NotificationServerError {
  /// The D-Bus error's name.
  fileprivate var name: String {
    guard case .refused(let name, _) = self else { return "" }
    return name
  }
}
