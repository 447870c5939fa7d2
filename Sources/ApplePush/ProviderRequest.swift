/// A request as a provider sends it to APNs, before anything of it is believed.
public struct ProviderRequest: Sendable {
  /// `:method`.
  public var method: String
  /// `:path`.
  public var path: String
  /// The header fields that APNs gives a meaning to; others may be left out.
  public var fields: [HeaderField]
  /// The payload.
  public var body: [UInt8]
  /// Whether the body was longer than is taken; then none of it is here.
  public var isBodyTooLong: Bool
  /// Whether the provider has shown a certificate.
  public var hasCertificate: Bool

  /// Makes a request.
  ///
  /// - Parameters:
  ///   - method: `:method`.
  ///   - path: `:path`.
  ///   - fields: the header fields that APNs gives a meaning to.
  ///   - body: the payload.
  ///   - isBodyTooLong: whether the body was longer than is taken; false by default.
  ///   - hasCertificate: whether the provider has shown a certificate; false by default.
  public init(
    method: String, path: String, fields: [HeaderField], body: [UInt8],
    isBodyTooLong: Bool = false, hasCertificate: Bool = false
  ) {
    self.method = method
    self.path = path
    self.fields = fields
    self.body = body
    self.isBodyTooLong = isBodyTooLong
    self.hasCertificate = hasCertificate
  }

  /// `apns-id` byte for byte, however wrong it is: aioapns waits for the same bytes in the answer.
  public var id: String? { value("apns-id") }

  /// The first value of a header field.
  func value(_ name: String) -> String? {
    fields.first { $0.name == name }?.value
  }

  /// What stands before the device token.
  private static let prefix = "/3/device/"

  /// Reads the device token out of the path.
  ///
  /// - Parameter isStrict: whether it must have 64 digits, as those of today's devices do; Apple
  ///   says not to rely on that.
  /// - Returns: the token, in lower case.
  /// - Throws: `Rejection`.
  func deviceToken(isStrict: Bool) throws(Rejection) -> String {
    guard path.hasPrefix(Self.prefix) else {
      let isBare = path == "/3/device"
      throw isBare
        ? Self.tokenMissing
        : Rejection(.badPath, "path is unknown: \(quoted(path)); post to /3/device/TOKEN")
    }
    let token = path.dropFirst(Self.prefix.utf8.count)
    guard !token.isEmpty else { throw Self.tokenMissing }
    guard token.utf8.allSatisfy(isHexDigit) else {
      throw Rejection(
        .badDeviceToken,
        "device token is not hexadecimal: \(quoted(String(token))); write digits and a to f")
    }
    guard !isStrict || token.utf8.count == Self.strictTokenDigits else {
      throw Rejection(
        .badDeviceToken,
        "device token has \(token.utf8.count) digits; with --strict it has "
          + "\(Self.strictTokenDigits)")
    }
    return token.lowercased()
  }

  private static let strictTokenDigits = 64

  private static var tokenMissing: Rejection {
    Rejection(.missingDeviceToken, "path has no device token; post to /3/device/TOKEN")
  }
}

func isHexDigit(_ byte: UInt8) -> Bool {
  switch byte {
  case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"),
    UInt8(ascii: "A")...UInt8(ascii: "F"):
    true
  default: false
  }
}

/// A push that APNs takes, as it is stored before the provider is told.
public struct AcceptedPush: Sendable, Hashable {
  /// The device token, in lower case.
  public let deviceToken: String
  /// The topic.
  public let topic: String
  /// The headers.
  public let headers: PushHeaders
  /// The payload as it was sent.
  public let payload: [UInt8]
}
