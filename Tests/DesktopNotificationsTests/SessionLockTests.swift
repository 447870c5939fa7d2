import DesktopNotifications
import Foundation
import GLibLoop
import Synchronization
import TestSupport
import Testing

extension PrivateBusTests {
  @Suite("The session's lock") struct SessionLockTests {
    private let lock = SessionLock()
    private let bus: PrivateBus

    init() async throws {
      bus = try await Desk.bus
      setSystemBus("unix:path=/nonexistent")
    }

    /// A screen saver's name, and the object that it has.
    private static let screenSavers = [
      ("org.freedesktop.ScreenSaver", "/org/freedesktop/ScreenSaver"),
      ("org.freedesktop.ScreenSaver", "/ScreenSaver"),
      ("org.gnome.ScreenSaver", "/org/gnome/ScreenSaver"),
      ("org.cinnamon.ScreenSaver", "/org/cinnamon/ScreenSaver"),
      ("org.mate.ScreenSaver", "/org/mate/ScreenSaver"),
      ("org.xfce.ScreenSaver", "/org/xfce/ScreenSaver"),
    ]

    @Test(
      "A screen saver that is active holds until it says that it is not", arguments: screenSavers)
    func screenSaver(_ name: String, _ path: String) async throws {
      let locker = try await FakeLocker(name, on: bus, ["--path", path, "--locked"])
      let waiter = Waiter(lock)
      let call = try #require(await locker.call())
      #expect((call["call"], call["path"]) == (JSON("GetActive"), JSON(path)))
      #expect(await lock.isLocked())
      waiter.mayReturn()
      await locker.do("unlock")
      #expect(await waiter.wasReleased())
      #expect(await !lock.isLocked())
      await locker.do("lock")
      #expect(await lock.isLocked())
      await locker.end()
    }

    @Test("Where nobody can be asked the session is not locked")
    func nobody() async {
      #expect(await !lock.isLocked())
      await lock.waitUntilUnlocked()
    }

    @Test(
      "What is no answer does not lock",
      arguments: ["org.freedesktop.DBus.Error.NotSupported", "text", "nothing"])
    func noAnswer(_ answer: String) async throws {
      let locker = try await FakeLocker(
        "org.freedesktop.ScreenSaver", on: bus, ["--locked", "--answer", answer])
      let lock = SessionLock(answerLimit: .milliseconds(100))
      #expect(await !lock.isLocked())
      await lock.waitUntilUnlocked()
      await locker.end()
    }

    @Test(
      "Another's answer counts where one gives none",
      arguments: ["org.freedesktop.DBus.Error.NotSupported", "text", "nothing"])
    func otherAnswer(_ answer: String) async throws {
      let mute = try await FakeLocker(
        "org.freedesktop.ScreenSaver", on: bus, ["--answer", answer])
      let locker = try await FakeLocker("org.gnome.ScreenSaver", on: bus, ["--locked"])
      let waiter = Waiter(SessionLock(answerLimit: .milliseconds(100)))
      _ = await locker.call()
      #expect(await lock.isLocked())
      waiter.mayReturn()
      await locker.do("unlock")
      #expect(await waiter.wasReleased())
      await mute.end()
      await locker.end()
    }

    @Test("Only the owner of the name can unlock", arguments: [false, true])
    func stranger(isUnicast: Bool) async throws {
      let locker = try await FakeLocker("org.gnome.ScreenSaver", on: bus, ["--locked"])
      let waiter = Waiter(lock)
      let sender = try #require(await locker.call()?["sender"])
      let receiver = isUnicast ? #","to":\#(sender)"# : ""
      await locker.do("stranger", #","locked":false\#(receiver)"#)
      #expect(await lock.isLocked())
      waiter.mayReturn()
      await locker.do("unlock")
      #expect(await waiter.wasReleased())
      await locker.end()
    }

    @Test("A locker that has gone does not lock", arguments: ["die", "drop-name"])
    func gone(command: String) async throws {
      let locker = try await FakeLocker("org.mate.ScreenSaver", on: bus, ["--locked"])
      let waiter = Waiter(lock)
      _ = await locker.call()
      waiter.mayReturn()
      await locker.do(command)
      #expect(await waiter.wasReleased())
      #expect(await !lock.isLocked())
      await locker.end()
    }

    @Test("Of two lockers both must unlock, also where one came later")
    func twoLockers() async throws {
      let first = try await FakeLocker("org.gnome.ScreenSaver", on: bus, ["--locked"])
      let waiter = Waiter(lock)
      _ = await first.call()
      let second = try await FakeLocker("org.xfce.ScreenSaver", on: bus, ["--locked"])
      _ = await second.call()
      await first.do("unlock")
      #expect(await lock.isLocked())
      waiter.mayReturn()
      await second.do("unlock")
      #expect(await waiter.wasReleased())
      await first.end()
      await second.end()
    }

    @Test("A cancelled task waits no longer")
    func cancellation() async throws {
      let locker = try await FakeLocker("org.gnome.ScreenSaver", on: bus, ["--locked"])
      let waiter = Waiter(lock)
      _ = await locker.call()
      waiter.task.cancel()
      _ = await waiter.wasReleased()
      #expect(await lock.isLocked())
      await locker.end()
    }

    @Test("A task that is cancelled already asks nobody")
    func earlyCancellation() async throws {
      let locker = try await FakeLocker("org.gnome.ScreenSaver", on: bus, ["--locked"])
      let task = Task {
        withUnsafeCurrentTask { $0?.cancel() }
        await lock.waitUntilUnlocked()
        return await lock.isLocked()
      }
      #expect(await !task.value)
      #expect(await lock.isLocked())
      await locker.end()
      // The one question is the last.
      _ = await locker.call()
      #expect(await locker.call() == nil)
    }

    @Test("Waits that are cancelled disturb no other", arguments: [false, true])
    func cancelledOthers(isLogind: Bool) async throws {
      let system = try await PrivateBus()
      setSystemBus(system.address)
      let locker = try await FakeLocker(
        isLogind ? "org.freedesktop.login1" : "org.gnome.ScreenSaver",
        on: isLogind ? system : bus, ["--locked"])
      await withTaskGroup { group in
        for turns in 0..<20 {
          let cancelled = Task { await lock.waitUntilUnlocked() }
          group.addTask { await lock.isLocked() }
          // So that each is cancelled at another point of its way.
          for _ in 0..<turns { await onDesktop() }
          cancelled.cancel()
        }
        for await isLocked in group { #expect(isLocked) }
      }
      await locker.end()
      await system.end()
    }

    @Test("logind's hint holds until it is taken back")
    func logind() async throws {
      let system = try await PrivateBus()
      setSystemBus(system.address)
      let logind = try await FakeLocker("org.freedesktop.login1", on: system, ["--locked"])
      let waiter = Waiter(lock)
      let call = try #require(await logind.call())
      #expect(call["path"] == JSON("/org/freedesktop/login1/session/auto"))
      #expect(call["arguments"] == JSON(["org.freedesktop.login1.Session", "LockedHint"]))
      #expect(await lock.isLocked())
      await logind.do("other-session", #","locked":false"#)
      await logind.do("stranger", #","locked":false"#)
      #expect(await lock.isLocked())
      waiter.mayReturn()
      await logind.do("unlock")
      #expect(await waiter.wasReleased())
      await logind.end()
      await system.end()
    }

    @Test("A bus that does not answer does not lock, and does not hold for longer than the limit")
    func mutedBus() async throws {
      let silence = try SilentSocket()
      setSystemBus("unix:path=\(silence.path)")
      let lock = SessionLock(answerLimit: .milliseconds(100))
      #expect(await !lock.isLocked())
      let locker = try await FakeLocker("org.gnome.ScreenSaver", on: bus, ["--locked"])
      let waiter = Waiter(lock)
      _ = await locker.call()
      waiter.mayReturn()
      await locker.do("unlock")
      #expect(await waiter.wasReleased())
      silence.end()
      await locker.end()
    }

    @Test("The end of the system bus ends the wait, and nothing else")
    func systemBusLost() async throws {
      let system = try await PrivateBus()
      setSystemBus(system.address)
      let logind = try await FakeLocker("org.freedesktop.login1", on: system, ["--locked"])
      let waiter = Waiter(lock)
      _ = await logind.call()
      #expect(await lock.isLocked())
      waiter.mayReturn()
      await system.end()
      #expect(await waiter.wasReleased())
      await logind.end()
    }
  }
}

@Suite("The session's lock on other buses, each in a child process", .timeLimit(.minutes(1)))
struct SessionLockBusTests {
  @Test("Without any bus the session is not locked")
  func noBus() async {
    await #expect(processExitsWith: .success) {
      unsetenv("DBUS_SESSION_BUS_ADDRESS")
      setenv("XDG_RUNTIME_DIR", "/nonexistent", 1)
      // With a display GIO would start a bus of its own.
      setenv("DISPLAY", ":0", 1)
      setSystemBus("unix:path=/nonexistent")
      #expect(await !SessionLock().isLocked())
      await SessionLock().waitUntilUnlocked()
    }
  }

  @Test("The end of the session bus ends the wait, and not the process")
  func busEnd() async {
    await #expect(processExitsWith: .success) {
      letCriticalsPass()
      await letTerminate()
      let bus = try await PrivateBus()
      setenv("DBUS_SESSION_BUS_ADDRESS", bus.address, 1)
      setSystemBus("unix:path=/nonexistent")
      let locker = try await FakeLocker("org.gnome.ScreenSaver", on: bus, ["--locked"])
      let waiter = Waiter(SessionLock())
      _ = await locker.call()
      #expect(await SessionLock().isLocked())
      waiter.mayReturn()
      await bus.end()
      #expect(await waiter.wasReleased())
      #expect(await !SessionLock().isLocked())
      await locker.end()
    }
  }

  @Test("No locker is started for an answer")
  func startsNobody() async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { #expect(throws: Never.self) { try FileManager.default.removeItem(at: folder) } }
    let names = [
      "org.freedesktop.ScreenSaver", "org.gnome.ScreenSaver", "org.cinnamon.ScreenSaver",
      "org.mate.ScreenSaver", "org.xfce.ScreenSaver", "org.freedesktop.login1",
    ]
    for name in names {
      let started = folder.appendingPathComponent("started").path
      let service = "[D-BUS Service]\nName=\(name)\nExec=/usr/bin/touch \(started)\n"
      try service.write(
        to: folder.appendingPathComponent("\(name).service"), atomically: true, encoding: .utf8)
    }
    let bus = try await PrivateBus(services: folder.path)
    await #expect(processExitsWith: .success) { [address = bus.address as String] in
      setenv("DBUS_SESSION_BUS_ADDRESS", address, 1)
      setSystemBus(address)
      #expect(await !SessionLock().isLocked())
    }
    await bus.end()
    #expect(!FileManager.default.fileExists(atPath: folder.appendingPathComponent("started").path))
  }
}

/// The bus that is asked for logind from now on; `SessionLock` connects to it anew each time.
private func setSystemBus(_ address: String) {
  setenv("DBUS_SYSTEM_BUS_ADDRESS", address, 1)
}

/// Lets SIGTERM reach this process, which GIO raises at a bus's end unless it is told not to: the
/// test runner's threads block it, and GIO's threads inherit what the actor's thread has.
@DesktopActor
private func letTerminate() {
  var signals = sigset_t()
  sigemptyset(&signals)
  sigaddset(&signals, SIGTERM)
  pthread_sigmask(SIG_UNBLOCK, &signals, nil)
}

/// Waits for the actor that asks to have done what it had to do at the time.
@DesktopActor
private func onDesktop() {}

/// A Unix socket that takes connections and never says a word.
private struct SilentSocket {
  let path = "/tmp/belfry-silent-\(UUID())"
  private let descriptor: Int32

  init() throws {
    descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let isBound = withUnsafePointer(to: address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
      }
    }
    try #require(isBound && listen(descriptor, 16) == 0, "\(path): \(errno)")
  }

  func end() {
    close(descriptor)
    unlink(path)
  }
}

/// A task that waits until the session is unlocked.
private struct Waiter {
  /// Whether it had been allowed to return when it did.
  let task: Task<Bool, Never>
  private let isAllowed = Flag()

  init(_ lock: SessionLock) {
    task = Task { [isAllowed] in
      await lock.waitUntilUnlocked()
      return isAllowed.value.load(ordering: .sequentiallyConsistent)
    }
  }

  /// From now on the wait may end; an earlier end fails the test.
  func mayReturn() {
    isAllowed.value.store(true, ordering: .sequentiallyConsistent)
  }

  /// Waits for the end; false when it came too early.
  func wasReleased() async -> Bool {
    await task.value
  }

  private final class Flag: Sendable {
    let value = Atomic(false)
  }
}

/// A screen saver, or logind, of Tests/FakeServer/fake-locker.
private struct FakeLocker {
  private let process: LineProcess

  /// Starts a locker and waits until it owns its name.
  init(_ name: String, on bus: PrivateBus, _ options: [String] = []) async throws {
    process = try LineProcess(
      "\(packageFolder)/Tests/FakeServer/fake-locker", [name] + options,
      environment: bus.environment)
    try #require(await next { $0["ready"] != nil } != nil, "\(name) did not start")
  }

  /// Carries out a command, and waits until it is done and the bus has passed on what it sent.
  func `do`(_ command: String, _ members: String = "") async {
    process.send(#"{"command":"\#(command)"\#(members)}"#)
    let done = await next { $0["done"] != nil || $0["failed"] != nil }
    // One that dies says nothing more.
    #expect(done?["done"] == JSON(command) || command == "die", "\(done ?? JSON([:]))")
  }

  /// Waits for the next question, to which the bus has passed on the answer.
  func call() async -> JSON? {
    await next { $0["call"] != nil }
  }

  private func next(where fits: (JSON) -> Bool) async -> JSON? {
    while let line = await process.lines.next() {
      if let json = JSON(text: line), fits(json) { return json }
    }
    return nil
  }

  /// Ends the locker and waits until it is gone.
  func end() async {
    process.endInput()
    _ = await process.exit()
  }
}

/// Lets the child live on when GLib complains, as it does outside of tests.
///
/// GLib's own watch on a name complains when the bus goes while it is being set up.
private func letCriticalsPass() {
  typealias SetAlwaysFatal = @convention(c) (UInt32) -> UInt32
  guard let symbol = dlsym(nil, "g_log_set_always_fatal") else { return }
  // G_LOG_LEVEL_ERROR and recursion alone, GLib's default.
  _ = unsafeBitCast(symbol, to: SetAlwaysFatal.self)(5)
}
