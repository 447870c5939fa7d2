import FoundationEssentials
import PushBridge

/// Where the package's files are.
enum Repository {
  /// The folder `Examples`.
  static let examples = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Examples")
}

/// A folder for one test, which goes with the value.
final class AppFolderFixture: Sendable {
  /// The folder's real path.
  let path: String

  /// Makes an empty folder.
  init() throws {
    let manager = FileManager.default
    let folder = manager.temporaryDirectory.appending(path: "belfry-\(UUID().uuidString)")
    try manager.createDirectory(at: folder, withIntermediateDirectories: true)
    path = folder.resolvingSymlinksInPath().path
  }

  /// Makes a folder with an `app.json`.
  convenience init(json: String) throws {
    try self.init()
    try write(json, to: "app.json")
  }

  deinit {
    // A folder that is left behind in the system's own for temporary files does no harm.
    try? FileManager.default.removeItem(atPath: path)
  }

  /// Writes a file, and makes the folders on its way.
  func write(_ text: String, to file: String) throws {
    try write(Array(text.utf8), to: file)
  }

  /// Writes a file, and makes the folders on its way.
  func write(_ bytes: [UInt8], to file: String) throws {
    let url = URL(filePath: path).appending(path: file)
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(bytes).write(to: url)
  }

  /// Makes a link, and the folders on its way.
  func link(_ file: String, to target: String) throws {
    let url = URL(filePath: path).appending(path: file)
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      atPath: url.path, withDestinationPath: target)
  }

  /// Reads the folder as an app's.
  func app(languages: [String] = []) throws(AppFolderError) -> AppFolder {
    try AppFolder(path: path, languages: languages)
  }

  /// The descriptions, without the folder's path.
  func relative(_ warnings: [AppFolderWarning]) -> [String] {
    warnings.map { String($0.description.dropFirst(path.count + 1)) }
  }
}
