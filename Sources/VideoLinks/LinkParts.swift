/// A link cut into RFC 3986's parts, still percent-encoded.
struct LinkParts {
  /// The scheme in lower case, or `nil` where the link has none.
  let scheme: String?
  /// What stands between `//` and the path: user, host and port.
  let authority: [UInt8]
  /// The path, with its leading `/` or empty.
  let path: [UInt8]
  /// What follows the first `?`, or empty.
  let query: [UInt8]
  /// What follows the first `#`, or empty.
  let fragment: [UInt8]

  /// Cuts a link that may lack its scheme, or have `//` alone before its host.
  ///
  /// `host:8080/path` has no scheme: a number follows the colon.
  init(_ link: [UInt8]) {
    var rest = link[...]
    scheme = Self.takeScheme(&rest)
    if rest.starts(with: Array("//".utf8)) { rest = rest.dropFirst(2) }
    authority = Array(rest.prefix { !Self.endsAuthority($0) })
    rest = rest.dropFirst(authority.count)
    let beforeFragment = rest.prefix { $0 != UInt8(ascii: "#") }
    fragment = Array(rest.dropFirst(beforeFragment.count + 1))
    path = Array(beforeFragment.prefix { $0 != UInt8(ascii: "?") })
    query = Array(beforeFragment.dropFirst(path.count + 1))
  }

  /// The same link with another path and query.
  init(_ other: LinkParts, path: [UInt8], query: [UInt8]) {
    scheme = other.scheme
    authority = other.authority
    self.path = path
    self.query = query
    fragment = other.fragment
  }

  /// Reads the authority: the host in lower case, without a root dot, and the port's digits.
  ///
  /// - Returns: The host and what follows its colon, if anything does.
  /// - Throws: ``VideoLinkError/userInformation(host:)``, ``VideoLinkError/badHost(_:)``.
  func host() throws(VideoLinkError) -> (name: String, port: String?) {
    let text = String(decoding: authority, as: UTF8.self)
    if let at = text.lastIndex(of: "@") {
      throw .userInformation(host: String(text[text.index(after: at)...]))
    }
    var name = text[...]
    var port: Substring?
    if !text.hasSuffix("]"), let colon = text.lastIndex(of: ":") {
      name = text[..<colon]
      port = text[text.index(after: colon)...]
    }
    if name.hasSuffix(".") { name = name.dropLast() }
    guard Self.isHost(name), port.map(Self.isPort) ?? true else { throw .badHost(text) }
    return (name.lowercased(), port.flatMap { $0.isEmpty ? nil : String($0) })
  }

  /// The digits of 65,535.
  private static let maximumPortDigits = 5

  private static func takeScheme(_ rest: inout ArraySlice<UInt8>) -> String? {
    let word = rest.prefix { isSchemeByte($0) }
    let after = rest.dropFirst(word.count)
    guard let first = word.first, isLetter(first), after.first == UInt8(ascii: ":") else {
      return nil
    }
    let next = after.dropFirst()
    let port = next.prefix { !endsAuthority($0) }
    // An id of digits alone, as in vnd.youtube:12345678901, is longer than any port.
    guard port.isEmpty || port.count > maximumPortDigits || !port.allSatisfy(isDigit) else {
      return nil
    }
    rest = next
    return String(decoding: word, as: UTF8.self).lowercased()
  }

  private static func isHost(_ name: Substring) -> Bool {
    guard !name.isEmpty else { return false }
    if name.hasPrefix("["), name.hasSuffix("]") {
      return name.utf8.dropFirst().dropLast().allSatisfy { byte in
        Character(Unicode.Scalar(byte)).isHexDigit || byte == UInt8(ascii: ":")
          || byte == UInt8(ascii: ".")
      }
    }
    return name.utf8.allSatisfy { VideoID.allows($0) || $0 == UInt8(ascii: ".") }
      && !name.hasPrefix(".") && !name.hasPrefix("-")
  }

  /// A port is a number of up to 65,535, or nothing (RFC 3986 §3.2.3).
  private static func isPort(_ text: Substring) -> Bool {
    text.utf8.allSatisfy(isDigit) && (text.isEmpty || UInt16(text) != nil)
  }

  private static func endsAuthority(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "/") || byte == UInt8(ascii: "?") || byte == UInt8(ascii: "#")
  }

  private static func isSchemeByte(_ byte: UInt8) -> Bool {
    isLetter(byte) || isDigit(byte) || byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-")
      || byte == UInt8(ascii: ".")
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }
}
