import Foundation
import TestSupport
import Testing

/// A `belfry serve` on free ports with a state folder of its own.
struct RunningService: Sendable {
  /// What its first line says.
  struct Ready: Decodable, Sendable {
    let event: String
    let endpoint: String
    let pages: String
    let ca: String
  }

  let program: BelfryProgram
  let ready: Ready
  let state: String

  /// The parts of every command line.
  static func arguments(_ state: String) -> [String] {
    [
      "serve", "--json", "--state", state, "--listen", "127.0.0.1:0", "--pages", "localhost:0",
    ]
  }

  /// Starts one and waits until it is ready.
  ///
  /// - Parameters:
  ///   - state: Its state folder.
  ///   - arguments: Further arguments.
  ///   - environment: Variables beside those that every run has.
  /// - Throws: What kept it from starting.
  init(
    _ state: String, _ arguments: [String], environment: [String: String] = [:]
  ) async throws {
    self.state = state
    program = try BelfryProgram(
      Self.arguments(state) + arguments, environment: environment)
    guard let line = await program.line() else {
      let outcome = await program.rest()
      throw NotReady(errors: outcome.errors, code: outcome.code)
    }
    ready = try JSONDecoder().decode(Ready.self, from: Data(line.utf8))
  }

  struct NotReady: Error {
    let errors: [String]
    let code: Int32
  }

  /// A provider's connection to it.
  func provider() async throws -> Provider {
    let port = try #require(URL(string: ready.endpoint)?.port)
    return try await Provider(port: UInt16(port), authority: ready.ca)
  }

  /// Asks it by another command.
  func ask(_ arguments: [String]) async throws -> BelfryProgram.Outcome {
    try await BelfryProgram.run(arguments + ["--state", state])
  }

  /// Ends it by SIGTERM.
  func end() async -> BelfryProgram.Outcome {
    program.terminate()
    return await program.rest()
  }
}
