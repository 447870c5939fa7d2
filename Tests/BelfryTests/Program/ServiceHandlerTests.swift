import Foundation
import TestSupport
import Testing

@Suite("An app folder's programs under belfry serve", .timeLimit(.minutes(1)))
struct ServiceHandlerTests {
  private static let topic = ("apns-topic", "a.b")
  private static let webhook = "\(packageFolder)/Tests/Provider/webhook"

  private static func app(_ scratch: Scratch, _ members: String) throws -> [String] {
    _ = try scratch.file("app/app.json", #"{"bundleIdentifier":"a.b",\#(members)}"#)
    return ["--app", "\(scratch.path)/app", "--script", "Examples/scripts/activate.json"]
  }

  @Test("A response comes to the program and to the webhook, which fails at first")
  func responses() async throws {
    let scratch = try Scratch()
    let hook = try LineProcess(Self.webhook, ["503"])
    let link = try #require(await hook.lines.next())
    let told = "\(scratch.path)/told"
    _ = try scratch.program("app/respond", "#!/bin/sh\ncat > \"\(told)\"\n")
    let service = try await RunningService(
      "\(scratch.path)/state",
      Self.app(
        scratch,
        #""responseHandlers":[{"command":["./respond"]},{"webhook":"\#(link)"}]"#))
    let provider = try await service.provider()
    _ = try await provider.ask(
      "/3/device/c0ffee", headers: [Self.topic], body: #"{"aps":{"alert":"x"}}"#)
    _ = await service.program.event()
    let event = await service.program.event()
    #expect(event?.hasPrefix(#"{"event":"response""#) == true)
    let refused = try #require(await hook.lines.next())
    let taken = try #require(await hook.lines.next())
    #expect(refused.hasPrefix("503 application/json {"))
    #expect(taken == refused.replacingOccurrences(of: "503", with: "204"))
    await provider.end()
    #expect(await service.end().code == 0)
    let line = try String(contentsOfFile: told, encoding: .utf8)
    #expect("204 application/json \(line)" == taken + "\n")
    hook.terminate()
  }

  @Test("What a webhook did not take before the service was killed comes after its restart")
  func owed() async throws {
    let scratch = try Scratch()
    let hook = try LineProcess(Self.webhook, ["500"])
    let link = try #require(await hook.lines.next())
    let arguments = try Self.app(scratch, #""responseHandlers":[{"webhook":"\#(link)"}]"#)
    let first = try await RunningService("\(scratch.path)/state", arguments)
    let provider = try await first.provider()
    _ = try await provider.ask(
      "/3/device/c0ffee", headers: [Self.topic], body: #"{"aps":{"alert":"x"}}"#)
    let refused = try #require(await hook.lines.next())
    first.program.kill()
    _ = await first.program.rest()
    let second = try await RunningService("\(scratch.path)/state", arguments)
    #expect(
      await hook.lines.next() == refused.replacingOccurrences(of: "500", with: "204"))
    await provider.end()
    #expect(await second.end().code == 0)
    hook.terminate()
  }

  @Test("A silent push runs the background handler, and is never shown")
  func background() async throws {
    let scratch = try Scratch()
    _ = try scratch.program(
      "app/refresh", "#!/bin/sh\nread -r line\necho '{\"result\":\"newData\"}'\n")
    let service = try await RunningService(
      "\(scratch.path)/state",
      Self.app(scratch, #""backgroundHandler":{"command":["./refresh"]}"#))
    let provider = try await service.provider()
    _ = try await provider.ask(
      "/3/device/c0ffee", headers: [Self.topic], body: #"{"aps":{"content-available":1}}"#)
    let silent = EventLine(topic: "a.b", category: nil)("silent", #""result":"newData""#)
    #expect(await service.program.event() == silent)
    await provider.end()
    #expect(await service.end() == .init())
  }

  @Test("The service extension changes what is shown; a late or wrong one leaves it")
  func serviceExtension() async throws {
    let scratch = try Scratch()
    _ = try scratch.program(
      "app/extension",
      """
      #!/bin/sh
      read -r line
      case "$line" in
        *good*) echo '{"title":"changed"}' ;;
        *wrong*) echo '{"titel":"changed"}' ;;
        *) exec tail -f /dev/null ;;
      esac
      """)
    let service = try await RunningService(
      "\(scratch.path)/state",
      Self.app(scratch, #""serviceExtension":{"command":["./extension"],"timeLimit":1}"#))
    let provider = try await service.provider()
    let event = EventLine(topic: "a.b", category: nil)
    let kept = "; the original content is shown"
    let expected: [(title: String, line: String)] = [
      ("good", event.presented("changed", "", actions: "[]")),
      (
        "wrong",
        event.presented(
          "wrong", "", actions: "[]",
          degraded: #""service extension: ./extension wrote an unknown key: \"titel\"; "#
            + #"did you mean title?\#(kept)""#)
      ),
      (
        "late",
        event.presented(
          "late", "", actions: "[]",
          degraded: #""service extension: ./extension took longer than 1 s; make it faster, "#
            + #"or give it a larger timeLimit\#(kept)""#)
      ),
    ]
    for (index, (title, line)) in expected.enumerated() {
      _ = try await provider.ask(
        "/3/device/c0ffee", headers: [Self.topic],
        body: #"{"aps":{"alert":{"title":"\#(title)"},"mutable-content":1}}"#)
      #expect(
        await service.program.event()
          == line.replacingOccurrences(of: "ID1", with: "ID\(index + 1)"))
      _ = await service.program.event()
    }
    await provider.end()
    #expect(await service.end().code == 0)
  }
}
