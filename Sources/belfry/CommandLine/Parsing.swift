internal import ApplePush
internal import GLibLoop

extension Command {
  /// Parses the arguments that follow the command's name.
  ///
  /// - Parameter arguments: Without the names of program and command.
  /// - Returns: The call; when it asks for help, nothing else of it has been checked.
  /// - Throws: `CommandFailure` with the exit code 64.
  func parse(_ arguments: [String]) throws(CommandFailure) -> Invocation {
    let invocation = try Self.parse(arguments, options: allOptions)
    if invocation.has(Self.help.name) { return invocation }
    for option in options {
      for value in invocation.values(option.name) {
        try Self.check(value, of: "--\(option.name)", against: option.values)
      }
    }
    try checkOperands(invocation.operands)
    return invocation
  }

  /// Parses arguments by a list of options.
  ///
  /// - Parameters:
  ///   - arguments: The arguments.
  ///   - options: The options that are known.
  /// - Returns: What they hold.
  /// - Throws: `CommandFailure` with the exit code 64.
  static func parse(
    _ arguments: [String], options: [Option]
  ) throws(CommandFailure) -> Invocation {
    let entries = options.map {
      OptionEntry(name: $0.name, short: $0.short, takesValue: $0.value != nil)
    }
    do {
      return Invocation(try ParsedOptions(parsing: arguments, entries: entries))
    } catch {
      throw failure(for: error, options: options)
    }
  }

  private static func failure(for error: OptionError, options: [Option]) -> CommandFailure {
    switch error {
    case .unknown(let written):
      let nearest = nearestName(to: String(written.drop { $0 == "-" }), among: options.map(\.name))
      let hint = nearest.map { "did you mean --\($0)?" } ?? "see --help for those that exist"
      return .usage("unknown option: \(written); \(hint)")
    case .valueMissing(let written):
      let option = options.first {
        written == "--\($0.name)" || written == $0.short.map { "-\($0)" }
      }
      let value = option?.value ?? "VALUE"
      return .usage("value missing: \(written); write \(written) \(value)")
    case .valueUnexpected(let written):
      return .usage("value not wanted: \(written) is a flag; write \(written) alone")
    }
  }

  private static func check(
    _ value: String, of name: String, against values: Values
  ) throws(CommandFailure) {
    if case .words(let words) = values, !words.contains(value) {
      let known = "it is one of \(words.joined(separator: ", "))"
      let hint = nearestName(to: value, among: words).map { "did you mean \($0)?" } ?? known
      throw .usage("unknown \(name): \(value); \(hint)")
    }
    if value.isEmpty { throw .usage("value empty: \(name); give it one, or leave it out") }
  }

  private func checkOperands(_ operands: [String]) throws(CommandFailure) {
    guard let operand else {
      if let first = operands.first {
        throw .usage("argument not wanted: \(first); belfry \(name) takes options only")
      }
      return
    }
    for value in operands { try Self.check(value, of: operand.usage, against: operand.values) }
    if operands.count < operand.count.lowerBound {
      throw .usage("argument missing: \(operand.usage); write belfry \(name) \(operand.usage)")
    }
    if operands.count > operand.count.upperBound {
      throw .usage(
        "argument not wanted: \(operands[operand.count.upperBound]); "
          + "belfry \(name) takes \(operand.usage)")
    }
  }
}
