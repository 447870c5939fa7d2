internal import FoundationEssentials
public import GLibLoop
internal import JSONText

/// A response on its way to one of the application's handlers.
public struct ResponseLetter: Sendable, Hashable {
  /// The event's number in the store; nil for one that is not stored.
  public var number: Int64?
  /// The push's topic.
  public var topic: String
  /// The request's identifier: letters of one are brought in order.
  public var requestIdentifier: String
  /// The event: one JSON object.
  public var line: String
  /// The activation token of the click.
  public var activationToken: String?
  /// Who is told.
  public var handler: ResponseHandler
  /// The folder that a program runs in.
  public var folder: String

  /// Makes a letter.
  ///
  /// - Parameters:
  ///   - number: The event's number in the store; nil for one that is not stored.
  ///   - topic: The push's topic.
  ///   - requestIdentifier: The request's identifier.
  ///   - line: The event.
  ///   - activationToken: The activation token of the click.
  ///   - handler: Who is told.
  ///   - folder: The folder that a program runs in.
  public init(
    number: Int64? = nil, topic: String, requestIdentifier: String, line: String,
    activationToken: String? = nil, handler: ResponseHandler, folder: String
  ) {
    self.number = number
    self.topic = topic
    self.requestIdentifier = requestIdentifier
    self.line = line
    self.activationToken = activationToken
    self.handler = handler
    self.folder = folder
  }

  /// Makes the letters of an event.
  ///
  /// - Parameters:
  ///   - event: The event.
  ///   - number: The event's number in the store; nil for one that is not stored.
  /// - Returns: One for each handler of the application; none for an event that is no response.
  public static func letters(of event: PushEvent, number: Int64? = nil) -> [ResponseLetter] {
    guard case .response = event.kind, let handlers = event.context.handlers,
      !handlers.responseHandlers.isEmpty
    else { return [] }
    let line = event.json.text
    return handlers.responseHandlers.map { handler in
      ResponseLetter(
        number: number, topic: event.topic, requestIdentifier: event.requestIdentifier,
        line: line, activationToken: event.context.activationToken, handler: handler,
        folder: handlers.folder)
    }
  }

  /// What the letters have in common that are brought one after the other.
  fileprivate var road: Road {
    Road(topic: topic, requestIdentifier: requestIdentifier, handler: handler)
  }

  fileprivate struct Road: Hashable {
    let topic: String
    let requestIdentifier: String
    let handler: ResponseHandler
  }
}

/// Brings responses to the applications' handlers, each at least once.
///
/// Letters of one request and handler are brought in order; no other waits for them. What fails is
/// tried again after a time that doubles with each failure. A program is told by its standard input
/// and has taken the letter when it ends with status 0; a webhook when it answers with 2xx. A webhook
/// that answers with 3xx or 4xx, other than 408, 425 and 429, will not take it later either: it is not
/// tried again.
public actor ResponseCourier {
  /// How long a letter is tried.
  public struct Patience: Sendable, Hashable {
    /// The first pause; each is twice as long as the one before.
    public var firstPause: Duration
    /// The longest pause.
    public var longestPause: Duration
    /// How many times it is tried.
    public var tries: Int

    /// Makes a patience.
    ///
    /// - Parameters:
    ///   - firstPause: The first pause.
    ///   - longestPause: The longest pause.
    ///   - tries: How many times it is tried; at least 1.
    public init(firstPause: Duration, longestPause: Duration, tries: Int) {
      self.firstPause = firstPause
      self.longestPause = longestPause
      self.tries = tries
    }

    /// For a command that a person waits for: three times within 3 seconds.
    public static let command = Patience(
      firstPause: .seconds(1), longestPause: .seconds(2), tries: 3)
    /// For a service: for about a day.
    public static let service = Patience(
      firstPause: .seconds(1), longestPause: .seconds(300), tries: 300)
  }

  /// How long a webhook may take to answer.
  public static let webhookLimit = AppCommand.defaultTimeLimit
  /// How many letters are on their way at a time.
  static let mostRunning = 8

  /// The executor of the courier.
  public nonisolated var unownedExecutor: UnownedSerialExecutor {
    unsafe executor.asUnownedSerialExecutor()
  }

  private typealias Road = ResponseLetter.Road

  private nonisolated let executor: any SerialExecutor & TaskExecutor & TimerSource
  private let patience: Patience
  private let post: @Sendable (_ json: String, _ link: String) async throws -> Int
  private let settled: @Sendable (_ letter: ResponseLetter, _ failure: String?) async -> Void
  /// The letters of each road that has any; the first one is tried.
  private var roads: [Road: [ResponseLetter]] = [:]
  /// Roads whose first letter waits for one of the places on the way.
  private var waiting: [Road] = []
  private var running = 0
  private var tries: [Road: Int] = [:]
  private var isStopped = false
  private var onIdle: [CheckedContinuation<Void, Never>] = []

  /// Makes a courier.
  ///
  /// - Parameters:
  ///   - patience: How long a letter is tried.
  ///   - executor: Where the courier runs.
  ///   - post: Posts JSON to a link, and gives the HTTP status.
  ///   - settled: Told of each letter that has been brought, or given up: then with why.
  public init(
    patience: Patience,
    executor: any SerialExecutor & TaskExecutor & TimerSource = ServerActor.executor,
    post: @escaping @Sendable (_ json: String, _ link: String) async throws -> Int,
    settled: @escaping @Sendable (_ letter: ResponseLetter, _ failure: String?) async -> Void
  ) {
    self.patience = patience
    self.executor = executor
    self.post = post
    self.settled = settled
  }

  /// Takes a letter.
  ///
  /// - Parameter letter: The letter.
  public func bring(_ letter: ResponseLetter) {
    guard !isStopped else { return }
    let road = letter.road
    roads[road, default: []].append(letter)
    if roads[road]?.count == 1 { go(road) }
  }

  /// Waits until each letter has been brought or given up.
  public func finish() async {
    await withCheckedContinuation { continuation in
      // Inside, as the task may be set aside before it comes here.
      if roads.isEmpty || isStopped {
        continuation.resume()
      } else {
        onIdle.append(continuation)
      }
    }
  }

  /// Takes and tries no more letters; those on their way come to their end.
  public func stop() {
    isStopped = true
    roads = [:]
    waiting = []
    becomeIdle()
  }

  // MARK: The way

  private func go(_ road: Road) {
    guard running < Self.mostRunning else {
      waiting.append(road)
      return
    }
    guard let letter = roads[road]?.first else { return }
    running += 1
    Task(executorPreference: executor) { await self.attempt(letter) }
  }

  private func attempt(_ letter: ResponseLetter) async {
    let failure = await send(letter)
    running -= 1
    if !waiting.isEmpty { go(waiting.removeFirst()) }
    let road = letter.road
    let count = tries[road, default: 0] + 1
    guard let failure, !failure.isFinal, count < patience.tries else {
      tries[road] = nil
      await settled(letter, failure?.detail)
      next(road)
      return
    }
    guard !isStopped else { return }
    tries[road] = count
    if count == 1 {
      Log.warning(
        "response not taken: \(failure.detail); it is tried again",
        fields: ["TOPIC": letter.topic, "REQUEST": letter.requestIdentifier])
    }
    var pause = patience.firstPause
    for _ in 1..<count where pause < patience.longestPause { pause *= 2 }
    executor.after(min(pause, patience.longestPause)) { [self] in
      Task(executorPreference: executor) { await self.go(road) }
    }
  }

  private func next(_ road: Road) {
    guard var letters = roads[road], !letters.isEmpty else { return }
    letters.removeFirst()
    roads[road] = letters.isEmpty ? nil : letters
    if letters.isEmpty { becomeIdle() } else { go(road) }
  }

  private func becomeIdle() {
    guard roads.isEmpty else { return }
    let waiting = onIdle
    onIdle = []
    for continuation in waiting { continuation.resume() }
  }

  private struct Failure {
    let detail: String
    /// Whether another try would not help.
    var isFinal = false
  }

  private func send(_ letter: ResponseLetter) async -> Failure? {
    do {
      switch letter.handler {
      case .command(let command):
        var environment: [String: String] = [:]
        // What the program opens may then come to the front.
        if let token = letter.activationToken { environment["XDG_ACTIVATION_TOKEN"] = token }
        try await HandlerProgram.tell(
          command, in: letter.folder, environment: environment, letter.line)
        return nil
      case .webhook(let link):
        return Self.failure(of: try await post(letter.line, link), link)
      }
    } catch {
      return Failure(detail: "response handler: \(error)")
    }
  }

  private static func failure(of status: Int, _ link: String) -> Failure? {
    guard !(200..<300).contains(status) else { return nil }
    let isTemporary = status >= 500 || [408, 425, 429].contains(status)
    return Failure(detail: "webhook answered \(status): \(link)", isFinal: !isTemporary)
  }
}
