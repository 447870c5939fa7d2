import DesktopNotifications

/// What real servers say of themselves, as far as they have a row in the table of profiles.
///
/// Measured on Debian 12 and 13, or read in the server's source.
enum Servers {
  static let gnome43 = server(
    "gnome-shell", "GNOME", "43.9", [.actions, .body, .bodyMarkup, .persistence, .sound])
  static let gnome48 = server(
    "gnome-shell", "GNOME", "48.7", [.actions, .body, .bodyMarkup, .persistence, .sound])
  static let plasma = server(
    "Plasma", "KDE", "6.3.6",
    [
      .actions, .body, .bodyMarkup, .bodyHyperlinks, .persistence, .inlineReply, .originName,
    ])
  static let dunst = server(
    "dunst", "knopwob", "1.9.0 (2022-06-27)",
    [.actions, .body, .bodyMarkup, .bodyHyperlinks, .dunstStackTag, .synchronous])
  static let mako = server(
    "mako", "emersion", "0.0.0",
    [.actions, .body, .bodyMarkup, .dunstStackTag, .synchronous])
  static let swaync07 = server(
    "SwayNotificationCenter", "ErikReider", "0.7.3",
    [.actions, .body, .bodyMarkup, .persistence, .synchronous])
  static let swaync11 = server(
    "SwayNotificationCenter", "ErikReider", "0.11.0",
    [.actions, .body, .bodyMarkup, .persistence, .synchronous, .inlineReply])
  static let xfce = server(
    "Xfce Notify Daemon", "Xfce", "0.7.3", [.actions, .body, .bodyMarkup, .bodyHyperlinks])
  /// While "do not disturb" is on.
  static let xfceQuiet = server(
    "Xfce Notify Daemon", "Xfce", "0.7.3", [.body, .bodyMarkup, .bodyHyperlinks])
  static let notificationDaemon = server(
    "Notification Daemon", "GNOME", "3.20.0",
    [.actions, .body, .bodyMarkup, .bodyHyperlinks, .persistence, .sound])
  static let mate = server(
    "Notification Daemon", "MATE", "1.26.0",
    [.actions, .body, .bodyMarkup, .bodyHyperlinks, .sound])
  static let lxqt = server(
    "lxqt-notificationd", "lxqt.org", "1.2.0",
    [.actions, .body, .bodyMarkup, .bodyHyperlinks, .persistence])
  static let cosmic = server(
    "cosmic-notifications", "System76", "0.1.0",
    [.actions, .body, .bodyMarkup, .bodyHyperlinks, .persistence, .sound])
  static let cinnamon = server(
    "cinnamon", "GNOME", "6.7.5", [.actions, .body, .bodyMarkup, .persistence, .sound])
  static let budgie = server(
    "Budgie Notification Server", "Budgie Desktop Developers", "10.10.2",
    [.actions, .body, .bodyMarkup, .sound])
  static let elementary = server(
    "io.elementary.notifications", "elementary", "8.1.2",
    [.actions, .body, .bodyMarkup, .synchronous])
  static let phosh = server(
    "Phosh Notify Daemon", "Phosh", "0.40.0", [.actions, .body, .bodyMarkup])
  /// With a part of what its user can opt in to.
  static let quickshell = server(
    "quickshell", "quickshell-mirror", "0.3.1", [.actions, .body, .inlineReply])
  static let notifyOSD = server(
    "notify-osd", "Canonical Ltd", "1.0", [.body, .bodyMarkup, .synchronous])
  /// A server that nobody knows and that can everything of the specification.
  static let unknown = server(
    "New Thing", "Somebody", "1",
    [.actions, .body, .bodyMarkup, .bodyHyperlinks, .persistence, .sound])
  /// A server as a terminal is one: plain text, and a line to type a reply.
  static let plain = server("terminal", "Belfry", "1", [.actions, .body, .inlineReply])
  /// A server that shows a title and nothing else.
  static let titleOnly = server("Ticker", "Somebody", "1", [])

  static let all = [
    gnome43, gnome48, plasma, dunst, mako, swaync07, swaync11, xfce, xfceQuiet,
    notificationDaemon, mate, lxqt, cosmic, cinnamon, budgie, elementary, phosh, quickshell,
    notifyOSD, unknown, plain, titleOnly,
  ]

  private static func server(
    _ name: String, _ vendor: String, _ version: String, _ capabilities: Set<ServerCapability>
  ) -> ServerInformation {
    ServerInformation(name: name, vendor: vendor, version: version, capabilities: capabilities)
  }
}
