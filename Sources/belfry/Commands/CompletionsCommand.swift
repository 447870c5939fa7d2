/// `belfry completions`.
enum CompletionsCommand {
  static let command = Command(
    name: "completions",
    summary: "prints the completions of a shell",
    operand: Command.Operand(
      usage: "SHELL", values: .words(Shell.allCases.map(\.rawValue)), count: 1...1,
      help: "bash, zsh or fish"),
    examples: [
      Command.Example(
        line: "source <(belfry completions bash)",
        says: "Complete belfry's commands and options in this shell."),
      Command.Example(
        line: "belfry completions fish > ~/.config/fish/completions/belfry.fish",
        says: "Complete them in each new one."),
    ],
    run: { invocation, console in
      guard let shell = invocation.operands.first.flatMap(Shell.init) else {
        preconditionFailure("The parser takes the words of the table only.")
      }
      try console.output.write(shell.completions(of: CommandTable.commands))
      return .done
    })
}
