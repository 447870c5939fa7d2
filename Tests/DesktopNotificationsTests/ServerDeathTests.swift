import Dispatch
import GLibLoop
import TestSupport
import Testing

@testable import DesktopNotifications

extension PrivateBusTests {
  @Suite("Servers that leave, hang and refuse") struct ServerDeathTests {
    /// How a server goes, and how the next one comes.
    private static let ends: [(String, String)] = [
      (#"{"command":"drop-name"}"#, #"{"command":"take-name"}"#),
      (#"{"command":"restart"}"#, #"{"command":"list"}"#),
      (#"{"command":"restart","profile":{"base":"plasma6"}}"#, #"{"command":"list"}"#),
    ]

    @Test(
      "A server's end ends its notifications, and the next server shows the next one",
      arguments: ends)
    func end(_ end: String, _ next: String) async throws {
      let fake = try await Desk.fake("dunst")
      let session = Desk.session()
      let first = try await session.show(.invitation("First"))
      let second = try await session.show(.invitation("Second"))
      _ = await fake.do(end)
      #expect(await [first.end(), second.end()] == [.closed(.serverGone), .closed(.serverGone)])
      _ = await fake.do(next)
      // The old number is the next server's or a stranger's: it is not used again.
      let third = try await session.show(.invitation("Third"), replacing: first)
      #expect(await fake.call("Notify")?["arguments"]?["replaces_id"]?.int == 0)
      _ = await fake.do(#"{"person":"click","id":\#(third.id),"key":"YES.3"}"#)
      guard case .action(key: "YES", _) = await third.end() else {
        Issue.record("\(await third.end())")
        return
      }
    }

    @Test("A server that is killed ends its notifications, and there is none until one starts")
    func kill() async throws {
      let shared = try await Desk.fake("minimal")
      _ = await shared.do(#"{"command":"drop-name"}"#)
      let victim = try await FakeServer("mako", on: Desk.bus)
      let session = Desk.session()
      let shown = try await session.show(.invitation())
      victim.send(#"{"command":"die"}"#)
      #expect(await shown.end() == .closed(.serverGone))
      await #expect(throws: noServer) { try await session.show(.invitation()) }
      _ = await shared.do(#"{"command":"take-name"}"#)
      #expect(try await session.show(.invitation()).id == 1)
    }

    private let noServer = NotificationServerError.noServer(
      "The name org.freedesktop.Notifications was not provided by any .service files")

    @Test("Without a server every question says so, and nothing is started")
    func none() async throws {
      let fake = try await Desk.fake("minimal")
      _ = await fake.do(#"{"command":"drop-name"}"#)
      let server = Desk.server()
      await #expect(throws: noServer) { try await server.information() }
      await #expect(throws: noServer) { try await server.show(.invitation(), replacing: nil) }
      await server.close(1)
      await server.setBadge(1, desktopEntry: "a")
      await server.flush()
    }

    @Test("A server that goes right after its answer ends what it has just shown")
    func endBehindAnswer() async throws {
      let fake = try await Desk.fake("dunst")
      let session = Desk.session()
      for number in 1...20 {
        _ = try await session.server.information()
        _ = await fake.do(#"{"command":"hang"}"#)
        async let shown = session.show(.invitation("\(number)"))
        _ = await fake.next { $0["call"]?.string == "Notify" && $0["hung"] != nil }
        fake.send(#"{"command":"resume"}"#)
        _ = await fake.do(#"{"command":"restart"}"#)
        _ = await fake.next { $0["done"]?.string == "restart" }
        #expect(try await shown.end() == .closed(.serverGone))
      }
    }

    @Test("A server that dies of a notification has not shown it")
    func deadlyNotification() async throws {
      let shared = try await Desk.fake("minimal")
      _ = await shared.do(#"{"command":"drop-name"}"#)
      let victim = try await FakeServer("mako", on: Desk.bus)
      let session = Desk.session()
      let old = try await session.show(.invitation("Old"))
      _ = await victim.do(#"{"command":"hang"}"#)
      let new = Task { try await session.show(.invitation("New"), replacing: old) }
      _ = await victim.next { $0["hung"] != nil }
      victim.send(#"{"command":"die"}"#)
      await #expect(throws: noServer) { try await new.value }
      #expect(await old.end() == .closed(.serverGone))
    }

    @Test("A notification that meets the new server before libnotify has is shown there")
    func staleOwner() async throws {
      let fake = try await Desk.fake("dunst")
      let session = Desk.session()
      let old = try await session.show(.invitation("Old"))
      let gate = Gate()
      await gate.close()
      async let shown = session.show(.invitation("New"), replacing: old)
      // The call waits behind the gate, and before it the main context has heard of nothing.
      _ = await fake.do(#"{"command":"restart"}"#)
      gate.open()
      let new = try await shown
      #expect(await old.end() == .closed(.serverGone))
      _ = await fake.do(#"{"person":"click","id":\#(new.id),"key":"YES.2"}"#)
      #expect(await new.end() == .action(key: "YES", activationToken: nil))
    }

    @Test(
      "A server that hangs is waited for no longer than the limit, and is well again when it is well"
    )
    func hang() async throws {
      let fake = try await Desk.fake("dunst")
      let limit = Duration.seconds(1)
      let session = Desk.session(Desk.server(answer: limit))
      _ = try await session.show(.invitation("Before"))
      _ = await fake.do(#"{"command":"hang"}"#)
      let start = ContinuousClock.now
      let timedOut = NotificationServerError.timedOut(call: "Notify", limit: limit)
      await #expect(throws: timedOut) { try await session.show(.invitation("Hung")) }
      let first = start.duration(to: .now)
      await #expect(throws: timedOut) { try await session.show(.invitation("At once")) }
      await #expect(throws: NotificationServerError.self) {
        try await session.server.information()
      }
      #expect(first >= limit)
      #expect(start.duration(to: .now) < limit * 2)
      // The late one was reported as not shown: it is closed as soon as it is there.
      _ = await fake.do(#"{"command":"resume"}"#)
      #expect(await fake.call("CloseNotification")?["arguments"] == JSON(["id": 3]))
      let after = try await session.show(.invitation("After"))
      #expect(await fake.call("Notify")?["arguments"]?["summary"]?.string == "After")
      _ = await fake.do(#"{"person":"dismiss","id":\#(after.id)}"#)
      #expect(await after.end() == .closed(.dismissed))
    }

    @Test("What is taken back while the server hangs is taken back when it is well")
    func withdrawnWhileHung() async throws {
      let fake = try await Desk.fake("dunst")
      let session = Desk.session(Desk.server(answer: .milliseconds(100)))
      let before = try await session.show(.invitation("Before"))
      _ = await fake.do(#"{"command":"hang"}"#)
      await #expect(throws: NotificationServerError.self) {
        try await session.show(.invitation("Hung"))
      }
      await session.withdraw(before)
      #expect(await before.end() == .closed(.withdrawn))
      fake.send(#"{"command":"resume"}"#)
      var closed: Set<Int?> = []
      for _ in 1...2 {
        closed.insert(await fake.call("CloseNotification")?["arguments"]?["id"]?.int)
      }
      #expect(closed == [Int(before.id), 3])
    }

    @Test("A question that is not answered ends after the limit")
    func hungQuestion() async throws {
      let fake = try await Desk.fake("dunst")
      let limit = Duration.milliseconds(100)
      let server = Desk.server(answer: limit)
      _ = await fake.do(#"{"command":"hang"}"#)
      let timedOut = NotificationServerError.timedOut(call: "GetServerInformation", limit: limit)
      await #expect(throws: timedOut) { try await server.information() }
      _ = await fake.do(#"{"command":"resume"}"#)
      #expect(try await server.information().name == "dunst")
    }

    private static let refusals: [(method: String, name: String, message: String)] = [
      ("Notify", "org.freedesktop.DBus.Error.InvalidArgs", "Invalid notification ID"),
      ("Notify", "System.Error.ENXIO", "No such device or address"),
      ("Notify", "org.freedesktop.DBus.Error.Failed", ""),
      ("Notify", "org.example.Überhaupt".filter(\.isASCII), "täglich <b>\n"),
      ("GetCapabilities", "org.freedesktop.DBus.Error.AccessDenied", "no"),
      ("GetServerInformation", "org.freedesktop.DBus.Error.UnknownMethod", "no"),
    ]

    @Test("A server's error comes with its name and its words", arguments: refusals)
    func refusal(_ method: String, _ name: String, _ message: String) async throws {
      let fake = try await Desk.fake("dunst")
      let server = Desk.server()
      let words = JSON(message).description
      _ = await fake.do(
        #"{"command":"answer-error","method":"\#(method)","name":"\#(name)","message":\#(words),"count":1}"#
      )
      await #expect(throws: NotificationServerError.refused(name: name, message: message)) {
        if method == "Notify" {
          _ = try await server.show(.invitation(), replacing: nil)
        } else {
          _ = try await server.information()
        }
      }
      #expect(try await server.show(.invitation(), replacing: nil) == 2)
    }

    @Test("A server that comes to an empty bus is heard without being asked")
    func newServer() async throws {
      let fake = try await Desk.fake("dunst")
      let session = Desk.session()
      let before = try await session.show(.invitation("Before"))
      _ = await fake.do(#"{"command":"drop-name"}"#)
      #expect(await before.end() == .closed(.serverGone))
      await #expect(throws: NotificationServerError.self) {
        try await session.show(.invitation("None"))
      }
      _ = await fake.do(#"{"command":"restart","profile":{"base":"plasma6"}}"#)
      let shown = try await session.show(.invitation("New"))
      _ = await fake.do(#"{"person":"reply","id":\#(shown.id),"text":"Yes"}"#)
      #expect(await shown.end() == .reply(text: "Yes", activationToken: nil))
    }
  }
}

/// Keeps libnotify's thread from running anything, as a long call does.
private final class Gate: Sendable {
  private let opened = DispatchSemaphore(value: 0)
  private let closed = OneShot<Bool>()

  /// Waits until the thread stands.
  func close() async {
    Task { @DesktopActor in stand() }
    _ = await closed.value()
  }

  /// Lets the thread go on.
  func open() { opened.signal() }

  private func stand() {
    closed.set(true)
    opened.wait()
  }
}
