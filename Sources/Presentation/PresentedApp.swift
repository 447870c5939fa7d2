/// The application that a notification is shown for.
public struct PresentedApp: Hashable, Sendable {
  /// Its bundle identifier, which is the push's topic.
  public var bundleIdentifier: String
  /// What people call it.
  public var name: String
  /// A theme icon's name, or an absolute path; nil for none.
  public var icon: String?
  /// The desktop file to name, without `.desktop`; nil for none.
  public var desktopEntry: String?
  /// The absolute paths of its sound files, by the names that pushes use.
  public var sounds: [String: String]

  /// Makes an application.
  ///
  /// - Parameters:
  ///   - bundleIdentifier: Its bundle identifier.
  ///   - name: What people call it; the identifier's last part when nil or empty.
  ///   - icon: A theme icon's name, or an absolute path.
  ///   - desktopEntry: The desktop file to name, without `.desktop`.
  ///   - sounds: The absolute paths of its sound files, by the names that pushes use.
  public init(
    bundleIdentifier: String, name: String? = nil, icon: String? = nil,
    desktopEntry: String? = nil, sounds: [String: String] = [:]
  ) {
    self.bundleIdentifier = bundleIdentifier
    let lastPart = bundleIdentifier.split(separator: ".").last.map(String.init)
    self.name = name.flatMap { $0.isEmpty ? nil : $0 } ?? lastPart ?? bundleIdentifier
    self.icon = icon
    self.desktopEntry = desktopEntry
    self.sounds = sounds
  }
}
