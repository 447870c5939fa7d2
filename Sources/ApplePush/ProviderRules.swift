public import FoundationEssentials

/// What APNs checks of a provider's request, in the order in which it does.
///
/// Lenient by default, as a stand-in for many providers and devices that do not exist: any
/// hexadecimal device token, any `bearer` or none, no push type. Strict where asked: Apple's own
/// rules. Source: Apple, "Sending notification requests to APNs" and "Establishing a token-based
/// connection to APNs".
public struct ProviderRules: Sendable {
  /// Whether Apple's stricter rules hold.
  public var isStrict: Bool
  /// What checks provider tokens; nil where nobody has the key.
  public var key: (any ProviderKeyChecking)?

  /// Makes rules.
  ///
  /// - Parameters:
  ///   - isStrict: whether Apple's stricter rules hold; false by default.
  ///   - key: what checks provider tokens; each must then be there and be signed by it.
  public init(isStrict: Bool = false, key: (any ProviderKeyChecking)? = nil) {
    self.isStrict = isStrict
    self.key = key
  }

  /// Checks a request.
  ///
  /// - Parameters:
  ///   - request: the request.
  ///   - failures: the device tokens that are to fail, which may have one chance less afterwards.
  ///   - tokens: the provider tokens seen on the request's connection.
  ///   - now: what time it is.
  /// - Returns: the push.
  /// - Throws: the ``Rejection`` that the provider gets.
  public func accept(
    _ request: ProviderRequest, failures: inout FailureRules, tokens: inout ProviderTokens,
    now: Date
  ) throws(Rejection) -> AcceptedPush {
    guard request.method == "POST" else {
      throw Rejection(
        .methodNotAllowed, "method is not POST: \(quoted(request.method)); post to /3/device/TOKEN")
    }
    let device = try request.deviceToken(isStrict: isStrict)
    let headers = try PushHeaders(request.fields)
    if isStrict || key != nil, !request.hasCertificate {
      try tokens.check(request.value("authorization"), by: key, isStrict: isStrict, now: now)
    }
    guard !request.isBodyTooLong else {
      let limit = headers.pushType?.payloadLimit ?? PushType.defaultPayloadLimit
      throw Rejection(.payloadTooLarge, "payload is too long; Apple takes at most \(limit) bytes")
    }
    if isStrict { try checkType(headers) }
    let topic = try Push.topic(of: request.body, headers: headers)
    if let reason = failures.take(device) {
      throw Rejection(reason, "\(reason.meaning), as --fail asks for \(device)")
    }
    return AcceptedPush(
      deviceToken: device, topic: topic, headers: headers, payload: request.body)
  }

  private func checkType(_ headers: PushHeaders) throws(Rejection) {
    guard let type = headers.pushType else {
      throw Rejection(
        .invalidPushType, "apns-push-type is missing; with --strict send one, such as alert")
    }
    // Apple calls 10 an error for it; absent is 10.
    guard type != .background || headers.priority == .conserving else {
      let given = headers.priority.map { String($0.rawValue) } ?? "missing, which is 10,"
      throw Rejection(
        .badPriority, "apns-priority is \(given) for a push of type background; send 5")
    }
  }
}
