extension YouTubeVideo {
  /// The most links within links that are followed: the deepest in use, a consent page around an
  /// attribution link around the watch page, has two.
  public static let maximumWrappers = 3

  /// Reads the video that a link names.
  ///
  /// Accepted are the links of YouTube's own hosts (www., m., music. and gaming.youtube.com,
  /// youtubekids.com, youtube-nocookie.com, youtu.be, youtube.googleapis.com, gdata.youtube.com, the
  /// thumbnails' i.ytimg.com and img.youtube.com) by http, by https or without a scheme, in all
  /// their forms; the attribution, oEmbed, redirect and consent links around them; and the links
  /// `vnd.youtube:`, `vnd.youtube.launch:` and `youtube:` of YouTube's apps. The host decides, in
  /// any case, with or without a root dot, and on any port, for the embed link is made anew and its
  /// host is always www.youtube.com. White space, quotes, brackets and marks around the link fall
  /// away; `&amp;` and percent-encoding are undone.
  ///
  /// Refused are ids by themselves, other front ends, country hosts, other sites' redirects, user
  /// names before the host, and ids that do not have exactly 11 characters: a longer one is not cut,
  /// for nobody can say which 11 were meant.
  ///
  /// A `start`, `end`, `list` or `clip` that is none is left out; it does not cost the video.
  ///
  /// - Parameter link: The link; at most ``VideoSource/maximumLinkBytes`` bytes are read.
  /// - Throws: ``VideoLinkError``, which says why there is no video.
  public init(link: String) throws(VideoLinkError) {
    self = try YouTubeLinkReader(depth: 0).read(try LinkText.tidy(link))
  }
}

/// The walk from a link's host to its video.
struct YouTubeLinkReader {
  /// How many links stand around this one.
  let depth: Int

  /// Reads a tidied link.
  func read(_ link: [UInt8]) throws(VideoLinkError) -> YouTubeVideo {
    let parts = LinkParts(Self.decodedIfWhole(link))
    switch parts.scheme {
    case nil, "http", "https":
      break
    case .some(let scheme) where YouTubeHosts.appSchemes.contains(scheme):
      return try readAppLink(parts)
    case .some(let scheme):
      throw .unsupportedScheme(scheme)
    }
    if parts.scheme == nil, let id = Self.bareID(link) { throw .bareID(id) }
    let host = try parts.host().name
    guard let kind = YouTubeHosts.table[host] else { throw .notYouTube(host: host) }
    return try readWebLink(Self.splitOffTrailingQuery(parts), kind)
  }

  /// Tells whether a link's own host is one of YouTube's, whatever the link is worth.
  static func isYouTube(_ link: [UInt8]) -> Bool {
    let parts = LinkParts(decodedIfWhole(link))
    if let scheme = parts.scheme, YouTubeHosts.appSchemes.contains(scheme) { return true }
    // A host that cannot be read is not YouTube's; the reader of web links says what ails it.
    guard let host = try? parts.host().name else { return false }
    return YouTubeHosts.table[host] != nil
  }

  // MARK: - Web links

  private func readWebLink(
    _ parts: LinkParts, _ kind: YouTubeHosts.Kind
  ) throws(VideoLinkError) -> YouTubeVideo {
    var segments = Self.segments(parts.path)
    let query = LinkParameters(parts.query)
    switch kind {
    case .consent:
      return try readWrapped(query.link("continue"), "a consent page")
    case .data:
      guard segments.prefix(3).elementsEqual(["feeds", "api", "videos"].map { Array($0.utf8) })
      else { throw .noVideo(page: "a page of the data service that is no video") }
      segments.removeFirst(3)
      return try video(segments.first, "a list of videos", parts, query)
    case .short:
      guard let first = segments.first,
        YouTubeHosts.paths[String(decoding: first, as: UTF8.self)] == nil
      else { break }
      return try video(first, "the start page", parts, query)
    case .images:
      let word = segments.first.map { String(decoding: $0, as: UTF8.self) }
      guard let word, YouTubeHosts.thumbnails.contains(word) else {
        throw .noVideo(page: "a picture that is no video's")
      }
    case .site:
      break
    }
    return try readSitePage(segments, parts, query)
  }

  private func readSitePage(
    _ segments: [[UInt8]], _ parts: LinkParts, _ query: LinkParameters
  ) throws(VideoLinkError) -> YouTubeVideo {
    let word = segments.first.map { String(decoding: $0, as: UTF8.self) } ?? ""
    let named = query["v"] ?? query["vi"]
    let next = segments.dropFirst().first
    switch YouTubeHosts.paths[word] ?? .page("a channel's page, by its name") {
    case .never(let page):
      throw .noVideo(page: page)
    case .wrapper(let name):
      return try readWrapped(query.link(name), "a link around another, which it lacks")
    case .page(let page):
      return try video(named, page, parts, query)
    case .playlist:
      return try video(named, "a playlist page without its list", parts, query)
    case .video:
      return try video(named ?? next, "a video page without an id", parts, query)
    case .embed:
      let text = next.map { String(decoding: $0, as: UTF8.self) }
      if text == "live_stream" {
        throw .noVideo(page: "a channel's current stream; only YouTube can tell which")
      }
      let id = text == "videoseries" || text == "watch" ? nil : next
      return try video(id ?? named, "a player without a video", parts, query)
    }
  }

  /// Makes the video of the id that the path or the query holds, else of the fragment's.
  private func video(
    _ candidate: [UInt8]?, _ page: String, _ parts: LinkParts, _ query: LinkParameters
  ) throws(VideoLinkError) -> YouTubeVideo {
    if let candidate {
      let id = try VideoID.read(candidate)
      guard !VideoID.decoys.contains(id) else { throw .noVideo(page: page) }
      return Self.video(id, query, fragment: parts.fragment)
    }
    if let video = try readFragment(parts.fragment, query) { return video }
    if let list = query.first(of: ["list"], PlaylistID.read) {
      throw .playlistWithoutVideo(list: list)
    }
    throw .noVideo(page: page)
  }

  /// Reads the fragments that stood for whole pages: `#!v=ID`, `#/watch?v=ID`, `#p/u/1/ID`.
  private func readFragment(
    _ fragment: [UInt8], _ query: LinkParameters
  ) throws(VideoLinkError) -> YouTubeVideo? {
    var rest = fragment[...]
    if rest.first == UInt8(ascii: "!") {
      rest = rest.dropFirst()
      if rest.first != UInt8(ascii: "/") {
        let parameters = LinkParameters(Array(rest))
        guard let id = parameters["v"] else { return nil }
        return Self.video(try VideoID.read(id), parameters, fragment: [])
      }
    }
    if rest.first == UInt8(ascii: "/") {
      do {
        return try readWrapped(Array(rest), "a fragment")
      } catch {
        // A fragment that names no video says nothing; the page around it does.
        guard case .noVideo = error else { throw error }
        return nil
      }
    }
    let place = rest.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "&") }
    let steps = Self.segments(Array(place))
    // p, then the list's kind, then the place in it, then the id; albums have one step more.
    guard steps.count >= 3, steps.first == Array("p".utf8), let last = steps.last else {
      return nil
    }
    return Self.video(
      try VideoID.read(last), query, fragment: Array(rest.dropFirst(place.count + 1)))
  }

  private static func video(
    _ id: String, _ query: LinkParameters, fragment: [UInt8]
  ) -> YouTubeVideo {
    let inFragment = LinkParameters(fragment)
    let starts: Set = ["t", "start", "time_continue"]
    let start =
      inFragment.first(of: starts, PlayTime.seconds)
      ?? query.first(of: starts, PlayTime.seconds)
    let end = query.first(of: ["end"], PlayTime.seconds)
    return YouTubeVideo(
      videoID: id, start: start, end: end.flatMap { $0 > start ?? 0 ? $0 : nil },
      list: query.first(of: ["list"], PlaylistID.read),
      index: query.first(of: ["index"]) { Int(String(decoding: $0, as: UTF8.self)) }
        .flatMap { (1...maximumIndex).contains($0) ? $0 : nil },
      clip: query["clip"].flatMap { clip in
        query["clipt"].flatMap { YouTubeVideo.Clip(identifier: clip, token: $0) }
      })
  }

  /// The largest place in a playlist: YouTube ends one at 5,000 videos.
  private static let maximumIndex = 5000

  // MARK: - Links around links

  private func readWrapped(
    _ inner: [UInt8]?, _ page: String
  ) throws(VideoLinkError) -> YouTubeVideo {
    guard let inner, !inner.isEmpty else { throw .noVideo(page: page) }
    guard depth < YouTubeVideo.maximumWrappers else { throw .tooManyWrappers }
    var link = try LinkText.tidy(String(decoding: inner, as: UTF8.self))
    // A path alone is one of YouTube's; two slashes begin a host.
    if link.first == UInt8(ascii: "/"), link.dropFirst().first != UInt8(ascii: "/") {
      link = Array("https://www.youtube.com".utf8) + link
    }
    return try YouTubeLinkReader(depth: depth + 1).read(link)
  }

  /// Reads `vnd.youtube:ID`, `youtube://ID` and those with a link in the id's place.
  private func readAppLink(_ parts: LinkParts) throws(VideoLinkError) -> YouTubeVideo {
    let word = parts.authority
    let text = String(decoding: word, as: UTF8.self)
    if word.contains(UInt8(ascii: ".")) || word.contains(UInt8(ascii: "@")) {
      let host = try parts.host().name
      guard let kind = YouTubeHosts.table[host] else { throw .notYouTube(host: host) }
      return try readWebLink(parts, kind)
    }
    let query = LinkParameters(parts.query)
    if YouTubeHosts.paths[text] != nil {
      return try readSitePage([word] + Self.segments(parts.path), parts, query)
    }
    return try video(PercentCoding.decode(word), "an app's link", parts, query)
  }

  // MARK: - Spelling

  /// Decodes a link that was percent-encoded as a whole: it has no scheme, and its host runs into an
  /// encoded `:`, `/` or `?`.
  ///
  /// With a scheme, or with an `@`, a browser would read such a host otherwise.
  private static func decodedIfWhole(_ link: [UInt8]) -> [UInt8] {
    let parts = LinkParts(link)
    guard parts.scheme == nil, link.first != UInt8(ascii: "/"),
      !parts.authority.contains(UInt8(ascii: "@"))
    else { return link }
    let host = String(decoding: parts.authority, as: UTF8.self).lowercased()
    let isWhole = ["%3a", "%2f", "%3f"].contains { host.contains($0) }
    return isWhole ? PercentCoding.decode(link) : link
  }

  /// Moves a query that was written into the path (`/ID&feature=x`, `/watch%3Fv%3DID`) to its place,
  /// and decodes one that was percent-encoded as a whole (`?v%3DID%26t%3D9`).
  private static func splitOffTrailingQuery(_ parts: LinkParts) -> LinkParts {
    var path = parts.path
    var query = parts.query
    if query.isEmpty {
      let decoded = PercentCoding.decode(path)
      if decoded.contains(UInt8(ascii: "?")) { path = decoded }
    } else if !query.contains(UInt8(ascii: "=")) {
      query = PercentCoding.decode(query)
    }
    if let mark = path.firstIndex(where: { $0 == UInt8(ascii: "&") || $0 == UInt8(ascii: "?") }) {
      let moved = Array(path[(mark + 1)...])
      query = query.isEmpty ? moved : moved + [UInt8(ascii: "&")] + query
      path = Array(path[..<mark])
    }
    return LinkParts(parts, path: path, query: query)
  }

  /// Cuts a path at its slashes, drops what is empty, and percent-decodes each segment once.
  private static func segments(_ path: [UInt8]) -> [[UInt8]] {
    path.split(separator: UInt8(ascii: "/")).map { PercentCoding.decode($0) }
  }

  private static func bareID(_ link: [UInt8]) -> String? {
    guard link.count == VideoID.length, link.allSatisfy(VideoID.allows) else { return nil }
    return String(decoding: link, as: UTF8.self)
  }
}
