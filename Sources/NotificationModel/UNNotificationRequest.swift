/// What shall be shown, when, and under which identifier.
// Sendable, unchecked because the class is open: every stored property is a `let` of a Sendable
// type.
open class UNNotificationRequest: UNObject, @unchecked Sendable {
  private let ownIdentifier: String
  private let ownContent: UNNotificationContent
  private let ownTrigger: UNNotificationTrigger?

  /// Makes a request, and copies the content.
  ///
  /// - Parameters:
  ///   - identifier: what the notification is known by; the same one replaces what is shown.
  ///   - content: what the notification says; later changes to it have no effect.
  ///   - trigger: when it is shown; `nil` is at once.
  public init(identifier: String, content: UNNotificationContent, trigger: UNNotificationTrigger?) {
    ownIdentifier = identifier
    ownContent = UNNotificationContent(fields: content.fields)
    ownTrigger = trigger
    super.init()
  }

  /// What the notification is known by; for a push its `apns-collapse-id`, where it has one.
  open var identifier: String { ownIdentifier }

  /// What the notification says.
  open var content: UNNotificationContent { ownContent }

  /// When the notification is shown; a ``UNPushNotificationTrigger`` for a push.
  open var trigger: UNNotificationTrigger? { ownTrigger }

  /// Tells whether another request has the same identifier, content and trigger.
  ///
  /// - Parameter object: what to compare with.
  /// - Returns: whether all values are equal.
  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? UNNotificationRequest else { return false }
    return ownIdentifier == other.ownIdentifier && ownContent == other.ownContent
      && ownTrigger == other.ownTrigger
  }

  /// A hash of the identifier.
  open override var hash: Int { ownIdentifier.hashValue }

  /// The identifier and the content, for logs.
  open override var description: String {
    "<\(type(of: self)): identifier: \(ownIdentifier), content: \(ownContent)>"
  }
}
