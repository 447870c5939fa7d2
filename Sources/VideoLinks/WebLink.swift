/// A plain link of the web: http or https, a host, and nothing that a browser could read otherwise.
public struct WebLink: Equatable, Hashable, Sendable, CustomStringConvertible {
  /// The whole link in ASCII; it begins with `http://` or `https://` in lower case and can stand in
  /// HTML once `&` is escaped.
  public let text: String
  /// True where the link is https.
  public let isSecure: Bool
  /// The host in lower case, an IPv6 address in its brackets.
  public let host: String

  /// The link's ``text``.
  public var description: String { text }

  /// Checks that a link is plain http or https.
  ///
  /// White space around it falls away. What RFC 3986 does not allow to stand in a path or a query,
  /// such as a space or `é`, is percent-encoded.
  ///
  /// - Parameter link: At most ``VideoSource/maximumLinkBytes`` bytes.
  /// - Throws: ``VideoLinkError``: another scheme or none, a user name, a host that is not ASCII (an
  ///   international one has to be written in its `xn--` form), a control character, too long.
  public init(_ link: String) throws(VideoLinkError) {
    let size = link.utf8.count
    guard size <= VideoSource.maximumLinkBytes else { throw .tooLong(bytes: size) }
    var scalars = link.unicodeScalars[...]
    while let first = scalars.first, first.properties.isWhitespace { scalars.removeFirst() }
    while let last = scalars.last, last.properties.isWhitespace { scalars.removeLast() }
    guard !scalars.isEmpty else { throw .empty }
    let trimmed = String(scalars)
    guard !scalars.contains(where: { $0.properties.generalCategory == .control }) else {
      throw .controlCharacter(trimmed)
    }
    let parts = LinkParts(Array(trimmed.utf8))
    guard let scheme = parts.scheme else { throw .noScheme(trimmed) }
    guard scheme == "http" || scheme == "https" else { throw .unsupportedScheme(scheme) }
    guard trimmed.dropFirst(scheme.count).hasPrefix("://") else { throw .badHost(trimmed) }
    let (host, port) = try parts.host()
    self.host = host
    isSecure = scheme == "https"
    text =
      "\(scheme)://\(host)" + (port.map { ":\($0)" } ?? "") + Self.encode("", parts.path)
      + Self.encode("?", parts.query) + Self.encode("#", parts.fragment)
  }

  private static func encode(_ mark: String, _ part: [UInt8]) -> String {
    part.isEmpty ? "" : mark + PercentCoding.encode(part, keep: isLegal)
  }

  /// Tells whether a byte is one of RFC 3986's `pchar`, `/`, `?` or `%`; `'` is encoded too.
  private static func isLegal(_ byte: UInt8) -> Bool {
    PercentCoding.isUnreserved(byte) || "/?%!$&()*+,;=:@".utf8.contains(byte)
  }
}
