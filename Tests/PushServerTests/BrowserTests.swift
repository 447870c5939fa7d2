import TestSupport
import Testing
import VideoLinks

@testable import PushServer

extension PlayerPage {
  /// Waits for the next event; the suite's time limit bounds it.
  func nextEvent() async -> PlayerEvent? { await events.first { _ in true } }
}

/// The pages in a real browser, with a stand-in for YouTube.
@Suite(.serialized, .timeLimit(.minutes(2)))
struct BrowserTests {
  /// Opens a player page in a browser, and gives the test the means to follow its events.
  static func playing(
    _ link: String, mode: String,
    _ test: (Browser, PlayerPage, PageServer) async throws -> Void
  ) async throws {
    let browser = try Browser()
    try browser("mode", mode)
    try await PageServerTests.serving { server in
      let page = try await server.addPlayer(try VideoSource(link: link), title: "A film")
      try browser("open", page.url)
      #expect(await page.nextEvent() == .requested)
      try await test(browser, page, server)
    }
  }

  /// The log of a player that was asked for by a page, with the commands that reached it.
  static func log(_ server: PageServer, query: String = "", _ commands: [String]) -> String {
    let origin = "http%3A%2F%2Flocalhost%3A\(server.port)"
    let player =
      "player /embed/dQw4w9WgXcQ?\(query)enablejsapi=1&playsinline=1&origin=\(origin)"
      + " referer \(server.origin)/"
    let lines = [player] + commands.map { "command " + $0 }
    return "[" + lines.map { "\"\($0)\"" }.joined(separator: ", ") + "]"
  }

  @Test("A video starts when the player is ready, once, and the player learns the page's origin")
  func plays() async throws {
    let link = "https://youtu.be/dQw4w9WgXcQ?t=90&list=PL46F0A159EC02DF82"
    try await Self.playing(link, mode: "normal") { browser, page, server in
      #expect(await page.nextEvent() == .ready)
      #expect(await page.nextEvent() == .playing)
      #expect(await page.nextEvent() == .ended)
      #expect(try browser("value", "document.getElementById('problem').hidden") == "true")
      try browser("leave")
      #expect(await page.nextEvent() == .closed)
      let query = "start=90&list=PL46F0A159EC02DF82&"
      #expect(try browser("log", "2") == Self.log(server, query: query, ["playVideo"]))
    }
  }

  @Test("A video that may not play here gives way to its watch page")
  func fails() async throws {
    let browser = try Browser()
    try await PageServerTests.serving { server in
      for (mode, code) in [
        ("error", 100), ("error", 101), ("error", 150), ("refuse", 152), ("refuse", 153),
      ] {
        let page = try await server.addPlayer(
          try VideoSource(link: PageServerTests.youTube), title: "A film")
        try browser("mode", "\(mode) \(code)")
        try browser("open", page.url)
        #expect(await page.nextEvent() == .requested)
        let problem = PlayerProblem(player: .youTube, code: code)
        if mode == "error" { #expect(await page.nextEvent() == .ready) }
        #expect(await page.nextEvent() == .failed(problem))
        let words = try browser("value", "document.getElementById('reason').textContent")
        #expect(words == "\"\(problem.words)\"")
        try browser("wait", "document.querySelector('#problem a').offsetHeight > 0")
        let link = try browser("value", "document.querySelector('#problem a').href")
        #expect(link == "\"https://www.youtube.com/watch?v=dQw4w9WgXcQ\"")
      }
    }
  }

  @Test(
    "A start with sound that the browser refuses is done without, and a button brings the sound")
  func mutedStart() async throws {
    try await Self.playing(PageServerTests.youTube, mode: "muted-only") { browser, page, server in
      #expect(await page.nextEvent() == .ready)
      #expect(await page.nextEvent() == .autoplayBlocked)
      #expect(await page.nextEvent() == .playing)
      try browser("wait", "document.getElementById('sound').offsetHeight > 0")
      try browser("click", "#sound")
      try browser("wait", "document.getElementById('sound').hidden")
      let log = try browser("log", "5")
      #expect(log == Self.log(server, ["playVideo", "mute", "playVideo", "unMute"]))
    }
  }

  @Test("Where no start is allowed a button starts the video", arguments: ["blocked", "silent"])
  func buttonStart(mode: String) async throws {
    try await Self.playing(PageServerTests.youTube, mode: mode) { browser, page, _ in
      #expect(await page.nextEvent() == .ready)
      if mode == "blocked" { #expect(await page.nextEvent() == .autoplayBlocked) }
      try browser("wait", "document.getElementById('play').offsetHeight > 0")
      try browser("click", "#play")
      #expect(await page.nextEvent() == .playing)
      #expect(try browser("value", "document.getElementById('play').hidden") == "true")
    }
  }

  @Test("The browser's own rule of starts reaches the player's frame")
  func realStart() async throws {
    try await Self.playing(PageServerTests.youTube, mode: "real") { browser, page, server in
      #expect(await page.nextEvent() == .ready)
      #expect(await page.nextEvent() == .autoplayBlocked)
      #expect(await page.nextEvent() == .playing)
      let log = try browser("log", "4")
      #expect(log == Self.log(server, ["playVideo", "mute", "playVideo"]))
    }
  }

  @Test("Without the player's script the page says so, and its links stay")
  func noScript() async throws {
    try await Self.playing(PageServerTests.youTube, mode: "no-api") { browser, page, _ in
      #expect(await page.nextEvent() == .unavailable)
      let words = try browser("value", "document.getElementById('status').textContent")
      #expect(words.hasPrefix("\"The player does not answer."))
      #expect(
        try browser("value", "document.getElementById('player').offsetHeight > 100") == "true")
      try browser("wait", "document.querySelector('.below a').offsetHeight > 0")
    }
  }

  @Test("Another film plays in the browser's own player")
  func film() async throws {
    let browser = try Browser()
    let port = try browser("ports")
    try await PageServerTests.serving { server in
      let page = try await server.addPlayer(
        try VideoSource(link: "http://127.0.0.1:\(port)/tone.wav"), title: "A film")
      try browser("open", page.url)
      #expect(await page.nextEvent() == .requested)
      #expect(await page.nextEvent() == .ready)
      #expect(await page.nextEvent() == .autoplayBlocked)
      #expect(await page.nextEvent() == .playing)
      #expect(await page.nextEvent() == .ended)
      try browser("click", "#sound")
      #expect(await page.nextEvent() == .playing)
      #expect(try browser("value", "document.getElementById('player').muted") == "false")
    }
  }

  @Test("A film that is none is reported, and its link stays")
  func noFilm() async throws {
    let browser = try Browser()
    let port = try browser("ports")
    try await PageServerTests.serving { server in
      let link = "http://127.0.0.1:\(port)/none.mp4"
      let page = try await server.addPlayer(try VideoSource(link: link), title: "A film")
      try browser("open", page.url)
      #expect(await page.nextEvent() == .requested)
      #expect(await page.nextEvent() == .failed(PlayerProblem(player: .browser, code: 4)))
      try browser("wait", "document.querySelector('#problem a').offsetHeight > 0")
      #expect(try browser("value", "document.querySelector('#problem a').href") == "\"\(link)\"")
    }
  }

  @Test("A reply that is typed and sent with Enter arrives as it was typed")
  func reply() async throws {
    let browser = try Browser()
    try await PageServerTests.serving { server in
      let page = try await server.addReply(
        ReplyPrompt(title: "Lunch?", body: "Today at 12", buttonTitle: "Send"))
      try browser("open", page.url)
      try browser("key", "Enter")
      try browser("wait", "document.getElementById('status').textContent !== ''")
      try browser("type", "See you <b>there</b> & then 😀")
      try browser("key", "Enter")
      #expect(await page.answer() == .sent("See you <b>there</b> & then 😀"))
      try browser("wait", "document.getElementById('form').hidden")
      let words = try browser("value", "document.getElementById('status').textContent")
      #expect(words == "\"Your reply has been sent. You can close this page.\"")
    }
  }

  @Test("A reply page is cancelled by its button, and by closing it")
  func cancel() async throws {
    let browser = try Browser()
    try await PageServerTests.serving(reloadTime: .milliseconds(1)) { server in
      for way in ["click", "leave"] {
        let page = try await server.addReply(ReplyPrompt(title: "Lunch?"))
        try browser("open", page.url)
        if way == "click" { try browser("click", "#cancel") } else { try browser("leave") }
        #expect(await page.answer() == .cancelled)
      }
    }
  }

  @Test("A page can neither be framed nor be answered by another site")
  func otherSite() async throws {
    let browser = try Browser()
    try await PageServerTests.serving { server in
      let page = try await server.addReply(ReplyPrompt(title: "Lunch?"))
      try browser("open", "https://www.youtube.com/watch?v=x")
      try browser(
        "value",
        "fetch('\(page.url)reply', { method: 'POST', body: 'forged', mode: 'no-cors' }).catch(() => 0)"
      )
      let framed = try browser(
        "value",
        """
        new Promise((resolve) => { const frame = document.createElement("iframe"); \
        frame.src = "\(page.url)"; frame.onload = () => { \
        try { resolve(frame.contentDocument === null ? "blocked" : "shown"); } \
        catch { resolve("blocked"); } }; document.body.append(frame); })
        """)
      #expect(framed == "\"blocked\"")
      try browser("open", page.url)
      try browser("type", "mine")
      try browser("click", "#send")
      #expect(await page.answer() == .sent("mine"))
    }
  }

  @Test("A person lets a device token fail, and pass again")
  func failures() async throws {
    let running = try await RunningEndpoint()
    let provider = try await running.provider()
    func answer() async throws -> String? {
      try await provider.ask("/3/device/c0ffee", headers: [("apns-topic", "a.b")])?.body
    }
    let browser = try Browser()
    try await PageServerTests.serving { server in
      let link = try await server.addFailures(of: running.endpoint)
      #expect(link == "\(server.origin)/failures/")
      try browser("open", link)
      try browser("type", "C0FFEE")
      try browser("click", "form button")
      try browser("loaded")
      #expect(try browser("value", "document.querySelector('td code').textContent") == "\"c0ffee\"")
      #expect(try await answer()?.hasPrefix(#"{"reason":"Unregistered","timestamp":"#) == true)
      try browser("click", "td button")
      try browser("loaded")
      #expect(try browser("value", "document.querySelector('table') === null") == "true")
      #expect(try await answer() == "")
    }
    await provider.end()
    try await running.end()
  }
}
