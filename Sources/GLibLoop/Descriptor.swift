internal import Glibc

/// What the programs of the house do with file descriptors.
package enum Descriptor {
  /// Why a text was not written: a number of errno(3).
  package struct Failure: Error, Hashable {
    /// The number.
    package let number: Int32

    /// Makes a failure.
    ///
    /// - Parameter number: The number.
    package init(number: Int32) {
      self.number = number
    }

    /// Nobody reads it any more.
    package var isBrokenPipe: Bool { number == EPIPE }
    /// The system's words.
    package var message: String { Descriptor.message(number) }
  }

  /// Writes all of a text; a descriptor that does not wait is waited for.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - descriptor: The descriptor; another program may have made its terminal or pipe non-blocking.
  /// - Throws: `Failure`.
  package static func write(_ text: String, to descriptor: Int32) throws(Failure) {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let count = unsafe bytes.withUnsafeBytes { bytes in
        unsafe Glibc.write(descriptor, bytes.baseAddress, bytes.count)
      }
      if count >= 0 {
        bytes = bytes.dropFirst(count)
      } else if errno == EAGAIN {
        wait(for: Int16(POLLOUT), on: descriptor)
      } else if errno != EINTR {
        throw Failure(number: errno)
      }
    }
  }

  /// Waits until a descriptor can be used.
  ///
  /// - Parameters:
  ///   - events: `POLLIN` or `POLLOUT`.
  ///   - descriptor: The descriptor.
  package static func wait(for events: Int16, on descriptor: Int32) {
    var waited = pollfd(fd: descriptor, events: events, revents: 0)
    unsafe poll(&waited, 1, -1)
  }

  /// Says what a number of errno(3) means.
  ///
  /// - Parameter number: The number.
  /// - Returns: The system's words.
  package static func message(_ number: Int32) -> String {
    unsafe strerror(number).map { unsafe String(cString: $0) } ?? "error \(number)"
  }
}
