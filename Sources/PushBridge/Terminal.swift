internal import GLibLoop
internal import Synchronization

/// A terminal in which notifications are shown and questions asked, and the one reader of its lines.
///
/// A typed line goes to the question that was asked first, else to who listens.
public final class Terminal: Sendable {
  /// What the terminal can draw.
  public struct Look: Hashable, Sendable {
    /// Whether text may be coloured.
    public var colours: Bool
    /// Whether box-drawing characters may be used; else indentation.
    public var frames: Bool

    /// Makes a look.
    ///
    /// - Parameters:
    ///   - colours: Whether text may be coloured.
    ///   - frames: Whether box-drawing characters may be used; else indentation.
    public init(colours: Bool = false, frames: Bool = true) {
      self.colours = colours
      self.frames = frames
    }
  }

  private struct Question {
    let number: Int
    let heading: String
    let prompt: String
    let take: @Sendable (String?) -> Void
    var isAsked = false
  }

  private struct State {
    var listener: (@Sendable (String?) -> Void)?
    var questions: [Question] = []
    var questionCount = 0
    var reader: Task<Void, Never>?
    /// A reader that was told to end: the next one waits until it has.
    var endingReader: Task<Void, Never>?

    var wantsLines: Bool { listener != nil || !questions.isEmpty }
  }

  let look: Look
  private let measure: @Sendable () -> Int
  private let output: @Sendable (String) -> Void
  private let nextLine: @Sendable () async -> String?
  private let state = Mutex(State())

  /// Makes a terminal of any two ends.
  ///
  /// - Parameters:
  ///   - look: What it can draw.
  ///   - columns: Tells its width, each time that something is drawn.
  ///   - write: Writes a text; in order, never two at once.
  ///   - nextLine: Waits for a typed line, without its end; nil at the end of input, and when the
  ///     task is cancelled, after which it may be asked again (an `AsyncStream` ends there for good).
  ///     It is asked for one line at a time, and only while one is needed.
  public init(
    look: Look, columns: @escaping @Sendable () -> Int,
    write: @escaping @Sendable (String) -> Void,
    nextLine: @escaping @Sendable () async -> String?
  ) {
    self.look = look
    measure = columns
    output = write
    self.nextLine = nextLine
  }

  /// Opens the terminal that the process was started from (`/dev/tty`), wherever its standard
  /// streams lead.
  ///
  /// Its width is what it says of itself, else COLUMNS, else 80; frames are drawn where the locale's
  /// encoding is UTF-8. A line has 4,095 bytes at most, the kernel's own limit.
  ///
  /// - Parameters:
  ///   - environment: The environment.
  ///   - colours: Whether text may be coloured.
  /// - Returns: The terminal.
  /// - Throws: `TerminalError.noTerminal`.
  public static func controlling(
    environment: [String: String], colours: Bool
  ) throws(TerminalError) -> Terminal {
    Terminal(try TerminalDevice.controlling(), environment: environment, colours: colours)
  }

  convenience init(_ device: TerminalDevice, environment: [String: String], colours: Bool) {
    let lines = TerminalLines(device)
    let columns = environment["COLUMNS"].flatMap { Int($0) } ?? Self.usualColumns
    self.init(
      look: Look(colours: colours, frames: TextLocale.isUTF8(environment)),
      columns: { device.columns ?? columns },
      write: { device.write($0) },
      nextLine: { await lines.next() })
  }

  /// The width of a terminal that does not say it: that of the VT100 and all that came after.
  private static let usualColumns = 80

  /// In columns: words still fit, and a width such as 0 or 100,000 is a mistake.
  private static let sensibleColumns = 20...500

  /// How wide a line may be drawn; the last column is left free, since terminals differ in what they
  /// do once it is written.
  var columns: Int {
    min(max(measure(), Self.sensibleColumns.lowerBound), Self.sensibleColumns.upperBound) - 1
  }

  // MARK: Writing

  /// Shows lines; a question that waits for its answer is repeated after them.
  ///
  /// - Parameter text: The lines, each with its end.
  func show(_ text: String) {
    state.withLock { state in
      guard let question = state.questions.first, question.isAsked else {
        output(text)
        return
      }
      output("\n" + text + question.prompt)
    }
  }

  // MARK: Reading

  /// Takes all lines that are no answers, until the end of input.
  ///
  /// - Parameter take: Takes a line; nil, once and as the last, at the end of input.
  func listen(_ take: @escaping @Sendable (String?) -> Void) {
    state.withLock { state in
      state.listener = take
      startReading(&state)
    }
  }

  /// Ends `listen`.
  func stopListening() {
    state.withLock { state in
      state.listener = nil
      stopReading(&state)
    }
  }

  /// Asks a question, when those that were asked before it are answered.
  ///
  /// - Parameters:
  ///   - heading: Lines that are shown once before it, each with its end.
  ///   - prompt: What stands before the answer on its line.
  ///   - take: Takes the answer; nil at the end of input.
  /// - Returns: The question's number, for `withdraw`.
  @discardableResult
  func ask(
    heading: String = "", prompt: String, take: @escaping @Sendable (String?) -> Void
  ) -> Int {
    state.withLock { state in
      state.questionCount += 1
      state.questions.append(
        Question(number: state.questionCount, heading: heading, prompt: prompt, take: take))
      if state.questions.count == 1 { askFirst(&state) }
      startReading(&state)
      return state.questionCount
    }
  }

  /// Takes a question back that has not been answered.
  ///
  /// - Parameters:
  ///   - number: The question's number; nothing happens when it has been answered.
  ///   - words: What is said of it, where it stands on the terminal.
  /// - Returns: Whether it was still there; then its `take` is never called.
  @discardableResult
  func withdraw(_ number: Int, saying words: String) -> Bool {
    state.withLock { state in
      guard let index = state.questions.firstIndex(where: { $0.number == number }) else {
        return false
      }
      if state.questions.remove(at: index).isAsked {
        output("\n\(words)\n")
        askFirst(&state)
      }
      stopReading(&state)
      return true
    }
  }

  private func askFirst(_ state: inout State) {
    guard let question = state.questions.first, !question.isAsked else { return }
    output(question.heading + question.prompt)
    state.questions[0].isAsked = true
  }

  private func startReading(_ state: inout State) {
    guard state.reader == nil else { return }
    let before = state.endingReader
    state.endingReader = nil
    state.reader = Task(executorPreference: ServerActor.executor) { [self] in
      await before?.value
      await read()
    }
  }

  private func stopReading(_ state: inout State) {
    guard !state.wantsLines, let reader = state.reader else { return }
    reader.cancel()
    state.endingReader = reader
    state.reader = nil
  }

  private func read() async {
    while goesOn() {
      let line = await nextLine()
      guard !Task.isCancelled else { return }
      deliver(line)
    }
  }

  private func goesOn() -> Bool {
    state.withLock { state in
      guard !Task.isCancelled else { return false }
      guard state.wantsLines else {
        state.reader = nil
        return false
      }
      return true
    }
  }

  private func deliver(_ line: String?) {
    let take = state.withLock { state -> (@Sendable (String?) -> Void)? in
      guard state.questions.isEmpty else {
        // The end of input leaves the cursor behind the prompt.
        if line == nil { output("\n") }
        return state.questions.removeFirst().take
      }
      defer { if line == nil { state.listener = nil } }
      return state.listener
    }
    take?(line)
    state.withLock { askFirst(&$0) }
  }
}
