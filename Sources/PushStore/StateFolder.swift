internal import GLibLoop
internal import Glibc

/// The folder of a running `belfry serve`: its store, its certificates and its control socket.
public struct StateFolder: Sendable, Hashable {
  /// The folder's path.
  public let path: String

  /// Makes the value; the folder may be missing.
  ///
  /// - Parameter path: The folder's path.
  public init(path: String) {
    self.path = path
  }

  /// The database.
  public var storePath: String { path + "/store.sqlite" }

  /// The socket that other commands speak to.
  public var controlPath: String { "\(path)/\(Self.controlName)" }
  /// The socket's name in the folder.
  public static let controlName = "control"

  /// Makes the database's file where it is missing, for the person's eyes alone; SQLite gives its
  /// other files the same permissions.
  ///
  /// - Throws: ``StoreError/notWritable(path:detail:)``.
  func makeStorePrivate() throws(StoreError) {
    let descriptor = unsafe open(
      storePath, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0o600)
    guard descriptor >= 0 else {
      throw .notWritable(path: storePath, detail: Descriptor.message(errno))
    }
    close(descriptor)
  }

  /// Makes the folder and its parents; only the person may look into it.
  ///
  /// - Throws: ``StoreError/notWritable(path:detail:)``.
  public func make() throws(StoreError) {
    var made = ""
    for part in path.split(separator: "/", omittingEmptySubsequences: true) {
      made += made.isEmpty && !path.hasPrefix("/") ? String(part) : "/\(part)"
      guard unsafe mkdir(made, 0o700) != 0, errno != EEXIST else { continue }
      // A parent that exists may be unwritable or on a read-only disk and yet be there.
      let number = errno
      guard unsafe access(made, F_OK) != 0 else { continue }
      throw .notWritable(path: made, detail: Descriptor.message(number))
    }
    guard unsafe access(path, W_OK | X_OK) == 0 else {
      throw .notWritable(path: path, detail: Descriptor.message(errno))
    }
  }
}

/// The right to a state folder, held until the value goes: also a killed program gives it back.
final class StateLock: Sendable {
  private let descriptor: Int32

  /// Takes a folder.
  ///
  /// - Throws: ``StoreError/locked(folder:)``, ``StoreError/notWritable(path:detail:)``.
  init(_ folder: StateFolder) throws(StoreError) {
    let path = folder.path + "/lock"
    let opened = unsafe open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard opened >= 0 else {
      throw .notWritable(path: path, detail: Descriptor.message(errno))
    }
    guard flock(opened, LOCK_EX | LOCK_NB) == 0 else {
      let number = errno
      close(opened)
      guard number == EWOULDBLOCK else {
        throw .notWritable(path: path, detail: Descriptor.message(number))
      }
      throw .locked(folder: folder.path)
    }
    descriptor = opened
  }

  deinit {
    close(descriptor)
  }
}
