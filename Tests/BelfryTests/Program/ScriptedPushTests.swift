import Testing

@Suite("belfry push --script, without a bus and a display", .timeLimit(.minutes(1)))
struct ScriptedPushTests {
  private static let payload =
    #"{"aps":{"alert":{"title":"Lunch?","body":"Today at 12"},"category":"MEETING_INVITE"}}"#
  private static let invite = EventLine()
  private static let shown = invite.presented("Lunch?", "Today at 12")

  /// What a script performs, and the events that follow `presented`.
  static let performances: [(perform: String, events: [String])] = [
    (#"{"action":"ACCEPT"}"#, [invite.response("ACCEPT")]),
    (#"{"action":"DECLINE"}"#, [invite.response("DECLINE")]),
    (
      #"{"action":"REPLY","reply":"See you there, \"Mara\" 🍜"}"#,
      [invite.response("REPLY", text: #"See you there, \"Mara\" 🍜"#)]
    ),
    (#""activate""#, [invite.response(EventLine.defaultAction)]),
    (
      #""dismiss""#,
      [invite.response(EventLine.dismissAction), invite.closed("dismissed")]
    ),
    (#""expire""#, [invite.closed("expired")]),
    (#""ignore""#, [invite.closed("withdrawn")]),
  ]

  @Test("What the script does with a push becomes Apple's response", arguments: performances)
  func perform(perform: String, events: [String]) async throws {
    let scratch = try Scratch()
    let script = try scratch.file("script.json", #"[{"perform":\#(perform)}]"#)
    let outcome = try await BelfryProgram.run(
      [
        "push", "-", "--topic", "com.example.meetings", "--app", "Examples/Meetings", "--script",
        script, "--json",
      ], input: Self.payload)
    #expect(outcome == .init(output: [Self.shown] + events))
  }

  @Test("Without --json the events are words, and what is degraded is told on standard error")
  func words() async throws {
    let outcome = try await BelfryProgram.run(
      [
        "push", "Examples/pushes/invite.apns", "--app", "Examples/Meetings", "--script",
        "Examples/scripts/reply.json",
      ])
    #expect(
      outcome
        == .init(output: [
          "presented  Lunch? — From Mara — Today at 12, at the harbour. [Accept] [Decline] [Reply] "
            + "on scripted",
          "response   REPLY See you there",
        ]))
  }

  @Test("Several pushes are answered one after the other, and ignored ones end last")
  func several() async throws {
    let scratch = try Scratch()
    let script = try scratch.file(
      "script.json",
      """
      [ // The first rule that fits counts.
        { "match": { "title": "Mara", "threadIdentifier": "chat-7" }, "perform": "ignore" },
        { "match": { "title": "Lunch?" }, "perform": { "action": "REPLY", "reply": "Yes" } },
        { "match": { "body": "Mara 1, you 0" }, "perform": "dismiss" },
        { "match": { "topic": "com.example.meetings" }, "perform": "expire" },
      ]
      """)
    let files = ["thread-1", "invite", "score-1", "badge", "silent"]
    let outcome = try await BelfryProgram.run(
      ["push"] + files.map { "Examples/pushes/\($0).apns" }
        + ["--app", "Examples/Meetings", "--script", script, "--json"])
    let chat = EventLine(identifier: "ID1", thread: "chat-7")
    let invite = EventLine(identifier: "ID2")
    let score = EventLine(identifier: "ID3", category: nil)
    let badge = EventLine(identifier: "ID4", category: nil)
    let silent = EventLine(identifier: "ID5", category: nil)
    #expect(
      outcome
        == .init(output: [
          chat.presented("Mara", "Is the room free?"),
          invite.presented(
            "Lunch?", subtitle: "From Mara", "Today at 12, at the harbour.", sound: "default"),
          invite.response("REPLY", text: "Yes"),
          score.presented("Table football", "Mara 1, you 0", actions: "[]"),
          score.closed("dismissed"),
          badge.presented(
            "Three unread invitations", "The number stands on the launcher's icon.", actions: "[]",
            badge: 3),
          badge.closed("expired"),
          silent("silent", #""result":"noHandler""#),
          chat.closed("withdrawn"),
        ]))
  }

  @Test("A thread's next push takes the place of its last")
  func thread() async throws {
    let outcome = try await BelfryProgram.run(
      [
        "push", "Examples/pushes/thread-1.apns", "Examples/pushes/thread-2.apns", "--app",
        "Examples/Meetings", "--script", "Examples/scripts/ignore.json", "--json",
      ])
    let first = EventLine(identifier: "ID1", thread: "chat-7")
    let second = EventLine(identifier: "ID2", thread: "chat-7")
    #expect(
      outcome
        == .init(output: [
          first.presented("Mara", "Is the room free?"), first.closed("replaced"),
          second.presented("Mara", "Never mind, I found another one.", replaced: true),
          second.closed("withdrawn"),
        ]))
  }

  @Test("A collapse identifier is the request's, and the same one replaces what is shown")
  func collapse() async throws {
    let outcome = try await BelfryProgram.run(
      [
        "push", "Examples/pushes/score-1.apns", "Examples/pushes/score-2.apns", "--app",
        "Examples/Meetings", "--header", "apns-collapse-id:score", "--script",
        "Examples/scripts/ignore.json", "--json",
      ])
    let score = EventLine(identifier: "score", category: nil)
    #expect(
      outcome
        == .init(output: [
          score.presented("Table football", "Mara 1, you 0", actions: "[]"),
          score.closed("replaced"),
          score.presented("Table football", "Mara 1, you 1", actions: "[]", replaced: true),
          score.closed("withdrawn"),
        ]))
  }

  @Test("A push that has expired is closed and never shown")
  func expired() async throws {
    let outcome = try await BelfryProgram.run(
      [
        "push", "Examples/pushes/plain.apns", "--header", "apns-expiration:1", "--script",
        "Examples/scripts/activate.json", "--json",
      ])
    #expect(outcome == .init(output: [EventLine(category: nil).closed("expired")]))
  }

  @Test(
    "Buttons need no app folder",
    arguments: [
      (#"{"action":"YES"}"#, EventLine(topic: "belfry", category: nil).response("YES")),
      (
        #"{"action":"SAY","reply":"In = ten"}"#,
        EventLine(topic: "belfry", category: nil).response("SAY", text: "In = ten")
      ),
    ])
  func buttons(perform: String, response: String) async throws {
    let scratch = try Scratch()
    let script = try scratch.file("script.json", #"[{"perform":\#(perform)}]"#)
    let outcome = try await BelfryProgram.run(
      [
        "push", "--action=YES=Yes = sure", "--text-action", "SAY=Say…", "--script", script,
        "--json",
      ], input: #"{"aps":{"alert":"Lunch?"}}"#)
    let actions =
      #"[{"identifier":"YES","title":"Yes = sure","textInput":false},"#
      + #"{"identifier":"SAY","title":"Say…","textInput":true}]"#
    let event = EventLine(topic: "belfry", category: nil)
    #expect(
      outcome == .init(output: [event.presented("", "Lunch?", actions: actions), response]))
  }

  @Test(
    "Texts come from the app folder in the person's language",
    arguments: [
      ("en_GB.UTF-8", "Mara invites you", "Retrospective at 15:30"),
      ("de_DE.UTF-8", "Mara lädt Sie ein", "15:30 Uhr: Retrospective"),
    ])
  func localised(language: String, title: String, body: String) async throws {
    let outcome = try await BelfryProgram.run(
      [
        "push", "Examples/pushes/localised.apns", "--app", "Examples/Meetings", "--script",
        "Examples/scripts/accept.json", "--json",
      ], environment: ["LANG": language])
    #expect(
      outcome
        == .init(output: [
          Self.invite.presented(title, body), Self.invite.response("ACCEPT"),
        ]))
  }
}
