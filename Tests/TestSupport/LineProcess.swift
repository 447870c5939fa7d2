import Foundation
import Synchronization

/// A child process that is spoken to in lines.
public final class LineProcess: Sendable {
  /// The lines of its standard output; one reader takes them all.
  public let lines: LineStream
  /// The lines of its standard error, where they are kept apart.
  public let errors: LineStream?
  private let input: FileHandle
  private let process: Process
  private let exitStatus: Task<Int32, Never>
  /// Between a pipe's making and its mark "close on exec" no child may start.
  private static let starting = Mutex(())

  /// Starts a program.
  public init(
    _ program: String, _ arguments: [String] = [], environment: [String: String] = [:],
    in directory: String? = nil, mergesErrors: Bool = false, keepsErrors: Bool = false
  ) throws {
    let process = Process()
    let (input, output) = try Self.starting.withLock { _ in
      (try PrivatePipe(), try PrivatePipe())
    }
    let errors = try keepsErrors ? Self.starting.withLock { _ in try PrivatePipe() } : nil
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    if let directory { process.currentDirectoryURL = URL(fileURLWithPath: directory) }
    process.standardInput = input.reading
    process.standardOutput = output.writing
    if mergesErrors { process.standardError = output.writing }
    if let errors { process.standardError = errors.writing }
    let ended = AsyncStream<Int32>.makeStream()
    process.terminationHandler = { process in
      ended.continuation.yield(process.terminationStatus)
      ended.continuation.finish()
    }
    lines = LineStream(output.reading)
    self.errors = errors.map { LineStream($0.reading) }
    exitStatus = Task {
      for await status in ended.stream { return status }
      return -1
    }
    try Self.starting.withLock { _ in
      // Dispatch's threads block most signals, and a child inherits that: it could not be ended.
      var none = sigset_t()
      var before = sigset_t()
      sigemptyset(&none)
      pthread_sigmask(SIG_SETMASK, &none, &before)
      defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
      try process.run()
    }
    // The child has them now; its output ends when the last writer has gone.
    try input.reading.close()
    try output.writing.close()
    try errors?.writing.close()
    self.process = process
    self.input = input.writing
  }

  /// The child's number.
  public var pid: Int32 { process.processIdentifier }

  /// Writes a line to its standard input.
  public func send(_ line: String) {
    // A child that has ended takes no more lines; its test sees that it ended.
    try? input.write(contentsOf: Data((line + "\n").utf8))
  }

  /// Ends its standard input.
  public func endInput() {
    try? input.close()  // Closed twice is as good as closed once.
  }

  /// Sends it SIGINT, as Ctrl-C does.
  public func interrupt() { process.interrupt() }

  /// Sends it SIGHUP, as a terminal does that is closed.
  public func hangUp() { kill(process.processIdentifier, SIGHUP) }

  /// Sends it SIGTERM.
  public func terminate() { process.terminate() }

  /// Waits for its end.
  public func exit() async -> Int32 { await exitStatus.value }
}

/// A pipe whose ends no other child inherits: with one left open there, no end of input comes.
private struct PrivatePipe {
  let reading: FileHandle
  let writing: FileHandle

  init() throws {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else {
      throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EMFILE)
    }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    reading = FileHandle(fileDescriptor: ends[0], closeOnDealloc: true)
    writing = FileHandle(fileDescriptor: ends[1], closeOnDealloc: true)
  }
}

/// The lines of a pipe, as they come, read by a thread of their own.
public actor LineStream {
  private var iterator: AsyncStream<String>.Iterator

  init(_ handle: FileHandle) {
    let (stream, continuation) = AsyncStream.makeStream(of: String.self)
    let reader = Thread {
      var partial = Data()
      while true {
        let data = handle.availableData
        partial.append(data)
        while let end = partial.firstIndex(of: 0x0A) {
          continuation.yield(String(decoding: partial[..<end], as: UTF8.self))
          partial = Data(partial[(end + 1)...])
        }
        guard data.isEmpty else { continue }
        if !partial.isEmpty { continuation.yield(String(decoding: partial, as: UTF8.self)) }
        continuation.finish()
        return
      }
    }
    reader.start()
    iterator = stream.makeAsyncIterator()
  }

  /// Waits for the next line; nil at the end.
  public func next() async -> String? {
    var iterator = iterator
    let line = await iterator.next(isolation: self)
    self.iterator = iterator
    return line
  }

  /// All lines to the end.
  public func rest() async -> [String] {
    var lines: [String] = []
    while let line = await next() { lines.append(line) }
    return lines
  }
}
