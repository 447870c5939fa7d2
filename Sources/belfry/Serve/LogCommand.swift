internal import FoundationEssentials
internal import GLibLoop
internal import Glibc
internal import JSONText
internal import PushBridge
internal import PushStore
internal import Synchronization

/// `belfry log`.
enum LogCommand {
  /// The most lines that can be asked for.
  private static let mostLines = 1_000_000_000

  static let command = Command(
    name: "log",
    summary: "prints the history of pushes and what became of them",
    options: [
      Command.Option(name: "follow", short: "f", help: "go on with what comes, until Ctrl-C"),
      Command.Option(name: "topic", short: "t", value: "BUNDLE", help: "only this app's"),
      Command.Option(name: "thread", value: "THREAD", help: "only this thread's"),
      Command.Option(
        name: "since", value: "WHEN",
        help: "only from then on: 2026-12-01, 2026-12-01T09:30:00Z, or 90s, 15m, 2h, 7d ago"),
      Command.Option(
        name: "search", value: "WORDS",
        help: "only those whose texts have all these words, or words that begin so"),
      Command.Option(name: "limit", short: "n", value: "N", help: "only the last N"),
      CommandTable.state, CommandTable.json,
    ],
    examples: [
      Command.Example(line: "belfry log --follow", says: "Watch what comes in."),
      Command.Example(
        line: "belfry log --since 1h --search lunch --json",
        says: "Find the pushes of the last hour that say lunch."),
    ],
    exitCodes: [.noInput, .badConfiguration],
    run: { invocation, console in
      try await run(invocation, console)
    })

  private static func run(_ invocation: Invocation, _ console: Console) async throws -> ExitCode {
    let folder = try StateFolder(invocation, console)
    let filter = EventFilter(
      topic: invocation.value("topic"), threadIdentifier: invocation.value("thread"),
      since: try invocation.value("since").map { try date($0, now: Date()) },
      search: invocation.value("search"))
    var limit: Int?
    if let text = invocation.value("limit") {
      guard let number = Int(text), (1...mostLines).contains(number) else {
        throw CommandFailure.usage("bad --limit: \(text); write a whole number of 1 or more")
      }
      limit = number
    }
    let json = invocation.has("json")
    let print: (String) throws -> Void = { line in
      try console.print(json ? line : LogLine.words(of: line))
    }
    do {
      // Watched first, so that nothing falls between reading and watching.
      let (changes, change) = AsyncStream.makeStream(
        of: Void.self, bufferingPolicy: .bufferingNewest(1))
      let follows = invocation.has("follow")
      let watch = follows ? try watch(folder) { change.yield() } : nil
      defer { watch?.cancel() }
      var last = try read(folder, filter, after: 0, limit, print)
      guard follows else { return .done }
      let wasInterrupted = Mutex(false)
      ServerActor.executor.onSignal(SIGINT) {
        wasInterrupted.withLock { $0 = true }
        change.finish()
      }
      // `log --follow | head -1` ends with its reader, not with the next line that comes.
      ServerActor.executor.onHangUp(STDOUT_FILENO) { change.finish() }
      for await _ in changes {
        last = try read(folder, filter, after: last, nil, print)
      }
      return wasInterrupted.withLock { $0 } ? .interrupted : .done
    } catch let error as StoreError {
      throw CommandFailure(error)
    }
  }

  private static func watch(
    _ folder: StateFolder, _ onChange: @escaping @Sendable () -> Void
  ) throws(StoreError) -> FolderWatch {
    do throws(Descriptor.Failure) {
      return try FolderWatch(folder.path, onChange: onChange)
    } catch {
      throw .missing(path: folder.storePath)
    }
  }

  /// Prints what is there.
  ///
  /// - Returns: The number after which the next look begins.
  private static func read(
    _ folder: StateFolder, _ filter: EventFilter, after number: Int64, _ limit: Int?,
    _ print: (String) throws -> Void
  ) throws -> Int64 {
    let history = try PushHistory(folder, completesSearch: filter.search != nil)
    let last = try history.lastNumber()
    var newest = max(number, last)
    try history.forEach(filter, after: number, limit: limit) { line in
      newest = max(newest, line.number)
      try print(line.line)
    }
    return newest
  }

  /// Reads a time.
  ///
  /// - Parameters:
  ///   - text: A day, a time in UTC, or a number with s, m, h or d, as long before now.
  ///   - now: What time it is.
  /// - Returns: The time.
  /// - Throws: `CommandFailure` with the exit code 64.
  static func date(_ text: String, now: Date) throws(CommandFailure) -> Date {
    let units: [Character: Double] = ["s": 1, "m": 60, "h": 3600, "d": 86_400]
    if let unit = text.last.flatMap({ units[$0] }), let number = Double(text.dropLast()),
      number >= 0, number.isFinite
    {
      return now.addingTimeInterval(-number * unit)
    }
    let full = text.utf8.count == 10 ? text + "T00:00:00Z" : text
    // Two forms of the same standard; what is neither is reported.
    if let date = try? Date(full, strategy: .iso8601) { return date }
    let fraction = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
    if let date = try? Date(full, strategy: fraction) { return date }
    throw .usage(
      "bad --since: \(text); write 2026-12-01, 2026-12-01T09:30:00Z, or 90s, 15m, 2h or 7d")
  }
}
