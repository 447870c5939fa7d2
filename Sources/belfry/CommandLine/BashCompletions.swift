/// Completions for bash 4 and newer.
enum BashCompletions {
  static func script(_ commands: [Command]) -> String {
    let names = commands.map(\.name) + CommandTable.topLevelOptions.map { "--\($0.name)" }
    return """
      # bash completion for belfry, made by `belfry completions bash`

      _belfry() {
        local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]}
        local command=${COMP_WORDS[1]}
        COMPREPLY=()
        # bash makes "=" a word of its own in --option=value
        if [[ $cur == = ]]; then
          cur=
        elif [[ $prev == = ]]; then
          prev=${COMP_WORDS[COMP_CWORD-2]}
        fi
        if ((COMP_CWORD == 1)); then
          _belfry_words '\(names.joined(separator: " "))'
          return
        fi
        case "$command $prev" in
      \(commands.flatMap(valueCases).joined(separator: "\n"))
        esac
        case "$command $cur" in
      \(commands.map(optionCase).joined(separator: "\n"))
        esac
        case "$command" in
      \(commands.compactMap(operandCase).joined(separator: "\n"))
        esac
      }

      _belfry_words() {
        mapfile -t COMPREPLY < <(compgen -W "$1" -- "$cur")
      }

      _belfry_paths() {
        compopt -o filenames 2>/dev/null
        mapfile -t COMPREPLY < <(compgen "$1" -- "$cur")
      }

      complete -F _belfry belfry

      """
  }

  private static func valueCases(_ command: Command) -> [String] {
    command.allOptions.filter { $0.value != nil }.map { option in
      let patterns = option.spellings.map { Shell.quoted("\(command.name) \($0)") }
      return "    \(patterns.joined(separator: "|"))) \(offer(option.values))return ;;"
    }
  }

  private static func optionCase(_ command: Command) -> String {
    let names = command.allOptions.map { "--\($0.name)" }.joined(separator: " ")
    return "    \(Shell.quoted("\(command.name) -"))*) _belfry_words '\(names)'; return ;;"
  }

  private static func operandCase(_ command: Command) -> String? {
    command.operand.map { "    \(command.name)) \(offer($0.values))return ;;" }
  }

  private static func offer(_ values: Command.Values) -> String {
    switch values {
    case .text: ""
    case .file: "_belfry_paths -f; "
    case .directory: "_belfry_paths -d; "
    case .command: "_belfry_paths -c; "
    case .words(let words): "_belfry_words '\(words.joined(separator: " "))'; "
    }
  }
}
