import ApplePush
import Testing

/// What `belfry check` says.
@Suite("Push.check")
struct PushCheckTests {
  private func check(
    _ payload: String, _ headers: [HeaderField] = [], categories: Set<String>? = nil
  ) -> [String] {
    Push.check(Array(payload.utf8), headers: headers, categories: { _ in categories }).map {
      "\($0)"
    }
  }

  @Test(
    "a good push has nothing to be said about",
    arguments: [
      #"{"aps":{"alert":"x"}}"#, #"{"aps":{"badge":0}}"#, #"{"aps":{"content-available":1}}"#,
      #"{"aps":{"alert":{"title":"t","loc-key":"k","loc-args":["a"]},"sound":"default"},"title":"own"}"#,
      #"{"aps":{"alert":"x","badge":null,"sound":null,"thread-id":null},"event":"e","action":1}"#,
      #"{"Simulator Target Bundle":"com.example.app","aps":{"alert":"x"},"video-url":"https://a"}"#,
      #"{"aps":{"event":"update","content-state":{"a":1},"alert":{"title":"t","sound":"s"}}}"#,
    ])
  func good(payload: String) {
    #expect(check(payload) == [])
  }

  /// The ten broken payloads: the places are exact.
  static let broken: [(String, [String])] = [
    (
      "{\n  \"aps\": {\n    \"alert\": \"Lunch?\"\n    \"badge\": 1\n  }\n}",
      ["4:5: error: expected , or } after the value, found '\"'"]
    ),
    (
      "{\n  \"aps\": {\n    \"alert\": \"Lunch?\",\n    \"badge\": 1\n",
      ["5:1: error: text ends inside the object that starts at 2:10; close it"]
    ),
    (
      "{\n\t\"aps\": { 'alert': 'Lunch?' }\n}",
      ["2:11: error: expected a key in double quotation marks, found '''"]
    ),
    (
      "{ \"aps\": { \"alert\": \"Füße 😀\", \"badge\": 01 } }",
      ["1:40: error: number starts with a zero: 01; remove it"]
    ),
    (
      "{\n  \"aps\": {\n    \"alert\": \"Lunch\n today?\"\n  }\n}",
      ["3:20: error: line break in a string; write \\n, or close it"]
    ),
    (
      "{ // the invitation\n  \"aps\": {} }",
      ["1:3: error: comments are not JSON; remove it"]
    ),
    (
      "{\n  \"aps\": { \"alert\": \"x\", \"content-available\": True }\n}",
      ["2:47: error: unknown word: True; write true"]
    ),
    (
      "{ \"aps\": { \"alert\": \"\\ud83d lunch\" } }",
      ["1:22: error: \\uD83D is half of a surrogate pair; write both halves"]
    ),
    (
      "{ \"aps\": { \"alert\": \"x\" } }\n}\n",
      ["2:1: error: '}' follows the end of the JSON value; remove it"]
    ),
    (
      "{\n  \"aps\": {\n    \"alert\": { \"title\": \"é\", \"sound\": \"a\" },\n"
        + "    \"badge\": \"3\",\n    \"contentAvailable\": true\n  }\n}",
      [
        "3:30: warning: unknown key in aps.alert: \"sound\"; Apple ignores it, move it to aps",
        "4:14: error: aps.badge is a string: \"3\"; Apple drops it, write a number",
        "5:5: warning: unknown key in aps: \"contentAvailable\"; Apple ignores it, "
          + "did you mean content-available?",
      ]
    ),
  ]

  @Test("ten broken payloads are told with exact line and column", arguments: broken)
  func brokenPayloads(payload: String, expected: [String]) {
    #expect(check(payload) == expected)
  }

  @Test("bytes that are not UTF-8 are told with their place")
  func invalidUTF8() {
    let bytes = Array("{\"aps\":{\n\"alert\":\"é".utf8) + [0xE9] + Array("\"}}".utf8)
    #expect(
      Push.check(bytes).map { "\($0)" } == [
        "2:11: error: byte is not UTF-8: 0xE9; save the text as UTF-8"
      ])
  }

  static let names: [(String, [String])] = [
    (
      #"{"aps":{"alert":"x","content_available":1}}"#,
      [
        #"1:21: warning: unknown key in aps: "content_available"; Apple ignores it, did you mean content-available?"#
      ]
    ),
    (
      #"{"aps":{"alert":"x","thread":"a"}}"#,
      [
        #"1:21: warning: unknown key in aps: "thread"; Apple ignores it, did you mean thread-id?"#
      ]
    ),
    (
      #"{"aps":{"alert":"x","Category":"a"}}"#,
      [
        #"1:21: warning: unknown key in aps: "Category"; Apple ignores it, did you mean category?"#
      ]
    ),
    (
      #"{"aps":{"alert":"x","media":"a"}}"#,
      [
        #"1:21: warning: unknown key in aps: "media"; Apple ignores it, custom data stands beside aps"#
      ]
    ),
    (
      #"{"aps":{"alert":"x","title":"a"}}"#,
      [#"1:21: warning: unknown key in aps: "title"; Apple ignores it, move it to aps.alert"#]
    ),
    (
      #"{"aps":{"alert":{"body":"x","badge":1}}}"#,
      [#"1:29: warning: unknown key in aps.alert: "badge"; Apple ignores it, move it to aps"#]
    ),
    (
      #"{"aps":{"alert":{"body":"x","sub-title":"a"}}}"#,
      [
        #"1:29: warning: unknown key in aps.alert: "sub-title"; Apple ignores it, did you mean subtitle?"#
      ]
    ),
    (
      #"{"aps":{"alert":{"body":"x","link_url":"a"}}}"#,
      [#"1:29: warning: unknown key in aps.alert: "link_url"; Apple ignores it, take it out"#]
    ),
    (
      #"{"aps":{"sound":{"critical":1,"vol":1}}}"#,
      [#"1:31: warning: unknown key in aps.sound: "vol"; Apple ignores it, take it out"#]
    ),
  ]

  @Test("unknown keys are told, with the name that was meant", arguments: names)
  func unknownKeys(payload: String, expected: [String]) {
    #expect(check(payload) == expected)
  }

  static let topLevel: [(String, [String])] = [
    (
      #"{"title":"a","body":"b","aps":{"badge":1}}"#,
      [
        "1:2: warning: title beside aps is custom data and not shown; move it to aps.alert",
        "1:14: warning: body beside aps is custom data and not shown; move it to aps.alert",
      ]
    ),
    (
      #"{"aps":{"alert":"x"},"category":"a"}"#,
      ["1:22: warning: category beside aps is custom data and not shown; move it to aps"]
    ),
    (
      #"{"aps":{"alert":"x"},"Simulate Target Bundle":"com.example.app"}"#,
      [
        #"1:22: warning: "Simulate Target Bundle" is custom data; did you mean "Simulator Target Bundle"?"#
      ]
    ),
    (
      #"{"aps":{"alert":"x"},"simulatorTargetBundle":"com.example.app"}"#,
      [
        #"1:22: warning: "simulatorTargetBundle" is custom data; did you mean "Simulator Target Bundle"?"#
      ]
    ),
    (
      #"{"aps":{"alert":"x"},"Simulator Target Bundle":["a"]}"#,
      ["1:48: error: Simulator Target Bundle is an array; write a string"]
    ),
    (
      #"{"aps":{"alert":"x"},"Simulator Target Bundle":"a b"}"#,
      [
        #"1:48: error: Simulator Target Bundle: topic is not a bundle identifier: "a b"; write one such as com.example.app"#
      ]
    ),
    (#"  {"data":1}"#, ["1:3: error: aps is missing; nothing is shown"]),
    (
      #"{"data":1,"APS":{}}"#,
      [#"1:11: error: aps is missing; nothing is shown, did you mean aps instead of "APS"?"#]
    ),
    (#"{"aps":"x"}"#, [#"1:8: error: aps is a string: "x"; Apple drops it, write an object"#]),
    ("[]", ["1:1: error: payload is an array; write an object with aps in it"]),
    ("", ["1:1: error: payload is empty; write an object with aps in it"]),
  ]

  @Test("what stands beside aps by mistake is told", arguments: topLevel)
  func besideAps(payload: String, expected: [String]) {
    #expect(check(payload) == expected)
  }

  static let tolerated: [(String, [String])] = [
    (
      "{\"aps\":{\"alert\":\"x\",\n}\n}",
      [
        "1:20: warning: comma before a closing bracket; Apple's parser takes it, others do not"
      ]
    ),
    (
      "{\"aps\":{\"badge\":1,\n\"badge\":2}}",
      [#"2:1: warning: key comes twice: "badge"; the last one counts, the one at 1:9 is ignored"#]
    ),
    (
      "\u{FEFF}{\"aps\":{\"badge\":1}}",
      [
        "1:1: warning: byte-order mark before the payload; Apple's parser takes it, others do not"
      ]
    ),
  ]

  @Test("what Apple's parser tolerates is told", arguments: tolerated)
  func toleratedJSON(payload: String, expected: [String]) {
    #expect(check(payload) == expected)
  }

  static let combinations: [(String, [HeaderField], [String])] = [
    (
      #"{"aps":{"sound":"a","mutable-content":1}}"#, [],
      [
        "1:21: warning: aps.mutable-content has no effect without an alert that has a text; write an alert"
      ]
    ),
    (
      #"{"aps":{"alert":"x","content-available":1}}"#,
      [HeaderField("apns-push-type", "background")],
      [
        "1:9: warning: aps.alert in a push of type background; Apple may drop it, use type alert"
      ]
    ),
    (
      #"{"aps":{"content-available":1,"badge":1,"sound":"a"}}"#,
      [HeaderField("apns-push-type", "background"), HeaderField("apns-priority", "10")],
      [
        "1:2: error: apns-priority is 10 for a background push; Apple calls it an error, use 5",
        "1:31: warning: aps.badge in a push of type background; Apple may drop it, use type alert",
        "1:41: warning: aps.sound in a push of type background; Apple may drop it, use type alert",
      ]
    ),
    (
      #"{"aps":{"content-available":1}}"#, [HeaderField("apns-priority", "10")],
      ["1:2: error: apns-priority is 10 for a background push; Apple calls it an error, use 5"]
    ),
    (
      #"{"aps":{"content-available":1}}"#,
      [HeaderField("apns-push-type", "background"), HeaderField("apns-priority", "5")], []
    ),
    (
      #"{"aps":{"content-available":1}}"#, [HeaderField("apns-push-type", "alert")],
      [
        "1:2: warning: a push of type alert without alert, badge and sound; Apple may drop it, use type background"
      ]
    ),
    (
      #"{"aps":{}}"#, [HeaderField("apns-push-type", "background")],
      [
        #"1:2: warning: a push of type background needs "content-available": 1; the app is not woken"#
      ]
    ),
    (
      #"{"aps":{}}"#, [],
      ["1:2: warning: aps has no alert, badge, sound or content-available; nothing happens"]
    ),
    (
      #"{"aps":{"alert":{"body":"x","loc-args":["a"]}}}"#, [],
      ["1:40: warning: aps.alert.loc-args has no effect without loc-key"]
    ),
    (
      #"{"aps":{"alert":{"loc-key":"k","loc-args":["a",{}]}}}"#, [],
      [
        "1:48: error: an argument in aps.alert.loc-args is an object; Apple drops it, write a string"
      ]
    ),
    (
      #"{"aps":{"alert":"x"}}"#,
      [HeaderField("apns-push-type", "voip"), HeaderField("apns-topic", "com.example.app")],
      [
        #"1:2: warning: apns-topic does not end in .voip: "com.example.app"; Apple wants it for type voip"#
      ]
    ),
    (
      #"{"aps":{"alert":"x"}}"#, [HeaderField("apns-priority", "7")],
      [#"1:1: error: apns-priority is not 10, 5 or 1: "7""#]
    ),
  ]

  @Test("what makes no sense together is told", arguments: combinations)
  func meaning(payload: String, headers: [HeaderField], expected: [String]) {
    #expect(check(payload, headers) == expected)
  }

  @Test(
    "a category that the app does not have is told",
    arguments: [
      ("MEETING_INVITE", ["MEETING_INVITE"], nil),
      (
        "meeting-invite", ["CHAT", "MEETING_INVITE"],
        #"aps.category is not one of the app's: "meeting-invite"; there are no buttons, did you mean MEETING_INVITE?"#
      ),
      (
        "SALE", ["CHAT", "MEETING_INVITE"],
        #"aps.category is not one of the app's: "SALE"; there are no buttons, the app has CHAT, MEETING_INVITE"#
      ),
      (
        "SALE", [],
        #"aps.category is not one of the app's: "SALE"; there are no buttons, the app has no categories"#
      ),
      ("SALE", nil, nil),
    ] as [(String, Set<String>?, String?)])
  func categories(category: String, known: Set<String>?, message: String?) {
    #expect(
      check(
        #"{"aps":{"alert":"x","category":"\#(category)"}}"#,
        [HeaderField("apns-topic", "com.example.app")], categories: known)
        == (message.map { ["1:32: warning: \($0)"] } ?? []))
  }

  @Test("a payload that is too large is told with both numbers, and looked at all the same")
  func tooLarge() {
    let body = String(repeating: "x", count: 4096)
    let payload = #"{"aps":{"badge":"3","alert":"\#(body)"}}"#
    #expect(
      check(payload) == [
        "1:1: error: payload has \(payload.utf8.count) bytes; Apple takes at most 4096",
        #"1:17: error: aps.badge is a string: "3"; Apple drops it, write a number"#,
      ])
    #expect(check(payload, [HeaderField("apns-push-type", "voip")]).count == 1)
  }

  @Test("the categories asked for are those of the push's app")
  func categoriesOfApp() {
    let payload = #"{"aps":{"category":"A","alert":"x"}"#
    let topics = [
      HeaderField("apns-topic", "com.example.app.voip"), HeaderField("apns-push-type", "voip"),
    ]
    for (text, headers, expected) in [
      (payload + "}", topics, ["com.example.app"]),
      (payload + #","Simulator Target Bundle":"com.example.file"}"#, [], ["com.example.file"]),
      (payload + "}", [], []),
    ] {
      var asked: [String] = []
      _ = Push.check(Array(text.utf8), headers: headers) {
        asked.append($0)
        return nil
      }
      #expect(asked == expected)
    }
  }

  @Test("a payload above 64 KiB is not looked at")
  func farTooLarge() {
    let payload = #"{"aps":{"badge":"3"},"x":"\#(String(repeating: "x", count: 65_536))"}"#
    #expect(
      check(payload) == [
        "1:1: error: payload has \(payload.utf8.count) bytes; Apple takes at most 4096"
      ])
  }

  @Test(
    "of a hostile payload's findings the first hundred of each kind are listed, the rest counted",
    arguments: [
      (
        #"{"aps":{"alert":"x"},"#, #""a":1,"#, #""b":1}"#,
        "1:60028: warning: 9899 more warnings are not listed; mend these first"
      ),
      (
        #"{"aps":{"alert":{"loc-key":"k","loc-args":["#, "{},", "{}]}}}",
        "1:30050: error: 9901 more errors are not listed; mend these first"
      ),
    ])
  func manyFindings(start: String, item: String, end: String, last: String) {
    let found = check(start + String(repeating: item, count: 10_000) + end)
      // The size is one more finding.
      .dropFirst()
    #expect(found.count == 101)
    #expect(found.last == last)
  }

  @Test("a hostile payload of long unknown keys is checked as any other")
  func hostile() {
    let keys = (0..<100).map { "\"\(String(repeating: "k", count: 30))\($0)\":1" }
    #expect(check("{\"aps\":{\"alert\":\"x\",\(keys.joined(separator: ","))}}").count == 100)
  }
}
