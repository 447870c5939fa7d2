internal import PushBridge

/// The script of `--script`.
enum ScriptFile {
  /// Reads a script.
  ///
  /// - Parameter path: Its file.
  /// - Returns: The script.
  /// - Throws: `CommandFailure` with 66 when it cannot be read, with 78 when it is no script.
  static func read(_ path: String) throws(CommandFailure) -> Script {
    let bytes: [UInt8]
    do {
      bytes = try readFile(path, limit: Script.byteLimit)
    } catch {
      throw CommandFailure(
        "script not read: \(path): \(error.detail); name a file that can be read", .noInput)
    }
    do {
      return try Script(bytes, name: path)
    } catch {
      throw CommandFailure(error.description, .badConfiguration)
    }
  }
}
