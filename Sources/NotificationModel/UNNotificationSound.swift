/// The name of a sound file of the app.
public struct UNNotificationSoundName: RawRepresentable, Hashable, Sendable {
  /// The file's name, with its extension.
  public let rawValue: String

  /// Makes a name.
  ///
  /// - Parameter rawValue: the file's name, with its extension.
  public init(_ rawValue: String) {
    self.rawValue = rawValue
  }

  /// Makes a name.
  ///
  /// - Parameter rawValue: the file's name, with its extension.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }
}

/// The sound of a notification.
// Sendable, unchecked because the class is open: every stored property is a `let` of a Sendable
// type.
open class UNNotificationSound: UNObject, @unchecked Sendable {
  /// Which of the system's sounds stands behind a name, and alone where there is none.
  package enum Kind: Sendable, Hashable {
    case normal
    case critical
    case ringtone
  }

  /// What kind of sound it is.
  package final let kind: Kind

  /// The app's sound file; `nil` is the system's sound.
  package final let name: UNNotificationSoundName?

  /// How loud a critical sound is, 0 to 1; `nil` is the system's choice.
  package final let volume: Float?

  /// Makes a sound of its parts.
  package init(kind: Kind, name: UNNotificationSoundName?, volume: Float? = nil) {
    self.kind = kind
    self.name = name
    self.volume = volume.map { $0.isNaN ? 0 : min(max($0, 0), 1) }
    super.init()
  }

  /// Makes a sound of a file of the app.
  ///
  /// - Parameter name: the file's name; the system's sound is played where the app has no such
  ///   file.
  public convenience init(named name: UNNotificationSoundName) {
    self.init(kind: .normal, name: name)
  }

  /// The system's sound for notifications.
  open class var `default`: UNNotificationSound {
    UNNotificationSound(kind: .normal, name: nil)
  }

  /// The system's sound for calls.
  open class var defaultRingtone: UNNotificationSound {
    UNNotificationSound(kind: .ringtone, name: nil)
  }

  /// The system's sound for critical alerts, which is heard also when muted.
  open class var defaultCritical: UNNotificationSound {
    UNNotificationSound(kind: .critical, name: nil)
  }

  /// Gives the system's sound for critical alerts, in a given loudness.
  ///
  /// - Parameter volume: 0 to 1; what is outside is moved to the nearer end.
  /// - Returns: the sound.
  open class func defaultCriticalSound(withAudioVolume volume: Float) -> UNNotificationSound {
    UNNotificationSound(kind: .critical, name: nil, volume: volume)
  }

  /// Gives a critical sound of a file of the app.
  ///
  /// - Parameter name: the file's name.
  /// - Returns: the sound.
  open class func criticalSoundNamed(_ name: UNNotificationSoundName) -> UNNotificationSound {
    UNNotificationSound(kind: .critical, name: name)
  }

  /// Gives a critical sound of a file of the app, in a given loudness.
  ///
  /// - Parameters:
  ///   - name: the file's name.
  ///   - volume: 0 to 1; what is outside is moved to the nearer end.
  /// - Returns: the sound.
  open class func criticalSoundNamed(
    _ name: UNNotificationSoundName, withAudioVolume volume: Float
  ) -> UNNotificationSound {
    UNNotificationSound(kind: .critical, name: name, volume: volume)
  }

  /// Gives a ringing sound of a file of the app.
  ///
  /// - Parameter name: the file's name.
  /// - Returns: the sound.
  open class func ringtoneSoundNamed(_ name: UNNotificationSoundName) -> UNNotificationSound {
    UNNotificationSound(kind: .ringtone, name: name)
  }

  /// Tells whether another sound sounds the same.
  ///
  /// - Parameter object: what to compare with.
  /// - Returns: whether both are equal.
  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? UNNotificationSound else { return false }
    return kind == other.kind && name == other.name && volume == other.volume
  }

  /// A hash of the parts.
  open override var hash: Int {
    var hasher = Hasher()
    hasher.combine(kind)
    hasher.combine(name)
    hasher.combine(volume)
    return hasher.finalize()
  }

  /// The parts, for logs.
  open override var description: String {
    "<\(type(of: self)): \(kind) \(name?.rawValue ?? "default")>"
  }
}
