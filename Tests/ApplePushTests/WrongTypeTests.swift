import ApplePush
import JSONText
import NotificationModel
import Testing

/// What iOS makes of values of the wrong type: `aps` → content, and the drop's words.
@Suite("Values of the wrong type")
struct WrongTypeTests {
  struct Row: CustomTestStringConvertible {
    let aps: String
    let expected: ContentFields
    let drop: String?

    init(_ aps: String, _ drop: String?, _ change: (inout ContentFields) -> Void = { _ in }) {
      self.aps = aps
      self.drop = drop
      expected = content(change)
    }

    var testDescription: String { aps }
  }

  private func check(_ row: Row) throws {
    let push = try push(#"{"aps":{\#(row.aps)}}"#)
    var fields = push.content.fields
    fields.userInfo = [:]
    #expect(fields == row.expected)
    #expect(push.drops.map(\.message) == (row.drop.map { [$0] } ?? []))
  }

  static let alerts = [
    Row(#""alert":"x""#, nil) { $0.body = "x" },
    Row(#""alert":null"#, nil),
    Row(#""alert":"""#, "aps.alert is empty; it has no effect"),
    Row(#""alert":{}"#, "aps.alert is empty; nothing is shown"),
    Row(#""alert":7"#, "aps.alert is a number: 7; Apple drops it, write a string or an object"),
    Row(#""alert":["x"]"#, "aps.alert is an array; Apple drops it, write a string or an object"),
    Row(
      #""alert":true"#, "aps.alert is a boolean: true; Apple drops it, write a string or an object"),
    Row(#""alert":{},"badge":2"#, "aps.alert is empty; nothing is shown") { $0.badge = 2 },
    Row(
      #""alert":{"title":7,"body":"x"}"#,
      "aps.alert.title is a number: 7; Apple drops it, write a string"
    ) { $0.body = "x" },
    Row(#""alert":{"title":"x","body":""}"#, "aps.alert.body is empty; it has no effect") {
      $0.title = "x"
    },
    Row(
      #""alert":{"title":"x","subtitle":{}}"#,
      "aps.alert.subtitle is an object; Apple drops it, write a string"
    ) { $0.title = "x" },
    Row(
      #""alert":{"body":"x","launch-image":1}"#,
      "aps.alert.launch-image is a number: 1; Apple drops it, write a string"
    ) { $0.body = "x" },
    Row(
      #""alert":{"body":"x","summary-arg-count":"2"}"#,
      #"aps.alert.summary-arg-count is a string: "2"; Apple drops it, write a number"#
    ) { $0.body = "x" },
  ]

  @Test("alert: only a text makes one", arguments: alerts)
  func alert(row: Row) throws { try check(row) }

  static let badges = [
    Row(#""badge":0"#, nil) { $0.badge = 0 },
    Row(#""badge":null"#, nil),
    Row(#""badge":3.0"#, nil) { $0.badge = 3 },
    Row(#""badge":1e2"#, nil) { $0.badge = 100 },
    Row(#""badge":"3""#, #"aps.badge is a string: "3"; Apple drops it, write a number"#),
    Row(#""badge":"+1""#, #"aps.badge is a string: "+1"; Apple drops it, write a number"#),
    Row(
      #""badge":-1"#, "aps.badge is not a count: -1; write a whole number of 0 or more"),
    Row(
      #""badge":1e300"#, "aps.badge is not a count: 1e300; write a whole number of 0 or more"),
    Row(#""badge":2.7"#, "aps.badge is 2.7; it counts as 2") { $0.badge = 2 },
    Row(#""badge":true"#, "aps.badge is true; it counts as 1") { $0.badge = 1 },
    Row(#""badge":false"#, "aps.badge is false; it counts as 0") { $0.badge = 0 },
    Row(#""badge":[1]"#, "aps.badge is an array; Apple drops it, write a number"),
  ]

  @Test("badge: only a number of 0 or more counts", arguments: badges)
  func badge(row: Row) throws { try check(row) }

  static let sounds = [
    Row(#""sound":"default""#, nil) { $0.sound = .default },
    Row(#""sound":"a.wav""#, nil) { $0.sound = .init(named: .init("a.wav")) },
    Row(#""sound":null"#, nil),
    Row(#""sound":"""#, "aps.sound is empty; it has no effect"),
    Row(#""sound":1"#, "aps.sound is a number: 1; Apple drops it, write a string or an object"),
    Row(#""sound":["a"]"#, "aps.sound is an array; Apple drops it, write a string or an object"),
    Row(#""sound":{}"#, "aps.sound is empty; the push is silent"),
    Row(#""sound":{"name":"a.wav"}"#, nil) { $0.sound = .init(named: .init("a.wav")) },
    Row(#""sound":{"critical":0,"name":"default"}"#, nil) { $0.sound = .default },
    Row(#""sound":{"critical":1}"#, nil) { $0.sound = .defaultCritical },
    Row(#""sound":{"critical":1,"name":"a.wav","volume":0.5}"#, nil) {
      $0.sound = .criticalSoundNamed(.init("a.wav"), withAudioVolume: 0.5)
    },
    Row(
      #""sound":{"critical":1,"name":7}"#,
      "aps.sound.name is a number: 7; Apple drops it, write a string"
    ) { $0.sound = .defaultCritical },
    Row(
      #""sound":{"critical":1,"volume":7}"#,
      "aps.sound.volume is not within 0 and 1: 7; it counts as 1"
    ) { $0.sound = .defaultCriticalSound(withAudioVolume: 1) },
    Row(
      #""sound":{"critical":1,"volume":"1"}"#,
      #"aps.sound.volume is a string: "1"; Apple drops it, write a number"#
    ) { $0.sound = .defaultCritical },
    Row(
      #""sound":{"name":"a.wav","volume":0.5}"#,
      #"aps.sound.volume has no effect without critical; write "critical": 1"#
    ) { $0.sound = .init(named: .init("a.wav")) },
    Row(#""sound":"a.wav","interruption-level":"critical""#, nil) {
      $0.sound = .criticalSoundNamed(.init("a.wav"))
      $0.interruptionLevel = .critical
    },
    Row(#""sound":{"volume":0.5},"interruption-level":"critical""#, nil) {
      $0.sound = .defaultCriticalSound(withAudioVolume: 0.5)
      $0.interruptionLevel = .critical
    },
  ]

  @Test("sound: a name or an object, critical by flag or level", arguments: sounds)
  func sound(row: Row) throws { try check(row) }

  static let texts = [
    ("category", \ContentFields.categoryIdentifier), ("thread-id", \.threadIdentifier),
  ].flatMap { (key, path) in
    [
      Row(#""\#(key)":"x""#, nil) { $0[keyPath: path] = "x" },
      Row(#""\#(key)":null"#, nil),
      Row(#""\#(key)":"""#, "aps.\(key) is empty; it has no effect"),
      Row(#""\#(key)":7"#, "aps.\(key) is a number: 7; Apple drops it, write a string"),
    ]
  }

  @Test("category and thread-id: only a text counts", arguments: texts)
  func text(row: Row) throws { try check(row) }

  static let optionalTexts = [
    Row(
      #""target-content-id":7"#,
      "aps.target-content-id is a number: 7; Apple drops it, write a string"),
    Row(
      #""filter-criteria":false"#,
      "aps.filter-criteria is a boolean: false; Apple drops it, write a string"),
  ]

  @Test("target-content-id and filter-criteria: only a text counts", arguments: optionalTexts)
  func optionalText(row: Row) throws { try check(row) }

  static let levels = [
    Row(#""interruption-level":"passive""#, nil) { $0.interruptionLevel = .passive },
    Row(#""interruption-level":"active""#, nil),
    Row(#""interruption-level":null"#, nil),
    Row(
      #""interruption-level":"time-senstive""#,
      #"aps.interruption-level is unknown: "time-senstive"; did you mean time-sensitive?"#),
    Row(
      #""interruption-level":"Critical""#,
      #"aps.interruption-level is unknown: "Critical"; did you mean critical?"#),
    Row(
      #""interruption-level":"loud""#,
      #"aps.interruption-level is unknown: "loud"; write one of passive, active, time-sensitive, critical"#
    ),
    Row(
      #""interruption-level":2"#,
      "aps.interruption-level is a number: 2; Apple drops it, write a string"),
  ]

  @Test("interruption-level: only Apple's spelling counts", arguments: levels)
  func level(row: Row) throws { try check(row) }

  static let scores = [
    Row(#""relevance-score":0.5"#, nil) { $0.relevanceScore = 0.5 },
    Row(
      #""relevance-score":75"#, "aps.relevance-score is not within 0 and 1: 75; it counts as 1"
    ) { $0.relevanceScore = 1 },
    Row(
      #""relevance-score":-0.1"#,
      "aps.relevance-score is not within 0 and 1: -0.1; it counts as 0"),
    Row(
      #""relevance-score":"0.5""#,
      #"aps.relevance-score is a string: "0.5"; Apple drops it, write a number"#),
    Row(
      #""relevance-score":true"#,
      "aps.relevance-score is a boolean: true; Apple drops it, write a number"),
  ]

  @Test("relevance-score: moved into 0…1", arguments: scores)
  func score(row: Row) throws { try check(row) }

  /// Value → whether the flag is on, and the words.
  static let flags: [(String, Bool, String?)] = [
    ("1", true, nil), ("0", false, nil), ("null", false, nil), ("1.0", true, nil),
    ("2", true, "KEY is 2; it counts as 1"),
    ("0.5", true, "KEY is 0.5; it counts as 1"),
    ("-1", false, "KEY is below 0: -1; write 1"),
    ("true", true, "KEY is true; Apple's page wants 1"),
    ("false", false, "KEY is false; Apple's page wants 0"),
    (#""0""#, true, #"KEY is a string: "0"; it counts as 1, write the number 1 or 0"#),
    (#""""#, true, #"KEY is a string: ""; it counts as 1, write the number 1 or 0"#),
    ("[]", true, "KEY is an array; it counts as 1, write the number 1 or 0"),
    ("{}", true, "KEY is an object; it counts as 1, write the number 1 or 0"),
  ]

  @Test(
    "content-available, mutable-content and critical: nearly everything is on", arguments: flags)
  func flag(value: String, isOn: Bool, message: String?) throws {
    func expected(_ key: String) -> [String] {
      message.map { ["\(key)\($0.dropFirst(3))"] } ?? []
    }
    let available = try push(#"{"aps":{"content-available":\#(value)}}"#)
    #expect(available.contentAvailable == isOn)
    #expect(available.drops.map(\.message) == expected("aps.content-available"))
    let mutable = try push(#"{"aps":{"mutable-content":\#(value)}}"#)
    #expect(mutable.mutableContent == isOn)
    #expect(mutable.drops.map(\.message) == expected("aps.mutable-content"))
    let sound = try push(#"{"aps":{"sound":{"critical":\#(value)}}}"#)
    #expect(sound.content.sound == (isOn ? .defaultCritical : .default))
    #expect(sound.drops.map(\.message) == expected("aps.sound.critical"))
  }

  @Test(
    "aps that is no object is as good as absent, and userInfo still carries it",
    arguments: [
      (#"{"aps":"x"}"#, #"aps is a string: "x"; Apple drops it, write an object"#),
      (#"{"aps":[1]}"#, "aps is an array; Apple drops it, write an object"),
      (#"{"aps":null}"#, "aps is missing; nothing is shown"),
      (#"{"data":1}"#, "aps is missing; nothing is shown"),
    ])
  func aps(payload: String, drop: String) throws {
    let push = try push(payload)
    #expect(!push.hasAlert)
    #expect(JSONOutput(push.content.fields.userInfo).text == payload)
    #expect(push.drops.map(\.message) == [drop])
  }

  @Test("an unknown event of a Live Activity is dropped")
  func event() throws {
    let push = try push(#"{"aps":{"event":"begin"}}"#)
    #expect(push.liveActivity == nil)
    #expect(
      push.drops == [
        Diagnostic(
          TextPosition(line: 1, column: 17), .error,
          #"aps.event is unknown: "begin"; write one of start, update, end"#)
      ])
  }

  @Test("drops tell their places, in the order of the text")
  func places() throws {
    let push = try push(
      """
      { "aps": {
        "category": 7,
        "alert": { "body": "é",
                   "title": [] },
        "badge": "3" } }
      """)
    #expect(push.drops.map { "\($0.line):\($0.column)" } == ["2:15", "4:23", "5:12"])
  }
}
