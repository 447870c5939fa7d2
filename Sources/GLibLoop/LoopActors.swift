/// The thread of libnotify and its D-Bus signals, and of nothing else.
///
/// libnotify's calls are synchronous, and a notification server that hangs blocks them for up to
/// 25 s: what must go on meanwhile may not stand here.
@globalActor
public actor DesktopActor {
  /// The one instance.
  public static let shared = DesktopActor()

  /// The executor, for timers, Unix signals and isolation checks.
  public static let executor = LoopExecutor(name: "belfry-desktop")

  /// The executor of everything that is isolated to this actor.
  public nonisolated var unownedExecutor: UnownedSerialExecutor {
    unsafe Self.executor.asUnownedSerialExecutor()
  }

  /// Runs a C callback's work that is known to be on this thread.
  ///
  /// Traps on any other thread.
  ///
  /// - Parameter body: The work.
  /// - Returns: What the work returns.
  /// - Throws: What the work throws.
  public nonisolated static func assumeIsolated<T: Sendable>(
    _ body: @DesktopActor () throws -> T
  ) rethrows -> T {
    shared.preconditionIsolated()
    return try withoutActuallyEscaping(body) { body in
      // Only the isolation differs, and it has just been checked. The static form of
      // `assumeIsolated` exists for `MainActor` alone (SE-0392).
      try unsafe unsafeBitCast(body, to: (() throws -> T).self)()
    }
  }
}

/// The thread of sockets, web pages and child processes.
@globalActor
public actor ServerActor {
  /// The one instance.
  public static let shared = ServerActor()

  /// The executor, for timers, Unix signals and isolation checks.
  public static let executor = LoopExecutor(name: "belfry-server")

  /// The executor of everything that is isolated to this actor.
  public nonisolated var unownedExecutor: UnownedSerialExecutor {
    unsafe Self.executor.asUnownedSerialExecutor()
  }

  /// Runs a C callback's work that is known to be on this thread.
  ///
  /// Traps on any other thread.
  ///
  /// - Parameter body: The work.
  /// - Returns: What the work returns.
  /// - Throws: What the work throws.
  public nonisolated static func assumeIsolated<T: Sendable>(
    _ body: @ServerActor () throws -> T
  ) rethrows -> T {
    shared.preconditionIsolated()
    return try withoutActuallyEscaping(body) { body in
      // As in `DesktopActor.assumeIsolated`.
      try unsafe unsafeBitCast(body, to: (() throws -> T).self)()
    }
  }
}
