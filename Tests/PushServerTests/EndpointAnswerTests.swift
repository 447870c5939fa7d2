import ApplePush
import Foundation
import JSONText
import TestSupport
import Testing

@testable import PushServer

@Suite("What a provider gets from the endpoint", .timeLimit(.minutes(1)))
struct EndpointAnswerTests {
  private static let id = "123E4567-e89b-12d3-a456-426614174000"
  private static let topic = ("apns-topic", "com.example.meetings")
  private static let long = String(repeating: "x", count: 65)

  /// A request for each reason that a request alone can cause, and what is asked of the endpoint.
  struct Row: Sendable {
    let reason: Rejection.Reason
    var method = "POST"
    var path = "/3/device/c0ffee"
    var headers = [topic]
    var body = #"{"aps":{"alert":"Lunch?"}}"#
  }

  static let rows: [Row] = [
    Row(reason: .badCollapseID, headers: [topic, ("apns-collapse-id", long)]),
    Row(reason: .badDeviceToken, path: "/3/device/xyz"),
    Row(reason: .badExpirationDate, headers: [topic, ("apns-expiration", "soon")]),
    Row(reason: .badMessageID, headers: [topic, ("apns-id", "1")]),
    Row(reason: .badPriority, headers: [topic, ("apns-priority", "7")]),
    Row(reason: .badTopic, headers: [("apns-topic", "a/b")]),
    Row(reason: .duplicateHeaders, headers: [topic, topic]),
    Row(reason: .invalidPushType, headers: [topic, ("apns-push-type", "loud")]),
    Row(reason: .missingDeviceToken, path: "/3/device/"),
    Row(reason: .missingTopic, headers: []),
    Row(reason: .payloadEmpty, body: ""),
    Row(reason: .badPath, path: "/"),
    Row(reason: .methodNotAllowed, method: "GET", body: ""),
    Row(reason: .payloadTooLarge, body: String(repeating: " ", count: 4097)),
    Row(reason: .payloadTooLarge, body: String(repeating: " ", count: 5121)),
  ]

  @Test("Each row of Apple's table that a request causes: status, reason, one DATA frame")
  func rows() async throws {
    let running = try await RunningEndpoint()
    let provider = try await running.provider()
    for row in Self.rows {
      let given = row.headers.contains { $0.0 == "apns-id" }
      let headers = row.headers + (given ? [] : [("apns-id", Self.id)])
      let answer = try await provider.ask(
        row.path, method: row.method, headers: headers, body: row.body)
      let body = #"{"reason":"\#(row.reason.text)"}"#
      #expect(
        answer
          == Provider.Answer(
            status: row.reason.status,
            headers: ["apns-id": given ? "1" : Self.id, "content-type": "application/json"],
            body: body, frames: [body.utf8.count]))
    }
    #expect(running.record.refused.map(\.rejection.reason) == Self.rows.map(\.reason))
    #expect(running.record.pushes == [])
    await provider.end()
    try await running.end()
  }

  @Test("Each row of Apple's table by --fail; where a device token has ended, since when")
  func failures() async throws {
    let reasons = Rejection.Reason.allCases
    let running = try await RunningEndpoint(
      {
        $0.failures = FailureRules(
          try reasons.enumerated().map { index, reason in
            try FailureRule(parsing: "\(index)=\(reason.text):1")
          })
      }, now: { Date(timeIntervalSince1970: 1_700_000_000.5) })
    let provider = try await running.provider()
    for (index, reason) in reasons.enumerated() {
      let answer = try await provider.ask("/3/device/\(index)", headers: [Self.topic])
      let time = reason.status == 410 ? #","timestamp":1700000000500"# : ""
      #expect(answer?.status == reason.status)
      #expect(answer?.body == #"{"reason":"\#(reason.text)"\#(time)}"#)
      let again = try await provider.ask("/3/device/\(index)", headers: [Self.topic])
      #expect(again?.status == 200)
    }
    await provider.end()
    try await running.end()
  }

  @Test("A push is answered with 200, no body, and its identifier as it was written")
  func accepted() async throws {
    let running = try await RunningEndpoint()
    let provider = try await running.provider()
    let answer = try await provider.ask(
      "/3/device/C0FFEE",
      headers: [
        Self.topic, ("apns-id", Self.id), ("apns-priority", "5"), ("x-other", "left alone"),
      ])
    #expect(answer == Provider.Answer(headers: ["apns-id": Self.id]))
    let made = try await provider.ask("/3/device/c0ffee", headers: [Self.topic])
    let id = try #require(made?.headers["apns-id"])
    #expect(UUID(uuidString: id) != nil && id == id.lowercased())
    let pushes = running.record.pushes
    #expect(pushes.map(\.id) == [Self.id, id])
    #expect(pushes.first?.push.deviceToken == "c0ffee")
    #expect(
      pushes.first?.push.headers.fields.map { "\($0.name): \($0.value)" } == [
        "apns-id: \(Self.id)", "apns-topic: com.example.meetings", "apns-priority: 5",
      ])
    #expect(pushes.first?.push.payload == Array(#"{"aps":{"alert":"Lunch?"}}"#.utf8))
    await provider.end()
    try await running.end()
  }

  @Test("What cannot be stored is answered with its rejection")
  func notStored() async throws {
    let running = try await RunningEndpoint()
    let provider = try await running.provider()
    running.record.reject(Rejection(.serviceUnavailable, "disk full"))
    let refused = try await provider.ask("/3/device/c0ffee", headers: [Self.topic])
    #expect(refused?.status == 503)
    #expect(refused?.body == #"{"reason":"ServiceUnavailable"}"#)
    running.record.reject(nil)
    #expect(try await provider.ask("/3/device/c0ffee", headers: [Self.topic])?.status == 200)
    await provider.end()
    try await running.end()
  }

  @Test("The rules of token refresh hold for each connection by itself")
  func connections() async throws {
    let key = try ProviderKey(path: ProviderKeyTests.write("AuthKey_ABC123DEFG.p8"))
    let running = try await RunningEndpoint { $0.rules = ProviderRules(key: key) }
    let provider = try await running.provider()
    let answers = [
      try await provider.ask("/3/device/c0ffee", headers: [Self.topic]),
      try await provider.ask(
        "/3/device/c0ffee", headers: [Self.topic, ("authorization", "bearer a.b.c")]),
    ]
    #expect(
      answers.map { $0?.body } == [
        #"{"reason":"MissingProviderToken"}"#, #"{"reason":"InvalidProviderToken"}"#,
      ])
    await provider.end()
    try await running.end()
  }
}
