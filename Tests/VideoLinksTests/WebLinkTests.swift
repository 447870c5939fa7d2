import Testing
import VideoLinks

struct WebLinkTests {
  static let accepted: [(link: String, text: String)] = [
    ("https://example.com/a.mp4", "https://example.com/a.mp4"),
    (
      " HTTP://Example.COM:8080/A%20b.mp4?x=1&y=2#t=9\n",
      "http://example.com:8080/A%20b.mp4?x=1&y=2#t=9"
    ),
    ("http://[::1]:8080/a.mp4", "http://[::1]:8080/a.mp4"),
    ("https://example.com./a.mp4", "https://example.com/a.mp4"),
    (
      "https://example.com/été \"1\"'2'<3>.mp4",
      "https://example.com/%C3%A9t%C3%A9%20%221%22%272%27%3C3%3E.mp4"
    ),
    ("https://example.com?a[]=1#\u{2028}x", "https://example.com?a%5B%5D=1#%E2%80%A8x"),
  ]

  @Test("A plain link of the web is accepted and spelt in ASCII", arguments: accepted)
  func accepts(link: String, text: String) throws {
    #expect(try WebLink(link).text == text)
  }

  static let refused: [(link: String, error: VideoLinkError)] = [
    ("", .empty),
    ("example.com/a.mp4", .noScheme("example.com/a.mp4")),
    ("//example.com/a.mp4", .noScheme("//example.com/a.mp4")),
    ("-new-window", .noScheme("-new-window")),
    ("/etc/passwd", .noScheme("/etc/passwd")),
    ("javascript:alert(1)", .unsupportedScheme("javascript")),
    ("file:///etc/passwd", .unsupportedScheme("file")),
    ("https:example.com", .badHost("https:example.com")),
    ("https:///a.mp4", .badHost("")),
    ("https://user:pw@example.com/", .userInformation(host: "example.com")),
    ("https://bücher.example/", .badHost("bücher.example")),
    ("https://exa mple.com/", .badHost("exa mple.com")),
    ("https://example.com/a\u{0}b", .controlCharacter("https://example.com/a\u{0}b")),
    ("https://example.com/a\r\nb", .controlCharacter("https://example.com/a\r\nb")),
    ("https://example.com/" + String(repeating: "a", count: 4096), .tooLong(bytes: 4116)),
  ]

  @Test("Anything else is refused with its reason", arguments: refused)
  func refuses(link: String, error: VideoLinkError) {
    #expect(throws: error) { try WebLink(link) }
  }
}

struct VideoSourceTests {
  @Test("A YouTube link is played by its player, any other by the browser")
  func sources() throws {
    let link = "https://youtu.be/dQw4w9WgXcQ?t=9"
    #expect(try VideoSource(link: link) == .youTube(try YouTubeVideo(link: link)))
    let film = "https://example.com/a b.mp4"
    #expect(try VideoSource(link: film) == .web(try WebLink(film)))
    #expect(
      try VideoSource(link: link).plainURL == "https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=9s")
    #expect(try VideoSource(link: film).plainURL == "https://example.com/a%20b.mp4")
  }

  static let refused: [(link: String, error: VideoLinkError)] = [
    ("https://www.youtube.com/feed/trending", .noVideo(page: "a feed")),
    ("vnd.youtube:short", .idLength(id: "short", count: 5)),
    (
      "https://www.youtube.com/redirect?q=https%3A%2F%2Fexample.com",
      .notYouTube(host: "example.com")
    ),
    (
      "--profile=/tmp https://youtu.be/dQw4w9WgXcQ",
      .noScheme("--profile=/tmp https://youtu.be/dQw4w9WgXcQ")
    ),
    ("https://me@www.youtube.com/watch?v=dQw4w9WgXcQ", .userInformation(host: "www.youtube.com")),
  ]

  @Test("A YouTube link without a video is not tried as a film", arguments: refused)
  func refuses(link: String, error: VideoLinkError) {
    #expect(throws: error) { try VideoSource(link: link) }
  }
}
