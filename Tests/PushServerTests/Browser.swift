import Glibc
import Testing

/// A headless Chromium for which www.youtube.com is a stand-in: Tests/Browser/browser.py, which has
/// the commands.
final class Browser {
  private let process: pid_t
  private let channel: Int32
  private let answers: UnsafeMutablePointer<FILE>

  /// A command that did not succeed, in the driver's words.
  struct Failure: Error {
    let command: String
    let reason: String
  }

  /// Starts the driver and the browser.
  init() throws {
    // Closed in every other child, which would keep this one alive.
    let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    var ends: [Int32] = [0, 0]
    guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else {
      throw Failure(command: "start", reason: "no socket pair")
    }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDIN_FILENO)
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO)
    let folders = #filePath.split(separator: "/").dropLast(2).joined(separator: "/")
    let path = getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin"
    var arguments: [UnsafeMutablePointer<CChar>?] = [
      strdup("python3"), strdup("-B"), strdup("/\(folders)/Browser/browser.py"), nil,
    ]
    var environment: [UnsafeMutablePointer<CChar>?] = [
      strdup("PATH=\(path)"), strdup("HOME=/nonexistent"), strdup("LANG=C.UTF-8"), nil,
    ]
    var process: pid_t = 0
    let result = posix_spawnp(&process, "python3", &actions, nil, &arguments, &environment)
    (arguments + environment).forEach { free($0) }
    posix_spawn_file_actions_destroy(&actions)
    close(ends[1])
    guard result == 0, let answers = fdopen(ends[0], "r") else {
      close(ends[0])
      throw Failure(command: "start", reason: "python3: \(String(cString: strerror(result)))")
    }
    self.process = process
    self.answers = answers
    channel = ends[0]
  }

  /// Ends the driver, which ends the browser.
  deinit {
    fclose(answers)
    waitpid(process, nil, 0)
  }

  /// Gives the driver a command and waits for its answer, which comes within its own time limit.
  ///
  /// - Returns: The answer as JSON.
  @discardableResult
  func callAsFunction(_ words: String...) throws -> String {
    let command = words.joined(separator: "\t")
    let bytes = Array((command + "\n").utf8)
    // A driver that has ended is told by its missing answer.
    send(channel, bytes, bytes.count, Int32(MSG_NOSIGNAL))
    var line: UnsafeMutablePointer<CChar>?
    var size = 0
    defer { free(line) }
    guard getline(&line, &size, answers) > 0, let line else {
      throw Failure(command: command, reason: "the driver has ended")
    }
    let parts = String(cString: line).dropLast().split(separator: "\t", maxSplits: 1)
    guard parts.first == "ok", parts.count == 2 else {
      throw Failure(command: command, reason: String(parts.last ?? ""))
    }
    return String(parts[1])
  }
}
