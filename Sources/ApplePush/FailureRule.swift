/// A device token that is to fail, as `--fail` names it.
public struct FailureRule: Sendable, Hashable {
  /// The device token, in lower case.
  public let deviceToken: String
  /// Why it fails.
  public let reason: Rejection.Reason
  /// How often it fails; nil for each time.
  public let count: Int?

  init(deviceToken: String, reason: Rejection.Reason, count: Int?) {
    self.deviceToken = deviceToken
    self.reason = reason
    self.count = count
  }

  /// Reads a rule as people write it: `TOKEN=REASON` or `TOKEN=REASON:COUNT`.
  ///
  /// - Parameter text: a device token, one of Apple's reasons, and how many pushes fail.
  /// - Throws: ``FailureRuleError``.
  public init(parsing text: String) throws(FailureRuleError) {
    guard let equals = text.firstIndex(of: "=") else { throw .syntax(text) }
    let token = text[..<equals]
    guard !token.isEmpty, token.utf8.allSatisfy(isHexDigit) else { throw .badToken(String(token)) }
    let rest = text[text.index(after: equals)...].split(
      separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard let name = rest.first else { throw .syntax(text) }
    guard let reason = Rejection.Reason(text: String(name)) else {
      throw .unknownReason(String(name))
    }
    if rest.count == 2 {
      guard let number = Int(rest[1]), number > 0 else { throw .badCount(String(rest[1])) }
      count = number
    } else {
      count = nil
    }
    deviceToken = token.lowercased()
    self.reason = reason
  }
}

/// A text that is no failure rule.
public enum FailureRuleError: Error, Sendable, Hashable, CustomStringConvertible {
  /// There is no equals sign.
  case syntax(String)
  /// The device token is not hexadecimal.
  case badToken(String)
  /// The reason is none of Apple's.
  case unknownReason(String)
  /// The count is no number above 0.
  case badCount(String)

  /// What is wrong, and what to do.
  public var description: String {
    switch self {
    case .syntax(let text):
      "not TOKEN=REASON: \(quoted(text)); write one such as c0ffee=Unregistered"
    case .badToken(let token):
      "device token is not hexadecimal: \(quoted(token)); write digits and a to f"
    case .unknownReason(let name):
      "reason is unknown: \(quoted(name)); "
        + (nearestName(to: name, among: Rejection.Reason.allCases.map(\.text))
          .map { "did you mean \($0)?" } ?? "see \(Rejection.Reason.documentation)")
    case .badCount(let text):
      "count is not a number above 0: \(quoted(text)); write one such as Unregistered:3"
    }
  }
}

/// The device tokens that are to fail, and how often still.
public struct FailureRules: Sendable {
  private var left: [String: (reason: Rejection.Reason, count: Int?)] = [:]

  /// Makes the rules.
  ///
  /// - Parameter rules: the rules; of two for one device token the last counts.
  public init(_ rules: [FailureRule] = []) {
    for rule in rules { add(rule) }
  }

  /// The rules as they stand, by device token; counts are those that are left.
  public var all: [FailureRule] {
    left.sorted { $0.key < $1.key }.map {
      FailureRule(deviceToken: $0.key, reason: $0.value.reason, count: $0.value.count)
    }
  }

  /// Adds a rule; it takes the place of an earlier one for its device token.
  ///
  /// - Parameter rule: the rule.
  public mutating func add(_ rule: FailureRule) {
    left[rule.deviceToken] = (rule.reason, rule.count)
  }

  /// Lets pushes to a device token pass again.
  ///
  /// - Parameter deviceToken: the device token, in either case.
  public mutating func remove(_ deviceToken: String) {
    left[deviceToken.lowercased()] = nil
  }

  /// Takes one failure of a device token.
  mutating func take(_ deviceToken: String) -> Rejection.Reason? {
    guard !left.isEmpty, let rule = left[deviceToken] else { return nil }
    if let count = rule.count {
      left[deviceToken] = count > 1 ? (rule.reason, count - 1) : nil
    }
    return rule.reason
  }
}
