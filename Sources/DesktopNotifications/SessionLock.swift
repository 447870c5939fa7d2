internal import CNotify
internal import GLibLoop

/// Tells whether the desktop session is locked, and waits until it is not.
///
/// It asks each screen saver on the session bus (`org.freedesktop`, `org.gnome`, `org.cinnamon`,
/// `org.mate` and `org.xfce`, each `.ScreenSaver`: `GetActive` and `ActiveChanged`) and logind on the
/// system bus (the session's `LockedHint`). What one of them calls locked is locked; a screen saver
/// that runs without a lock counts as one, as it says no more. No program is started for an answer,
/// and signals count only from the owner of the name.
///
/// Where none answers, the session is not locked: most people without a screen saver would otherwise
/// wait for ever. So is it for a locker that neither names itself on a bus nor tells logind, such as
/// swaylock or i3lock, and for one that does not answer in time or has left the bus.
public struct SessionLock: Sendable {
  /// How long each answer may take, and all of them together at first.
  public let answerLimit: Duration

  /// Makes the means to ask; nothing is asked yet.
  ///
  /// - Parameter answerLimit: How long each answer may take; more than zero. A locker that runs
  ///   answers within milliseconds.
  public init(answerLimit: Duration = .seconds(1)) {
    self.answerLimit = answerLimit
  }

  /// Tells whether the session is locked.
  ///
  /// While a notification server hangs, it waits until libnotify gives up, 25 s at most.
  ///
  /// - Returns: False also where nobody answers, and when the task is cancelled first.
  public func isLocked() async -> Bool {
    await firstAnswer { _ in true }
  }

  /// Waits until the session is unlocked, however long that takes.
  ///
  /// Returns at once where it is not locked, and when the task is cancelled. While a notification
  /// server hangs, even the first answer waits until libnotify gives up, 25 s at most.
  public func waitUntilUnlocked() async {
    _ = await firstAnswer { isLocked in !isLocked }
  }

  private func firstAnswer(where isWanted: @escaping @Sendable (Bool) -> Bool) async -> Bool {
    let answer = OneShot<Bool>()
    let watch = LockWatch(answer: answer, isWanted: isWanted)
    Task { [answerLimit] in await watch.start(answerLimit) }
    // Awaited away from the actor, whose thread may be stuck in libnotify when the task is cancelled.
    let isLocked = await withTaskCancellationHandler {
      await answer.value()
    } onCancel: {
      answer.set(false)
    }
    Task { await watch.end() }
    return isLocked
  }
}

/// One watch of the shim, until it has said what is waited for.
@DesktopActor
@safe
private final class LockWatch {
  private let answer: OneShot<Bool>
  private let isWanted: @Sendable (Bool) -> Bool
  private var watch: OpaquePointer?

  nonisolated init(answer: OneShot<Bool>, isWanted: @escaping @Sendable (Bool) -> Bool) {
    self.answer = answer
    self.isWanted = isWanted
  }

  func start(_ answerLimit: Duration) {
    // Set already when the task was cancelled before the actor had time.
    guard answer.current == nil else { return }
    unsafe watch = cnotify_lock_watch_start(
      answerLimit.milliseconds, takeLock, Unmanaged.passRetained(self).toOpaque(), releaseWatch)
  }

  func take(_ isLocked: Bool) {
    guard isWanted(isLocked) else { return }
    answer.set(isLocked)
    end()
  }

  func end() {
    guard let watch = unsafe watch else { return }
    unsafe self.watch = nil
    unsafe cnotify_lock_watch_cancel(watch)
  }
}

private let takeLock: @convention(c) (Bool, UnsafeMutableRawPointer?) -> Void = {
  isLocked, context in
  guard let context = unsafe context else { return }
  let watch = unsafe Unmanaged<LockWatch>.fromOpaque(context).takeUnretainedValue()
  // The shim calls on the thread that started the watch, which is the actor's.
  DesktopActor.assumeIsolated { watch.take(isLocked) }
}

private let releaseWatch: @convention(c) (UnsafeMutableRawPointer?) -> Void = { context in
  guard let context = unsafe context else { return }
  unsafe Unmanaged<LockWatch>.fromOpaque(context).release()
}
