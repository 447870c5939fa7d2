import ApplePush
import DesktopNotifications
import DesktopNotificationsTesting
import FoundationEssentials
import JSONText
import NotificationModel
import Presentation
import PushBridge
import Synchronization
import Testing
import VideoLinks

/// A delivery to a mock, with its events and what it opened.
private final class Desk: TextPrompt, Sendable {
  let mock = MockNotificationServer(name: "mock")
  let events: AsyncStream<PushEvent>
  private let yield: AsyncStream<PushEvent>.Continuation
  let opened = Mutex<[String]>([])
  let reply: String?
  let openError: String?
  let playerEvents: [PlayerEvent]
  /// Set when the session is unlocked; nil where it is never locked.
  let unlocked: AsyncStream<Void>?
  /// Yields when someone waits for that.
  let (held, holds) = AsyncStream.makeStream(of: Void.self)
  let emitted = Mutex(0)

  init(
    reply: String? = nil, openError: String? = nil, playerEvents: [PlayerEvent] = [],
    unlocked: AsyncStream<Void>? = nil
  ) {
    self.unlocked = unlocked
    (events, yield) = AsyncStream.makeStream()
    self.reply = reply
    self.openError = openError
    self.playerEvents = playerEvents
  }

  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  func ask(_ question: TextQuestion) async throws -> String? {
    guard let reply else { throw Failure(description: "nobody can be asked") }
    return reply.isEmpty ? nil : reply
  }

  func delivery(_ options: PushDelivery.Options = .init()) -> PushDelivery {
    let pages = playerEvents
    return PushDelivery(
      surroundings: PushSurroundings(
        server: mock, textPrompt: self,
        open: { [self] link, _ in
          if let openError { throw Failure(description: openError) }
          opened.withLock { $0.append(link) }
        },
        makeVideoPage: { source, title in
          let (events, reports) = AsyncStream.makeStream(of: PlayerEvent.self)
          for event in pages { reports.yield(event) }
          reports.finish()
          return VideoPage(url: "http://localhost:1/\(title)/", events: events)
        },
        waitUntilUnlocked: { [unlocked, holds] in
          guard let unlocked else { return }
          holds.yield()
          for await _ in unlocked { return }
        },
        now: { Date(timeIntervalSince1970: 1_700_000_000.25) }),
      options: options,
      emit: { [self] event in
        emitted.withLock { $0 += 1 }
        yield.yield(event)
      })
  }

  /// All events so far, without the identifiers that differ from run to run.
  func lines(_ delivery: PushDelivery) async -> [String] {
    await delivery.finish()
    yield.finish()
    var lines: [String] = []
    for await event in events {
      var event = event
      if event.requestIdentifier.utf8.count == 36 { event.requestIdentifier = "UUID" }
      lines.append(event.json.text)
    }
    return lines
  }
}

private let meetings = ReceivingApp(
  presented: .init(bundleIdentifier: "com.example.meetings", name: "Meetings"),
  categories: [
    UNNotificationCategory(
      identifier: "INVITE",
      actions: [
        UNNotificationAction(identifier: "ACCEPT", title: "Accept", options: [.foreground]),
        UNTextInputNotificationAction(
          identifier: "REPLY", title: "Reply", textInputButtonTitle: "Send",
          textInputPlaceholder: "Message"),
        UNTextInputNotificationAction(
          identifier: "NOTE", title: "Note", textInputButtonTitle: "", textInputPlaceholder: ""),
      ], intentIdentifiers: [], hiddenPreviewsBodyPlaceholder: nil,
      categorySummaryFormat: "%u more from %@", options: [.customDismissAction])
  ])

private func push(_ payload: String, _ headers: [HeaderField] = []) throws -> Push {
  try Push(
    Array(payload.utf8),
    headers: PushHeaders(headers + [HeaderField("apns-topic", "com.example.meetings")]))
}

private let head =
  #""date":"2023-11-14T22:13:20.250Z","requestIdentifier":"UUID","topic":"com.example.meetings""#
private let invite = #"{"aps":{"alert":{"title":"Lunch?","body":"At 12"},"category":"INVITE"}}"#
private let inviteHead = head + #","categoryIdentifier":"INVITE""#
private let presented =
  #"{"event":"presented",\#(inviteHead),"title":"Lunch?","subtitle":"","body":"At 12","#
  + #""actions":[{"identifier":"ACCEPT","title":"Accept","textInput":false},"#
  + #"{"identifier":"REPLY","title":"Reply","textInput":true},"#
  + #"{"identifier":"NOTE","title":"Note","textInput":true}],"interruptionLevel":"active","#
  + #""attachments":[],"server":"mock","#
  + #""degraded":["text-input: one text field a notification; a prompt asks for NOTE"]}"#

@Suite("A push's life over the mocked server", .timeLimit(.minutes(1)))
struct PushDeliveryTests {
  enum Deed: Sendable {
    case press(String), reply(String), activate, dismiss, expire, withdraw, die
  }

  @Test(
    "What the person does becomes Apple's response, or a close",
    arguments: [
      (Deed.press("Accept"), [#"{"event":"response",\#(inviteHead),"actionIdentifier":"ACCEPT"}"#]),
      (
        .reply("See you\nthere"),
        [
          #"{"event":"response",\#(inviteHead),"actionIdentifier":"REPLY","userText":"See you\nthere"}"#
        ]
      ),
      (.reply("  "), [#"{"event":"closed",\#(inviteHead),"reason":"dismissed"}"#]),
      (
        .press("Note"),
        [#"{"event":"response",\#(inviteHead),"actionIdentifier":"NOTE","userText":"prompted"}"#]
      ),
      (
        .activate,
        [
          #"{"event":"response",\#(inviteHead),"actionIdentifier":"com.apple.UNNotificationDefaultActionIdentifier"}"#
        ]
      ),
      (
        .dismiss,
        [
          #"{"event":"response",\#(inviteHead),"actionIdentifier":"com.apple.UNNotificationDismissActionIdentifier"}"#,
          #"{"event":"closed",\#(inviteHead),"reason":"dismissed"}"#,
        ]
      ),
      (.expire, [#"{"event":"closed",\#(inviteHead),"reason":"expired"}"#]),
      (.withdraw, [#"{"event":"closed",\#(inviteHead),"reason":"withdrawn"}"#]),
      (.die, [#"{"event":"closed",\#(inviteHead),"reason":"serverGone"}"#]),
    ])
  func deeds(deed: Deed, expected: [String]) async throws {
    let desk = Desk(reply: "prompted")
    let delivery = desk.delivery()
    _ = await delivery.deliver(try push(invite), for: meetings)
    let id = try #require(desk.mock.open.first?.id)
    switch deed {
    case .press(let label): desk.mock.press(label, on: id)
    case .reply(let text): desk.mock.reply(text, to: id)
    case .activate: desk.mock.activate(id)
    case .dismiss: desk.mock.dismiss(id)
    case .expire: desk.mock.expire(id)
    case .withdraw: await delivery.withdrawAll()
    case .die: desk.mock.die()
    }
    #expect(await desk.lines(delivery) == [presented] + expected)
    #expect(desk.mock.open.isEmpty)
  }

  @Test("A prompt that nobody can answer is a failure in words")
  func noPrompt() async throws {
    let desk = Desk()
    let delivery = desk.delivery()
    _ = await delivery.deliver(try push(invite), for: meetings)
    desk.mock.press("Note", on: try #require(desk.mock.open.first?.id))
    #expect(
      await desk.lines(delivery).last
        == #"{"event":"failed",\#(inviteHead),"detail":"no text for NOTE: nobody can be asked"}"#)
    #expect(await delivery.hasFailed)
  }

  @Test(
    "A push that shows nothing says why",
    arguments: [
      (#"{"aps":{"content-available":1}}"#, [], #""event":"silent",\#(head),"result":"noHandler""#),
      (#"{"aps":{"badge":3}}"#, [], #""event":"silent",\#(head),"result":"noHandler""#),
      (
        #"{"aps":{"alert":"late"}}"#, [HeaderField("apns-expiration", "1699999999")],
        #""event":"closed",\#(head),"reason":"expired""#
      ),
    ])
  func nothingShown(payload: String, headers: [HeaderField], expected: String) async throws {
    let desk = Desk()
    let delivery = desk.delivery()
    #expect(await delivery.deliver(try push(payload, headers), for: meetings) == .notShown)
    #expect(await desk.lines(delivery) == ["{\(expected)}"])
    #expect(desk.mock.history.isEmpty)
  }

  @Test("An expiration of 0 or in the future is shown")
  func notExpired() async throws {
    for expiration in ["0", "1700000001"] {
      let desk = Desk()
      let delivery = desk.delivery()
      _ = await delivery.deliver(
        try push(#"{"aps":{"alert":"now"}}"#, [HeaderField("apns-expiration", expiration)]),
        for: meetings)
      #expect(desk.mock.open.count == 1)
    }
  }

  @Test("The same collapse id takes the shown one's place, without a summary")
  func collapse() async throws {
    let desk = Desk()
    let delivery = desk.delivery()
    let header = [HeaderField("apns-collapse-id", "score")]
    _ = await delivery.deliver(try push(#"{"aps":{"alert":"1:0"}}"#, header), for: meetings)
    _ = await delivery.deliver(try push(#"{"aps":{"alert":"2:0"}}"#, header), for: meetings)
    #expect(desk.mock.open.map(\.notification.body) == ["2:0"])
    await delivery.withdrawAll()
    let lines = await desk.lines(delivery)
    let names = lines.compactMap { JSONLine($0)?.word("event") }
    #expect(names == ["presented", "closed", "presented", "closed"])
    #expect(JSONLine(lines[1])?.word("reason") == "replaced")
    #expect(lines[2].hasSuffix(#""replaced":true}"#))
  }

  @Test("A thread's next push takes its last one's place and counts it")
  func thread() async throws {
    let desk = Desk()
    let delivery = desk.delivery()
    for (body, who) in [("one", "Ann"), ("two", "Bob"), ("three", "Ann")] {
      let payload =
        #"{"aps":{"alert":{"body":"\#(body)","summary-arg":"\#(who)"},"thread-id":"t","category":"INVITE"}}"#
      _ = await delivery.deliver(try push(payload), for: meetings)
    }
    #expect(desk.mock.open.map(\.notification.body) == ["three\n2 more from Ann, Bob"])
    #expect(desk.mock.history.map(\.id) == [1, 1, 1])
    await delivery.withdrawAll()
  }

  @Test("A summary line that arguments make too long is cut")
  func longSummary() async throws {
    let desk = Desk()
    let delivery = desk.delivery()
    var app = meetings
    app.categories["INVITE"] = UNNotificationCategory(
      identifier: "INVITE", actions: [], intentIdentifiers: [], hiddenPreviewsBodyPlaceholder: nil,
      categorySummaryFormat: String(repeating: "%@", count: 100_000), options: [])
    for body in ["one", "two"] {
      let payload =
        #"{"aps":{"alert":{"body":"\#(body)","summary-arg":"Ann"},"thread-id":"t","category":"INVITE"}}"#
      _ = await delivery.deliver(try push(payload), for: app)
    }
    let line = String(String(repeating: "Ann", count: 334).prefix(1000))
    #expect(desk.mock.open.map(\.notification.body) == ["two\n" + line])
    await delivery.withdrawAll()
  }

  @Test("A push whose turn comes after everything was taken back is a failure in words")
  func lateTurn() async throws {
    let desk = Desk()
    let delivery = desk.delivery()
    await delivery.withdrawAll()
    #expect(await delivery.deliver(try push(invite), for: meetings) == .takenBack)
    #expect(desk.mock.history.isEmpty)
    #expect(
      await desk.lines(delivery).compactMap { JSONLine($0)?.word("detail") }
        == ["not shown: everything was taken back before its turn"])
    #expect(await delivery.hasFailed)
  }

  @Test(
    "The app's grouping decides what belongs together",
    arguments: [(Grouping.automatic, 3), (.byApp, 1), (.off, 4)])
  func grouping(grouping: Grouping, shown: Int) async throws {
    var app = meetings
    app.grouping = grouping
    let desk = Desk()
    let delivery = desk.delivery()
    for thread in ["a", "a", "b", ""] {
      let payload = #"{"aps":{"alert":"x","thread-id":"\#(thread)"}}"#
      _ = await delivery.deliver(try push(payload), for: app)
    }
    #expect(desk.mock.open.count == shown)
    await delivery.withdrawAll()
  }

  @Test(
    "Activation opens the video as asked, and says what was opened",
    arguments: [
      (VideoMode.player, "https://youtu.be/dQw4w9WgXcQ?t=43", "http://localhost:1/Film/"),
      (
        .embed, "https://youtu.be/dQw4w9WgXcQ?t=43",
        "https://www.youtube.com/embed/dQw4w9WgXcQ?start=43"
      ),
      (.watch, "https://youtu.be/dQw4w9WgXcQ", "https://www.youtube.com/watch?v=dQw4w9WgXcQ"),
      (.player, "https://example.com/film.mp4", "http://localhost:1/Film/"),
      (.embed, "https://example.com/film.mp4", "https://example.com/film.mp4"),
      (.none, "https://youtu.be/dQw4w9WgXcQ", nil),
      (.player, "javascript:alert(1)", nil),
      (.watch, "file:///etc/passwd", nil),
    ] as [(VideoMode, String, String?)])
  func video(mode: VideoMode, link: String, opened: String?) async throws {
    let desk = Desk()
    let delivery = desk.delivery(.init(video: mode))
    let payload = #"{"aps":{"alert":{"title":"Film"}},"video-url":"\#(link)"}"#
    _ = await delivery.deliver(try push(payload), for: meetings)
    let shown = try #require(desk.mock.open.first)
    #expect(shown.notification.actions.first?.label == (opened == nil ? "Open" : "Play video"))
    desk.mock.activate(shown.id)
    let lines = await desk.lines(delivery)
    #expect(desk.opened.withLock { $0 } == (opened.map { [$0] } ?? []))
    #expect(lines.compactMap { JSONLine($0)?.word("url") } == (opened.map { [$0] } ?? []))
  }

  @Test(
    "What keeps a video from playing is a failure in words",
    arguments: [
      ("no browser", [], "video not opened: no browser"),
      (
        nil, [.requested, .ready, .failed(PlayerProblem(player: .youTube, code: 150))],
        "player error 150: \(PlayerProblem(player: .youTube, code: 150).words)"
      ),
      (
        nil, [.requested, .unavailable],
        "player not loaded: its script did not come; see whether the browser is online"
      ),
    ] as [(String?, [PlayerEvent], String)])
  func videoFails(openError: String?, events: [PlayerEvent], detail: String) async throws {
    let desk = Desk(openError: openError, playerEvents: events)
    let delivery = desk.delivery()
    let payload = #"{"aps":{"alert":{"title":"Film"}},"video-url":"https://youtu.be/dQw4w9WgXcQ"}"#
    _ = await delivery.deliver(try push(payload), for: meetings)
    desk.mock.activate(try #require(desk.mock.open.first?.id))
    #expect(JSONLine(await desk.lines(delivery).last ?? "")?.word("detail") == detail)
    #expect(await delivery.hasFailed)
  }

  @Test("A server that fails is a failed event, and the next push may succeed")
  func serverFails() async throws {
    let desk = Desk()
    let delivery = desk.delivery()
    desk.mock.fail(with: .refused(name: "x.y.Z", message: "no"))
    #expect(
      await delivery.deliver(try push(invite), for: meetings)
        == .failed(.refused(name: "x.y.Z", message: "no")))
    desk.mock.fail(with: nil)
    guard case .presented = await delivery.deliver(try push(invite), for: meetings) else {
      Issue.record("not presented")
      return
    }
    await delivery.withdrawAll()
    #expect(
      await desk.lines(delivery).compactMap { JSONLine($0)?.word("event") } == [
        "failed", "presented", "closed",
      ])
  }

  private static let guarded = ReceivingApp(
    presented: .init(bundleIdentifier: "com.example.meetings"),
    extraActions: [
      UNNotificationAction(identifier: "PAY", title: "Pay", options: [.authenticationRequired]),
      UNTextInputNotificationAction(
        identifier: "FIRST", title: "First", textInputButtonTitle: "", textInputPlaceholder: ""),
      UNTextInputNotificationAction(
        identifier: "NOTE", title: "Note", options: [.authenticationRequired],
        textInputButtonTitle: "", textInputPlaceholder: ""),
    ])

  @Test(
    "An action that needs it is held while the session is locked",
    arguments: [
      ("Pay", #","actionIdentifier":"PAY"}"#),
      ("Note", #","actionIdentifier":"NOTE","userText":"typed"}"#),
    ])
  func locked(label: String, end: String) async throws {
    let (unlocked, unlock) = AsyncStream.makeStream(of: Void.self)
    let desk = Desk(reply: "typed", unlocked: unlocked)
    let delivery = desk.delivery()
    _ = await delivery.deliver(try push(#"{"aps":{"alert":"x"}}"#), for: Self.guarded)
    desk.mock.press(label, on: try #require(desk.mock.open.first?.id))
    for await _ in desk.held { break }
    #expect(desk.emitted.withLock { $0 } == 1)
    unlock.finish()
    #expect(await desk.lines(delivery).last?.hasSuffix(end) == true)
  }

  @Test("A held answer that is withdrawn is no answer", arguments: ["Pay", "Note"])
  func lockedForEver(label: String) async throws {
    let (unlocked, unlock) = AsyncStream.makeStream(of: Void.self)
    let desk = Desk(reply: "typed", unlocked: unlocked)
    let delivery = desk.delivery()
    _ = await delivery.deliver(try push(#"{"aps":{"alert":"x"}}"#), for: Self.guarded)
    desk.mock.press(label, on: try #require(desk.mock.open.first?.id))
    await delivery.withdrawAll()
    #expect(
      await desk.lines(delivery).last?.hasSuffix(
        #""event":"closed",\#(head),"reason":"withdrawn"}"#)
        == true)
    unlock.finish()
  }

  @Test("A badge goes to the app's launcher")
  func badge() async throws {
    var app = meetings
    app.presented.desktopEntry = "com.example.meetings"
    let desk = Desk()
    _ = await desk.delivery().deliver(try push(#"{"aps":{"badge":7}}"#), for: app)
    #expect(desk.mock.badges == ["com.example.meetings": 7])
  }
}

/// One line of the event stream, read back.
private struct JSONLine {
  let object: JSONObject

  init?(_ text: String) {
    // What is no JSON is nil, and fails the test that asks.
    guard let object = (try? JSONDocument(Array(text.utf8)))?.root.object else { return nil }
    self.object = object
  }

  func word(_ key: String) -> String? { object[key]?.string }
}
