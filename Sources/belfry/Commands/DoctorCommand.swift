internal import DesktopNotifications
internal import JSONText
internal import Presentation
internal import PushBridge

/// `belfry doctor`.
enum DoctorCommand {
  static let command = Command(
    name: "doctor",
    summary: "says what this desktop's notifications lack, and what that costs",
    options: [CommandTable.json],
    examples: [
      Command.Example(
        line: "belfry doctor",
        says: "Describe the session bus, the notification server and what it lacks.")
    ],
    exitCodes: [.undelivered, .unavailable],
    run: { invocation, console in
      try await run(json: invocation.has("json"), console)
    })

  private static func run(json: Bool, _ console: Console) async throws -> ExitCode {
    let helpers = Helpers(console.environment)
    do {
      let server = try await LibnotifyServer(appName: "belfry").information()
      try console.output.write(json ? object(server, helpers).text + "\n" : text(server, helpers))
      return .done
    } catch let error as NotificationServerError {
      if json {
        try console.print(object(error, helpers).text)
      } else {
        try console.output.write(text(error, helpers))
      }
      return ExitCode(error)
    }
  }

  // MARK: Words

  private static func text(_ server: ServerInformation, _ helpers: Helpers) -> String {
    let profile = server.profile
    var lines = [
      "session bus   reached",
      "server        \(line(server.name)) \(line(server.version)) (\(line(server.vendor))), "
        + "specification \(line(server.specVersion)): \(line(profile.title))",
      "capabilities  \(capabilities(server).joined(separator: " "))",
      "buttons       \(profile.buttonsInWords(server))",
      "click         \(profile.clickInWords(server))",
    ]
    lines += helpers.lines
    let lacks = server.lacks.map { "\($0.capability.rawValue): \($0.cost)" }
    lines += block("missing", lacks)
    lines += block("to know", profile.allRemarks)
    return lines.map { $0 + "\n" }.joined()
  }

  private static func text(_ error: NotificationServerError, _ helpers: Helpers) -> String {
    let bus: String
    switch error {
    case .noBus: bus = "not reached"
    default: bus = "reached"
    }
    let state =
      switch error {
      case .noBus, .noServer: "none"
      case .timedOut: "silent"
      case .refused, .failed: "in trouble"
      }
    var lines = ["session bus   \(bus)", "server        \(state): \(line(error.description))"]
    lines += helpers.lines
    lines += block(
      "meanwhile",
      [
        "belfry push --presenter terminal shows pushes in this terminal",
        "belfry push --script FILE plays the person, as in CI",
      ])
    return lines.map { $0 + "\n" }.joined()
  }

  private static func block(_ title: String, _ lines: [String]) -> [String] {
    guard let first = lines.first else { return [] }
    let column = title + String(repeating: " ", count: 14 - title.count)
    let indent = String(repeating: " ", count: 14)
    return [column + line(first)] + lines.dropFirst().map { indent + line($0) }
  }

  /// A server's texts are as hostile as any: they stay on their line.
  private static func line(_ text: String) -> String { DisplayText.line(text) }

  private static func capabilities(_ server: ServerInformation) -> [String] {
    server.capabilities.map(\.rawValue).sorted().map(line)
  }

  // MARK: JSON

  private static func object(_ server: ServerInformation, _ helpers: Helpers) -> JSONOutput {
    var object: JSONOutput = [
      "bus": true, "server": .string(server.name), "vendor": .string(server.vendor),
      "version": .string(server.version), "specVersion": .string(server.specVersion),
    ]
    object.add("capabilities", .array(capabilities(server).map { .string($0) }))
    object.add(
      "missing",
      .array(
        server.lacks.map { lack in
          ["capability": .string(lack.capability.rawValue), "cost": .string(lack.cost)]
        }))
    object.add("remarks", .array(server.profile.allRemarks.map { .string($0) }))
    helpers.add(to: &object)
    return object
  }

  private static func object(
    _ error: NotificationServerError, _ helpers: Helpers
  ) -> JSONOutput {
    var isReached = true
    if case .noBus = error { isReached = false }
    var object: JSONOutput = [
      "bus": .bool(isReached), "server": nil, "error": .string(error.description),
    ]
    helpers.add(to: &object)
    return object
  }
}

/// What else of this machine matters: who can open links and ask for texts.
private struct Helpers {
  let hasDisplay: Bool
  let dialogs: [String]

  init(_ environment: [String: String]) {
    hasDisplay = ["WAYLAND_DISPLAY", "DISPLAY"].contains {
      !environment[$0, default: ""].isEmpty
    }
    dialogs = DialogPrompt.installed(environment: environment)
  }

  var lines: [String] {
    [
      "links         "
        + (hasDisplay
          ? "opened by the desktop's default program"
          : "not opened: neither WAYLAND_DISPLAY nor DISPLAY is set; use --open-with COMMAND"),
      "prompts       "
        + (dialogs.isEmpty
          ? "no dialog program; install zenity or kdialog, else the terminal or a page asks"
          : dialogs.joined(separator: ", ")
            + (hasDisplay ? "" : ", but there is no display: the terminal asks")),
    ]
  }

  func add(to object: inout JSONOutput) {
    object.add("display", .bool(hasDisplay))
    object.add("dialogs", .array(dialogs.map { .string($0) }))
  }
}

extension ServerProfile {
  fileprivate func buttonsInWords(_ server: ServerInformation) -> String {
    guard server.capabilities.contains(.actions) else { return "none" }
    switch buttons {
    case .shown(1): return "one on the notification; more are not shown"
    case .shown(let most): return "on the notification, \(most) at most; more are not shown"
    case .menu(let how): return "not drawn; opened by \(how)"
    case .notShown: return "not drawn"
    }
  }

  fileprivate func clickInWords(_ server: ServerInformation) -> String {
    guard server.capabilities.contains(.actions) else { return "does nothing" }
    switch bodyClick {
    case .invokesDefault: return "on the notification opens it"
    case .dismisses: return "on the notification puts it away; a button \"Open\" opens it"
    case .invokesDefaultAndButton: return "on the notification, or its button \"Open\", opens it"
    }
  }

  /// The remarks, and those that follow from the other fields.
  fileprivate var allRemarks: [String] {
    var all = remarks
    if !tellsExpiry {
      all.append("it does not tell when a notification's time is over: belfry push keeps waiting")
    }
    if dismissesAsExpired { all.append("it tells a dismissal as an expiry") }
    if inlineReplyMayBeOff {
      all.append(
        "it announces inline-reply although its settings may have text fields off: "
          + "a button asks too")
    }
    if sound == .alwaysPlays { all.append("it plays a sound for silent notifications too") }
    return all
  }
}
