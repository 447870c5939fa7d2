import Testing
import VideoLinks

@testable import PushServer

struct PageMarkupTests {
  @Test("Text stays text in HTML")
  func html() {
    #expect(
      escapedHTML("<b>\"A\" & 'B'</b>\0é\u{202E}")
        == "&lt;b&gt;&quot;A&quot; &amp; &#39;B&#39;&lt;/b&gt;\u{FFFD}é\u{202E}")
  }

  @Test("A value can neither end its script nor its line")
  func script() {
    let value = ScriptValue.object([
      ("a", .text("</script><!--&'\"\\\u{2028}\u{2029}\n😀")), ("b", .number(-3)),
    ])
    #expect(
      value.json
        == #"{"a":"\u003c/script\u003e\u003c!--\u0026\u0027\u0022\u005c\u2028\u2029\u000a\ud83d\ude00","b":-3}"#
    )
  }

  /// The value of a header of a page.
  static func header(_ name: String, of response: WebResponse) -> String? {
    response.headers.first { $0.name == name }?.value
  }

  static func nonce(of response: WebResponse) throws -> String {
    let policy = try #require(header("Content-Security-Policy", of: response))
    return try #require(policy.split(separator: "'nonce-").dropFirst().first?.prefix(48))
      .description
  }

  @Test("A page's policy admits its own script and style, and what it names")
  func policy() throws {
    let page = PageMarkup(
      title: "T", kind: "player", body: "", script: "1",
      sources: ["frame-src https://a.example", "script-src https://b.example"])
    let response = page.response()
    let nonce = try Self.nonce(of: response)
    #expect(
      Self.header("Content-Security-Policy", of: response)
        == "default-src 'none'; script-src 'nonce-\(nonce)' https://b.example; "
        + "style-src 'nonce-\(nonce)'; img-src data:; connect-src 'self'; "
        + "frame-src https://a.example; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    )
    #expect(try Self.nonce(of: page.response()) != nonce)
  }

  @Test("Nobody may keep, guess, frame or borrow a page, and frames learn its origin")
  func headers() {
    for response in [PageMarkup(title: "", kind: "", body: "").response(), .text(404, "no")] {
      let expected = [
        "Cache-Control": "no-store", "X-Content-Type-Options": "nosniff",
        "X-Frame-Options": "DENY", "Cross-Origin-Resource-Policy": "same-origin",
        "Referrer-Policy": "strict-origin-when-cross-origin",
      ]
      #expect(expected.allSatisfy { Self.header($0.key, of: response) == $0.value })
    }
  }

  static func text(of response: WebResponse) -> String {
    String(decoding: response.body, as: UTF8.self)
  }

  @Test("A YouTube page frames the embed link with the page's origin, and links to the watch page")
  func youTubePage() throws {
    let source = try VideoSource(link: "https://youtu.be/dQw4w9WgXcQ?t=90&list=PL46F0A159EC02DF82")
    let page = PlayerContent(
      source: source, title: "<i>\"Hi\"</i>", origin: "http://localhost:2198")
    let response = page.markup.response()
    let html = Self.text(of: response)
    #expect(
      html.contains(
        "src=\"https://www.youtube.com/embed/dQw4w9WgXcQ?start=90&amp;list=PL46F0A159EC02DF82"
          + "&amp;enablejsapi=1&amp;playsinline=1&amp;origin=http%3A%2F%2Flocalhost%3A2198\""))
    #expect(html.contains("referrerpolicy=\"strict-origin-when-cross-origin\""))
    #expect(
      html.contains(
        "href=\"https://www.youtube.com/watch?v=dQw4w9WgXcQ&amp;list=PL46F0A159EC02DF82&amp;t=90s\""
      ))
    #expect(html.contains("<h1 dir=\"auto\">&lt;i&gt;&quot;Hi&quot;&lt;/i&gt;</h1>"))
    #expect(!html.contains("<i>"))
    let policy = try #require(Self.header("Content-Security-Policy", of: response))
    #expect(policy.contains("frame-src https://www.youtube.com;"))
    #expect(!policy.contains("media-src"))
  }

  @Test("A page of another film plays that link, and may load no frame")
  func filmPage() throws {
    let source = try VideoSource(link: "https://example.com/a.mp4?x=1&y=\"><script>")
    let page = PlayerContent(source: source, title: "", origin: "http://localhost:2198")
    let response = page.markup.response()
    #expect(
      Self.text(of: response).contains(
        "src=\"https://example.com/a.mp4?x=1&amp;y=%22%3E%3Cscript%3E\""))
    let policy = try #require(Self.header("Content-Security-Policy", of: response))
    #expect(policy.contains("media-src https:;"))
    #expect(!policy.contains("frame-src") && !policy.contains("youtube"))
  }

  @Test("A reply page shows what it is given as text, and loads nothing")
  func replyPage() throws {
    let prompt = ReplyPrompt(
      title: "<b>", body: "<script>1</script>\nline", placeholder: "\" onfocus=\"x",
      buttonTitle: "'>")
    let response = ReplyContent(prompt: prompt, answer: nil).markup.response()
    let html = Self.text(of: response)
    #expect(html.contains("&lt;script&gt;1&lt;/script&gt;\nline"))
    #expect(html.contains("placeholder=\"&quot; onfocus=&quot;x\""))
    #expect(html.contains(">&#39;&gt;</button>"))
    #expect(!html.contains("<b>") && !html.contains("<script>1"))
  }
}
