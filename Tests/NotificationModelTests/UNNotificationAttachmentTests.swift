import FoundationEssentials
import NotificationModel
import Testing

@Suite("UNNotificationAttachment")
final class UNNotificationAttachmentTests {
  private let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory
      .appending(path: "belfry-attachment-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit {
    do {
      try FileManager.default.removeItem(at: folder)
    } catch {
      Issue.record("the test's folder is still there: \(error)")
    }
  }

  private func file(_ name: String, size: Int) throws -> URL {
    let url = folder.appending(path: name)
    try Data(count: size).write(to: url)
    return url
  }

  @Test(
    "the type comes from the file's extension",
    arguments: [
      ("a.png", "public.png"), ("a.JPG", "public.jpeg"), ("a.gif", "com.compuserve.gif"),
      ("a.mp3", "public.mp3"), ("a.m4a", "public.mpeg-4-audio"), ("a.mp4", "public.mpeg-4"),
      ("a.wav", "com.microsoft.waveform-audio"), ("a.aif", "public.aiff-audio"),
      ("a.avi", "public.avi"), ("a.mpg", "public.mpeg"),
    ])
  func types(name: String, type: String) throws {
    let url = try file(name, size: 1)
    let attachment = try UNNotificationAttachment(identifier: "", url: url, options: nil)
    #expect(attachment.type == type)
    #expect(attachment.url == url)
    #expect(!attachment.identifier.isEmpty)
  }

  @Test("the type hint names what the extension does not")
  func hint() throws {
    let url = try file("download", size: 1)
    let attachment = try UNNotificationAttachment(
      identifier: "image", url: url,
      options: [UNNotificationAttachmentOptionsTypeHintKey: "public.png"])
    #expect(attachment.type == "public.png")
    #expect(attachment.identifier == "image")
  }

  @Test(
    "what Apple does not show is refused",
    arguments: [
      ("a.webp", 1, UNError.Code.attachmentUnrecognizedType),
      ("a", 1, .attachmentUnrecognizedType),
      ("a.png", 0, .attachmentInvalidFileSize),
      ("a.png", 10 * 1024 * 1024 + 1, .attachmentInvalidFileSize),
      ("a.mp3", 5 * 1024 * 1024 + 1, .attachmentInvalidFileSize),
    ])
  func refused(name: String, size: Int, code: UNError.Code) throws {
    let url = try file(name, size: size)
    #expect { try UNNotificationAttachment(identifier: "", url: url) } throws: {
      ($0 as? UNError)?.code == code
    }
  }

  @Test("only files that are there are taken")
  func notThere() throws {
    let folderWithName = folder.appending(path: "b.png")
    try FileManager.default.createDirectory(at: folderWithName, withIntermediateDirectories: true)
    let urls = [
      folder.appending(path: "none.png"), folderWithName,
      try #require(URL(string: "https://example.com/a.png")),
    ]
    for url in urls {
      #expect { try UNNotificationAttachment(identifier: "", url: url) } throws: {
        ($0 as? UNError)?.code == .attachmentInvalidURL
      }
    }
  }

  @Test("the largest file of a kind is taken")
  func largest() throws {
    let url = try file("a.mp3", size: 5 * 1024 * 1024)
    #expect(try UNNotificationAttachment(identifier: "", url: url).type == "public.mp3")
  }
}
