internal import CHTTP2
public import FoundationEssentials
internal import GLibLoop
internal import Glibc

/// The endpoint's certificate, and the authority that providers are to trust.
///
/// Both are made at the first start and kept; the authority's key is forgotten, so that nobody can
/// make another certificate with it.
public struct ServerCertificate: Sendable {
  /// The names that the certificate is for: Apple's hosts too, for providers that are led here by
  /// the machine's hosts file.
  static let names = [
    "localhost", "api.push.apple.com", "api.sandbox.push.apple.com",
    "api.development.push.apple.com", "127.0.0.1", "::1",
  ]
  /// How long a certificate is made for, in seconds: five years.
  private static let validity: Double = 5 * 365 * 86_400
  /// How long before its end it is made anew, in seconds: 30 days.
  private static let renewal: Double = 30 * 86_400
  /// How much earlier than now it begins, in seconds, for clocks that are set back: a day.
  private static let head: Double = 86_400
  private static let longestFile = 64 * 1024

  /// The file of the authority, in PEM.
  public let authorityPath: String
  /// The chain and the key, in PEM.
  let pem: String
  let path: String

  /// Reads the certificate of a folder, or makes one where it is missing or ends soon.
  ///
  /// The key's file can be read by the person alone.
  ///
  /// - Parameters:
  ///   - folder: The path of a folder that exists.
  ///   - now: What time it is.
  /// - Returns: The certificate.
  /// - Throws: ``PushEndpointError``.
  public static func load(
    folder: String, now: Date
  ) throws(PushEndpointError) -> ServerCertificate {
    let authorityPath = folder + "/ca.pem"
    let path = folder + "/server.pem"
    let authority = try read(authorityPath)
    if let pem = try read(path), let authority, pem.hasSuffix(authority) {
      let end = unsafe chttp2_certificate_end(pem)
      guard end >= 0 else {
        throw .badCertificate(path: path, reason: "it is no certificate in PEM")
      }
      if Double(end) - renewal > now.timeIntervalSince1970 {
        // Somebody may have copied it about.
        guard unsafe chmod(path, 0o600) == 0 else {
          throw .file(path: path, reason: Descriptor.message(errno))
        }
        return ServerCertificate(authorityPath: authorityPath, pem: pem, path: path)
      }
    }
    let made = try make(now: now)
    // The authority stands behind the certificate that it signed: two files that do not belong
    // together, as a killed program leaves them, are told by that.
    let pem = made.certificate + made.authority
    do throws(Descriptor.Failure) {
      try WholeFile.replace(path, with: pem, mode: 0o600)
      try WholeFile.replace(authorityPath, with: made.authority, mode: 0o644)
    } catch {
      throw .file(path: path, reason: error.message)
    }
    return ServerCertificate(authorityPath: authorityPath, pem: pem, path: path)
  }

  private static func read(_ path: String) throws(PushEndpointError) -> String? {
    do throws(Descriptor.Failure) {
      let bytes = try WholeFile.read(path, limit: longestFile)
      return String(decoding: bytes, as: UTF8.self)
    } catch {
      if error.number == ENOENT { return nil }
      throw .file(path: path, reason: error.message)
    }
  }

  private static func make(
    now: Date
  ) throws(PushEndpointError) -> (authority: String, certificate: String) {
    let start = now.timeIntervalSince1970
    var authority: UnsafeMutablePointer<CChar>?
    var certificate: UnsafeMutablePointer<CChar>?
    let error = unsafe withCTexts(names) { names in
      unsafe chttp2_make_certificates(
        names, Int64(start - head), Int64(start + validity), &authority, &certificate)
    }
    defer {
      unsafe chttp2_text_free(authority)
      unsafe chttp2_text_free(certificate)
    }
    guard unsafe error == nil, let authority = unsafe authority,
      let certificate = unsafe certificate
    else { throw unsafe PushEndpointError(taking: error) }
    return unsafe (String(cString: authority), String(cString: certificate))
  }
}
