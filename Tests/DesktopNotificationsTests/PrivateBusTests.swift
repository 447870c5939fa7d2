import Foundation
import TestSupport
import Testing

/// The suites on this process's one connection to a session bus, one test at a time.
@Suite("libnotify on a private bus, against a fake server", .serialized, .timeLimit(.minutes(1)))
struct PrivateBusTests {}

/// The bus of this process.
enum Desk {
  /// One for all tests: GLib keeps one session bus connection for a process's life.
  private static let shared = Task {
    let bus = try await PrivateBus()
    setenv("DBUS_SESSION_BUS_ADDRESS", bus.address, 1)
    return bus
  }

  /// The bus.
  static var bus: PrivateBus {
    get async throws { try await shared.value }
  }
}
