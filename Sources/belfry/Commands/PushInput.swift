internal import ApplePush

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

  /// How many bytes of a file are read.
  ///
  /// Apple's own limits are 4,096 and 5,120; what is far over them
  /// is refused by its size alone, without being held.
  static let readLimit = 1_048_576

  let sources: [Source]
  let topic: String?
  let apps: [String]
  /// The APNs headers of each push, those of `--header`.
  let headers: [HeaderField]

  /// All headers of each push; `--topic` is `apns-topic` in short.
  var headerFields: [HeaderField] {
    headers + (topic.map { [HeaderField("apns-topic", $0)] } ?? [])
  }

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
    var headers: [HeaderField] = []
    for text in invocation.values("header") { headers.append(try Self.header(text)) }
    self.headers = headers
    if topic != nil, headers.contains(where: { $0.name.lowercased() == "apns-topic" }) {
      throw .usage("topic given twice: --topic and --header apns-topic; leave one out")
    }
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

  /// The topic of a push that names none, so that a bare payload is shown too.
  static let defaultTopic = "belfry"

  /// Makes the push of a payload.
  ///
  /// - Parameters:
  ///   - bytes: The payload.
  ///   - defaultTopic: The topic where neither an option, a header nor the payload names one.
  ///   - apps: Where the texts of an application are.
  /// - Returns: The push.
  /// - Throws: `Rejection`; `CommandFailure` when the application's folder cannot be used.
  func push(_ bytes: [UInt8], defaultTopic: String?, _ apps: AppBook) throws -> Push {
    var headers = try PushHeaders(headerFields)
    do {
      return try apps.push(bytes, headers)
    } catch let rejection as Rejection where rejection.reason == .missingTopic {
      headers.topic = defaultTopic ?? Self.defaultTopic
      return try apps.push(bytes, headers)
    }
  }

  private static func header(_ text: String) throws(CommandFailure) -> HeaderField {
    do {
      return try HeaderField(parsing: text)
    } catch {
      throw .usage("bad --header: \(text); write it as NAME:VALUE")
    }
  }
}
