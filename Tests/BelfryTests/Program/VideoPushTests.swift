import Foundation
import TestSupport
import Testing

extension DesktopTests {
  @Suite("A push with a video, clicked") struct VideoPushTests {
    private static let event = EventLine(topic: "com.example.videos", category: "VIDEO")
    private static let watch = "https://www.youtube.com/watch?v=aqz-KE-bpKQ&t=8s"
    private static let embed = "https://www.youtube.com/embed/aqz-KE-bpKQ?start=8"
    private static let video = #""videoID":"aqz-KE-bpKQ","embedURL":"\#(embed)""#

    /// A program that writes down how many arguments it got, and which.
    private func recorder(in scratch: Scratch) throws -> String {
      try scratch.program(
        "recorder", "#!/bin/sh\nprintf '%s\\n' \"$#\" \"$@\" > '\(scratch.path)/opened'\n")
    }

    private func opened(in scratch: Scratch) throws -> [String] {
      try String(contentsOfFile: "\(scratch.path)/opened", encoding: .utf8)
        .split(separator: "\n").map(String.init)
    }

    /// Asks for a page.
    private func get(_ url: String) async throws -> [String] {
      let client = try LineProcess(
        "/usr/bin/python3",
        [
          "-c",
          "import sys, urllib.request\n"
            + "answer = urllib.request.urlopen(sys.argv[1])\n"
            + "print(answer.status)\nprint(answer.headers['Referrer-Policy'])\n"
            + "print(\"https://www.youtube.com/embed/aqz-KE-bpKQ\" in answer.read().decode())", url,
        ])
      return await client.lines.rest()
    }

    private static let arguments = [
      "Examples/pushes/video.apns", "--app", "Examples/Videos", "--open-with",
    ]

    @Test("A click opens the player page, which answers on the loopback while belfry runs")
    func player() async throws {
      let scratch = try Scratch()
      let desk = try await Desk("plasma5")
      let (program, _) = try await desk.push(
        Self.arguments + [try recorder(in: scratch)])
      #expect(await program.event()?.contains(#""event":"presented""#) == true)
      _ = await desk.fake.do(#"{"person":"body"}"#)
      #expect(await program.event() == Self.event.response(EventLine.defaultAction))
      let event = try #require(await program.event())
      let record = try opened(in: scratch)
      #expect(record.count == 2)
      #expect(record.first == "1")
      let url = try #require(record.last)
      #expect(event == Self.event("opened", #""url":"\#(url)",\#(Self.video)"#))
      let parts = try #require(URLComponents(string: url))
      #expect(parts.scheme == "http")
      #expect(parts.host == "localhost")
      #expect(
        try await get(url) == ["200", "strict-origin-when-cross-origin", "True"])
      // It stays to serve the page, until it is told to end.
      program.interrupt()
      #expect(await program.rest() == .init(code: 130))
    }

    @Test("--video says what is opened", arguments: [("embed", embed), ("watch", watch)])
    func mode(mode: String, url: String) async throws {
      let scratch = try Scratch()
      let desk = try await Desk("plasma5")
      let (program, _) = try await desk.push(
        Self.arguments + [try recorder(in: scratch), "--video", mode])
      _ = await desk.fake.do(#"{"person":"body"}"#)
      let outcome = await program.rest()
      #expect(try opened(in: scratch) == ["1", url])
      #expect(outcome.code == 0)
      #expect(
        outcome.output.dropFirst() == [
          Self.event.response(EventLine.defaultAction),
          Self.event("opened", #""url":"\#(url)",\#(Self.video)"#),
        ])
    }

    @Test("--video none opens nothing; the click is an answer all the same")
    func none() async throws {
      let scratch = try Scratch()
      let desk = try await Desk("plasma5")
      let (program, _) = try await desk.push(
        Self.arguments + [try recorder(in: scratch), "--video", "none"])
      _ = await desk.fake.do(#"{"person":"body"}"#)
      let outcome = await program.rest()
      #expect(outcome.code == 0)
      #expect(outcome.output.dropFirst() == [Self.event.response(EventLine.defaultAction)])
      #expect(!FileManager.default.fileExists(atPath: "\(scratch.path)/opened"))
    }

    @Test("A program that fails is told, and the run ends with 1")
    func failingProgram() async throws {
      let desk = try await Desk("plasma5")
      let (program, _) = try await desk.push(Self.arguments + ["/bin/false", "--video", "watch"])
      _ = await desk.fake.do(#"{"person":"body"}"#)
      let outcome = await program.rest()
      #expect(outcome.code == 1)
      #expect(
        outcome.output.last
          == Self.event(
            "failed",
            #""detail":"video not opened: program failed: /bin/false ended with status 1; "#
              + #"run it by hand to see why""#))
    }

    @Test("Without a display and --open-with the click says what to do")
    func noDisplay() async throws {
      let desk = try await Desk("plasma5")
      let (program, _) = try await desk.push(
        ["Examples/pushes/video.apns", "--app", "Examples/Videos", "--video", "watch"])
      _ = await desk.fake.do(#"{"person":"body"}"#)
      let outcome = await program.rest()
      #expect(outcome.code == 1)
      #expect(
        outcome.output.last
          == Self.event(
            "failed",
            #""detail":"video not opened: link not opened: neither WAYLAND_DISPLAY nor DISPLAY "#
              + #"is set; run belfry in the desktop's session, or choose a program with "#
              + #"--open-with""#))
    }

    @Test("Where nothing can be clicked the link stands in the text")
    func noActions() async throws {
      let desk = try await Desk("minimal")
      let (program, call) = try await desk.push(
        ["Examples/pushes/video.apns", "--app", "Examples/Videos", "--no-wait"])
      #expect(
        call["arguments"]?["body"]?.string
          == "Big Buck Bunny, from the first scene on.\n\(Self.watch)")
      #expect(await program.rest().code == 0)
    }
  }
}
