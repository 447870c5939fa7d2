public import FoundationEssentials

/// A notification that was delivered.
// Sendable, unchecked because the class is open: every stored property is a `let` of a Sendable
// type.
open class UNNotification: UNObject, @unchecked Sendable {
  private let ownDate: Date
  private let ownRequest: UNNotificationRequest

  /// Makes a delivered notification; Apple's has no public initialiser either.
  package init(date: Date, request: UNNotificationRequest) {
    ownDate = date
    ownRequest = request
    super.init()
  }

  /// When the notification was delivered.
  open var date: Date { ownDate }

  /// The request that it was delivered for.
  open var request: UNNotificationRequest { ownRequest }

  /// Tells whether another notification has the same date and request.
  ///
  /// - Parameter object: what to compare with.
  /// - Returns: whether both are equal.
  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? UNNotification else { return false }
    return ownDate == other.ownDate && ownRequest == other.ownRequest
  }

  /// A hash of the date and the request.
  open override var hash: Int {
    var hasher = Hasher()
    hasher.combine(ownDate)
    hasher.combine(ownRequest)
    return hasher.finalize()
  }

  /// The date and the request, for logs.
  open override var description: String {
    "<\(type(of: self)): date: \(ownDate.timeIntervalSince1970), request: \(ownRequest)>"
  }
}
