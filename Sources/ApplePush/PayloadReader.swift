import JSONText
import NotificationModel

/// Takes values out of a payload as iOS does: what has the wrong type is dropped, one by one, and
/// never fails the push.
///
/// Each drop leaves a diagnostic.
struct PayloadReader {
  /// How many findings of each severity are kept.
  ///
  /// A payload with more is none that a person wrote, and a hostile one would take minutes: each
  /// place is found from the start of the text.
  static let findingLimit = 100

  let document: JSONDocument
  private var kept: [Diagnostic] = []
  private var counts: [Diagnostic.Severity: Int] = [:]

  init(document: JSONDocument) {
    self.document = document
  }

  mutating func report(
    _ severity: Diagnostic.Severity, at offset: Int, _ message: @autoclosure () -> String
  ) {
    counts[severity, default: 0] += 1
    guard counts[severity, default: 0] <= Self.findingLimit else { return }
    kept.append(Diagnostic(document.position(of: offset), severity, message()))
  }

  /// The findings in the order of the text, and how many there are besides.
  var diagnostics: [Diagnostic] {
    var all = kept.sorted { $0.position < $1.position }
    for severity in [Diagnostic.Severity.error, .warning] {
      let more = counts[severity, default: 0] - Self.findingLimit
      guard more > 0 else { continue }
      all.append(
        Diagnostic(
          document.position(of: document.bytes.count), severity,
          "\(more) more \(severity.rawValue)s are not listed; mend these first"))
    }
    return all
  }

  /// Reports a value of the wrong type.
  mutating func drop(_ value: JSONValue, _ path: String, wanted: String) {
    let shown =
      switch value.kind {
      case .array, .object: ""
      default: ": \(quoted(value))"
      }
    report(
      .error, at: value.offset,
      "\(path) is \(value.typeName)\(shown); Apple drops it, write \(wanted)")
  }

  /// Takes a value; `null` is as good as absent.
  func value<Key: RawRepresentable<String>>(_ key: Key, in object: JSONObject) -> JSONValue? {
    guard let value = object[key.rawValue], !value.isNull else { return nil }
    return value
  }

  /// Takes a text that is not empty.
  mutating func text<Key: RawRepresentable<String>>(
    _ key: Key, in object: JSONObject, _ parent: String
  ) -> String? {
    guard let value = value(key, in: object) else { return nil }
    let path = "\(parent).\(key.rawValue)"
    guard let text = value.string else {
      drop(value, path, wanted: "a string")
      return nil
    }
    guard !text.isEmpty else {
      report(.warning, at: value.offset, "\(path) is empty; it has no effect")
      return nil
    }
    return text
  }

  /// Takes a number; booleans are none.
  mutating func number<Key: RawRepresentable<String>>(
    _ key: Key, in object: JSONObject, _ parent: String
  ) -> Double? {
    guard let value = value(key, in: object) else { return nil }
    guard let number = value.number else {
      drop(value, "\(parent).\(key.rawValue)", wanted: "a number")
      return nil
    }
    return number.double
  }

  /// Takes a number from 0 to 1; what is outside is moved to the nearer end.
  mutating func fraction<Key: RawRepresentable<String>>(
    _ key: Key, in object: JSONObject, _ parent: String
  ) -> Double? {
    guard let number = number(key, in: object, parent) else { return nil }
    let clamped = min(max(number, 0), 1)
    if clamped != number, let value = value(key, in: object) {
      report(
        .warning, at: value.offset,
        "\(parent).\(key.rawValue) is not within 0 and 1: \(quoted(value)); "
          + "it counts as \(Int(clamped))"
      )
    }
    return clamped
  }

  /// Takes a flag: a number above 0 is on, 0 is off, below 0 is dropped; `true` is on, and so is
  /// any other value.
  mutating func flag<Key: RawRepresentable<String>>(
    _ key: Key, in object: JSONObject, _ parent: String
  ) -> Bool {
    guard let value = value(key, in: object) else { return false }
    let path = "\(parent).\(key.rawValue)"
    switch value.kind {
    case .number(let number):
      if number.double < 0 {
        report(.error, at: value.offset, "\(path) is below 0: \(number.text); write 1")
        return false
      }
      if number.double != 0, number.double != 1 {
        report(.warning, at: value.offset, "\(path) is \(number.text); it counts as 1")
      }
      return number.double > 0
    case .bool(let flag):
      report(.warning, at: value.offset, "\(path) is \(flag); Apple's page wants \(flag ? 1 : 0)")
      return flag
    default:
      let shown = value.string.map { ": \(quoted($0))" } ?? ""
      report(
        .warning, at: value.offset,
        "\(path) is \(value.typeName)\(shown); it counts as 1, write the number 1 or 0")
      return true
    }
  }

  /// Takes the badge: a number of 0 or more, without its fraction.
  mutating func badge(in aps: JSONObject) -> Int? {
    guard let value = value(APSKey.badge, in: aps) else { return nil }
    switch value.kind {
    case .number(let number):
      guard let whole = Int(exactly: number.double.rounded(.towardZero)), number.double >= 0 else {
        report(
          .error, at: value.offset,
          "aps.badge is not a count: \(quoted(value)); write a whole number of 0 or more")
        return nil
      }
      if number.double != Double(whole) {
        report(.warning, at: value.offset, "aps.badge is \(number.text); it counts as \(whole)")
      }
      return whole
    case .bool(let flag):
      report(.warning, at: value.offset, "aps.badge is \(flag); it counts as \(flag ? 1 : 0)")
      return flag ? 1 : 0
    default:
      drop(value, "aps.badge", wanted: "a number")
      return nil
    }
  }

  /// Takes the interruption level; only Apple's spelling counts.
  mutating func interruptionLevel(in aps: JSONObject) -> UNNotificationInterruptionLevel {
    guard let text = text(APSKey.interruptionLevel, in: aps, "aps"),
      let value = value(APSKey.interruptionLevel, in: aps)
    else { return .active }
    switch text {
    case "passive": return .passive
    case "active": return .active
    case "time-sensitive": return .timeSensitive
    case "critical": return .critical
    default:
      let hint = nearestName(to: text, among: interruptionLevelNames)
      let advice =
        hint.map { "did you mean \($0)?" }
        ?? "write one of \(interruptionLevelNames.joined(separator: ", "))"
      report(
        .error, at: value.offset, "aps.interruption-level is unknown: \(quoted(text)); \(advice)")
      return .active
    }
  }

  /// Takes the sound: a name, or an object for critical alerts.
  ///
  /// Whether it is critical is told by its flag or by the interruption level; only then the volume
  /// counts.
  mutating func sound(
    in aps: JSONObject, level: UNNotificationInterruptionLevel
  ) -> UNNotificationSound? {
    guard let value = value(APSKey.sound, in: aps) else { return nil }
    switch value.kind {
    case .string:
      guard let name = text(APSKey.sound, in: aps, "aps") else { return nil }
      return Self.sound(named: name, isCritical: level == .critical, volume: nil)
    case .object(let object):
      if object.members.isEmpty {
        report(.warning, at: value.offset, "aps.sound is empty; the push is silent")
        return nil
      }
      let name = text(SoundKey.name, in: object, "aps.sound")
      let isFlagged = flag(SoundKey.critical, in: object, "aps.sound")
      let volume = fraction(SoundKey.volume, in: object, "aps.sound")
      let isCritical = isFlagged || level == .critical
      if !isCritical, let volume = self.value(SoundKey.volume, in: object) {
        report(
          .warning, at: volume.offset,
          "aps.sound.volume has no effect without critical; write \"critical\": 1")
      }
      return Self.sound(named: name ?? "default", isCritical: isCritical, volume: volume)
    default:
      drop(value, "aps.sound", wanted: "a string or an object")
      return nil
    }
  }

  private static func sound(
    named name: String, isCritical: Bool, volume: Double?
  ) -> UNNotificationSound {
    UNNotificationSound(
      kind: isCritical ? .critical : .normal,
      name: name == "default" ? nil : UNNotificationSoundName(name),
      volume: isCritical ? volume.map { Float($0) } : nil)
  }
}
