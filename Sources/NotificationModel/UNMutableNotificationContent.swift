/// A notification's content while it is being put together.
///
/// Every property means what it means in ``UNNotificationContent``. Unlike Apple's, an object may
/// be used from several threads; a request takes a copy of it.
// Sendable as its superclass is: it adds no stored property.
open class UNMutableNotificationContent: UNNotificationContent, @unchecked Sendable {
  /// The first line: what it is about.
  open override var title: String {
    get { super.title }
    set { update { $0.title = newValue } }
  }

  /// The second line.
  open override var subtitle: String {
    get { super.subtitle }
    set { update { $0.subtitle = newValue } }
  }

  /// The text.
  open override var body: String {
    get { super.body }
    set { update { $0.body = newValue } }
  }

  /// The pictures, sounds and films that are shown with the text, in order.
  open override var attachments: [UNNotificationAttachment] {
    get { super.attachments }
    set { update { $0.attachments = newValue } }
  }

  /// The data that goes with the notification: JSON or property-list values.
  ///
  /// A key that is no string, and a value of another kind, are kept as their description.
  open override var userInfo: [AnyHashable: Any] {
    get { super.userInfo }
    set {
      let values = newValue.userInfoValues
      update { $0.userInfo = values }
    }
  }

  /// The launch image or storyboard of the app that the notification opens.
  open override var launchImageName: String {
    get { super.launchImageName }
    set { update { $0.launchImageName = newValue } }
  }

  /// The number for the app's icon; 0 removes it, `nil` leaves it as it is.
  open override var badge: (any UNBadgeNumber)? {
    get { super.badge }
    set { update { $0.badge = newValue?.intValue } }
  }

  /// The window or scene that the app brings forward.
  open override var targetContentIdentifier: String? {
    get { super.targetContentIdentifier }
    set { update { $0.targetContentIdentifier = newValue } }
  }

  /// The sound; `nil` is silent.
  open override var sound: UNNotificationSound? {
    get { super.sound }
    set { update { $0.sound = newValue } }
  }

  /// How much the notification may interrupt.
  open override var interruptionLevel: UNNotificationInterruptionLevel {
    get { super.interruptionLevel }
    set { update { $0.interruptionLevel = newValue } }
  }

  /// The weight within a summary, 0 to 1.
  open override var relevanceScore: Double {
    get { super.relevanceScore }
    set { update { $0.relevanceScore = newValue } }
  }

  /// The value by which a Focus lets the notification through.
  open override var filterCriteria: String? {
    get { super.filterCriteria }
    set { update { $0.filterCriteria = newValue } }
  }

  /// The group that the notification belongs to.
  open override var threadIdentifier: String {
    get { super.threadIdentifier }
    set { update { $0.threadIdentifier = newValue } }
  }

  /// The ``UNNotificationCategory`` that gives the buttons.
  open override var categoryIdentifier: String {
    get { super.categoryIdentifier }
    set { update { $0.categoryIdentifier = newValue } }
  }

  /// What the notification adds to the `%@` of its category's summary.
  open override var summaryArgument: String {
    get { super.summaryArgument }
    set { update { $0.summaryArgument = newValue } }
  }

  /// How many things the notification counts for in a summary.
  open override var summaryArgumentCount: Int {
    get { super.summaryArgumentCount }
    set { update { $0.summaryArgumentCount = newValue } }
  }

  /// Gives content that never changes and has the values of this moment.
  ///
  /// - Returns: a ``UNNotificationContent``, typed `Any` as Apple's.
  open override func copy() -> Any {
    UNNotificationContent(fields: fields)
  }
}
