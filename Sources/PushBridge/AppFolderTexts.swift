internal import ApplePush
internal import JSONText
internal import Synchronization

/// The texts of an app folder's `.lproj` folders, which are read when they are first asked for:
/// most pushes bring their texts along.
final class AppFolderTexts: Sendable {
  struct Content: Sendable {
    var localization = Localization.none
    var warnings: [AppFolderWarning] = []
  }

  /// The table of an `.lproj` folder that `loc-key`s are looked up in.
  static let tableName = "Localizable.strings"

  /// As many names of the folder as are looked at: no app comes in as many languages.
  private static let nameLimit = 1_024

  /// As many tables as are read: those of the person's languages, `Base`, `en`, or what there is.
  ///
  /// A person who reads none of them is not helped by more.
  private static let tableLimit = 8

  private let folder: String
  private let name: String
  private let languages: [String]
  private let cache = Mutex<Content?>(nil)

  /// Makes texts that are not read yet.
  ///
  /// - Parameters:
  ///   - folder: The app folder's real path.
  ///   - name: The app folder's path in warnings.
  ///   - languages: The person's languages, the first one first.
  init(folder: String, name: String, languages: [String]) {
    self.folder = folder
    self.name = name
    self.languages = languages
  }

  /// The texts, and what is wrong with their files.
  var content: Content {
    cache.withLock { cached in
      if let cached { return cached }
      let content = read()
      cached = content
      return content
    }
  }

  private func read() -> Content {
    let suffix = ".lproj"
    var content = Content()
    let available: [String]
    do {
      available = try AppFolderFiles.names(in: folder, limit: Self.nameLimit).names
        .filter { $0.hasSuffix(suffix) && $0 != suffix }.map { String($0.dropLast(suffix.count)) }
    } catch {
      content.warnings.append(AppFolderWarning(file: name, message: "not read: \(error.detail)"))
      return content
    }
    var tables: [StringsTable] = []
    for language in Localization.order(of: available, preferred: languages)
    where tables.count < Self.tableLimit {
      let file = "\(language)\(suffix)/\(Self.tableName)"
      if let table = table(file, &content.warnings) { tables.append(table) }
    }
    content.localization = Localization(tables: tables)
    return content
  }

  /// Reads one table; nil where there is none or it cannot be used, which a warning says.
  private func table(_ file: String, _ warnings: inout [AppFolderWarning]) -> StringsTable? {
    func warn(_ words: String, at position: TextPosition? = nil) {
      warnings.append(
        AppFolderWarning(
          file: "\(name)/\(file)", position: position,
          message: "\(words); its texts are not used"))
    }
    let bytes: [UInt8]
    do {
      guard let path = try AppFolderFiles.realPath(file, in: folder) else {
        warn("file leads out of the app folder")
        return nil
      }
      bytes = try AppFolderFiles.read(path, limit: StringsTable.byteLimit)
    } catch .missing {
      return nil
    } catch {
      warn("file not read: \(error.detail)")
      return nil
    }
    do {
      return try StringsTable(bytes)
    } catch {
      warn(error.message, at: error.position)
      return nil
    }
  }
}
