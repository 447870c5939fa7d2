import GLibLoop
import Glibc
import Testing

struct StandardStreamTests {
  @Test(
    "What is opened later does not get the number of a stream that the process was started without",
    arguments: [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO])
  func closedStream(stream: Int32) async {
    await #expect(processExitsWith: .exitCode(7)) { [stream] in
      close(stream)
      ThisProcess.holdStandardStreams()
      let opened = open("/dev/null", O_RDWR)
      var byte: UInt8 = 0
      let used = stream == STDIN_FILENO ? read(stream, &byte, 1) : write(stream, &byte, 1)
      guard opened > STDERR_FILENO, used == -1, errno == EBADF else { _exit(1) }
      _exit(7)
    }
  }

  @Test("Streams that are there stay what they are")
  func openStreams() async {
    await #expect(processExitsWith: .exitCode(7)) {
      var ends: [Int32] = [0, 0]
      guard pipe(&ends) == 0, dup2(ends[1], STDOUT_FILENO) == STDOUT_FILENO else { _exit(1) }
      ThisProcess.holdStandardStreams()
      var byte: UInt8 = 42
      guard write(STDOUT_FILENO, &byte, 1) == 1 else { _exit(2) }
      byte = 0
      guard read(ends[0], &byte, 1) == 1, byte == 42 else { _exit(3) }
      _exit(7)
    }
  }
}
