internal import ApplePush
internal import GLibLoop
internal import Glibc
internal import JSONText
internal import PushStore

/// Asks a running `belfry serve`.
enum ControlClient {
  /// Asks, and waits for the answer.
  ///
  /// - Parameters:
  ///   - message: What is asked.
  ///   - folder: The state folder of the one that is asked.
  /// - Returns: The answer; nil where nobody runs.
  /// - Throws: `CommandFailure` with 1 or 75.
  static func ask(
    _ message: ControlMessage, in folder: StateFolder
  ) throws(CommandFailure) -> JSONObject? {
    let bytes: [UInt8]
    do throws(Descriptor.Failure) {
      let socket = try UnixSocket.connect(StateFolder.controlName, in: folder.path)
      defer { close(socket) }
      try Descriptor.write(message.line + "\n", to: socket)
      bytes = try WholeFile.readAll(socket, limit: ControlMessage.longestLine)
    } catch {
      switch error.number {
      case ENOENT, ECONNREFUSED, ENOTDIR: return nil
      default:
        throw CommandFailure(
          "belfry serve not asked: \(folder.controlPath): \(error.message); try again", .tryAgain)
      }
    }
    // It went away in the middle, or answers nonsense: either way there is no answer.
    guard let object = (try? JSONDocument(bytes, options: .payload))?.root.object else {
      throw CommandFailure(
        "belfry serve did not answer: \(folder.controlPath); try again", .tryAgain)
    }
    if let failure = object["failed"]?.string { throw CommandFailure(failure, .badConfiguration) }
    return object
  }

  /// Asks one that must be running.
  ///
  /// - Throws: `CommandFailure` with 75 where nobody runs.
  static func askRunning(
    _ message: ControlMessage, in folder: StateFolder
  ) throws(CommandFailure) -> JSONObject {
    guard let answer = try ask(message, in: folder) else {
      throw CommandFailure(
        "no belfry serve is running with the state folder \(folder.path); "
          + "start one, or name its folder with --state", .tryAgain)
    }
    return answer
  }
}
