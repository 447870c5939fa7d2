/// The hints of a notification, each with the one D-Bus type that servers accept for it.
///
/// mako refuses a whole notification for one wrong type, and GNOME Shell 43 never answers it.
/// Source: Desktop Notifications Specification 1.2, "Hints"; KDE's own hints as its server reads them.
public struct Hints: Hashable, Sendable {
  /// How much a notification may disturb.
  public enum Urgency: UInt8, Hashable, Sendable {
    /// Kept, but not put in the person's way.
    case low = 0
    /// The usual.
    case normal = 1
    /// Stays until it is answered, and passes "do not disturb" on several servers.
    case critical = 2
  }

  /// A raw picture, `(iiibiiay)` on the bus: rows of 8-bit samples, from the top.
  public struct Image: Hashable, Sendable {
    /// In pixels.
    public var width: Int32
    /// In pixels.
    public var height: Int32
    /// From one row's start to the next's, in bytes.
    public var rowStride: Int32
    /// Whether the samples are RGBA; else RGB.
    public var hasAlpha: Bool
    /// The samples.
    ///
    /// The last row ends with its last pixel: Phosh drops a picture with padding there.
    public var bytes: [UInt8]

    /// Makes a picture; nil when the numbers do not fit the bytes.
    ///
    /// - Parameters:
    ///   - width: In pixels, 1 to 2,047: Plasma refuses more.
    ///   - height: In pixels, 1 to 2,047.
    ///   - rowStride: From one row's start to the next's, in bytes.
    ///   - hasAlpha: Whether the samples are RGBA; else RGB.
    ///   - bytes: The samples, as many as the rows need and no more.
    public init?(width: Int32, height: Int32, rowStride: Int32, hasAlpha: Bool, bytes: [UInt8]) {
      let sides = 1...Int32(2_047)
      let channels: Int32 = hasAlpha ? 4 : 3
      guard sides.contains(width), sides.contains(height), rowStride >= width * channels,
        rowStride <= 4 * 2_048,
        bytes.count == Int(height - 1) * Int(rowStride) + Int(width * channels)
      else { return nil }
      self.width = width
      self.height = height
      self.rowStride = rowStride
      self.hasAlpha = hasAlpha
      self.bytes = bytes
    }
  }

  /// A value with its D-Bus type.
  public enum Value: Hashable, Sendable {
    /// `b`.
    case boolean(Bool)
    /// `y`.
    case byte(UInt8)
    /// `i`.
    case int32(Int32)
    /// `x`.
    case int64(Int64)
    /// `d`.
    case double(Double)
    /// `s`.
    case string(String)
    /// `as`.
    case strings([String])
    /// `(iiibiiay)`.
    case image(Image)
  }

  /// All hints, by name.
  public private(set) var values: [String: Value] = [:]

  /// Makes an empty set of hints.
  public init() {}

  /// How much the notification may disturb; nil leaves it to the server, as `normal` does.
  public var urgency: Urgency? {
    get {
      guard case .byte(let value) = values["urgency"] else { return nil }
      return Urgency(rawValue: value)
    }
    set { values["urgency"] = newValue.map { .byte($0.rawValue) } }
  }

  /// What kind of notification it is, such as `im.received`.
  public var category: String? {
    get { string("category") }
    set { set("category", newValue) }
  }

  /// The sender's desktop file, without `.desktop`.
  public var desktopEntry: String? {
    get { string("desktop-entry") }
    set { set("desktop-entry", newValue) }
  }

  /// A picture: a `file:` URI, or a plain path where the server wants one.
  public var imagePath: String? {
    get { string("image-path") }
    set { set("image-path", newValue) }
  }

  /// A raw picture, which goes before `imagePath` on every server.
  public var imageData: Image? {
    get {
      guard case .image(let image) = values["image-data"] else { return nil }
      return image
    }
    set { values["image-data"] = newValue.map { .image($0) } }
  }

  /// A sound of the sound theme, such as `message-new-instant`.
  public var soundName: String? {
    get { string("sound-name") }
    set { set("sound-name", newValue) }
  }

  /// A sound file's plain absolute path; a `file:` URI is silent on most servers.
  public var soundFile: String? {
    get { string("sound-file") }
    set { set("sound-file", newValue) }
  }

  /// Whether the server must play nothing.
  public var suppressSound: Bool {
    get { boolean("suppress-sound") }
    set { set("suppress-sound", newValue) }
  }

  /// Whether the notification stays when an action is invoked.
  public var resident: Bool {
    get { boolean("resident") }
    set { set("resident", newValue) }
  }

  /// Whether the notification is left out of the server's history.
  public var transient: Bool {
    get { boolean("transient") }
    set { set("transient", newValue) }
  }

  /// The grey text in an inline reply's empty field.
  ///
  /// KDE, swaync.
  public var replyPlaceholder: String? {
    get { string("x-kde-reply-placeholder-text") }
    set { set("x-kde-reply-placeholder-text", newValue) }
  }

  /// What stands on the button that sends an inline reply.
  ///
  /// KDE.
  public var replySubmitLabel: String? {
    get { string("x-kde-reply-submit-button-text") }
    set { set("x-kde-reply-submit-button-text", newValue) }
  }

  /// A sub-title of the application, by which Plasma also groups.
  ///
  /// KDE.
  public var originName: String? {
    get { string("x-kde-origin-name") }
    set { set("x-kde-origin-name", newValue) }
  }

  /// A tag: the server puts the next notification with the same one in this one's place.
  ///
  /// dunst and mako read `x-dunst-stack-tag`; swaync, elementary and notify-osd
  /// `x-canonical-private-synchronous`.
  public var stackTag: String? {
    get { string("x-dunst-stack-tag") ?? string("x-canonical-private-synchronous") }
    set {
      set("x-dunst-stack-tag", newValue)
      set("x-canonical-private-synchronous", newValue)
    }
  }

  /// Any other hint.
  ///
  /// A value of another type than servers read is left out: it would cost the whole notification.
  ///
  /// - Parameter name: The hint's name.
  public subscript(name: String) -> Value? {
    get { values[name] }
    set {
      if let newValue, let type = Self.types[name], type != newValue.type { return }
      values[name] = newValue
    }
  }

  private func string(_ name: String) -> String? {
    guard case .string(let value) = values[name] else { return nil }
    return value
  }

  private func boolean(_ name: String) -> Bool {
    values[name] == .boolean(true)
  }

  private mutating func set(_ name: String, _ value: String?) {
    values[name] = value.map { .string($0) }
  }

  private mutating func set(_ name: String, _ value: Bool) {
    // Absent and not false: Xfce takes `transient` for true as soon as it is there.
    values[name] = value ? .boolean(true) : nil
  }
}
