internal import CSQLite

/// A connection to an SQLite database; one thread uses it at a time.
@safe
final class Database {
  /// The name under which SQLite 3 is loaded; it is the same on every distribution.
  static let library = "libsqlite3.so.0"

  /// How long a call waits for another program that writes, in milliseconds: one that prunes a large
  /// store takes a second or two.
  private static let busyTime: Int32 = 10_000

  /// The file.
  let path: String
  private let database: OpaquePointer

  /// Opens a file.
  ///
  /// - Parameters:
  ///   - path: The file; made where it is missing and `canWrite` is true.
  ///   - canWrite: Whether the connection may write.
  ///   - library: The file name of SQLite.
  /// - Throws: ``StoreError``.
  init(path: String, canWrite: Bool, library: String = Database.library) throws(StoreError) {
    if let failure = unsafe csqlite_load(library) {
      throw .noLibrary(detail: unsafe String(cString: failure))
    }
    self.path = path
    var database: OpaquePointer?
    let code = unsafe csqlite_open(path, canWrite, &database)
    guard code == CSQLITE_OK.rawValue, let opened = unsafe database else {
      let error = unsafe StoreError(code, String(cString: csqlite_message(database)), path: path)
      unsafe csqlite_close(database)
      throw error
    }
    unsafe self.database = opened
    unsafe csqlite_set_busy_time(opened, Self.busyTime)
  }

  deinit {
    unsafe csqlite_close(database)
  }

  /// Runs statements that take and return nothing.
  ///
  /// - Parameter statements: The statements.
  /// - Throws: ``StoreError``.
  func run(_ statements: String) throws(StoreError) {
    try check(unsafe csqlite_run(database, statements))
  }

  /// Prepares a statement.
  ///
  /// - Parameter text: The statement.
  /// - Returns: The statement; it keeps the connection open.
  /// - Throws: ``StoreError``.
  func statement(_ text: String) throws(StoreError) -> Statement {
    var statement: OpaquePointer?
    try check(unsafe csqlite_prepare(database, text, &statement))
    guard let statement = unsafe statement else {
      throw .failed(path: path, detail: "statement is empty")
    }
    return unsafe Statement(statement, of: self)
  }

  /// The first column of the first row.
  ///
  /// - Parameter text: A statement that gives a number.
  /// - Returns: The number; 0 without a row.
  /// - Throws: ``StoreError``.
  func integer(_ text: String) throws(StoreError) -> Int64 {
    let statement = try statement(text)
    defer { statement.reset() }
    return try statement.step() ? statement.integer(0) : 0
  }

  /// The number of the row that was inserted last.
  var lastRow: Int64 { unsafe csqlite_last_row(database) }

  /// How many rows the last statement changed.
  var changes: Int64 { unsafe csqlite_changes(database) }

  /// Does several things or none.
  ///
  /// - Parameter body: The work.
  /// - Returns: What the work returns.
  /// - Throws: ``StoreError``; nothing of the work is kept then.
  func transaction<T>(_ body: () throws(StoreError) -> T) throws(StoreError) -> T {
    try run("BEGIN IMMEDIATE")
    do throws(StoreError) {
      let result = try body()
      try run("COMMIT")
      return result
    } catch {
      // Where SQLite has taken it all back by itself, as on a full disk, there is nothing to take
      // back and this fails; the first error is the one to tell.
      _ = unsafe csqlite_run(database, "ROLLBACK")
      throw error
    }
  }

  fileprivate func check(_ code: Int32) throws(StoreError) {
    guard code != CSQLITE_OK.rawValue else { return }
    throw unsafe StoreError(code, String(cString: csqlite_message(database)), path: path)
  }

  fileprivate func step(_ statement: OpaquePointer) throws(StoreError) -> Bool {
    let code = unsafe csqlite_step(statement)
    if code == CSQLITE_ROW.rawValue { return true }
    guard code != CSQLITE_DONE.rawValue else { return false }
    let error = unsafe StoreError(code, String(cString: csqlite_message(database)), path: path)
    unsafe csqlite_reset(statement)
    throw error
  }
}

/// A value that a statement takes.
enum StoreValue {
  case null
  case integer(Int64)
  case text(String)
  case bytes([UInt8])
}

/// A statement that has been prepared.
@safe
final class Statement {
  private let statement: OpaquePointer
  private let database: Database

  fileprivate init(_ statement: OpaquePointer, of database: Database) {
    unsafe self.statement = statement
    self.database = database
  }

  deinit {
    unsafe csqlite_finalize(statement)
  }

  /// Sets the parameters, in order.
  func bind(_ values: StoreValue...) {
    bind(values)
  }

  /// Sets the parameters, in order.
  func bind(_ values: [StoreValue]) {
    for (index, value) in values.enumerated() {
      let parameter = Int32(index + 1)
      switch value {
      case .null: unsafe csqlite_bind_null(statement, parameter)
      case .integer(let value): bind(parameter, value)
      case .text(let value): bind(parameter, value)
      case .bytes(let value): bind(parameter, value)
      }
    }
  }

  /// Sets one parameter, from 1 on.
  func bind(_ parameter: Int32, _ value: Int64) {
    unsafe csqlite_bind_integer(statement, parameter, value)
  }

  /// Sets one parameter, from 1 on.
  func bind(_ parameter: Int32, _ value: String) {
    var value = value
    value.withUTF8 { text in
      // An empty text may have no address, which SQLite would take for NULL.
      guard let address = text.baseAddress else {
        unsafe csqlite_bind_text(statement, parameter, "", 0)
        return
      }
      unsafe csqlite_bind_text(statement, parameter, address, text.count)
    }
  }

  /// Sets one parameter, from 1 on.
  func bind(_ parameter: Int32, _ value: [UInt8]) {
    unsafe csqlite_bind_bytes(statement, parameter, value, value.count)
  }

  /// Goes to the next row.
  ///
  /// - Returns: False at the end.
  /// - Throws: ``StoreError``; the statement is reset then.
  func step() throws(StoreError) -> Bool {
    try unsafe database.step(statement)
  }

  /// Runs a statement to its end, and makes it ready for its next use.
  ///
  /// - Parameter values: The parameters, in order.
  /// - Throws: ``StoreError``.
  func run(_ values: StoreValue...) throws(StoreError) {
    bind(values)
    try run()
  }

  /// Runs a statement whose parameters are set to its end, and makes it ready for its next use.
  ///
  /// - Throws: ``StoreError``.
  func run() throws(StoreError) {
    while try step() {}
    reset()
  }

  /// Makes the statement ready for its next use.
  func reset() {
    unsafe csqlite_reset(statement)
  }

  /// A column of the current row.
  func integer(_ column: Int32) -> Int64 { unsafe csqlite_integer(statement, column) }

  /// A column of the current row.
  func text(_ column: Int32) -> String { String(decoding: bytes(column), as: UTF8.self) }

  /// A column of the current row.
  func bytes(_ column: Int32) -> [UInt8] {
    var size = 0
    let bytes = unsafe csqlite_bytes(statement, column, &size)
    return unsafe Array(UnsafeRawBufferPointer(start: bytes, count: size))
  }
}

extension StoreError {
  /// Tells SQLite's failures apart.
  fileprivate init(_ code: Int32, _ message: String, path: String) {
    switch csqlite_result(rawValue: UInt32(code)) {
    case CSQLITE_READONLY, CSQLITE_CANTOPEN: self = .notWritable(path: path, detail: message)
    case CSQLITE_FULL: self = .full(path: path)
    case CSQLITE_CORRUPT, CSQLITE_NOTADB: self = .broken(path: path, detail: message)
    default: self = .failed(path: path, detail: message)
    }
  }
}
