/// The files that a notification may carry.
///
/// One table: Apple's type identifier, the file extensions, and what kind of file it is. Source:
/// Apple, "UNNotificationAttachment", supported file types.
package struct AttachmentType: Sendable, Hashable {
  /// What Apple measures a file by.
  package enum Kind: Sendable, Hashable {
    case audio, image, movie

    /// The largest file, in bytes; Apple, "UNNotificationAttachment": 5, 10 and 50 MB.
    package var byteLimit: Int {
      switch self {
      case .audio: 5 * 1024 * 1024
      case .image: 10 * 1024 * 1024
      case .movie: 50 * 1024 * 1024
      }
    }
  }

  /// Apple's uniform type identifier.
  package let identifier: String
  /// The file extensions, in lower case, the usual one first.
  package let extensions: [String]
  /// What kind of file it is.
  package let kind: Kind

  private init(_ identifier: String, _ extensions: [String], _ kind: Kind) {
    self.identifier = identifier
    self.extensions = extensions
    self.kind = kind
  }

  /// All types that Apple takes.
  package static let all: [AttachmentType] = [
    AttachmentType("public.aiff-audio", ["aiff", "aif", "aifc"], .audio),
    AttachmentType("com.microsoft.waveform-audio", ["wav", "wave"], .audio),
    AttachmentType("public.mp3", ["mp3"], .audio),
    AttachmentType("public.mpeg-4-audio", ["m4a"], .audio),
    AttachmentType("com.apple.m4a-audio", [], .audio),
    AttachmentType("public.jpeg", ["jpg", "jpeg", "jpe"], .image),
    AttachmentType("com.compuserve.gif", ["gif"], .image),
    AttachmentType("public.png", ["png"], .image),
    AttachmentType("public.mpeg", ["mpg", "mpeg"], .movie),
    AttachmentType("public.mpeg-2-video", ["m2v", "mp2v"], .movie),
    AttachmentType("public.mpeg-4", ["mp4", "m4v", "mpg4"], .movie),
    AttachmentType("public.avi", ["avi"], .movie),
  ]

  /// Finds the type of an identifier.
  ///
  /// - Parameter identifier: Apple's uniform type identifier.
  /// - Returns: the type, or `nil` where Apple takes no such file.
  package static func named(_ identifier: String) -> AttachmentType? {
    all.first { $0.identifier == identifier }
  }

  /// Finds the type of a file by its name.
  ///
  /// - Parameter pathExtension: what follows the last dot; case does not count.
  /// - Returns: the type, or `nil` where Apple takes no such file.
  package static func withExtension(_ pathExtension: String) -> AttachmentType? {
    let wanted = pathExtension.lowercased()
    return all.first { $0.extensions.contains(wanted) }
  }
}
