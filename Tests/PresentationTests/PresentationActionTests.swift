import DesktopNotifications
import NotificationModel
import Presentation
import Testing

/// A category's actions on their way to the server.
@Suite("Presentation of actions")
struct PresentationActionTests {
  private static func action(_ identifier: String) -> UNNotificationAction {
    UNNotificationAction(identifier: identifier, title: identifier.lowercased())
  }

  private static func textAction(_ identifier: String) -> UNTextInputNotificationAction {
    UNTextInputNotificationAction(
      identifier: identifier, title: identifier.lowercased(), textInputButtonTitle: "",
      textInputPlaceholder: "")
  }

  /// Actions of one category, and what is made of them.
  struct Row: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var actions: [UNNotificationAction]
    var server = Servers.gnome48
    var expected: [DesktopNotification.Action]
    var degraded: [String] = []
  }

  static let rows = [
    Row(testDescription: "none", actions: [], expected: []),
    Row(
      testDescription: "three", actions: ["A", "B", "C"].map(action),
      expected: [.init("A", "a"), .init("B", "b"), .init("C", "c")]),
    Row(
      testDescription: "five: the first three are shown",
      actions: ["A", "B", "C", "D", "E"].map(action),
      expected: [.init("A", "a"), .init("B", "b"), .init("C", "c")],
      degraded: ["actions: 3 of 5 are shown"]),
    Row(
      testDescription: "reserved identifiers are no reserved keys",
      actions: ["default", "inline-reply", "settings"].map(action),
      expected: [
        .init("default.", "default"), .init("inline-reply.", "inline-reply"),
        .init("settings", "settings"),
      ]),
    Row(
      testDescription: "a reserved identifier and its substitute",
      actions: ["default.", "default"].map(action),
      expected: [.init("default.", "default."), .init("default..", "default")]),
    Row(
      testDescription: "an identifier twice: the first is shown, and takes no place",
      actions: ["A", "A", "B", "C"].map(action),
      expected: [.init("A", "a"), .init("B", "b"), .init("C", "c")],
      degraded: ["actions: A comes twice; the first is shown"]),
    Row(
      testDescription: "an identifier twice, where there are no buttons",
      actions: ["A", "A"].map(action), server: Servers.notifyOSD, expected: [],
      degraded: ["actions: notify-osd has no buttons; none of 1 is shown"]),
    Row(
      testDescription: "identifiers that the bus cannot carry",
      actions: [action("A\u{0}"), action("A"), action("\u{0}")],
      expected: [.init("A", "a"), .init("A.", "a"), .init(".", "…")]),
    Row(
      testDescription: "a title without a letter gives way to the identifier",
      actions: [UNNotificationAction(identifier: "A", title: " \u{202E}\n")],
      expected: [.init("A", "A")]),
    Row(
      testDescription: "two text actions where there is a text field: the first has it",
      actions: [action("A"), textAction("R"), textAction("S")], server: Servers.plain,
      expected: [.init("A", "a"), .init("inline-reply", "r"), .init("S", "s")],
      degraded: ["text-input: one text field a notification; a prompt asks for S"]),
    Row(
      testDescription: "two text actions where there is none",
      actions: [textAction("R"), textAction("S")],
      expected: [.init("R", "r"), .init("S", "s")],
      degraded: [
        "text-input: GNOME Shell has no text field; a prompt asks",
        "text-input: GNOME Shell has no text field; a prompt asks",
      ]),
  ]

  @Test("Actions keep their order, and each has a key of its own", arguments: rows)
  func actions(row: Row) {
    let presentation = Notices.present(
      Notices.request(sound: nil), actions: row.actions, on: row.server)
    let click: [DesktopNotification.Action] =
      row.server.capabilities.contains(.actions) ? [.init("default", "Open")] : []
    #expect(presentation.notification.actions == click + row.expected)
    #expect(presentation.degraded == row.degraded)
  }

  @Test("The click on the notification is offered also without a category")
  func click() {
    let presentation = Notices.present(actions: nil, on: Servers.gnome48)
    #expect(presentation.notification.actions == [.init("default", "Open")])
  }

  @Test("An empty placeholder and button title are no hints")
  func emptyHints() {
    let presentation = Notices.present(actions: [Self.textAction("R")], on: Servers.plasma)
    #expect(presentation.notification.hints.replyPlaceholder == nil)
    #expect(presentation.notification.hints.replySubmitLabel == nil)
  }

  /// Server → label → what is sent.
  static let labels: [(ServerInformation, String, String)] = [
    (Servers.gnome48, "R&D <b>", "R&D <b>"),
    (Servers.xfce, "R&D <b>", "R&D <b>"),
    (Servers.notificationDaemon, "R&D <b>", "R&amp;D &lt;b&gt;"),
    (Servers.mate, "R&D <b>", "R&amp;D &lt;b&gt;"),
    (Servers.lxqt, "R&D <b> & c&", "R&&D <b> && c&&"),
    (Servers.plasma, "R&D", "R&&D"),
    (Servers.plasma, "R & D &", "R & D &"),
    (Servers.plasma, "R && D", "R &&& D"),
    (Servers.plasma, "1 > 0", "1 > 0"),
    (Servers.plasma, "R&D < b", "R&&amp;D &&lt; b"),
  ]

  @Test("A label is written as the server reads it", arguments: labels)
  func label(server: ServerInformation, label: String, expected: String) {
    let action = UNNotificationAction(identifier: "A", title: label)
    let presentation = Notices.present(actions: [action], on: server)
    #expect(presentation.notification.actions.last?.label == expected)
  }

  @Test("LXQt's list of more than three takes labels as they are")
  func list() {
    let actions = ["A", "B", "C"].map { UNNotificationAction(identifier: $0, title: "\($0)&x") }
    let presentation = Notices.present(actions: actions, on: Servers.lxqt)
    #expect(presentation.notification.actions.map(\.label) == ["Open", "A&x", "B&x", "C&x"])
  }
}
