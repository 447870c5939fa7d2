import Foundation
import TestSupport
import Testing

extension DesktopTests {
  @Suite("What reaches the server") struct NotifyCallTests {
    /// A recorded call without what differs from run to run: key tags and process numbers.
    private func masked(_ call: JSON) throws -> JSON {
      let arguments = try #require(call["arguments"])
      let data = Data(arguments.description.utf8)
      var object = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
      let actions = try #require(object["actions"] as? [String])
      object["actions"] = actions.enumerated().map { index, text in
        guard index.isMultiple(of: 2), let dot = text.lastIndex(of: ".") else { return text }
        return "\(text[..<dot]).TAG"
      }
      var hints = try #require(object["hints"] as? [String: Any])
      // libnotify adds it.
      #expect(hints.removeValue(forKey: "sender-pid") != nil)
      object["hints"] = hints
      return JSON(object)
    }

    @Test("The whole call of an invitation on Plasma, which has text fields and markup")
    func plasma() async throws {
      let desk = try await Desk("plasma5")
      let (program, call) = try await desk.push(
        ["Examples/pushes/invite.apns", "--app", "Examples/Meetings", "--no-wait"])
      #expect(await program.rest().code == 0)
      #expect(
        try masked(call)
          == JSON(
            [
              "app_name": "Meetings", "replaces_id": 0,
              "app_icon": "file://\(packageFolder)/Examples/Meetings/icon.png",
              "summary": "Lunch?", "body": "<b>From Mara</b><br/>Today at 12, at the harbour.",
              "actions": [
                "default", "Open", "ACCEPT.TAG", "Accept", "DECLINE.TAG", "Decline", "inline-reply",
                "Reply",
              ],
              "hints": [
                "urgency": ["y", 1], "sound-name": ["s", "message-new-instant"],
                "x-kde-reply-placeholder-text": ["s", "Message"],
                "x-kde-reply-submit-button-text": ["s", "Send"],
              ], "expire_timeout": -1,
            ] as [String: Any]))
    }

    @Test("The whole call of an invitation on notify-osd, which has no actions")
    func osd() async throws {
      let desk = try await Desk("notify-osd")
      let (program, call) = try await desk.push(
        ["Examples/pushes/invite.apns", "--app", "Examples/Meetings", "--no-wait"])
      #expect(await program.rest().code == 0)
      #expect(
        try masked(call)
          == JSON(
            [
              "app_name": "Meetings", "replaces_id": 0,
              "app_icon": "\(packageFolder)/Examples/Meetings/icon.png",
              "summary": "Lunch?", "body": "<b>From Mara</b>\nToday at 12, at the harbour.",
              "actions": [String](),
              "hints": ["urgency": ["y", 1], "sound-name": ["s", "message-new-instant"]],
              "expire_timeout": -1,
            ] as [String: Any]))
    }

    @Test("The badge's signal names the desktop file and the number")
    func badgeSignal() async throws {
      let scratch = try Scratch()
      _ = try scratch.file(
        "applications/com.example.meetings.desktop",
        "[Desktop Entry]\nType=Application\nName=Meetings\nExec=true\n")
      let desk = try await Desk("plasma5", options: ["--record-launcher"])
      let program = try BelfryProgram(
        ["push", "Examples/pushes/badge.apns", "--app", "Examples/Meetings", "--no-wait"],
        environment: desk.bus.environment.merging(["XDG_DATA_HOME": scratch.path]) { $1 })
      let badge = await desk.fake.next { $0["launcher"] != nil }
      #expect(badge?["launcher"]?.string == "application://com.example.meetings.desktop")
      #expect(
        badge?["properties"]
          == JSON(text: #"{"count":["x",3],"count-visible":["b",true]}"#))
      // The launcher and the notification's icon go by the same desktop file.
      let call = await desk.fake.call("Notify")
      #expect(
        call?["arguments"]?["hints"]?["desktop-entry"] == JSON(["s", "com.example.meetings"]))
      #expect(await program.rest().code == 0)
    }

    struct Hostile: CustomTestStringConvertible {
      var testDescription: String
      var title: String
      var body: String
      var summary: String
      var markup: String
      var plain: String
    }

    private static let emoji = String(repeating: "😀", count: 500)

    static let hostile: [Hostile] = [
      Hostile(
        testDescription: "markup", title: #"<b>&"'"#, body: #"<b>a</b> & "b" <img src='x'/>"#,
        summary: #"<b>&"'"#, markup: #"&lt;b&gt;a&lt;/b&gt; &amp; "b" &lt;img src='x'/&gt;"#,
        plain: #"<b>a</b> & "b" <img src='x'/>"#),
      Hostile(
        testDescription: "options", title: "--help", body: "-rf / ; $(reboot) `x` | y",
        summary: "--help", markup: "-rf / ; $(reboot) `x` | y",
        plain: "-rf / ; $(reboot) `x` | y"),
      Hostile(
        testDescription: "entities", title: "&lt;", body: "&amp;&#60;", summary: "&lt;",
        markup: "&amp;amp;&amp;#60;", plain: "&amp;&#60;"),
      Hostile(
        testDescription: "newlines", title: "One\nTwo\r\nThree", body: "a\r\nb\u{2028}c\rd\n\ne",
        summary: "One Two Three", markup: "a\nb\nc\nd\n\ne", plain: "a\nb\nc\nd\n\ne"),
      Hostile(
        testDescription: "control characters", title: "\u{0}\u{1B}[31mred\u{7}\u{9B}",
        body: "a\u{0}b\u{8}c\tde\u{7F}", summary: "[31mred", markup: "abc de", plain: "abc de"),
      Hostile(
        testDescription: "bidirectional overrides", title: "exe.\u{202E}gpj\u{202C}",
        body: "\u{2067}open\nnext", summary: "exe.gpj", markup: "\u{2067}open\u{2069}\nnext",
        plain: "\u{2067}open\u{2069}\nnext"),
      Hostile(
        testDescription: "4,000 bytes of emoji", title: emoji, body: emoji, summary: emoji,
        markup: emoji, plain: emoji),
    ]

    @Test("Text is shown as it is, with markup and without", arguments: hostile)
    func text(hostile: Hostile) async throws {
      let payload = JSON(["aps": ["alert": ["title": hostile.title, "body": hostile.body]]])
      let desk = try await Desk("dunst")
      for (capabilities, body) in [
        (#"["actions","body","body-markup"]"#, hostile.markup),
        (#"["actions","body"]"#, hostile.plain),
      ] {
        _ = await desk.fake.do(
          #"{"command":"set","profile":{"capabilities":\#(capabilities)}}"#)
        let (program, call) = try await desk.push(["--no-wait"], input: payload.description)
        #expect(call["arguments"]?["summary"]?.string == hostile.summary)
        #expect(call["arguments"]?["body"]?.string == body)
        let outcome = await program.rest()
        #expect(outcome.code == 0)
        // The events carry the texts as they were sent.
        let event = outcome.output.first.flatMap { JSON(text: $0) }
        #expect(event?["title"]?.string == hostile.title)
        #expect(event?["body"]?.string == hostile.body)
      }
    }
  }
}
