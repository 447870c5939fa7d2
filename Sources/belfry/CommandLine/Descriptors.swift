internal import GLibLoop
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
          Descriptor.wait(for: Int16(POLLIN), on: descriptor)
          continue
        }
        throw InputFailure(detail: Descriptor.message(errno))
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
    do throws(Descriptor.Failure) {
      try Descriptor.write(text, to: descriptor)
    } catch {
      throw error.isBrokenPipe ? .closed : .failed(error.message)
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
  guard descriptor >= 0 else { throw InputFailure(detail: Descriptor.message(errno)) }
  defer { close(descriptor) }
  return try DescriptorInput(descriptor: descriptor).readAll(limit: limit)
}
