/// How the notifications of a category behave.
public struct UNNotificationCategoryOptions: OptionSet, Sendable, Hashable {
  /// Apple's bits.
  public let rawValue: UInt

  /// Makes options of Apple's bits.
  ///
  /// - Parameter rawValue: the bits; unknown ones are kept.
  public init(rawValue: UInt) {
    self.rawValue = rawValue
  }

  /// A dismissal by hand is reported as a response.
  public static let customDismissAction = UNNotificationCategoryOptions(rawValue: 1)
  /// CarPlay may show the notification; without effect on Linux.
  public static let allowInCarPlay = UNNotificationCategoryOptions(rawValue: 2)
  /// The title is shown also where previews are hidden.
  public static let hiddenPreviewsShowTitle = UNNotificationCategoryOptions(rawValue: 4)
  /// The subtitle is shown also where previews are hidden.
  public static let hiddenPreviewsShowSubtitle = UNNotificationCategoryOptions(rawValue: 8)
  /// Siri may read the notification aloud; Apple deprecated it in iOS 15, without effect on Linux.
  public static let allowAnnouncement = UNNotificationCategoryOptions(rawValue: 16)
}

/// A kind of notification: its buttons and how it behaves.
// Sendable, unchecked because the class is open: every stored property is a `let` of a Sendable
// type.
open class UNNotificationCategory: UNObject, @unchecked Sendable {
  private struct Values: Sendable, Hashable {
    var identifier: String
    var actions: [UNNotificationAction]
    var intentIdentifiers: [String]
    var hiddenPreviewsBodyPlaceholder: String
    var categorySummaryFormat: String
    var options: UNNotificationCategoryOptions
  }

  private let values: Values

  /// Makes a category.
  ///
  /// - Parameters:
  ///   - identifier: what a notification's `categoryIdentifier` names; unique within the app, case
  ///     counts.
  ///   - actions: the buttons, in order.
  ///   - intentIdentifiers: Siri intents that the notifications belong to; without effect on Linux.
  ///   - options: how the notifications behave; nothing special by default.
  public convenience init(
    identifier: String, actions: [UNNotificationAction], intentIdentifiers: [String],
    options: UNNotificationCategoryOptions = []
  ) {
    self.init(
      identifier: identifier, actions: actions, intentIdentifiers: intentIdentifiers,
      hiddenPreviewsBodyPlaceholder: nil, categorySummaryFormat: nil, options: options)
  }

  /// Makes a category with a text for hidden previews.
  ///
  /// - Parameters:
  ///   - identifier: what a notification's `categoryIdentifier` names; unique within the app, case
  ///     counts.
  ///   - actions: the buttons, in order.
  ///   - intentIdentifiers: Siri intents that the notifications belong to; without effect on Linux.
  ///   - hiddenPreviewsBodyPlaceholder: the body where previews are hidden; `%u` is the number of
  ///     notifications.
  ///   - options: how the notifications behave; nothing special by default.
  public convenience init(
    identifier: String, actions: [UNNotificationAction], intentIdentifiers: [String],
    hiddenPreviewsBodyPlaceholder: String, options: UNNotificationCategoryOptions = []
  ) {
    self.init(
      identifier: identifier, actions: actions, intentIdentifiers: intentIdentifiers,
      hiddenPreviewsBodyPlaceholder: hiddenPreviewsBodyPlaceholder, categorySummaryFormat: nil,
      options: options)
  }

  /// Makes a category with texts for hidden previews and for summaries.
  ///
  /// - Parameters:
  ///   - identifier: what a notification's `categoryIdentifier` names; unique within the app, case
  ///     counts.
  ///   - actions: the buttons, in order.
  ///   - intentIdentifiers: Siri intents that the notifications belong to; without effect on Linux.
  ///   - hiddenPreviewsBodyPlaceholder: the body where previews are hidden; `%u` is the number of
  ///     notifications.
  ///   - categorySummaryFormat: the line that stands for older notifications of a group: `%u` is
  ///     their number, `%@` their joined `summaryArgument`s.
  ///   - options: how the notifications behave; nothing special by default.
  public init(
    identifier: String, actions: [UNNotificationAction], intentIdentifiers: [String],
    hiddenPreviewsBodyPlaceholder: String?, categorySummaryFormat: String?,
    options: UNNotificationCategoryOptions = []
  ) {
    values = Values(
      identifier: identifier, actions: actions, intentIdentifiers: intentIdentifiers,
      hiddenPreviewsBodyPlaceholder: hiddenPreviewsBodyPlaceholder ?? "",
      categorySummaryFormat: categorySummaryFormat ?? "", options: options)
    super.init()
  }

  /// What a notification's `categoryIdentifier` names.
  open var identifier: String { values.identifier }

  /// The buttons, in order.
  open var actions: [UNNotificationAction] { values.actions }

  /// Siri intents that the notifications belong to.
  open var intentIdentifiers: [String] { values.intentIdentifiers }

  /// The body where previews are hidden; empty where none was given.
  open var hiddenPreviewsBodyPlaceholder: String { values.hiddenPreviewsBodyPlaceholder }

  /// The line that stands for older notifications of a group; empty where none was given.
  open var categorySummaryFormat: String { values.categorySummaryFormat }

  /// How the notifications behave.
  open var options: UNNotificationCategoryOptions { values.options }

  /// Tells whether another category has the same values.
  ///
  /// - Parameter object: what to compare with.
  /// - Returns: whether both are equal.
  open override func isEqual(_ object: Any?) -> Bool {
    (object as? UNNotificationCategory)?.values == values
  }

  /// A hash of the values.
  open override var hash: Int { values.hashValue }

  /// The identifier and the actions, for logs.
  open override var description: String {
    "<\(type(of: self)): identifier: \(values.identifier), actions: \(values.actions)>"
  }
}
