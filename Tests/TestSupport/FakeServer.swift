import Foundation

/// The folder of the package.
public let packageFolder = URL(fileURLWithPath: #filePath)
  .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().path

/// A session bus on which nothing can be activated but what a test says.
public struct PrivateBus: Sendable {
  /// The bus's address.
  public let address: String
  private let process: LineProcess

  /// Starts a bus, which ends with this process at the latest.
  ///
  /// - Parameter services: A folder of service files, of which the bus can start each.
  /// - Throws: What kept the bus from starting.
  public init(services: String? = nil) async throws {
    process = try LineProcess(
      "\(packageFolder)/Tests/FakeServer/private-bus", services.map { [$0] } ?? [])
    address = await process.lines.next() ?? ""
  }

  /// The variables that lead a program to this bus and to no display.
  public var environment: [String: String] {
    ["DBUS_SESSION_BUS_ADDRESS": address, "DISPLAY": "", "WAYLAND_DISPLAY": ""]
  }

  /// Ends the bus and waits until it is gone.
  public func end() async {
    process.endInput()
    _ = await process.exit()
  }
}

/// A notification server that behaves as the profile of a real one says.
public struct FakeServer: Sendable {
  private let process: LineProcess

  /// Starts a server and waits until it owns its name.
  ///
  /// - Parameters:
  ///   - profile: A row of Tests/FakeServer/profiles.py.
  ///   - bus: The bus.
  ///   - options: Further options of fake-server.
  /// - Throws: What kept the server from starting.
  public init(_ profile: String, on bus: PrivateBus, options: [String] = []) async throws {
    process = try LineProcess(
      "\(packageFolder)/Tests/FakeServer/fake-server", ["--profile", profile] + options,
      environment: bus.environment)
    _ = await next { $0["ready"] != nil }
  }

  /// Carries out a command of the person or of the test, given as JSON, and waits until it is done.
  public func `do`(_ command: String) async -> JSON {
    process.send(command)
    return await next { $0["done"] != nil || $0["failed"] != nil } ?? JSON([:])
  }

  /// Gives a command without waiting until it is done.
  public func send(_ command: String) {
    process.send(command)
  }

  /// Waits for the next call of a method.
  public func call(_ method: String) async -> JSON? {
    await next { $0["call"]?.string == method }
  }

  /// Waits for the next line that fits; others before it are left out.
  public func next(where fits: (JSON) -> Bool) async -> JSON? {
    while let line = await process.lines.next() {
      guard let json = JSON(text: line) else { continue }
      if fits(json) { return json }
    }
    return nil
  }

  /// Ends the server and waits until it is gone.
  public func end() async {
    process.endInput()
    _ = await process.exit()
  }
}

/// A JSON value to compare whole.
public struct JSON: Hashable, Sendable, CustomStringConvertible {
  /// The value with sorted keys.
  public let description: String

  /// Takes what `JSONSerialization` gives.
  public init(_ object: Any) {
    // Only values that JSONSerialization itself made, or literals of a test, come here.
    let data = try? JSONSerialization.data(
      withJSONObject: object, options: [.sortedKeys, .fragmentsAllowed, .withoutEscapingSlashes])
    description = String(decoding: data ?? Data(), as: UTF8.self)
  }

  /// Reads a text; nil when it is no JSON.
  public init?(text: String) {
    guard
      let object = try? JSONSerialization.jsonObject(  // No JSON is what nil says.
        with: Data(text.utf8), options: .fragmentsAllowed)
    else { return nil }
    self.init(object)
  }

  private var object: Any? {
    // It was written by `init`.
    try? JSONSerialization.jsonObject(with: Data(description.utf8), options: .fragmentsAllowed)
  }

  /// A member of an object.
  public subscript(key: String) -> JSON? {
    (object as? [String: Any])?[key].map(JSON.init)
  }

  /// An element of an array.
  public subscript(index: Int) -> JSON? {
    guard let array = object as? [Any], array.indices.contains(index) else { return nil }
    return JSON(array[index])
  }

  /// The text of a string.
  public var string: String? { object as? String }

  /// The number.
  public var int: Int? { object as? Int }

  /// The keys of an object.
  public var keys: [String] { (object as? [String: Any])?.keys.sorted() ?? [] }
}
