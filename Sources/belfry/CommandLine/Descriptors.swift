internal import Glibc

/// A file descriptor that is read.
struct DescriptorInput: ByteInput {
  let descriptor: Int32

  /// One read, in bytes: the capacity of a pipe on Linux (pipe(7)).
  private static let readSize = 65536

  var isTerminal: Bool { isatty(descriptor) == 1 }

  func readAll(limit: Int) throws(InputFailure) -> [UInt8] {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: Self.readSize)
    while bytes.count <= limit {
      let wanted = min(buffer.count, limit + 1 - bytes.count)
      let count = read(descriptor, &buffer, wanted)
      if count == 0 { break }
      if count < 0 {
        if errno == EINTR { continue }
        if errno == EAGAIN {
          // Another program made the terminal or pipe non-blocking.
          var waited = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
          poll(&waited, 1, -1)
          continue
        }
        throw InputFailure(detail: systemMessage(errno))
      }
      bytes += buffer[..<count]
    }
    return bytes
  }
}

/// A file descriptor that is written at once, without a buffer.
struct DescriptorOutput: TextOutput {
  let descriptor: Int32

  var isTerminal: Bool { isatty(descriptor) == 1 }

  func write(_ text: String) throws(OutputFailure) {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count >= 0 {
        bytes = bytes.dropFirst(count)
      } else if errno == EAGAIN {
        // Another program made the terminal or pipe non-blocking.
        var waited = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        poll(&waited, 1, -1)
      } else if errno != EINTR {
        throw errno == EPIPE ? .closed : .failed(systemMessage(errno))
      }
    }
  }
}

/// Reads a file, up to a limit.
///
/// - Parameters:
///   - path: Its path.
///   - limit: How many bytes are kept; one more is returned when there are more.
/// - Returns: Its bytes.
/// - Throws: `InputFailure` in the system's words.
func readFile(_ path: String, limit: Int) throws(InputFailure) -> [UInt8] {
  let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY)
  guard descriptor >= 0 else { throw InputFailure(detail: systemMessage(errno)) }
  defer { close(descriptor) }
  return try DescriptorInput(descriptor: descriptor).readAll(limit: limit)
}

private func systemMessage(_ number: Int32) -> String {
  strerror(number).map { String(cString: $0) } ?? "error \(number)"
}
