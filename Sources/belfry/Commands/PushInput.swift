/// The pushes that a command is to read, and what comes with each of them.
struct PushInput: Sendable, Hashable {
  /// One place where a push stands.
  enum Source: Sendable, Hashable {
    case standardInput
    case file(String)

    /// The name in messages.
    var name: String {
      switch self {
      case .standardInput: "standard input"
      case .file(let path): path
      }
    }
  }

  /// An APNs header of each push; the name in lower case (RFC 9113 §8.2.1).
  struct Header: Sendable, Hashable {
    let name: String
    let value: String
  }

  /// How many bytes of a file are read.
  ///
  /// Apple's own limits are 4,096 and 5,120; what is far over them
  /// is refused by its size alone, without being held.
  static let readLimit = 1_048_576

  let sources: [Source]
  let topic: String?
  let apps: [String]
  let headers: [Header]

  /// Reads the options that `push` and `check` share.
  init(_ invocation: Invocation) throws(CommandFailure) {
    sources =
      invocation.operands.isEmpty
      ? [.standardInput] : invocation.operands.map { $0 == "-" ? .standardInput : .file($0) }
    if sources.filter({ $0 == .standardInput }).count > 1 {
      throw .usage("standard input named twice: -; name it once")
    }
    topic = invocation.value("topic")
    apps = invocation.values("app")
    var headers: [Header] = []
    for text in invocation.values("header") { headers.append(try Self.header(text)) }
    self.headers = headers
  }

  /// Reads one push.
  ///
  /// - Parameters:
  ///   - source: Where it stands.
  ///   - console: Whose standard input is read.
  /// - Returns: Its bytes; `readLimit` + 1 of them when there are more than `readLimit`.
  /// - Throws: `CommandFailure` with the exit code 66.
  static func read(_ source: Source, _ console: Console) throws(CommandFailure) -> [UInt8] {
    do {
      switch source {
      case .file(let path):
        return try readFile(path, limit: readLimit)
      case .standardInput:
        if console.input.isTerminal {
          console.report("belfry: reading the push from the terminal; end it with Ctrl-D")
        }
        return try console.input.readAll(limit: readLimit)
      }
    } catch {
      throw CommandFailure(
        "file not read: \(source.name): \(error.detail); name a file that can be read, "
          + "or - for standard input", .noInput)
    }
  }

  private static func header(_ text: String) throws(CommandFailure) -> Header {
    guard let colon = text.firstIndex(of: ":"), colon != text.startIndex else {
      throw .usage("bad --header: \(text); write it as NAME:VALUE")
    }
    let value = text[text.index(after: colon)...].drop { $0 == " " }
    return Header(name: text[..<colon].lowercased(), value: String(value))
  }
}
