import ApplePush
import JSONText
import NotificationModel
import Testing

/// Reads a push for com.example.app.
func push(
  _ payload: String, _ headers: [HeaderField] = [], tables: [StringsTable] = []
) throws -> Push {
  try Push(
    Array(payload.utf8),
    headers: PushHeaders([HeaderField("apns-topic", "com.example.app")] + headers),
    localization: { _ in Localization(tables: tables) })
}

/// Content of given values, for comparison; `userInfo` is left out.
func content(_ change: (inout ContentFields) -> Void) -> ContentFields {
  var fields = ContentFields()
  change(&fields)
  return fields
}

@Suite("Push")
struct PushTests {
  @Test("a push with all of Apple's keys is read whole")
  func everything() throws {
    let push = try push(
      """
      { "aps": {
          "alert": { "title": "Lunch?", "subtitle": "Today", "body": "At 12", "launch-image": "L",
                     "summary-arg": "Anna", "summary-arg-count": 2 },
          "badge": 3, "sound": "bell.wav", "thread-id": "chat-7", "category": "MEETING_INVITE",
          "content-available": 1, "mutable-content": 1, "target-content-id": "calendar",
          "interruption-level": "time-sensitive", "relevance-score": 0.75,
          "filter-criteria": "work" },
        "meeting": 7 }
      """,
      [
        HeaderField("apns-collapse-id", "m7"), HeaderField("apns-expiration", "0"),
        HeaderField("apns-priority", "10"), HeaderField("apns-push-type", "alert"),
      ])
    var fields = push.content.fields
    fields.userInfo = [:]
    #expect(
      fields
        == content {
          $0.title = "Lunch?"
          $0.subtitle = "Today"
          $0.body = "At 12"
          $0.launchImageName = "L"
          $0.summaryArgument = "Anna"
          $0.summaryArgumentCount = 2
          $0.badge = 3
          $0.sound = UNNotificationSound(named: UNNotificationSoundName("bell.wav"))
          $0.threadIdentifier = "chat-7"
          $0.categoryIdentifier = "MEETING_INVITE"
          $0.targetContentIdentifier = "calendar"
          $0.interruptionLevel = .timeSensitive
          $0.relevanceScore = 0.75
          $0.filterCriteria = "work"
        })
    #expect(push.content.userInfo["meeting"] as? Int == 7)
    let aps = try #require(push.content.userInfo["aps"] as? [String: Any])
    #expect(aps["category"] as? String == "MEETING_INVITE")
    #expect(push.topic == "com.example.app")
    #expect(push.hasAlert && push.contentAvailable && push.mutableContent)
    #expect(push.runsServiceExtension)
    #expect(!push.isSilent)
    #expect(push.headers.expiration == 0)
    #expect(push.headers.priority == .immediate)
    #expect(push.drops == [])
    let request = push.request(identifier: "fresh")
    #expect(request.identifier == "m7")
    #expect(request.trigger is UNPushNotificationTrigger)
    #expect(request.content == push.content)
  }

  @Test("without a collapse identifier the request has the fresh one")
  func freshIdentifier() throws {
    #expect(try push(#"{"aps":{}}"#).request(identifier: "fresh").identifier == "fresh")
  }

  @Test("the payload goes into userInfo unchanged, whatever its texts look like")
  func userInfo() throws {
    let text =
      #"{"aps":{"alert":"x","unknown":[1,2.5,true,null]},"ejson":"{\"a\":\"1\"}","n":"007","u":"https://a/b"}"#
    #expect(JSONOutput(try push(text).content.fields.userInfo).text == text)
  }

  @Test("the topic is the header, else the payload's Simulator Target Bundle")
  func topic() throws {
    let payload = Array(#"{"aps":{},"Simulator Target Bundle":"com.example.file"}"#.utf8)
    #expect(try Push(payload).topic == "com.example.file")
    let headers = try PushHeaders([HeaderField("apns-topic", "com.example.header")])
    #expect(try Push(payload, headers: headers).topic == "com.example.header")
    let bad = Array(#"{"aps":{},"Simulator Target Bundle":7}"#.utf8)
    #expect(try Push(bad, headers: headers).topic == "com.example.header")
  }

  @Test(
    "the bundle identifier is the topic without the push type's suffix",
    arguments: [
      ("com.example.app.voip", "voip", "com.example.app"),
      ("com.example.app.push-type.liveactivity", "liveactivity", "com.example.app"),
      ("com.example.app.voip", "alert", "com.example.app.voip"),
      ("com.example.app", "voip", "com.example.app"), (".voip.voip", "voip", nil),
    ] as [(String, String, String?)])
  func bundleIdentifier(topic: String, type: String, bundle: String?) throws {
    let fields = [HeaderField("apns-topic", topic), HeaderField("apns-push-type", type)]
    guard let bundle else {
      #expect(throws: Rejection.self) { try PushHeaders(fields) }
      return
    }
    var asked: String?
    let push = try Push(Array(#"{"aps":{}}"#.utf8), headers: PushHeaders(fields)) {
      asked = $0
      return .none
    }
    #expect(push.bundleIdentifier == bundle)
    #expect(asked == bundle)
  }

  @Test(
    "a payload that APNs does not take is rejected",
    arguments: [
      ("", .payloadEmpty, "payload is empty; write an object with aps in it", nil),
      (
        "{\n\"aps\": {,}}", .payloadEmpty,
        "payload is not JSON: comma before the first value; remove it",
        TextPosition(line: 2, column: 9)
      ),
      (
        " [1]", .payloadEmpty, "payload is an array; write an object with aps in it",
        TextPosition(line: 1, column: 2)
      ),
      (
        #"{"aps":{}}"#, .missingTopic,
        #"topic is missing; give apns-topic, or write "Simulator Target Bundle" into the payload"#,
        nil
      ),
      (
        #"{"Simulator Target Bundle":7}"#, .badTopic,
        "Simulator Target Bundle is a number; write a string", TextPosition(line: 1, column: 28)
      ),
      (
        #"{"Simulator Target Bundle":"../x"}"#, .badTopic,
        #"Simulator Target Bundle: topic is not a bundle identifier: "../x"; write one such as com.example.app"#,
        TextPosition(line: 1, column: 28)
      ),
    ] as [(String, Rejection.Reason, String, TextPosition?)])
  func rejections(
    payload: String, reason: Rejection.Reason, detail: String, position: TextPosition?
  ) {
    #expect(throws: Rejection(reason, detail, position: position)) {
      try Push(Array(payload.utf8))
    }
  }

  @Test(
    "the size limit counts bytes: 4,096, and 5,120 for voip",
    arguments: [(nil, 4096), ("alert", 4096), ("liveactivity", 4096), ("voip", 5120)]
      as [(String?, Int)])
  func size(type: String?, limit: Int) throws {
    let headers = type.map { [HeaderField("apns-push-type", $0)] } ?? []
    let frame = #"{"aps":{"alert":""}}"#
    let body = String(repeating: "é", count: (limit - frame.utf8.count) / 2)
    let exact = #"{"aps":{"alert":"\#(body)"}}"#
    #expect(exact.utf8.count == limit)
    #expect(try push(exact, headers).content.body == body)
    #expect(
      throws: Rejection(
        .payloadTooLarge, "payload has \(limit + 1) bytes; Apple takes at most \(limit)")
    ) {
      try push(exact + " ", headers)
    }
  }

  @Test("a Live Activity's keys are read, and its score is no fraction")
  func liveActivity() throws {
    let push = try push(
      """
      {"aps":{"event":"start","timestamp":1700000000,"stale-date":1700000100,
      "dismissal-date":1700000200,"attributes-type":"Trip","attributes":{"a":1},
      "content-state":{"eta":5},"relevance-score":75,"alert":{"title":"T","sound":"x.wav"}}}
      """, [HeaderField("apns-push-type", "liveactivity")])
    let activity = try #require(push.liveActivity)
    #expect(activity.event == .start)
    #expect(activity.timestamp == 1_700_000_000)
    #expect(activity.staleDate == 1_700_000_100)
    #expect(activity.dismissalDate == 1_700_000_200)
    #expect(activity.attributesType == "Trip")
    #expect(push.content.relevanceScore == 75)
    #expect(push.content.title == "T")
    #expect(push.drops == [])
  }

  @Test(
    "a push is silent when it only wakes the app",
    arguments: [
      (#"{"content-available":1}"#, true), (#"{"content-available":1,"alert":""}"#, true),
      (#"{"content-available":1,"badge":0}"#, false),
      (#"{"content-available":1,"sound":"default"}"#, false),
      (#"{"content-available":1,"alert":"x"}"#, false), (#"{}"#, false),
      (#"{"content-available":0}"#, false),
    ])
  func silent(aps: String, isSilent: Bool) throws {
    #expect(try push(#"{"aps":\#(aps)}"#).isSilent == isSilent)
  }

  @Test("the service extension needs an alert with a text")
  func serviceExtension() throws {
    #expect(try !push(#"{"aps":{"alert":{},"mutable-content":1}}"#).runsServiceExtension)
    #expect(try !push(#"{"aps":{"sound":"x","mutable-content":1}}"#).runsServiceExtension)
    #expect(try push(#"{"aps":{"alert":{"title":"x"},"mutable-content":1}}"#).runsServiceExtension)
  }

  @Test("one trailing comma and a byte-order mark are taken")
  func lenience() throws {
    #expect(try push("\u{FEFF}{\"aps\":{\"alert\":\"x\",},}").content.body == "x")
  }

  @Test("a payload of the deepest nesting goes into userInfo and out again")
  func depth() throws {
    let deep = String(repeating: "[", count: 511) + String(repeating: "]", count: 511)
    let push = try push(#"{"aps":{},"x":\#(deep)}"#)
    #expect(push.content.userInfo["x"] is [Any])
    #expect(JSONOutput(push.content.fields.userInfo).text == #"{"aps":{},"x":\#(deep)}"#)
  }
}
