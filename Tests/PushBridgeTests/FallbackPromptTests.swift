import PushBridge
import Synchronization
import Testing

struct FallbackPromptTests {
  /// A prompt that answers what it was told to.
  private final class Stub: TextPrompt {
    let answer: Result<String?, any Error>
    let asked = Mutex(0)

    init(_ answer: Result<String?, any Error>) {
      self.answer = answer
    }

    func ask(_ question: TextQuestion) async throws -> String? {
      asked.withLock { $0 += 1 }
      return try answer.get()
    }
  }

  private struct OtherError: Error, CustomStringConvertible {
    var description: String { "the page was not opened; open it" }
  }

  private static let question = TextQuestion(
    appName: "", title: "", body: "", placeholder: "", buttonTitle: "")
  private static let noDialog = PromptError(
    problem: "no dialog program", advice: "install zenity")
  private static let noTerminal = TerminalError.noTerminal("No such device or address")

  private func result(_ stubs: [Stub]) async -> Result<String?, any Error> {
    do {
      return .success(try await FallbackPrompt(stubs).ask(Self.question))
    } catch {
      return .failure(error)
    }
  }

  @Test(
    "The first that can ask does, whatever the answer",
    arguments: ["text", "", nil] as [String?])
  func first(answer: String?) async throws {
    let stubs = [
      Stub(.failure(Self.noDialog)), Stub(.failure(OtherError())), Stub(.success(answer)),
      Stub(.success("too late")),
    ]
    #expect(try await result(stubs).get() == answer)
    #expect(stubs.map { $0.asked.withLock { $0 } } == [1, 1, 1, 0])
  }

  @Test("Where none can, one message says all that is missing and all that helps")
  func none() async {
    func message(_ errors: [any Error]) async -> String {
      guard case .failure(let error) = await result(errors.map { Stub(.failure($0)) }) else {
        return "asked"
      }
      return "\(error)"
    }
    #expect(
      await message([Self.noDialog, Self.noTerminal]) == "no dialog program; "
        + "no terminal: /dev/tty: No such device or address; install zenity, or run belfry in a terminal"
    )
    #expect(
      await message([Self.noDialog, TerminalError.inBackground, OtherError()])
        == "no dialog program; the terminal belongs to another program: belfry runs in the background; "
        + "the page was not opened; open it; install zenity, or bring belfry to the foreground")
    #expect(
      await message([])
        == "there is no way to ask; use a notification server with inline replies")
  }

  @Test("A cancelled question is not asked again in another way")
  func cancellation() async {
    let stubs = [Stub(.failure(CancellationError())), Stub(.success("too late"))]
    guard case .failure(let error) = await result(stubs) else {
      Issue.record("somebody answered")
      return
    }
    #expect(error is CancellationError)
    #expect(stubs[1].asked.withLock { $0 } == 0)
  }
}
