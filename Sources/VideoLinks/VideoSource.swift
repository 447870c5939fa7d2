/// What a push's video link plays: a YouTube video in its frame, or a film by its own link.
public enum VideoSource: Equatable, Hashable, Sendable {
  /// A video of YouTube, played by its embedded player.
  case youTube(YouTubeVideo)
  /// Any other link of the web, played by the browser.
  case web(WebLink)

  /// The longest link that is read, in bytes: a whole push has 4,096, and links beyond 2,048 were
  /// never portable (sitemaps.org sets the same bound).
  public static let maximumLinkBytes = 2048

  /// Reads a push's video link.
  ///
  /// A link of one of YouTube's hosts has to name a video; any other has to be plain http or https.
  ///
  /// - Parameter link: The value of the push's video key.
  /// - Throws: ``VideoLinkError``, which says why nothing can be played.
  public init(link: String) throws(VideoLinkError) {
    if YouTubeLinkReader.isYouTube(try LinkText.tidy(link)) {
      self = .youTube(try YouTubeVideo(link: link))
    } else {
      self = .web(try WebLink(link))
    }
  }

  /// The link that opens the video without Belfry's page: the watch page, or the link itself.
  public var plainURL: String {
    switch self {
    case .youTube(let video): video.watchURL
    case .web(let link): link.text
    }
  }
}
