public import FoundationEssentials
internal import GLibLoop

/// The pushes that were accepted, what became of them, and who is still to be told.
///
/// One program at a time has a store for writing. What comes in while a commit is under way shares
/// the next one, so that a burst does not pay one write to the disk for each push.
public actor PushStore {
  /// The version of the tables.
  public static let version = 1

  /// How much a store keeps.
  public struct Limits: Sendable, Hashable {
    /// How long a push is kept, in days; at least 1.
    public var days: Int
    /// How many pushes are kept, the newest ones; at least 1.
    public var count: Int

    /// Makes limits.
    ///
    /// - Parameters:
    ///   - days: How long a push is kept; 30 by default, as long as APNs stores one.
    ///   - count: How many pushes are kept; 1,000,000 by default.
    public init(days: Int = 30, count: Int = 1_000_000) {
      self.days = days
      self.count = count
    }
  }

  private static let executor = LoopExecutor(name: "belfry-store")
  /// How long lines wait to be made findable, and how long they wait between two chunks of them:
  /// commits go first.
  private static let indexDelay = Duration.milliseconds(500)
  private static let indexPause = Duration.milliseconds(20)
  /// How long lines that could not be written wait for the next try.
  private static let retryDelay = Duration.seconds(1)

  /// The executor of the store: a thread of its own, for a commit waits for the disk.
  public nonisolated var unownedExecutor: UnownedSerialExecutor {
    unsafe Self.executor.asUnownedSerialExecutor()
  }

  /// The folder that the store is in.
  public nonisolated let folder: StateFolder
  /// Told of a failure to write, once until a write succeeds again.
  private let report: @Sendable (StoreError) -> Void
  private let tables: StoreTables
  /// Nil once the store is closed.
  private var lock: StateLock?
  private var waiting: [StoreWrite] = []
  private var isCommitDue = false
  private var isIndexDue = false
  private var isClosed = false
  private var hasReported = false

  /// Opens a store; it is made where there is none.
  ///
  /// - Parameters:
  ///   - folder: The state folder; made where it is missing.
  ///   - report: Told of a failure to write, once until a write succeeds again; lines are kept and
  ///     tried again.
  /// - Throws: ``StoreError``.
  public init(
    _ folder: StateFolder, report: @escaping @Sendable (StoreError) -> Void
  ) throws(StoreError) {
    try self.init(folder, pageLimit: nil, report: report)
  }

  /// Opens a store that may not grow beyond a number of pages, as on a disk that is nearly full.
  init(
    _ folder: StateFolder, pageLimit: Int?, report: @escaping @Sendable (StoreError) -> Void
  ) throws(StoreError) {
    self.folder = folder
    self.report = report
    try folder.make()
    lock = try StateLock(folder)
    try folder.makeStorePrivate()
    tables = try StoreTables(path: folder.storePath, pageLimit: pageLimit)
  }

  /// Stores pushes; they are on the disk when the function returns.
  ///
  /// - Parameter pushes: The pushes, in order.
  /// - Throws: ``StoreError``; none of them is stored then.
  public func accept(_ pushes: [NewPush]) async throws(StoreError) {
    _ = try await write { .accept(pushes, $0) }
  }

  /// Takes pushes that nobody has begun with; they are marked on the disk as begun.
  ///
  /// - Parameter limit: How many to take.
  /// - Returns: The oldest ones, in order.
  /// - Throws: ``StoreError``; none of them is marked then.
  public func begin(limit: Int) async throws(StoreError) -> [StoredPush] {
    try await write { .begin(limit, $0) }.pushes
  }

  /// Gives back pushes that were begun with and not delivered: they are taken again.
  ///
  /// - Parameter numbers: The pushes' numbers.
  public func giveBack(_ numbers: [Int64]) {
    enqueue(.giveBack(numbers))
  }

  /// The pushes that a program had begun with when it was killed, in order.
  ///
  /// - Returns: The pushes; to be asked before ``begin(limit:)``.
  /// - Throws: ``StoreError``.
  public func interrupted() throws(StoreError) -> [StoredPush] {
    try tables.interrupted()
  }

  /// Stores lines of the log; they are on the disk when the function returns.
  ///
  /// Lines that cannot be written are kept and tried again until they are.
  ///
  /// - Parameter records: The lines, in order.
  /// - Returns: Their numbers.
  public func record(_ records: [EventRecord]) async -> [Int64] {
    let result = await withCheckedContinuation { continuation in
      enqueue(.record(records, continuation))
    }
    // Lines are tried until they are written.
    return (try? result.get())?.numbers ?? []
  }

  /// Stores lines of the log, without waiting for the disk.
  ///
  /// - Parameter records: The lines, in order.
  public func note(_ records: [EventRecord]) {
    enqueue(.record(records, nil))
  }

  /// Notes that somebody has been told of a line.
  ///
  /// - Parameters:
  ///   - number: The line's number.
  ///   - handler: Who has been told.
  public func settle(_ number: Int64, told handler: String) {
    enqueue(.settle(number, handler))
  }

  /// The lines of which somebody is still to be told, in order.
  ///
  /// - Returns: The lines.
  /// - Throws: ``StoreError``.
  public func owed() throws(StoreError) -> [OwedEvent] {
    try tables.owed()
  }

  /// Deletes what is older, or more, than is kept; what somebody is still to be told of stays.
  ///
  /// - Parameters:
  ///   - limits: How much is kept.
  ///   - now: What time it is.
  /// - Returns: How many pushes were deleted.
  /// - Throws: ``StoreError``.
  @discardableResult
  public func prune(to limits: Limits, now: Date) async throws(StoreError) -> Int {
    let oldest = now.storeMilliseconds - Int64(limits.days) * 86_400_000
    var count = 0
    while !isClosed {
      let deleted = try tables.prune(before: oldest, keeping: Int64(limits.count))
      count += deleted.pushes
      guard deleted.pushes + deleted.events > 0 else { break }
      // Commits that wait go first.
      await Task.yield()
    }
    return count
  }

  /// Waits until everything has been written, or cannot be, and gives the folder back.
  public func close() async {
    isClosed = true
    _ = await record([])
    waiting = []
    lock = nil
  }

  // MARK: Writing

  private func write(
    _ make: (StoreWrite.Continuation) -> StoreWrite
  ) async throws(StoreError) -> StoreWrite.Outcome {
    let result = await withCheckedContinuation { continuation in enqueue(make(continuation)) }
    return try result.get()
  }

  private func enqueue(_ write: StoreWrite) {
    waiting.append(write)
    guard !isCommitDue else { return }
    isCommitDue = true
    // Behind what is in the queue of the executor already: that shares the commit.
    Task(executorPreference: Self.executor) { await self.commit() }
  }

  private func commit() {
    isCommitDue = false
    let writes = waiting
    waiting = []
    guard !writes.isEmpty else { return }
    do throws(StoreError) {
      let outcomes = try tables.perform(writes)
      hasReported = false
      for (write, outcome) in zip(writes, outcomes) { write.finish(.success(outcome)) }
      indexLater(Self.indexDelay)
    } catch {
      fail(writes, with: error)
    }
  }

  private func fail(_ writes: [StoreWrite], with error: StoreError) {
    var kept: [StoreWrite] = []
    for write in writes {
      if write.isKept && !isClosed { kept.append(write) } else { write.finish(.failure(error)) }
    }
    if !hasReported { report(error) }
    hasReported = true
    guard !kept.isEmpty || isClosed else { return }
    waiting = kept + waiting
    guard !kept.isEmpty else { return }
    Self.executor.after(Self.retryDelay) { [self] in
      Task(executorPreference: Self.executor) { await self.commit() }
    }
  }

  // MARK: Words

  private func indexLater(_ delay: Duration) {
    guard !isIndexDue else { return }
    isIndexDue = true
    Self.executor.after(delay) { [self] in
      Task(executorPreference: Self.executor) { await self.index() }
    }
  }

  private func index() {
    isIndexDue = false
    guard !isClosed else { return }
    do throws(StoreError) {
      if try tables.index() { indexLater(Self.indexPause) }
    } catch {
      report(error)
    }
  }
}

/// Something that is written in the next commit.
enum StoreWrite {
  typealias Continuation = CheckedContinuation<Result<Outcome, StoreError>, Never>

  /// What came of it.
  struct Outcome: Sendable {
    var pushes: [StoredPush] = []
    var numbers: [Int64] = []
  }

  case accept([NewPush], Continuation)
  case begin(Int, Continuation)
  case record([EventRecord], Continuation?)
  case settle(Int64, String)
  case giveBack([Int64])

  /// Whether it is tried again where it fails: what has happened is not forgotten.
  var isKept: Bool {
    switch self {
    case .accept, .begin: false
    case .record, .settle, .giveBack: true
    }
  }

  func finish(_ result: Result<Outcome, StoreError>) {
    switch self {
    case .accept(_, let continuation), .begin(_, let continuation):
      continuation.resume(returning: result)
    case .record(_, let continuation): continuation?.resume(returning: result)
    case .settle, .giveBack: break
    }
  }
}
