internal import ApplePush
internal import NotificationModel
internal import VideoLinks

/// The video that a push's activation opens.
struct VideoActivation {
  /// What is opened, and what its page reports.
  struct Opening {
    let url: String
    let events: AsyncStream<PlayerEvent>?
  }

  private let source: Result<VideoSource, VideoLinkError>
  private let mode: VideoMode

  /// Finds a push's video; there is none when the push has no link or none is to be opened.
  ///
  /// - Parameters:
  ///   - push: The push.
  ///   - key: The key in the payload whose value is the link.
  ///   - mode: What an activation opens.
  init?(of push: Push, key: String, mode: VideoMode) {
    guard mode != .none, let link = push.content.userInfo[key] as? String else { return nil }
    self.mode = mode
    source = Result { () throws(VideoLinkError) in try VideoSource(link: link) }
  }

  private var video: VideoSource? {
    guard case .success(let video) = source else { return nil }
    return video
  }

  private var youTube: YouTubeVideo? {
    guard case .youTube(let video) = video else { return nil }
    return video
  }

  /// The id of a YouTube video.
  var videoID: String? { youTube?.videoID }

  /// The embed link of a YouTube video.
  var embedURL: String? { youTube?.embedURL }

  /// The link that leads to the video without Belfry; nil when the push's link is none.
  var link: String? { video?.plainURL }

  /// Why the push's link is no video, for `degraded`.
  var degraded: [String] {
    guard case .failure(let error) = source else { return [] }
    return ["video: \(error.description)"]
  }

  /// Makes what is opened.
  ///
  /// - Parameters:
  ///   - title: The page's title.
  ///   - surroundings: Who makes the page.
  /// - Returns: Nil when the push's link is no video.
  /// - Throws: What kept the page from being made.
  func opening(title: String, _ surroundings: PushSurroundings) async throws -> Opening? {
    guard let video else { return nil }
    switch mode {
    case .none: return nil
    case .watch: return Opening(url: video.plainURL, events: nil)
    case .embed: return Opening(url: embedURL ?? video.plainURL, events: nil)
    case .player:
      let page = try await surroundings.makeVideoPage(video, title)
      return Opening(url: page.url, events: page.events)
    }
  }
}
