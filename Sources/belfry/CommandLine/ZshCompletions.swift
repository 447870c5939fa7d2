/// Completions for zsh 5 and newer, in the form of a function file `_belfry`.
enum ZshCompletions {
  static func script(_ commands: [Command]) -> String {
    let names = commands.map { Shell.quoted("\($0.name):\($0.summary)") }
    let top =
      CommandTable.topLevelOptions.flatMap(specifications(of:))
      + ["1:command:->command", "*::argument:->argument"]
    return """
      #compdef belfry
      # zsh completion for belfry, made by `belfry completions zsh`

      _belfry() {
        local curcontext="$curcontext" state line
        typeset -A opt_args
        _arguments -C \\
      \(lines(top))
        case $state in
          command)
            local -a commands=(
      \(names.map { "        \($0)" }.joined(separator: "\n"))
            )
            _describe command commands
            ;;
          argument)
            case $words[1] in
      \(commands.map(commandCase).joined(separator: "\n"))
            esac
            ;;
        esac
      }

      if [[ $funcstack[1] == _belfry ]]; then
        _belfry "$@"
      else
        compdef _belfry belfry
      fi

      """
  }

  private static func commandCase(_ command: Command) -> String {
    var arguments = command.allOptions.flatMap(specifications(of:))
    if let operand = command.operand {
      let count = operand.count.upperBound > 1 ? "*" : "1"
      arguments.append("\(count):\(escaped(operand.usage)):\(action(operand.values))")
    }
    return """
            \(command.name))
              _arguments -s \\
      \(lines(arguments))
              ;;
      """
  }

  /// The arguments of `_arguments`, one a line.
  private static func lines(_ arguments: [String]) -> String {
    arguments.map { "          \(Shell.quoted($0))" }.joined(separator: " \\\n")
  }

  /// One option as `_arguments` wants it, once for each spelling.
  private static func specifications(of option: Command.Option) -> [String] {
    let several = option.isRepeatable ? "*" : ""
    var rest = "[\(escaped(option.help, signs: "[]"))]"
    if let value = option.value { rest += ":\(escaped(value)):\(action(option.values))" }
    return option.spellings.map { name in
      let equals = option.value != nil && name.hasPrefix("--") ? "=" : ""
      return "\(several)\(name)\(equals)\(rest)"
    }
  }

  private static func action(_ values: Command.Values) -> String {
    switch values {
    case .text: ""
    case .file: "_files"
    case .directory: "_directories"
    case .command: "_command_names -e"
    case .words(let words): "(\(words.joined(separator: " ")))"
    }
  }

  /// Text in which `_arguments` sees no signs of its own.
  private static func escaped(_ text: String, signs: String = ":") -> String {
    text.reduce(into: "") { escaped, character in
      if signs.contains(character) || character == "\\" { escaped.append("\\") }
      escaped.append(character)
    }
  }
}
