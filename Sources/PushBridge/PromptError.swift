/// Why nobody could be asked for a text.
public struct PromptError: Error, Hashable, CustomStringConvertible {
  /// What is missing, or went wrong, with which value.
  public let problem: String
  /// What to do about it.
  public let advice: String

  /// Makes an error.
  ///
  /// - Parameters:
  ///   - problem: What is missing, or went wrong, with which value.
  ///   - advice: What to do about it.
  public init(problem: String, advice: String) {
    self.problem = problem
    self.advice = advice
  }

  /// Both.
  public var description: String { "\(problem); \(advice)" }
}
