/// `belfry check`.
enum CheckCommand {
  static let command = Command(
    name: "check",
    summary: "says what Apple would reject, drop or ignore in pushes",
    operand: Command.Operand(
      usage: "[FILE…|-]", values: .file, count: 0...Int.max,
      help: "files with one push each; - or none: standard input"),
    options: [
      CommandTable.topic, CommandTable.app, CommandTable.header,
      Command.Option(name: "strict", help: "treat warnings as errors"),
      CommandTable.json,
    ],
    examples: [
      Command.Example(
        line: "belfry check invite.apns",
        says: "Print each finding as FILE:LINE:COLUMN: error|warning: …"),
      Command.Example(
        line: "belfry check --strict pushes/*.apns",
        says: "Fail on warnings too, for a build."),
    ],
    exitCodes: [.badPayload, .noInput, .badConfiguration],
    run: { invocation, console in
      try await run(
        PushInput(invocation), isStrict: invocation.has("strict"), json: invocation.has("json"),
        console)
    })

  private static func run(
    _ input: PushInput, isStrict: Bool, json: Bool, _ console: Console
  ) async throws -> ExitCode {
    throw CommandFailure("not in this build", .undelivered)
  }
}
