/// A program of an app folder; it is run in the folder, without a shell.
public struct AppCommand: Sendable, Hashable {
  /// The program and its arguments; never empty.
  public var arguments: [String]
  /// How long it may run.
  public var timeLimit: Duration

  /// What a program gets where `timeLimit` is not given: as long as iOS gives a service extension.
  ///
  /// Source: Apple, "UNNotificationServiceExtension": about 30 seconds.
  public static let defaultTimeLimit = Duration.seconds(30)

  /// The longest `timeLimit`, in seconds: long enough to step through a program in a debugger.
  public static let longestTimeLimit = 600.0

  /// Makes a command.
  ///
  /// - Parameters:
  ///   - arguments: The program and its arguments; not empty.
  ///   - timeLimit: How long it may run.
  public init(_ arguments: [String], timeLimit: Duration = AppCommand.defaultTimeLimit) {
    self.arguments = arguments
    self.timeLimit = timeLimit
  }
}

/// Who is told of an app's responses.
public enum ResponseHandler: Sendable, Hashable {
  /// A program, with the event on its standard input.
  case command(AppCommand)
  /// A web server, with the event as the body of a POST; an `http` or `https` link.
  case webhook(String)
}

/// A page that shows an app's notifications, as a content extension does on iOS.
///
/// The keys are those of Apple's `NSExtensionAttributes`. Source: Apple,
/// "Customizing the Appearance of Notifications".
public struct ContentExtension: Sendable, Hashable {
  /// The page's path in the app folder.
  public var page: String
  /// The categories whose notifications it shows.
  public var categories: [String]
  /// The page's first height as a share of its width.
  public var initialContentSizeRatio: Double
  /// Whether the page replaces the notification's own texts.
  public var defaultContentHidden = false
  /// Whether the page sets its own title.
  public var overridesDefaultTitle = false
  /// Whether the page takes clicks.
  public var userInteractionEnabled = false

  /// Makes a content extension.
  ///
  /// - Parameters:
  ///   - page: The page's path in the app folder.
  ///   - categories: The categories whose notifications it shows.
  ///   - initialContentSizeRatio: The page's first height as a share of its width.
  public init(page: String, categories: [String], initialContentSizeRatio: Double = 1) {
    self.page = page
    self.categories = categories
    self.initialContentSizeRatio = initialContentSizeRatio
  }
}
