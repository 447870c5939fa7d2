import DesktopNotifications
import Foundation
import TestSupport
import Testing

extension PrivateBusTests {
  @Suite("The whole way over the bus") struct LibnotifyServerTests {
    private let server = LibnotifyServer(
      appName: "belfry-tests", limits: .init(start: .milliseconds(300), answer: .seconds(2)))

    private static let invitation: DesktopNotification = {
      var hints = Hints()
      hints.urgency = .critical
      hints.category = "im.received"
      hints.desktopEntry = "com.example.meetings"
      hints.suppressSound = true
      hints["value"] = .int32(7)
      hints["x-kde-urls"] = .strings(["file:///a", "file:///b"])
      hints.imageData = Hints.Image(
        width: 1, height: 2, rowStride: 4, hasAlpha: false, bytes: [1, 2, 3, 0, 4, 5, 6])
      return DesktopNotification(
        appName: "Meetings", appIcon: "/icons/a.png", summary: "Lunch <b>& talk",
        body: "Today\nat 12 \u{202E}",
        actions: [.init(key: "default", label: "Open"), .init(key: "YES", label: "Yes")],
        hints: hints, expireTimeout: .milliseconds(9_000))
    }()

    @Test("The whole Notify call carries every value in its own type")
    func wholeCall() async throws {
      let fake = try await FakeServer("dunst", on: Desk.bus)
      let session = NotificationSession(server: server, keyTag: "")
      _ = try await session.show(Self.invitation)
      let call = try #require(await fake.call("Notify"))
      var arguments = try #require(call["arguments"])
      let pid = arguments["hints"]?["sender-pid"]
      #expect(pid == JSON(["x", Int(getpid())]))
      let image = arguments["hints"]?["image-data"]?[1]
      #expect(image?[0]?.int == 1)
      arguments = try #require(call["arguments"])
      #expect(arguments["app_name"]?.string == "Meetings")
      #expect(arguments["app_icon"]?.string == "/icons/a.png")
      #expect(arguments["summary"]?.string == "Lunch <b>& talk")
      #expect(arguments["body"]?.string == "Today\nat 12 \u{202E}")
      #expect(arguments["actions"] == JSON(["default", "Open", "YES.1", "Yes"]))
      #expect(arguments["replaces_id"]?.int == 0)
      #expect(arguments["expire_timeout"]?.int == 9_000)
      #expect(arguments["hints"]?["urgency"] == JSON(["y", 2]))
      #expect(arguments["hints"]?["suppress-sound"] == JSON(["b", true]))
      #expect(arguments["hints"]?["value"] == JSON(["i", 7]))
      #expect(arguments["hints"]?["x-kde-urls"] == JSON(["as", ["file:///a", "file:///b"]]))
      await fake.end()
    }
  }
}
