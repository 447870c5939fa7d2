import Testing

@Suite("belfry push --script with trouble", .timeLimit(.minutes(1)))
struct ScriptedFailureTests {
  private static let arguments = [
    "push", "Examples/pushes/invite.apns", "--app", "Examples/Meetings", "--json", "--script",
  ]
  private static let invite = EventLine()

  static let impossibleDeeds: [(perform: String, words: String)] = [
    (
      #"{"action":"NOPE"}"#,
      "no action NOPE in category MEETING_INVITE; it has ACCEPT, DECLINE, REPLY"
    ),
    (#"{"action":"REPLY"}"#, #"action REPLY asks for a text; give it a "reply""#),
    (
      #"{"action":"ACCEPT","reply":"Yes"}"#,
      #"action ACCEPT takes no reply; leave "reply" out"#
    ),
  ]

  @Test(
    "A script that does the impossible ends with 1 and says what is possible",
    arguments: impossibleDeeds)
  func impossible(perform: String, words: String) async throws {
    let scratch = try Scratch()
    let script = try scratch.file("script.json", #"[{"perform":\#(perform)}]"#)
    #expect(
      try await BelfryProgram.run(Self.arguments + [script])
        == .init(
          code: 1,
          output: [
            Self.invite.presented(
              "Lunch?", subtitle: "From Mara", "Today at 12, at the harbour.", sound: "default"),
            Self.invite.closed("withdrawn"),
          ], errors: ["belfry: push: script: \(words)"]))
  }

  static let badScripts: [(text: String, words: String)] = [
    (
      "[\n  { \"perform\": \"wink\" }\n]",
      ":2:16: [0].perform is unknown: \"wink\"; write one of activate, dismiss, expire, ignore"
    ),
    ("{}", ":1:1: the top level is an object; write an array of rules"),
    (
      "[{\"match\":{}}]",
      ":1:2: [0].perform is missing; write \"activate\", \"dismiss\", \"expire\", \"ignore\" or "
        + "{\"action\": ID}"
    ),
    (
      "[{\"match\":{\"titel\":\"a\"},\"perform\":\"dismiss\"}]",
      ":1:12: unknown key in [0].match: \"titel\"; did you mean title?"
    ),
    (
      "[{\"match\":{\"caption\":\"a\"},\"perform\":\"dismiss\"}]",
      ":1:12: unknown key in [0].match: \"caption\"; known are topic, title, body, "
        + "categoryIdentifier, threadIdentifier, requestIdentifier"
    ),
    (
      "[{\"perform\":\"dismiss\"", ":1:22: text ends inside the object that starts at 1:2; close it"
    ),
  ]

  @Test(
    "A script that is none ends with 78 and the place, and nothing is shown",
    arguments: badScripts)
  func badScript(text: String, words: String) async throws {
    let scratch = try Scratch()
    let script = try scratch.file("script.json", text)
    #expect(
      try await BelfryProgram.run(Self.arguments + [script])
        == .init(code: 78, errors: ["belfry: push: \(script)\(words)"]))
  }

  @Test("A script that is not there ends with 66")
  func missingScript() async throws {
    #expect(
      try await BelfryProgram.run(Self.arguments + ["/nonexistent/script.json"])
        == .init(
          code: 66,
          errors: [
            "belfry: push: script not read: /nonexistent/script.json: No such file or directory; "
              + "name a file that can be read"
          ]))
  }

  @Test("A file that is not there ends with 66, and the other pushes are shown")
  func missingPush() async throws {
    #expect(
      try await BelfryProgram.run(
        [
          "push", "/nonexistent/a.apns", "Examples/pushes/plain.apns", "--json", "--script",
          "Examples/scripts/expire.json",
        ])
        == .init(
          code: 66,
          output: [
            EventLine(category: nil).presented(
              "Stand-up", subtitle: "Room 3", "Starts in five minutes & ends on time.",
              actions: "[]"),
            EventLine(category: nil).closed("expired"),
          ],
          errors: [
            "belfry: push: file not read: /nonexistent/a.apns: No such file or directory; "
              + "name a file that can be read, or - for standard input"
          ]))
  }

  @Test(
    "A payload over Apple's limit is rejected with both numbers",
    arguments: [(4097, [String](), 4096), (5121, ["--header", "apns-push-type:voip"], 5120)])
  func tooLarge(size: Int, headers: [String], limit: Int) async throws {
    let frame = #"{"aps":{"alert":""}}"#
    let text = String(repeating: "x", count: size - frame.utf8.count)
    let scratch = try Scratch()
    let file = try scratch.file("large.apns", #"{"aps":{"alert":"\#(text)"}}"#)
    let outcome = try await BelfryProgram.run(
      ["push", file, "--script", "Examples/scripts/expire.json"] + headers)
    #expect(
      outcome
        == .init(
          code: 65,
          errors: [
            "belfry: push: 413 PayloadTooLarge: \(file): payload has \(size) bytes; Apple takes at most \(limit)"
          ]))
  }

  @Test("A payload that is not UTF-8 is rejected with its place")
  func invalidUTF8() async throws {
    let scratch = try Scratch()
    let file = try scratch.file(
      "latin.apns",
      Array("{\"aps\":{\n\"alert\":\"é".utf8) + [0xE9] + Array("\"}}".utf8))
    let outcome = try await BelfryProgram.run(
      ["push", file, "--json", "--script", "Examples/scripts/expire.json"])
    let detail =
      "\(file):2:11: payload is not JSON: byte is not UTF-8: 0xE9; save the text as UTF-8"
    #expect(
      outcome
        == .init(
          code: 65,
          output: [
            EventLine(topic: "belfry", category: nil)(
              "rejected", #""status":400,"reason":"PayloadEmpty","detail":"\#(detail)""#)
          ]))
  }

  @Test("A broken app folder ends with 78 and the place")
  func brokenApp() async throws {
    let scratch = try Scratch()
    let file = try scratch.file(
      "app/app.json", "{\n  \"bundleIdentifier\": \"com.example.meetings\",\n  \"name\": 7\n}")
    #expect(
      try await BelfryProgram.run(
        [
          "push", "Examples/pushes/invite.apns", "--app", "\(scratch.path)/app", "--script",
          "Examples/scripts/expire.json",
        ])
        == .init(
          code: 78, errors: ["belfry: push: \(file):3:11: name is a number; write a string"]))
  }

  @Test("An option that does not exist ends with 64 and the nearest one")
  func unknownOption() async throws {
    #expect(
      try await BelfryProgram.run(["push", "--scrip", "x"])
        == .init(
          code: 64, errors: ["belfry: push: unknown option: --scrip; did you mean --script?"]))
  }
}
