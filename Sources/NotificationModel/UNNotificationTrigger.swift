/// The event that shows a notification.
// Sendable, unchecked because the class is open: its stored property is a `let` of a Sendable type.
open class UNNotificationTrigger: UNObject, @unchecked Sendable {
  private let ownRepeats: Bool

  /// Makes a trigger; Apple's has no public initialiser either.
  package init(repeats: Bool) {
    ownRepeats = repeats
    super.init()
  }

  /// Whether the notification is shown again each time that the event happens.
  open var repeats: Bool { ownRepeats }

  /// Tells whether another trigger has the same class and values.
  ///
  /// - Parameter object: what to compare with.
  /// - Returns: whether both are equal.
  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? UNNotificationTrigger else { return false }
    return type(of: self) == type(of: other) && ownRepeats == other.ownRepeats
  }

  /// A hash of the values.
  open override var hash: Int { ownRepeats.hashValue }

  /// The class and whether it repeats, for logs.
  open override var description: String { "<\(type(of: self)): repeats: \(ownRepeats)>" }
}

/// The trigger of a notification that came as a push.
// Sendable as its superclass is: it adds no stored property.
open class UNPushNotificationTrigger: UNNotificationTrigger, @unchecked Sendable {
  /// Makes the trigger; pushes never repeat.
  package init() {
    super.init(repeats: false)
  }
}
