/// What a path of one of YouTube's hosts leads to, told by its first word.
enum YouTubePage: Equatable {
  /// The id is the next segment, or the parameter `v` or `vi`.
  case video
  /// As ``video``, but its next segment can be a decoy, and there may be a playlist alone.
  case embed
  /// The parameter of this name holds the link that is meant.
  case wrapper(String)
  /// A playlist; a video of it only by `v`.
  case playlist
  /// A page, in words, that is a video only where it says so by `v` or in its fragment.
  case page(String)
  /// A page, in words, that is never a video, whatever its parameters are called.
  case never(String)
}

/// YouTube's hosts, and the first words of their paths.
///
/// A host that is not here is none of YouTube's: country hosts, other front ends, shorteners and
/// search engines' redirects are left out, for each of them is run by somebody else, and such lists
/// go stale.
enum YouTubeHosts {
  /// The kinds of host.
  enum Kind {
    /// The site itself, and players: all of ``paths``.
    case site
    /// `youtu.be`: the id is the path's first word, unless that is one of ``paths``.
    case short
    /// Thumbnails: `/vi/ID/…`.
    case images
    /// The data service that closed in 2015: `/feeds/api/videos/ID`.
    case data
    /// The page that asks for consent; it goes on to `continue`.
    case consent
  }

  /// Each host with its kind, in lower case and without a root dot.
  static let table: [String: Kind] = [
    "youtube.com": .site, "www.youtube.com": .site, "m.youtube.com": .site,
    "music.youtube.com": .site, "gaming.youtube.com": .site,
    "youtubekids.com": .site, "www.youtubekids.com": .site,
    "youtube-nocookie.com": .site, "www.youtube-nocookie.com": .site,
    "youtube.googleapis.com": .site,
    "youtu.be": .short, "www.youtu.be": .short,
    "i.ytimg.com": .images, "img.youtube.com": .images,
    "gdata.youtube.com": .data,
    "consent.youtube.com": .consent,
  ]

  /// Each first word of a path that means something, in its exact case.
  ///
  /// Words that yt-dlp reserves (`_RESERVED_NAMES`) and words that were links to videos once.
  static let paths: [String: YouTubePage] = [
    "": .page("the start page"),
    "watch": .video, "v": .video, "e": .video, "w": .video, "shorts": .video, "live": .video,
    "vi": .video, "vi_webp": .video, "an_webp": .video,
    "embed": .embed,
    "attribution_link": .wrapper("u"), "oembed": .wrapper("url"), "redirect": .wrapper("q"),
    "playlist": .playlist,
    "watch_popup": .page("a watch page without an id"),
    "ytscreeningroom": .page("a screening room without an id"),
    "details": .page("a details page without an id"),
    "tv": .page("YouTube's television page"),
    "channel": .page("a channel"), "c": .page("a channel"), "user": .page("a channel"),
    "clip": .never("a clip; only YouTube can tell of which video"),
    "feed": .never("a feed"), "results": .never("search results"),
    "hashtag": .never("a hashtag"), "post": .never("a post"),
    "source": .never("the videos made with a sound"),
    "shared": .never("a share token; only YouTube can tell of which video"),
  ]

  /// The first words of a thumbnail's path; the video's id is the next.
  static let thumbnails: Set<String> = ["vi", "vi_webp", "an_webp"]

  /// The schemes of YouTube's apps; what follows the colon is an id, or a link without its scheme.
  static let appSchemes: Set<String> = ["vnd.youtube", "vnd.youtube.launch", "youtube"]
}
