internal import GLibLoop
internal import Glibc

/// The terminal of the process, whatever its standard streams lead to.
///
/// Opened anew, so that reading without waiting concerns no other program's descriptors.
final class TerminalDevice: Sendable {
  let descriptor: Int32

  /// Opens `/dev/tty` (tty(4)), the terminal that the process was started from.
  ///
  /// - Returns: The terminal.
  /// - Throws: `TerminalError.noTerminal` under cron, in a service, in a container without one.
  static func controlling() throws(TerminalError) -> TerminalDevice {
    let descriptor = open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY | O_NONBLOCK)
    guard descriptor >= 0 else { throw .noTerminal(Descriptor.message(errno)) }
    return TerminalDevice(descriptor: descriptor)
  }

  /// Takes a descriptor over, which reads without waiting.
  init(descriptor: Int32) {
    self.descriptor = descriptor
  }

  deinit {
    close(descriptor)
  }

  /// The terminal's width in columns; nil where it does not know it.
  var columns: Int? {
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
  }

  /// Whether the process may read without being stopped for it (SIGTTIN).
  var isForeground: Bool { tcgetpgrp(descriptor) == getpgrp() }

  /// Writes all of a text.
  func write(_ text: String) {
    do throws(Descriptor.Failure) {
      try Descriptor.write(text, to: descriptor)
    } catch {
      // The terminal is gone, and nobody sees it; the reader ends for it.
    }
  }

  /// What a read gave.
  enum Input {
    case bytes([UInt8])
    /// Nothing yet.
    case none
    /// Ctrl-D.
    case end
    /// There will never be more.
    case hangUp
  }

  /// Reads what is there, at most one line where the terminal is in its usual mode.
  func read() -> Input {
    var buffer = [UInt8](repeating: 0, count: Self.readSize)
    while true {
      let count = Glibc.read(descriptor, &buffer, buffer.count)
      if count > 0 { return .bytes(Array(buffer[..<count])) }
      if count == 0 { return .end }
      switch errno {
      case EINTR: continue
      case EAGAIN: return .none
      default: return .hangUp
      }
    }
  }

  /// In bytes: as long as the kernel lets a line be (termios(3), "Canonical and noncanonical mode").
  private static let readSize = 4_096
}
