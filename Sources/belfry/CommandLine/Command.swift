internal import GLibLoop

/// One command: from this description come its parsing, its help and the shells' completions.
struct Command: Sendable {
  /// What is typed.
  let name: String
  /// What it does, in a few words that follow "belfry NAME:".
  let summary: String
  /// Its operands, when it takes any.
  var operand: Operand?
  /// Its own options; `--help` is added to those of every command.
  var options: [Option] = []
  /// What is shown first in its help.
  let examples: [Example]
  /// Exit codes that it ends with, besides 0 and 64.
  var exitCodes: [ExitCode] = []
  /// Does the work.
  let run: @Sendable (Invocation, Console) async throws -> ExitCode

  /// What the shells offer for a value, and what the parser takes.
  enum Values: Sendable, Hashable {
    /// Any text; the shell offers nothing.
    case text
    case file
    case directory
    /// A program, with or without arguments.
    case command
    /// One of these words and no other.
    case words([String])
  }

  struct Option: Sendable, Hashable {
    let name: String
    var short: Character?
    /// The name of the value in the help; nil for a flag.
    var value: String?
    var values = Values.text
    var isRepeatable = false
    let help: String
  }

  struct Operand: Sendable, Hashable {
    /// As written in the usage line, `[FILE…|-]`.
    let usage: String
    var values = Values.text
    /// How many may be given.
    let count: ClosedRange<Int>
    let help: String
  }

  struct Example: Sendable, Hashable {
    /// The command line.
    let line: String
    /// What it does.
    let says: String
  }

  /// The option that every command has.
  static let help = Option(name: "help", short: "h", help: "show this help")

  /// All options, those that every command has included.
  var allOptions: [Option] { options + [Self.help] }
}

/// A command as it was called, checked against its description.
struct Invocation: Sendable, Hashable {
  /// The arguments that are no options.
  let operands: [String]
  private let parsed: ParsedOptions

  init(_ parsed: ParsedOptions) {
    self.parsed = parsed
    operands = parsed.operands
  }

  /// Whether a flag is given.
  func has(_ name: String) -> Bool { parsed.options.contains { $0.name == name } }

  /// The value of an option; the last one wins.
  func value(_ name: String) -> String? { values(name).last }

  /// The values of a repeatable option in their order.
  func values(_ name: String) -> [String] { given([name]).map(\.value) }

  /// The values of several options, each with its name, in the order of the arguments.
  func given(_ names: Set<String>) -> [(name: String, value: String)] {
    parsed.options.compactMap { option in
      guard names.contains(option.name), let value = option.value else { return nil }
      return (option.name, value)
    }
  }
}
