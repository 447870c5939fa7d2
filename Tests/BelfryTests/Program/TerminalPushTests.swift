import TestSupport
import Testing

@Suite("belfry push in a terminal", .timeLimit(.minutes(1)))
struct TerminalPushTests {
  /// Runs a program on a terminal of its own; lines go to its keyboard, and its screen comes back.
  private static let terminal =
    "import os, pty, sys; sys.exit(os.waitstatus_to_exitcode(pty.spawn(sys.argv[1:])))"

  private static func start(_ arguments: [String]) throws -> LineProcess {
    try LineProcess(
      "/usr/bin/python3",
      [
        "-c", terminal, "/usr/bin/env", "-i", "PATH=/nonexistent", "HOME=/nonexistent",
        "LANG=en_GB.UTF-8", "TERM=dumb", "XDG_RUNTIME_DIR=/nonexistent", BelfryProgram.path, "push",
        "Examples/pushes/invite.apns", "--app", "Examples/Meetings", "--json",
      ] + arguments, in: packageFolder)
  }

  static let answers: [(presenter: [String], typed: [String], response: String)] = [
    (["--presenter", "terminal"], ["1"], #""actionIdentifier":"ACCEPT""#),
    (
      ["--presenter", "terminal"], ["3", "See you there"],
      #""actionIdentifier":"REPLY","userText":"See you there""#
    ),
    // Without a bus it is the terminal by itself.
    ([], ["2"], #""actionIdentifier":"DECLINE""#),
  ]

  @Test("What is typed answers the push", arguments: answers)
  func answer(presenter: [String], typed: [String], response: String) async throws {
    let program = try Self.start(presenter)
    var screen: [String] = []
    while let line = await program.lines.next() {
      screen.append(String(line.filter { $0 != "\r" && $0 != "\r\n" }))
      if line.contains("[1] Accept") { break }
    }
    #expect(
      screen.suffix(4).prefix(3) == ["│ Lunch?", "│ From Mara", "│ Today at 12, at the harbour."])
    for line in typed { program.send(line) }
    let events = await program.lines.rest().filter { $0.contains(#""event":"response""#) }
    #expect(events.count == 1)
    #expect(events.first?.contains(response) == true)
    #expect(await program.exit() == 0)
  }

  @Test("The terminal cannot be left while it shows something")
  func noWait() async throws {
    #expect(
      try await BelfryProgram.run(
        ["push", "Examples/pushes/plain.apns", "--presenter", "terminal", "--no-wait"])
        == .init(
          code: 64,
          errors: [
            "belfry: push: options contradict each other: --presenter terminal and --no-wait; "
              + "leave one out"
          ]))
  }
}
