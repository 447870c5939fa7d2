import Testing

@testable import belfry

struct VideoCommandTests {
  static let embed = "https://www.youtube.com/embed/dQw4w9WgXcQ?start=43"

  @Test("Each link yields its embed link on a line of its own")
  func embedLinks() async {
    #expect(
      await belfry(
        "video", "https://youtu.be/dQw4w9WgXcQ?t=43", "youtube.com/shorts/dQw4w9WgXcQ")
        == Outcome(output: "\(Self.embed)\nhttps://www.youtube.com/embed/dQw4w9WgXcQ\n"))
  }

  @Test("A link without a video is named with the reason, and the others still yield theirs")
  func noVideo() async {
    #expect(
      await belfry("video", "https://vimeo.com/1", "https://youtu.be/dQw4w9WgXcQ?t=43")
        == Outcome(
          code: .badPayload, output: "\(Self.embed)\n",
          errors: "belfry: video: not a YouTube host: 'vimeo.com'\n"))
  }

  @Test("With --json each link has an object on a line of its own")
  func json() async {
    #expect(
      await belfry("video", "--json", "https://youtu.be/dQw4w9WgXcQ?t=43", "https://vimeo.com/1")
        == Outcome(
          code: .badPayload,
          output: """
            {"link":"https://youtu.be/dQw4w9WgXcQ?t=43","videoID":"dQw4w9WgXcQ",\
            "embedURL":"\(Self.embed)","watchURL":"https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=43s"}
            {"link":"https://vimeo.com/1","reason":"not a YouTube host: 'vimeo.com'"}

            """))
  }
}
