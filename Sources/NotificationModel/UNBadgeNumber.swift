/// A number on an app's icon.
///
/// Apple's `badge` is an `NSNumber?`, which needs all of Foundation. Here it is any number of this
/// protocol, so that `content.badge = 3`, `content.badge as? Int` and `content.badge?.intValue` are
/// written as there. `NSNumber` itself joins in the library UserNotifications.
public protocol UNBadgeNumber: Sendable {
  /// The number as a whole one; a fraction is cut off.
  var intValue: Int { get }
}

extension Int: UNBadgeNumber {
  /// The number itself.
  public var intValue: Int { self }
}
