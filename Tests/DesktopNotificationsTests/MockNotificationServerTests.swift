import DesktopNotifications
import DesktopNotificationsTesting
import Testing

@Suite(.timeLimit(.minutes(1)))
struct MockNotificationServerTests {
  private let mock = MockNotificationServer()

  /// What a person does on notification 1, and what the mock tells of it; nil where it cannot be done.
  private static let gestures:
    [(String, @Sendable (MockNotificationServer) -> Bool, [ServerEvent]?)] = [
      (
        "press by label", { $0.press("Yes", on: 1) },
        [.actionInvoked(1, key: "YES"), .closed(1, reason: .dismissed)]
      ),
      (
        "press by key", { $0.press("YES", on: 1) },
        [.actionInvoked(1, key: "YES"), .closed(1, reason: .dismissed)]
      ),
      (
        "press default", { $0.press("Open", on: 1) },
        [.actionInvoked(1, key: "default"), .closed(1, reason: .dismissed)]
      ),
      ("press a button that is not there", { $0.press("No", on: 1) }, nil),
      ("press half a key", { $0.press("YE", on: 1) }, nil),
      ("press on another notification", { $0.press("Yes", on: 2) }, nil),
      (
        "activate", { $0.activate(1) },
        [.actionInvoked(1, key: "default"), .closed(1, reason: .dismissed)]
      ),
      ("activate another notification", { $0.activate(2) }, nil),
      (
        "reply", { $0.reply("See you", to: 1) },
        [.replied(1, text: "See you"), .closed(1, reason: .dismissed)]
      ),
      ("reply to another notification", { $0.reply("See you", to: 2) }, nil),
      ("dismiss", { $0.dismiss(1) }, [.closed(1, reason: .dismissed)]),
      ("dismiss another notification", { $0.dismiss(2) }, nil),
      ("expire", { $0.expire(1) }, [.closed(1, reason: .expired)]),
      ("expire another notification", { $0.expire(2) }, nil),
    ]

  @Test("A gesture is told as a server tells it, or cannot be done", arguments: gestures.indices)
  func gesture(_ index: Int) async throws {
    let (name, perform, events) = Self.gestures[index]
    #expect(try await mock.show(.invitation(), replacing: nil) == 1)
    #expect(perform(mock) == (events != nil), "\(name)")
    #expect(mock.open.isEmpty == (events != nil), "\(name)")
    mock.die()
    #expect(await mock.toTheEnd() == (events ?? []) + [.serverGone], "\(name)")
  }

  @Test("A button is pressed by the key that its sender gave it, whatever the session made of it")
  func sessionKey() async throws {
    let session = NotificationSession(server: mock)
    var invitation = DesktopNotification.invitation()
    invitation.actions.append(.init(key: "YES.MAYBE", label: "Perhaps"))
    for key in ["YES", "YES.MAYBE"] {
      let shown = try await session.show(invitation)
      #expect(mock.press(key, on: shown.id))
      #expect(await shown.end() == .action(key: key, activationToken: nil))
    }
  }

  @Test("A notification without a text field takes no reply")
  func noReply() async throws {
    let id = try await mock.show(DesktopNotification(appName: "a", summary: "b"), replacing: nil)
    #expect(!mock.reply("See you", to: id))
  }

  @Test("The screen and the history are what was shown, in order")
  func screen() async throws {
    let (a, b, c) = (
      DesktopNotification.invitation("a"), DesktopNotification.invitation("b"),
      DesktopNotification.invitation("c")
    )
    #expect(try await mock.show(a, replacing: nil) == 1)
    #expect(try await mock.show(b, replacing: 99) == 2)
    #expect(try await mock.show(c, replacing: 1) == 1)
    await mock.close(2)
    await mock.close(99)
    typealias Shown = MockNotificationServer.Shown
    #expect(mock.open == [Shown(id: 1, notification: c)])
    #expect(
      mock.history == [
        Shown(id: 1, notification: a), Shown(id: 2, notification: b), Shown(id: 1, notification: c),
      ])
    mock.die()
    #expect(mock.open.isEmpty)
    #expect(await mock.toTheEnd() == [.closed(2, reason: .closedByCall), .serverGone])
    // A number is never used again.
    #expect(try await mock.show(a, replacing: nil) == 3)
  }

  @Test("Each watcher sees what is shown from now on")
  func watchers() async throws {
    _ = try await mock.show(.invitation("Before"), replacing: nil)
    let watchers = [mock.shown(), mock.shown()]
    _ = try await mock.show(.invitation("After"), replacing: nil)
    for watcher in watchers {
      for await shown in watcher {
        #expect(shown.notification.summary == "After")
        break
      }
    }
  }

  @Test("It fails with what it is told, until it is told not to")
  func failure() async throws {
    let error = NotificationServerError.noServer("none")
    mock.fail(with: error)
    await #expect(throws: error) { try await mock.information() }
    await #expect(throws: error) { try await mock.show(.invitation(), replacing: nil) }
    #expect(mock.history.isEmpty)
    mock.fail(with: nil)
    #expect(try await mock.show(.invitation(), replacing: nil) == 1)
  }

  @Test("It says of itself what it was made with")
  func information() async throws {
    let mock = MockNotificationServer(name: "Plasma", version: "6", capabilities: [.body])
    #expect(
      try await mock.information()
        == ServerInformation(
          name: "Plasma", vendor: "Belfry", version: "6", capabilities: [.body]))
  }

  @Test("It keeps each application's badge")
  func badges() async {
    await mock.setBadge(3, desktopEntry: "a")
    await mock.setBadge(1, desktopEntry: "b")
    await mock.setBadge(0, desktopEntry: "a")
    #expect(mock.badges == ["a": 0, "b": 1])
  }
}

extension MockNotificationServer {
  /// All events up to the server's end.
  func toTheEnd() async -> [ServerEvent] {
    var events: [ServerEvent] = []
    for await event in self.events() {
      events.append(event)
      if event == .serverGone { break }
    }
    return events
  }
}
