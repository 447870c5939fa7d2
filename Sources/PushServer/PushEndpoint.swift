public import ApplePush
internal import CHTTP2
public import FoundationEssentials
public import GLibLoop

/// A push that the endpoint takes, before the provider is told.
public struct ReceivedPush: Sendable, Hashable {
  /// `apns-id`: the provider's own, or one that was made for the push.
  public let id: String
  /// The push.
  public let push: AcceptedPush
}

/// A push that the endpoint does not take.
public struct RefusedPush: Sendable, Hashable {
  /// `apns-id`: the provider's own, or one that was made for the answer.
  public let id: String
  /// `apns-topic` as it was sent; empty where there was none.
  public let topic: String
  /// Why.
  public let rejection: Rejection
}

/// The local stand-in for Apple's push service: HTTP/2 over TLS.
///
/// What comes in together is handed on together, so that it can be committed at once; a provider is
/// told only then. Source: Apple, "Sending notification requests to APNs".
@ServerActor
public final class PushEndpoint {
  /// How the endpoint serves.
  public struct Options: Sendable {
    /// Numeric addresses; an IPv6 one after the first may be missing on the machine.
    public var addresses = ["127.0.0.1", "::1"]
    /// The port on all addresses; 0 for any that is free.
    public var port: UInt16 = 2197
    /// What is checked of a request.
    public var rules = ProviderRules()
    /// Device tokens that are to fail.
    public var failures = FailureRules()
    /// How long a request, or the handshake before it, may take.
    var requestTime = Duration.seconds(10)

    /// Makes the defaults: 127.0.0.1 and ::1, port 2197 as Apple's second one, lenient rules.
    public init() {}
  }

  /// The port on all addresses.
  public nonisolated let port: UInt16

  private static func limits(_ options: Options) -> chttp2_limits {
    chttp2_limits(
      connections: 512, streams: 1000, header_bytes: 16 * 1024,
      body_bytes: PushType.voip.payloadLimit, total_bytes: 64 * 1024 * 1024,
      idle_time: 3_600_000,
      request_time: UInt32(options.requestTime / .milliseconds(1)))
  }
  /// The debug data of GOAWAY: Apple's reason.
  private static let shutdown = "{\"reason\":\"\(Rejection.Reason.shutdown.text)\"}"

  private let desk: Desk
  private let server: HTTP2Server

  /// Starts to serve.
  ///
  /// - Parameters:
  ///   - options: How the endpoint serves.
  ///   - certificate: What it shows to providers.
  ///   - now: What time it is.
  ///   - accept: Stores pushes, in the order in which they came; gives a rejection where it could not,
  ///     which all of them then get.
  ///   - refused: Told of each push that is not taken.
  /// - Returns: The endpoint, which serves until it is closed.
  /// - Throws: ``PushEndpointError``.
  public static func start(
    _ options: Options, certificate: ServerCertificate,
    now: @escaping @Sendable () -> Date = { Date() },
    accept: @escaping @Sendable ([ReceivedPush]) async -> Rejection?,
    refused: @escaping @Sendable (RefusedPush) -> Void
  ) async throws(PushEndpointError) -> PushEndpoint {
    try PushEndpoint(options, certificate, Desk(options, now, accept, refused))
  }

  private init(
    _ options: Options, _ certificate: ServerCertificate, _ desk: Desk
  ) throws(PushEndpointError) {
    self.desk = desk
    do {
      server = try HTTP2Server(
        addresses: options.addresses, port: options.port, certificate: certificate.pem,
        limits: Self.limits(options),
        handler: HTTP2Handler(take: desk.take, drained: desk.drained, emptied: desk.emptied))
    } catch .badCertificate(_, let reason) {
      throw .badCertificate(path: certificate.path, reason: reason)
    }
    port = server.port
    desk.server = server
  }

  /// The device tokens that are to fail; a change counts from the next request on.
  public var failures: FailureRules {
    get { desk.failures }
    set { desk.failures = newValue }
  }

  /// How many connections there are.
  public var connectionCount: Int { server.connectionCount }

  /// Takes no more connections and requests, answers those that are in, and says goodbye with Apple's
  /// reason `Shutdown`.
  ///
  /// - Parameter limit: How long that may take.
  public func drain(within limit: Duration) async {
    let ended = desk.ended
    let timer = ServerActor.executor.after(limit) { ended.continuation.finish() }
    server.drain(Self.shutdown)
    for await _ in ended.stream {}
    timer.cancel()
  }

  /// Closes all connections; it may be called again.
  public func close() async {
    server.close()
  }

  /// Where requests are decided upon.
  @ServerActor
  private final class Desk {
    weak var server: HTTP2Server?
    let ended = AsyncStream.makeStream(of: Never.self)
    private let rules: ProviderRules
    var failures: FailureRules
    private let now: @Sendable () -> Date
    private let accept: @Sendable ([ReceivedPush]) async -> Rejection?
    private let refused: @Sendable (RefusedPush) -> Void
    private var tokens: [UInt64: ProviderTokens] = [:]
    /// What came in together, and where the answers go, in the same order.
    private var batch: [ReceivedPush] = []
    private var streams: [HTTP2Stream] = []
    private var rejections: [(stream: HTTP2Stream, id: String, rejection: Rejection)] = []

    init(
      _ options: Options, _ now: @escaping @Sendable () -> Date,
      _ accept: @escaping @Sendable ([ReceivedPush]) async -> Rejection?,
      _ refused: @escaping @Sendable (RefusedPush) -> Void
    ) {
      rules = options.rules
      failures = options.failures
      self.now = now
      self.accept = accept
      self.refused = refused
    }

    func take(_ request: ProviderRequest, _ stream: HTTP2Stream) {
      let id = request.id ?? PushIdentifiers.make()
      do {
        let push = try rules.accept(
          request, failures: &failures, tokens: &tokens[stream.connection, default: .init()],
          now: now())
        batch.append(ReceivedPush(id: id, push: push))
        streams.append(stream)
      } catch {
        let topic = request.fields.first { $0.name == "apns-topic" }?.value ?? ""
        refused(RefusedPush(id: id, topic: topic, rejection: error))
        // Not from here: the shim is in the middle of its reading.
        rejections.append((stream, id, error))
      }
    }

    func drained() {
      if !rejections.isEmpty {
        for (stream, id, rejection) in rejections { answer(stream, id, rejection) }
        rejections = []
        server?.flush()
      }
      guard !batch.isEmpty else { return }
      let pushes = batch
      let streams = streams
      batch = []
      self.streams = []
      forgetConnections()
      // In the order of the batches: the executor's queue and the store's keep it.
      Task(executorPreference: ServerActor.executor) { await self.commit(pushes, streams) }
    }

    func emptied() {
      ended.continuation.finish()
    }

    private func commit(_ pushes: [ReceivedPush], _ streams: [HTTP2Stream]) async {
      let rejection = await accept(pushes)
      for (index, stream) in streams.enumerated() {
        if let rejection {
          answer(stream, pushes[index].id, rejection)
        } else {
          server?.answer(stream, status: 200, id: pushes[index].id)
        }
      }
      server?.flush()
    }

    private func answer(_ stream: HTTP2Stream, _ id: String, _ rejection: Rejection) {
      let reason = rejection.reason
      var json = "{\"reason\":\"\(reason.text)\""
      // Only where the device token has come to its end: when APNs found that out, in milliseconds.
      if reason.status == 410 {
        json += ",\"timestamp\":\(Int64(now().timeIntervalSince1970 * 1000))"
      }
      server?.answer(stream, status: reason.status, id: id, json: json + "}")
    }

    /// Forgets the provider tokens of connections that have gone, now and then.
    private func forgetConnections() {
      guard let server, tokens.count > 2 * server.connectionCount + 64 else { return }
      tokens = tokens.filter { server.has($0.key) }
    }
  }
}
