internal import FoundationEssentials
internal import GLibLoop
internal import JSONText

/// Why a program of an app folder did not do its work.
enum HandlerError: Error, Hashable, CustomStringConvertible {
  /// It could not be started.
  case notStarted(program: String, detail: String)
  /// It ended with another status than 0.
  case failed(program: String, status: Int)
  /// It took too long.
  case timedOut(program: String, limit: Duration)
  /// It wrote something else than is wanted.
  case badOutput(program: String, detail: String)

  /// What failed, with which value, and what to do.
  var description: String {
    switch self {
    case .notStarted(let program, let detail):
      "\(program) not started: \(detail); name a program in the app folder or in PATH"
    case .failed(let program, let status):
      "\(program) ended with status \(status); its messages are in the log"
    case .timedOut(let program, let limit):
      "\(program) took longer than \(limit.components.seconds) s; "
        + "make it faster, or give it a larger timeLimit"
    case .badOutput(let program, let detail):
      "\(program) wrote \(detail)"
    }
  }
}

/// Runs programs of an app folder: JSON on standard input, JSON on standard output, messages to the
/// log.
enum HandlerProgram {
  /// How many bytes a program may write.
  static let outputLimit = 64 * 1024

  /// Runs a program that answers.
  ///
  /// - Parameters:
  ///   - command: The program.
  ///   - folder: Where it runs.
  ///   - input: One JSON object.
  /// - Returns: The object that it wrote; nil where it wrote nothing. One that was told to end
  ///   because its time was over, and yet wrote something, has done so in time.
  /// - Throws: `HandlerError`; `CancellationError`.
  static func run(
    _ command: AppCommand, in folder: String, input: JSONOutput
  ) async throws -> JSONObject? {
    let program = command.arguments.first ?? ""
    let result = try await end(of: command, in: folder, environment: [:], input.text)
    guard result.output.contains(where: { !isSpace($0) }) else {
      if result.isLate {
        throw HandlerError.timedOut(program: program, limit: command.timeLimit)
      }
      return nil
    }
    return try object(result.output, program)
  }

  /// Runs a program that is told something; what it writes does not count.
  ///
  /// - Parameters:
  ///   - command: The program.
  ///   - folder: Where it runs.
  ///   - environment: Variables on top of this process's.
  ///   - line: One JSON object.
  /// - Throws: `HandlerError`; `CancellationError`.
  static func tell(
    _ command: AppCommand, in folder: String, environment: [String: String], _ line: String
  ) async throws {
    let result = try await end(of: command, in: folder, environment: environment, line)
    if result.isLate {
      throw HandlerError.timedOut(
        program: command.arguments.first ?? "", limit: command.timeLimit)
    }
  }

  private static func end(
    of command: AppCommand, in folder: String, environment: [String: String], _ line: String
  ) async throws -> ChildProcessResult {
    let program = command.arguments.first ?? ""
    let result: ChildProcessResult
    do {
      result = try await ChildProcess.run(
        command.arguments, in: folder, environment: environment, keepsMessages: true,
        input: line + "\n", timeLimit: command.timeLimit, outputLimit: outputLimit)
    } catch let error as ChildProcessError {
      switch error {
      case .notStarted(_, let detail), .badCommand(_, let detail):
        throw HandlerError.notStarted(program: program, detail: detail)
      case .outputTooLong(_, let limit):
        throw HandlerError.badOutput(
          program: program, detail: "more than \(limit) bytes; write less")
      }
    }
    guard result.status == 0 else {
      throw result.isLate
        ? HandlerError.timedOut(program: program, limit: command.timeLimit)
        : HandlerError.failed(program: program, status: result.status)
    }
    return result
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    [0x20, 0x09, 0x0A, 0x0D].contains(byte)
  }

  private static func object(
    _ bytes: [UInt8], _ program: String
  ) throws(HandlerError) -> JSONObject {
    let document: JSONDocument
    do {
      document = try JSONDocument(bytes, options: .payload)
    } catch {
      throw .badOutput(program: program, detail: "no JSON: \(error.position): \(error.message)")
    }
    guard let object = document.root.object else {
      throw .badOutput(
        program: program, detail: "\(document.root.typeName); write a JSON object")
    }
    return object
  }
}
