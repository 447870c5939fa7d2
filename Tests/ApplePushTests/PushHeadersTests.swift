import Testing

@testable import ApplePush

@Suite("PushHeaders")
struct PushHeadersTests {
  private func rejection(_ fields: [HeaderField]) -> Rejection? {
    do {
      _ = try PushHeaders(fields)
      return nil
    } catch {
      return error
    }
  }

  @Test("all headers are read, in any case and order; others are ignored")
  func all() throws {
    let headers = try PushHeaders([
      HeaderField("apns-collapse-id", "game1.start"), HeaderField("content-type", "x"),
      HeaderField("APNS-Topic", " com.example.App "), HeaderField("apns-push-type", "alert"),
      HeaderField("apns-priority", "5"), HeaderField("apns-expiration", "1700000000"),
      HeaderField("apns-id", "EC1BF194-B3B2-424a-89A9-5A918A6E6B5D"),
      HeaderField("content-type", "y"), HeaderField("apns-future", "anything"),
    ])
    var expected = PushHeaders()
    expected.collapseID = "game1.start"
    expected.topic = "com.example.App"
    expected.pushType = .alert
    expected.priority = .conserving
    expected.expiration = 1_700_000_000
    expected.id = "EC1BF194-B3B2-424a-89A9-5A918A6E6B5D"
    #expect(headers == expected)
  }

  @Test("every push type is taken", arguments: PushType.allCases)
  func pushTypes(type: PushType) throws {
    #expect(try PushHeaders([HeaderField("apns-push-type", type.rawValue)]).pushType == type)
  }

  @Test("there are eleven push types, with Apple's topics")
  func suffixes() {
    #expect(
      PushType.allCases.map { "\($0.rawValue)\($0.topicSuffix)" } == [
        "alert", "background", "location.location-query", "voip.voip",
        "complication.complication", "controls.push-type.controls", "widgets.push-type.widgets",
        "liveactivity.push-type.liveactivity", "fileprovider.pushkit.fileprovider",
        "pushtotalk.voip-ptt", "mdm",
      ])
  }

  @Test("an empty topic and an empty collapse identifier are absent")
  func empty() throws {
    #expect(
      try PushHeaders([HeaderField("apns-topic", ""), HeaderField("apns-collapse-id", " ")])
        == PushHeaders())
  }

  @Test("a collapse identifier of 64 bytes is taken")
  func collapseIDLimit() throws {
    let id = String(repeating: "é", count: 32)
    #expect(try PushHeaders([HeaderField("apns-collapse-id", id)]).collapseID == id)
  }

  @Test(
    "a wrong header is rejected with Apple's reason and the value",
    arguments: [
      (
        "apns-collapse-id", String(repeating: "é", count: 32) + "x", .badCollapseID,
        "apns-collapse-id has 65 bytes; Apple takes at most 64"
      ),
      (
        "apns-id", "1", .badMessageID,
        #"apns-id is not a UUID: "1"; write one such as 123e4567-e89b-12d3-a456-426614174000, or leave it out"#
      ),
      (
        "apns-id", "123e4567-e89b-12d3-a456-42661417400g", .badMessageID,
        #"apns-id is not a UUID: "123e4567-e89b-12d3-a456-42661417400g"; write one such as 123e4567-e89b-12d3-a456-426614174000, or leave it out"#
      ),
      (
        "apns-expiration", "tomorrow", .badExpirationDate,
        #"apns-expiration is not a UNIX time: "tomorrow"; write seconds since 1970, or 0"#
      ),
      (
        "apns-expiration", "-1", .badExpirationDate,
        #"apns-expiration is not a UNIX time: "-1"; write seconds since 1970, or 0"#
      ),
      (
        "apns-expiration", "99999999999999999999", .badExpirationDate,
        #"apns-expiration is not a UNIX time: "99999999999999999999"; write seconds since 1970, or 0"#
      ),
      ("apns-priority", "7", .badPriority, #"apns-priority is not 10, 5 or 1: "7""#),
      ("apns-priority", "", .badPriority, #"apns-priority is not 10, 5 or 1: """#),
      ("apns-priority", "+5", .badPriority, #"apns-priority is not 10, 5 or 1: "+5""#),
      (
        "apns-push-type", "Alert", .invalidPushType,
        #"apns-push-type is not one of Apple's: "Alert"; did you mean alert?"#
      ),
      (
        "apns-push-type", "x", .invalidPushType,
        #"apns-push-type is not one of Apple's: "x"; write one of alert, background, location, voip, complication, controls, widgets, liveactivity, fileprovider, pushtotalk, mdm"#
      ),
      (
        "apns-topic", "../etc", .badTopic,
        #"topic is not a bundle identifier: "../etc"; write one such as com.example.app"#
      ),
      (
        "apns-topic", "com.example/app", .badTopic,
        #"topic is not a bundle identifier: "com.example/app"; write one such as com.example.app"#
      ),
      (
        "apns-topic", "com..app", .badTopic,
        #"topic is not a bundle identifier: "com..app"; write one such as com.example.app"#
      ),
      (
        "apns-topic", "com.exämple", .badTopic,
        #"topic is not a bundle identifier: "com.exämple"; write one such as com.example.app"#
      ),
    ] as [(String, String, Rejection.Reason, String)])
  func wrong(name: String, value: String, reason: Rejection.Reason, detail: String) {
    #expect(rejection([HeaderField(name, value)]) == Rejection(reason, detail))
  }

  @Test("a topic of 255 bytes is taken, one byte more is not")
  func topicLimit() throws {
    let topic = String(repeating: "a", count: 255)
    #expect(try PushHeaders([HeaderField("apns-topic", topic)]).topic == topic)
    #expect(rejection([HeaderField("apns-topic", topic + "a")])?.reason == .badTopic)
  }

  @Test(
    "a header that comes twice is rejected",
    arguments: ["apns-topic", "apns-id", "apns-priority", "authorization"])
  func duplicates(name: String) {
    #expect(
      rejection([HeaderField(name, "1"), HeaderField(name.uppercased(), "1")])
        == Rejection(.duplicateHeaders, "header comes twice: \(name); send it once"))
  }
}

@Suite("HeaderField")
struct HeaderFieldTests {
  @Test(
    "NAME:VALUE is read",
    arguments: [
      ("apns-priority:5", "apns-priority", "5"),
      (" Apns-Topic : com.example ", "apns-topic", "com.example"),
      ("a:b:c", "a", "b:c"), ("a:", "a", ""),
    ])
  func reading(text: String, name: String, value: String) throws {
    #expect(try HeaderField(parsing: text) == HeaderField(name, value))
    #expect(try HeaderField(parsing: text).value == value)
  }

  @Test("what is no header is refused in words", arguments: ["", "apns-priority", ":5", "a b:c"])
  func refusing(text: String) {
    #expect(throws: HeaderSyntaxError(text: text)) { try HeaderField(parsing: text) }
    #expect(
      "\(HeaderSyntaxError(text: text))"
        == "not a header: \"\(text)\"; write NAME:VALUE, such as apns-priority:5")
  }
}
