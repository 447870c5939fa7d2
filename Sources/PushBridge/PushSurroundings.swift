public import DesktopNotifications
public import FoundationEssentials
public import VideoLinks

/// What the activation of a push with a video opens.
public enum VideoMode: String, Sendable, Hashable, CaseIterable {
  /// The player page, which embeds the video.
  case player
  /// The embed link itself, which browsers mostly answer with Error 153.
  case embed
  /// The watch page.
  case watch
  /// Nothing.
  case none
}

/// A page that plays a video, made for one activation.
public struct VideoPage: Sendable {
  /// Its link.
  public var url: String
  /// What it reports; the stream ends when nobody serves the page any more.
  public var events: AsyncStream<PlayerEvent>

  /// Makes a page.
  ///
  /// - Parameters:
  ///   - url: Its link.
  ///   - events: What it reports.
  public init(url: String, events: AsyncStream<PlayerEvent>) {
    self.url = url
    self.events = events
  }
}

/// What a push's life needs of the world around it.
public struct PushSurroundings: Sendable {
  /// Who shows notifications.
  public var server: any NotificationServer
  /// Who asks for a text where the notification cannot; nil where nobody can.
  public var textPrompt: (any TextPrompt)?
  /// Opens a link, with the activation token of the click.
  public var open: @Sendable (_ link: String, _ activationToken: String?) async throws -> Void
  /// Makes the page that plays a video.
  public var makeVideoPage:
    @Sendable (_ source: VideoSource, _ title: String) async throws -> VideoPage
  /// Waits until the session is unlocked; returns at once where it is.
  public var waitUntilUnlocked: @Sendable () async -> Void
  /// What time it is.
  public var now: @Sendable () -> Date

  /// Makes surroundings.
  ///
  /// - Parameters:
  ///   - server: Who shows notifications.
  ///   - textPrompt: Who asks for a text where the notification cannot.
  ///   - open: Opens a link, with the activation token of the click.
  ///   - makeVideoPage: Makes the page that plays a video.
  ///   - waitUntilUnlocked: Waits until the session is unlocked.
  ///   - now: What time it is.
  public init(
    server: any NotificationServer, textPrompt: (any TextPrompt)? = nil,
    open: @escaping @Sendable (_ link: String, _ activationToken: String?) async throws -> Void,
    makeVideoPage:
      @escaping @Sendable (_ source: VideoSource, _ title: String) async throws -> VideoPage,
    waitUntilUnlocked: @escaping @Sendable () async -> Void = {},
    now: @escaping @Sendable () -> Date = { Date() }
  ) {
    self.server = server
    self.textPrompt = textPrompt
    self.open = open
    self.makeVideoPage = makeVideoPage
    self.waitUntilUnlocked = waitUntilUnlocked
    self.now = now
  }
}
