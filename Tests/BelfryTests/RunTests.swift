import Testing

@testable import belfry

struct RunTests {
  @Test("Without arguments there is a short help with two examples")
  func noArguments() async {
    let outcome = await belfry()
    #expect(outcome.code == .done)
    #expect(outcome.errors.isEmpty)
    #expect(outcome.output.split(separator: "\n").filter { $0.contains("belfry push ") }.count == 2)
  }

  @Test("The version is printed as data")
  func version() async {
    #expect(await belfry("--version") == Outcome(output: "belfry \(Belfry.version)\n"))
  }

  @Test(
    "Help is the same by both names, and wins over what else is wrong",
    arguments: CommandTable.commands.map(\.name))
  func commandHelp(name: String) async throws {
    let command = try #require(CommandTable.commands.first { $0.name == name })
    let expected = Outcome(output: Help.of(command))
    #expect(await belfry(name, "--help") == expected)
    #expect(await belfry(name, "-h") == expected)
    #expect(await belfry(name, "one", "-h", "two", "three") == expected)
  }

  @Test("Help of the whole is printed as data", arguments: ["-h", "--help"])
  func help(flag: String) async {
    #expect(await belfry(flag) == Outcome(output: Help.full(CommandTable.commands)))
  }

  @Test(
    "Wrong usage exits 64 and says what to do, on standard error alone",
    arguments: [
      (["psh"], "unknown command: psh; did you mean push?"),
      (["dcotor"], "unknown command: dcotor; did you mean doctor?"),
      (["pu"], "unknown command: pu; see belfry --help for those that exist"),
      (["-"], "command missing: write it first, as in belfry push FILE"),
      ([""], "unknown command: ; see belfry --help for those that exist"),
      (["--verison"], "unknown option: --verison; did you mean --version?"),
      (["--version=2"], "value not wanted: --version is a flag; write --version alone"),
      (["push", "--tpoic", "x"], "push: unknown option: --tpoic; did you mean --topic?"),
      (["push", "--top=x"], "push: unknown option: --top; see --help for those that exist"),
      (["push", "-x"], "push: unknown option: -x; see --help for those that exist"),
      (["push", "--topic"], "push: value missing: --topic; write --topic BUNDLE"),
      (["push", "-t"], "push: value missing: -t; write -t BUNDLE"),
      (["push", "--topic="], "push: value empty: --topic; give it one, or leave it out"),
      (["push", "--json=yes"], "push: value not wanted: --json is a flag; write --json alone"),
      (
        ["push", "--presenter", "desktpo"],
        "push: unknown --presenter: desktpo; did you mean desktop?"
      ),
      (
        ["push", "--video", "vlc"],
        "push: unknown --video: vlc; it is one of player, embed, watch, none"
      ),
      (["doctor", "x"], "doctor: argument not wanted: x; belfry doctor takes options only"),
      (["completions"], "completions: argument missing: SHELL; write belfry completions SHELL"),
      (
        ["completions", "tcsh"], "completions: unknown SHELL: tcsh; it is one of bash, zsh, fish"
      ),
      (
        ["completions", "bash", "zsh"],
        "completions: argument not wanted: zsh; belfry completions takes SHELL"
      ),
    ])
  func usage(arguments: [String], message: String) async {
    let output = CapturedOutput()
    let errors = CapturedOutput()
    let code = await Belfry.run(
      arguments: arguments,
      console: Console(
        input: FixedInput(bytes: []), output: output, errors: errors, environment: [:]))
    #expect(
      Outcome(code: code, output: output.text, errors: errors.text)
        == Outcome(code: .usage, errors: "belfry: \(message)\n"))
  }

  @Test(
    "A reader that has gone ends the run quietly; a full disk does not",
    arguments: [
      (OutputFailure.closed, ExitCode.done, ""),
      (
        .failed("No space left on device"), .undelivered,
        "belfry: output not written: No space left on device; make room, or write elsewhere\n"
      ),
    ])
  func outputFailure(failure: OutputFailure, code: ExitCode, message: String) async {
    let errors = CapturedOutput()
    let console = Console(
      input: FixedInput(bytes: []), output: CapturedOutput(failure: failure), errors: errors,
      environment: [:])
    #expect(await Belfry.run(arguments: ["--help"], console: console) == code)
    #expect(errors.text == message)
  }

  @Test("The exit codes are those that scripts rely on")
  func exitCodes() {
    #expect(ExitCode.allCases.map(\.rawValue) == [0, 1, 64, 65, 66, 69, 75, 78, 130])
  }
}
