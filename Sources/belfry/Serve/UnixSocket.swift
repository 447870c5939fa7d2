internal import GLibLoop
internal import Glibc

/// Sockets of this machine's programs, by a name in a folder.
///
/// A socket's name has at most 107 bytes (unix(7)), a folder's path may have more: each is reached
/// through the open folder.
enum UnixSocket {
  /// Listens at a name; what stands there, left by a killed program, is replaced in one step.
  ///
  /// - Parameters:
  ///   - name: The socket's name.
  ///   - folder: The folder's path.
  /// - Returns: The listening descriptor, which does not wait.
  /// - Throws: `Descriptor.Failure`.
  static func listen(
    _ name: String, in folder: String
  ) throws(Descriptor.Failure) -> Int32 {
    try withFolder(folder) { folder throws(Descriptor.Failure) in
      let draft = name + ".new"
      unlinkat(folder, draft, 0)
      let made = socket(
        AF_UNIX,
        Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
          | Int32(SOCK_NONBLOCK.rawValue), 0)
      guard made >= 0 else { throw Descriptor.Failure(number: errno) }
      let isBound = withAddress(folder, draft) { bind(made, $0, $1) } == 0
      // Whoever finds the name finds somebody who listens.
      guard isBound, Glibc.listen(made, 16) == 0, renameat(folder, draft, folder, name) == 0 else {
        let number = errno
        close(made)
        throw Descriptor.Failure(number: number)
      }
      return made
    }
  }

  /// Connects to a name.
  ///
  /// - Parameters:
  ///   - name: The socket's name.
  ///   - folder: The folder's path.
  /// - Returns: The connected descriptor, which waits.
  /// - Throws: `Descriptor.Failure`: ENOENT or ECONNREFUSED where nobody listens.
  static func connect(
    _ name: String, in folder: String
  ) throws(Descriptor.Failure) -> Int32 {
    try withFolder(folder) { folder throws(Descriptor.Failure) in
      let made = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
      guard made >= 0 else { throw Descriptor.Failure(number: errno) }
      guard withAddress(folder, name, { Glibc.connect(made, $0, $1) }) == 0 else {
        let number = errno
        close(made)
        throw Descriptor.Failure(number: number)
      }
      return made
    }
  }

  private static func withFolder<T>(
    _ path: String, _ body: (Int32) throws(Descriptor.Failure) -> T
  ) throws(Descriptor.Failure) -> T {
    let folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard folder >= 0 else { throw Descriptor.Failure(number: errno) }
    defer { close(folder) }
    return try body(folder)
  }

  private static func withAddress(
    _ folder: Int32, _ name: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
  ) -> Int32 {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { path in
      path.copyBytes(from: "/proc/self/fd/\(folder)/\(name)".utf8.prefix(path.count - 1))
    }
    return withUnsafePointer(to: &address) { address in
      address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        body(address, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
  }
}
