internal import ApplePush
/// A whole run of `belfry`, in process.
enum Belfry {
  /// The version, as in CHANGELOG.md.
  static let version = "0.1.0"

  /// Runs one command line.
  ///
  /// - Parameters:
  ///   - arguments: Without the program's name.
  ///   - console: The streams and the environment.
  /// - Returns: The exit code.
  static func run(arguments: [String], console: Console) async -> ExitCode {
    do {
      return try await run(arguments, console)
    } catch let failure as CommandFailure {
      console.report("belfry: \(failure.message)")
      return failure.code
    } catch OutputFailure.closed {
      // The reader has all it wants, as `head` does.
      return .done
    } catch OutputFailure.failed(let detail) {
      console.report("belfry: output not written: \(detail); make room, or write elsewhere")
      return .undelivered
    } catch is CancellationError {
      return .interrupted
    } catch {
      console.report("belfry: unexpected error: \(error); please report it")
      return .undelivered
    }
  }

  private static func run(_ arguments: [String], _ console: Console) async throws -> ExitCode {
    guard let first = arguments.first else {
      try console.output.write(Help.short(CommandTable.commands))
      return .done
    }
    if first.hasPrefix("-") { return try runAlone(arguments, console) }
    guard let command = CommandTable.commands.first(where: { $0.name == first }) else {
      let nearest = nearestName(to: first, among: CommandTable.commands.map(\.name))
      let hint = nearest.map { "did you mean \($0)?" } ?? "see belfry --help for those that exist"
      throw CommandFailure.usage("unknown command: \(first); \(hint)")
    }
    do {
      let invocation = try command.parse(Array(arguments.dropFirst()))
      if invocation.has(Command.help.name) {
        try console.output.write(Help.of(command))
        return .done
      }
      return try await command.run(invocation, console)
    } catch let failure as CommandFailure {
      throw CommandFailure("\(command.name): \(failure.message)", failure.code)
    }
  }

  /// Runs a command line that begins with an option.
  private static func runAlone(_ arguments: [String], _ console: Console) throws -> ExitCode {
    let invocation = try Command.parse(arguments, options: CommandTable.topLevelOptions)
    if invocation.has(Command.help.name) {
      try console.output.write(Help.full(CommandTable.commands))
    } else if invocation.has(CommandTable.version.name) {
      try console.print("belfry \(version)")
    } else {
      throw CommandFailure.usage("command missing: write it first, as in belfry push FILE")
    }
    return .done
  }
}
