import Foundation

/// Programs that tests write.
public enum ExecutableFile {
  /// Writes a program, and its folder where that is missing.
  ///
  /// Another program writes the file: a child that any test starts at the same moment would have this
  /// process's descriptor for a while, and until then the kernel runs nothing that is being written
  /// (ETXTBSY).
  public static func write(_ text: String, to path: String) throws {
    let draft = path + ".draft"
    let folder = URL(fileURLWithPath: path).deletingLastPathComponent()
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data(text.utf8).write(to: URL(fileURLWithPath: draft))
    let install = Process()
    install.executableURL = URL(fileURLWithPath: "/usr/bin/install")
    install.arguments = ["-m", "755", draft, path]
    try install.run()
    install.waitUntilExit()
    guard install.terminationStatus == 0 else {
      throw CocoaError(.fileWriteUnknown, userInfo: [NSFilePathErrorKey: path])
    }
    try FileManager.default.removeItem(atPath: draft)
  }
}
