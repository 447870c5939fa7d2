internal import Presentation

/// Where a run of `belfry` reads from and writes to; a test hands its own in.
struct Console: Sendable {
  /// Standard input.
  let input: any ByteInput
  /// Standard output: data, and nothing else.
  let output: any TextOutput
  /// Standard error: messages for the person.
  let errors: any TextOutput
  /// The environment.
  let environment: [String: String]

  /// Writes one line of data.
  func print(_ line: String) throws(OutputFailure) {
    try output.write(line + "\n")
  }

  /// Writes one line for the person.
  ///
  /// Messages repeat what servers, files and arguments say, so what could do something to a terminal
  /// or look like a line of its own is taken out. A standard error that is closed has nobody to tell.
  func report(_ message: String) {
    do {
      try errors.write(DisplayText.line(message) + "\n")
    } catch {
      // There is no other place for messages.
    }
  }

  /// Whether text on this output may be coloured: on a terminal that can, without NO_COLOR
  /// (no-color.org).
  func mayColour(_ output: any TextOutput) -> Bool {
    output.isTerminal && mayColour
  }

  /// Whether the person's terminal may be coloured.
  var mayColour: Bool {
    environment["NO_COLOR", default: ""].isEmpty && environment["TERM"] != "dumb"
  }
}

/// A stream of bytes that is read.
protocol ByteInput: Sendable {
  /// Whether a person types it.
  var isTerminal: Bool { get }

  /// Reads all there is, up to a limit.
  ///
  /// - Parameter limit: How many bytes are wanted.
  /// - Returns: The bytes; one more than `limit` when there are more.
  /// - Throws: `InputFailure`.
  func readAll(limit: Int) throws(InputFailure) -> [UInt8]
}

/// A stream of text that is written.
protocol TextOutput: Sendable {
  /// Whether a person sees it at once.
  var isTerminal: Bool { get }

  /// Writes all of a text.
  func write(_ text: String) throws(OutputFailure)
}

/// Why text was not written.
enum OutputFailure: Error, Hashable {
  /// Nobody reads it any more: what is left to do is to end quietly.
  case closed
  /// In the system's words.
  case failed(String)
}

/// Input could not be read; in the system's words.
struct InputFailure: Error, Hashable {
  let detail: String
}
