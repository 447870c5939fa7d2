/// A shell for which completions are made.
enum Shell: String, CaseIterable, Sendable {
  case bash, zsh, fish

  /// Makes the completions from the commands' descriptions.
  ///
  /// - Parameter commands: The commands.
  /// - Returns: A script for the shell.
  func completions(of commands: [Command]) -> String {
    switch self {
    case .bash: BashCompletions.script(commands)
    case .zsh: ZshCompletions.script(commands)
    case .fish: FishCompletions.script(commands)
    }
  }

  /// A text between single quotes, as bash and zsh read it.
  static func quoted(_ text: String) -> String {
    "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''")
      + "'"
  }
}

extension Command.Option {
  /// `--name`, and `-n` when there is one.
  var spellings: [String] {
    ["--\(name)"] + (short.map { ["-\($0)"] } ?? [])
  }
}
