import DesktopNotifications
import NotificationModel
import Presentation
import Testing

/// Sound, interruption, thread and icon of one notification.
@Suite("Presentation of hints")
struct PresentationHintTests {
  /// Sound → server → hints and degradations.
  struct SoundRow: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var sound: UNNotificationSound?
    var server = Servers.gnome48
    var hints: [String: Hints.Value]
    var degraded: [String] = []
  }

  private static let standard: [String: Hints.Value] = [
    "sound-name": .string("message-new-instant")
  ]
  private static let named = UNNotificationSound(named: UNNotificationSoundName("chime.wav"))

  static let sounds = [
    SoundRow(testDescription: "default", sound: .default, hints: standard),
    SoundRow(testDescription: "critical", sound: .defaultCritical, hints: standard),
    SoundRow(
      testDescription: "named", sound: named,
      hints: ["sound-file": .string("/apps/my meetings/Sounds/chime.wav")]),
    SoundRow(
      testDescription: "named and missing",
      sound: UNNotificationSound(named: UNNotificationSoundName("../chime.wav")), hints: standard,
      degraded: [
        "sound: ../chime.wav is not in the app folder's Sounds; the default sound instead"
      ]),
    SoundRow(testDescription: "none", sound: nil, hints: ["suppress-sound": .boolean(true)]),
    SoundRow(
      testDescription: "none, on a server that always plays one", sound: nil,
      server: Servers.elementary, hints: ["suppress-sound": .boolean(true)],
      degraded: ["sound: elementary plays one for a silent notification too"]),
    SoundRow(
      testDescription: "named, on a server that plays none", sound: named, server: Servers.dunst,
      hints: ["sound-file": .string("/apps/my meetings/Sounds/chime.wav")],
      degraded: ["sound: dunst plays none"]),
    SoundRow(
      testDescription: "default, on a server that announces sounds and plays none",
      sound: .default, server: Servers.cosmic, hints: standard,
      degraded: ["sound: COSMIC plays none"]),
    SoundRow(
      testDescription: "none, on a server that plays none", sound: nil, server: Servers.dunst,
      hints: ["suppress-sound": .boolean(true)]),
  ]

  @Test("A sound is named, given as a file, or suppressed", arguments: sounds)
  func sound(row: SoundRow) {
    var app = Notices.app
    app.desktopEntry = nil
    let presentation = Notices.present(Notices.request(sound: row.sound), app: app, on: row.server)
    #expect(
      presentation.notification.hints
        == Hints(row.hints.merging(["urgency": .byte(1)]) { $1 }))
    #expect(presentation.degraded == row.degraded)
  }

  @Test(
    "The interruption level becomes the urgency that disturbs as much",
    arguments: [
      (UNNotificationInterruptionLevel.passive, Hints.Urgency.low), (.active, .normal),
      (.timeSensitive, .critical), (.critical, .critical),
    ])
  func urgency(level: UNNotificationInterruptionLevel, expected: Hints.Urgency) {
    let presentation = Notices.present(Notices.request(level: level), on: Servers.gnome48)
    #expect(presentation.notification.hints.urgency == expected)
  }

  @Test("A thread is named to the one server that groups by it", arguments: Servers.all)
  func thread(server: ServerInformation) {
    let presentation = Notices.present(
      Notices.request(threadIdentifier: "chat-7"), on: server)
    #expect(
      presentation.notification.hints.originName == (server == Servers.plasma ? "chat-7" : nil))
    let none = Notices.present(on: server)
    #expect(none.notification.hints.originName == nil)
  }

  /// Icon → server → what is sent.
  static let icons: [(String?, ServerInformation, String?)] = [
    (nil, Servers.plasma, nil),
    ("mail-unread", Servers.plasma, "mail-unread"),
    ("mail-unread", Servers.gnome48, "mail-unread"),
    ("/a b/ü%.png", Servers.plasma, "file:///a%20b/%C3%BC%25.png"),
    ("/a b/ü%.png", Servers.gnome48, "/a b/ü%.png"),
  ]

  @Test("An icon is a name, a path, or a URI where the server wants one", arguments: icons)
  func icon(icon: String?, server: ServerInformation, expected: String?) {
    let presentation = Notices.present(
      app: PresentedApp(bundleIdentifier: "com.example.app", icon: icon), on: server)
    #expect(presentation.notification.appIcon == expected)
  }

  @Test("An app without a name has its identifier's last part", arguments: [nil, ""])
  func name(name: String?) {
    let app = PresentedApp(bundleIdentifier: "com.example.meetings", name: name)
    #expect(app.name == "meetings")
  }
}
