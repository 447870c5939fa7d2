import Synchronization

/// What a notification says: its texts, its sound, its pictures, and the data that came with it.
///
/// As Apple's, with two differences: `badge` is a ``UNBadgeNumber`` instead of an `NSNumber`, and
/// `userInfo` keeps JSON and property-list values only (see ``userInfo``).
// Sendable, unchecked because the class is open: its only stored property is a `let` mutex around a
// Sendable struct, so also the mutable subclass, seen through this type, may be read and written
// from several threads. The compiler checks the properties of subclasses.
open class UNNotificationContent: UNObject, @unchecked Sendable {
  private let storage: Mutex<ContentFields>

  /// Makes content that is empty.
  public override init() {
    storage = Mutex(ContentFields())
    super.init()
  }

  /// Makes content of given values.
  package init(fields: ContentFields) {
    storage = Mutex(fields)
    super.init()
  }

  /// All values at one moment.
  package final var fields: ContentFields {
    storage.withLock { $0 }
  }

  /// Changes the values; only the mutable subclass calls it.
  final func update(_ change: (inout ContentFields) -> Void) {
    storage.withLock { change(&$0) }
  }

  /// The first line: what it is about; empty by default.
  open var title: String { fields.title }

  /// The second line; empty by default.
  open var subtitle: String { fields.subtitle }

  /// The text; empty by default.
  open var body: String { fields.body }

  /// The pictures, sounds and films that are shown with the text, in order.
  open var attachments: [UNNotificationAttachment] { fields.attachments }

  /// The data that came with the notification; for a push, its whole payload with `aps`.
  ///
  /// Values are `Bool`, `Int`, `Double`, `String`, `Date`, `Data`, arrays and dictionaries of
  /// these, and an empty `Optional` for a JSON null (on Apple's platforms `NSNumber` and `NSNull`,
  /// which cast to more types). The dictionary is made anew at each reading.
  open var userInfo: [AnyHashable: Any] {
    fields.userInfo.reduce(into: [:]) { $0[AnyHashable($1.key)] = $1.value.any }
  }

  /// The launch image or storyboard of the app that the notification opens; kept, without effect on
  /// Linux.
  open var launchImageName: String { fields.launchImageName }

  /// The number for the app's icon; 0 removes it, `nil` leaves it as it is.
  open var badge: (any UNBadgeNumber)? { fields.badge }

  /// The window or scene that the app brings forward.
  open var targetContentIdentifier: String? { fields.targetContentIdentifier }

  /// The sound; `nil` is silent.
  open var sound: UNNotificationSound? { fields.sound }

  /// How much the notification may interrupt; `.active` by default.
  open var interruptionLevel: UNNotificationInterruptionLevel { fields.interruptionLevel }

  /// The weight within a summary, 0 to 1; 0 by default.
  open var relevanceScore: Double { fields.relevanceScore }

  /// The value by which a Focus lets the notification through.
  open var filterCriteria: String? { fields.filterCriteria }

  /// The group that the notification belongs to; empty by default.
  open var threadIdentifier: String { fields.threadIdentifier }

  /// The ``UNNotificationCategory`` that gives the buttons; empty by default.
  open var categoryIdentifier: String { fields.categoryIdentifier }

  /// What the notification adds to the `%@` of its category's summary; Apple deprecated it in iOS
  /// 15.
  open var summaryArgument: String { fields.summaryArgument }

  /// How many things the notification counts for in a summary; Apple deprecated it in iOS 15.
  open var summaryArgumentCount: Int { fields.summaryArgumentCount }

  /// Gives content that can be changed and has the values of this one.
  ///
  /// - Returns: a ``UNMutableNotificationContent``, typed `Any` as Apple's.
  open func mutableCopy() -> Any {
    UNMutableNotificationContent(fields: fields)
  }

  /// Tells whether another content has the same values; mutable and immutable content may be equal.
  ///
  /// - Parameter object: what to compare with.
  /// - Returns: whether all values are equal.
  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? UNNotificationContent else { return false }
    return other === self || other.fields == fields
  }

  /// A hash of all values; it changes when mutable content changes.
  open override var hash: Int { fields.hashValue }

  /// The texts, for logs.
  open override var description: String {
    let now = fields
    return "<\(type(of: self)): title: \(now.title), subtitle: \(now.subtitle), body: \(now.body)>"
  }
}
