import DesktopNotifications
import Testing

@testable import PushBridge

@Suite(.timeLimit(.minutes(1)))
struct TerminalServerTests {
  private static let box = """
    ┌ #1 Meetings
    │ Lunch?
    │ Today at 12
    └ [1] Accept  [2] Reply…  [Enter] Open  [d] Dismiss  [?] Help

    """

  /// Everything until all notifications are closed.
  private func events(_ server: TerminalServer, closings: Int) async -> [ServerEvent] {
    var events: [ServerEvent] = []
    var open = closings
    for await event in server.events() {
      events.append(event)
      if case .closed = event { open -= 1 }
      if open == 0 { break }
    }
    return events
  }

  @Test("It says that it is the terminal, and what a terminal can")
  func information() async {
    let information = await TerminalServer(on: TerminalFixture().terminal).information()
    #expect(
      information
        == ServerInformation(
          name: "terminal", vendor: "Belfry", capabilities: ["actions", "body", "inline-reply"]))
  }

  /// The lines typed to one invitation → the events, and what is written below it.
  static let typed: [([String], [ServerEvent], String)] = [
    (
      ["1"], [.actionInvoked(1, key: "ACCEPT.1"), .closed(1, reason: .dismissed)],
      "#1 answered: Accept\n"
    ),
    (
      [""], [.actionInvoked(1, key: "default"), .closed(1, reason: .dismissed)],
      "#1 answered: Open\n"
    ),
    (
      [" O "], [.actionInvoked(1, key: "default"), .closed(1, reason: .dismissed)],
      "#1 answered: Open\n"
    ),
    (["d"], [.closed(1, reason: .dismissed)], "#1 dismissed\n"),
    (["#1 d"], [.closed(1, reason: .dismissed)], "#1 dismissed\n"),
    (
      ["2", "See you  there "],
      [.replied(1, text: "See you  there "), .closed(1, reason: .dismissed)],
      "Message: #1 answered\n"
    ),
    // What would be a command is a reply where one was asked for.
    (
      ["2", "d"], [.replied(1, text: "d"), .closed(1, reason: .dismissed)],
      "Message: #1 answered\n"
    ),
    (
      ["2 On my way"], [.replied(1, text: "On my way"), .closed(1, reason: .dismissed)],
      "#1 answered\n"
    ),
    (
      ["#1 2 1"], [.replied(1, text: "1"), .closed(1, reason: .dismissed)], "#1 answered\n"
    ),
    (
      ["2", " \t", "d"], [.closed(1, reason: .dismissed)],
      "Message: #1 is not answered, and still open\n#1 dismissed\n"
    ),
    (
      ["3", "0", "1 yes", "#2 1", "accept", "-1", "99999999999999999999", "d"],
      [.closed(1, reason: .dismissed)],
      """
      #1 has no button 3; type a number from 1 to 2
      #1 has no button 0; type a number from 1 to 2
      button 1 of #1 takes no text; type 1 alone
      #2 is not open
      not understood; ? says what can be typed
      not understood; ? says what can be typed
      not understood; ? says what can be typed
      #1 dismissed

      """
    ),
    (
      ["#1", "?", "d"], [.closed(1, reason: .dismissed)],
      box + """
          Enter or o    opens the newest notification
          1, 2, …       presses that button
          1 some text   answers with a text, where 1 takes one
          d             dismisses
          #3            shows notification 3 again
          #3 1          presses button 1 of notification 3; so o, d
          Ctrl-D        ends the input: what is open expires
        #1 dismissed

        """
    ),
    (
      [], [.closed(1, reason: .expired)], "#1 expired: the input has ended\n"
    ),
    (
      ["2"], [.closed(1, reason: .expired)],
      "Message: \n#1 is not answered, and still open\n#1 expired: the input has ended\n"
    ),
  ]

  @Test("Typed lines press, reply, open and dismiss; end of input expires", arguments: typed)
  func typedLines(lines: [String], expected: [ServerEvent], below: String) async {
    let fixture = TerminalFixture(columns: 80)
    let server = TerminalServer(on: fixture.terminal)
    #expect(await server.show(.invitation, replacing: nil) == 1)
    fixture.type(lines)
    fixture.end()
    #expect(await events(server, closings: 1) == expected)
    #expect(fixture.screen == Self.box + below)
  }

  @Test("The newest of several is meant, and any by its number")
  func several() async {
    let fixture = TerminalFixture()
    let server = TerminalServer(on: fixture.terminal)
    for title in ["A", "B", "C"] {
      _ = await server.show(
        DesktopNotification(appName: "App", summary: title, actions: [.init(key: "K", label: "L")]),
        replacing: nil)
    }
    fixture.type(["#1 1", "d", "1"])
    #expect(
      await events(server, closings: 3) == [
        .actionInvoked(1, key: "K"), .closed(1, reason: .dismissed),
        .closed(3, reason: .dismissed),
        .actionInvoked(2, key: "K"), .closed(2, reason: .dismissed),
      ])
    #expect(
      fixture.screen == """
        ┌ #1 App
        │ A
        └ [1] L  [d] Dismiss  [?] Help
        ┌ #2 App
        │ B
        └ [1] L  [d] Dismiss  [?] Help
        ┌ #3 App
        │ C
        └ [1] L  [d] Dismiss  [?] Help
        #1 answered: L
        #3 dismissed
        #2 answered: L

        """)
    let isSaid = fixture.writing(endingIn: "no notification is open\n")
    fixture.type([""])
    await isSaid.value
  }

  @Test("A notification without actions has no buttons and opens nothing")
  func noActions() async {
    let fixture = TerminalFixture()
    let server = TerminalServer(on: fixture.terminal)
    _ = await server.show(DesktopNotification(appName: "App", summary: "A"), replacing: nil)
    fixture.type(["1", "", "d"])
    #expect(await events(server, closings: 1) == [.closed(1, reason: .dismissed)])
    #expect(
      fixture.screen == """
        ┌ #1 App
        │ A
        └ [d] Dismiss  [?] Help
        #1 has no buttons
        #1 opens nothing
        #1 dismissed

        """)
  }

  @Test("A replacement keeps the number, becomes the newest, and says that it is changed")
  func replacing() async {
    let fixture = TerminalFixture()
    let server = TerminalServer(on: fixture.terminal)
    let (a, b) = (
      DesktopNotification(appName: "App", summary: "A"),
      DesktopNotification(appName: "App", summary: "B")
    )
    #expect(await server.show(a, replacing: nil) == 1)
    #expect(await server.show(b, replacing: nil) == 2)
    #expect(await server.show(b, replacing: 1) == 1)
    // One that is not open any more is a new one.
    #expect(await server.show(a, replacing: 7) == 3)
    fixture.type(["d", "d", "d"])
    #expect(
      await events(server, closings: 3) == [
        .closed(3, reason: .dismissed), .closed(1, reason: .dismissed),
        .closed(2, reason: .dismissed),
      ])
    #expect(fixture.screen.contains("┌ #1 App, changed\n│ B\n"))
    #expect(fixture.screen.contains("┌ #3 App\n│ A\n"))
  }

  @Test("Closing says so, once, and is no error for what is gone")
  func closing() async {
    let fixture = TerminalFixture()
    let server = TerminalServer(on: fixture.terminal)
    _ = await server.show(DesktopNotification(appName: "App", summary: "A"), replacing: nil)
    await server.close(1)
    await server.close(1)
    await server.close(9)
    await server.setBadge(1, desktopEntry: "app")
    #expect(await events(server, closings: 1) == [.closed(1, reason: .closedByCall)])
    #expect(
      fixture.screen == """
        ┌ #1 App
        │ A
        └ [d] Dismiss  [?] Help
        #1 withdrawn

        """)
  }

  @Test("A reply that is being typed goes on when its notification is replaced")
  func replacedWhileReplying() async {
    let fixture = TerminalFixture(columns: 80)
    let server = TerminalServer(on: fixture.terminal)
    _ = await server.show(.invitation, replacing: nil)
    let asked = fixture.writing(endingIn: "Message: ")
    fixture.type(["2"])
    await asked.value
    var changed = DesktopNotification.invitation
    changed.body = "At 1"
    _ = await server.show(changed, replacing: 1)
    fixture.type(["Yes"])
    #expect(
      await events(server, closings: 1) == [
        .replied(1, text: "Yes"), .closed(1, reason: .dismissed),
      ])
    #expect(
      fixture.screen == Self.box + """
        Message: 
        ┌ #1 Meetings, changed
        │ Lunch?
        │ At 1
        └ [1] Accept  [2] Reply…  [Enter] Open  [d] Dismiss  [?] Help
        Message: #1 answered

        """)
  }

  @Test(
    "A question for a reply goes with its notification",
    arguments: [(true, "#1 withdrawn"), (false, "#1 takes no reply any more")])
  func withdrawnWhileReplying(closes: Bool, words: String) async {
    let fixture = TerminalFixture(columns: 80)
    let server = TerminalServer(on: fixture.terminal)
    _ = await server.show(.invitation, replacing: nil)
    let asked = fixture.writing(endingIn: "Message: ")
    fixture.type(["2"])
    await asked.value
    if closes {
      await server.close(1)
    } else {
      _ = await server.show(DesktopNotification(appName: "App", summary: "B"), replacing: 1)
    }
    fixture.type(["d"])
    fixture.end()
    #expect(
      await events(server, closings: 1) == [
        .closed(1, reason: closes ? .closedByCall : .dismissed)
      ])
    #expect(fixture.screen.hasPrefix(Self.box + "Message: \n\(words)\n"))
  }

  @Test("After the end of input a notification expires at once, and lines count again if more come")
  func afterTheEnd() async {
    let fixture = TerminalFixture()
    let server = TerminalServer(on: fixture.terminal)
    fixture.end()
    for id in 1...2 as ClosedRange<NotificationID> {
      #expect(
        await server.show(DesktopNotification(appName: "App", summary: "A"), replacing: nil) == id)
      #expect(await events(server, closings: 1) == [.closed(id, reason: .expired)])
    }
  }

  @Test("In a session the keys come back as they were given")
  func session() async throws {
    let fixture = TerminalFixture()
    let session = NotificationSession(server: TerminalServer(on: fixture.terminal))
    let shown = try await session.show(
      DesktopNotification(
        appName: "App", summary: "A", actions: [.init(key: "ACCEPT", label: "Accept")]))
    fixture.type(["1"])
    #expect(await shown.end() == .action(key: "ACCEPT", activationToken: nil))
    let second = try await session.show(.invitation)
    await session.withdraw(second)
    #expect(await second.end() == .closed(.withdrawn))
    #expect(fixture.screen.hasSuffix("[?] Help\n#2 withdrawn\n"))
  }
}
