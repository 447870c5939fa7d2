/// The kinds of push that `apns-push-type` names.
///
/// Source: Apple, "Sending notification requests to APNs".
public enum PushType: String, Sendable, Hashable, CaseIterable {
  /// Shows something, plays a sound or changes the badge.
  case alert
  /// Wakes the app, and shows nothing.
  case background
  /// Asks for the device's location.
  case location
  /// Tells of a call.
  case voip
  /// Updates a watch face.
  case complication
  /// Updates controls.
  case controls
  /// Updates widgets.
  case widgets
  /// Starts, updates or ends a Live Activity.
  case liveactivity
  /// Tells of changed files.
  case fileprovider
  /// Tells of a push-to-talk call.
  case pushtotalk
  /// Tells a managed device to call its server.
  case mdm

  /// What `apns-topic` has after the bundle identifier; empty where it is the bundle identifier
  /// alone.
  public var topicSuffix: String {
    switch self {
    case .alert, .background, .mdm: ""
    case .location: ".location-query"
    case .voip: ".voip"
    case .complication: ".complication"
    case .controls: ".push-type.controls"
    case .widgets: ".push-type.widgets"
    case .liveactivity: ".push-type.liveactivity"
    case .fileprovider: ".pushkit.fileprovider"
    case .pushtotalk: ".voip-ptt"
    }
  }

  /// The largest payload, in bytes: 5,120 for `voip`, 4,096 for all others.
  ///
  /// Source: Apple, "Generating a remote notification".
  public var payloadLimit: Int {
    self == .voip ? 5_120 : Self.defaultPayloadLimit
  }

  /// The largest payload where no push type is given, in bytes.
  public static let defaultPayloadLimit = 4_096
}

/// How urgent a push is.
///
/// Source: Apple, "Sending notification requests to APNs".
public enum PushPriority: Int, Sendable, Hashable, CaseIterable {
  /// Sent at once; the default.
  case immediate = 10
  /// Sent when it suits the device's battery.
  case conserving = 5
  /// Sent when it does not wake the device.
  case lowest = 1
}
