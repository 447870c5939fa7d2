import DesktopNotifications
import Foundation
import TestSupport
import Testing

extension PrivateBusTests {
  @Suite("The whole way over the bus") struct LibnotifyServerTests {
    private static let pixels: [UInt8] = [1, 2, 3, 0, 4, 5, 6]
    /// The SHA-256 of `pixels`.
    private static let digest =
      "85c45f3e09792c395d1098220b127b7d840e0dff6a3888413712d08c8d48a075"

    private static let everything: DesktopNotification = {
      var hints = Hints()
      hints.urgency = .critical
      hints.category = "im.received"
      hints.desktopEntry = "com.example.meetings"
      hints.imagePath = "file:///tmp/a%20b.png"
      hints.imageData = Hints.Image(
        width: 1, height: 2, rowStride: 4, hasAlpha: false, bytes: pixels)
      hints.soundName = "message-new-instant"
      hints.soundFile = "/tmp/a b.oga"
      hints.suppressSound = true
      hints.resident = true
      hints.transient = true
      hints.replyPlaceholder = "Message"
      hints.replySubmitLabel = "Send"
      hints.originName = "chat"
      hints.stackTag = "tag"
      hints["value"] = .int32(-7)
      hints["x-kde-urls"] = .strings(["file:///a", "file:///ü"])
      hints["x-int64"] = .int64(.min)
      hints["x-double"] = .double(0.5)
      hints["x-none"] = .strings([])
      return DesktopNotification(
        appName: "Meetings ✓", appIcon: "/icons/a.png", summary: "Lunch <b>& \u{FFFE}talk",
        body: "Today\nat 12 \u{202E}👩‍👩‍👧",
        actions: [
          .init(key: "default", label: "Open"), .init(key: "YES", label: "Yes, & \"gladly\""),
          .init(key: "inline-reply", label: "Reply"),
        ],
        hints: hints, expireTimeout: .milliseconds(9_000))
    }()

    private static var arguments: [String: Any] {
      [
        "app_name": "Meetings ✓", "replaces_id": 0, "app_icon": "/icons/a.png",
        "summary": "Lunch <b>& \u{FFFE}talk", "body": "Today\nat 12 \u{202E}👩‍👩‍👧",
        "actions": ["default", "Open", "YES.1", "Yes, & \"gladly\"", "inline-reply", "Reply"],
        "expire_timeout": 9_000,
        "hints": [
          "urgency": ["y", 2], "category": ["s", "im.received"],
          "desktop-entry": ["s", "com.example.meetings"],
          "image-path": ["s", "file:///tmp/a%20b.png"],
          "image-data": [
            "(iiibiiay)", [1, 2, 4, false, 8, 3, ["length": pixels.count, "sha256": digest]],
          ],
          "sound-name": ["s", "message-new-instant"], "sound-file": ["s", "/tmp/a b.oga"],
          "suppress-sound": ["b", true], "resident": ["b", true], "transient": ["b", true],
          "x-kde-reply-placeholder-text": ["s", "Message"],
          "x-kde-reply-submit-button-text": ["s", "Send"], "x-kde-origin-name": ["s", "chat"],
          "x-dunst-stack-tag": ["s", "tag"], "x-canonical-private-synchronous": ["s", "tag"],
          "value": ["i", -7], "x-kde-urls": ["as", ["file:///a", "file:///ü"]],
          "x-int64": ["x", Int64.min], "x-double": ["d", 0.5], "x-none": ["as", []],
          // libnotify's own.
          "sender-pid": ["x", Int(getpid())],
        ] as [String: Any],
      ]
    }

    @Test("The whole Notify call carries every value in its own type")
    func wholeCall() async throws {
      let fake = try await Desk.fake("dunst")
      let shown = try await Desk.session().show(Self.everything)
      let call = try #require(await fake.call("Notify"))
      let sender = try #require(call["sender"]?.string)
      #expect(
        call
          == JSON([
            "call": "Notify", "sender": sender, "id": Int(shown.id), "arguments": Self.arguments,
          ]))
    }

    @Test("The least notification is a whole call too")
    func leastCall() async throws {
      let fake = try await Desk.fake("minimal")
      _ = try await Desk.server().show(
        DesktopNotification(appName: "a", summary: "b"), replacing: nil)
      #expect(
        await fake.call("Notify")?["arguments"]
          == JSON([
            "app_name": "a", "replaces_id": 0, "app_icon": "", "summary": "b", "body": "",
            "actions": [], "expire_timeout": -1, "hints": ["sender-pid": ["x", Int(getpid())]],
          ]))
    }

    /// What libnotify or the bus would refuse, and what is sent instead.
    private static var refused: [(DesktopNotification, [String: Any])] {
      [
        // A NUL cannot travel on the bus.
        (
          DesktopNotification(
            appName: "a\0b", summary: "\0c", body: "d\0\0e",
            actions: [.init(key: "k\0", label: "\0l")]
          ),
          ["app_name": "ab", "summary": "c", "body": "de", "actions": ["k", "l"]]
        ),
        // An action without a label shows its key; one without a key is left out.
        (
          DesktopNotification(
            appName: "a", summary: "b",
            actions: [.init(key: "default", label: ""), .init(key: "", label: "c")]),
          ["app_name": "a", "summary": "b", "body": "", "actions": ["default", "default"]]
        ),
        // No title at all.
        (
          DesktopNotification(appName: "a", summary: ""),
          ["app_name": "a", "summary": "", "body": "", "actions": []]
        ),
        // A hint without a name.
        (
          {
            var notification = DesktopNotification(appName: "a", summary: "b")
            notification.hints[""] = .boolean(true)
            notification.hints["\0"] = .string("c")
            return notification
          }(),
          ["app_name": "a", "summary": "b", "body": "", "actions": []]
        ),
      ]
    }

    @Test("What libnotify or the bus would refuse is sent without that", arguments: 0...3)
    func refusedValues(_ index: Int) async throws {
      let (notification, expected) = Self.refused[index]
      let fake = try await Desk.fake("dunst")
      _ = try await Desk.server().show(notification, replacing: nil)
      let whole: [String: Any] = [
        "replaces_id": 0, "app_icon": "", "expire_timeout": -1,
        "hints": ["sender-pid": ["x", Int(getpid())]],
      ]
      #expect(
        await fake.call("Notify")?["arguments"] == JSON(whole.merging(expected) { $1 }))
    }

    @Test("Of two actions with one key the first is shown")
    func sameKey() async throws {
      let fake = try await Desk.fake("dunst")
      var notification = DesktopNotification.invitation()
      notification.actions.append(.init(key: "YES", label: "Yes again"))
      _ = try await Desk.session().show(notification)
      #expect(
        await fake.call("Notify")?["arguments"]?["actions"]
          == JSON(["default", "Open", "YES.1", "Yes", "inline-reply", "Reply"]))
    }

    /// A reply, and how much of it is taken: 65,536 bytes, and no half character.
    private static let replies: [(String, String)] = {
      let almost = String(repeating: "a", count: 65_535)
      return [
        ("", ""),
        (almost + "b", almost + "b"),
        (almost + "bc", almost + "b"),
        (almost + "é", almost),
        (almost + "✓✓", almost),
        (String(almost.dropLast(3)) + "🙂🙂", String(almost.dropLast(3)) + "🙂"),
        (String(almost.dropLast(2)) + "🙂", String(almost.dropLast(2))),
      ]
    }()

    @Test("A reply is taken to its 65,536th byte, and to a whole character", arguments: replies)
    func longReply(_ reply: String, _ taken: String) async throws {
      let fake = try await Desk.fake("plasma6")
      let session = Desk.session()
      let shown = try await session.show(.invitation())
      _ = await fake.do(#"{"command":"reply","id":\#(shown.id),"text":"\#(reply)"}"#)
      #expect(await shown.end() == .reply(text: taken, activationToken: nil))
    }

    @Test(
      "A number uses all 32 bits",
      arguments: [2_147_483_647, 2_147_483_648, 4_000_000_000] as [NotificationID])
    func largeNumber(_ id: NotificationID) async throws {
      let fake = try await Desk.fake("dunst", #""first_id":\#(id)"#)
      let session = Desk.session()
      let first = try await session.show(.invitation("First"))
      #expect(first.id == id)
      let second = try await session.show(.invitation("Second"), replacing: first)
      #expect(await first.end() == .closed(.replaced))
      // libnotify takes no larger number than 2,147,483,647 to replace: the old one is closed.
      #expect(second.id == (id > 2_147_483_647 ? id + 1 : id))
      if second.id != id {
        #expect(await fake.call("CloseNotification")?["arguments"] == JSON(["id": Int(id)]))
      }
      _ = await fake.do(#"{"person":"click","id":\#(second.id),"key":"YES.2"}"#)
      #expect(await second.end() == .action(key: "YES", activationToken: nil))
      #expect(await fake.call("CloseNotification")?["arguments"] == JSON(["id": Int(second.id)]))
    }

    @Test("A replacement keeps the number of what it replaces")
    func replacing() async throws {
      let fake = try await Desk.fake("mako")
      let session = Desk.session()
      let first = try await session.show(.invitation("First"))
      let second = try await session.show(.invitation("Second"), replacing: first)
      _ = await fake.call("Notify")
      #expect(await fake.call("Notify")?["arguments"]?["replaces_id"]?.int == Int(first.id))
      #expect((first.id, await first.end()) == (second.id, .closed(.replaced)))
      // A click on what was there before arrives late.
      _ = await fake.do(#"{"command":"invoke","id":\#(second.id),"key":"YES.1"}"#)
      _ = await fake.do(#"{"person":"click","id":\#(second.id),"key":"YES.2"}"#)
      #expect(await second.end() == .action(key: "YES", activationToken: nil))
    }

    @Test("What the server can do is asked anew each time")
    func changingCapabilities() async throws {
      let fake = try await Desk.fake("xfce")
      let server = Desk.server()
      let before = try await server.information()
      _ = await fake.do(#"{"command":"set","profile":{"capabilities":["body","x-new"]}}"#)
      var after = before
      after.capabilities = [.body, "x-new"]
      #expect(before.capabilities.contains(.actions))
      #expect(try await server.information() == after)
    }

    @Test(
      "A badge is LauncherEntry's signal, whole",
      arguments: [(3, true), (0, false), (-1, true)])
    func badge(_ count: Int, _ isVisible: Bool) async throws {
      let fake = try await Desk.fake("minimal")
      await Desk.server().setBadge(count, desktopEntry: "com.example.meetings")
      let line = try #require(await fake.next { $0["launcher"] != nil })
      let sender = try #require(line["sender"]?.string)
      #expect(
        line
          == JSON([
            "launcher": "application://com.example.meetings.desktop", "sender": sender,
            "path": "/com/canonical/unity/launcherentry/882808668",
            "properties": ["count": ["x", count], "count-visible": ["b", isVisible]],
          ]))
    }
  }
}
