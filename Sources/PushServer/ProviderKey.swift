public import ApplePush
internal import CHTTP2
internal import GLibLoop

/// The key that provider tokens are signed with, as Apple gives it to a developer: `AuthKey_ID.p8`.
@safe
public final class ProviderKey: ProviderKeyChecking {
  private static let longestFile = 16 * 1024
  /// What Apple's file names begin with; the key's identifier follows.
  private static let filePrefix = "AuthKey_"

  /// The key's identifier, taken from the file's name; nil where it is not named as by Apple.
  public let identifier: String?
  /// Never changed, and read from any thread.
  private nonisolated(unsafe) let key: OpaquePointer

  /// Reads a key.
  ///
  /// - Parameter path: A file with a private key in PKCS #8, or a public one, in PEM, on the curve
  ///   P-256.
  /// - Throws: ``PushEndpointError``.
  public init(path: String) throws(PushEndpointError) {
    let pem: String
    do throws(Descriptor.Failure) {
      pem = String(
        decoding: try WholeFile.read(path, limit: Self.longestFile), as: UTF8.self)
    } catch {
      throw .file(path: path, reason: error.message)
    }
    var error: UnsafeMutablePointer<chttp2_error>?
    guard let key = unsafe chttp2_key_read(pem, &error) else {
      throw unsafe PushEndpointError(taking: error, path: path)
    }
    unsafe self.key = key
    let name = path.split(separator: "/").last ?? ""
    let stem = name.split(separator: ".").first ?? ""
    identifier =
      stem.hasPrefix(Self.filePrefix) ? String(stem.dropFirst(Self.filePrefix.count)) : nil
  }

  deinit {
    unsafe chttp2_key_free(key)
  }

  /// Checks a signature by ES256.
  ///
  /// - Parameters:
  ///   - signature: 64 bytes, r and s.
  ///   - bytes: What is signed.
  /// - Returns: Whether the key has made it.
  public func hasMade(_ signature: [UInt8], over bytes: [UInt8]) -> Bool {
    unsafe chttp2_key_verify(key, bytes, bytes.count, signature, signature.count)
  }
}
