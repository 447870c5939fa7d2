/// What the environment says of the encoding of text.
enum TextLocale {
  /// Tells whether programs write and read UTF-8.
  ///
  /// Source: POSIX, "Environment Variables": the first of three that is set and not empty counts.
  ///
  /// - Parameter environment: The environment.
  /// - Returns: Whether the locale's name names UTF-8, as `en_GB.UTF-8` does.
  static func isUTF8(_ environment: [String: String]) -> Bool {
    let name = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap { environment[$0] }.first {
      !$0.isEmpty
    }
    guard let name, let point = name.firstIndex(of: ".") else { return false }
    let encoding = name[name.index(after: point)...].prefix { $0 != "@" }
    return encoding.lowercased().filter { $0 != "-" } == "utf8"
  }
}
