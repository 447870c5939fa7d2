/// The languages that a person reads, as the environment tells them.
public enum UserLanguages {
  /// Reads the person's languages from the environment, as gettext does.
  ///
  /// The locale is the first of `LC_ALL`, `LC_MESSAGES` and `LANG` that is not empty. The languages
  /// of `LANGUAGE` go before it, unless the locale is `C` or `POSIX`. Chinese locales also give
  /// Apple's name of their script. Source: GNU gettext, "Locale Environment Variables" and "The
  /// LANGUAGE variable".
  ///
  /// - Parameter environment: The environment's variables.
  /// - Returns: The languages, such as `de_AT.UTF-8`, the first one first; empty where none is set.
  public static func preferred(in environment: [String: String]) -> [String] {
    let locale =
      ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap { environment[$0] }
      .first { !$0.isEmpty } ?? ""
    guard !locale.isEmpty, !isNeutral(locale) else { return [] }
    let list = environment["LANGUAGE", default: ""].split(separator: ":").map(String.init)
    return (list + [locale]).filter { !isNeutral($0) }.flatMap(withScript)
  }

  /// Tells whether a locale is the one of programs, which names no language.
  private static func isNeutral(_ locale: String) -> Bool {
    ["C", "POSIX"].contains(String(locale.prefix { $0 != "." && $0 != "@" }))
  }

  /// Apple names Chinese by its script, Linux by its country.
  private static func withScript(_ language: String) -> [String] {
    let name = language.prefix { $0 != "." && $0 != "@" }.lowercased()
    let parts = name.split { $0 == "_" || $0 == "-" }
    guard parts.first == "zh", parts.count < 3, !["hans", "hant"].contains(parts.last) else {
      return [language]
    }
    let isTraditional = ["tw", "hk", "mo"].contains(parts.last)
    return [isTraditional ? "zh-Hant" : "zh-Hans", language]
  }
}
