/// The help texts, made from the commands' descriptions.
enum Help {
  /// What a line of help may hold, in columns.
  private static let width = 80
  /// The widest first column of a list, in columns; a longer name has a line of its own.
  private static let widestName = 24

  /// What `belfry` alone says.
  static func short(_ commands: [Command]) -> String {
    let examples = commands.flatMap(\.examples).prefix(2)
    return """
      Belfry shows Apple push notifications on the Linux desktop.

      \(list(of: Array(examples)))

      Commands:
        \(commands.map(\.name).joined(separator: " "))
      More: belfry --help, belfry COMMAND --help

      """
  }

  /// What `belfry --help` says.
  static func full(_ commands: [Command]) -> String {
    let examples = commands.compactMap(\.examples.first).prefix(4)
    return """
      Belfry shows Apple push notifications on the Linux desktop, and tells what the
      person does with them as an iPhone app would have been told.

      \(list(of: Array(examples)))

      Usage: belfry COMMAND [OPTION…] [ARGUMENT…]

      Commands:
      \(rows(commands.map { ($0.name, $0.summary) }))

      Options:
      \(rows(CommandTable.topLevelOptions.map(names(of:))))

      Exit codes:
      \(exitCodes(ExitCode.allCases))

      """
  }

  /// What `belfry COMMAND --help` says.
  static func of(_ command: Command) -> String {
    var usage = "Usage: belfry \(command.name) [OPTION…]"
    var arguments = ""
    if let operand = command.operand {
      usage += " \(operand.usage)"
      arguments = "\nArguments:\n\(rows([(operand.usage, operand.help)]))\n"
    }
    return """
      belfry \(command.name): \(command.summary)

      \(list(of: command.examples))

      \(usage)
      \(arguments)
      Options:
      \(rows(command.allOptions.map(names(of:))))

      Exit codes:
      \(exitCodes([.done] + command.exitCodes + [.usage]))

      """
  }

  private static func list(of examples: [Command.Example]) -> String {
    "Examples:\n" + examples.map { "  \($0.line)\n      \($0.says)" }.joined(separator: "\n")
  }

  private static func names(of option: Command.Option) -> (name: String, text: String) {
    let short = option.short.map { "-\($0), " } ?? "    "
    let value = option.value.map { " \($0)" } ?? ""
    var help = option.help
    if case .words(let words) = option.values { help += " (\(words.joined(separator: ", ")))" }
    if option.isRepeatable { help += "; repeatable" }
    return ("\(short)--\(option.name)\(value)", help)
  }

  private static func exitCodes(_ codes: [ExitCode]) -> String {
    rows(codes.sorted { $0.rawValue < $1.rawValue }.map { (String($0.rawValue), $0.meaning) })
  }

  /// Names and their texts in two columns, wrapped at words.
  private static func rows(_ rows: [(name: String, text: String)]) -> String {
    let names = rows.map(\.name.count).filter { $0 <= widestName }
    let column = 2 + (names.max() ?? widestName) + 2
    return rows.map { row($0.name, $0.text, column: column) }.joined(separator: "\n")
  }

  private static func row(_ name: String, _ text: String, column: Int) -> String {
    let margin = String(repeating: " ", count: column)
    var lines: [String] = []
    var line = "  \(name)"
    if line.count + 2 > column {
      lines.append(line)
      line = ""
    }
    line += margin.dropFirst(line.count)
    var isAtStart = true
    for word in text.split(separator: " ") {
      if !isAtStart, line.count + 1 + word.count > width {
        lines.append(line)
        (line, isAtStart) = (margin, true)
      }
      line += isAtStart ? word : " \(word)"
      isAtStart = false
    }
    return (lines + [line]).joined(separator: "\n")
  }
}
