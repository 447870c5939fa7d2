/// The tidying of a link as people paste it: out of a text, between brackets, out of HTML.
enum LinkText {
  /// The most rounds of undoing `&amp;`: links escaped twice are common, more than three are not.
  private static let maximumUnescapeRounds = 3

  /// What can stand before a pasted link, besides white space.
  private static let openers: Set<Unicode.Scalar> = ["<", "\"", "'", "(", "[", "{", "“", "‘", "«"]
  /// What can stand after a pasted link and ends no link of its own.
  private static let closers: Set<Unicode.Scalar> = [
    "'", ")", "]", "}", ".", ",", ";", "!", "”", "’", "»",
  ]
  /// What ends a link within a text (RFC 3986 Appendix C), besides white space.
  private static let delimiters: Set<Unicode.Scalar> = ["<", ">", "\""]
  /// The ways in which HTML spells `&`.
  private static let ampersands = ["amp;", "AMP;", "#38;", "#038;", "#x26;", "#X26;"]
    .map { Array($0.utf8) }

  /// Takes the link out of the text around it and undoes HTML's escaping of `&`.
  ///
  /// - Parameter text: At most ``VideoSource/maximumLinkBytes`` bytes; more are refused.
  /// - Returns: The link's bytes, at least one.
  /// - Throws: ``VideoLinkError/tooLong(bytes:)``, ``VideoLinkError/empty``.
  static func tidy(_ text: String) throws(VideoLinkError) -> [UInt8] {
    let size = text.utf8.count
    guard size <= VideoSource.maximumLinkBytes else { throw .tooLong(bytes: size) }
    var scalars = text.unicodeScalars[...]
    while let first = scalars.first, openers.contains(first) || isGap(first) {
      scalars.removeFirst()
    }
    scalars = scalars.prefix { !delimiters.contains($0) && !isGap($0) }
    while let last = scalars.last, closers.contains(last) { scalars.removeLast() }
    var link = Array(String(scalars).utf8)
    for _ in 0..<maximumUnescapeRounds {
      let unescaped = unescapeAmpersands(link)
      if unescaped == link { break }
      link = unescaped
    }
    guard !link.isEmpty else { throw .empty }
    return link
  }

  /// Tells whether a character is white space, a control or one that cannot be seen.
  static func isGap(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format: true
    default: scalar.properties.isWhitespace
    }
  }

  private static func unescapeAmpersands(_ link: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(link.count)
    var rest = link[...]
    while let byte = rest.popFirst() {
      result.append(byte)
      if byte == UInt8(ascii: "&"), let name = ampersands.first(where: { rest.starts(with: $0) }) {
        rest = rest.dropFirst(name.count)
      }
    }
    return result
  }
}
