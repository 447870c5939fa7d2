internal import GLibLoop
internal import PushBridge
internal import PushServer
internal import VideoLinks

/// The web pages of one run, served from the first one on.
@ServerActor
final class PageHouse {
  private var starting: Task<PageServer, any Error>?

  nonisolated init() {}

  /// The server of the pages.
  func server() async throws -> PageServer {
    if let starting { return try await starting.value }
    let starting = Task { try await PageServer.start() }
    self.starting = starting
    return try await starting.value
  }

  /// Makes the page that plays a video.
  func videoPage(_ source: VideoSource, title: String) async throws -> VideoPage {
    let page = try await server().addPlayer(source, title: title)
    return VideoPage(url: page.url, events: page.events)
  }
}
