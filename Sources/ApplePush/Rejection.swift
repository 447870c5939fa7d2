public import JSONText

/// Why APNs does not take a push.
public struct Rejection: Error, Sendable, Hashable, CustomStringConvertible {
  /// Apple's reason.
  public let reason: Reason

  /// What is wrong, with the value, and what to do; for people, never sent to a provider.
  public let detail: String

  /// The place in the payload, where there is one.
  public let position: TextPosition?

  /// Makes a rejection.
  ///
  /// - Parameters:
  ///   - reason: Apple's reason.
  ///   - detail: what is wrong, with the value, and what to do.
  ///   - position: the place in the payload; none by default.
  public init(_ reason: Reason, _ detail: String, position: TextPosition? = nil) {
    self.reason = reason
    self.detail = detail
    self.position = position
  }

  /// `Reason: LINE:COLUMN: detail`.
  public var description: String {
    "\(reason.text): \(position.map { "\($0): " } ?? "")\(detail)"
  }
}

extension Rejection {
  /// The reasons that APNs gives.
  ///
  /// Source: Apple, "Handling notification responses from APNs".
  public enum Reason: Sendable, Hashable, CaseIterable {
    /// The collapse identifier is too long.
    case badCollapseID
    /// The device token is not valid.
    case badDeviceToken
    /// The expiration is no time.
    case badExpirationDate
    /// The message identifier is no UUID.
    case badMessageID
    /// The priority is none of Apple's.
    case badPriority
    /// The topic is not valid.
    case badTopic
    /// The device token belongs to another topic.
    case deviceTokenNotForTopic
    /// A header comes twice.
    case duplicateHeaders
    /// The connection was idle for too long.
    case idleTimeout
    /// The push type is none of Apple's.
    case invalidPushType
    /// The path has no device token.
    case missingDeviceToken
    /// There is no topic.
    case missingTopic
    /// The payload is empty, or (by Belfry's choice) no JSON object.
    case payloadEmpty
    /// The topic is not allowed.
    case topicDisallowed
    /// The certificate is not valid.
    case badCertificate
    /// The certificate is for the other environment.
    case badCertificateEnvironment
    /// The provider token is too old.
    case expiredProviderToken
    /// The action is not allowed.
    case forbidden
    /// The provider token is not valid.
    case invalidProviderToken
    /// There is neither a certificate nor a provider token.
    case missingProviderToken
    /// The provider token's key is another one than the connection's first.
    case unrelatedKeyIDInToken
    /// The provider token's key is for the other environment.
    case badEnvironmentKeyIDInToken
    /// The path is not known.
    case badPath
    /// The method is not POST.
    case methodNotAllowed
    /// The device token has expired.
    case expiredToken
    /// The device token is no longer in use.
    case unregistered
    /// The payload is too large.
    case payloadTooLarge
    /// The provider token changes too often.
    case tooManyProviderTokenUpdates
    /// One device gets too many pushes.
    case tooManyRequests
    /// The server failed.
    case internalServerError
    /// The server is not available.
    case serviceUnavailable
    /// The server goes down.
    case shutdown

    /// Apple's page on the reasons.
    public static let documentation =
      "https://developer.apple.com/documentation/usernotifications/"
      + "handling-notification-responses-from-apns"

    // The table: Apple's text, the HTTP status, and what it means in words.
    private var row: (text: String, status: Int, meaning: String) {
      switch self {
      case .badCollapseID: ("BadCollapseId", 400, "the collapse identifier exceeds 64 bytes")
      case .badDeviceToken: ("BadDeviceToken", 400, "the device token is not valid")
      case .badExpirationDate: ("BadExpirationDate", 400, "apns-expiration is not a UNIX time")
      case .badMessageID: ("BadMessageId", 400, "apns-id is not a UUID")
      case .badPriority: ("BadPriority", 400, "apns-priority is not 10, 5 or 1")
      case .badTopic: ("BadTopic", 400, "apns-topic is not a topic")
      case .deviceTokenNotForTopic:
        ("DeviceTokenNotForTopic", 400, "the device token belongs to another topic")
      case .duplicateHeaders: ("DuplicateHeaders", 400, "a header comes more than once")
      case .idleTimeout: ("IdleTimeout", 400, "the connection was idle for too long")
      case .invalidPushType: ("InvalidPushType", 400, "apns-push-type is not one of Apple's")
      case .missingDeviceToken: ("MissingDeviceToken", 400, "the path has no device token")
      case .missingTopic: ("MissingTopic", 400, "there is no apns-topic")
      case .payloadEmpty: ("PayloadEmpty", 400, "the payload is empty")
      case .topicDisallowed: ("TopicDisallowed", 400, "pushes to this topic are not allowed")
      case .badCertificate: ("BadCertificate", 403, "the certificate is not valid")
      case .badCertificateEnvironment:
        ("BadCertificateEnvironment", 403, "the certificate is for the other environment")
      case .expiredProviderToken:
        ("ExpiredProviderToken", 403, "the provider token is older than an hour")
      case .forbidden: ("Forbidden", 403, "the action is not allowed")
      case .invalidProviderToken: ("InvalidProviderToken", 403, "the provider token is not valid")
      case .missingProviderToken:
        ("MissingProviderToken", 403, "there is no provider token and no certificate")
      case .unrelatedKeyIDInToken:
        ("UnrelatedKeyIdInToken", 403, "the token's key is not the connection's")
      case .badEnvironmentKeyIDInToken:
        ("BadEnvironmentKeyIdInToken", 403, "the token's key is for the other environment")
      case .badPath: ("BadPath", 404, "the path is not known")
      case .methodNotAllowed: ("MethodNotAllowed", 405, "the method is not POST")
      case .expiredToken: ("ExpiredToken", 410, "the device token has expired")
      case .unregistered: ("Unregistered", 410, "the device token is no longer in use")
      case .payloadTooLarge: ("PayloadTooLarge", 413, "the payload is too large")
      case .tooManyProviderTokenUpdates:
        ("TooManyProviderTokenUpdates", 429, "the provider token changes too often")
      case .tooManyRequests: ("TooManyRequests", 429, "one device gets too many pushes")
      case .internalServerError: ("InternalServerError", 500, "the server failed")
      case .serviceUnavailable: ("ServiceUnavailable", 503, "the server is not available")
      case .shutdown: ("Shutdown", 503, "the server goes down")
      }
    }

    /// Apple's text, such as `BadDeviceToken`: what a provider gets as `reason`.
    public var text: String { row.text }

    /// The HTTP status.
    public var status: Int { row.status }

    /// What the reason means, in words.
    public var meaning: String { row.meaning }

    /// Finds a reason by Apple's text; case counts.
    ///
    /// - Parameter text: Apple's text, such as `BadDeviceToken`.
    public init?(text: String) {
      guard let reason = Self.allCases.first(where: { $0.text == text }) else { return nil }
      self = reason
    }
  }
}
