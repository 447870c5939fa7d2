internal import ApplePush
internal import NotificationModel
internal import VideoLinks

extension PushDelivery {
  /// Opens the video of a push whose notification was clicked, and follows its player.
  func openVideo(of ended: Live, activationToken: String?) async {
    guard let video = ended.video else { return }
    do {
      let title = ended.subject.request.content.title
      guard let opening = try await video.opening(title: title, surroundings) else { return }
      try await surroundings.open(opening.url, activationToken)
      tell(
        .opened(url: opening.url, videoID: video.videoID, embedURL: video.embedURL),
        ended.subject)
      if let limit = options.playerLimit, let events = opening.events {
        follow(events, limit: limit, ended)
      }
    } catch {
      fail("video not opened: \(error)", ended.subject)
    }
  }

  private func follow(
    _ events: AsyncStream<PlayerEvent>, limit: Duration, _ ended: Live
  ) {
    begin(ended.subject.request.identifier, isShown: false) { delivery in
      let watch = PlayerWatch(requestLimit: limit)
      if let failure = await watch.follow(events) { delivery.fail(failure, ended.subject) }
    }
  }
}
