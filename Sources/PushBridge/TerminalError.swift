/// Why nobody can be asked in the terminal.
public enum TerminalError: Error, Hashable, CustomStringConvertible {
  /// The process has no terminal; the words are the system's.
  case noTerminal(String)
  /// The terminal belongs to another program just now.
  case inBackground

  /// What is wrong, and what to do.
  public var description: String { "\(problem); \(advice)" }

  var problem: String {
    switch self {
    case .noTerminal(let detail): "no terminal: /dev/tty: \(detail)"
    case .inBackground: "the terminal belongs to another program: belfry runs in the background"
    }
  }

  var advice: String {
    switch self {
    case .noTerminal: "run belfry in a terminal"
    case .inBackground: "bring belfry to the foreground"
    }
  }
}
