import FoundationEssentials
import Testing

@testable import ApplePush

/// A request that is taken, and what a test changes of it.
struct Change: Sendable, CustomTestStringConvertible {
  let testDescription: String
  var method = "POST"
  var path = "/3/device/C0FFEE"
  var topic: String? = "com.example.meetings"
  var headers: [(String, String)] = []
  var body = #"{"aps":{"alert":"Lunch?"}}"#
  var isBodyTooLong = false
  var hasCertificate = false

  init(_ name: String, _ change: (inout Self) -> Void = { _ in }) {
    testDescription = name
    change(&self)
  }

  var request: ProviderRequest {
    let topics = topic.map { [("apns-topic", $0)] } ?? []
    return ProviderRequest(
      method: method, path: path,
      fields: (topics + headers).map { HeaderField(lowercaseName: $0.0, value: $0.1) },
      body: Array(body.utf8), isBodyTooLong: isBodyTooLong, hasCertificate: hasCertificate)
  }
}

@Suite("What APNs checks of a request")
struct ProviderRulesTests {
  private static let longToken = String(repeating: "0123456789abcdef", count: 4)
  private static func big(_ count: Int) -> String {
    #"{"aps":{"alert":"Lunch?"},"x":""#
      + String(repeating: "x", count: count - #"{"aps":{"alert":"Lunch?"},"x":""}"#.utf8.count)
      + #""}"#
  }

  private static func decision(
    _ change: Change, isStrict: Bool = false, failures: [String] = []
  ) throws -> String {
    var failures = FailureRules(try failures.map { try FailureRule(parsing: $0) })
    var tokens = ProviderTokens()
    do throws(Rejection) {
      let push = try ProviderRules(isStrict: isStrict).accept(
        change.request, failures: &failures, tokens: &tokens,
        now: Date(timeIntervalSince1970: ProviderTokenTests.now))
      return "\(push.deviceToken) \(push.topic)"
    } catch {
      return "\(error.reason.status) \(error.reason.text)"
    }
  }

  static let lenientTable: [(Change, String)] = [
    (Change("as it should be"), "c0ffee com.example.meetings"),
    (Change("GET") { $0.method = "GET" }, "405 MethodNotAllowed"),
    (
      Change("the method counts before the path") { ($0.method, $0.path) = ("PUT", "/") },
      "405 MethodNotAllowed"
    ),
    (Change("another path") { $0.path = "/" }, "404 BadPath"),
    (Change("another version") { $0.path = "/2/device/c0ffee" }, "404 BadPath"),
    (Change("no device token") { $0.path = "/3/device/" }, "400 MissingDeviceToken"),
    (Change("no device token, no slash") { $0.path = "/3/device" }, "400 MissingDeviceToken"),
    (
      Change("a device token that is not hexadecimal") { $0.path = "/3/device/xyz" },
      "400 BadDeviceToken"
    ),
    (
      Change("a query behind the device token") { $0.path = "/3/device/c0ffee?x=1" },
      "400 BadDeviceToken"
    ),
    (
      Change("a path behind the device token") { $0.path = "/3/device/c0ffee/.." },
      "400 BadDeviceToken"
    ),
    (Change("no topic") { $0.topic = nil }, "400 MissingTopic"),
    (
      Change("a topic from the payload") {
        ($0.topic, $0.body) = (nil, #"{"aps":{"alert":"x"},"Simulator Target Bundle":"a.b"}"#)
      }, "c0ffee a.b"
    ),
    (Change("a topic that is a path") { $0.topic = "../etc" }, "400 BadTopic"),
    (
      Change("a header twice") {
        $0.headers = [("apns-priority", "10"), ("apns-priority", "10")]
      }, "400 DuplicateHeaders"
    ),
    (Change("no UUID") { $0.headers = [("apns-id", "1")] }, "400 BadMessageId"),
    (Change("no time") { $0.headers = [("apns-expiration", "soon")] }, "400 BadExpirationDate"),
    (
      Change("a time with a sign") { $0.headers = [("apns-expiration", "+1")] },
      "400 BadExpirationDate"
    ),
    (
      Change("no priority of Apple's") { $0.headers = [("apns-priority", "7")] },
      "400 BadPriority"
    ),
    (
      Change("no push type of Apple's") { $0.headers = [("apns-push-type", "loud")] },
      "400 InvalidPushType"
    ),
    (
      Change("a collapse identifier of 64 bytes") {
        $0.headers = [("apns-collapse-id", String(repeating: "x", count: 64))]
      }, "c0ffee com.example.meetings"
    ),
    (
      Change("a collapse identifier of 65 bytes") {
        $0.headers = [("apns-collapse-id", String(repeating: "x", count: 65))]
      }, "400 BadCollapseId"
    ),
    (Change("no body") { $0.body = "" }, "400 PayloadEmpty"),
    (Change("no JSON") { $0.body = "hello" }, "400 PayloadEmpty"),
    (Change("no object") { $0.body = "[]" }, "400 PayloadEmpty"),
    (Change("4,096 bytes") { $0.body = big(4096) }, "c0ffee com.example.meetings"),
    (Change("4,097 bytes") { $0.body = big(4097) }, "413 PayloadTooLarge"),
    (
      Change("5,120 bytes by voip") {
        ($0.body, $0.headers) = (big(5120), [("apns-push-type", "voip")])
      }, "c0ffee com.example.meetings"
    ),
    (
      Change("5,121 bytes by voip") {
        ($0.body, $0.headers) = (big(5121), [("apns-push-type", "voip")])
      }, "413 PayloadTooLarge"
    ),
    (
      Change("a body that the server did not take") {
        ($0.body, $0.isBodyTooLong) = ("", true)
      }, "413 PayloadTooLarge"
    ),
    (
      Change("background with priority 10") {
        $0.headers = [("apns-push-type", "background"), ("apns-priority", "10")]
      }, "c0ffee com.example.meetings"
    ),
    (
      Change("any bearer") { $0.headers = [("authorization", "bearer x")] },
      "c0ffee com.example.meetings"
    ),
  ]

  @Test("Lenient", arguments: lenientTable)
  func lenient(change: Change, expected: String) throws {
    #expect(try Self.decision(change) == expected)
  }

  private static func strict(_ name: String, _ change: (inout Change) -> Void) -> Change {
    Change(name) {
      $0.path = "/3/device/\(longToken)"
      $0.hasCertificate = true
      $0.headers = [("apns-push-type", "alert")]
      change(&$0)
    }
  }

  static let strictTable: [(Change, String)] = [
    (strict("as it should be") { _ in }, "\(longToken) com.example.meetings"),
    (strict("a short device token") { $0.path = "/3/device/c0ffee" }, "400 BadDeviceToken"),
    (strict("no push type") { $0.headers = [] }, "400 InvalidPushType"),
    (
      strict("background with priority 10") {
        $0.headers = [("apns-push-type", "background"), ("apns-priority", "10")]
      }, "400 BadPriority"
    ),
    (
      strict("background without a priority") { $0.headers = [("apns-push-type", "background")] },
      "400 BadPriority"
    ),
    (
      strict("background with priority 5") {
        $0.headers = [("apns-push-type", "background"), ("apns-priority", "5")]
      }, "\(longToken) com.example.meetings"
    ),
    (
      strict("neither certificate nor provider token") { $0.hasCertificate = false },
      "403 MissingProviderToken"
    ),
    (
      strict("a provider token of another scheme") {
        $0.hasCertificate = false
        $0.headers.append(("authorization", "Basic x"))
      }, "403 MissingProviderToken"
    ),
    (
      strict("a provider token that is none") {
        $0.hasCertificate = false
        $0.headers.append(("authorization", "bearer x"))
      }, "403 InvalidProviderToken"
    ),
  ]

  @Test("Strict", arguments: strictTable)
  func strict(change: Change, expected: String) throws {
    #expect(try Self.decision(change, isStrict: true) == expected)
  }

  @Test("A device token fails with each of Apple's reasons", arguments: Rejection.Reason.allCases)
  func failures(reason: Rejection.Reason) throws {
    #expect(
      try Self.decision(Change("asked to fail"), failures: ["C0FFEE=\(reason.text)"])
        == "\(reason.status) \(reason.text)")
    #expect(
      try Self.decision(Change("another"), failures: ["c0ffe=\(reason.text)"])
        == "c0ffee com.example.meetings")
  }

  @Test("A counted failure ends, and a push that is refused anyway does not count")
  func countedFailures() throws {
    var failures = FailureRules([try FailureRule(parsing: "c0ffee=Unregistered:2")])
    var tokens = ProviderTokens()
    var answers: [String] = []
    let changes = [
      Change("first"), Change("refused") { $0.body = "" }, Change("second"), Change("third"),
    ]
    for change in changes {
      do throws(Rejection) {
        _ = try ProviderRules().accept(
          change.request, failures: &failures, tokens: &tokens, now: Date())
        answers.append("taken")
      } catch {
        answers.append(error.reason.text)
      }
    }
    #expect(answers == ["Unregistered", "PayloadEmpty", "Unregistered", "taken"])
  }

  @Test(
    "A failure rule that is none says what to write",
    arguments: [
      ("c0ffee", "not TOKEN=REASON: \"c0ffee\"; write one such as c0ffee=Unregistered"),
      ("=Unregistered", "device token is not hexadecimal: \"\"; write digits and a to f"),
      ("xyz=Unregistered", "device token is not hexadecimal: \"xyz\"; write digits and a to f"),
      ("c0=unregistered", "reason is unknown: \"unregistered\"; did you mean Unregistered?"),
      (
        "c0=Unregistered:0",
        "count is not a number above 0: \"0\"; write one such as Unregistered:3"
      ),
      (
        "c0=Unregistered:",
        "count is not a number above 0: \"\"; write one such as Unregistered:3"
      ),
    ])
  func badRules(text: String, message: String) throws {
    let error = #expect(throws: FailureRuleError.self) { try FailureRule(parsing: text) }
    #expect(error?.description == message)
  }
}
