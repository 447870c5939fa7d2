public import FoundationEssentials

// swift-format-ignore: AlwaysUseLowerCamelCase
/// The option that names the file's type where its extension does not: a uniform type identifier,
/// such as `public.png`.
public let UNNotificationAttachmentOptionsTypeHintKey =
  "UNNotificationAttachmentOptionsTypeHintKey"

// swift-format-ignore: AlwaysUseLowerCamelCase
/// The option that hides the small picture: a `Bool`.
public let UNNotificationAttachmentOptionsThumbnailHiddenKey =
  "UNNotificationAttachmentOptionsThumbnailHiddenKey"

// swift-format-ignore: AlwaysUseLowerCamelCase
/// The option that cuts the small picture out of the large one; kept, without effect on Linux.
public let UNNotificationAttachmentOptionsThumbnailClippingRectKey =
  "UNNotificationAttachmentOptionsThumbnailClippingRectKey"

// swift-format-ignore: AlwaysUseLowerCamelCase
/// The option that says which frame of a film is the small picture, in seconds; kept, without
/// effect on Linux.
public let UNNotificationAttachmentOptionsThumbnailTimeKey =
  "UNNotificationAttachmentOptionsThumbnailTimeKey"

/// A picture, sound or film that is shown with a notification.
///
/// As Apple's, the file must be local and of the types and sizes that Apple takes: audio (AIFF,
/// WAV, MP3, M4A) to 5 MB, images (JPEG, GIF, PNG) to 10 MB, films (MPEG, MPEG-2, MPEG-4, AVI) to
/// 50 MB. Unlike Apple's, the file is checked when the attachment is made, and is not moved.
// Sendable, unchecked because the class is open: every stored property is a `let` of a Sendable
// type.
open class UNNotificationAttachment: UNObject, @unchecked Sendable {
  private struct Values: Sendable, Hashable {
    var identifier: String
    var url: URL
    var type: String
    var options: [String: UserInfoValue]
  }

  private let values: Values

  /// Makes an attachment of a file.
  ///
  /// - Parameters:
  ///   - identifier: what the attachment is known by; empty for a new one.
  ///   - URL: the local file.
  ///   - options: the `UNNotificationAttachmentOptions…Key` constants and their values; none by
  ///     default.
  /// - Throws: ``UNError`` with `attachmentInvalidURL`, `attachmentUnrecognizedType` or
  ///   `attachmentInvalidFileSize`.
  public init(identifier: String, url URL: URL, options: [AnyHashable: Any]? = nil) throws {
    let optionValues = (options ?? [:]).userInfoValues
    values = Values(
      identifier: identifier.isEmpty ? UUID().uuidString : identifier,
      url: URL,
      type: try Self.validatedType(of: URL, options: optionValues).identifier,
      options: optionValues)
    super.init()
  }

  private static func validatedType(
    of url: URL, options: [String: UserInfoValue]
  ) throws -> AttachmentType {
    guard url.isFileURL else {
      throw UNError(
        .attachmentInvalidURL,
        "attachment is no local file: \(url.absoluteString); download it first")
    }
    let type: AttachmentType
    if case .string(let hint)? = options[UNNotificationAttachmentOptionsTypeHintKey] {
      guard let known = AttachmentType.named(hint) else {
        throw UNError(
          .attachmentUnrecognizedType,
          "attachment type cannot be shown: \(hint); use one of "
            + AttachmentType.all.map(\.identifier).joined(separator: ", "))
      }
      type = known
    } else {
      guard let known = AttachmentType.withExtension(url.pathExtension) else {
        throw UNError(
          .attachmentUnrecognizedType,
          "attachment type cannot be shown: \(url.lastPathComponent); "
            + "use AIFF, WAV, MP3, M4A, JPEG, GIF, PNG, MPEG, MP4 or AVI, or give the type hint")
      }
      type = known
    }
    let attributes: [FileAttributeKey: Any]
    do {
      // Links are followed first: the size that counts is the file's.
      let path = url.resolvingSymlinksInPath().path
      attributes = try FileManager.default.attributesOfItem(atPath: path)
    } catch {
      throw UNError(.attachmentInvalidURL, "attachment cannot be read: \(url.path); \(error)")
    }
    guard attributes[.type] as? FileAttributeType == .typeRegular else {
      throw UNError(.attachmentInvalidURL, "attachment is no plain file: \(url.path)")
    }
    // FoundationEssentials gives a UInt, all of Foundation an NSNumber, which casts to it.
    let size = attributes[.size] as? UInt ?? 0
    guard size > 0, size <= type.kind.byteLimit else {
      throw UNError(
        .attachmentInvalidFileSize,
        "attachment has \(size) bytes: \(url.path); "
          + "\(type.identifier) may have 1 to \(type.kind.byteLimit)")
    }
    return type
  }

  /// What the attachment is known by.
  open var identifier: String { values.identifier }

  /// The local file.
  open var url: URL { values.url }

  /// The file's type, a uniform type identifier such as `public.png`.
  open var type: String { values.type }

  /// The options that the attachment was made with.
  package final var options: [String: UserInfoValue] { values.options }

  /// Tells whether another attachment has the same identifier, file, type and options.
  ///
  /// - Parameter object: what to compare with.
  /// - Returns: whether both are equal.
  open override func isEqual(_ object: Any?) -> Bool {
    (object as? UNNotificationAttachment)?.values == values
  }

  /// A hash of the values.
  open override var hash: Int { values.hashValue }

  /// The identifier and the file, for logs.
  open override var description: String {
    "<\(Swift.type(of: self)): identifier: \(values.identifier), url: \(values.url.absoluteString)>"
  }
}
