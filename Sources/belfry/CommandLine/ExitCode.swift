/// How a run of `belfry` ended: the exit codes that scripts may rely on.
///
/// From 64 on they are those of BSD's sysexits(3).
enum ExitCode: Int32, CaseIterable {
  case done = 0
  case undelivered = 1
  case usage = 64
  case badPayload = 65
  case noInput = 66
  case unavailable = 69
  case tryAgain = 75
  case badConfiguration = 78
  case interrupted = 130

  /// The meaning in the words of the help.
  var meaning: String {
    switch self {
    case .done: "done"
    case .undelivered: "could not deliver"
    case .usage: "wrong usage"
    case .badPayload: "bad payload"
    case .noInput: "no such file"
    case .unavailable: "no notification server or no session bus"
    case .tryAgain: "try again later"
    case .badConfiguration: "bad configuration"
    case .interrupted: "interrupted"
    }
  }
}

/// The end of a command with a message for the person and an exit code.
struct CommandFailure: Error, Hashable {
  /// What failed, with which value, and what to do: `what: value; what to do`.
  let message: String
  /// How the run ends.
  let code: ExitCode

  init(_ message: String, _ code: ExitCode) {
    self.message = message
    self.code = code
  }

  /// Arguments that do not fit the command.
  static func usage(_ message: String) -> CommandFailure {
    CommandFailure(message, .usage)
  }
}
