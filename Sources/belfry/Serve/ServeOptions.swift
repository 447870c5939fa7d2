internal import ApplePush
internal import GLibLoop
internal import PushBridge
internal import PushServer
internal import PushStore

/// What `belfry serve` is asked to do.
struct ServeOptions: Sendable {
  /// An address and a port.
  struct Place: Sendable, Hashable {
    let addresses: [String]
    let port: UInt16
  }

  /// How many pushes of one topic a desktop shows within a second.
  static let burstLimit = 10
  /// The most days and pushes that are kept.
  private static let mostDays = 36_500
  private static let mostPushes = 1_000_000_000

  let state: StateFolder
  let endpoint: Place
  let pages: Place
  let apps: [String]
  let presenter: PushOptions.Presenter
  let script: String?
  let video: PushOptions.Video
  let openWith: [String]?
  let isStrict: Bool
  let authKey: String?
  let limits: PushStore.Limits
  let failures: [FailureRule]
  let json: Bool

  /// Reads the options.
  ///
  /// - Throws: `CommandFailure` with the exit code 64; with 66 for a program that does not exist.
  init(_ invocation: Invocation, _ console: Console) throws(CommandFailure) {
    state = try StateFolder(invocation, console)
    endpoint = try Self.place(
      invocation.value("listen"), "listen", whenNone: ["127.0.0.1", "::1"], port: 2197)
    pages = try Self.place(
      invocation.value("pages"), "pages", whenNone: ["localhost"], port: 2198)
    guard pages.addresses.allSatisfy({ ["localhost", "127.0.0.1", "::1"].contains($0) }) else {
      throw .usage(
        "bad --pages: \(pages.addresses.joined()): the pages are for this machine alone; "
          + "write localhost:\(pages.port)")
    }
    apps = invocation.values("app")
    script = invocation.value("script")
    presenter = try PushOptions.presenter(invocation)
    video = invocation.value("video").flatMap(PushOptions.Video.init) ?? .player
    openWith = try invocation.value("open-with").map(PushOptions.command)
    isStrict = invocation.has("strict")
    authKey = invocation.value("auth-key")
    var limits = PushStore.Limits()
    if let days = invocation.value("keep") {
      limits.days = try Self.count(days, of: "keep", most: Self.mostDays)
    }
    if let count = invocation.value("keep-count") {
      limits.count = try Self.count(count, of: "keep-count", most: Self.mostPushes)
    }
    self.limits = limits
    var failures: [FailureRule] = []
    for text in invocation.values("fail") {
      do {
        failures.append(try FailureRule(parsing: text))
      } catch {
        throw .usage("bad --fail: \(error.description)")
      }
    }
    self.failures = failures
    json = invocation.has("json")
  }

  /// Reads `ADDRESS:PORT`, `[ADDRESS]:PORT` for an IPv6 one.
  static func place(
    _ text: String?, _ option: String, whenNone addresses: [String], port: UInt16
  ) throws(CommandFailure) -> Place {
    guard let text else { return Place(addresses: addresses, port: port) }
    guard let colon = text.lastIndex(of: ":"),
      let port = UInt16(text[text.index(after: colon)...])
    else {
      throw .usage(
        "bad --\(option): \(text); write ADDRESS:PORT, such as 127.0.0.1:\(port), "
          + "port 0 for any that is free")
    }
    var address = text[..<colon]
    if address.hasPrefix("["), address.hasSuffix("]") { address = address.dropFirst().dropLast() }
    guard !address.isEmpty else {
      throw .usage("bad --\(option): \(text): the address is missing; write ADDRESS:PORT")
    }
    return Place(
      addresses: address == "localhost" ? addresses : [String(address)], port: port)
  }

  private static func count(
    _ text: String, of option: String, most: Int
  ) throws(CommandFailure) -> Int {
    guard let number = Int(text), (1...most).contains(number) else {
      throw .usage("bad --\(option): \(text); write a whole number from 1 to \(most)")
    }
    return number
  }
}
