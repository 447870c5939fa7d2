/// The commands in the order of the help.
enum CommandTable {
  static let version = Command.Option(name: "version", help: "show the version")

  /// The options that stand before a command.
  static let topLevelOptions = [Command.help, version]

  static let commands: [Command] = [
    PushCommand.command, CheckCommand.command, ServeCommand.command, LogCommand.command,
    WithdrawCommand.command, ReadyCommand.command, ReloadCommand.command, DoctorCommand.command,
    VideoCommand.command, AppsCommand.command, CompletionsCommand.command,
  ]

  // MARK: Options that several commands have

  static let json = Command.Option(
    name: "json", short: "j", help: "print one JSON object a line")
  static let topic = Command.Option(
    name: "topic", short: "t", value: "BUNDLE",
    help: "the app's bundle identifier (apns-topic); goes before the push's own")
  static let app = Command.Option(
    name: "app", short: "a", value: "DIR", values: .directory, isRepeatable: true,
    help: "use the app folder DIR too")
  static let state = Command.Option(
    name: "state", value: "DIR", values: .directory,
    help: "the state folder of the belfry serve; $XDG_STATE_HOME/belfry unless said otherwise")
  static let presenter = Command.Option(
    name: "presenter", short: "p", value: "NAME", values: words(PushOptions.Presenter.self),
    help: "who shows it; auto takes the desktop, else the terminal")
  static let script = Command.Option(
    name: "script", short: "s", value: "FILE", values: .file,
    help: "let this script play the person; needs neither bus nor display")
  static let video = Command.Option(
    name: "video", value: "WHAT", values: words(PushOptions.Video.self),
    help: "what a push with a video opens; player unless said otherwise")
  static let openWith = Command.Option(
    name: "open-with", short: "o", value: "COMMAND", values: .command,
    help: "open links with this program, not the desktop's default; the link is added last")

  static func words<Choice: CaseIterable & RawRepresentable<String>>(
    _ choices: Choice.Type
  ) -> Command.Values {
    .words(choices.allCases.map(\.rawValue))
  }

  static let header = Command.Option(
    name: "header", short: "H", value: "NAME:VALUE", isRepeatable: true,
    help: "send this APNs header, such as apns-collapse-id:lunch")
}
