internal import CGLib

/// One option that a command knows.
public struct OptionEntry: Sendable, Hashable {
  /// The long name, without dashes.
  public let name: String
  /// The one-letter name.
  public let short: Character?
  /// Whether a value follows; otherwise the option is a flag.
  public let takesValue: Bool

  /// Describes an option.
  ///
  /// - Parameters:
  ///   - name: The long name, without dashes.
  ///   - short: The one-letter name, an ASCII letter.
  ///   - takesValue: Whether a value follows.
  public init(name: String, short: Character? = nil, takesValue: Bool) {
    self.name = name
    self.short = short
    self.takesValue = takesValue
  }
}

/// Why an argument list is refused; each case holds the option as it was written, with its dashes.
public enum OptionError: Error, Hashable {
  /// No such option.
  case unknown(String)
  /// The option needs a value, and none follows.
  case valueMissing(String)
  /// The option is a flag, and has a value.
  case valueUnexpected(String)
}

/// What an argument list holds.
public struct ParsedOptions: Sendable, Hashable {
  /// An option as it was given.
  public struct Given: Sendable, Hashable {
    /// The long name, without dashes.
    public let name: String
    /// The value; nil for a flag.
    public let value: String?
  }

  /// The options in the order of the arguments.
  public internal(set) var options: [Given] = []
  /// The other arguments in their order.
  public internal(set) var operands: [String] = []

  /// Makes a list that holds nothing.
  public init() {}

  /// Parses arguments by GLib's GOption.
  ///
  /// Options and operands mix in any order; `--name VALUE` and `--name=VALUE` are the same; `--` ends
  /// the options; `-` is an operand.
  ///
  /// - Parameters:
  ///   - arguments: The arguments, without the names of program and command. None holds a NUL.
  ///   - entries: The options that are known.
  /// - Throws: `OptionError` for the first argument that does not fit.
  public init(parsing arguments: [String], entries: [OptionEntry]) throws(OptionError) {
    let visitor = Visitor(entries: entries)
    var culprit: UnsafeMutablePointer<CChar>?
    let status = unsafe withCTexts(entries.map(\.name)) { names in
      let options = unsafe entries.indices.compactMap { index -> cglib_option? in
        guard let name = unsafe names[index] else { return nil }
        let entry = entries[index]
        return unsafe cglib_option(
          name: name, short_name: CChar(entry.short?.asciiValue ?? 0),
          takes_value: entry.takesValue)
      }
      return unsafe withCTexts(arguments) { arguments in
        unsafe cglib_options_parse(
          options, options.count, arguments, visitOption,
          Unmanaged.passUnretained(visitor).toOpaque(), &culprit)
      }
    }
    guard let name = unsafe culprit else {
      self = visitor.parsed
      return
    }
    let option = unsafe takeText(name)
    switch status {
    case CGLIB_OPTIONS_VALUE_MISSING: throw .valueMissing(option)
    case CGLIB_OPTIONS_VALUE_UNEXPECTED: throw .valueUnexpected(option)
    default: throw .unknown(option)
    }
  }
}

private final class Visitor {
  let entries: [OptionEntry]
  var parsed = ParsedOptions()

  init(entries: [OptionEntry]) {
    self.entries = entries
  }

  func visit(option: Int, value: String?) {
    guard entries.indices.contains(option) else {
      if let value { parsed.operands.append(value) }
      return
    }
    parsed.options.append(ParsedOptions.Given(name: entries[option].name, value: value))
  }
}

private let visitOption: cglib_option_visitor = { option, value, context in
  guard let context = unsafe context else { return }
  unsafe Unmanaged<Visitor>.fromOpaque(context).takeUnretainedValue()
    .visit(option: Int(option), value: value.map { unsafe String(cString: $0) })
}
