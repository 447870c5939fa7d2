import Testing

@testable import belfry

struct HelpTests {
  /// Each help text by the arguments that ask for it.
  static let texts: [[String]: String] = CommandTable.commands.reduce(
    into: [
      []: Help.short(CommandTable.commands), ["--help"]: Help.full(CommandTable.commands),
    ]
  ) { $0[[$1.name, "--help"]] = Help.of($1) }

  @Test(
    "No line of a help is wider than a terminal",
    arguments: texts.keys.sorted { $0.joined() < $1.joined() })
  func width(arguments: [String]) throws {
    let lines = try #require(Self.texts[arguments]).split(separator: "\n").map(String.init)
    #expect(lines.filter { $0.count > 80 } == [])
  }

  @Test(
    "The help of a command begins with what it does, then examples, then names every option",
    arguments: CommandTable.commands.map(\.name))
  func order(name: String) throws {
    let command = try #require(CommandTable.commands.first { $0.name == name })
    let text = Help.of(command)
    #expect(text.hasPrefix("belfry \(name): \(command.summary)\n\nExamples:\n  "))
    for option in command.allOptions {
      #expect(text.contains("--\(option.name)"))
      #expect(option.short.map { text.contains("-\($0), --\(option.name)") } ?? true)
    }
    #expect(!command.examples.isEmpty)
  }

  @Test("The help of a command, whole")
  func whole() {
    #expect(
      Help.of(CompletionsCommand.command) == """
        belfry completions: prints the completions of a shell

        Examples:
          source <(belfry completions bash)
              Complete belfry's commands and options in this shell.
          belfry completions fish > ~/.config/fish/completions/belfry.fish
              Complete them in each new one.

        Usage: belfry completions [OPTION…] SHELL

        Arguments:
          SHELL  bash, zsh or fish

        Options:
          -h, --help  show this help

        Exit codes:
          0   done
          64  wrong usage

        """)
  }

  @Test("Names are unique within a command", arguments: CommandTable.commands.map(\.name))
  func uniqueNames(name: String) throws {
    let command = try #require(CommandTable.commands.first { $0.name == name })
    let spellings = command.allOptions.flatMap(\.spellings)
    #expect(Set(spellings).count == spellings.count)
  }
}
