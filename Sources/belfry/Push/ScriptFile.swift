internal import PushBridge

/// The script of `--script`.
enum ScriptFile {
  /// The largest script that is read, in bytes: tens of thousands of rules.
  static let byteLimit = 1_048_576

  /// Reads a script.
  ///
  /// - Parameter path: Its file.
  /// - Throws: `CommandFailure` with 66 when it cannot be read, with 78 when it is no script.
  static func read(_ path: String) throws(CommandFailure) -> Script {
    let bytes: [UInt8]
    do {
      bytes = try readFile(path, limit: byteLimit)
    } catch {
      throw CommandFailure(
        "script not read: \(path): \(error.detail); name a file that can be read", .noInput)
    }
    guard bytes.count <= byteLimit else {
      throw CommandFailure(
        "script too large: \(path): at most \(byteLimit) bytes are taken", .badConfiguration)
    }
    do {
      return try Script(bytes, name: path)
    } catch {
      throw CommandFailure(error.description, .badConfiguration)
    }
  }
}
