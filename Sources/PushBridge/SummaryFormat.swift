/// The line that says how many notifications of a thread a newer one stands for.
enum SummaryFormat {
  /// The longest line, in characters: more than any server shows, and far less than a hostile format
  /// could make of the arguments.
  static let longestLine = 1000
  /// How many arguments are kept: more than the longest line has room for.
  static let mostArguments = 500

  /// Writes the line.
  ///
  /// `%u` becomes the count and `%@` the arguments; `%%` a per cent sign. Anything else stays as it
  /// is. Source: Apple, "categorySummaryFormat".
  ///
  /// - Parameters:
  ///   - format: The category's format; empty for the default.
  ///   - count: How many.
  ///   - arguments: The contents' summary arguments, such as the senders' names.
  /// - Returns: The line.
  static func line(_ format: String, count: Int, arguments: [String]) -> String {
    guard !format.isEmpty else { return "\(count) more" }
    var line = ""
    var rest = format.prefix(longestLine)
    while line.utf8.count <= longestLine, let percent = rest.firstIndex(of: "%") {
      line += rest[..<percent]
      let kind = rest.index(after: percent)
      guard kind < rest.endIndex else { return line + "%" }
      switch rest[kind] {
      case "u": line += String(count)
      case "@": line += arguments.joined(separator: ", ")
      case "%": line += "%"
      default: line += rest[percent...kind]
      }
      rest = rest[rest.index(after: kind)...]
    }
    return String((line + rest).prefix(longestLine))
  }
}
