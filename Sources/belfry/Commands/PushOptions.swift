internal import GLibLoop

/// What `belfry push` is asked to do.
struct PushOptions: Sendable, Hashable {
  /// Who shows the notification.
  enum Presenter: String, CaseIterable, Sendable {
    case auto, desktop, terminal, scripted
  }

  /// What the activation of a push with a video opens.
  enum Video: String, CaseIterable, Sendable {
    case player, embed, watch, none
  }

  /// A button without an app folder.
  struct Action: Sendable, Hashable {
    let identifier: String
    let title: String
    let isTextInput: Bool
  }

  /// The longest time-out, in seconds: a week.
  static let longestTimeout = 604_800.0

  let input: PushInput
  /// Buttons in the order of the arguments.
  let actions: [Action]
  let presenter: Presenter
  /// The script's file, when the presenter is the scripted one and has one.
  let script: String?
  let video: Video
  /// The program that opens links, and its arguments; nil for the desktop's default.
  let openWith: [String]?
  /// Whether to stay until each notification has ended.
  let waits: Bool
  /// How long to stay at most.
  let timeout: Duration?
  let json: Bool

  /// What choosing a presenter needs.
  var presenting: PresenterOptions {
    PresenterOptions(command: "push", presenter: presenter, openWith: openWith, waits: waits)
  }

  /// Reads the options.
  ///
  /// - Throws: `CommandFailure` with the exit code 64; with 66 for a program that does not exist.
  init(_ invocation: Invocation) throws(CommandFailure) {
    input = try PushInput(invocation)
    actions = try Self.actions(invocation)
    script = invocation.value("script")
    presenter = try Self.presenter(invocation)
    video = invocation.value("video").flatMap(Video.init) ?? .player
    openWith = try invocation.value("open-with").map(Self.command)
    if invocation.has("wait"), invocation.has("no-wait") {
      throw .usage("options contradict each other: --wait and --no-wait; leave one out")
    }
    waits = !invocation.has("no-wait")
    timeout = try invocation.value("timeout").map(Self.seconds)
    json = invocation.has("json")
  }

  private static func actions(_ invocation: Invocation) throws(CommandFailure) -> [Action] {
    var actions: [Action] = []
    for (option, text) in invocation.given(["action", "text-action"]) {
      let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard let identifier = parts.first, let title = parts.dropFirst().first,
        !identifier.isEmpty, !title.isEmpty
      else { throw .usage("bad --\(option): \(text); write it as ID=TITLE") }
      actions.append(
        Action(
          identifier: String(identifier), title: String(title),
          isTextInput: option == "text-action"))
    }
    return actions
  }

  static func presenter(_ invocation: Invocation) throws(CommandFailure) -> Presenter {
    let named = invocation.value("presenter").flatMap(Presenter.init)
    guard invocation.value("script") != nil else { return named ?? .auto }
    if let named, named != .scripted {
      throw .usage(
        "options contradict each other: --presenter \(named.rawValue) and --script; "
          + "a script needs --presenter scripted")
    }
    return .scripted
  }

  static func command(_ text: String) throws(CommandFailure) -> [String] {
    do {
      return try ChildProcess.command(from: text)
    } catch {
      switch error {
      case .badCommand(_, let detail):
        throw .usage("bad --open-with: \(text): \(detail); close each quote")
      case .notStarted(let program, let detail):
        throw CommandFailure(
          "program not found: \(program): \(detail); name one that is installed in --open-with",
          .noInput)
      case .outputTooLong:
        preconditionFailure("Splitting a command runs nothing.")
      }
    }
  }

  static func seconds(_ text: String) throws(CommandFailure) -> Duration {
    guard let seconds = Double(text), seconds > 0, seconds <= longestTimeout else {
      throw .usage(
        "bad --timeout: \(text); write a number of seconds above 0, up to \(Int(longestTimeout))")
    }
    return .milliseconds(Int64(seconds * 1000))
  }
}
