internal import GLibLoop
public import VideoLinks

/// A page that plays a video, and what it reports.
public struct PlayerPage: Sendable {
  /// How many events are kept for a reader that is behind; older ones are dropped.
  static let maximumBufferedEvents = 64

  /// The page, for ``PageServer/remove(_:)``.
  public let id: PageID
  /// The link that opens the page; whoever has it can see the page.
  public let url: String
  /// What the page reports, until it is removed; for one reader.
  ///
  /// The page may be opened more than once: its events then follow each other, and
  /// ``PlayerEvent/closed`` is not the last.
  public let events: AsyncStream<PlayerEvent>
}

/// A player page on the server.
@ServerActor
final class PlayerPageState: Page {
  private let content: PlayerContent
  private let reports: AsyncStream<PlayerEvent>.Continuation

  init(content: PlayerContent, reports: AsyncStream<PlayerEvent>.Continuation) {
    self.content = content
    self.reports = reports
  }

  func show() -> WebResponse {
    reports.yield(.requested)
    return content.markup.response()
  }

  func receive(_ action: PageAccess.Action, _ text: String) -> WebResponse {
    guard action == .event else { return PageAccess.Refusal.noPage.response }
    guard let event = PlayerEvent(report: text, from: content.player) else {
      return .text(422, "A player page has no such event.")
    }
    reports.yield(event)
    return .text(200, "noted")
  }

  func end() { reports.finish() }
}
