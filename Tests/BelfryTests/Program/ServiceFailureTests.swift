import Foundation
import TestSupport
import Testing

@Suite("belfry serve that cannot serve", .timeLimit(.minutes(1)))
struct ServiceFailureTests {
  private static let script = ["--script", "Examples/scripts/accept.json"]

  /// Starts one that is to fail, and gives its end.
  private static func run(_ state: String, _ arguments: [String] = []) async throws
    -> BelfryProgram.Outcome
  {
    try await BelfryProgram.run(RunningService.arguments(state) + script + arguments)
  }

  private static func failure(_ code: Int32, _ message: String) -> BelfryProgram.Outcome {
    .init(code: code, errors: ["belfry: serve: \(message)"])
  }

  @Test("A port or a state folder that another has: try again")
  func taken() async throws {
    let scratch = try Scratch()
    let first = try await RunningService("\(scratch.path)/a", Self.script)
    let port = try #require(URL(string: first.ready.endpoint)?.port)
    let pages = try #require(URL(string: first.ready.pages)?.port)
    #expect(
      try await Self.run("\(scratch.path)/b", ["--listen", "127.0.0.1:\(port)"])
        == Self.failure(
          75,
          "port in use: \(port) on 127.0.0.1; end the other program, "
            + "or choose another port with --listen"))
    #expect(
      try await Self.run("\(scratch.path)/c", ["--pages", "localhost:\(pages)"])
        == Self.failure(
          75,
          "port in use: \(pages) on localhost; end the other program, "
            + "or choose another port with --pages"))
    let locked = try await Self.run("\(scratch.path)/a")
    #expect(locked.code == 75)
    #expect(locked.errors.first?.contains("\(scratch.path)/a") == true)
    #expect(await first.end().code == 0)
  }

  @Test("A state folder that cannot be one, a broken database, a newer one")
  func badState() async throws {
    let scratch = try Scratch()
    let file = try scratch.file("file", "")
    let folder = try await Self.run("\(file)/state")
    #expect(folder.code == 78)
    #expect(folder.errors.first?.contains("\(file)/state") == true)
    let broken = try scratch.file("broken/store.sqlite", String(repeating: "nonsense", count: 999))
    let outcome = try await Self.run("\(scratch.path)/broken")
    #expect(outcome.code == 78)
    #expect(outcome.errors.first?.contains(broken) == true)
    #expect(try String(contentsOfFile: broken, encoding: .utf8).hasPrefix("nonsense"))
  }

  /// What a person may write that cannot be done.
  static let mistakes: [(arguments: [String], code: Int32, words: String)] = [
    (["--auth-key", "/dev/null/key.p8"], 66, "/dev/null/key.p8"),
    (["--auth-key", "README.md"], 78, "certificate or key not usable: README.md"),
    (["--app", "/nonexistent/app"], 66, "/nonexistent/app"),
    (["--listen", "2197"], 64, "bad --listen: 2197; write ADDRESS:PORT, such as 127.0.0.1:2197"),
    (["--listen", "192.0.2.1:0"], 78, "address not usable: 192.0.2.1"),
    (["--pages", "192.0.2.1:0"], 64, "the pages are for this machine alone"),
    (["--keep", "0"], 64, "bad --keep: 0; write a whole number from 1 to 36500"),
    (["--fail", "c0=Unregistred"], 64, "did you mean Unregistered?"),
    (["--presenter", "desktop"], 64, "options contradict each other"),
  ]

  @Test("A mistake is named, with what to write", arguments: mistakes)
  func mistake(arguments: [String], code: Int32, words: String) async throws {
    let scratch = try Scratch()
    let outcome = try await Self.run(scratch.path, arguments)
    #expect(outcome.code == code)
    #expect(outcome.output == [])
    #expect(outcome.errors.first?.contains(words) == true, "\(outcome.errors)")
  }
}

extension DesktopTests {
  @Suite("A service in front of a notification server") struct ServiceDeskTests {
    @Test("While the notification server hangs, providers are answered at once")
    func hang() async throws {
      let desk = try await Desk("plasma5")
      let scratch = try Scratch()
      let service = try await RunningService(
        scratch.path, ["--presenter", "desktop", "--app", "Examples/Meetings"],
        environment: desk.bus.environment)
      _ = await desk.fake.do(#"{"command":"hang"}"#)
      let provider = try await service.provider()
      for _ in 0..<100 {
        let answer = try await provider.ask(
          "/3/device/c0ffee", headers: [("apns-topic", "com.example.meetings")])
        #expect(answer?.status == 200)
      }
      _ = await desk.fake.do(#"{"command":"resume"}"#)
      #expect(
        await service.program.event()?.hasPrefix(#"{"event":"presented""#) == true)
      await provider.end()
      let outcome = await service.end()
      #expect(outcome.code == 0)
      let log = try await service.ask(["log", "--json"])
      // What was not shown when the service ended is shown by the next one.
      let presented = log.output.count { $0.hasPrefix(#"{"event":"presented""#) }
      #expect(presented >= 1 && presented <= 100)
      let second = try await RunningService(
        scratch.path, ["--script", "Examples/scripts/activate.json"])
      for _ in presented..<100 {
        #expect(
          await second.program.event()?.hasPrefix(#"{"event":"presented""#) == true)
        _ = await second.program.event()
      }
      #expect(await second.end() == .init())
    }

    @Test("More pushes of a topic than a person can look at become one summary")
    func burst() async throws {
      let desk = try await Desk("plasma5")
      let scratch = try Scratch()
      let service = try await RunningService(
        scratch.path, ["--presenter", "desktop"], environment: desk.bus.environment)
      let provider = try await service.provider()
      for number in 0..<40 {
        _ = try await provider.ask(
          "/3/device/c0ffee", headers: [("apns-topic", "a.b")],
          body: #"{"aps":{"alert":"\#(number)"}}"#)
      }
      var presented = 0
      var summarised = 0
      while presented < 40, let event = await service.program.line() {
        guard event.hasPrefix(#"{"event":"presented""#) else { continue }
        presented += 1
        if event.contains(#""summarised":true"#) { summarised += 1 }
      }
      // Ten in each second that the forty took.
      #expect(summarised > 0 && summarised < 40)
      await provider.end()
      #expect(await service.end().code == 0)
    }
  }
}
