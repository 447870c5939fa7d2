internal import FoundationEssentials

/// The provider tokens that were seen on one connection.
public struct ProviderTokens: Sendable {
  /// How old a token may be, in seconds: an hour.
  static let longestAge = 3600.0
  /// How long a token must stay the same, in seconds: 20 minutes.
  static let shortestUse = 1200.0

  private struct Known {
    let text: String
    let token: ProviderToken
    /// When it was first seen, in UNIX seconds.
    let since: Double
  }

  private var known: Known?

  /// Makes those of a new connection.
  public init() {}

  /// Checks the value of `authorization`.
  ///
  /// The signature of a token that was seen before is not checked again.
  mutating func check(
    _ authorization: String?, by key: (any ProviderKeyChecking)?, isStrict: Bool, now: Date
  ) throws(Rejection) {
    let time = now.timeIntervalSince1970
    let text = try Self.bearer(authorization)
    let token: ProviderToken
    if let known, known.text == text {
      token = known.token
    } else {
      token = try ProviderToken(text[...])
      try checkRelation(of: token, time, isStrict: isStrict)
      try Self.check(token, by: key)
    }
    guard !isStrict || time - token.issued <= Self.longestAge else {
      let minutes = Int((time - token.issued) / 60)
      throw Rejection(
        .expiredProviderToken,
        "provider token is \(minutes) minutes old; make a new one before it is 60")
    }
    if known?.text != text { known = Known(text: text, token: token, since: time) }
  }

  private static func bearer(_ authorization: String?) throws(Rejection) -> String {
    let parts = (authorization ?? "").split(separator: " ", maxSplits: 1)
    guard parts.count == 2, parts[0].lowercased() == "bearer" else {
      throw Rejection(
        .missingProviderToken, "provider token is missing; send authorization: bearer TOKEN")
    }
    return String(parts[1])
  }

  private static func check(
    _ token: ProviderToken, by key: (any ProviderKeyChecking)?
  ) throws(Rejection) {
    guard let key else { return }
    if let identifier = key.identifier, token.keyIdentifier != identifier {
      throw ProviderToken.invalid(
        "kid is \(quoted(token.keyIdentifier)), the key of --auth-key is \(identifier)")
    }
    guard key.hasMade(token.signature, over: token.signed) else {
      throw ProviderToken.invalid("its signature is not that of the key of --auth-key")
    }
  }

  /// A connection is one team's and one key's, and its token is not renewed too often.
  private func checkRelation(
    of token: ProviderToken, _ time: Double, isStrict: Bool
  ) throws(Rejection) {
    guard isStrict, let known else { return }
    guard token.team == known.token.team else {
      throw ProviderToken.invalid(
        "iss is \(quoted(token.team)), the connection is \(quoted(known.token.team))'s")
    }
    guard token.keyIdentifier == known.token.keyIdentifier else {
      throw Rejection(
        .unrelatedKeyIDInToken,
        "kid is \(quoted(token.keyIdentifier)), the connection began with "
          + quoted(known.token.keyIdentifier))
    }
    let used = time - known.since
    guard used >= Self.shortestUse else {
      throw Rejection(
        .tooManyProviderTokenUpdates,
        "provider token is new after \(Int(used)) seconds; keep each for 20 minutes at least")
    }
  }
}
