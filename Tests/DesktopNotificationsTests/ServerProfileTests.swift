import Testing

@testable import DesktopNotifications

struct ServerProfileTests {
  /// Name, vendor, version, and what the server is.
  private static let servers: [(String, String, String, String, needsSender: Bool)] = [
    ("gnome-shell", "GNOME", "43.9", "GNOME Shell", false),
    ("gnome-shell", "GNOME", "45", "GNOME Shell", false),
    ("gnome-shell", "GNOME", "46.beta", "GNOME Shell", true),
    ("gnome-shell", "GNOME", "46.0", "GNOME Shell", true),
    ("gnome-shell", "GNOME", "48.7", "GNOME Shell", true),
    ("gnome-shell", "GNOME", "100.1", "GNOME Shell", true),
    // A version that is no number decides nothing.
    ("gnome-shell", "GNOME", "", "GNOME Shell", false),
    ("gnome-shell", "GNOME", "git-46", "GNOME Shell", false),
    ("gnome-shell", "Ubuntu", "46", "GNOME Shell", true),
    // GNOME is the vendor of three servers, and two share a name.
    ("cinnamon", "GNOME", "6.7.5", "Cinnamon", false),
    ("Notification Daemon", "GNOME", "3.20.0", "notification-daemon", false),
    ("Notification Daemon", "MATE", "1.26.0", "MATE", false),
    ("Notification Daemon", "", "", "notification-daemon", false),
    ("Plasma", "KDE", "5.27.5", "KDE Plasma", false),
    ("dunst", "knopwob", "1.9.0 (2022-06-27)", "dunst", false),
    ("mako", "emersion", "0.0.0", "mako", false),
    ("SwayNotificationCenter", "ErikReider", "0.11.0", "swaync", false),
    ("Xfce Notify Daemon", "Xfce", "0.7.3", "Xfce", false),
    ("lxqt-notificationd", "lxqt.org", "1.2.0", "LXQt", false),
    ("cosmic-notifications", "System76", "0.1.0", "COSMIC", false),
    ("Budgie Notification Server", "Budgie Desktop Developers", "10.10.2", "Budgie", false),
    ("io.elementary.notifications", "elementary", "8.1.2", "elementary", false),
    ("Phosh Notify Daemon", "Phosh", "0.40.0", "Phosh", false),
    ("quickshell", "quickshell-mirror", "0.3.1", "quickshell", false),
    ("notify-osd", "Canonical Ltd", "1.0", "notify-osd", false),
    // Nobody's.
    ("dunst ", "knopwob", "1.9.0", "dunst ", false),
    ("Dunst", "knopwob", "1.9.0", "Dunst", false),
    ("", "", "", "", false),
    ("wired", "GNOME", "1", "wired", false),
  ]

  @Test(
    "A server is known by its name, and where that is not enough by vendor and version",
    arguments: servers)
  func known(
    _ name: String, _ vendor: String, _ version: String, _ title: String, _ needsSender: Bool
  ) {
    let profile = ServerInformation(
      name: name, vendor: vendor, version: version, capabilities: []
    ).profile
    #expect((profile.title, profile.needsSender) == (title, needsSender))
  }

  @Test("Of an unknown server nothing is taken for granted")
  func unknown() {
    let profile = ServerInformation(name: "new", capabilities: []).profile
    #expect(profile == ServerProfile("new", picture: .uri))
    #expect(profile.buttons == .shown(3))
    #expect(profile.sound == nil)
    #expect(profile.remarks == [])
  }

  /// A server's name, and where it wants a picture and who plays its sounds, from facts measured or
  /// read in its source.
  private static let ways: [(String, ServerProfile.Picture, ServerProfile.Sound?)] = [
    ("gnome-shell", .path, .played),
    ("Plasma", .uri, nil),
    ("dunst", .path, .silent),
    ("mako", .path, .silent),
    ("SwayNotificationCenter", .path, .silent),
    ("Xfce Notify Daemon", .path, nil),
    ("lxqt-notificationd", .data, .silent),
    ("cosmic-notifications", .uri, .silent),
    ("Budgie Notification Server", .path, nil),
    ("io.elementary.notifications", .path, .alwaysPlays),
    ("new", .uri, nil),
  ]

  @Test("Pictures and sounds go each server's way", arguments: ways)
  func way(_ name: String, _ picture: ServerProfile.Picture, _ sound: ServerProfile.Sound?) {
    let profile = ServerInformation(name: name, capabilities: []).profile
    #expect((profile.picture, profile.sound) == (picture, sound))
  }

  /// A version, numbers, and whether it is at least that.
  private static let versions: [(String, [Int], Bool)] = [
    ("46", [46], true), ("45.9", [46], false), ("46.1", [46], true), ("9", [46], false),
    ("100", [46], true), ("1.13.2", [1, 13], true), ("1.9.0 (2022-06-27)", [1, 10], false),
    ("1.9.0 (2022-06-27)", [1, 9], true), ("46.rc", [46], true), ("", [0], false),
    ("v46", [46], false), ("0.0.0", [0], true), ("-1", [0], false),
    ("99999999999999999999", [46], false),
  ]

  @Test("Versions are compared number by number", arguments: versions)
  func version(_ version: String, _ numbers: [Int], _ isAtLeast: Bool) {
    let information = ServerInformation(name: "a", version: version, capabilities: [])
    #expect(information.isAtLeast(numbers) == isAtLeast)
  }
}
