public import ApplePush
internal import JSONText
public import NotificationModel
public import Presentation

/// A folder that stands in for an iOS app: its name and icon, its categories, texts and sounds.
///
/// `app.json` is JSON with comments and commas before closing brackets. `LANG.lproj` folders have
/// the texts of `loc-key`s, `Sounds` the sound files.
public struct AppFolder: Sendable {
  /// The folder's real path.
  public let path: String
  /// The bundle identifier, which is the topic of its pushes.
  public let bundleIdentifier: String
  /// What people call the app; nil where the folder does not say.
  public let name: String?
  /// The absolute path of a file in the folder, or a theme icon's name; nil for none.
  public let icon: String?
  /// The categories, in order; no two have the same identifier.
  public let categories: [UNNotificationCategory]
  /// How its notifications are grouped.
  public let grouping: Grouping
  /// The key in the payload whose value is a link to a video.
  public let videoKey: String
  /// The absolute paths of the files in `Sounds`, by their names.
  public let sounds: [String: String]
  /// Key paths of links in the payload to fetch where `mutable-content` is 1; not used yet.
  public let attachments: [String]
  /// The program that may change a push before it is shown.
  public let serviceExtension: AppCommand?
  /// The program that runs for silent pushes.
  public let backgroundHandler: AppCommand?
  /// Who is told of responses.
  public let responseHandlers: [ResponseHandler]
  /// The pages that show notifications; not used yet.
  public let contentExtensions: [ContentExtension]
  /// What is probably not meant, in the order of the file, then of `Sounds`.
  public let warnings: [AppFolderWarning]
  /// The keys that are there and have no effect in this version, each with what is not done.
  public let unusedKeys: [AppFolderWarning]

  private let texts: AppFolderTexts

  /// The file that makes a folder an app folder.
  public static let fileName = "app.json"

  /// The largest `app.json`, in bytes: 1 MiB, far above what a person writes.
  public static let byteLimit = 1024 * 1024

  /// Reads an app folder; the texts are read when they are asked for.
  ///
  /// - Parameters:
  ///   - path: The folder.
  ///   - languages: The person's languages, the first one first, as `UserLanguages` gives them.
  /// - Throws: ``AppFolderError``.
  public init(path: String, languages: [String]) throws(AppFolderError) {
    try self.init(path: path, languages: languages, requiring: nil)
  }

  /// Reads the app folder of a bundle identifier, or any where that is nil.
  init(
    path: String, languages: [String], requiring bundleIdentifier: String?
  ) throws(AppFolderError) {
    let file = path.hasSuffix("/") ? path + Self.fileName : "\(path)/\(Self.fileName)"
    let folder: String
    let document: JSONDocument
    do {
      folder = try AppFolderFiles.realPath(path)
    } catch {
      throw AppFolderError(error, path: path)
    }
    self.path = folder
    document = try Self.document(file)
    var reader = AppFolderReader(requiredIdentifier: bundleIdentifier)
    let content: AppFolderContent
    var resources = AppFolderResources(folder: folder, name: path)
    do {
      content = try reader.content(of: document)
      if let node = content.icon { icon = try resources.icon(node, file) } else { icon = nil }
    } catch {
      throw .invalid(file: file, position: error.position, message: error.message)
    }
    self.bundleIdentifier = content.bundleIdentifier
    name = content.name
    categories = content.categories
    grouping = content.grouping
    videoKey = content.videoKey
    sounds = resources.sounds()
    attachments = content.attachments
    serviceExtension = content.serviceExtension
    backgroundHandler = content.backgroundHandler
    responseHandlers = content.responseHandlers
    contentExtensions = content.contentExtensions
    warnings = reader.warnings.map { AppFolderWarning(file: file, $0) } + resources.warnings
    unusedKeys = content.unused.map { AppFolderWarning(file: file, $0) }
    texts = AppFolderTexts(folder: folder, name: path, languages: languages)
  }

  private static func document(_ file: String) throws(AppFolderError) -> JSONDocument {
    let start = TextPosition(line: 1, column: 1)
    let bytes: [UInt8]
    do {
      bytes = try AppFolderFiles.read(file, limit: byteLimit)
    } catch .tooLarge(let count, let limit) {
      throw .invalid(
        file: file, position: start,
        message: "file has \(count) bytes; at most \(limit) are taken")
    } catch {
      throw AppFolderError(error, path: file)
    }
    do {
      return try JSONDocument(bytes, options: .relaxed)
    } catch {
      throw .invalid(file: file, position: error.position, message: error.message)
    }
  }

  /// The texts for `loc-key`s, the person's first language first; read at the first call.
  public var localization: Localization { texts.content.localization }

  /// What is wrong with the files of the texts; they are read at the first call.
  public var localizationWarnings: [AppFolderWarning] { texts.content.warnings }

  /// Finds a category.
  ///
  /// - Parameter identifier: What a notification's `categoryIdentifier` names; case counts.
  /// - Returns: The category, or nil where the app has none such.
  public func category(_ identifier: String) -> UNNotificationCategory? {
    categories.first { $0.identifier == identifier }
  }

  /// The app as it is shown.
  ///
  /// - Parameter desktopEntry: The desktop file to name, without `.desktop`; nil for none.
  /// - Returns: The app.
  public func presentedApp(desktopEntry: String?) -> PresentedApp {
    PresentedApp(
      bundleIdentifier: bundleIdentifier, name: name, icon: icon, desktopEntry: desktopEntry,
      sounds: sounds)
  }

  /// The app as a push's receiver.
  ///
  /// - Parameters:
  ///   - desktopEntry: The desktop file to name, without `.desktop`; nil for none.
  ///   - extraActions: Buttons that every push gets after those of its category.
  /// - Returns: The app.
  public func receivingApp(
    desktopEntry: String?, extraActions: [UNNotificationAction] = []
  ) -> ReceivingApp {
    ReceivingApp(
      presented: presentedApp(desktopEntry: desktopEntry), categories: categories,
      extraActions: extraActions, grouping: grouping, videoKey: videoKey,
      handlers: AppHandlers(
        folder: path, serviceExtension: serviceExtension, backgroundHandler: backgroundHandler,
        responseHandlers: responseHandlers))
  }

  /// Tells whether a text is a bundle identifier; one is always a safe name of a folder.
  ///
  /// - Parameter text: The text.
  /// - Returns: Whether it is not empty and has letters, digits, `-`, `_` and single points only.
  public static func isBundleIdentifier(_ text: String) -> Bool {
    // The rule for topics; what it says about a wrong one is worded for a header.
    (try? PushHeaders.topic(text)) != nil
  }

  /// Tells whether a path stays in its folder, as far as its text goes.
  static func isInnerPath(_ path: String) -> Bool {
    !path.isEmpty && !path.hasPrefix("/") && !path.utf8.contains(0)
      && !path.split(separator: "/").contains("..")
  }
}

extension AppFolderError {
  fileprivate init(_ failure: FileFailure, path: String) {
    self =
      failure == .missing ? .missing(path: path) : .notRead(path: path, detail: failure.detail)
  }
}

extension AppFolderWarning {
  init(file: String, _ problem: FieldProblem) {
    self.init(file: file, position: problem.position, message: problem.message)
  }
}
