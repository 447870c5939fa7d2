/// The commands in the order of the help.
enum CommandTable {
  static let version = Command.Option(name: "version", help: "show the version")

  /// The options that stand before a command.
  static let topLevelOptions = [Command.help, version]

  static let commands: [Command] = [
    PushCommand.command, CheckCommand.command, DoctorCommand.command, VideoCommand.command,
    AppsCommand.command, CompletionsCommand.command,
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
  static let header = Command.Option(
    name: "header", short: "H", value: "NAME:VALUE", isRepeatable: true,
    help: "send this APNs header, such as apns-collapse-id:lunch")
}
