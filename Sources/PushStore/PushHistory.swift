public import FoundationEssentials
internal import Glibc

/// Which lines of the log are wanted.
public struct EventFilter: Sendable, Hashable {
  /// Only those of this topic.
  public var topic: String?
  /// Only those of this thread.
  public var threadIdentifier: String?
  /// Only those from this time on.
  public var since: Date?
  /// Only those in whose texts all of these words stand; each may be the beginning of a longer one.
  public var search: String?

  /// Makes a filter.
  ///
  /// - Parameters:
  ///   - topic: Only those of this topic.
  ///   - threadIdentifier: Only those of this thread.
  ///   - since: Only those from this time on.
  ///   - search: Only those in whose texts all of these words stand.
  public init(
    topic: String? = nil, threadIdentifier: String? = nil, since: Date? = nil,
    search: String? = nil
  ) {
    self.topic = topic
    self.threadIdentifier = threadIdentifier
    self.since = since
    self.search = search
  }
}

/// The log of a store, also while a `belfry serve` writes it.
public final class PushHistory {
  /// A line.
  public struct Line: Sendable, Hashable {
    /// Its number, in the order of the events.
    public var number: Int64
    /// The line: one JSON object.
    public var line: String
  }

  private let database: Database

  /// Opens a log.
  ///
  /// - Parameters:
  ///   - folder: The state folder.
  ///   - completesSearch: Whether lines that a search would not find yet are made findable first;
  ///     where the store cannot be written, the newest lines may be missing in a search.
  /// - Throws: ``StoreError``.
  public init(_ folder: StateFolder, completesSearch: Bool = false) throws(StoreError) {
    let path = folder.storePath
    guard unsafe access(path, F_OK) == 0 else { throw .missing(path: path) }
    if completesSearch {
      do throws(StoreError) {
        let tables = try StoreTables(path: path, pageLimit: nil)
        while try tables.index() {}
      } catch {
        switch error {
        case .notWritable, .full: break
        default: throw error
        }
      }
    }
    database = try Database(path: path, canWrite: false)
    let version = Int(try database.integer("PRAGMA user_version"))
    guard version <= PushStore.version else { throw .newer(path: path, version: version) }
    // A store that was made just now has no tables for a moment.
    guard version > 0 else { throw .missing(path: path) }
  }

  /// The number of the last line; 0 without any.
  ///
  /// - Returns: The number.
  /// - Throws: ``StoreError``.
  public func lastNumber() throws(StoreError) -> Int64 {
    try database.integer("SELECT coalesce(max(number), 0) FROM event")
  }

  /// Reads lines, oldest first, one at a time.
  ///
  /// - Parameters:
  ///   - filter: Which lines are wanted.
  ///   - number: Only those after the line of this number; 0 for all.
  ///   - limit: How many, the newest ones; nil for all.
  ///   - body: Takes a line.
  /// - Throws: ``StoreError``, and what `body` throws.
  public func forEach(
    _ filter: EventFilter, after number: Int64 = 0, limit: Int? = nil,
    _ body: (Line) throws -> Void
  ) throws {
    let query = EventQuery(filter, after: number, limit: limit)
    let statement = try database.statement(query.text)
    statement.bind(query.values)
    defer { statement.reset() }
    while try statement.step() {
      try body(Line(number: statement.integer(0), line: statement.text(1)))
    }
  }
}

/// A filter as an SQL query.
struct EventQuery {
  let text: String
  let values: [StoreValue]

  init(_ filter: EventFilter, after number: Int64, limit: Int?) {
    var conditions: [String] = ["number > ?"]
    var values: [StoreValue] = [.integer(number)]
    if let topic = filter.topic {
      conditions.append("topic = ?")
      values.append(.text(topic))
    }
    if let thread = filter.threadIdentifier {
      conditions.append("thread = ?")
      values.append(.text(thread))
    }
    if let since = filter.since {
      conditions.append("date >= ?")
      values.append(.integer(since.storeMilliseconds))
    }
    var source = "event"
    var order = "number"
    if let search = filter.search.map(Self.phrase), !search.isEmpty {
      source = "words JOIN event ON number = words.rowid"
      conditions.append("words MATCH ?")
      values.append(.text(search))
      // FTS5 gives its rows in this order by itself; by the other table's they would be sorted.
      order = "words.rowid"
    }
    let newest =
      "SELECT number, line FROM \(source) WHERE \(conditions.joined(separator: " AND ")) "
      + "ORDER BY \(order)"
    guard let limit else {
      text = newest
      self.values = values
      return
    }
    text = "SELECT * FROM (\(newest) DESC LIMIT ?) ORDER BY number"
    self.values = values + [.integer(Int64(limit))]
  }

  /// Words as FTS5 wants them: each between quotation marks, so that none of them is an operator.
  ///
  /// Source: https://www.sqlite.org/fts5.html#fts5_strings.
  static func phrase(_ search: String) -> String {
    search.split(whereSeparator: \.isWhitespace)
      .map {
        "\""
          + $0.split(separator: "\"", omittingEmptySubsequences: false)
          .joined(separator: "\"\"") + "\"*"
      }
      .joined(separator: " ")
  }
}
