/// Asks by the first of several ways that works.
public struct FallbackPrompt: TextPrompt {
  private let prompts: [any TextPrompt]

  /// Makes the prompt.
  ///
  /// - Parameter prompts: The ways to ask, the best first.
  public init(_ prompts: [any TextPrompt]) {
    self.prompts = prompts
  }

  /// Asks, and waits for the answer; when the task is cancelled the question goes away.
  ///
  /// - Parameter question: What is asked.
  /// - Returns: The text; nil when the person thought better of it, which ends the search too.
  /// - Throws: `PromptError` with what kept each of them from asking; `CancellationError`.
  public func ask(_ question: TextQuestion) async throws -> String? {
    var problems: [String] = []
    var advice: [String] = []
    for prompt in prompts {
      do {
        return try await prompt.ask(question)
      } catch let error as CancellationError {
        throw error
      } catch let error as PromptError {
        problems.append(error.problem)
        advice.append(error.advice)
      } catch let error as TerminalError {
        problems.append(error.problem)
        advice.append(error.advice)
      } catch {
        // A prompt of another room, whose message says what to do itself.
        problems.append("\(error)")
      }
      try Task.checkCancellation()
    }
    throw PromptError(
      problem: problems.isEmpty ? "there is no way to ask" : problems.joined(separator: "; "),
      advice: advice.isEmpty
        ? "use a notification server with inline replies" : advice.joined(separator: ", or "))
  }
}
