/// The rule for a video id: exactly 11 characters of `A-Z a-z 0-9 _ -`.
///
/// The last character of the ids that YouTube gives out is one of only 16, yet YouTube redirects the
/// others (yt-dlp's tests have one), so that is not asked for.
enum VideoID {
  /// An id's length in characters.
  static let length = 11

  /// Words of 11 characters that stand in an id's place and are none: `/embed/videoseries` is a
  /// playlist, `/embed/live_stream` a channel's current stream.
  static let decoys: Set<String> = ["videoseries", "live_stream"]

  /// Tells whether a byte can stand in an id, a playlist's id or a clip's token.
  static func allows(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"):
      true
    default:
      false
    }
  }

  /// Reads the id at the beginning of a path segment or a parameter's value, percent-decoded.
  ///
  /// What follows the id's characters is dropped, be it `/hd`, `?_confirmation=1` or a bracket, but
  /// for what belongs to a longer word: a letter or digit of another script, and a `%` with two hex
  /// digits, which was percent-encoded twice.
  static func read(_ bytes: [UInt8]) throws(VideoLinkError) -> String {
    let id = String(decoding: bytes.prefix(while: allows), as: UTF8.self)
    let rest = String(decoding: bytes.dropFirst(id.utf8.count), as: UTF8.self)
    if let next = rest.unicodeScalars.first, id.isEmpty || continues(next, rest) {
      throw .idCharacter(id: shown(bytes), character: String(next))
    }
    guard id.utf8.count == length else { throw .idLength(id: shown(bytes), count: id.utf8.count) }
    return id
  }

  private static func continues(_ next: Unicode.Scalar, _ rest: String) -> Bool {
    if next == "%" { return PercentCoding.decode(Array(rest.utf8)) != Array(rest.utf8) }
    return !next.isASCII && (next.properties.isAlphabetic || next.properties.numericType != nil)
  }

  private static func shown(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}
