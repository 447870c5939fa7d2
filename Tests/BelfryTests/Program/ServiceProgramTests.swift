import Foundation
import TestSupport
import Testing

@Suite("belfry serve --script", .timeLimit(.minutes(1)))
struct ServiceProgramTests {
  private static let payload =
    #"{"aps":{"alert":{"title":"Lunch?","body":"Today at 12"},"category":"MEETING_INVITE"}}"#
  private static let topic = ("apns-topic", "com.example.meetings")
  private static let meetings = ["--app", "Examples/Meetings"]

  private static func script(_ name: String) -> [String] {
    ["--script", "Examples/scripts/\(name).json"]
  }

  @Test("A push is answered, shown, answered by the script, and found in the log")
  func life() async throws {
    let scratch = try Scratch()
    let service = try await RunningService(
      scratch.path, Self.meetings + Self.script("accept"))
    #expect(service.ready.event == "ready")
    #expect(service.ready.ca == "\(scratch.path)/ca.pem")
    let ready = try await service.ask(["ready", "--wait", "--json"])
    #expect(ready.output.first?.contains(service.ready.endpoint) == true)
    let provider = try await service.provider()
    let refused = try await provider.ask("/3/device/c0ffee", headers: [Self.topic], body: "[]")
    #expect(refused?.status == 400)
    #expect(
      await service.program.event()
        == EventLine(category: nil)(
          "rejected",
          #""status":400,"reason":"PayloadEmpty","#
            + #""detail":"1:1: payload is an array; write an object with aps in it""#))
    let answer = try await provider.ask(
      "/3/device/c0ffee", headers: [Self.topic], body: Self.payload)
    #expect(answer?.status == 200)
    let event = EventLine(identifier: "ID2")
    let shown = event.presented("Lunch?", "Today at 12")
    #expect(await service.program.event() == shown)
    #expect(await service.program.event() == event.response("ACCEPT"))
    await provider.end()
    #expect(await service.end() == .init())
    let log = try await service.ask(["log", "--json", "--search", "lunch"])
    #expect(log.output == [shown.replacingOccurrences(of: "ID2", with: "ID1")])
    let all = try await service.ask(["log", "--json", "--topic", "com.example.meetings"])
    #expect(all.output.count == 3)
    #expect(try await service.ask(["log", "--topic", "com.example.other"]) == .init())
    let gone = try await service.ask(["ready"])
    #expect(gone.code == 75)
    #expect(
      gone.errors == [
        "belfry: ready: no belfry serve is running with the state folder \(scratch.path); "
          + "start one, or name its folder with --state"
      ])
  }

  @Test("A push that the person leaves alone is withdrawn by its identifier, or its thread")
  func withdraw() async throws {
    let scratch = try Scratch()
    let service = try await RunningService(
      scratch.path, Self.meetings + Self.script("ignore"))
    let provider = try await service.provider()
    for name in ["a", "b", "c"] {
      let thread = name == "c" ? #","thread-id":"t""# : ""
      _ = try await provider.ask(
        "/3/device/c0ffee", headers: [Self.topic, ("apns-collapse-id", name)],
        body: #"{"aps":{"alert":"\#(name)"\#(thread)}}"#)
      _ = await service.program.event()
    }
    func closed(_ name: String, thread: String? = nil) -> String {
      EventLine(identifier: name, category: nil, thread: thread).closed("withdrawn")
    }
    #expect(try await service.ask(["withdraw", "a", "--json"]).output == [#"{"withdrawn":1}"#])
    #expect(await service.program.event() == closed("a"))
    #expect(try await service.ask(["withdraw", "a"]).output == ["withdrawn  0"])
    #expect(try await service.ask(["withdraw", "--thread", "t"]).output == ["withdrawn  1"])
    #expect(await service.program.event() == closed("c", thread: "t"))
    #expect(try await service.ask(["withdraw"]).code == 64)
    // What is still shown goes with the service.
    await provider.end()
    #expect(await service.end() == .init(output: [closed("b")]))
  }

  @Test("belfry log --follow goes on with what comes")
  func follow() async throws {
    let scratch = try Scratch()
    let service = try await RunningService(
      scratch.path, Self.meetings + Self.script("accept"))
    let log = try BelfryProgram(["log", "--json", "--follow", "--state", scratch.path])
    let provider = try await service.provider()
    for _ in 0..<3 {
      _ = try await provider.ask("/3/device/c0ffee", headers: [Self.topic], body: Self.payload)
      #expect(await log.event()?.hasPrefix(#"{"event":"presented""#) == true)
      #expect(await log.event()?.hasPrefix(#"{"event":"response""#) == true)
    }
    let piped = try LineProcess(
      "/bin/sh",
      [
        "-c", "\"$1\" log --follow --state \"$2\" | head -n 1; echo end", "sh",
        BelfryProgram.path, scratch.path,
      ])
    #expect(await piped.lines.rest().count == 2)
    log.interrupt()
    #expect(await log.rest() == .init(code: 130))
    await provider.end()
    #expect(await service.end().code == 0)
  }

  @Test("App folders are read anew where none has an error, by the command and by SIGHUP")
  func reload() async throws {
    let scratch = try Scratch()
    func write(_ name: String) throws {
      _ = try scratch.file("app/app.json", #"{"bundleIdentifier":"a.b","categories":\#(name)}"#)
    }
    func category(_ title: String) -> String {
      #"[{"identifier":"C","actions":[{"identifier":"A","title":"\#(title)"}]}]"#
    }
    try write(category("Old"))
    let service = try await RunningService(
      "\(scratch.path)/state", ["--app", "\(scratch.path)/app"] + Self.script("activate"))
    let provider = try await service.provider()
    func shown() async throws -> String? {
      _ = try await provider.ask(
        "/3/device/c0ffee", headers: [("apns-topic", "a.b")],
        body: #"{"aps":{"alert":"x","category":"C"}}"#)
      let event = await service.program.event()
      _ = await service.program.event()
      return event
    }
    #expect(try await shown()?.contains(#""title":"Old""#) == true)
    try write("7")
    let bad = try await service.ask(["reload"])
    #expect(bad.code == 78)
    #expect(bad.errors.first?.contains("app.json:1:40") == true, "\(bad.errors)")
    #expect(try await shown()?.contains(#""title":"Old""#) == true)
    try write(category("New"))
    #expect(try await service.ask(["reload"]) == .init())
    #expect(try await shown()?.contains(#""title":"New""#) == true)
    try write("8")
    service.program.hangUp()
    #expect(
      await service.program.error()?.hasPrefix("belfry: serve: app folders stay as they were: ")
        == true)
    await provider.end()
    #expect(await service.end().code == 0)
  }

  @Test("A device token fails as --fail says")
  func fail() async throws {
    let scratch = try Scratch()
    let service = try await RunningService(
      scratch.path, Self.script("activate") + ["--fail", "bad=Unregistered:1", "--strict"])
    let provider = try await service.provider()
    let strict = try await provider.ask("/3/device/bad", headers: [Self.topic])
    #expect(strict?.body == #"{"reason":"BadDeviceToken"}"#)
    await provider.end()
    #expect(await service.end().code == 0)
  }
}
