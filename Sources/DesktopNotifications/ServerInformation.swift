/// What a notification server says of itself.
///
/// Source: Desktop Notifications Specification 1.2, "GetServerInformation" and "GetCapabilities".
public struct ServerInformation: Hashable, Sendable {
  /// The product's name, such as `dunst`; not unique: two daemons say `Notification Daemon`.
  public var name: String
  /// Who makes it.
  ///
  /// Cinnamon and notification-daemon say `GNOME` too.
  public var vendor: String
  /// The product's version, in any form; mako says `0.0.0`.
  ///
  public var version: String
  /// The specification's version that it follows, such as `1.2`.
  public var specVersion: String
  /// The optional features that it has.
  public var capabilities: Set<ServerCapability>

  /// Makes an answer, as a server of one's own gives it.
  ///
  /// - Parameters:
  ///   - name: The product's name.
  ///   - vendor: Who makes it.
  ///   - version: The product's version.
  ///   - specVersion: The specification's version that it follows.
  ///   - capabilities: The optional features that it has.
  public init(
    name: String, vendor: String = "", version: String = "", specVersion: String = "1.2",
    capabilities: Set<ServerCapability>
  ) {
    self.name = name
    self.vendor = vendor
    self.version = version
    self.specVersion = specVersion
    self.capabilities = capabilities
  }

  /// What is known of this server beyond what it says.
  public var profile: ServerProfile {
    ServerProfile.profile(of: self)
  }

  /// Whether the server is this version or a later one; dot-separated numbers are compared.
  ///
  /// - Parameter numbers: The version's first numbers.
  /// - Returns: False where the version is not made of numbers.
  func isAtLeast(_ numbers: [Int]) -> Bool {
    let own = version.split(separator: ".").prefix(while: { Int($0) != nil }).compactMap { Int($0) }
    guard !own.isEmpty else { return false }
    return !own.lexicographicallyPrecedes(numbers)
  }
}

/// An optional feature of a notification server.
///
/// Source: Desktop Notifications Specification 1.2, table of capabilities; the rest as named there.
public struct ServerCapability: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral {
  /// The name on the bus.
  public var rawValue: String

  /// Takes any name, as servers have their own.
  ///
  /// - Parameter rawValue: The name on the bus.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// Takes any name.
  ///
  /// - Parameter value: The name on the bus.
  public init(stringLiteral value: String) {
    self.rawValue = value
  }

  /// Buttons, and the click on the notification.
  public static let actions = ServerCapability(rawValue: "actions")
  /// A text below the title.
  public static let body = ServerCapability(rawValue: "body")
  /// Links in the text.
  public static let bodyHyperlinks = ServerCapability(rawValue: "body-hyperlinks")
  /// Bold, italic and underlined text; without it `&` and `<` are ordinary characters.
  public static let bodyMarkup = ServerCapability(rawValue: "body-markup")
  /// Notifications are kept until they are answered or put away.
  public static let persistence = ServerCapability(rawValue: "persistence")
  /// The server plays sounds; COSMIC says so and does not.
  public static let sound = ServerCapability(rawValue: "sound")
  /// A text field in the notification.
  ///
  /// KDE, swaync, quickshell.
  public static let inlineReply = ServerCapability(rawValue: "inline-reply")
  /// The hint `x-kde-origin-name`.
  ///
  /// KDE.
  public static let originName = ServerCapability(rawValue: "x-kde-origin-name")
  /// The hint `x-dunst-stack-tag`.
  ///
  /// dunst, mako.
  public static let dunstStackTag = ServerCapability(rawValue: "x-dunst-stack-tag")
  /// The hint `x-canonical-private-synchronous`.
  ///
  /// dunst, mako, swaync, elementary, notify-osd.
  public static let synchronous = ServerCapability(rawValue: "x-canonical-private-synchronous")
}
