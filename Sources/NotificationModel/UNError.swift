/// Why a notification could not be made.
///
/// As Apple's `UNError`; only the codes for attachments are thrown so far.
public struct UNError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Apple's codes.
  public enum Code: Int, Hashable, Sendable {
    /// The app may not show notifications.
    case notificationsNotAllowed = 1
    /// The attachment is no local file that can be read.
    case attachmentInvalidURL = 100
    /// The attachment's type is none of those that can be shown.
    case attachmentUnrecognizedType = 101
    /// The attachment is empty, or larger than its type allows.
    case attachmentInvalidFileSize = 102
    /// The attachment is not in the data store.
    case attachmentNotInDataStore = 103
    /// The attachment could not be moved into the data store.
    case attachmentMoveIntoDataStoreFailed = 104
    /// The attachment's file is damaged.
    case attachmentCorrupt = 105
    /// The request's trigger has no date.
    case notificationInvalidNoDate = 1400
    /// The request has no content.
    case notificationInvalidNoContent = 1401
  }

  /// What went wrong.
  public let code: Code

  /// What went wrong in words, with the value.
  public let description: String

  package init(_ code: Code, _ description: String) {
    self.code = code
    self.description = description
  }
}
