/// A YouTube video that a link named, with what the link said about how to play it.
///
/// Every property holds checked text only: it can stand in a link without further escaping.
public struct YouTubeVideo: Equatable, Hashable, Sendable {
  /// The video's id: 11 characters of `A-Z a-z 0-9 _ -`.
  ///
  /// Source: Google Ads API reference, "the 11 character string value used in the YouTube video URL";
  /// the IFrame API documents error 2 for an id of another length or alphabet.
  public let videoID: String
  /// The second at which the video starts, at least 1, or `nil` for its beginning.
  public let start: Int?
  /// The second at which the video stops, greater than ``start``, or `nil` for its end.
  public let end: Int?
  /// The playlist around the video, or `nil`.
  public let list: String?
  /// The video's place in the playlist, counted from 1 as watch pages do, or `nil`.
  public let index: Int?
  /// The part of the video that the link shares, or `nil`.
  public let clip: Clip?

  /// A shared part of a video: both values come and go together.
  public struct Clip: Equatable, Hashable, Sendable {
    /// The clip's own id (`clip=`).
    public let identifier: String
    /// The opaque token that bounds the clip (`clipt=`).
    public let token: String
  }

  init(
    videoID: String, start: Int? = nil, end: Int? = nil, list: String? = nil, index: Int? = nil,
    clip: Clip? = nil
  ) {
    self.videoID = videoID
    self.start = start
    self.end = end
    self.list = list
    self.index = index
    self.clip = clip
  }

  /// The embed link, such as `https://www.youtube.com/embed/dQw4w9WgXcQ?start=90`.
  ///
  /// Opened by itself in a browser tab it shows Error 153, for the request then lacks a `Referer`:
  /// it belongs into a frame of a page that is served over HTTP (IFrame API revision history,
  /// 9 July 2025). `index` is left out: watch pages count from 1, and no documentation says how the
  /// embedded player counts.
  public var embedURL: String {
    Self.link("https://www.youtube.com/embed/\(videoID)", embedParameters)
  }

  /// The watch page, such as `https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=90s`.
  ///
  /// It plays what the owner does not let others embed, and needs no `Referer`.
  public var watchURL: String {
    var parameters = [("v", videoID)]
    if let list { parameters.append(("list", list)) }
    if list != nil, let index { parameters.append(("index", String(index))) }
    if let start { parameters.append(("t", "\(start)s")) }
    return Self.link("https://www.youtube.com/watch", parameters)
  }

  /// Makes the link for the frame of a page that steers the player by the IFrame API.
  ///
  /// - Parameter origin: The page's scheme, host and port, such as `http://localhost:2198`; the API
  ///   wants it beside `enablejsapi`, with the port.
  /// - Returns: ``embedURL`` with `enablejsapi`, `origin` and `playsinline`.
  public func frameURL(origin: String) -> String {
    Self.link(
      "https://www.youtube.com/embed/\(videoID)",
      embedParameters + [
        ("enablejsapi", "1"), ("playsinline", "1"), ("origin", PercentCoding.encodeValue(origin)),
      ])
  }

  private var embedParameters: [(name: String, value: String)] {
    var parameters: [(String, String)] = []
    if let start { parameters.append(("start", String(start))) }
    if let end { parameters.append(("end", String(end))) }
    if let list { parameters.append(("list", list)) }
    if let clip {
      parameters.append(("clip", clip.identifier))
      parameters.append(("clipt", clip.token))
    }
    return parameters
  }

  private static func link(_ base: String, _ parameters: [(name: String, value: String)]) -> String
  {
    guard !parameters.isEmpty else { return base }
    return base + "?" + parameters.map { "\($0.name)=\($0.value)" }.joined(separator: "&")
  }
}
