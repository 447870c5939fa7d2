internal import GLibLoop
internal import Glibc
internal import JSONText
internal import PushStore

/// The socket on which a running `belfry serve` takes what other commands ask.
@ServerActor
final class ControlSocket {
  /// How many commands may be connected at a time, and how long each may take.
  private static let mostConnections = 16
  private static let patience = Duration.seconds(5)

  private let descriptor: Int32
  private let answer: @Sendable (ControlMessage) async -> JSONOutput
  private var watch: LoopTimer?
  private var connections: [Int32: Connection] = [:]

  private struct Connection {
    var line: [UInt8] = []
    var watch: LoopTimer?
    var timer: LoopTimer?
  }

  /// Starts to listen.
  ///
  /// - Parameters:
  ///   - folder: The state folder; nobody but the person may look into it.
  ///   - answer: Answers a message.
  /// - Throws: `CommandFailure` with the exit code 78.
  init(
    _ folder: StateFolder, answer: @escaping @Sendable (ControlMessage) async -> JSONOutput
  ) throws(CommandFailure) {
    self.answer = answer
    do throws(Descriptor.Failure) {
      descriptor = try UnixSocket.listen(StateFolder.controlName, in: folder.path)
    } catch {
      throw CommandFailure(
        "control socket not made: \(folder.controlPath): \(error.message); "
          + "name another folder with --state", .badConfiguration)
    }
    watch = ServerActor.executor.onReadable(descriptor) { [weak self] in
      ServerActor.assumeIsolated { self?.accept() }
    }
  }

  /// Stops listening, and takes the name away.
  func close(_ folder: StateFolder) {
    watch?.cancel()
    watch = nil
    unlink(folder.controlPath)
    Glibc.close(descriptor)
    for connection in connections.keys { end(connection) }
  }

  private func accept() {
    let accepted = Glibc.accept(descriptor, nil, nil)
    // It has gone again, or there are no descriptors left; the next one is tried anew.
    guard accepted >= 0 else { return }
    guard connections.count < Self.mostConnections else {
      Glibc.close(accepted)
      return
    }
    _ = fcntl(accepted, F_SETFD, FD_CLOEXEC)
    _ = fcntl(accepted, F_SETFL, O_NONBLOCK)
    connections[accepted] = Connection()
    connections[accepted]?.watch = ServerActor.executor.onReadable(accepted) { [weak self] in
      ServerActor.assumeIsolated { self?.read(accepted) }
    }
    connections[accepted]?.timer = ServerActor.executor.after(Self.patience) { [weak self] in
      ServerActor.assumeIsolated { self?.end(accepted) }
    }
  }

  private func read(_ connection: Int32) {
    var chunk = [UInt8](repeating: 0, count: 4096)
    let count = Glibc.read(connection, &chunk, chunk.count)
    if count < 0, errno == EAGAIN || errno == EINTR { return }
    guard count > 0 else { return end(connection) }
    connections[connection]?.line += chunk[..<count]
    guard let line = connections[connection]?.line else { return }
    guard let newline = line.firstIndex(of: UInt8(ascii: "\n")) else {
      if line.count > ControlMessage.longestLine { end(connection) }
      return
    }
    connections[connection]?.watch?.cancel()
    connections[connection]?.timer?.cancel()
    self.reply(to: Array(line[..<newline]), on: connection)
  }

  private func reply(to line: [UInt8], on connection: Int32) {
    let message = ControlMessage(line)
    Task(executorPreference: ServerActor.executor) { await self.answer(message, on: connection) }
  }

  private func answer(_ message: ControlMessage?, on connection: Int32) async {
    let json: JSONOutput =
      if let message { await answer(message) } else { ["failed": "message not understood"] }
    // Whoever asked may have gone.
    try? Descriptor.write(json.text + "\n", to: connection)
    end(connection)
  }

  private func end(_ connection: Int32) {
    guard let ended = connections.removeValue(forKey: connection) else { return }
    ended.watch?.cancel()
    ended.timer?.cancel()
    Glibc.close(connection)
  }
}
