import Synchronization

@testable import belfry

/// Standard input of a test.
struct FixedInput: ByteInput {
  let bytes: [UInt8]
  var isTerminal = false

  func readAll(limit: Int) throws(InputFailure) -> [UInt8] {
    Array(bytes.prefix(limit + 1))
  }
}

/// An output that keeps what is written, or fails.
final class CapturedOutput: TextOutput {
  let isTerminal: Bool
  private let failure: OutputFailure?
  private let captured = Mutex("")

  init(isTerminal: Bool = false, failure: OutputFailure? = nil) {
    self.isTerminal = isTerminal
    self.failure = failure
  }

  var text: String { captured.withLock { $0 } }

  func write(_ text: String) throws(OutputFailure) {
    if let failure { throw failure }
    captured.withLock { $0 += text }
  }
}

/// What a run of `belfry` left behind.
struct Outcome: Hashable {
  var code = ExitCode.done
  var output = ""
  var errors = ""
}

/// Runs a command line in process.
func belfry(
  _ arguments: String..., input: String = "", environment: [String: String] = [:]
) async -> Outcome {
  let output = CapturedOutput()
  let errors = CapturedOutput()
  let console = Console(
    input: FixedInput(bytes: Array(input.utf8)), output: output, errors: errors,
    environment: environment)
  let code = await Belfry.run(arguments: arguments, console: console)
  return Outcome(code: code, output: output.text, errors: errors.text)
}
