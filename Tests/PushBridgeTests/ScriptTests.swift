import FoundationEssentials
import JSONText
import PushBridge
import Testing

@Suite("Script")
struct ScriptTests {
  private static let invite = ScriptSubject(
    topic: "com.example.meetings", title: "Lunch?", body: "Today at 12",
    categoryIdentifier: "MEETING_INVITE", threadIdentifier: "chat-7", requestIdentifier: "R-1")

  /// Script → what is done with the invitation.
  static let performances: [(String, Performance)] = [
    ("[]", .ignore),
    (#"[{"perform": "activate"}]"#, .activate),
    (#"[{"perform": "dismiss"}]"#, .dismiss),
    (#"[{"perform": "expire"}]"#, .expire),
    (#"[{"perform": "ignore"}]"#, .ignore),
    (#"[{"perform": {"action": "ACCEPT"}}]"#, .action(identifier: "ACCEPT", reply: nil)),
    (
      #"[{"perform": {"action": "REPLY", "reply": "See you"}}]"#,
      .action(identifier: "REPLY", reply: "See you")
    ),
    // An empty reply is one that the person sends by mistake.
    (#"[{"perform": {"action": "REPLY", "reply": ""}}]"#, .action(identifier: "REPLY", reply: "")),
    // Each key of `match`.
    (#"[{"match": {"topic": "com.example.meetings"}, "perform": "activate"}]"#, .activate),
    (#"[{"match": {"title": "Lunch?"}, "perform": "activate"}]"#, .activate),
    (#"[{"match": {"body": "Today at 12"}, "perform": "activate"}]"#, .activate),
    (#"[{"match": {"categoryIdentifier": "MEETING_INVITE"}, "perform": "activate"}]"#, .activate),
    (#"[{"match": {"threadIdentifier": "chat-7"}, "perform": "activate"}]"#, .activate),
    (#"[{"match": {"requestIdentifier": "R-1"}, "perform": "activate"}]"#, .activate),
    // Values are equal as a whole, with their case.
    (#"[{"match": {"topic": "com.example"}, "perform": "activate"}]"#, .ignore),
    (#"[{"match": {"title": "lunch?"}, "perform": "activate"}]"#, .ignore),
    (#"[{"match": {"threadIdentifier": ""}, "perform": "activate"}]"#, .ignore),
    // All keys must fit.
    (
      #"[{"match": {"title": "Lunch?", "body": "Tomorrow"}, "perform": "activate"}]"#, .ignore
    ),
    (#"[{"match": {}, "perform": "activate"}]"#, .activate),
    // The first rule that fits counts.
    (
      #"[{"match": {"title": "Sale"}, "perform": "dismiss"}, {"perform": "expire"}, {"perform": "activate"}]"#,
      .expire
    ),
    // Comments and commas before closing brackets.
    ("// all\n[ /* one */ {\"perform\": \"dismiss\",}, ]", .dismiss),
    ("\u{FEFF}[{\"perform\": \"dismiss\"}]", .dismiss),
  ]

  @Test("The first rule that fits says what is done", arguments: performances)
  func performance(script: String, expected: Performance) throws {
    let script = try Script(Array(script.utf8), name: "s.json")
    #expect(script.performance(for: Self.invite) == expected)
  }

  /// Script → what is wrong with it.
  static let broken: [(String, String)] = [
    ("", "s.json:1:1: text is empty; write a JSON value"),
    ("[{]", "s.json:1:3: expected a key in double quotation marks, found ']'"),
    ("{}", "s.json:1:1: the top level is an object; write an array of rules"),
    ("[\n  1\n]", "s.json:2:3: [0] is a number; write an object"),
    (
      "[{}]",
      #"s.json:1:2: [0].perform is missing; write "activate", "dismiss", "expire", "ignore" "#
        + #"or {"action": ID}"#
    ),
    (
      #"[{"perform": null}]"#,
      #"s.json:1:14: [0].perform is null; write "activate", "dismiss", "expire", "ignore" "#
        + #"or {"action": ID}"#
    ),
    (
      #"[{"perform": "dismis"}]"#,
      #"s.json:1:14: [0].perform is unknown: "dismis"; did you mean dismiss?"#
    ),
    (
      #"[{"perform": "click"}]"#,
      #"s.json:1:14: [0].perform is unknown: "click"; "#
        + "write one of activate, dismiss, expire, ignore"
    ),
    (
      #"[{"preform": "dismiss"}]"#,
      #"s.json:1:3: unknown key in [0]: "preform"; did you mean perform?"#
    ),
    (
      "[\n  { \"perform\": \"ignore\" },\n  { \"match\": { \"thread\": \"x\" }, \"perform\": \"ignore\" }\n]",
      #"s.json:3:16: unknown key in [1].match: "thread"; known are topic, title, body, "#
        + "categoryIdentifier, threadIdentifier, requestIdentifier"
    ),
    (
      #"[{"match": {"categoryidentifier": "x"}, "perform": "ignore"}]"#,
      #"s.json:1:13: unknown key in [0].match: "categoryidentifier"; "#
        + "did you mean categoryIdentifier?"
    ),
    (
      #"[{"match": "x", "perform": "ignore"}]"#,
      "s.json:1:12: [0].match is a string; write an object"
    ),
    (
      #"[{"match": {"title": 5}, "perform": "ignore"}]"#,
      "s.json:1:22: [0].match.title is a number; write a string"
    ),
    (
      #"[{"perform": {"reply": "x"}}]"#,
      "s.json:1:14: [0].perform.action is missing; write the action's identifier"
    ),
    (
      #"[{"perform": {"action": ""}}]"#,
      "s.json:1:25: [0].perform.action is empty; write at least one character"
    ),
    (
      #"[{"perform": {"action": "A", "reply": true}}]"#,
      "s.json:1:39: [0].perform.reply is a boolean; write a string"
    ),
    (
      #"[{"perform": {"action": "A", "replay": "x"}}]"#,
      #"s.json:1:30: unknown key in [0].perform: "replay"; did you mean reply?"#
    ),
    (
      "[{\"perform\": \"ignore\",\n \"perform\": \"dismiss\"}]",
      #"s.json:2:2: key comes twice: "perform", first at 1:3; "#
        + "the last one counts, remove the other"
    ),
  ]

  @Test("A script that is wrong is refused with its place", arguments: broken)
  func refused(script: String, expected: String) {
    let error = #expect(throws: ScriptError.self) {
      try Script(Array(script.utf8), name: "s.json")
    }
    #expect(error?.description == expected)
  }

  @Test("A script above the limit is refused before it is read")
  func tooLarge() {
    let script = [UInt8](repeating: UInt8(ascii: " "), count: Script.byteLimit + 1)
    #expect(
      throws: ScriptError(
        name: "s.json", position: TextPosition(line: 1, column: 1),
        message: "text has 1048577 bytes; at most 1048576 are taken")
    ) { try Script(script, name: "s.json") }
  }

  /// Example → what it does with the invitation.
  static let examples: [(String, Performance)] = [
    ("accept", .action(identifier: "ACCEPT", reply: nil)),
    ("reply", .action(identifier: "REPLY", reply: "See you there")),
    ("activate", .activate), ("dismiss", .dismiss), ("expire", .expire), ("ignore", .ignore),
    ("demo", .action(identifier: "REPLY", reply: "See you there")),
  ]

  @Test("The example scripts do what they are named for", arguments: examples)
  func example(name: String, expected: Performance) throws {
    let file = Repository.examples.appending(path: "scripts/\(name).json")
    let script = try Script(Array(Data(contentsOf: file)), name: file.path)
    #expect(script.performance(for: Self.invite) == expected)
  }
}
