internal import ApplePush
internal import GLibLoop
internal import Glibc
internal import JSONText
internal import PushStore

/// `belfry ready`.
enum ReadyCommand {
  static let command = Command(
    name: "ready",
    summary: "says where a running belfry serve is, or waits for one",
    options: [
      Command.Option(name: "wait", short: "w", help: "wait until one is ready"),
      Command.Option(name: "timeout", value: "SECONDS", help: "wait no longer than this"),
      CommandTable.state, CommandTable.json,
    ],
    examples: [
      Command.Example(
        line: "belfry ready --wait --timeout 10 --json",
        says: "Wait for the one that a script has just started.")
    ],
    exitCodes: [.tryAgain],
    run: { invocation, console in
      let folder = try StateFolder(invocation, console)
      let limit = try invocation.value("timeout").map(PushOptions.seconds)
      if limit != nil, !invocation.has("wait") {
        throw CommandFailure.usage("--timeout needs --wait; write both")
      }
      let answer =
        invocation.has("wait")
        ? try await wait(for: folder, limit) : try ControlClient.askRunning(.ready, in: folder)
      func text(_ key: String) -> String { answer[key]?.string ?? "" }
      let ready = ReadyLine(
        endpoint: text("endpoint"), pages: text("pages"), authority: text("ca"))
      try console.print(invocation.has("json") ? ready.json.text : ready.words)
      return .done
    })

  /// Waits by inotify for the control socket's name.
  private static func wait(
    for folder: StateFolder, _ limit: Duration?
  ) async throws -> JSONObject {
    // True for a change, false for the end of the time.
    let (signs, sign) = AsyncStream.makeStream(of: Bool.self, bufferingPolicy: .bufferingNewest(8))
    if let limit { ServerActor.executor.after(limit) { sign.yield(false) } }
    // Watched before each look, so that nothing falls between looking and watching.
    var watch = try watch(folder.path) { sign.yield(true) }
    defer { watch.cancel() }
    if let answer = try ControlClient.ask(.ready, in: folder) { return answer }
    for await hasChanged in signs {
      guard hasChanged else { break }
      watch.cancel()
      watch = try self.watch(folder.path) { sign.yield(true) }
      if let answer = try ControlClient.ask(.ready, in: folder) { return answer }
    }
    throw CommandFailure(
      "no belfry serve became ready with the state folder \(folder.path) within "
        + "\(limit?.components.seconds ?? 0) s; look at what it prints", .tryAgain)
  }

  /// Watches the folder, or the nearest one above it that is there.
  private static func watch(
    _ path: String, _ onChange: @escaping @Sendable () -> Void
  ) throws(CommandFailure) -> FolderWatch {
    var place = path
    while true {
      do throws(Descriptor.Failure) {
        return try FolderWatch(place, onChange: onChange)
      } catch {
        let slash = place.lastIndex(of: "/")
        guard error.number == ENOENT, place != "/", place != "." else {
          throw CommandFailure(
            "folder not watched: \(place): \(error.message); name another with --state",
            .badConfiguration)
        }
        place = slash.map { $0 == place.startIndex ? "/" : String(place[..<$0]) } ?? "."
      }
    }
  }
}

/// `belfry reload`.
enum ReloadCommand {
  static let command = Command(
    name: "reload",
    summary: "lets a running belfry serve read its app folders anew",
    options: [CommandTable.state],
    examples: [
      Command.Example(
        line: "belfry reload", says: "Take changed app folders, where none has an error.")
    ],
    exitCodes: [.tryAgain, .badConfiguration],
    run: { invocation, console in
      _ = try ControlClient.askRunning(.reload, in: StateFolder(invocation, console))
      return .done
    })
}
