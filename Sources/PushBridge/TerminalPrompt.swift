internal import Synchronization

/// Asks for a text in the terminal.
///
/// Several questions at once are asked one after the other. An empty answer, or Ctrl-D, sends nothing.
public struct TerminalPrompt: TextPrompt {
  private let terminal: @Sendable () throws(TerminalError) -> Terminal

  /// Asks in the terminal that the process was started from, which is opened for the first question.
  ///
  /// - Parameters:
  ///   - environment: The environment, for COLUMNS and the locale.
  ///   - colours: Whether text may be coloured.
  public init(environment: [String: String] = [:], colours: Bool = false) {
    let lazy = LazyTerminal(environment: environment, colours: colours)
    terminal = { () throws(TerminalError) in try lazy.terminal() }
  }

  /// Asks in a terminal that others use too, such as a `TerminalServer`.
  ///
  /// - Parameter terminal: The terminal.
  public init(on terminal: Terminal) {
    self.terminal = { terminal }
  }

  /// Asks, and waits for the answer; when the task is cancelled the question is taken back.
  ///
  /// - Parameter question: What is asked.
  /// - Returns: The text; nil when it is empty or the input has ended.
  /// - Throws: `TerminalError` where there is no terminal or it is another program's just now;
  ///   `CancellationError`.
  public func ask(_ question: TextQuestion) async throws -> String? {
    let terminal = try terminal()
    let drawing = TerminalDrawing(look: terminal.look, columns: terminal.columns)
    let answer = try await terminal.answer(
      heading: drawing.question(question), prompt: drawing.prompt(question.placeholder))
    return answer.flatMap { $0.isEmpty ? nil : $0 }
  }
}

/// The terminal of the process, opened when it is needed first.
private final class LazyTerminal: Sendable {
  private let environment: [String: String]
  private let colours: Bool
  private let opened = Mutex<(device: TerminalDevice, terminal: Terminal)?>(nil)

  init(environment: [String: String], colours: Bool) {
    self.environment = environment
    self.colours = colours
  }

  func terminal() throws(TerminalError) -> Terminal {
    try opened.withLock { opened throws(TerminalError) in
      if opened == nil {
        let device = try TerminalDevice.controlling()
        opened = (device, Terminal(device, environment: environment, colours: colours))
      }
      guard let opened, opened.device.isForeground else { throw .inBackground }
      return opened.terminal
    }
  }
}
