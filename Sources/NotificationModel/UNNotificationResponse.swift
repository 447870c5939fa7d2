// swift-format-ignore: AlwaysUseLowerCamelCase
/// The action identifier of a click on the notification itself.
public let UNNotificationDefaultActionIdentifier =
  "com.apple.UNNotificationDefaultActionIdentifier"

// swift-format-ignore: AlwaysUseLowerCamelCase
/// The action identifier of a notification that was dismissed by hand.
///
/// It is reported only where the category has
/// ``UNNotificationCategoryOptions/customDismissAction``.
public let UNNotificationDismissActionIdentifier =
  "com.apple.UNNotificationDismissActionIdentifier"

/// What a person did with a notification.
///
/// As Apple's, but without `targetScene`, which belongs to UIKit.
// Sendable, unchecked because the class is open: every stored property is a `let` of a Sendable
// type.
open class UNNotificationResponse: UNObject, @unchecked Sendable {
  private let ownNotification: UNNotification
  private let ownActionIdentifier: String

  /// Makes a response; Apple's has no public initialiser either.
  package init(notification: UNNotification, actionIdentifier: String) {
    ownNotification = notification
    ownActionIdentifier = actionIdentifier
    super.init()
  }

  /// The notification that was answered.
  open var notification: UNNotification { ownNotification }

  /// The identifier of the action that was chosen: one of the category's, or
  /// ``UNNotificationDefaultActionIdentifier`` or ``UNNotificationDismissActionIdentifier``.
  open var actionIdentifier: String { ownActionIdentifier }

  /// Tells whether another response has the same class and values.
  ///
  /// - Parameter object: what to compare with.
  /// - Returns: whether both are equal.
  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? UNNotificationResponse else { return false }
    return type(of: self) == type(of: other) && ownActionIdentifier == other.ownActionIdentifier
      && ownNotification == other.ownNotification
  }

  /// A hash of the action and the notification.
  open override var hash: Int {
    var hasher = Hasher()
    hasher.combine(ownActionIdentifier)
    hasher.combine(ownNotification)
    return hasher.finalize()
  }

  /// The action and the notification, for logs.
  open override var description: String {
    "<\(type(of: self)): actionIdentifier: \(ownActionIdentifier), "
      + "notification: \(ownNotification)>"
  }
}

/// The response of an action that asks for text.
// Sendable, unchecked because the class is open: its stored property is a `let` of a Sendable type.
open class UNTextInputNotificationResponse: UNNotificationResponse, @unchecked Sendable {
  private let ownUserText: String

  /// Makes a response; Apple's has no public initialiser either.
  package init(notification: UNNotification, actionIdentifier: String, userText: String) {
    ownUserText = userText
    super.init(notification: notification, actionIdentifier: actionIdentifier)
  }

  /// The text that the person typed.
  open var userText: String { ownUserText }

  /// Tells whether another response has the same class, values and text.
  ///
  /// - Parameter object: what to compare with.
  /// - Returns: whether both are equal.
  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? UNTextInputNotificationResponse else { return false }
    return ownUserText == other.ownUserText && super.isEqual(other)
  }
}
