internal import Synchronization

/// The app folders of a running `belfry serve`, which can be read anew.
final class AppShelf: Sendable {
  private let make: @Sendable () -> AppBook
  private let current: Mutex<AppBook>

  /// Makes a shelf.
  ///
  /// - Parameter make: Makes a book in which nothing has been read.
  init(_ make: @escaping @Sendable () -> AppBook) {
    self.make = make
    current = Mutex(make())
  }

  /// The folders as they were read last.
  var book: AppBook { current.withLock { $0 } }

  /// Reads all folders anew, aside, and takes them only where none of them has an error.
  ///
  /// - Throws: `CommandFailure`; the folders stay as they were.
  func reload() throws(CommandFailure) {
    let new = make()
    try new.readAll()
    current.withLock { $0 = new }
  }
}
