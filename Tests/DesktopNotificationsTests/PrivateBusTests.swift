import DesktopNotifications
import Foundation
import TestSupport
import Testing

/// The suites on this process's one connection to a session bus, one test at a time.
@Suite("libnotify on a private bus, against a fake server", .serialized, .timeLimit(.minutes(1)))
struct PrivateBusTests {}

/// The bus of this process, and the fake server that stands on it.
enum Desk {
  /// One for all tests: GLib keeps one session bus connection for a process's life.
  private static let shared = Task {
    let bus = try await PrivateBus()
    setenv("DBUS_SESSION_BUS_ADDRESS", bus.address, 1)
    return (
      bus: bus, fake: try await FakeServer("minimal", on: bus, options: ["--record-launcher"])
    )
  }

  /// The bus.
  static var bus: PrivateBus {
    get async throws { try await shared.value.bus }
  }

  /// Gives a new fake server, whose ids start anew, and which libnotify's connection has met.
  ///
  /// - Parameters:
  ///   - profile: A row of Tests/FakeServer/profiles.py.
  ///   - changes: Members of a JSON object that differ from the row, such as `"first_id":9`.
  /// - Returns: The server.
  /// - Throws: What kept the bus or the server from starting.
  static func fake(_ profile: String, _ changes: String = "") async throws -> FakeServer {
    let fake = try await shared.value.fake
    _ = await fake.do(#"{"command":"answer-normally"}"#)
    let comma = changes.isEmpty ? "" : ","
    let restarted = await fake.do(
      #"{"command":"restart","profile":{"base":"\#(profile)"\#(comma)\#(changes)}}"#)
    #expect(restarted["done"]?.string == "restart", "\(restarted)")
    _ = try await server().information()
    return fake
  }

  /// Makes a server, with a stream of events of its own.
  static func server(
    answer: Duration = .seconds(5)
  ) -> LibnotifyServer {
    LibnotifyServer(
      appName: "belfry-tests", limits: .init(start: .milliseconds(300), answer: answer))
  }

  /// Makes a session, whose first notification's keys end with `.1`.
  static func session(_ server: LibnotifyServer = server()) -> NotificationSession {
    NotificationSession(server: server, keyTag: "")
  }
}

extension DesktopNotification {
  /// A notification with a button and a text field; with a title of its own, as Plasma refuses the
  /// same one twice within a second.
  static func invitation(_ title: String = "Lunch?") -> DesktopNotification {
    DesktopNotification(
      appName: "Meetings", summary: title, body: "Today at 12",
      actions: [
        .init(key: "default", label: "Open"), .init(key: "YES", label: "Yes"),
        .init(key: "inline-reply", label: "Reply"),
      ])
  }
}

extension FakeServer {
  /// Waits until all that the server has sent so far has reached the session: shows one more
  /// notification and clicks it.
  func settle(_ session: NotificationSession) async throws {
    let last = try await session.show(.invitation("The last one \(UUID())"))
    _ = await self.do(#"{"command":"invoke","id":\#(last.id),"key":"default"}"#)
    #expect(await last.end() == .action(key: "default", activationToken: nil))
  }
}
