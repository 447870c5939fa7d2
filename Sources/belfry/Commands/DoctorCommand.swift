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
    exitCodes: [.unavailable],
    run: { invocation, console in
      try await run(json: invocation.has("json"), console)
    })

  private static func run(json: Bool, _ console: Console) async throws -> ExitCode {
    throw CommandFailure("not in this build", .undelivered)
  }
}
