internal import DesktopNotifications
internal import VideoLinks

/// Waits until an opened player page no longer needs its server.
enum PlayerWatch {
  /// How long a page may take to ask for its first bytes and its player to report: a browser that
  /// starts cold, a slow line, a person who has to press play.
  static let patience = Duration.seconds(60)

  /// Follows a page until its video has ended, it has failed, or it was closed.
  ///
  /// A page that reports nothing within `patience` is not waited for: the program that was given the
  /// link may have kept it for later.
  ///
  /// - Parameters:
  ///   - events: What the page reports.
  ///   - patience: How long to wait for the first report.
  /// - Returns: What failed, in words, or nil.
  static func follow(
    _ events: AsyncStream<PlayerEvent>, patience: Duration = patience
  ) async -> String? {
    let reported = OneShot<Void>()
    let watch = Task { () -> String? in
      for await event in events {
        reported.set(())
        switch event {
        case .ready, .autoplayBlocked, .playing: continue
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
      let isReported = await withDeadline(patience) {
        await reported.value()
        return true
      }
      if isReported == nil { watch.cancel() }
      return await watch.value
    } onCancel: {
      reported.set(())
      watch.cancel()
    }
  }
}
