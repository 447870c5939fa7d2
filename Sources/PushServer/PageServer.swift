public import VideoLinks

public import GLibLoop

/// Serves the player and reply pages on the loopback addresses, each at a link of its own.
///
/// Nobody who does not know a page's link can see it or answer it; ``PageAccess`` has the rules. A
/// page lives until it is removed: a notification can be clicked hours after it came.
@ServerActor
public final class PageServer {
  /// The longest text reply, in bytes of UTF-8: four times a whole push.
  public nonisolated static let maximumReplyBytes = 16_384
  /// The most pages at a time: far more than a desktop keeps notifications.
  public nonisolated static let maximumPages = 1000
  /// How long a reply page that was closed may take to come back, as it does when it is reloaded,
  /// before that counts as a refusal.
  nonisolated static let reloadTime = Duration.seconds(3)

  /// The port on 127.0.0.1 and ::1.
  public nonisolated let port: UInt16

  /// The origin of the pages, such as `http://localhost:2198`.
  public nonisolated var origin: String { access.origin }

  private nonisolated let access: PageAccess
  private let reloadTime: Duration
  private var pages: [PageID: any Page] = [:]
  private var server: SoupServer?

  /// Starts to serve.
  ///
  /// - Parameter port: The port on both loopback addresses; 0 for any that is free.
  /// - Returns: The server, which serves until it is closed, even if nobody keeps it.
  /// - Throws: ``PageServerError``: libsoup missing, the port in use or not permitted.
  public static func start(port: UInt16 = 0) async throws(PageServerError) -> PageServer {
    try await start(port: port, library: SoupServer.library, reloadTime: reloadTime)
  }

  static func start(
    port: UInt16, library: String = SoupServer.library, reloadTime: Duration
  ) async throws(PageServerError) -> PageServer {
    let answers = Answers()
    let server = try SoupServer(
      port: port, library: library, bodyLimit: maximumReplyBytes, answer: answers.answer)
    let pages = PageServer(server, reloadTime: reloadTime)
    answers.server = pages
    return pages
  }

  /// The way from libsoup's callback to the pages.
  ///
  /// It keeps the server alive, as its doc promises, until closing frees the callback.
  @ServerActor
  private final class Answers {
    var server: PageServer?

    func answer(_ request: WebRequest) -> WebResponse {
      server?.answer(request) ?? PageAccess.Refusal.noPage.response
    }
  }

  private init(_ server: SoupServer, reloadTime: Duration) {
    self.server = server
    self.reloadTime = reloadTime
    port = server.port
    access = PageAccess(port: server.port)
  }

  /// Adds a page that plays a video.
  ///
  /// - Parameters:
  ///   - source: The video.
  ///   - title: The page's heading; plain text.
  /// - Returns: The page, with its link and what it reports.
  /// - Throws: ``PageServerError/tooManyPages``, ``PageServerError/closed``.
  public func addPlayer(
    _ source: VideoSource, title: String
  ) async throws(PageServerError) -> PlayerPage {
    let (events, reports) = AsyncStream.makeStream(
      of: PlayerEvent.self, bufferingPolicy: .bufferingNewest(PlayerPage.maximumBufferedEvents))
    let content = PlayerContent(source: source, title: title, origin: origin)
    let id = try add(PlayerPageState(content: content, reports: reports))
    return PlayerPage(id: id, url: link(to: id), events: events)
  }

  /// Adds a page that asks for a text reply.
  ///
  /// - Parameter prompt: What the page says.
  /// - Returns: The page, with its link and its answer.
  /// - Throws: ``PageServerError/tooManyPages``, ``PageServerError/closed``.
  public func addReply(_ prompt: ReplyPrompt) async throws(PageServerError) -> ReplyPage {
    let (answers, answer) = AsyncStream.makeStream(
      of: ReplyAnswer.self, bufferingPolicy: .bufferingNewest(1))
    let id = try add(
      ReplyPageState(prompt: prompt, answer: answer, reloadTime: reloadTime))
    return ReplyPage(id: id, url: link(to: id), answers: answers)
  }

  /// Adds the page on which a person chooses device tokens that are to fail.
  ///
  /// Its link can be remembered: it is no secret, for it shows nothing that this machine's other users
  /// could not ask the endpoint, and only the page itself may change something.
  ///
  /// - Parameter endpoint: The endpoint whose rules are shown and changed.
  /// - Returns: The page's link.
  /// - Throws: ``PageServerError/closed``.
  @discardableResult
  public func addFailures(of endpoint: PushEndpoint) async throws(PageServerError) -> String {
    guard server != nil else { throw .closed }
    let id = PageID(token: FailurePageState.name)
    pages[id] = FailurePageState(endpoint)
    return link(to: id)
  }

  /// Takes a page away: its link is then unknown, and its events or its answer end.
  ///
  /// - Parameter page: The page; nothing happens when it is gone already.
  public func remove(_ page: PageID) async {
    pages.removeValue(forKey: page)?.end()
  }

  /// Stops serving and takes all pages away; it may be called again.
  public func close() async {
    server?.close()
    server = nil
    let ended = pages.values
    pages = [:]
    for page in ended { page.end() }
  }

  private func add(_ page: any Page) throws(PageServerError) -> PageID {
    guard server != nil else { throw .closed }
    guard pages.count < Self.maximumPages else { throw .tooManyPages }
    let id = PageID(token: RandomToken.make())
    pages[id] = page
    return id
  }

  private func link(to page: PageID) -> String { "\(origin)/\(page.token)/" }

  private func answer(_ request: WebRequest) -> WebResponse {
    switch access.check(request, isPage: { pages[PageID(token: $0)] != nil }) {
    case .failure(let refusal):
      return refusal.response
    case .success(.show(let token)):
      return pages[PageID(token: token)]?.show() ?? PageAccess.Refusal.noPage.response
    case .success(.post(let token, let action, let text)):
      return pages[PageID(token: token)]?.receive(action, text)
        ?? PageAccess.Refusal.noPage.response
    }
  }
}

/// What tells a page from all others.
public struct PageID: Hashable, Sendable {
  let token: String
}

/// One kind of page, from its link's point of view.
@ServerActor
protocol Page: AnyObject {
  /// Makes the page as it stands now.
  func show() -> WebResponse
  /// Takes what the page sends.
  func receive(_ action: PageAccess.Action, _ text: String) -> WebResponse
  /// Ends what the page reports.
  func end()
}
