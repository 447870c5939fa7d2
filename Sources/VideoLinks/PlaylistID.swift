/// The forms of a playlist's id.
enum PlaylistID {
  /// The beginnings of playlist ids: playlists, liked, education, uploads, favourites, mixes, mixes
  /// by video, temporary ones, popular ones, albums (the list is yt-dlp's).
  private static let prefixes = [
    "PL", "LL", "EC", "UU", "FL", "RD", "UL", "TL", "PU", "OLAK5uy_",
  ]
  /// Playlists of the person who is signed in: my mix, watch later, liked, liked music.
  private static let personal: Set<String> = ["RDMM", "WL", "LL", "LM"]
  /// The fewest characters after a prefix.
  private static let minimumTail = 10
  /// The most characters of a whole id: twice the longest seen (`RDCLAK5uy_` with 33 more).
  private static let maximumLength = 86

  /// Reads the playlist at the beginning of a parameter's value, percent-decoded.
  ///
  /// - Parameter bytes: The value of `list`.
  /// - Returns: The id, or `nil` when the value is none: it is then left out of the embed link.
  static func read(_ bytes: [UInt8]) -> String? {
    let id = String(decoding: bytes.prefix(while: VideoID.allows), as: UTF8.self)
    if personal.contains(id) { return id }
    guard id.utf8.count <= maximumLength else { return nil }
    let known = prefixes.contains { prefix in
      id.hasPrefix(prefix) && id.utf8.count - prefix.utf8.count >= minimumTail
    }
    return known ? id : nil
  }
}

extension YouTubeVideo.Clip {
  /// The most characters of a clip's id or token: more than twice the longest seen (36).
  private static let maximumLength = 80

  /// Makes a clip of the values of `clip` and `clipt`, or nothing where one is no such value.
  init?(identifier: [UInt8], token: [UInt8]) {
    guard let identifier = Self.read(identifier), identifier.hasPrefix("Ug"),
      let token = Self.read(token)
    else { return nil }
    self.init(identifier: identifier, token: token)
  }

  private static func read(_ bytes: [UInt8]) -> String? {
    let text = String(decoding: bytes.prefix(while: VideoID.allows), as: UTF8.self)
    return (1...maximumLength).contains(text.utf8.count) ? text : nil
  }
}
