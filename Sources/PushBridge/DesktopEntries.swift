internal import Glibc

/// The desktop files that notifications can name.
public enum DesktopEntries {
  /// Belfry's own desktop file, which `make install` brings, without `.desktop`.
  public static let own = "belfry"

  /// Finds the desktop file to name for an application.
  ///
  /// Its own, when one is installed under its bundle identifier; else Belfry's, when that is
  /// installed; else none: servers take an application of an unknown desktop file for nobody's.
  /// Source: XDG Base Directory Specification, Desktop Entry Specification.
  ///
  /// - Parameters:
  ///   - bundleIdentifier: The application's bundle identifier; a topic, so no path.
  ///   - environment: The environment, for `XDG_DATA_HOME`, `XDG_DATA_DIRS` and `HOME`.
  /// - Returns: The file's name without `.desktop`, or nil.
  public static func entry(
    for bundleIdentifier: String, environment: [String: String]
  ) -> String? {
    let folders = folders(environment)
    return [bundleIdentifier, own].first { name in
      folders.contains { access("\($0)/applications/\(name).desktop", F_OK) == 0 }
    }
  }

  private static func folders(_ environment: [String: String]) -> [String] {
    let home = environment["XDG_DATA_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
    let ownHome = environment["HOME"].flatMap { $0.hasPrefix("/") ? "\($0)/.local/share" : nil }
    let named = environment["XDG_DATA_DIRS", default: ""].split(separator: ":").map(String.init)
    let shared = named.isEmpty ? ["/usr/local/share", "/usr/share"] : named
    return [home ?? ownHome].compactMap(\.self) + shared.filter { $0.hasPrefix("/") }
  }
}
