/// The headers of a push request that APNs gives a meaning to.
///
/// Other headers are ignored, as by Apple. Source: Apple, "Sending notification requests to APNs".
public struct PushHeaders: Sendable, Hashable {
  /// `apns-topic`: the bundle identifier with the push type's suffix.
  public var topic: String?

  /// `apns-push-type`; Apple recommends it, and takes pushes without.
  public var pushType: PushType?

  /// `apns-priority`; absent is 10.
  public var priority: PushPriority?

  /// `apns-expiration`: UNIX time in seconds until when the push is worth showing; 0 is one
  /// attempt.
  public var expiration: Int64?

  /// `apns-collapse-id`, at most 64 bytes: the identifier of the request; the same one replaces
  /// what is shown.
  public var collapseID: String?

  /// `apns-id` exactly as it was sent: aioapns waits for the same bytes in the answer.
  public var id: String?

  /// Makes headers with nothing in them.
  public init() {}

  /// The largest collapse identifier, in bytes; Apple, "Sending notification requests to APNs".
  public static let collapseIDLimit = 64

  /// The longest topic that is taken, in bytes: that of a file name, for an app's folder bears it.
  public static let topicLimit = 255

  /// Reads headers.
  ///
  /// An empty topic and an empty collapse identifier count as absent.
  ///
  /// - Parameter fields: the request's headers, in any order.
  /// - Throws: the ``Rejection`` that Apple gives for the first header that is wrong.
  public init(_ fields: [HeaderField]) throws(Rejection) {
    // There are few of them: looking through is quicker than hashing.
    for (index, field) in fields.enumerated()
    where fields[..<index].contains(where: { $0.name == field.name })
      && (field.name.hasPrefix("apns-") || field.name == "authorization")
    {
      throw Rejection(.duplicateHeaders, "header comes twice: \(field.name); send it once")
    }
    func value(_ name: String) -> String? { fields.first { $0.name == name }?.value }
    id = try value("apns-id").map(Self.messageID)
    expiration = try value("apns-expiration").map(Self.time)
    topic = try value("apns-topic").flatMap(Self.topic)
    collapseID = try value("apns-collapse-id").flatMap(Self.collapseID)
    priority = try value("apns-priority").map(Self.priority)
    pushType = try value("apns-push-type").map(Self.pushType)
  }

  /// The headers as a provider sends them, those that are there.
  ///
  /// ``init(_:)`` reads them back.
  public var fields: [HeaderField] {
    var fields: [HeaderField] = []
    forEach { fields.append(HeaderField(lowercaseName: $0, value: $1)) }
    return fields
  }

  /// ``fields`` as text: a line `name:value` for each.
  public var lines: String {
    var lines = ""
    lines.reserveCapacity(128)
    forEach { name, value in
      if !lines.isEmpty { lines += "\n" }
      lines += name
      lines += ":"
      lines += value
    }
    return lines
  }

  private func forEach(_ body: (_ name: String, _ value: String) -> Void) {
    if let id { body("apns-id", id) }
    if let topic { body("apns-topic", topic) }
    if let pushType { body("apns-push-type", pushType.rawValue) }
    if let priority { body("apns-priority", String(priority.rawValue)) }
    if let expiration { body("apns-expiration", String(expiration)) }
    if let collapseID { body("apns-collapse-id", collapseID) }
  }

  private static func messageID(_ text: String) throws(Rejection) -> String {
    // 8-4-4-4-12 hexadecimal digits, in either case.
    let groups = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    guard groups.map(\.count) == [8, 4, 4, 4, 12],
      groups.joined().allSatisfy({ isASCIILetterOrDigit($0) && hexDigit($0) != nil })
    else {
      throw Rejection(
        .badMessageID,
        "apns-id is not a UUID: \(quoted(text)); "
          + "write one such as 123e4567-e89b-12d3-a456-426614174000, or leave it out")
    }
    return text
  }

  private static func time(_ text: String) throws(Rejection) -> Int64 {
    guard let seconds = wholeNumber(text) else {
      throw Rejection(
        .badExpirationDate,
        "apns-expiration is not a UNIX time: \(quoted(text)); write seconds since 1970, or 0")
    }
    return seconds
  }

  private static func priority(_ text: String) throws(Rejection) -> PushPriority {
    guard let number = wholeNumber(text), let value = PushPriority(rawValue: Int(number)) else {
      throw Rejection(.badPriority, "apns-priority is not 10, 5 or 1: \(quoted(text))")
    }
    return value
  }

  private static func pushType(_ text: String) throws(Rejection) -> PushType {
    guard let type = PushType(rawValue: text) else {
      let names = PushType.allCases.map(\.rawValue)
      let hint = nearestName(to: text, among: names).map { "did you mean \($0)?" }
      throw Rejection(
        .invalidPushType,
        "apns-push-type is not one of Apple's: \(quoted(text)); "
          + (hint ?? "write one of \(names.joined(separator: ", "))"))
    }
    return type
  }

  private static func collapseID(_ text: String) throws(Rejection) -> String? {
    guard text.utf8.count <= collapseIDLimit else {
      throw Rejection(
        .badCollapseID,
        "apns-collapse-id has \(text.utf8.count) bytes; Apple takes at most \(collapseIDLimit)")
    }
    return text.isEmpty ? nil : text
  }

  /// Checks a topic.
  ///
  /// Only what a bundle identifier may have is taken; so a topic is never a path.
  package static func topic(_ text: String) throws(Rejection) -> String? {
    guard !text.isEmpty else { return nil }
    let dot = UInt8(ascii: ".")
    // A dot neither begins it nor follows another.
    var last = dot
    let isIdentifier = text.utf8.allSatisfy { byte in
      defer { last = byte }
      return byte == dot
        ? last != dot
        : isASCIILetterOrDigit(byte) || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
    }
    guard isIdentifier, text.utf8.count <= topicLimit else {
      throw Rejection(
        .badTopic,
        "topic is not a bundle identifier: \(quoted(text)); write one such as com.example.app")
    }
    return text
  }
}

private func hexDigit(_ byte: UInt8) -> Int? {
  Character(Unicode.Scalar(byte)).hexDigitValue
}

/// Reads a whole number of ASCII digits alone: `Int64` would take a sign too.
private func wholeNumber(_ text: String) -> Int64? {
  guard text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else {
    return nil
  }
  return Int64(text)
}
