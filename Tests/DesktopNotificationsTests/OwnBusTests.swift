import DesktopNotifications
import Foundation
import TestSupport
import Testing

/// What needs a bus of its own, and so a process of its own.
@Suite("Buses of other kinds, each in a child process", .timeLimit(.minutes(1)))
struct OwnBusTests {
  // MARK: No bus

  @Test("Without an address and without the user's socket there is no bus")
  func noAddress() async {
    await #expect(processExitsWith: .success) {
      unsetenv("DBUS_SESSION_BUS_ADDRESS")
      setenv("XDG_RUNTIME_DIR", "/nowhere", 1)
      // With a display GIO would start a bus of its own, on which no server is.
      setenv("DISPLAY", ":0", 1)
      let server = Desk.server()
      let error = NotificationServerError.noBus(
        "DBUS_SESSION_BUS_ADDRESS is not set and $XDG_RUNTIME_DIR/bus is not there")
      await #expect(throws: error) { try await server.information() }
      await #expect(throws: error) { try await server.show(.invitation(), replacing: nil) }
      await server.close(1)
      await server.setBadge(1, desktopEntry: "a")
      await server.flush()
    }
  }

  @Test("An address that leads nowhere is no bus")
  func badAddress() async {
    await #expect(processExitsWith: .success) {
      for address in ["unix:path=/nowhere/bus", "no address", "tcp:host=127.0.0.1,port=1"] {
        setenv("DBUS_SESSION_BUS_ADDRESS", address, 1)
        let error = await #expect(throws: NotificationServerError.self) {
          try await Desk.server().information()
        }
        guard case .noBus(let words) = error else {
          Issue.record("\(address): \(String(describing: error))")
          continue
        }
        #expect(!words.isEmpty)
      }
    }
  }

  @Test("A bus that lets nobody in is no bus")
  func silentBus() async {
    await #expect(processExitsWith: .success) {
      let folder = try TemporaryFolder()
      let path = "\(folder.path)/bus"
      let listening = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
      var address = sockaddr_un()
      address.sun_family = sa_family_t(AF_UNIX)
      withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
      let bound = withUnsafePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          bind(listening, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
        }
      }
      try #require(bound == 0 && listen(listening, 1) == 0)
      setenv("DBUS_SESSION_BUS_ADDRESS", "unix:path=\(path)", 1)
      let server = Desk.server(answer: .milliseconds(100))
      await #expect(throws: NotificationServerError.noBus("it did not answer within 0.5 seconds")) {
        try await server.information()
      }
      await #expect(throws: NotificationServerError.noBus("it did not answer within 0.5 seconds")) {
        try await server.show(.invitation(), replacing: nil)
      }
    }
  }

  @Test("The user's socket is the bus where no address is set")
  func userSocket() async {
    await #expect(processExitsWith: .success) {
      let folder = try TemporaryFolder()
      let bus = try await PrivateBus()
      let path = try #require(bus.socket)
      try FileManager.default.createSymbolicLink(
        atPath: "\(folder.path)/bus", withDestinationPath: path)
      unsetenv("DBUS_SESSION_BUS_ADDRESS")
      setenv("XDG_RUNTIME_DIR", folder.path, 1)
      let fake = try await FakeServer("dunst", on: bus)
      #expect(try await Desk.server().information().name == "dunst")
      await fake.end()
      await bus.end()
    }
  }

  @Test("The bus's end ends the notifications, and not the process")
  func busEnd() async {
    await #expect(processExitsWith: .success) {
      let bus = try await PrivateBus()
      setenv("DBUS_SESSION_BUS_ADDRESS", bus.address, 1)
      let fake = try await FakeServer("dunst", on: bus)
      let session = Desk.session()
      let shown = try await session.show(.invitation())
      await bus.end()
      #expect(await shown.end() == .closed(.serverGone))
      let error = await #expect(throws: NotificationServerError.self) {
        try await session.show(.invitation())
      }
      guard case .noBus = error else {
        Issue.record("\(String(describing: error))")
        return
      }
      await fake.end()
    }
  }

  @Test("The process's end leaves its notifications on the screen")
  func processEnd() async throws {
    let bus = try await PrivateBus()
    let fake = try await FakeServer("dunst", on: bus)
    await #expect(processExitsWith: .success) { [address = bus.address as String] in
      setenv("DBUS_SESSION_BUS_ADDRESS", address, 1)
      let server = Desk.server()
      // Those that libnotify's own end would close: never expiring, and with buttons.
      var notification = DesktopNotification.invitation()
      notification.expireTimeout = .never
      _ = try await server.show(notification, replacing: nil)
      await server.flush()
    }
    _ = await fake.next { $0["event"]?.string == "sender-gone" }
    fake.send(#"{"command":"list"}"#)
    #expect(await fake.next { $0["open"] != nil || $0["done"] != nil }?["open"]?.int == 2)
    await fake.end()
    await bus.end()
  }

  @Test("What is taken back has left the process when its end is known and all is flushed")
  func flushed() async throws {
    let bus = try await PrivateBus()
    let fake = try await FakeServer("dunst", on: bus)
    await #expect(processExitsWith: .success) { [address = bus.address as String] in
      setenv("DBUS_SESSION_BUS_ADDRESS", address, 1)
      let server = Desk.server()
      let session = NotificationSession(server: server)
      for number in 1...20 {
        let shown = try await session.show(.invitation("\(number)"))
        Task { await session.withdraw(shown) }
        #expect(await shown.end() == .closed(.withdrawn))
      }
      await server.flush()
      // No exit handler may send what is still to be sent.
      _exit(EXIT_SUCCESS)
    }
    var closed: [Int?] = []
    while let line = await fake.next(where: { $0["call"] != nil || $0["event"] != nil }),
      line["event"] == nil
    {
      if line["call"]?.string == "CloseNotification" {
        closed.append(line["arguments"]?["id"]?.int)
      }
      if closed.count == 20 { break }
    }
    // dunst's first number is 2.
    #expect(closed == Array(2...21))
    await fake.end()
    await bus.end()
  }

  // MARK: Sandboxes

  @Test("libnotify is kept from the portal, where hints and replies are lost")
  func portal() async {
    await #expect(processExitsWith: .success) {
      let bus = try await PrivateBus()
      setenv("DBUS_SESSION_BUS_ADDRESS", bus.address, 1)
      setenv("NOTIFY_FORCE_PORTAL", "1", 1)
      unsetenv("NOTIFY_IGNORE_PORTAL")
      let missing = NotificationServerError.noServer(
        """
        The name org.freedesktop.Notifications was not provided by any .service files; the \
        sandbox has to let it talk to org.freedesktop.Notifications
        """)
      await #expect(throws: missing) { try await Desk.server().information() }
      #expect(ProcessInfo.processInfo.environment["NOTIFY_IGNORE_PORTAL"] == "1")
      let fake = try await FakeServer("plasma6", on: bus)
      let session = Desk.session()
      let shown = try await session.show(.invitation())
      _ = await fake.do(#"{"person":"reply","text":"Yes"}"#)
      #expect(await shown.end() == .reply(text: "Yes", activationToken: nil))
      await fake.end()
      await bus.end()
    }
  }

  // MARK: Activation

  @Test("A server that the bus can start is started, once, and shows")
  func startable() async {
    await #expect(processExitsWith: .success) {
      let service = try await Service(
        "exec '\(packageFolder)/Tests/FakeServer/fake-server' --profile mako --no-commands")
      let session = service.session(start: .seconds(20))
      let shown = try await session.show(.invitation())
      #expect(try await session.server.information().name == "mako")
      #expect(service.starts.count == 1)
      await service.end()
      #expect(await shown.end() == .closed(.serverGone))
    }
  }

  @Test(
    "A service that never takes its name is no server, after the limit, and is not started again")
  func neverThere() async {
    await #expect(processExitsWith: .success) {
      let service = try await Service("exec sleep 60")
      let session = service.session(start: .seconds(1))
      await #expect(
        throws: NotificationServerError.noServer("one was started and is not there after 1000 ms")
      ) { try await session.server.information() }
      let start = ContinuousClock.now
      await #expect(throws: NotificationServerError.self) {
        try await session.server.information()
      }
      await #expect(throws: NotificationServerError.self) {
        try await session.show(.invitation())
      }
      #expect(start.duration(to: .now) < .seconds(1))
      #expect(service.starts.count == 1)
      // What comes by itself is met.
      let fake = try await FakeServer("dunst", on: service.bus)
      #expect(try await session.show(.invitation()).id == 2)
      await fake.end()
      await service.end()
    }
  }

  @Test("A service that ends at once is no server, and is not started again for each push")
  func endsAtOnce() async {
    await #expect(processExitsWith: .success) {
      let service = try await Service("exit 3")
      let server = service.session(start: .seconds(20)).server
      let error = await #expect(throws: NotificationServerError.self) {
        try await server.information()
      }
      guard case .noServer = error else {
        Issue.record("\(String(describing: error))")
        return
      }
      await #expect(throws: NotificationServerError.self) { try await server.information() }
      #expect(service.starts.count == 1)
      await service.end()
    }
  }

  @Test("With a start's limit of zero nothing is started")
  func noStart() async {
    await #expect(processExitsWith: .success) {
      let service = try await Service("exec sleep 60")
      await #expect(throws: NotificationServerError.self) {
        try await service.session(start: .zero).server.information()
      }
      #expect(service.starts.isEmpty)
      await service.end()
    }
  }
}

/// A bus that can start a notification server, which is a shell script.
private struct Service {
  let bus: PrivateBus
  private let folder: TemporaryFolder

  init(_ script: String) async throws {
    folder = try TemporaryFolder()
    let program = "\(folder.path)/server"
    try ExecutableFile.write(
      "#!/bin/sh\necho $$ >>'\(folder.path)/starts'\n\(script)\n", to: program)
    try """
    [D-BUS Service]
    Name=org.freedesktop.Notifications
    Exec=\(program)

    """.write(
      toFile: "\(folder.path)/notifications.service", atomically: true, encoding: .utf8)
    bus = try await PrivateBus(services: folder.path)
    setenv("DBUS_SESSION_BUS_ADDRESS", bus.address, 1)
  }

  /// The processes that the bus has started, by their numbers.
  var starts: [Int32] {
    // No file: nothing was started.
    let text = (try? String(contentsOfFile: "\(folder.path)/starts", encoding: .utf8)) ?? ""
    return text.split(separator: "\n").compactMap { Int32($0) }
  }

  func session(start: Duration) -> NotificationSession {
    NotificationSession(
      server: LibnotifyServer(
        appName: "belfry-tests", limits: .init(start: start, answer: .seconds(5))))
  }

  /// Ends what was started, and the bus.
  func end() async {
    for process in starts { kill(process, SIGTERM) }
    await bus.end()
  }
}

/// A folder that goes when nobody holds it any more.
private final class TemporaryFolder: Sendable {
  let path: String

  init() throws {
    path = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString).path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit {
    // What cannot be removed is left to the system's own cleaning.
    try? FileManager.default.removeItem(atPath: path)
  }
}

extension PrivateBus {
  /// The path of the bus's socket.
  fileprivate var socket: String? {
    address.split(separator: ",").first { $0.hasPrefix("unix:path=") }
      .map { String($0.dropFirst("unix:path=".count)) }
  }
}
