/// All values of a notification's content.
///
/// One struct for the immutable and the mutable class: copying content is copying this.
package struct ContentFields: Sendable, Hashable {
  package var title = ""
  package var subtitle = ""
  package var body = ""
  package var attachments: [UNNotificationAttachment] = []
  package var userInfo: [String: UserInfoValue] = [:]
  package var launchImageName = ""
  /// The number on the icon; `nil` leaves it as it is, 0 removes it.
  package var badge: Int?
  package var targetContentIdentifier: String?
  package var sound: UNNotificationSound?
  package var interruptionLevel = UNNotificationInterruptionLevel.active
  /// 0 to 1.
  package var relevanceScore = 0.0
  package var filterCriteria: String?
  package var threadIdentifier = ""
  package var categoryIdentifier = ""
  package var summaryArgument = ""
  package var summaryArgumentCount = 0

  package init() {}
}
