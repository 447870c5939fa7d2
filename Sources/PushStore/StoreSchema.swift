/// The tables of the store, and what is done when it is opened.
enum StoreSchema {
  /// Settings of each connection that writes.
  ///
  /// WAL lets readers go on while pushes are committed, FULL makes a commit survive a power cut, and
  /// the size limit gives the room of a burst back. Source: https://www.sqlite.org/pragma.html.
  static let settings = """
    PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = OFF;
    PRAGMA journal_size_limit = 16777216; PRAGMA cache_size = -8192; PRAGMA temp_store = MEMORY;
    """

  /// What a push still needs.
  enum State: Int64 {
    /// Nobody has begun with it.
    case waiting = 0
    /// It was handed on, and nothing is known of what became of it.
    case begun = 1
    /// Its first event is recorded.
    case settled = 2
  }

  /// Version 1.
  ///
  /// The words of events are a contentless copy by FTS5, filled in when the store has time: an insert
  /// into it costs more than all the rest of a push.
  static let tables = """
    CREATE TABLE push(
      number INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL, token TEXT NOT NULL,
      topic TEXT NOT NULL, headers TEXT NOT NULL, payload BLOB NOT NULL, date INTEGER NOT NULL,
      state INTEGER NOT NULL DEFAULT 0) STRICT;
    CREATE INDEX push_unsettled ON push(state, number) WHERE state < 2;
    CREATE TABLE event(
      number INTEGER PRIMARY KEY AUTOINCREMENT, push INTEGER, date INTEGER NOT NULL,
      name TEXT NOT NULL, topic TEXT NOT NULL, thread TEXT NOT NULL, line TEXT NOT NULL,
      text TEXT NOT NULL) STRICT;
    CREATE INDEX event_push ON event(push);
    CREATE TABLE owed(
      event INTEGER NOT NULL, handler TEXT NOT NULL, PRIMARY KEY(event, handler))
      STRICT, WITHOUT ROWID;
    CREATE TABLE indexed(event INTEGER NOT NULL) STRICT;
    INSERT INTO indexed VALUES(0);
    CREATE VIRTUAL TABLE words USING fts5(
      text, content = 'event', content_rowid = 'number',
      tokenize = 'unicode61 remove_diacritics 2');
    """

  /// Makes the tables where there are none, and refuses those of a newer version.
  static func prepare(_ database: Database) throws(StoreError) {
    try database.run(settings)
    try database.transaction { () throws(StoreError) in
      let version = Int(try database.integer("PRAGMA user_version"))
      switch version {
      case PushStore.version: break
      case 0: try database.run(tables + "PRAGMA user_version = \(PushStore.version);")
      default: throw .newer(path: database.path, version: version)
      }
    }
  }
}
