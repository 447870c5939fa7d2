/// The base of the model's classes: the little of `NSObject` that notification code relies on.
///
/// Apple's classes inherit from `NSObject`, which needs all of Foundation. This class has the same
/// members for equality, hashing, copying and printing, so that `==`, `Set`, `copy()` and
/// `isEqual(_:)` work as there. It has no stored property.
open class UNObject: Hashable, CustomStringConvertible {
  package init() {}

  /// Tells whether another object has the same class and the same values.
  ///
  /// - Parameter object: what to compare with; anything that is no object of the model is unequal.
  /// - Returns: whether both have equal values.
  open func isEqual(_ object: Any?) -> Bool {
    object as? UNObject === self
  }

  /// A hash that is the same for all objects that ``isEqual(_:)`` calls equal.
  open var hash: Int {
    ObjectIdentifier(self).hashValue
  }

  /// Gives an object that never changes and has the values of this one.
  ///
  /// - Returns: the copy, typed `Any` as Apple's; an immutable object gives itself.
  open func copy() -> Any {
    self
  }

  /// A text for logs; its form is no promise.
  open var description: String {
    "<\(type(of: self))>"
  }

  /// Compares by ``isEqual(_:)``.
  public static func == (lhs: UNObject, rhs: UNObject) -> Bool {
    lhs.isEqual(rhs)
  }

  /// Feeds ``hash`` to a hasher.
  ///
  /// - Parameter hasher: the hasher of a set or a dictionary.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(hash)
  }
}
