import ApplePush
import JSONText
import Testing

@Suite("Rejection")
struct RejectionTests {
  /// Apple's table, "Handling notification responses from APNs".
  static let apple: [(Int, [String])] = [
    (
      400,
      [
        "BadCollapseId", "BadDeviceToken", "BadExpirationDate", "BadMessageId", "BadPriority",
        "BadTopic", "DeviceTokenNotForTopic", "DuplicateHeaders", "IdleTimeout",
        "InvalidPushType", "MissingDeviceToken", "MissingTopic", "PayloadEmpty",
        "TopicDisallowed",
      ]
    ),
    (
      403,
      [
        "BadCertificate", "BadCertificateEnvironment", "ExpiredProviderToken", "Forbidden",
        "InvalidProviderToken", "MissingProviderToken", "UnrelatedKeyIdInToken",
        "BadEnvironmentKeyIdInToken",
      ]
    ),
    (404, ["BadPath"]), (405, ["MethodNotAllowed"]), (410, ["ExpiredToken", "Unregistered"]),
    (413, ["PayloadTooLarge"]), (429, ["TooManyProviderTokenUpdates", "TooManyRequests"]),
    (500, ["InternalServerError"]), (503, ["ServiceUnavailable", "Shutdown"]),
  ]

  @Test("the reasons are Apple's, each with its status, and no others")
  func table() {
    let reasons = Rejection.Reason.allCases
    for (status, texts) in Self.apple {
      #expect(reasons.filter { $0.status == status }.map(\.text) == texts)
    }
    #expect(reasons.count == Self.apple.reduce(0) { $0 + $1.1.count })
    #expect(Set(reasons.map(\.meaning)).count == reasons.count)
  }

  @Test("every reason is found by its text", arguments: Rejection.Reason.allCases)
  func lookup(reason: Rejection.Reason) {
    #expect(Rejection.Reason(text: reason.text) == reason)
    #expect(Rejection.Reason(text: reason.text.lowercased()) == nil)
  }

  @Test("a rejection is written with its place")
  func description() {
    #expect(
      "\(Rejection(.payloadEmpty, "x", position: TextPosition(line: 2, column: 3)))"
        == "PayloadEmpty: 2:3: x")
    #expect("\(Rejection(.badTopic, "x"))" == "BadTopic: x")
  }
}
