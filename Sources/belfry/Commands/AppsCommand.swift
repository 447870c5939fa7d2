/// `belfry apps`.
enum AppsCommand {
  static let command = Command(
    name: "apps",
    summary: "lists the app folders found, with their categories and actions",
    options: [CommandTable.app, CommandTable.json],
    examples: [
      Command.Example(
        line: "belfry apps",
        says: "List those of the user and of the system."),
      Command.Example(
        line: "belfry apps --app Examples/Meetings --json",
        says: "List one more, as JSON."),
    ],
    exitCodes: [.noInput, .badConfiguration],
    run: { invocation, console in
      try await run(
        folders: invocation.values("app"), json: invocation.has("json"), console)
    })

  private static func run(
    folders: [String], json: Bool, _ console: Console
  ) async throws -> ExitCode {
    throw CommandFailure("not in this build", .undelivered)
  }
}
