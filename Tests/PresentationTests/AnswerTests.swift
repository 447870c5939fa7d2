import DesktopNotifications
import FoundationEssentials
import NotificationModel
import Presentation
import Testing

/// What comes back from the server, as what an iPhone app would have received.
@Suite("Answer")
struct AnswerTests {
  private static let notification = UNNotification(
    date: Date(timeIntervalSince1970: 0), request: Notices.request())

  private static func response(_ identifier: String) -> UNNotificationResponse {
    UNNotificationResponse(notification: notification, actionIdentifier: identifier)
  }

  private static func textResponse(_ identifier: String, _ text: String) -> UNNotificationResponse {
    UNTextInputNotificationResponse(
      notification: notification, actionIdentifier: identifier, userText: text)
  }

  /// An answer as a value.
  enum Expected: Equatable, Sendable {
    case response(UNNotificationResponse, token: String?)
    case needsText(UNNotificationAction, token: String?)
    case closed(EndReason)
    case dismissed(UNNotificationResponse)

    init(_ answer: Answer) {
      switch answer {
      case .response(let response, let token): self = .response(response, token: token)
      case .needsText(let action, let token): self = .needsText(action, token: token)
      case .closed(let reason): self = .closed(reason)
      case .dismissed(let response): self = .dismissed(response)
      }
    }
  }

  struct Row: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var outcome: NotificationOutcome
    var server = Servers.plain
    var options: UNNotificationCategoryOptions = []
    var expected: Expected

    init(
      _ description: String, _ outcome: NotificationOutcome, on server: ServerInformation,
      _ options: UNNotificationCategoryOptions = [], gives expected: Expected
    ) {
      testDescription = description
      self.outcome = outcome
      self.server = server
      self.options = options
      self.expected = expected
    }
  }

  private static let field = Servers.plain
  private static let noField = Servers.gnome48
  private static let click = UNNotificationDefaultActionIdentifier

  static let rows: [Row] = [
    Row(
      "a click", .action(key: "default", activationToken: "t"), on: noField,
      gives: .response(response(click), token: "t")),
    Row(
      "a click without a token", .action(key: "default", activationToken: nil), on: noField,
      gives: .response(response(click), token: nil)),
    Row(
      "a button", .action(key: "ACCEPT", activationToken: "t"), on: noField,
      gives: .response(response("ACCEPT"), token: "t")),
    Row(
      "a button whose identifier is a reserved key",
      .action(key: "default.", activationToken: nil), on: noField,
      gives: .response(response("default"), token: nil)),
    Row(
      "a button that is not there", .action(key: "DECLINE", activationToken: nil), on: noField,
      gives: .closed(.unknown)),
    Row(
      "a text action's button", .action(key: "REPLY", activationToken: "t"), on: noField,
      gives: .needsText(Notices.reply, token: "t")),
    Row(
      "the button beside swaync's field", .action(key: "REPLY", activationToken: nil),
      on: Servers.swaync11, gives: .needsText(Notices.reply, token: nil)),
    Row(
      "a text field that is pressed like a button",
      .action(key: "inline-reply", activationToken: "t"), on: field,
      gives: .needsText(Notices.reply, token: "t")),
    Row(
      "a press of a text field that is not there",
      .action(key: "inline-reply", activationToken: nil), on: noField, gives: .closed(.unknown)),
    Row(
      "a reply", .reply(text: "See you\nthere", activationToken: "t"), on: field,
      gives: .response(textResponse("REPLY", "See you\nthere"), token: "t")),
    Row(
      "a reply with spaces around it", .reply(text: " yes ", activationToken: nil), on: field,
      gives: .response(textResponse("REPLY", " yes "), token: nil)),
    Row(
      "an empty reply", .reply(text: "", activationToken: nil), on: field,
      gives: .closed(.dismissed)),
    Row(
      "a reply of white space", .reply(text: " \n\u{A0}", activationToken: nil), on: field,
      gives: .closed(.dismissed)),
    Row(
      "an empty reply where a dismissal is told", .reply(text: "", activationToken: nil),
      on: field, .customDismissAction, gives: .closed(.dismissed)),
    Row(
      "a reply to a field that is not there", .reply(text: "x", activationToken: nil),
      on: noField, gives: .closed(.unknown)),
    Row(
      "a dismissal", .closed(.dismissed), on: noField, gives: .closed(.dismissed)),
    Row(
      "a dismissal that the category wants to know", .closed(.dismissed), on: noField,
      [.customDismissAction, .hiddenPreviewsShowTitle],
      gives: .dismissed(response(UNNotificationDismissActionIdentifier))),
  ]

  @Test("An end means what it means on an iPhone", arguments: rows)
  func answer(row: Row) {
    let actions: [UNNotificationAction] = [
      Notices.accept, UNNotificationAction(identifier: "default", title: "Other"), Notices.reply,
    ]
    let presentation = Presentation(
      of: Self.notification.request, category: Notices.category(actions, row.options),
      app: Notices.bareApp, on: row.server)
    #expect(Expected(presentation.answer(to: row.outcome, for: Self.notification)) == row.expected)
  }

  @Test(
    "An end that is no dismissal is no response, whatever the category wants",
    arguments: EndReason.allCases.filter { $0 != .dismissed })
  func closed(reason: EndReason) {
    let presentation = Presentation(
      of: Self.notification.request, category: Notices.category([], .customDismissAction),
      app: Notices.bareApp, on: Self.noField)
    #expect(
      Expected(presentation.answer(to: .closed(reason), for: Self.notification))
        == .closed(reason))
  }

  @Test("Without a category a click is a response, and a dismissal is none")
  func noCategory() {
    let presentation = Notices.present(on: Self.noField)
    #expect(
      Expected(
        presentation.answer(
          to: .action(key: "default", activationToken: nil), for: Self.notification))
        == .response(Self.response(Self.click), token: nil))
    #expect(
      Expected(presentation.answer(to: .closed(.dismissed), for: Self.notification))
        == .closed(.dismissed))
  }

  /// What was typed into a prompt → the answer.
  static let typed: [(String?, Expected)] = [
    ("See you", .response(textResponse("REPLY", "See you"), token: "t")),
    (nil, .closed(.dismissed)), ("", .closed(.dismissed)), (" \t\n", .closed(.dismissed)),
  ]

  @Test("A prompt's text is the response; nothing typed is none", arguments: typed)
  func prompt(text: String?, expected: Expected) {
    let answer = Presentation.answer(
      with: text, to: Notices.reply, for: Self.notification, activationToken: "t")
    #expect(Expected(answer) == expected)
  }

  @Test("An action is found by its identifier, and Apple's own are none")
  func named() {
    let presentation = Notices.present(actions: [Notices.accept], on: Self.noField)
    #expect(presentation.action(named: "ACCEPT") == Notices.accept)
    #expect(presentation.action(named: UNNotificationDefaultActionIdentifier) == nil)
  }
}
