internal import JSONText
internal import VideoLinks

/// `belfry video`.
enum VideoCommand {
  static let command = Command(
    name: "video",
    summary: "prints the embed links that links yield, or why there is none",
    operand: Command.Operand(
      usage: "LINK…", count: 1...Int.max, help: "links as a push carries them in video-url"),
    options: [CommandTable.json],
    examples: [
      Command.Example(
        line: "belfry video 'https://youtu.be/dQw4w9WgXcQ?t=43'",
        says: "Print https://www.youtube.com/embed/dQw4w9WgXcQ?start=43"),
      Command.Example(
        line: "belfry video --json LINK LINK",
        says: "Print id, embed link and watch page of each link, or the reason."),
    ],
    exitCodes: [.badPayload],
    run: { invocation, console in
      var code = ExitCode.done
      for link in invocation.operands {
        let isVideo = try report(link, json: invocation.has("json"), console)
        if !isVideo { code = .badPayload }
      }
      return code
    })

  /// Prints what a link yields.
  ///
  /// - Parameters:
  ///   - link: The link.
  ///   - json: Whether to print an object: its keys are `link`, and `videoID`, `embedURL`, `watchURL`
  ///     or `reason`.
  ///   - console: Where to.
  /// - Returns: Whether it yields a video.
  /// - Throws: `OutputFailure`.
  private static func report(
    _ link: String, json: Bool, _ console: Console
  ) throws(OutputFailure) -> Bool {
    var object: JSONOutput = ["link": .string(link)]
    switch Result(catching: { () throws(VideoLinkError) in try YouTubeVideo(link: link) }) {
    case .success(let video):
      object.add("videoID", .string(video.videoID))
      object.add("embedURL", .string(video.embedURL))
      object.add("watchURL", .string(video.watchURL))
      try console.print(json ? object.text : video.embedURL)
      return true
    case .failure(let error):
      object.add("reason", .string(error.description))
      if json {
        try console.print(object.text)
      } else {
        console.report("belfry: video: \(error.description)")
      }
      return false
    }
  }
}
