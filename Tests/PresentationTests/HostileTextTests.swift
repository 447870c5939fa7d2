import DesktopNotifications
import NotificationModel
import Presentation
import Testing

/// Texts from outside, which must be shown and do nothing else.
@Suite("Hostile text")
struct HostileTextTests {
  /// Text → title → body as plain text.
  static let texts: [(String, title: String, body: String)] = [
    ("<b>x</b>", "<b>x</b>", "<b>x</b>"),
    (
      #"<img src="file:///etc/passwd"/>"#, #"<img src="file:///etc/passwd"/>"#,
      #"<img src="file:///etc/passwd"/>"#
    ),
    ("a & b &amp; &#60;", "a & b &amp; &#60;", "a & b &amp; &#60;"),
    (#"'"`$(id);|"#, #"'"`$(id);|"#, #"'"`$(id);|"#),
    ("--icon=x", "--icon=x", "--icon=x"),
    ("-", "-", "-"),
    ("%s%n%@", "%s%n%@", "%s%n%@"),
    ("one\r\ntwo\n\nthree", "one two three", "one\ntwo\n\nthree"),
    ("one\u{2028}two\u{2029}three\u{85}four", "one two three four", "one\ntwo\nthree\nfour"),
    ("a\u{0}b\u{1B}[2J\u{7}c", "ab[2Jc", "ab[2Jc"),
    ("gpj.\u{202E}exe", "gpj.exe", "gpj.exe"),
    (
      "\u{2067}abc\nd", "\u{2067}abc\u{2069} d", "\u{2067}abc\u{2069}\nd"
    ),
    (
      String(repeating: "😀", count: 1_024), String(repeating: "😀", count: 1_024),
      String(repeating: "😀", count: 1_024)
    ),
    (
      String(repeating: "<", count: 4_096), String(repeating: "<", count: 4_096),
      String(repeating: "<", count: 4_096)
    ),
    ("<\u{301}a>", "<\u{301}a>", "<\u{301}a>"),
  ]

  @Test("The title is one line, and never markup", arguments: texts, Servers.all)
  func title(text: (String, title: String, body: String), server: ServerInformation) {
    let presentation = Notices.present(Notices.request(title: text.0), on: server)
    #expect(presentation.notification.summary == text.title)
  }

  @Test(
    "The body shows the whole text, whatever the server does with markup", arguments: texts,
    Servers.all)
  func body(text: (String, title: String, body: String), server: ServerInformation) throws {
    let presentation = Notices.present(Notices.request(body: text.0), on: server)
    guard server.capabilities.contains(.body) else {
      #expect(presentation.notification.body == "")
      return
    }
    let body = presentation.notification.body
    let shown = server.capabilities.contains(.bodyMarkup) ? try plain(body) : body
    #expect(Array(shown.unicodeScalars) == Array(text.body.unicodeScalars))
  }

  @Test(
    "The subtitle shows the whole text, in bold where there is markup", arguments: texts,
    Servers.all)
  func subtitle(text: (String, title: String, body: String), server: ServerInformation) throws {
    let presentation = Notices.present(Notices.request(subtitle: text.0), on: server)
    guard server.capabilities.contains(.bodyMarkup) else { return }
    let body = presentation.notification.body
    try #require(body.hasPrefix("<b>") && body.hasSuffix("</b>"))
    let shown = try plain(String(body.dropFirst(3).dropLast(4)))
    #expect(Array(shown.unicodeScalars) == Array(text.body.unicodeScalars))
  }

  /// What a server shows of markup that must have no element but a line break.
  private func plain(_ markup: String) throws -> String {
    var text = String.UnicodeScalarView()
    var rest = Substring(markup).unicodeScalars
    let marks = [("&amp;", "&"), ("&lt;", "<"), ("&gt;", ">"), ("<br/>", "\n")]
    while let first = rest.first {
      if let (mark, meaning) = marks.first(where: { rest.starts(with: $0.0.unicodeScalars) }) {
        text.append(contentsOf: meaning.unicodeScalars)
        rest = rest.dropFirst(mark.unicodeScalars.count)
      } else {
        try #require(!["&", "<", ">"].contains(first), "a bare \(first) in the markup")
        text.append(first)
        rest = rest.dropFirst()
      }
    }
    return String(text)
  }

  @Test("Names and labels are one clean line", arguments: Servers.all)
  func names(server: ServerInformation) {
    let action = UNTextInputNotificationAction(
      identifier: "A", title: " Re\u{202E}ply\n", textInputButtonTitle: "Se\u{0}nd\t",
      textInputPlaceholder: "\u{1B}Mess\nage")
    let presentation = Notices.present(
      Notices.request(title: "", threadIdentifier: "a\nb\u{0}"), actions: [action],
      app: PresentedApp(bundleIdentifier: "com.example.app", name: "My\n\u{202E}App"),
      on: server, options: .init(stackTag: "t\u{0}\nu"))
    let notification = presentation.notification
    #expect(notification.appName == "My App")
    #expect(notification.summary == "My App")
    let hasInline = server.capabilities.contains(.inlineReply)
    #expect(notification.hints.replyPlaceholder == (hasInline ? "Mess age" : nil))
    #expect(notification.hints.replySubmitLabel == (hasInline ? "Send" : nil))
    #expect(
      notification.hints.originName
        == (server.capabilities.contains(.originName) ? "a b" : nil))
    #expect(notification.hints.stackTag == nil || notification.hints.stackTag == "t u")
    for action in notification.actions.dropFirst() {
      #expect(["Reply", "Reply…"].contains(action.label))
    }
  }

  @Test("What has neither title nor name takes the bundle identifier")
  func nameless() {
    let presentation = Notices.present(
      Notices.request(title: "\u{202E}\n"),
      app: PresentedApp(bundleIdentifier: "com.example.app", name: "\u{0}"), on: Servers.unknown)
    #expect(presentation.notification.appName == "com.example.app")
    #expect(presentation.notification.summary == "com.example.app")
  }

  @Test("The words of degradations are clean: they go to a terminal")
  func words() {
    let sound = UNNotificationSound(named: UNNotificationSoundName("\u{1B}[2J\n.wav"))
    let presentation = Notices.present(Notices.request(sound: sound), on: Servers.gnome48)
    #expect(
      presentation.degraded == [
        "sound: [2J .wav is not in the app folder's Sounds; the default sound instead"
      ])
  }
}
