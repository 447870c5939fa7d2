import TestSupport
import Testing

@testable import DesktopNotifications

/// How a notification ends on each server, by what the person does with it.
struct OutcomeRow: Sendable, CustomTestStringConvertible {
  /// What comes of one gesture.
  enum End: Hashable, Sendable {
    case outcome(NotificationOutcome)
    /// The server tells nothing, and the notification can still be answered.
    case stays
    /// The server offers no such gesture.
    case impossible

    static let pressed = outcome(.action(key: "YES", activationToken: nil))
    static let pressedWithToken = outcome(.action(key: "YES", activationToken: "t"))
    static let opened = outcome(.action(key: "default", activationToken: nil))
    static let openedWithToken = outcome(.action(key: "default", activationToken: "t"))
    static let replied = outcome(.reply(text: "See you\nthere ✓", activationToken: nil))
    static let dismissed = outcome(.closed(.dismissed))
    static let expired = outcome(.closed(.expired))
    static let withdrawn = outcome(.closed(.withdrawn))
  }

  let profile: String
  let title: String
  let click: End
  let body: End
  let reply: End
  let dismiss: End
  let expire: End
  let withdraw = End.withdrawn

  init(
    _ profile: String, _ title: String, _ click: End, _ body: End, _ reply: End, _ dismiss: End,
    _ expire: End
  ) {
    self.profile = profile
    self.title = title
    self.click = click
    self.body = body
    self.reply = reply
    self.dismiss = dismiss
    self.expire = expire
  }

  var testDescription: String { profile }

  /// The ends by their gestures.
  var ends: [String: End] {
    [
      "click": click, "body": body, "reply": reply, "dismiss": dismiss, "expire": expire,
      "withdraw": withdraw,
    ]
  }

  static let all: [OutcomeRow] = [
    // profile, title, button, body click, reply, dismissal, expiry
    .init("gnome43", "GNOME Shell", .pressed, .opened, .impossible, .dismissed, .stays),
    .init("gnome48", "GNOME Shell", .pressed, .opened, .impossible, .dismissed, .stays),
    .init(
      "plasma5", "KDE Plasma", .pressedWithToken, .openedWithToken, .replied, .dismissed, .expired),
    .init(
      "plasma6", "KDE Plasma", .pressedWithToken, .openedWithToken, .replied, .dismissed, .expired),
    .init("dunst", "dunst", .pressed, .opened, .impossible, .dismissed, .expired),
    .init("mako", "mako", .pressed, .openedWithToken, .impossible, .dismissed, .expired),
    .init("swaync07", "swaync", .pressed, .opened, .impossible, .dismissed, .stays),
    .init(
      "swaync011", "swaync", .pressedWithToken, .openedWithToken, .replied, .dismissed, .stays),
    // A click on the notification puts it away.
    .init("xfce", "Xfce", .pressed, .dismissed, .impossible, .dismissed, .expired),
    .init(
      "notification-daemon", "notification-daemon", .pressed, .opened, .impossible, .dismissed,
      .stays),
    // Its cross counts as expiry.
    .init("mate", "MATE", .pressed, .opened, .impossible, .expired, .expired),
    .init("lxqt", "LXQt", .pressed, .opened, .impossible, .dismissed, .expired),
    .init("cosmic", "COSMIC", .impossible, .openedWithToken, .impossible, .dismissed, .expired),
    .init("cinnamon", "Cinnamon", .pressed, .opened, .impossible, .dismissed, .expired),
    .init("budgie", "Budgie", .pressed, .opened, .impossible, .dismissed, .expired),
    .init("elementary", "elementary", .pressed, .opened, .impossible, .dismissed, .stays),
    .init("phosh", "Phosh", .pressed, .opened, .impossible, .dismissed, .stays),
    .init("quickshell", "quickshell", .pressed, .opened, .replied, .dismissed, .expired),
    .init("notify-osd", "notify-osd", .impossible, .stays, .impossible, .dismissed, .expired),
    .init("minimal", "minimal", .impossible, .stays, .impossible, .dismissed, .expired),
  ]
  /// The profiles on which a notification ends before the person sees it.
  static let unseen = ["dunst-suppressing", "xfce-dnd"]
}

extension PrivateBusTests {
  @Suite("Each server's ways") struct OutcomeTests {
    @Test(
      "What the person does has the outcome that this server lets it have",
      arguments: OutcomeRow.all)
    func outcomes(_ row: OutcomeRow) async throws {
      let fake = try await Desk.fake(row.profile)
      #expect(try await Desk.server().information().profile.title == row.title)
      var ends: [String: OutcomeRow.End] = [:]
      for gesture in [
        #""click","key":"YES.1","token":"t""#, #""body","token":"t""#,
        #""reply","text":"See you\nthere ✓""#, #""dismiss""#, #""expire""#,
      ] {
        let name = String(gesture.split(separator: "\"")[0])
        ends[name] = try await end(of: gesture, on: fake, row.profile)
      }
      ends["withdraw"] = try await withdrawal(on: fake)
      #expect(ends == row.ends)
    }

    private func end(
      of gesture: String, on fake: FakeServer, _ profile: String
    ) async throws -> OutcomeRow.End {
      let session = Desk.session()
      // Never twice the same title: Plasma would refuse it.
      let shown = try await session.show(.invitation("\(profile) \(gesture)"))
      let done = await fake.do(#"{"id":\#(shown.id),"person":\#(gesture)}"#)
      try await fake.settle(session)
      let outcome = shown.outcome.current
      await session.withdraw(shown)
      if done["failed"] != nil { return .impossible }
      return outcome.map { .outcome($0) } ?? .stays
    }

    private func withdrawal(on fake: FakeServer) async throws -> OutcomeRow.End {
      let session = Desk.session()
      let shown = try await session.show(.invitation("Withdrawn"))
      async let closed = fake.next {
        $0["call"]?.string == "CloseNotification" && $0["arguments"]?["id"]?.int == Int(shown.id)
      }
      await session.withdraw(shown)
      #expect(await closed != nil)
      return .outcome(await shown.end())
    }

    @Test(
      "A notification that the server hides or closes at once has ended without a reason",
      arguments: OutcomeRow.unseen)
    func unseen(_ profile: String) async throws {
      _ = try await Desk.fake(profile)
      let session = Desk.session()
      let shown = try await session.show(.invitation())
      #expect(await shown.end() == .closed(.unknown))
    }

    @Test("Each profile of the fake server has its row here")
    func allProfiles() async throws {
      let list = try LineProcess("\(packageFolder)/Tests/FakeServer/fake-server", ["--list"])
      #expect(
        await Set(list.lines.rest()) == Set(OutcomeRow.all.map(\.profile) + OutcomeRow.unseen))
    }

    @Test(
      "What dunst, mako and LXQt leave on the screen after an action is taken back",
      arguments: ["dunst", "mako", "lxqt"])
    func leftOpen(_ profile: String) async throws {
      let fake = try await Desk.fake(profile)
      let session = Desk.session()
      let shown = try await session.show(.invitation())
      _ = await fake.do(#"{"person":"click","key":"YES.1"}"#)
      let call = try #require(await fake.call("CloseNotification"))
      #expect(call["arguments"] == JSON(["id": Int(shown.id)]))
    }

    @Test("GNOME Shell's own copy of each signal is not taken")
    func copies() async throws {
      let fake = try await Desk.fake("gnome43")
      let server = Desk.server()
      let first = try await server.show(.invitation("First"), replacing: nil)
      let second = try await server.show(.invitation("Second"), replacing: nil)
      _ = await fake.do(#"{"person":"click","id":\#(first),"key":"YES"}"#)
      _ = await fake.do(#"{"person":"dismiss","id":\#(second)}"#)
      #expect(
        await server.first(3) == [
          .actionInvoked(first, key: "YES"), .closed(first, reason: .dismissed),
          .closed(second, reason: .dismissed),
        ])
    }

    @Test("Where a server lets no more than 20 be open, the next one is refused by name")
    func tooMany() async throws {
      _ = try await Desk.fake("notification-daemon")
      let server = Desk.server()
      for number in 1...20 { _ = try await server.show(.invitation("\(number)"), replacing: nil) }
      await #expect(
        throws: NotificationServerError.refused(
          name: "org.freedesktop.Notifications.MaxNotificationsExceeded",
          message: "Exceeded maximum number of notifications")
      ) { try await server.show(.invitation("21"), replacing: nil) }
    }

    @Test("What Plasma refuses as a repetition is shown after its pause")
    func repetition() async throws {
      let fake = try await Desk.fake("plasma5")
      let session = Desk.session()
      let first = try await session.show(.invitation())
      let second = try await session.show(.invitation())
      #expect((first.id, second.id) == (1, 2))
      _ = await fake.do(#"{"person":"dismiss","id":2}"#)
      #expect(await second.end() == .closed(.dismissed))
    }
  }
}

extension LibnotifyServer {
  /// Takes the next events.
  func first(_ count: Int) async -> [ServerEvent] {
    var events: [ServerEvent] = []
    for await event in self.events() {
      events.append(event)
      if events.count == count { break }
    }
    return events
  }
}
