import Foundation

/// A provider's connection to an endpoint, byte by byte where a test wants it: Tests/Provider.
public struct Provider: Sendable {
  /// An answer as it came.
  public struct Answer: Hashable, Sendable {
    /// `:status`.
    public var status: Int
    /// The other fields.
    public var headers: [String: String]
    /// The body.
    public var body: String
    /// The lengths of the DATA frames.
    public var frames: [Int]

    /// Makes an answer; that to a push that was taken by default.
    public init(
      status: Int = 200, headers: [String: String] = [:], body: String = "", frames: [Int] = []
    ) {
      self.status = status
      self.headers = headers
      self.body = body
      self.frames = frames
    }
  }

  private static let program = "\(packageFolder)/Tests/Provider/provider"
  private let process: LineProcess

  /// Connects, without ALPN.
  ///
  /// - Parameters:
  ///   - port: The endpoint's port.
  ///   - authority: The file of the authority that is trusted.
  /// - Throws: What kept it from starting.
  public init(port: UInt16, authority: String) async throws {
    process = try LineProcess(Self.program, ["\(port)", authority])
    _ = await process.lines.next()
  }

  /// Sends a request and waits for its answer; nil where the connection has ended.
  ///
  /// - Parameters:
  ///   - path: `:path`.
  ///   - method: `:method`.
  ///   - headers: Further fields.
  ///   - body: The body.
  /// - Returns: The answer.
  /// - Throws: What kept the answer from being read.
  public func ask(
    _ path: String, method: String = "POST", headers: [(String, String)] = [],
    body: String = #"{"aps":{"alert":"Lunch?"}}"#
  ) async throws -> Answer? {
    let fields = [
      (":method", method), (":scheme", "https"), (":path", path), (":authority", "localhost"),
    ]
    try send(fields + headers, body)
    return try await answer()
  }

  private struct Request: Encodable {
    let headers: [[String]]
    let body: String
  }

  private func send(_ headers: [(String, String)], _ body: String) throws {
    let line = try JSONEncoder().encode(
      Request(headers: headers.map { [$0.0, $0.1] }, body: body))
    process.send(String(decoding: line, as: UTF8.self))
  }

  private struct Line: Decodable {
    var status: Int?
    var headers: [String: String]?
    var body: String?
    var frames: [Int]?
  }

  private func answer() async throws -> Answer? {
    guard let text = await process.lines.next() else { return nil }
    let line = try JSONDecoder().decode(Line.self, from: Data(text.utf8))
    guard let status = line.status else { return nil }
    return Answer(
      status: status, headers: line.headers ?? [:], body: line.body ?? "",
      frames: line.frames ?? [])
  }

  /// Ends the connection and waits until it is gone.
  public func end() async {
    process.endInput()
    _ = await process.exit()
  }

  /// Does what no provider does.
  ///
  /// - Parameters:
  ///   - kind: A kind of Tests/Provider/provider.
  ///   - port: The endpoint's port.
  ///   - authority: The file of the authority that is trusted.
  /// - Returns: How the endpoint ended the connection.
  /// - Throws: What kept the answer from being read.
  public static func hostile(_ kind: String, port: UInt16, authority: String) async throws -> String
  {
    let process = try LineProcess(program, ["\(port)", authority, "--hostile", kind])
    let line = await process.lines.next() ?? ""
    return try JSONDecoder().decode([String: String].self, from: Data(line.utf8))["ended"] ?? ""
  }
}
