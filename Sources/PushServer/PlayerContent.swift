internal import VideoLinks

/// What a player page shows, made of a video, a title and the page's origin.
struct PlayerContent {
  let source: VideoSource
  let title: String
  let origin: String

  /// Whose error numbers the page reports.
  var player: PlayerProblem.Player {
    switch source {
    case .youTube: .youTube
    case .web: .browser
    }
  }

  /// The page.
  var markup: PageMarkup {
    PageMarkup(
      title: title.isEmpty ? "Video" : title, kind: "player", body: body,
      settings: [
        ("player", .text(isYouTube ? "youTube" : "browser")),
        (
          "problems",
          .object(
            PlayerProblem.table(of: player).map { (String($0.code), ScriptValue.text($0.words)) })
        ),
      ],
      script: playerScript, sources: sources)
  }

  private var isYouTube: Bool { player == .youTube }

  private var linkName: String { isYouTube ? "Watch on YouTube" : "Open the video's link" }

  private var sources: [String] {
    switch source {
    case .youTube:
      ["frame-src https://www.youtube.com", "script-src https://www.youtube.com"]
    case .web(let link):
      // Not the link's host alone: films are often served by another one, after a redirect. `http:`
      // takes in https.
      [link.isSecure ? "media-src https:" : "media-src http:"]
    }
  }

  private var body: String {
    let heading = escapedHTML(title.isEmpty ? "Video" : title)
    let link = escapedHTML(source.plainURL)
    // `noopener` and not `noreferrer`: YouTube wants to know which page sends it somebody.
    let watch = "href=\"\(link)\" target=\"_blank\" rel=\"noopener\""
    return """
      <main>
      <div class="stage">
      \(frame(heading))
      <section id="problem" aria-live="assertive" hidden>
      <p id="reason"></p>
      <a class="button main" \(watch)>\(linkName)</a>
      </section>
      </div>
      <div class="below">
      <div class="words">
      <h1 dir="auto">\(heading)</h1>
      <p id="status" class="soft" role="status"></p>
      </div>
      <div class="actions">
      <button id="play" class="main" type="button" hidden>Play</button>
      <button id="sound" class="main" type="button" hidden>Turn on the sound</button>
      <a id="link" class="button" \(watch)>\(linkName)</a>
      </div>
      </div>
      </main>
      """
  }

  private func frame(_ heading: String) -> String {
    switch source {
    case .youTube(let video):
      """
      <iframe id="player" title="\(heading)" src="\(escapedHTML(video.frameURL(origin: origin)))"
      referrerpolicy="strict-origin-when-cross-origin" allowfullscreen
      allow="autoplay; fullscreen; encrypted-media; picture-in-picture; clipboard-write; web-share"></iframe>
      """
    case .web(let link):
      """
      <video id="player" title="\(heading)" src="\(escapedHTML(link.text))"
      controls playsinline preload="auto"></video>
      """
    }
  }
}
