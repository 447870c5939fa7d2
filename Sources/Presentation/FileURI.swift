/// `file:` URIs of absolute paths.
enum FileURI {
  /// Makes the URI of a path; every byte outside of RFC 3986's unreserved characters and `/` is
  /// percent-encoded.
  static func of(path: String) -> String {
    var uri = "file://"
    for byte in path.utf8 {
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x2F, 0x5F, 0x7E:
        uri.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        let digits = String(byte, radix: 16, uppercase: true)
        uri += "%" + (digits.utf8.count == 1 ? "0" : "") + digits
      }
    }
    return uri
  }
}
