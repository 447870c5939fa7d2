internal import ApplePush
internal import NotificationModel
internal import VideoLinks

extension PushDelivery {
  /// Opens the video of a push whose notification was clicked, and follows its player.
  func openVideo(of ended: Live, activationToken: String?) async {
    guard let video = ended.video else { return }
    do {
      let title = ended.notification.request.content.title
      guard let opening = try await video.opening(title: title, surroundings) else { return }
      try await surroundings.open(opening.url, activationToken)
      tell(
        .opened(url: opening.url, videoID: video.videoID, embedURL: video.embedURL), ended.push,
        ended.notification)
      if let limit = options.playerLimit, let events = opening.events {
        follow(events, limit: limit, ended)
      }
    } catch {
      fail("video not opened: \(error)", ended)
    }
  }

  private func follow(
    _ events: AsyncStream<PlayerEvent>, limit: Duration, _ ended: Live
  ) {
    let task = Task {
      let watch = PlayerWatch(requestLimit: limit)
      if let failure = await watch.follow(events) { fail(failure, ended) }
    }
    add(
      Life(
        requestIdentifier: ended.notification.request.identifier, isShown: false, task: task))
  }
}
