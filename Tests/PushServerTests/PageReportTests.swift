import Testing
import VideoLinks

@testable import PushServer

/// What pages send, and what becomes of it.
struct PageReportTests {
  @Test("A player page's reports become its events, in order", .timeLimit(.minutes(1)))
  func playerEvents() async throws {
    try await PageServerTests.serving { server in
      let page = try await server.addPlayer(
        try VideoSource(link: PageServerTests.youTube), title: "Film")
      let path = try PageServerTests.path(page.url, of: server) + "event"
      let reports = [
        "ready", "autoplayBlocked", "playing", "ended", "error 150", "unavailable", "closed",
      ]
      for report in reports {
        #expect(try PageServerTests.post(report, to: path, of: server).status == 200)
      }
      for report in ["", "Ready", "error", "error ", "error +5", "error -1", "error 99999", "x"] {
        #expect(try PageServerTests.post(report, to: path, of: server).status == 422)
      }
      await server.remove(page.id)
      var events: [PlayerEvent] = []
      for await event in page.events { events.append(event) }
      let problem = PlayerProblem(player: .youTube, code: 150)
      #expect(
        events == [
          .ready, .autoplayBlocked, .playing, .ended, .failed(problem), .unavailable, .closed,
        ])
      #expect(problem.words == "The owner lets this video play on YouTube only.")
    }
  }

  @Test("A browser's error numbers are its own", .timeLimit(.minutes(1)))
  func browserProblems() async throws {
    try await PageServerTests.serving { server in
      let page = try await server.addPlayer(
        try VideoSource(link: "https://example.com/a.mp4"), title: "Film")
      let path = try PageServerTests.path(page.url, of: server) + "event"
      #expect(try PageServerTests.post("error 4", to: path, of: server).status == 200)
      let problem = PlayerProblem(player: .browser, code: 4)
      #expect(await page.events.first { _ in true } == .failed(problem))
      #expect(problem.words == "There is no video at the link, or none that this browser can show.")
      #expect(PlayerProblem(player: .browser, code: 9).words == "The player reports error 9.")
    }
  }

  @Test("Only the newest events are kept for a reader that is behind", .timeLimit(.minutes(1)))
  func manyEvents() async throws {
    try await PageServerTests.serving { server in
      let page = try await server.addPlayer(
        try VideoSource(link: PageServerTests.youTube), title: "Film")
      let path = try PageServerTests.path(page.url, of: server) + "event"
      for report in ["ready"] + Array(repeating: "playing", count: 64) {
        #expect(try PageServerTests.post(report, to: path, of: server).status == 200)
      }
      await server.remove(page.id)
      var events: [PlayerEvent] = []
      for await event in page.events { events.append(event) }
      #expect(events == Array(repeating: .playing, count: 64))
    }
  }

  @Test("A reply is taken once, as it was typed", .timeLimit(.minutes(1)))
  func reply() async throws {
    try await PageServerTests.serving { server in
      let page = try await server.addReply(ReplyPrompt(title: "Lunch?", body: "Today at 12"))
      let path = try PageServerTests.path(page.url, of: server)
      let text = " See you there <b>\n& \u{202E}😀 "
      let response = try PageServerTests.post(text, to: path + "reply", of: server)
      #expect(response.status == 200)
      #expect(response.body == "sent\n")
      #expect(try PageServerTests.post("more", to: path + "reply", of: server).status == 409)
      #expect(try PageServerTests.post("cancelled", to: path + "event", of: server).status == 409)
      #expect(await page.answer() == .sent(text))
      let again = try PageServerTests.get(path, of: server).body
      #expect(again.contains("Your reply has been sent. You can close this page."))
      #expect(again.contains("<form id=\"form\" hidden>"))
    }
  }

  @Test(
    "An empty reply is not sent", .timeLimit(.minutes(1)), arguments: ["", " ", "\n\t\u{3000}"])
  func emptyReply(text: String) async throws {
    try await PageServerTests.serving { server in
      let page = try await server.addReply(ReplyPrompt(title: "Lunch?"))
      let path = try PageServerTests.path(page.url, of: server)
      #expect(try PageServerTests.post(text, to: path + "reply", of: server).status == 422)
      #expect(try PageServerTests.post("Yes", to: path + "reply", of: server).status == 200)
      #expect(await page.answer() == .sent("Yes"))
    }
  }

  @Test("A reply page can be cancelled, once", .timeLimit(.minutes(1)))
  func cancel() async throws {
    try await PageServerTests.serving { server in
      let page = try await server.addReply(ReplyPrompt(title: "Lunch?"))
      let path = try PageServerTests.path(page.url, of: server)
      #expect(try PageServerTests.post("cancel", to: path + "event", of: server).status == 422)
      #expect(try PageServerTests.post("cancelled", to: path + "event", of: server).status == 200)
      #expect(try PageServerTests.post("Yes", to: path + "reply", of: server).status == 409)
      #expect(await page.answer() == .cancelled)
    }
  }

  @Test("A reply page that was closed and does not come back is cancelled", .timeLimit(.minutes(1)))
  func closedPage() async throws {
    try await PageServerTests.serving(reloadTime: .milliseconds(1)) { server in
      let page = try await server.addReply(ReplyPrompt(title: "Lunch?"))
      let path = try PageServerTests.path(page.url, of: server)
      #expect(try PageServerTests.post("closed", to: path + "event", of: server).status == 200)
      #expect(await page.answer() == .cancelled)
    }
  }

  @Test("A reply page that is reloaded can still be answered", .timeLimit(.minutes(1)))
  func reloadedPage() async throws {
    try await PageServerTests.serving { server in
      let page = try await server.addReply(ReplyPrompt(title: "Lunch?"))
      let path = try PageServerTests.path(page.url, of: server)
      #expect(try PageServerTests.post("closed", to: path + "event", of: server).status == 200)
      #expect(try PageServerTests.get(path, of: server).status == 200)
      #expect(try PageServerTests.post("Yes", to: path + "reply", of: server).status == 200)
      #expect(await page.answer() == .sent("Yes"))
    }
  }
}
