/// The texts of an app, for the `loc-key`s of a payload.
public struct Localization: Sendable, Hashable {
  /// The tables, the person's first language first.
  public let tables: [StringsTable]

  /// Makes texts of tables.
  ///
  /// - Parameter tables: the tables, the person's first language first.
  public init(tables: [StringsTable]) {
    self.tables = tables
  }

  /// No texts.
  public static let none = Localization(tables: [])

  /// Gives the text of a key.
  ///
  /// - Parameters:
  ///   - key: the key.
  ///   - arguments: what takes the place of `%@` and `%1$@`; a missing one is empty.
  /// - Returns: the text of the first table that has the key, or `nil` where none has.
  public func text(for key: String, arguments: [String]) -> String? {
    for table in tables {
      if let format = table.entries[key] {
        return Self.substitute(arguments, into: format)
      }
    }
    return nil
  }

  /// The text where no table has the key: the key with the arguments in it, or after it.
  static func fallback(for key: String, arguments: [String]) -> String {
    key.contains("@") && key.contains("%")
      ? substitute(arguments, into: key) : ([key] + arguments).joined(separator: " ")
  }

  /// The longest text with arguments in it, in bytes.
  ///
  /// A dozen times a whole push; a hostile file of texts could make gigabytes of one argument.
  static let longestText = 65_536

  /// Puts arguments into a text.
  ///
  /// `%@` takes the next argument, `%2$@` the second, `%%` is a percent sign. Everything else
  /// stands as it is, also what an argument brings along. Source: Apple, "Generating a remote
  /// notification" and "String Format Specifiers".
  ///
  /// - Parameters:
  ///   - arguments: the arguments; a missing one is empty.
  ///   - format: the text.
  /// - Returns: the text with the arguments in it, without what is over ``longestText``.
  static func substitute(_ arguments: [String], into format: String) -> String {
    var result = ""
    var rest = format.unicodeScalars[...]
    var next = 0
    while result.utf8.count <= longestText, let percent = rest.firstIndex(of: "%") {
      result.unicodeScalars.append(contentsOf: rest[..<percent])
      rest = rest[percent...].dropFirst()
      if rest.first == "%" {
        result.unicodeScalars.append("%")
        rest = rest.dropFirst()
      } else if rest.first == "@" {
        result += next < arguments.count ? arguments[next] : ""
        next += 1
        rest = rest.dropFirst()
      } else if let (number, after) = position(in: rest) {
        result += number <= arguments.count ? arguments[number - 1] : ""
        rest = after
      } else {
        result.unicodeScalars.append("%")
      }
    }
    result.unicodeScalars.append(contentsOf: rest)
    guard result.utf8.count > longestText else { return result }
    var end = result.utf8.index(result.startIndex, offsetBy: longestText)
    while UTF8.isContinuation(result.utf8[end]) { end = result.utf8.index(before: end) }
    return String(result[..<end])
  }

  /// Reads `2$@`: the argument's number, from 1, and what follows.
  private static func position(
    in text: Substring.UnicodeScalarView
  ) -> (number: Int, after: Substring.UnicodeScalarView)? {
    let digits = text.prefix { ("0"..."9").contains($0) }
    let after = text[digits.endIndex...]
    // A number that does not fit is no position; no payload has a billion arguments.
    guard after.starts(with: "$@".unicodeScalars), digits.count < 10,
      let number = Int(String(digits)), number > 0
    else { return nil }
    return (number, after.dropFirst(2))
  }

  /// Orders the languages of an app by what a person prefers.
  ///
  /// `de_DE.UTF-8` finds `de-DE`, `de_DE`, then `de`. After the person's languages come `Base`,
  /// `en` and the rest in alphabetical order, so that any text is better than none.
  ///
  /// - Parameters:
  ///   - available: the names of the app's `.lproj` folders, without the extension.
  ///   - preferred: the person's languages, the first one first, as in `LANGUAGE` and
  ///     `LC_MESSAGES`.
  /// - Returns: all of `available`, the best first.
  public static func order(of available: [String], preferred: [String]) -> [String] {
    var ordered: [String] = []
    func add(_ wanted: String) {
      ordered += available.filter { normalized($0) == wanted && !ordered.contains($0) }
    }
    for language in preferred {
      var parts = normalized(language).split(separator: "-")
      while !parts.isEmpty {
        add(parts.joined(separator: "-"))
        parts.removeLast()
      }
    }
    add("base")
    add("en")
    return ordered + available.filter { !ordered.contains($0) }.sorted()
  }

  /// `de_DE.UTF-8@euro` becomes `de-de`.
  private static func normalized(_ language: String) -> String {
    let name = language.prefix { $0 != "." && $0 != "@" }
    return name.lowercased().split(separator: "_").joined(separator: "-")
  }
}
