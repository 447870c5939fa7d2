import Glibc
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

  @Test("A message stays on its line and does nothing to a terminal")
  func hostileMessage() {
    let errors = CapturedOutput()
    let console = Console(
      input: FixedInput(bytes: []), output: CapturedOutput(), errors: errors, environment: [:])
    console.report("belfry: x: \u{1B}[31mred\nbelfry: y\u{202E}z\u{9B}2J")
    #expect(errors.text == "belfry: x: [31mred belfry: yz2J\n")
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

  @Test("Input that another program made non-blocking is waited for")
  func nonBlockingInput() async throws {
    var ends: [Int32] = [0, 0]
    try #require(pipe(&ends) == 0)
    defer { close(ends[0]) }
    for end in ends { try #require(fcntl(end, F_SETFL, O_NONBLOCK) == 0) }
    let (reading, writing) = (ends[0], ends[1])
    // As many as the pipe takes.
    let capacity = write(writing, [UInt8](repeating: 42, count: 1_048_576), 1_048_576)
    let read = Task.detached {
      try DescriptorInput(descriptor: reading).readAll(limit: 2 * capacity)
    }
    // Once the full pipe can be written again the first read is over, and the next one finds nothing.
    var emptied = pollfd(fd: writing, events: Int16(POLLOUT), revents: 0)
    #expect(poll(&emptied, 1, -1) == 1)
    close(writing)
    #expect(try await read.value == [UInt8](repeating: 42, count: capacity))
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
