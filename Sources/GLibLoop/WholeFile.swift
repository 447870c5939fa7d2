internal import Glibc

/// Small files that are read and written whole.
package enum WholeFile {
  /// Reads a file.
  ///
  /// - Parameters:
  ///   - path: Its path.
  ///   - limit: How many bytes it may have; one more is returned where it has more.
  /// - Returns: Its bytes.
  /// - Throws: `Descriptor.Failure`.
  package static func read(
    _ path: String, limit: Int
  ) throws(Descriptor.Failure) -> [UInt8] {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY)
    guard descriptor >= 0 else { throw Descriptor.Failure(number: errno) }
    defer { close(descriptor) }
    return try readAll(descriptor, limit: limit)
  }

  /// Reads what there is, to its end.
  ///
  /// - Parameters:
  ///   - descriptor: The descriptor, which waits.
  ///   - limit: As of ``read(_:limit:)``.
  /// - Returns: The bytes.
  /// - Throws: `Descriptor.Failure`.
  package static func readAll(
    _ descriptor: Int32, limit: Int
  ) throws(Descriptor.Failure) -> [UInt8] {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 16 * 1024)
    while bytes.count <= limit {
      let count = unsafe chunk.withUnsafeMutableBytes { chunk in
        unsafe Glibc.read(descriptor, chunk.baseAddress, chunk.count)
      }
      if count == 0 { return bytes }
      if count > 0 {
        bytes += chunk[..<count]
      } else if errno != EINTR {
        throw Descriptor.Failure(number: errno)
      }
    }
    return Array(bytes.prefix(limit + 1))
  }

  /// Puts a file in the place of another in one step: readers see the old one or the new one, whole.
  ///
  /// - Parameters:
  ///   - path: Its path; beside it a file with `.new` at the end is made for a moment.
  ///   - text: What it holds.
  ///   - mode: Its permissions.
  /// - Throws: `Descriptor.Failure`.
  package static func replace(
    _ path: String, with text: String, mode: UInt32
  ) throws(Descriptor.Failure) {
    let new = path + ".new"
    // One that a killed program has left.
    unsafe unlink(new)
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW
    let descriptor = unsafe open(new, flags, mode)
    guard descriptor >= 0 else { throw Descriptor.Failure(number: errno) }
    defer { close(descriptor) }
    try Descriptor.write(text, to: descriptor)
    guard fsync(descriptor) == 0, unsafe rename(new, path) == 0 else {
      throw Descriptor.Failure(number: errno)
    }
  }
}
