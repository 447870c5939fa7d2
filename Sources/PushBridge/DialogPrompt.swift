internal import GLibLoop
internal import Glibc

/// Asks for a text in a window of kdialog or zenity.
///
/// Plasma's kdialog is tried first where XDG_CURRENT_DESKTOP names KDE, else zenity; a program that
/// is not installed, or cannot open the display, leaves it to the other.
public struct DialogPrompt: TextPrompt {
  private let environment: [String: String]

  /// In bytes: more than anybody types into one line.
  private static let maximumAnswer = 16_384

  /// Makes the prompt.
  ///
  /// - Parameter environment: The environment: PATH, the display, the desktop and the locale.
  public init(environment: [String: String]) {
    self.environment = environment
  }

  /// Finds the programs that are installed.
  ///
  /// - Parameter environment: The environment.
  /// - Returns: Their names, in the order in which they are tried.
  public static func installed(environment: [String: String]) -> [String] {
    programs(environment).map(\.program.rawValue)
  }

  /// Asks, and waits for the answer; when the task is cancelled the window goes away.
  ///
  /// - Parameter question: What is asked.
  /// - Returns: The text as it was typed, which may be empty; nil when the person thought better of
  ///   it.
  /// - Throws: `PromptError` where there is no display or no program that could ask;
  ///   `CancellationError`.
  public func ask(_ question: TextQuestion) async throws -> String? {
    guard ["WAYLAND_DISPLAY", "DISPLAY"].contains(where: { !environment[$0, default: ""].isEmpty })
    else {
      throw PromptError(
        problem: "no display: neither WAYLAND_DISPLAY nor DISPLAY is set",
        advice: "run belfry inside a desktop session")
    }
    let programs = Self.programs(environment)
    guard !programs.isEmpty else {
      throw PromptError(
        problem: "no dialog program: neither kdialog nor zenity is installed",
        advice: "install zenity or kdialog")
    }
    var problems: [String] = []
    for (program, path) in programs {
      do {
        return try await ask(question, program, path)
      } catch let failure as Failure {
        problems.append("\(program.rawValue): \(failure.detail)")
      }
    }
    throw PromptError(
      problem: problems.joined(separator: "; "),
      advice: "see what it says when it is started by hand")
  }

  private struct Failure: Error {
    let detail: String
  }

  private func ask(
    _ question: TextQuestion, _ program: DialogProgram, _ path: String
  ) async throws -> String? {
    let result: ChildProcessResult
    do {
      result = try await ChildProcess.run(
        [path] + program.arguments(for: question),
        environment: environment.merging(program.settings(environment)) { $1 },
        outputLimit: Self.maximumAnswer + 1)
    } catch ChildProcessError.notStarted(_, let detail) {
      throw Failure(detail: detail)
    } catch ChildProcessError.outputTooLong {
      throw Failure(detail: "its answer is longer than \(Self.maximumAnswer) bytes")
    }
    switch program.end(result.status) {
    case .sent:
      // The one newline that the program adds.
      let answer =
        result.output.last == UInt8(ascii: "\n") ? result.output.dropLast() : result.output[...]
      return String(decoding: answer, as: UTF8.self)
    case .cancelled: return nil
    case .failed: throw Failure(detail: "it ended with status \(result.status)")
    }
  }

  /// The installed programs with their paths, in order.
  private static func programs(
    _ environment: [String: String]
  ) -> [(program: DialogProgram, path: String)] {
    // An empty or relative folder would mean the working directory, where anything may lie.
    let folders = (environment["PATH"] ?? defaultPath).split(separator: ":").filter {
      $0.hasPrefix("/")
    }
    return DialogProgram.ordered(environment).compactMap { program in
      let paths = folders.map { folder in "\(folder)/\(program.rawValue)" }
      return paths.first { access($0, X_OK) == 0 }.map { path in (program, path) }
    }
  }

  /// Where programs are looked for without PATH.
  ///
  /// Source: execvp(3), glibc's default.
  private static let defaultPath = "/bin:/usr/bin"
}
