/// `belfry push`.
enum PushCommand {
  static let command = Command(
    name: "push",
    summary: "shows pushes and prints what the person does with them",
    operand: Command.Operand(
      usage: "[FILE…|-]", values: .file, count: 0...Int.max,
      help: "files with one push each; - or none: standard input"),
    options: [
      CommandTable.topic, CommandTable.app,
      Command.Option(
        name: "action", value: "ID=TITLE", isRepeatable: true, help: "add a button"),
      Command.Option(
        name: "text-action", value: "ID=TITLE", isRepeatable: true,
        help: "add a button that asks for a text"),
      CommandTable.header,
      CommandTable.presenter, CommandTable.script, CommandTable.video, CommandTable.openWith,
      Command.Option(
        name: "wait", short: "w", help: "stay until each notification has ended; the default"),
      Command.Option(name: "no-wait", short: "n", help: "end as soon as all are shown"),
      Command.Option(
        name: "timeout", value: "SECONDS", help: "stay no longer than this"),
      CommandTable.json,
    ],
    examples: [
      Command.Example(
        line: "belfry push invite.apns --app Examples/Meetings",
        says: "Show the push of a file with its app's buttons; print the answer."),
      Command.Example(
        line: "echo '{\"aps\":{\"alert\":\"Lunch?\"}}' | belfry push - --action YES=Yes",
        says: "Show a push from standard input with one button."),
      Command.Example(
        line: "belfry push invite.apns --script accept.json --json",
        says: "Let a script press the buttons, and print the events as JSON."),
    ],
    exitCodes: [
      .undelivered, .badPayload, .noInput, .unavailable, .badConfiguration, .interrupted,
    ],
    run: { invocation, console in
      try await run(PushOptions(invocation), console)
    })

  private static func run(_ options: PushOptions, _ console: Console) async throws -> ExitCode {
    try await PushRun(options, console).run()
  }
}
