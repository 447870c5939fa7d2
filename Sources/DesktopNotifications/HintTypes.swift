extension Hints {
  /// The D-Bus types of the hints that servers read.
  ///
  /// Source: Desktop Notifications Specification 1.2, "Hints", and the sources of the servers that
  /// the others are of.
  static let types: [String: String] = [
    "action-icons": "b",
    "category": "s",
    "desktop-entry": "s",
    "image-data": "(iiibiiay)",
    "image-path": "s",
    "resident": "b",
    "sound-file": "s",
    "sound-name": "s",
    "suppress-sound": "b",
    "transient": "b",
    "urgency": "y",
    "x": "i",
    "y": "i",

    // dunst, mako, swaync, elementary, notify-osd.
    "value": "i",
    "x-canonical-private-synchronous": "s",
    "x-dunst-stack-tag": "s",
    // libnotify sets it, as GNOME asked.
    "sender-pid": "x",
    // KDE; swaync reads the placeholder.
    "x-kde-reply-placeholder-text": "s",
    "x-kde-reply-submit-button-text": "s",
    "x-kde-reply-submit-button-icon-name": "s",
    "x-kde-origin-name": "s",
    "x-kde-urls": "as",
  ]
}

extension Hints.Value {
  /// The value's D-Bus type.
  var type: String {
    switch self {
    case .boolean: "b"
    case .byte: "y"
    case .int32: "i"
    case .int64: "x"
    case .double: "d"
    case .string: "s"
    case .strings: "as"
    case .image: "(iiibiiay)"
    }
  }
}
