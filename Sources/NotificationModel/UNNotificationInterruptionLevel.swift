/// How much a notification may interrupt.
///
/// The raw values are Apple's of the released systems; a beta had another order, so do not exchange
/// them.
public enum UNNotificationInterruptionLevel: UInt, Sendable, Hashable {
  /// Added to the list without lighting the screen or a sound.
  case passive = 0
  /// Shown at once, with a sound; the default.
  case active = 1
  /// Shown at once, also through a Focus.
  case timeSensitive = 2
  /// Shown and heard always, also when muted.
  case critical = 3
}
