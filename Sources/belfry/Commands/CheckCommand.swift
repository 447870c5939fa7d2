internal import ApplePush
internal import JSONText
internal import PushBridge

/// `belfry check`.
enum CheckCommand {
  static let command = Command(
    name: "check",
    summary: "says what Apple would reject, drop or ignore in pushes",
    operand: Command.Operand(
      usage: "[FILE…|-]", values: .file, count: 0...1000,
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
    let apps = AppBook(input.apps, console)
    var code = ExitCode.done
    for source in input.sources {
      let bytes: [UInt8]
      do {
        bytes = try PushInput.read(source, console)
      } catch {
        console.report("belfry: check: \(error.message)")
        if code == .done { code = error.code }
        continue
      }
      for finding in try findings(bytes, input, apps) {
        try console.print(
          json ? object(finding, source).text : "\(source.name):\(finding)")
        if finding.severity == .error || isStrict, code == .done { code = .badPayload }
      }
    }
    return code
  }

  private static func findings(
    _ bytes: [UInt8], _ input: PushInput, _ apps: AppBook
  ) throws(CommandFailure) -> [Diagnostic] {
    var failure: CommandFailure?
    let findings = Push.check(
      bytes, headers: input.headerFields,
      categories: { bundleIdentifier in
        do throws(CommandFailure) {
          return try apps.categoryIdentifiers(of: bundleIdentifier)
        } catch {
          failure = error
          return nil
        }
      })
    if let failure { throw failure }
    return findings
  }

  private static func object(_ finding: Diagnostic, _ source: PushInput.Source) -> JSONOutput {
    [
      "file": .string(source.name), "line": .integer(Int64(finding.line)),
      "column": .integer(Int64(finding.column)), "severity": .string(finding.severity.rawValue),
      "message": .string(finding.message),
    ]
  }
}
