/// Completions for fish 3 and newer.
enum FishCompletions {
  static func script(_ commands: [Command]) -> String {
    let names = commands.map(\.name).joined(separator: " ")
    let top = CommandTable.topLevelOptions.map {
      complete("not __fish_seen_subcommand_from \(names)", $0)
    }
    let lines = commands.flatMap { command in
      [
        "complete -c belfry -n 'not __fish_seen_subcommand_from \(names)' -f "
          + "-a \(command.name) -d \(quoted(command.summary))"
      ] + arguments(of: command)
    }
    return """
      # fish completion for belfry, made by `belfry completions fish`

      \((top + lines).joined(separator: "\n"))

      """
  }

  private static func arguments(of command: Command) -> [String] {
    let condition = "__fish_seen_subcommand_from \(command.name)"
    let operand = offer(command.operand?.values ?? .text, isValue: false)
    return ["complete -c belfry -n '\(condition)' \(operand)"]
      + command.allOptions.map { complete(condition, $0) }
  }

  private static func complete(_ condition: String, _ option: Command.Option) -> String {
    let short = option.short.map { " -s \($0)" } ?? ""
    let value = option.value == nil ? "" : " \(offer(option.values, isValue: true))"
    return "complete -c belfry -n '\(condition)' -l \(option.name)\(short)\(value) "
      + "-d \(quoted(option.help))"
  }

  private static func offer(_ values: Command.Values, isValue: Bool) -> String {
    let value = isValue ? "-r " : ""
    return switch values {
    case .text: "\(value)-f"
    case .file: "\(value)-F"
    case .directory: "\(value)-f -a '(__fish_complete_directories)'"
    case .command: "\(value)-f -a '(__fish_complete_command)'"
    case .words(let words): "\(value)-f -a \(quoted(words.joined(separator: " ")))"
    }
  }

  /// A text between single quotes, as fish reads it.
  private static func quoted(_ text: String) -> String {
    let escaped = text.reduce(into: "") { escaped, character in
      if "'\\".contains(character) { escaped.append("\\") }
      escaped.append(character)
    }
    return "'\(escaped)'"
  }
}
