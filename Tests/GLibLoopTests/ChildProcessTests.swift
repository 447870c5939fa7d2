import GLibLoop
import Glibc
import Testing

@Suite(.timeLimit(.minutes(1)))
struct ChildProcessTests {
  @Test("A program reads its input, and its output and status come back")
  func outputAndStatus() async throws {
    let result = try await ChildProcess.run(
      ["sh", "-c", "cat; printf ' %s' \"$TOKEN\"; exit 3"], environment: ["TOKEN": "a b"],
      input: "text", outputLimit: 100)
    #expect(result.status == 3)
    #expect(String(decoding: result.output, as: UTF8.self) == "text a b")
  }

  @Test("Input and output larger than a pipe pass through")
  func largeInput() async throws {
    let input = String(repeating: "0123456789", count: 100_000)
    let result = try await ChildProcess.run(["cat"], input: input, outputLimit: 1_000_000)
    #expect(result.output == Array(input.utf8))
  }

  @Test("A program that does not read its input is no failure")
  func unreadInput() async throws {
    let input = String(repeating: "0123456789", count: 100_000)
    let result = try await ChildProcess.run(["true"], input: input, outputLimit: 0)
    #expect(result.status == 0)
  }

  @Test("A program that a signal ends has 128 and the signal's number as its status")
  func signal() async throws {
    let result = try await ChildProcess.run(["sh", "-c", "kill -9 $$"], outputLimit: 0)
    #expect(result.status == 137)
  }

  @Test("A grandchild that keeps the output open does not delay the end")
  func grandchild() async throws {
    let result = try await ChildProcess.run(
      ["sh", "-c", "sleep 600 2>/dev/null & echo $!"], outputLimit: 100)
    #expect(result.status == 0)
    let pid = String(decoding: result.output, as: UTF8.self).split(separator: "\n").joined()
    #expect(try await ChildProcess.run(["kill", pid], outputLimit: 0).status == 0)
  }

  @Test("A program that writes more than the limit is ended")
  func outputLimit() async {
    await #expect(throws: ChildProcessError.outputTooLong(program: "yes", limit: 10)) {
      try await ChildProcess.run(["yes"], outputLimit: 10)
    }
  }

  @Test("Output of exactly the limit is whole")
  func exactOutput() async throws {
    let result = try await ChildProcess.run(["printf", "0123456789"], outputLimit: 10)
    #expect(result.output == Array("0123456789".utf8))
  }

  @Test("A program that does not exist is named")
  func missingProgram() async {
    await #expect {
      try await ChildProcess.run(["/no/such/program"], outputLimit: 0)
    } throws: { error in
      guard case .notStarted(let program, let detail) = error as? ChildProcessError else {
        return false
      }
      return program == "/no/such/program" && detail.contains("No such file")
    }
  }

  @Test("No program is a failure, not a crash", arguments: [[], [""]])
  func emptyCommand(command: [String]) async {
    await #expect(throws: ChildProcessError.notStarted(program: "", detail: "no program is named"))
    {
      try await ChildProcess.run(command, outputLimit: 0)
    }
  }

  @Test("A cancelled task ends its program, also one that ignores SIGTERM")
  func cancellation() async throws {
    let folder = try #require(
      String(
        decoding: try await ChildProcess.run(["mktemp", "-d"], outputLimit: 4096).output,
        as: UTF8.self
      ).split(separator: "\n").first.map(String.init))
    let pipe = "\(folder)/started"
    #expect(try await ChildProcess.run(["mkfifo", pipe], outputLimit: 0).status == 0)
    let task = Task {
      try await ChildProcess.run(
        ["sh", "-c", "trap '' TERM; echo > \"$0\"; exec sleep 600", pipe], outputLimit: 0)
    }
    // Returns when the program has set its trap and written.
    #expect(try await ChildProcess.run(["cat", pipe], outputLimit: 1).output == [0x0a])
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(try await ChildProcess.run(["rm", "-r", folder], outputLimit: 0).status == 0)
  }

  @Test("A task that is cancelled already starts nothing")
  func cancelledBefore() async {
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await ChildProcess.run(["sleep", "600"], outputLimit: 0)
    }
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test("A program whose output is read ends with this process, however that ends")
  func parentKilled() async throws {
    let path = "/tmp/belfry-\(UInt64.random(in: .min ... .max))"
    try #require(mkfifo(path, 0o600) == 0)
    defer { unlink(path) }
    // The pipe's end comes when its last writer has ended.
    let end = Task.detached {
      let descriptor = open(path, O_RDONLY | O_CLOEXEC)
      defer { close(descriptor) }
      var byte: UInt8 = 0
      return read(descriptor, &byte, 1)
    }
    await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String] in
      _ = try await ChildProcess.run(
        ["sh", "-c", "exec 9>\"$0\"; kill -KILL $PPID; exec sleep 100", path], outputLimit: 0)
    }
    #expect(await end.value == 0)
  }

  @Test("A launched program reports its end, and has a session of its own")
  func launch() async throws {
    let (statuses, status) = AsyncStream.makeStream(of: Int.self)
    // Field 6 of /proc/PID/stat is the session (proc(5)).
    let script = "read -r _ _ _ _ _ session _ < /proc/self/stat; [ \"$session\" = $$ ]"
    try await ChildProcess.launch(["bash", "-c", script]) { status.yield($0) }
    #expect(await statuses.first { _ in true } == 0)
  }

  @Test(
    "A command line is split into words",
    arguments: [
      ("true", ["true"]),
      ("  true  x ", ["true", "x"]),
      ("env 'a b' \"c d\" e\\ f", ["env", "a b", "c d", "e f"]),
      // Nothing of a shell but its quotes.
      ("env $HOME *.c `id` ; rm", ["env", "$HOME", "*.c", "`id`", ";", "rm"]),
    ])
  func split(text: String, expected: [String]) throws {
    #expect(try ChildProcess.command(from: text) == expected)
  }

  @Test(
    "A command line without a program is refused",
    arguments: ["", "   ", "no-such-program --flag", "env 'open"])
  func refusesCommand(text: String) {
    #expect(throws: ChildProcessError.self) { try ChildProcess.command(from: text) }
  }
}
