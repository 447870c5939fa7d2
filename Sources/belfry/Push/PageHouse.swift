internal import GLibLoop
internal import PushBridge
internal import PushServer
internal import VideoLinks

/// The web pages of one run, served from the first one on, or from its start.
@ServerActor
final class PageHouse {
  private var starting: Task<PageServer, any Error>?
  /// The player pages, the oldest first.
  private var players: [PageID] = []

  /// Pages that are served from the first one on, at any free port.
  nonisolated init() {}

  /// Starts to serve.
  ///
  /// - Parameter port: The port; 0 for any that is free.
  /// - Returns: The server of the pages.
  /// - Throws: `PageServerError`.
  func start(port: UInt16) async throws(PageServerError) -> PageServer {
    let server = try await PageServer.start(port: port)
    starting = Task { server }
    return server
  }

  /// The server of the pages.
  func server() async throws -> PageServer {
    if let starting { return try await starting.value }
    let starting = Task { try await PageServer.start() }
    self.starting = starting
    return try await starting.value
  }

  /// Makes the page that plays a video; where there are too many pages, the oldest goes.
  func videoPage(_ source: VideoSource, title: String) async throws -> VideoPage {
    let server = try await server()
    if players.count >= PageServer.maximumPages / 2 { await server.remove(players.removeFirst()) }
    let page = try await server.addPlayer(source, title: title)
    players.append(page.id)
    return VideoPage(url: page.url, events: page.events)
  }
}
