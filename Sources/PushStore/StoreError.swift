/// Why the store of pushes cannot do what it is asked to.
public enum StoreError: Error, Hashable, Sendable {
  /// SQLite cannot be loaded; in the loader's words.
  case noLibrary(detail: String)
  /// Another program has the state folder.
  case locked(folder: String)
  /// The folder cannot be made, or the file cannot be written.
  case notWritable(path: String, detail: String)
  /// There is no store at the place.
  case missing(path: String)
  /// There is no room on the disk.
  case full(path: String)
  /// The file is no database, or a damaged one.
  case broken(path: String, detail: String)
  /// A newer Belfry made the file.
  case newer(path: String, version: Int)
  /// Anything else; in SQLite's words.
  case failed(path: String, detail: String)
}

extension StoreError: CustomStringConvertible {
  /// What failed, with which value, and what to do.
  public var description: String {
    switch self {
    case .noLibrary(let detail):
      "SQLite not loaded: \(detail); install libsqlite3-0"
    case .locked(let folder):
      "state folder in use: \(folder) belongs to a belfry serve that is running; "
        + "end that one, or name another folder with --state"
    case .notWritable(let path, let detail):
      "store not writable: \(path): \(detail); "
        + "make it writable, or name another folder with --state"
    case .missing(let path):
      "no store: \(path) does not exist; start belfry serve, or name its folder with --state"
    case .full(let path):
      "store not written: \(path): the disk is full; make room, and try again"
    case .broken(let path, let detail):
      "store broken: \(path): \(detail); move the file away to begin a new one, "
        + "or bring an older copy back"
    case .newer(let path, let version):
      "store too new: \(path) has version \(version), this belfry knows \(PushStore.version); "
        + "install the newer belfry, or name another folder with --state"
    case .failed(let path, let detail):
      "store failed: \(path): \(detail); try again"
    }
  }
}
