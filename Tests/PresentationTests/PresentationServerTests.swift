import DesktopNotifications
import NotificationModel
import Presentation
import Testing

/// One full notification on every server of the table of profiles.
@Suite("Presentation on each server")
struct PresentationServerTests {
  /// What one server gets, and what it cannot do.
  struct Row: CustomTestStringConvertible, Sendable {
    var server: ServerInformation
    var icon = Self.path
    var body = Self.markup
    var actions = Self.buttons
    var hints: [String: Hints.Value] = [:]
    var degraded: [String]

    var testDescription: String { "\(server.name) \(server.version)" }

    static let path = "/apps/my meetings/icon.png"
    static let uri = "file:///apps/my%20meetings/icon.png"

    static let markup = "<b>Ann &amp; Bob</b>\nToday &lt;12&gt;\nBring tea"
    static let html = "<b>Ann &amp; Bob</b><br/>Today &lt;12&gt;<br/>Bring tea"
    static let plain = "Ann & Bob\nToday <12>\nBring tea"

    static let open = DesktopNotification.Action("default", "Open")
    static let accept = DesktopNotification.Action("ACCEPT", "Accept")
    static let decline = DesktopNotification.Action("DECLINE", "Decline")
    static let buttons = [open, accept, decline, DesktopNotification.Action("REPLY", "Reply")]
    static let field = [
      open, accept, decline, DesktopNotification.Action("inline-reply", "Reply"),
    ]
    static let fieldHints: [String: Hints.Value] = [
      "x-kde-reply-placeholder-text": .string("Message"),
      "x-kde-reply-submit-button-text": .string("Send"),
    ]

    static func prompt(_ server: String) -> String {
      "text-input: \(server) has no text field; a prompt asks"
    }
    static func silent(_ server: String) -> String { "sound: \(server) plays none" }
  }

  static let rows = [
    Row(server: Servers.gnome43, degraded: [Row.prompt("GNOME Shell")]),
    Row(server: Servers.gnome48, degraded: [Row.prompt("GNOME Shell")]),
    Row(
      server: Servers.plasma, icon: Row.uri, body: Row.html, actions: Row.field,
      hints: Row.fieldHints.merging(["x-kde-origin-name": .string("chat-7")]) { $1 },
      degraded: [Row.silent("KDE Plasma")]),
    Row(
      server: Servers.dunst, hints: ["x-dunst-stack-tag": .string("meetings/chat-7")],
      degraded: [
        "actions: not drawn; in dunstctl context, or a middle click", Row.prompt("dunst"),
        Row.silent("dunst"),
      ]),
    Row(
      server: Servers.mako, hints: ["x-dunst-stack-tag": .string("meetings/chat-7")],
      degraded: [
        "actions: not drawn; in makoctl menu", Row.prompt("mako"), Row.silent("mako"),
      ]),
    Row(
      server: Servers.swaync07,
      hints: ["x-canonical-private-synchronous": .string("meetings/chat-7")],
      degraded: [Row.prompt("swaync"), Row.silent("swaync")]),
    Row(
      server: Servers.swaync11, actions: Row.field + [.init("REPLY", "Reply…")],
      hints: Row.fieldHints.merging(
        ["x-canonical-private-synchronous": .string("meetings/chat-7")]) { $1 },
      degraded: [
        "text-input: swaync may have text fields off; a button asks too", Row.silent("swaync"),
      ]),
    Row(server: Servers.xfce, degraded: [Row.prompt("Xfce"), Row.silent("Xfce")]),
    Row(
      server: Servers.xfceQuiet, actions: [],
      degraded: ["actions: Xfce has no buttons; none of 3 is shown", Row.silent("Xfce")]),
    Row(server: Servers.notificationDaemon, degraded: [Row.prompt("notification-daemon")]),
    Row(server: Servers.mate, degraded: [Row.prompt("MATE")]),
    Row(server: Servers.lxqt, degraded: [Row.prompt("LXQt"), Row.silent("LXQt")]),
    Row(
      server: Servers.cosmic, icon: Row.uri, actions: [Row.open],
      degraded: ["actions: 0 of 3 are shown", Row.silent("COSMIC")]),
    Row(server: Servers.cinnamon, degraded: [Row.prompt("Cinnamon")]),
    Row(
      server: Servers.budgie, actions: [Row.open, Row.accept],
      degraded: ["actions: 1 of 3 are shown"]),
    Row(server: Servers.elementary, degraded: [Row.prompt("elementary")]),
    Row(server: Servers.phosh, degraded: [Row.prompt("Phosh"), Row.silent("Phosh")]),
    Row(
      server: Servers.quickshell, body: Row.plain, actions: Row.field, hints: Row.fieldHints,
      degraded: [Row.silent("quickshell")]),
    Row(
      server: Servers.notifyOSD, actions: [],
      degraded: [
        "actions: notify-osd has no buttons; none of 3 is shown", Row.silent("notify-osd"),
      ]),
    Row(server: Servers.unknown, icon: Row.uri, degraded: [Row.prompt("New Thing")]),
    Row(
      server: Servers.plain, icon: Row.uri, body: Row.plain, actions: Row.field,
      hints: Row.fieldHints, degraded: [Row.silent("terminal")]),
    Row(
      server: Servers.titleOnly, icon: Row.uri, body: "", actions: [],
      degraded: [
        "body: Ticker shows the title alone",
        "actions: Ticker has no buttons; none of 3 is shown", Row.silent("Ticker"),
      ]),
  ]

  @Test("A full notification is shown as the server can", arguments: rows)
  func full(row: Row) {
    let presentation = Notices.present(
      Notices.request(
        subtitle: "Ann & Bob", body: "Today <12>\nBring tea", threadIdentifier: "chat-7"),
      actions: [Notices.accept, Notices.decline, Notices.reply], app: Notices.app, on: row.server,
      options: .init(stackTag: "meetings/chat-7"))
    let common: [String: Hints.Value] = [
      "urgency": .byte(1), "desktop-entry": .string("belfry"),
      "sound-name": .string("message-new-instant"),
    ]
    #expect(
      presentation.notification
        == DesktopNotification(
          appName: "Meetings", appIcon: row.icon, summary: "Lunch?", body: row.body,
          actions: row.actions, hints: Hints(common.merging(row.hints) { $1 })))
    #expect(presentation.degraded == row.degraded)
  }

  @Test("Every server of the table is tried")
  func complete() {
    #expect(Set(Self.rows.map(\.server)) == Set(Servers.all))
  }

  /// Server → the body with a link and a summary line, and what is said of the link.
  static let links: [(ServerInformation, body: String, degraded: [String])] = [
    (Servers.gnome48, "Watch &amp; learn\n2 more", []),
    (Servers.plasma, "Watch &amp; learn<br/>2 more", []),
    (
      Servers.xfceQuiet,
      "Watch &amp; learn\n2 more\n"
        + #"<a href="https://e.example/?a=1&amp;b=&quot;&#39;">"#
        + #"https://e.example/?a=1&amp;b="'</a>"#,
      ["link: Xfce has no click, so the link stands in the text"]
    ),
    (
      Servers.notifyOSD, "Watch &amp; learn\n2 more\nhttps://e.example/?a=1&amp;b=\"'",
      ["link: notify-osd has no click, so the link stands in the text"]
    ),
    (
      Servers.titleOnly, "",
      [
        "link: Ticker has no click and no text, so the link is not shown",
        "body: Ticker shows the title alone",
      ]
    ),
  ]

  @Test("A link stands in the text only where nothing can be clicked", arguments: links)
  func link(server: ServerInformation, body: String, degraded: [String]) {
    let presentation = Notices.present(
      Notices.request(body: "Watch & learn", sound: nil), on: server,
      options: .init(
        defaultLabel: "Play video", link: "https://e.example/?a=1&b=\"'", summaryLine: "2 more"))
    #expect(presentation.notification.body == body)
    #expect(presentation.degraded == degraded)
    let actions: [DesktopNotification.Action] =
      server.capabilities.contains(.actions) ? [.init("default", "Play video")] : []
    #expect(presentation.notification.actions == actions)
  }

  @Test(
    "The desktop file is not named where it would end the notification with its sender",
    arguments: Servers.all)
  func sender(server: ServerInformation) {
    let leaving = Notices.present(
      app: Notices.app, on: server, options: .init(senderStays: false))
    #expect(
      leaving.notification.hints.desktopEntry == (server == Servers.gnome48 ? nil : "belfry"))
    let staying = Notices.present(app: Notices.app, on: server)
    #expect(staying.notification.hints.desktopEntry == "belfry")
  }
}
