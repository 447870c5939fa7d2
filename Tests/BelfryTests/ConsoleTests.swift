import Testing

@testable import belfry

struct ConsoleTests {
  @Test(
    "Text is coloured on a terminal that can, without NO_COLOR",
    arguments: [
      (true, [:], true), (false, [:], false), (true, ["NO_COLOR": "1"], false),
      (true, ["NO_COLOR": ""], true), (true, ["TERM": "dumb"], false),
      (true, ["TERM": "xterm"], true),
    ])
  func colour(isTerminal: Bool, environment: [String: String], isColoured: Bool) {
    let output = CapturedOutput(isTerminal: isTerminal)
    let console = Console(
      input: FixedInput(bytes: []), output: output, errors: output, environment: environment)
    #expect(console.mayColour(output) == isColoured)
  }

  @Test("A file that cannot be read is named, with exit code 66")
  func unreadableFile() {
    let console = Console(
      input: FixedInput(bytes: []), output: CapturedOutput(), errors: CapturedOutput(),
      environment: [:])
    let expected = CommandFailure(
      "file not read: /no/such/file: No such file or directory; "
        + "name a file that can be read, or - for standard input", .noInput)
    #expect(throws: expected) { try PushInput.read(.file("/no/such/file"), console) }
  }

  @Test("No more of a file is held than the limit and one byte")
  func endlessFile() throws {
    #expect(try readFile("/dev/zero", limit: 100_000).count == 100_001)
  }

  @Test("A person at the terminal is told that a push is awaited", arguments: [true, false])
  func terminalInput(isTerminal: Bool) throws {
    let errors = CapturedOutput()
    let console = Console(
      input: FixedInput(bytes: [1, 2], isTerminal: isTerminal), output: CapturedOutput(),
      errors: errors, environment: [:])
    #expect(try PushInput.read(.standardInput, console) == [1, 2])
    #expect(errors.text.isEmpty != isTerminal)
  }
}
