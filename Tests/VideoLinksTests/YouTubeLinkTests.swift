import Testing
import VideoLinks

struct YouTubeLinkTests {
  /// A link and the embed link that it yields.
  static let accepted: [(link: String, embed: String)] = [
    // Where the id stands.
    ("https://www.youtube.com/watch?v=dQw4w9WgXcQ", "dQw4w9WgXcQ"),
    ("https://www.youtube.com/watch?v=&v=dQw4w9WgXcQ", "dQw4w9WgXcQ"),
    ("https://www.youtube.com/watch?v=dQw4w9WgXcQ&v=0123456789A", "dQw4w9WgXcQ"),
    ("https://www.youtube.com/watch?src_vid=0123456789A&v=dQw4w9WgXcQ", "dQw4w9WgXcQ"),
    ("https://www.youtube.com/watch?%76=dQw4w9WgXcQ", "dQw4w9WgXcQ"),
    ("https://www.youtube.com/watch?v=%64Qw4w9WgXcQ", "dQw4w9WgXcQ"),
    ("https://www.youtube.com/watch%3Fv%3DdQw4w9WgXcQ", "dQw4w9WgXcQ"),
    ("https://www.youtube.com/watch?v%3DdQw4w9WgXcQ%26t%3D9", "dQw4w9WgXcQ?start=9"),
    ("https://www.youtube.com//watch?v=dQw4w9WgXcQ", "dQw4w9WgXcQ"),
    ("https://www.youtube.com/user/someone?v=dQw4w9WgXcQ", "dQw4w9WgXcQ"),
    ("https://www.youtube.com/someone?v=dQw4w9WgXcQ", "dQw4w9WgXcQ"),
    ("https://www.youtube.com/playlist?v=dQw4w9WgXcQ", "dQw4w9WgXcQ"),
    ("https://www.youtube.com/w/dQw4w9WgXcQ", "dQw4w9WgXcQ"),
    ("https://www.youtube.com/shorts/dQw4w9WgXcQ?feature=share", "dQw4w9WgXcQ"),
    ("https://youtu.be/dQw4w9WgXcQ&feature=youtu.be", "dQw4w9WgXcQ"),
    ("https://youtu.be/dQw4w9WgXcQ&t=9?si=x", "dQw4w9WgXcQ?start=9"),
    ("https://youtu.be/watch?v=dQw4w9WgXcQ", "dQw4w9WgXcQ"),
    ("https://music.youtube.com/watch?v=dQw4w9WgXcQ", "dQw4w9WgXcQ"),
    ("https://www.youtubekids.com/watch?v=dQw4w9WgXcQ", "dQw4w9WgXcQ"),
    ("https://gdata.youtube.com/feeds/api/videos/dQw4w9WgXcQ/related", "dQw4w9WgXcQ"),
    ("https://i.ytimg.com/an_webp/dQw4w9WgXcQ/mqdefault_6s.webp", "dQw4w9WgXcQ"),
    // How the link is spelt.
    ("//youtu.be/dQw4w9WgXcQ", "dQw4w9WgXcQ"),
    ("youtu.be:443/dQw4w9WgXcQ", "dQw4w9WgXcQ"),
    ("https%3A%2F%2Fwww.youtube.com%2Fwatch%3Fv%3DdQw4w9WgXcQ%26t%3D9", "dQw4w9WgXcQ?start=9"),
    ("www.youtube.com%2Fembed%2FdQw4w9WgXcQ", "dQw4w9WgXcQ"),
    ("\u{FEFF} “https://youtu.be/dQw4w9WgXcQ”.\n", "dQw4w9WgXcQ"),
    ("(https://youtu.be/dQw4w9WgXcQ?t=9).", "dQw4w9WgXcQ?start=9"),
    ("https://youtu.be/dQw4w9WgXcQ?t=9<br>", "dQw4w9WgXcQ?start=9"),
    ("https://youtu.be/dQw4w9WgXcQ\u{3000}を見て", "dQw4w9WgXcQ"),
    ("https://youtu.be/dQw4w9WgXcQ】", "dQw4w9WgXcQ"),
    ("https://www.youtube.com/watch?a=b&amp;amp;amp;v=dQw4w9WgXcQ", "dQw4w9WgXcQ"),
    ("https://www.youtube.com/watch?a=b&#038;v=dQw4w9WgXcQ", "dQw4w9WgXcQ"),
    // Links around links.
    (
      "https://www.youtube.com/attribution_link?u=/watch?v=dQw4w9WgXcQ&t=9&feature=share",
      "dQw4w9WgXcQ?start=9"
    ),
    (
      "https://consent.youtube.com/m?continue=https%3A%2F%2Fwww.youtube.com%2Fattribution_link%3Fu%3D"
        + "%252Fwatch%253Fv%253DdQw4w9WgXcQ&gl=DE",
      "dQw4w9WgXcQ"
    ),
    ("https://www.youtube.com/redirect?q=https%3A%2F%2Fyoutu.be%2FdQw4w9WgXcQ", "dQw4w9WgXcQ"),
    // Fragments.
    ("https://www.youtube.com/tv#/watch?v=dQw4w9WgXcQ&t=9", "dQw4w9WgXcQ?start=9"),
    ("https://m.youtube.com/?gl=US#!/watch?v=dQw4w9WgXcQ", "dQw4w9WgXcQ"),
    ("https://www.youtube.com/user/someone#p/u/1/dQw4w9WgXcQ?rel=0", "dQw4w9WgXcQ"),
    // The apps' links.
    ("vnd.youtube:dQw4w9WgXcQ", "dQw4w9WgXcQ"),
    ("vnd.youtube:12345678901", "12345678901"),
    ("vnd.youtube.launch:dQw4w9WgXcQ", "dQw4w9WgXcQ"),
    ("vnd.youtube://dQw4w9WgXcQ?t=9", "dQw4w9WgXcQ?start=9"),
    ("vnd.youtube://www.youtube.com/watch?v=dQw4w9WgXcQ", "dQw4w9WgXcQ"),
    ("youtube://watch?v=dQw4w9WgXcQ", "dQw4w9WgXcQ"),
    // Start, end, list, clip.
    ("https://youtu.be/dQw4w9WgXcQ?t=1h2m3s", "dQw4w9WgXcQ?start=3723"),
    ("https://youtu.be/dQw4w9WgXcQ?t=1m40", "dQw4w9WgXcQ?start=100"),
    ("https://youtu.be/dQw4w9WgXcQ?t=abc&start=9", "dQw4w9WgXcQ?start=9"),
    ("https://youtu.be/dQw4w9WgXcQ?t=9#t=0m10s", "dQw4w9WgXcQ?start=10"),
    ("https://youtu.be/dQw4w9WgXcQ?t=0", "dQw4w9WgXcQ"),
    ("https://youtu.be/dQw4w9WgXcQ?t=-9", "dQw4w9WgXcQ"),
    ("https://youtu.be/dQw4w9WgXcQ?t=9.5", "dQw4w9WgXcQ"),
    ("https://youtu.be/dQw4w9WgXcQ?t=30s1m", "dQw4w9WgXcQ"),
    ("https://youtu.be/dQw4w9WgXcQ?t=9999999", "dQw4w9WgXcQ?start=9999999"),
    ("https://youtu.be/dQw4w9WgXcQ?t=99999999999999999999", "dQw4w9WgXcQ"),
    ("https://www.youtube.com/embed/dQw4w9WgXcQ?start=15&end=45", "dQw4w9WgXcQ?start=15&end=45"),
    ("https://www.youtube.com/embed/dQw4w9WgXcQ?end=1m", "dQw4w9WgXcQ?end=60"),
    ("https://www.youtube.com/embed/dQw4w9WgXcQ?start=45&end=45", "dQw4w9WgXcQ?start=45"),
    (
      "https://youtu.be/dQw4w9WgXcQ?list=PL46F0A159EC02DF82)",
      "dQw4w9WgXcQ?list=PL46F0A159EC02DF82"
    ),
    ("https://youtu.be/dQw4w9WgXcQ?list=RDMM", "dQw4w9WgXcQ?list=RDMM"),
    ("https://youtu.be/dQw4w9WgXcQ?list=PLshort", "dQw4w9WgXcQ"),
    ("https://youtu.be/dQw4w9WgXcQ?list=%22%3E%3Cscript%3E", "dQw4w9WgXcQ"),
    (
      "https://www.youtube.com/embed/dQw4w9WgXcQ?clip=UgkxvYwD1omSQWCDuoWY&amp;clipt=EPjgJhjg4ig",
      "dQw4w9WgXcQ?clip=UgkxvYwD1omSQWCDuoWY&clipt=EPjgJhjg4ig"
    ),
    ("https://www.youtube.com/embed/dQw4w9WgXcQ?clip=UgkxvYwD1omSQWCDuoWY", "dQw4w9WgXcQ"),
  ]

  @Test("A link of YouTube's yields its embed link", arguments: accepted)
  func accepts(link: String, embed: String) throws {
    #expect(try YouTubeVideo(link: link).embedURL == "https://www.youtube.com/embed/" + embed)
  }

  /// A link and why it yields no video.
  static let refused: [(link: String, error: VideoLinkError)] = [
    ("", .empty),
    (" <\"'> ", .empty),
    (String(repeating: "a", count: 2049), .tooLong(bytes: 2049)),
    // Lookalike hosts.
    (
      "https://youtube.com.evil.example/watch?v=dQw4w9WgXcQ",
      .notYouTube(host: "youtube.com.evil.example")
    ),
    ("https://notyoutube.com/watch?v=dQw4w9WgXcQ", .notYouTube(host: "notyoutube.com")),
    ("https://wwwyoutube.com/watch?v=dQw4w9WgXcQ", .notYouTube(host: "wwwyoutube.com")),
    ("https://evil.www.youtube.com/watch?v=dQw4w9WgXcQ", .notYouTube(host: "evil.www.youtube.com")),
    ("https://evil.example#.youtube.com/watch?v=dQw4w9WgXcQ", .notYouTube(host: "evil.example")),
    ("https://evil.example?.youtube.com/watch?v=dQw4w9WgXcQ", .notYouTube(host: "evil.example")),
    (
      "https://www.youtube.com@evil.example/watch?v=dQw4w9WgXcQ",
      .userInformation(host: "evil.example")
    ),
    (
      "https://me:pw@www.youtube.com/watch?v=dQw4w9WgXcQ", .userInformation(host: "www.youtube.com")
    ),
    (
      "https://www.youtube.com%2F@evil.example/watch?v=dQw4w9WgXcQ",
      .userInformation(host: "evil.example")
    ),
    ("www.youtube.com%2F@evil.example/watch?v=dQw4w9WgXcQ", .userInformation(host: "evil.example")),
    (
      "https://evil.example\\www.youtube.com/watch?v=dQw4w9WgXcQ",
      .badHost("evil.example\\www.youtube.com")
    ),
    ("https://www.%79outube.com/watch?v=dQw4w9WgXcQ", .badHost("www.%79outube.com")),
    ("https://www.youtube.com%2Fwatch?v=dQw4w9WgXcQ", .badHost("www.youtube.com%2Fwatch")),
    ("https://www.youtube.com:99999/watch?v=dQw4w9WgXcQ", .badHost("www.youtube.com:99999")),
    ("https:///watch?v=dQw4w9WgXcQ", .badHost("")),
    ("https://[::1]/watch?v=dQw4w9WgXcQ", .notYouTube(host: "[::1]")),
    (
      "https://www.google.com/url?url=https%3A%2F%2Fyoutu.be%2FdQw4w9WgXcQ",
      .notYouTube(host: "www.google.com")
    ),
    ("https://www.you\ttube.com/watch?v=dQw4w9WgXcQ", .notYouTube(host: "www.you")),
    // Other schemes.
    ("javascript:alert('https://youtu.be/dQw4w9WgXcQ')", .unsupportedScheme("javascript")),
    ("data:text/html,youtu.be/dQw4w9WgXcQ", .unsupportedScheme("data")),
    ("file:///embed/dQw4w9WgXcQ", .unsupportedScheme("file")),
    ("ytplayer://dQw4w9WgXcQ", .unsupportedScheme("ytplayer")),
    ("youtube://evil.example/watch?v=dQw4w9WgXcQ", .notYouTube(host: "evil.example")),
    // Ids that are none.
    ("dQw4w9WgXcQ", .bareID("dQw4w9WgXcQ")),
    ("https://youtu.be/dQw4w9WgXc", .idLength(id: "dQw4w9WgXc", count: 10)),
    ("https://youtu.be/dQw4w9WgXcQQ", .idLength(id: "dQw4w9WgXcQQ", count: 12)),
    (
      "https://www.youtube.com/watch?v=dQw4w9WgXcQé",
      .idCharacter(id: "dQw4w9WgXcQé", character: "é")
    ),
    (
      "https://www.youtube.com/watch?v=dQw4w9WgXc%2541",
      .idCharacter(id: "dQw4w9WgXc%41", character: "%")
    ),
    (
      "https://www.youtube.com/watch?v=../../etc/pw",
      .idCharacter(id: "../../etc/pw", character: ".")
    ),
    ("https://www.youtube.com/watch?v=short&v=dQw4w9WgXcQ", .idLength(id: "short", count: 5)),
    // Pages that are no video.
    ("https://www.youtube.com/", .noVideo(page: "the start page")),
    (
      "https://www.youtube.com/watch?argv=dQw4w9WgXcQ", .noVideo(page: "a video page without an id")
    ),
    ("https://www.youtube.com/watch?V=dQw4w9WgXcQ", .noVideo(page: "a video page without an id")),
    ("https://www.youtube.com/dQw4w9WgXcQ", .noVideo(page: "a channel's page, by its name")),
    ("https://www.youtube.com/embed/videoseries", .noVideo(page: "a player without a video")),
    ("https://youtu.be/videoseries", .noVideo(page: "the start page")),
    (
      "https://www.youtube.com/embed/live_stream?channel=UC4R8DWoMoI7CAwX8_LjQHig",
      .noVideo(page: "a channel's current stream; only YouTube can tell which")
    ),
    ("https://www.youtube.com/results?v=dQw4w9WgXcQ", .noVideo(page: "search results")),
    (
      "https://i.ytimg.com/sb/dQw4w9WgXcQ/storyboard",
      .noVideo(page: "a picture that is no video's")
    ),
    (
      "https://www.youtube.com/embed/videoseries?list=PL46F0A159EC02DF82",
      .playlistWithoutVideo(list: "PL46F0A159EC02DF82")
    ),
    (
      "https://www.youtube.com/playlist?list=PL46F0A159EC02DF82#/about",
      .playlistWithoutVideo(list: "PL46F0A159EC02DF82")
    ),
    // Links around links.
    (
      "https://www.youtube.com/redirect?q=https%3A%2F%2Fexample.com",
      .notYouTube(host: "example.com")
    ),
    (
      "https://www.youtube.com/attribution_link?u=//evil.example/watch",
      .notYouTube(host: "evil.example")
    ),
    (
      "https://www.youtube.com/oembed?format=json",
      .noVideo(page: "a link around another, which it lacks")
    ),
    (nested(4), .tooManyWrappers),
  ]

  /// The watch page within that many redirects.
  static func nested(_ depth: Int) -> String {
    "https://www.youtube.com"
      + String(repeating: "/redirect?q=", count: depth) + "/watch?v=dQw4w9WgXcQ"
  }

  @Test("A link that yields no video says why", arguments: refused)
  func refuses(link: String, error: VideoLinkError) {
    #expect(throws: error) { try YouTubeVideo(link: link) }
  }

  @Test("As many links within links as the limit names are followed")
  func followsWrappers() throws {
    let video = try YouTubeVideo(link: Self.nested(YouTubeVideo.maximumWrappers))
    #expect(video.videoID == "dQw4w9WgXcQ")
  }

  @Test("The longest link that is allowed is read")
  func longestLink() throws {
    let link = "https://youtu.be/dQw4w9WgXcQ?pp="
    let padded =
      link + String(repeating: "x", count: VideoSource.maximumLinkBytes - link.utf8.count)
    #expect(try YouTubeVideo(link: padded).videoID == "dQw4w9WgXcQ")
    #expect(throws: VideoLinkError.tooLong(bytes: 2049)) { try YouTubeVideo(link: padded + "x") }
  }

  @Test("The watch page keeps the start, the list and the place in it")
  func watchPage() throws {
    let video = try YouTubeVideo(
      link: "https://www.youtube.com/watch?v=dQw4w9WgXcQ&index=18&list=PLBFF76C4369CACD4D&t=90")
    #expect(
      video.watchURL
        == "https://www.youtube.com/watch?v=dQw4w9WgXcQ&list=PLBFF76C4369CACD4D&index=18&t=90s")
    #expect(video.index == 18)
  }

  @Test("The frame's link names the page's origin with its port")
  func frame() throws {
    let video = try YouTubeVideo(link: "https://youtu.be/dQw4w9WgXcQ?t=90")
    #expect(
      video.frameURL(origin: "http://localhost:2198")
        == "https://www.youtube.com/embed/dQw4w9WgXcQ?start=90&enablejsapi=1&playsinline=1"
        + "&origin=http%3A%2F%2Flocalhost%3A2198")
  }
}
