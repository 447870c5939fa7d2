public import NotificationModel
public import Presentation

/// How an application's notifications are grouped.
public enum Grouping: String, Sendable, Hashable, CaseIterable {
  /// A thread's next push takes the place of its last; without a thread each stands alone.
  case automatic
  /// The application is one thread.
  case byApp
  /// Each stands alone.
  case off
}

/// The application that a push is for, as far as showing the push needs it.
public struct ReceivingApp: Sendable {
  /// What is shown of it.
  public var presented: PresentedApp
  /// Its categories, by identifier.
  public var categories: [String: UNNotificationCategory]
  /// Buttons that every push gets after those of its category.
  public var extraActions: [UNNotificationAction]
  /// How its notifications are grouped.
  public var grouping: Grouping
  /// The key in the payload whose value is a link to a video.
  public var videoKey: String
  /// Its programs; nil for an application without a folder.
  public var handlers: AppHandlers?

  /// The key that a push's video link has where the app says nothing else.
  public static let defaultVideoKey = "video-url"

  /// Makes an application.
  ///
  /// - Parameters:
  ///   - presented: What is shown of it.
  ///   - categories: Its categories; of two with the same identifier the last counts.
  ///   - extraActions: Buttons that every push gets after those of its category.
  ///   - grouping: How its notifications are grouped.
  ///   - videoKey: The key in the payload whose value is a link to a video.
  ///   - handlers: Its programs.
  public init(
    presented: PresentedApp, categories: [UNNotificationCategory] = [],
    extraActions: [UNNotificationAction] = [], grouping: Grouping = .automatic,
    videoKey: String = ReceivingApp.defaultVideoKey, handlers: AppHandlers? = nil
  ) {
    self.presented = presented
    self.categories = Dictionary(categories.map { ($0.identifier, $0) }) { $1 }
    self.extraActions = extraActions
    self.grouping = grouping
    self.videoKey = videoKey
    self.handlers = handlers
  }

  /// The category of a content, with the extra actions.
  ///
  /// - Parameter identifier: The category that the content names.
  /// - Returns: Nil where the app has none such and there are no extra actions.
  public func category(_ identifier: String) -> UNNotificationCategory? {
    let own = categories[identifier]
    guard !extraActions.isEmpty else { return own }
    return UNNotificationCategory(
      identifier: own?.identifier ?? identifier, actions: (own?.actions ?? []) + extraActions,
      intentIdentifiers: [], hiddenPreviewsBodyPlaceholder: own?.hiddenPreviewsBodyPlaceholder,
      categorySummaryFormat: own?.categorySummaryFormat, options: own?.options ?? [])
  }

  /// What the pushes have in common that take each other's place; nil for a push that stands alone.
  func groupKey(threadIdentifier: String) -> String? {
    switch grouping {
    case .off: nil
    case .byApp: presented.bundleIdentifier
    case .automatic:
      threadIdentifier.isEmpty ? nil : "\(presented.bundleIdentifier)/\(threadIdentifier)"
    }
  }
}
