internal import FoundationEssentials
internal import JSONText

/// Checks signatures of provider tokens.
public protocol ProviderKeyChecking: Sendable {
  /// The key's identifier, which a token must name; nil where it is not known.
  var identifier: String? { get }

  /// Checks a signature by ES256.
  ///
  /// - Parameters:
  ///   - signature: 64 bytes, r and s (RFC 7518 §3.4).
  ///   - bytes: what is signed.
  /// - Returns: whether the key has made it.
  func hasMade(_ signature: [UInt8], over bytes: [UInt8]) -> Bool
}

/// A provider's JSON web token.
///
/// Read as laxly as Apple does: providers send `iat` as a number, with a fraction, as a string, and
/// in milliseconds (Apple's own example); some pretty-print the JSON. Source: Apple, "Establishing a
/// token-based connection to APNs"; RFC 7519; RFC 7518 §3.4.
struct ProviderToken: Hashable {
  /// `kid`: the key's identifier.
  let keyIdentifier: String
  /// `iss`: the team's identifier.
  let team: String
  /// `iat`: when it was made, in UNIX seconds.
  let issued: Double
  /// What is signed.
  let signed: [UInt8]
  /// The signature.
  let signature: [UInt8]

  /// Apple's identifiers of keys and teams have ten characters.
  static let identifierLength = 10
  /// Times from here on are milliseconds: in seconds it would be the year 5138.
  private static let firstMillisecond = 1e11

  /// Reads a token.
  ///
  /// - Parameter text: three parts in base64url, with dots between them.
  /// - Throws: `Rejection`.
  init(_ text: Substring) throws(Rejection) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 3 else {
      throw Self.invalid("it has \(parts.count) parts; a JSON web token has 3")
    }
    let header = try Self.object(parts[0], "header")
    let claims = try Self.object(parts[1], "claims")
    let algorithm = header["alg"]?.string
    guard algorithm == "ES256" else {
      throw Self.invalid("alg is \(quoted(algorithm ?? "missing")); sign with ES256")
    }
    keyIdentifier = try Self.identifier("kid", in: header, "the key's identifier")
    team = try Self.identifier("iss", in: claims, "the team's identifier")
    guard let iat = claims["iat"], let time = iat.number?.double ?? iat.string.flatMap(Double.init),
      time.isFinite
    else { throw Self.invalid("iat is no time; write UNIX seconds") }
    issued = time >= Self.firstMillisecond ? time / 1000 : time
    signed = Array("\(parts[0]).\(parts[1])".utf8)
    guard let signature = Self.decode(parts[2]), signature.count == 64 else {
      throw Self.invalid("the signature is not 64 bytes in base64url; write r and s, not DER")
    }
    self.signature = signature
  }

  static func invalid(_ detail: String) -> Rejection {
    Rejection(.invalidProviderToken, "provider token is not valid: \(detail)")
  }

  private static func object(
    _ part: Substring, _ name: String
  ) throws(Rejection) -> JSONObject {
    guard let bytes = decode(part) else { throw invalid("its \(name) is not base64url") }
    do {
      let document = try JSONDocument(bytes, options: .payload)
      if let object = document.root.object { return object }
    } catch {
      throw invalid("its \(name) is not JSON: \(error.message)")
    }
    throw invalid("its \(name) is no JSON object")
  }

  private static func identifier(
    _ key: String, in object: JSONObject, _ meaning: String
  ) throws(Rejection) -> String {
    guard let text = object[key]?.string, text.utf8.count == identifierLength else {
      throw invalid(
        "\(key) is not \(identifierLength) characters; write \(meaning)")
    }
    return text
  }

  /// Reads base64url without padding (RFC 4648 §5); padding is taken.
  private static func decode(_ text: Substring) -> [UInt8]? {
    var bytes = text.utf8.map { byte in
      switch byte {
      case UInt8(ascii: "-"): UInt8(ascii: "+")
      case UInt8(ascii: "_"): UInt8(ascii: "/")
      default: byte
      }
    }
    while !bytes.count.isMultiple(of: 4) { bytes.append(UInt8(ascii: "=")) }
    return Data(base64Encoded: Data(bytes)).map { Array($0) }
  }
}
