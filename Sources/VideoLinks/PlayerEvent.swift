/// What a player page reports of its video.
public enum PlayerEvent: Equatable, Hashable, Sendable {
  /// The page has been asked for: a browser opens it.
  case requested
  /// The player has loaded and is told to start.
  case ready
  /// The video plays, for the first time or again after its end.
  case playing
  /// The video has come to its end.
  case ended
  /// The browser does not let the video start by itself with sound; the page starts it without, or
  /// shows a button where it may not start even so.
  case autoplayBlocked
  /// The video cannot be played here; the page shows a link to it instead.
  case failed(PlayerProblem)
  /// The player's script did not come, so that nothing is known of the video.
  case unavailable
  /// The page has been closed, left or reloaded.
  case closed

  /// The page's words for the events without a number; the only vocabulary that it speaks.
  private static let words: [(word: String, event: PlayerEvent)] = [
    ("ready", .ready), ("playing", .playing), ("ended", .ended),
    ("autoplayBlocked", .autoplayBlocked), ("unavailable", .unavailable), ("closed", .closed),
  ]
  private static let failure = "error "

  /// Reads a report of a page: one of its words, or `error` with a number.
  ///
  /// - Parameters:
  ///   - report: The text, such as `playing` or `error 150`.
  ///   - player: Whose number an error's is.
  public init?(report: String, from player: PlayerProblem.Player) {
    if let known = Self.words.first(where: { $0.word == report }) {
      self = known.event
      return
    }
    let digits = report.dropFirst(Self.failure.count)
    guard report.hasPrefix(Self.failure), digits.utf8.allSatisfy({ (48...57).contains($0) }),
      let code = UInt16(digits)
    else { return nil }
    self = .failed(PlayerProblem(player: player, code: Int(code)))
  }
}

/// Why a player cannot play its video.
public struct PlayerProblem: Equatable, Hashable, Sendable {
  /// The kinds of player.
  public enum Player: Equatable, Hashable, Sendable {
    /// YouTube's embedded player; its numbers are those of the IFrame API's `onError`.
    case youTube
    /// The browser's; its numbers are those of `MediaError.code` (HTML Standard §4.8.11.1).
    case browser
  }

  /// Whose number ``code`` is.
  public let player: Player
  /// The player's own number.
  public let code: Int

  /// Makes a problem of a player's number.
  ///
  /// - Parameters:
  ///   - player: Whose number it is.
  ///   - code: The number; unknown ones are kept.
  public init(player: Player, code: Int) {
    self.player = player
    self.code = code
  }

  /// What is wrong, in words for the person at the page.
  public var words: String {
    Self.table(of: player).first { $0.code == code }?.words ?? "The player reports error \(code)."
  }

  /// Each known number of a player with its words.
  ///
  /// 2, 5, 100, 101, 150 and 153 are documented (IFrame API reference, `onError`; 101 and 150 are
  /// the same); 152 is not, and comes where the page's origin is not what the player expects.
  ///
  /// - Parameter player: The kind of player.
  /// - Returns: The numbers in ascending order.
  public static func table(of player: Player) -> [(code: Int, words: String)] {
    switch player {
    case .youTube:
      [
        (2, "The player does not accept a value of the link."),
        (5, "The player cannot show this video in this browser."),
        (100, "The video has been removed, or is private."),
        (101, "The owner lets this video play on YouTube only."),
        (150, "The owner lets this video play on YouTube only."),
        (152, "The video does not play on this page."),
        (
          153, "The browser did not tell the player which page asks; a privacy setting may hide it."
        ),
      ]
    case .browser:
      [
        (1, "Loading was stopped."),
        (2, "The connection broke while the video loaded."),
        (3, "The video is damaged, or of a form that this browser cannot show."),
        (4, "There is no video at the link, or none that this browser can show."),
      ]
    }
  }
}
