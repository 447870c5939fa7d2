extension ServerProfile {
  /// Which servers a profile is of: the name that the server gives, and where that is not enough the
  /// vendor and the version.
  ///
  /// The vendor alone decides nothing: Cinnamon and notification-daemon both
  /// say GNOME.
  private struct Row {
    var name: String
    var vendor: String?
    var from: [Int]?
    var profile: ServerProfile
  }

  /// Finds what is known of a server.
  ///
  /// - Parameter information: What the server says of itself.
  /// - Returns: The last row that fits; a careful default for a server that is not in the table.
  static func profile(of information: ServerInformation) -> ServerProfile {
    let row = rows.last { row in
      row.name == information.name && (row.vendor ?? information.vendor) == information.vendor
        && row.from.map(information.isAtLeast) ?? true
    }
    return row?.profile ?? ServerProfile(information.name, picture: .uri)
  }

  private static let rows: [Row] = [
    Row(
      name: "gnome-shell",
      profile: ServerProfile(
        "GNOME Shell", sound: .played, tellsExpiry: false,
        remarks: [
          "buttons show while the mouse is on the banner",
          "\"suppress-sound\" is not read",
        ])),
    Row(
      name: "gnome-shell", from: [46],
      profile: ServerProfile(
        "GNOME Shell", sound: .played, tellsExpiry: false, needsSender: true,
        remarks: [
          "buttons show while the mouse is on the banner",
          "\"suppress-sound\" is not read",
          "it takes a notification away when its sender leaves, if the sender's desktop file is installed",
        ])),
    Row(
      name: "Plasma",
      profile: ServerProfile(
        "KDE Plasma", labels: .plasma, picture: .uri, lineBreak: "<br/>",
        remarks: [
          "it refuses the same title and text twice within a second: belfry waits and tries again"
        ])),
    Row(
      name: "dunst",
      profile: ServerProfile(
        "dunst", buttons: .menu(how: "dunstctl context, or a middle click"), sound: .silent,
        remarks: ["the notification itself is clicked with the middle button"])),
    Row(
      name: "mako",
      profile: ServerProfile("mako", buttons: .menu(how: "makoctl menu"), sound: .silent)),
    Row(
      name: "SwayNotificationCenter",
      profile: ServerProfile(
        "swaync", sound: .silent, inlineReplyMayBeOff: true, tellsExpiry: false)),
    Row(
      name: "Xfce Notify Daemon",
      profile: ServerProfile(
        "Xfce", bodyClick: .dismisses, capabilitiesVary: true,
        remarks: ["while \"do not disturb\" is on, it takes its buttons back"])),
    Row(
      name: "Notification Daemon",
      profile: ServerProfile("notification-daemon", labels: .markup, tellsExpiry: false)),
    Row(
      name: "Notification Daemon", vendor: "MATE",
      profile: ServerProfile("MATE", labels: .markup, dismissesAsExpired: true)),
    Row(
      name: "lxqt-notificationd",
      profile: ServerProfile(
        "LXQt", bodyClick: .invokesDefaultAndButton, labels: .doubledAmpersand(upTo: 3),
        picture: .data, sound: .silent,
        remarks: ["more than three buttons become a list"])),
    Row(
      name: "cosmic-notifications",
      profile: ServerProfile("COSMIC", buttons: .notShown, picture: .uri, sound: .silent)),
    Row(name: "cinnamon", profile: ServerProfile("Cinnamon")),
    Row(
      name: "Budgie Notification Server",
      profile: ServerProfile("Budgie", buttons: .shown(1))),
    Row(
      name: "io.elementary.notifications",
      profile: ServerProfile(
        "elementary", sound: .alwaysPlays, tellsExpiry: false)),
    Row(name: "Phosh Notify Daemon", profile: ServerProfile("Phosh", tellsExpiry: false)),
    Row(name: "quickshell", profile: ServerProfile("quickshell", sound: .silent)),
    Row(
      name: "notify-osd",
      profile: ServerProfile("notify-osd", buttons: .notShown, sound: .silent)),
  ]
}
