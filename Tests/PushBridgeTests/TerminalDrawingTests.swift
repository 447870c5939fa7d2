import DesktopNotifications
import Testing

@testable import PushBridge

struct TerminalDrawingTests {
  private func draw(
    _ notification: DesktopNotification, columns: Int = 40, look: Terminal.Look = .init(),
    isChanged: Bool = false
  ) -> String {
    TerminalDrawing(look: look, columns: columns)
      .notification(notification, id: 3, isChanged: isChanged)
  }

  @Test("Text and buttons are wrapped inside the frame")
  func wrapped() {
    var notification = DesktopNotification.invitation
    notification.summary = "A rather long question about lunch today"
    notification.body =
      "We meet at noon.\n\n  Bring your own 🥪 and 水, nobody else will do it for you"
    #expect(
      draw(notification, columns: 30) == """
        ┌ #3 Meetings
        │ A rather long question about
        │ lunch today
        │ We meet at noon.
        │
        │   Bring your own 🥪 and 水,
        │ nobody else will do it for
        │ you
        │ [1] Accept  [2] Reply…
        │ [Enter] Open  [d] Dismiss
        └ [?] Help

        """)
  }

  @Test("Without frames text is indented, and the heading is not")
  func plain() {
    #expect(
      draw(.invitation, columns: 30, look: .init(frames: false)) == """
        #3 Meetings
          Lunch?
          Today at 12
          [1] Accept  [2] Reply…
          [Enter] Open  [d] Dismiss
          [?] Help

        """)
  }

  @Test("Colours end on their line, and the urgent is red")
  func colours() {
    var notification = DesktopNotification(
      appName: "App", summary: "Title", body: "Body", actions: [.init(key: "K", label: "L")])
    notification.hints.urgency = .critical
    let drawn = draw(notification, look: .init(colours: true), isChanged: true)
    #expect(
      String(drawn.map { $0 == "\u{1B}" ? "~" : $0 }) == """
        ~[2m┌ ~[0m~[1;31m#3 App, changed, urgent~[0m
        ~[2m│ ~[0m~[1mTitle~[0m
        ~[2m│ ~[0mBody
        ~[2m└ ~[0m~[36m[1]~[0m L  ~[36m[d]~[0m Dismiss  ~[36m[?]~[0m Help

        """)
  }

  /// What comes from outside → how it is drawn.
  static let fromOutside: [(DesktopNotification, String)] = [
    // Escape sequences, bells, C1 controls, returns and backspaces lose what makes them work.
    (
      DesktopNotification(
        appName: "\u{1B}]0;title\u{07}App", summary: "\u{1B}[2J\u{1B}[1;1HPaid\r\n\u{8}",
        body: "a\u{9B}31mb\rc\u{7F}\u{0}d\u{85}e\u{2028}f\tg"),
      """
      ┌ #3 ]0;titleApp
      │ [2J[1;1HPaid
      │ a31mb
      │ cd
      │ e
      │ f g
      └ [d] Dismiss  [?] Help

      """
    ),
    // Text that looks like another notification stays behind the frame, when it is broken too.
    (
      DesktopNotification(
        appName: "App\n┌ #9 Bank", summary: "A\n└ [1] Pay", body: "x\n┌ #9 Bank\n│ Pay?",
        actions: [.init(key: "K", label: "Yes\n└ [2] No")]),
      """
      ┌ #3 App ┌ #9 Bank
      │ A └ [1] Pay
      │ x
      │ ┌ #9 Bank
      │ │ Pay?
      │ [1] Yes └ [2] No  [d] Dismiss
      └ [?] Help

      """
    ),
    // Overrides are left out, and isolates closed.
    (
      DesktopNotification(appName: "App", summary: "a\u{202E}b", body: "\u{2067}c\nd"),
      """
      ┌ #3 App
      │ ab
      │ \u{2067}c\u{2069}
      │ d
      └ [d] Dismiss  [?] Help

      """
    ),
    // Markup is text; a label that is empty is named by its key.
    (
      DesktopNotification(
        appName: "", summary: "<b>&amp;", actions: [.init(key: "GO", label: "\u{7}")]),
      """
      ┌ #3
      │ <b>&amp;
      └ [1] GO  [d] Dismiss  [?] Help

      """
    ),
    // Words, labels and names longer than a line.
    (
      DesktopNotification(
        appName: String(repeating: "n", count: 50), summary: String(repeating: "🧨", count: 20),
        body: String(repeating: "x", count: 50),
        actions: [.init(key: "K", label: String(repeating: "l", count: 50))]),
      """
      ┌ #3 nnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnn…
      │ 🧨🧨🧨🧨🧨🧨🧨🧨🧨🧨🧨🧨🧨🧨🧨🧨🧨🧨🧨
      │ 🧨
      │ xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx
      │ xxxxxxxxxxxx
      │ [1] lllllllllllllllllllllllllllllllll…
      └ [d] Dismiss  [?] Help

      """
    ),
    // One character of many parts is broken before the terminal breaks it.
    (
      DesktopNotification(
        appName: "App", summary: "A",
        body: String(repeating: "👩\u{200D}", count: 21) + "👩"),
      """
      ┌ #3 App
      │ A
      │ \(String(repeating: "👩\u{200D}", count: 19))
      │ 👩\u{200D}👩\u{200D}👩
      └ [d] Dismiss  [?] Help

      """
    ),
  ]

  @Test("Text from outside is drawn, and does nothing else", arguments: fromOutside)
  func hostile(notification: DesktopNotification, expected: String) {
    let drawn = draw(notification)
    #expect(drawn == expected)
    #expect(Array(drawn.unicodeScalars) == Array(expected.unicodeScalars))
  }

  @Test("A text of very many lines ends with how many are left out")
  func manyLines() {
    let drawn = draw(
      DesktopNotification(
        appName: "App", summary: "A", body: String(repeating: "b\n", count: 4_000)))
    let lines = drawn.split(separator: "\n")
    #expect(lines.count == 43)
    #expect(lines[41] == "│ … 3962 more lines")
  }

  @Test(
    "A question is drawn with what it is about",
    arguments: [
      (
        TextQuestion(
          appName: "Meetings", title: "Lunch?", body: "At\n12", placeholder: "Message",
          buttonTitle: "Send"),
        "┌ Meetings\n│ Lunch?\n│ At\n│ 12\n└ Enter alone sends nothing.\n", "Message: "
      ),
      (
        TextQuestion(appName: "\u{1B}c", title: "", body: "", placeholder: "", buttonTitle: ""),
        "┌ c\n└ Enter alone sends nothing.\n", "Reply: "
      ),
      (
        TextQuestion(
          appName: "A", title: "\u{1B}[8m", body: "",
          placeholder: "\u{1B}[8m" + String(repeating: "p", count: 40), buttonTitle: ""),
        "┌ A\n│ [8m\n└ Enter alone sends nothing.\n", "[8mpppppppppppppppp…: "
      ),
    ])
  func question(question: TextQuestion, expected: String, prompt: String) {
    let drawing = TerminalDrawing(look: .init(), columns: 40)
    #expect(drawing.question(question) == expected)
    #expect(drawing.prompt(question.placeholder) == prompt)
  }

  @Test(
    "Text is broken at spaces, and where there are none between characters",
    arguments: [
      ("", 5, [""]),
      ("abc", 5, ["abc"]),
      ("abcde", 5, ["abcde"]),
      ("abcdef", 5, ["abcde", "f"]),
      ("ab cd ef", 5, ["ab cd", "ef"]),
      ("ab  cd   ef", 6, ["ab  cd", "ef"]),
      ("ab abcdefg h", 5, ["ab", "abcde", "fg h"]),
      ("  ab", 5, ["  ab"]),
      ("      ab", 5, ["ab"]),
      ("ab   ", 5, ["ab"]),
      ("a\n\nb", 5, ["a", "", "b"]),
      // Wide characters, accents that are characters of their own, and the emoji selector.
      ("水水水", 5, ["水水", "水"]),
      ("e\u{301}e\u{301}e\u{301}", 2, ["e\u{301}e\u{301}", "e\u{301}"]),
      ("❤\u{FE0F}❤\u{FE0F}", 3, ["❤\u{FE0F}", "❤\u{FE0F}"]),
    ])
  func wrap(text: String, columns: Int, expected: [String]) {
    #expect(TerminalText.wrap(text, columns: columns) == expected)
  }
}
