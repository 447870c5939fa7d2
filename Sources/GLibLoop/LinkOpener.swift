internal import CGLib

/// Why a link was not opened.
public enum LinkOpenerError: Error, Hashable {
  /// Only absolute http and https links without spaces or control characters are opened.
  case refusedLink(String)
  /// There is neither an X nor a Wayland display to open a program on.
  case noDisplay
  /// No program could be started for the link; in GIO's words.
  case noProgram(link: String, detail: String)
  /// The chosen program could not be started; in GLib's words.
  case notStarted(program: String, detail: String)
  /// The chosen program ended at once with another status than 0.
  case failed(program: String, status: Int)
}

extension LinkOpenerError: CustomStringConvertible {
  /// What failed, with which value, and what to do.
  public var description: String {
    switch self {
    case .refusedLink(let link):
      "link not opened: \(link); only http and https links are"
    case .noDisplay:
      "link not opened: neither WAYLAND_DISPLAY nor DISPLAY is set; "
        + "run belfry in the desktop's session, or choose a program with --open-with"
    case .noProgram(let link, let detail):
      "link not opened: \(link): \(detail); install a web browser, "
        + "or choose one with `xdg-settings set default-web-browser` or --open-with"
    case .notStarted(let program, let detail):
      "program not started: \(program): \(detail); name one that exists in --open-with"
    case .failed(let program, let status):
      "program failed: \(program) ended with status \(status); run it by hand to see why"
    }
  }
}

/// Opens web links with the desktop's default program or with a chosen one.
public struct LinkOpener: Sendable {
  /// How long a chosen program is watched: one that is still running then has taken the link, for a
  /// browser may stay until its last window is closed.
  public static let watchTime = Duration.seconds(1)

  private let command: [String]?
  private let watchTime: Duration
  private let hasDisplay: Bool

  /// Makes an opener.
  ///
  /// - Parameters:
  ///   - command: The chosen program and its arguments, to which the link is added as the last; nil
  ///     for the desktop's default.
  ///   - environment: This process's environment, in which a display is looked for. A chosen program
  ///     needs none.
  public init(command: [String]?, environment: [String: String]) {
    self.init(command: command, environment: environment, watchTime: Self.watchTime)
  }

  init(command: [String]?, environment: [String: String], watchTime: Duration) {
    self.watchTime = watchTime
    self.command = command
    hasDisplay = ["WAYLAND_DISPLAY", "DISPLAY"].contains { environment[$0]?.isEmpty == false }
  }

  /// Opens a link.
  ///
  /// The desktop's default program is only started: what becomes of it is unknown. A chosen program
  /// is watched for `watchTime`.
  ///
  /// - Parameters:
  ///   - link: An http or https link.
  ///   - activationToken: The token of the click, which lets the program come to the front; given in
  ///     `XDG_ACTIVATION_TOKEN` and `DESKTOP_STARTUP_ID`.
  /// - Throws: `LinkOpenerError`.
  @ServerActor
  public func open(_ link: String, activationToken: String? = nil) async throws(LinkOpenerError) {
    guard Self.isWebLink(link) else { throw .refusedLink(link) }
    if let command {
      try await open(link, with: command, activationToken: activationToken)
      return
    }
    guard hasDisplay else { throw .noDisplay }
    let failure = await withCheckedContinuation { continuation in
      let outcome = Outcome { continuation.resume(returning: $0) }
      unsafe cglib_open_uri(
        link, activationToken, linkOpened, Unmanaged.passRetained(outcome).toOpaque(),
        releaseOutcome)
    }
    if let failure { throw .noProgram(link: link, detail: failure) }
  }

  /// Tells whether a link is one that may be opened at all.
  ///
  /// - Parameter link: Any text.
  /// - Returns: True for `http://…` and `https://…` without spaces and control characters.
  static func isWebLink(_ link: String) -> Bool {
    let lowered = link.prefix(8).lowercased()
    guard lowered.hasPrefix("http://") || lowered.hasPrefix("https://") else { return false }
    return link.unicodeScalars.allSatisfy { scalar in
      !scalar.properties.isWhitespace && scalar.properties.generalCategory != .control
    }
  }

  @ServerActor
  private func open(
    _ link: String, with command: [String], activationToken: String?
  ) async throws(LinkOpenerError) {
    var environment: [String: String] = [:]
    if let activationToken {
      environment = [
        "XDG_ACTIVATION_TOKEN": activationToken, "DESKTOP_STARTUP_ID": activationToken,
      ]
    }
    let (statuses, status) = AsyncStream.makeStream(of: Int.self)
    do {
      try ChildProcess.launch(command + [link], environment: environment) {
        status.yield($0)
        status.finish()
      }
    } catch {
      guard case .notStarted(let program, let detail) = error else {
        throw .notStarted(program: command.first ?? "", detail: "\(error)")
      }
      throw .notStarted(program: program, detail: detail)
    }
    let timer = ServerActor.executor.after(watchTime) { status.finish() }
    defer { timer.cancel() }
    for await status in statuses where status != 0 {
      throw .failed(program: command.first ?? "", status: status)
    }
  }
}

private final class Outcome: Sendable {
  let take: @Sendable (String?) -> Void

  init(take: @escaping @Sendable (String?) -> Void) {
    self.take = take
  }
}

private let linkOpened: cglib_uri_opened = { error, context in
  guard let context = unsafe context else { return }
  unsafe Unmanaged<Outcome>.fromOpaque(context).takeUnretainedValue()
    .take(error.map { unsafe String(cString: $0) })
}

private let releaseOutcome: cglib_destroy = { context in
  guard let context = unsafe context else { return }
  unsafe Unmanaged<Outcome>.fromOpaque(context).release()
}
