import Foundation
import Synchronization
import TestSupport

/// The program itself as a child process, with an environment of which a test knows every variable.
struct BelfryProgram: Sendable {
  /// How a run ended.
  struct Outcome: Hashable {
    var code: Int32 = 0
    /// The lines of standard output; those of events with identifiers and dates masked.
    var output: [String] = []
    var errors: [String] = []
  }

  private let process: LineProcess
  private let masks = EventMasks()

  /// The file that `swift build` wrote: it lies beside the tests.
  static let path = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    .deletingLastPathComponent().appendingPathComponent("belfry").path

  /// Starts it.
  ///
  /// - Parameters:
  ///   - arguments: Its arguments.
  ///   - input: Its standard input; nil leaves it open.
  ///   - environment: Variables beside those that every run has.
  /// - Throws: What kept it from starting.
  init(_ arguments: [String], input: String? = "", environment: [String: String] = [:]) throws {
    let variables = Self.environment.merging(environment) { $1 }
    // `env -i`: a variable of the tests' own, such as the bus of the session, is not inherited.
    process = try LineProcess(
      "/usr/bin/env",
      ["-i"] + variables.map { "\($0.key)=\($0.value)" } + [Self.path] + arguments,
      in: packageFolder, keepsErrors: true)
    guard let input else { return }
    if !input.isEmpty { process.send(input) }
    process.endInput()
  }

  /// Runs it to its end.
  ///
  /// - Parameters:
  ///   - arguments: Its arguments.
  ///   - input: Its standard input.
  ///   - environment: Variables beside those that every run has.
  /// - Returns: How it ended.
  /// - Throws: What kept it from starting.
  static func run(
    _ arguments: [String], input: String = "", environment: [String: String] = [:]
  ) async throws -> Outcome {
    try await BelfryProgram(arguments, input: input, environment: environment).rest()
  }

  /// The next event, masked.
  func event() async -> String? {
    await process.lines.next().map(masks.masked)
  }

  /// The next line as it is.
  func line() async -> String? { await process.lines.next() }

  /// The next line of standard error.
  func error() async -> String? { await process.errors?.next() }

  /// What is still to come, and the end.
  func rest() async -> Outcome {
    async let errors = process.errors?.rest() ?? []
    let output = await process.lines.rest().map(masks.masked)
    return Outcome(code: await process.exit(), output: output, errors: await errors)
  }

  /// Presses Ctrl-C.
  func interrupt() { process.interrupt() }

  /// Ends it by SIGTERM.
  func terminate() { process.terminate() }

  /// Kills it.
  func kill() { Foundation.kill(process.pid, SIGKILL) }

  /// Closes the terminal.
  func hangUp() { process.hangUp() }

  /// No session bus, no display, no home with anything in it, no app folders but the named ones.
  private static let environment = [
    "PATH": "/usr/bin:/bin", "HOME": "/nonexistent", "LANG": "en_GB.UTF-8",
    // No folder can be made below a device: what a server answered is not kept from test to test.
    "XDG_DATA_DIRS": "/nonexistent", "XDG_RUNTIME_DIR": "/dev/null",
  ]
}

/// Takes out of event lines what differs from run to run; which lines belong together stays.
private final class EventMasks: Sendable {
  private let identifiers = Mutex<[String: String]>([:])

  func masked(_ line: String) -> String {
    guard line.hasPrefix("{\"event\":") else { return line }
    var line = line
    if let date = value(of: "date", in: line), isDate(line[date]) {
      line.replaceSubrange(date, with: "DATE")
    }
    if let range = value(of: "requestIdentifier", in: line) {
      let identifier = String(line[range])
      // Its own is a UUID; a collapse identifier is what the sender chose.
      guard UUID(uuidString: identifier) != nil else { return line }
      let mask = identifiers.withLock { masks in
        let mask = masks[identifier] ?? "ID\(masks.count + 1)"
        masks[identifier] = mask
        return mask
      }
      line.replaceSubrange(range, with: mask)
    }
    return line
  }

  private func value(of key: String, in line: String) -> Range<String.Index>? {
    guard let start = line.range(of: "\"\(key)\":\"")?.upperBound,
      let end = line[start...].firstIndex(of: "\"")
    else { return nil }
    return start..<end
  }

  /// ISO 8601, UTC, to the millisecond.
  private func isDate(_ text: Substring) -> Bool {
    let shape = "0000-00-00T00:00:00.000Z"
    return text.count == shape.count
      && zip(text, shape).allSatisfy { $1 == "0" ? $0.isASCII && $0.isNumber : $0 == $1 }
  }
}

/// A folder of one test, which goes with it.
final class Scratch {
  let path: String

  init() throws {
    path =
      FileManager.default.temporaryDirectory
      .appendingPathComponent("belfry-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit {
    // What is left of it is in the folder for temporary files.
    try? FileManager.default.removeItem(atPath: path)
  }

  /// Writes a file.
  func file(_ name: String, _ text: String) throws -> String {
    try file(name, Array(text.utf8))
  }

  /// Writes a file of bytes.
  func file(_ name: String, _ bytes: [UInt8]) throws -> String {
    let url = URL(fileURLWithPath: path).appendingPathComponent(name)
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(bytes).write(to: url)
    return url.path
  }

  /// Writes a program.
  func program(_ name: String, _ text: String) throws -> String {
    let path = URL(fileURLWithPath: path).appendingPathComponent(name).path
    try ExecutableFile.write(text, to: path)
    return path
  }
}
