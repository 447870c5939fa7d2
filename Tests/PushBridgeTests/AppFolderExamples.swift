import FoundationEssentials

/// Where the package's files are.
enum Repository {
  /// The folder `Examples`.
  static let examples = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Examples")
}
