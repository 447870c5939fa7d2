internal import CHTTP2

/// Why the local APNs endpoint cannot be served; `description` says it in words that can be shown.
public enum PushEndpointError: Error, Equatable, Sendable {
  /// A library cannot be loaded; in the dynamic loader's words.
  case noLibrary(reason: String)
  /// Another program listens there.
  case portInUse(addresses: [String], port: UInt16)
  /// The port, below 1024, is kept for the superuser.
  case portNotPermitted(UInt16)
  /// The address is not one of this machine's.
  case noAddress([String], reason: String)
  /// The certificate, or a key, cannot be used.
  case badCertificate(path: String, reason: String)
  /// A file cannot be read or written.
  case file(path: String, reason: String)
  /// Any other reason, in the library's words.
  case failed(reason: String)
}

extension PushEndpointError: CustomStringConvertible {
  /// What is wrong, with the value, and what to do about it.
  public var description: String {
    switch self {
    case .noLibrary(let reason):
      "endpoint needs nghttp2, GnuTLS and glib-networking: \(reason); "
        + "install libnghttp2-14, libgnutls30 and glib-networking"
    case .portInUse(let addresses, let port):
      "port in use: \(port) on \(addresses.joined(separator: " or ")); "
        + "end the other program, or choose another port with --listen"
    case .portNotPermitted(let port):
      "port not permitted: \(port); choose one from 1024 on"
    case .noAddress(let addresses, let reason):
      "address not usable: \(addresses.joined(separator: ", ")): \(reason); "
        + "name one of this machine's with --listen"
    case .badCertificate(let path, let reason):
      "certificate or key not usable: \(path): \(reason); "
        + "move the file away, or name another"
    case .file(let path, let reason):
      "file not usable: \(path): \(reason); make it readable and its folder writable"
    case .failed(let reason):
      "endpoint cannot be served: \(reason)"
    }
  }

  /// Makes the house's error of the shim's, which is freed.
  ///
  /// - Parameters:
  ///   - error: The shim's.
  ///   - addresses: Where it was to be listened.
  ///   - port: The port.
  ///   - path: The file of the certificate or key.
  init(
    taking error: UnsafeMutablePointer<chttp2_error>?, addresses: [String] = [],
    port: UInt16 = 0, path: String = ""
  ) {
    guard let error = unsafe error else {
      self = .failed(reason: "no reason was given")
      return
    }
    let reason = unsafe String(cString: error.pointee.message)
    switch unsafe error.pointee.kind {
    case CHTTP2_NO_LIBRARY: self = .noLibrary(reason: reason)
    case CHTTP2_PORT_IN_USE: self = .portInUse(addresses: addresses, port: port)
    case CHTTP2_NOT_PERMITTED: self = .portNotPermitted(port)
    case CHTTP2_NO_ADDRESS: self = .noAddress(addresses, reason: reason)
    case CHTTP2_BAD_CERTIFICATE: self = .badCertificate(path: path, reason: reason)
    default: self = .failed(reason: reason)
    }
    unsafe chttp2_error_free(error)
  }
}
