internal import DesktopNotifications
internal import GLibLoop
internal import VideoLinks

/// Waits until an opened player page no longer needs its server.
struct PlayerWatch {
  /// How long a browser may take to ask for the page.
  var requestLimit: Duration
  /// How long the player may then take to load, on a slow line.
  var loadLimit = Duration.seconds(60)

  /// Follows a page until its video has ended, it has failed, or it was closed.
  ///
  /// A page that nobody asks for, or whose player says nothing, is not waited for: the program that
  /// was given the link may have kept it for later.
  ///
  /// - Parameter events: What the page reports.
  /// - Returns: What failed, in words, or nil.
  func follow(_ events: AsyncStream<PlayerEvent>) async -> String? {
    let requested = OneShot<Bool>()
    let loaded = OneShot<Bool>()
    let watch = Task { () -> String? in
      // A page that nobody serves any more is not waited for.
      defer {
        requested.set(false)
        loaded.set(false)
      }
      for await event in events {
        requested.set(true)
        guard event != .requested else { continue }
        loaded.set(true)
        switch event {
        case .requested, .ready, .autoplayBlocked, .playing: continue
        case .ended, .closed: return nil
        case .failed(let problem):
          return "player error \(problem.code): \(problem.words)"
        case .unavailable:
          return "player not loaded: its script did not come; see whether the browser is online"
        }
      }
      return nil
    }
    return await withTaskCancellationHandler {
      let timers = ServerActor.executor
      guard await requested.value(within: requestLimit, timers: timers, otherwise: false),
        await loaded.value(within: loadLimit, timers: timers, otherwise: false)
      else { return nil }
      return await watch.value
    } onCancel: {
      watch.cancel()
      requested.set(false)
      loaded.set(false)
    }
  }
}
