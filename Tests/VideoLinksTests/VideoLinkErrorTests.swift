import Testing
import VideoLinks

struct VideoLinkErrorTests {
  static let messages: [(error: VideoLinkError, text: String)] = [
    (.empty, "the link is empty"),
    (.tooLong(bytes: 3000), "the link has 3000 bytes; at most 2048 are read"),
    (.unsupportedScheme("ftp"), "not a web link: 'ftp:'; use https"),
    (
      .noScheme("example.com/a.mp4"), "no scheme: 'example.com/a.mp4'; begin the link with https://"
    ),
    (
      .badHost("bücher.example"),
      "not a host name: 'bücher.example'; write it in ASCII letters, digits, '-' and '.'"
    ),
    (
      .userInformation(host: "evil.example"),
      "a user name before the host: 'evil.example'; leave it out"
    ),
    (.notYouTube(host: "vimeo.com"), "not a YouTube host: 'vimeo.com'"),
    (
      .bareID("dQw4w9WgXcQ"),
      "an id alone, not a link: 'dQw4w9WgXcQ'; write https://youtu.be/dQw4w9WgXcQ"
    ),
    (.noVideo(page: "a feed"), "a YouTube link without a video: a feed"),
    (
      .playlistWithoutVideo(list: "PL46F0A159EC02DF82"),
      "a playlist without a video: 'PL46F0A159EC02DF82'; link to one of its videos"
    ),
    (.idLength(id: "o1", count: 2), "not a video id: 'o1' has 2 characters, needs 11"),
    (
      .idCharacter(id: "dQw4w9WgXcé", character: "é"),
      "not a video id: 'dQw4w9WgXcé' has 'é'; an id is made of ASCII letters, digits, '-' and '_'"
    ),
    (.tooManyWrappers, "links wrapped in links, more than 3 deep; use the inner one"),
    // What a message repeats can neither steer a terminal nor turn its text around.
    (
      .controlCharacter("\u{1B}[2J\u{202E}x"),
      "a control character in the link: '\\u{1b}[2J\\u{202e}x'; leave it out"
    ),
    (
      .notYouTube(host: String(repeating: "a", count: 200)),
      "not a YouTube host: '" + String(repeating: "a", count: 80) + "…'"
    ),
  ]

  @Test("An error says what is wrong, with the value, and what to do", arguments: messages)
  func describes(error: VideoLinkError, text: String) {
    #expect(error.description == text)
  }
}
