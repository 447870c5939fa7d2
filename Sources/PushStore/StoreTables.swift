internal import FoundationEssentials

/// The tables of an open store; the store's thread alone uses them.
final class StoreTables {
  /// How many rows are deleted, or made findable, at a time: some hundredths of a second, for
  /// commits must not wait long.
  private static let chunk: Int64 = 1_000

  /// The pushes in a state.
  ///
  /// SQLite takes a partial index only where the query has the index's own condition
  /// (https://www.sqlite.org/partialindex.html §2); without it each batch would cost a look at all
  /// pushes that are kept.
  static let selection =
    "SELECT number, id, token, topic, headers, payload, date FROM push "
    + "WHERE state = ? AND state < 2 ORDER BY number LIMIT ?"

  private let database: Database
  private let insertPush: Statement
  private let insertEvent: Statement
  private let insertOwed: Statement
  private let deleteOwed: Statement
  private let selectPushes: Statement
  private let beginPush: Statement
  private let settlePush: Statement
  private let unbeginPush: Statement

  /// Opens the tables; they are made where there are none.
  ///
  /// - Parameters:
  ///   - path: The database's file.
  ///   - pageLimit: How many pages the file may have; nil for as many as there is room for.
  /// - Throws: ``StoreError``.
  init(path: String, pageLimit: Int?) throws(StoreError) {
    database = try Database(path: path, canWrite: true)
    try StoreSchema.prepare(database)
    if let pageLimit { try database.run("PRAGMA max_page_count = \(pageLimit)") }
    insertPush = try database.statement(
      "INSERT INTO push(id, token, topic, headers, payload, date) VALUES(?, ?, ?, ?, ?, ?)")
    insertEvent = try database.statement(
      "INSERT INTO event(push, date, name, topic, thread, line, text) VALUES(?, ?, ?, ?, ?, ?, ?)")
    insertOwed = try database.statement("INSERT OR IGNORE INTO owed VALUES(?, ?)")
    deleteOwed = try database.statement("DELETE FROM owed WHERE event = ? AND handler = ?")
    selectPushes = try database.statement(Self.selection)
    beginPush = try database.statement("UPDATE push SET state = 1 WHERE number = ?")
    unbeginPush = try database.statement(
      "UPDATE push SET state = 0 WHERE number = ? AND state = 1")
    settlePush = try database.statement(
      "UPDATE push SET state = 2 WHERE number = ? AND state < 2")
  }

  /// Does all of several writes, or none.
  func perform(_ writes: [StoreWrite]) throws(StoreError) -> [StoreWrite.Outcome] {
    try database.transaction { () throws(StoreError) in
      var outcomes: [StoreWrite.Outcome] = []
      for write in writes { outcomes.append(try perform(write)) }
      return outcomes
    }
  }

  private func perform(_ write: StoreWrite) throws(StoreError) -> StoreWrite.Outcome {
    switch write {
    case .accept(let pushes, _):
      for push in pushes {
        // One by one: of what a burst costs, a list of them would be a tenth.
        insertPush.bind(1, push.id)
        insertPush.bind(2, push.deviceToken)
        insertPush.bind(3, push.topic)
        insertPush.bind(4, push.headers)
        insertPush.bind(5, push.payload)
        insertPush.bind(6, push.date.storeMilliseconds)
        try insertPush.run()
      }
      return .init()
    case .begin(let limit, _):
      let pushes = try pushes(in: .waiting, limit: limit)
      for push in pushes { try beginPush.run(.integer(push.number)) }
      return .init(pushes: pushes)
    case .record(let records, _):
      var numbers: [Int64] = []
      for record in records { numbers.append(try insert(record)) }
      return .init(numbers: numbers)
    case .settle(let number, let handler):
      try deleteOwed.run(.integer(number), .text(handler))
      return .init()
    case .giveBack(let numbers):
      for number in numbers { try unbeginPush.run(.integer(number)) }
      return .init()
    }
  }

  private func insert(_ record: EventRecord) throws(StoreError) -> Int64 {
    try insertEvent.run(
      record.push.map { .integer($0) } ?? .null, .integer(record.date.storeMilliseconds),
      .text(record.name), .text(record.topic), .text(record.threadIdentifier),
      .text(record.line), .text(record.text))
    let number = database.lastRow
    for handler in record.owedTo { try insertOwed.run(.integer(number), .text(handler)) }
    if record.settlesPush, let push = record.push { try settlePush.run(.integer(push)) }
    return number
  }

  private func pushes(
    in state: StoreSchema.State, limit: Int
  ) throws(StoreError) -> [StoredPush] {
    selectPushes.bind(.integer(state.rawValue), .integer(Int64(limit)))
    defer { selectPushes.reset() }
    var pushes: [StoredPush] = []
    while try selectPushes.step() { pushes.append(StoredPush(row: selectPushes)) }
    return pushes
  }

  /// The pushes that a program had begun with when it was killed.
  func interrupted() throws(StoreError) -> [StoredPush] {
    try pushes(in: .begun, limit: -1)
  }

  /// The lines of which somebody is still to be told.
  func owed() throws(StoreError) -> [OwedEvent] {
    let statement = try database.statement(
      "SELECT event, topic, line, handler FROM owed JOIN event ON number = event "
        + "ORDER BY event, handler")
    var owed: [OwedEvent] = []
    while try statement.step() {
      owed.append(
        OwedEvent(
          number: statement.integer(0), topic: statement.text(1), line: statement.text(2),
          handler: statement.text(3)))
    }
    statement.reset()
    return owed
  }

  /// Makes some lines findable.
  ///
  /// - Returns: Whether there are more.
  func index() throws(StoreError) -> Bool {
    try database.transaction { () throws(StoreError) in
      let done = try database.integer("SELECT event FROM indexed")
      let last = try database.integer("SELECT coalesce(max(number), 0) FROM event")
      let end = min(last, done + Self.chunk)
      guard end > done else { return false }
      try database.run(
        """
        INSERT INTO words(rowid, text)
          SELECT number, text FROM event WHERE number > \(done) AND number <= \(end);
        UPDATE indexed SET event = \(end);
        """)
      return end < last
    }
  }

  /// Deletes some of what is older, or more, than is kept.
  func prune(
    before oldest: Int64, keeping count: Int64
  ) throws(StoreError) -> (pushes: Int, events: Int) {
    try database.transaction { () throws(StoreError) in
      let last = try database.integer("SELECT coalesce(max(number), 0) FROM push")
      let lastEvent = try database.integer("SELECT coalesce(max(number), 0) FROM event")
      // Numbers rise with acceptance, so the oldest by number come first whatever the clock did.
      try database.run(
        """
        CREATE TEMP TABLE IF NOT EXISTS gone(number INTEGER PRIMARY KEY);
        CREATE TEMP TABLE IF NOT EXISTS gone_event(number INTEGER PRIMARY KEY);
        DELETE FROM gone; DELETE FROM gone_event;
        INSERT INTO gone SELECT number FROM push
          WHERE state = 2 AND (number <= \(last - count) OR date < \(oldest))
            AND NOT EXISTS(SELECT 1 FROM event JOIN owed ON owed.event = event.number
              WHERE event.push = push.number)
          ORDER BY number LIMIT \(Self.chunk);
        INSERT INTO gone_event SELECT event.number FROM gone JOIN event ON event.push = gone.number;
        INSERT OR IGNORE INTO gone_event SELECT number FROM event
          WHERE push IS NULL AND (number <= \(lastEvent) - \(count) * 4 OR date < \(oldest))
          ORDER BY number LIMIT \(Self.chunk);
        """)
      let pushes = try database.integer("SELECT count(*) FROM gone")
      let events = try database.integer("SELECT count(*) FROM gone_event")
      guard pushes + events > 0 else { return (0, 0) }
      // The words of a line go by the same text that they came by.
      try database.run(
        """
        INSERT INTO words(words, rowid, text)
          SELECT 'delete', number, text FROM event
          WHERE number IN (SELECT number FROM gone_event)
            AND number <= (SELECT event FROM indexed);
        DELETE FROM event WHERE number IN (SELECT number FROM gone_event);
        DELETE FROM push WHERE number IN (SELECT number FROM gone);
        """)
      return (Int(pushes), Int(events))
    }
  }
}

extension StoredPush {
  fileprivate init(row: Statement) {
    self.init(
      number: row.integer(0),
      push: NewPush(
        id: row.text(1), deviceToken: row.text(2), topic: row.text(3), headers: row.text(4),
        payload: row.bytes(5), date: Date(storeMilliseconds: row.integer(6))))
  }
}
