import ApplePush
import Foundation
import TestSupport
import Testing

@testable import PushServer

@Suite("Connections of the endpoint", .timeLimit(.minutes(1)))
struct EndpointConnectionTests {
  /// What no provider does, and how it ends.
  static let hostile: [(kind: String, endings: Set<String>)] = [
    ("no-tls", ["closed", "reset"]),
    ("half-handshake", ["closed", "reset"]),
    ("silence", ["closed", "reset"]),
    ("http1", ["closed", "reset"]),
    ("noise", ["closed", "reset"]),
    ("slow-body", [#"{"reason":"IdleTimeout"}"#]),
    ("slow-headers", ["closed", "reset"]),
    ("endless-headers", ["closed", "reset"]),
    ("many-headers", ["stream reset"]),
    // Apple's answer comes before the body has.
    ("big-body", [#"413 {"reason":"PayloadTooLarge"}"#]),
  ]

  @Test("A hostile connection ends, and the others go on")
  func hostile() async throws {
    let running = try await RunningEndpoint { $0.requestTime = .milliseconds(500) }
    let provider = try await running.provider()
    try await withThrowingTaskGroup { group in
      for (kind, endings) in Self.hostile {
        group.addTask {
          let ending = try await Provider.hostile(
            kind, port: running.port, authority: running.authority)
          #expect(endings.contains(ending), "\(kind): \(ending)")
        }
      }
      for _ in 0..<50 {
        let answer = try await provider.ask(
          "/3/device/c0ffee", headers: [("apns-topic", "a.b")])
        #expect(answer?.status == 200)
      }
      try await group.waitForAll()
    }
    #expect(
      try await provider.ask("/3/device/c0ffee", headers: [("apns-topic", "a.b")])?.status == 200)
    #expect(running.record.pushes.count == 51)
    await provider.end()
    try await running.end()
  }

  @Test("A drained endpoint says goodbye with Apple's reason, and takes no more connections")
  func drain() async throws {
    let running = try await RunningEndpoint()
    let provider = try await running.provider()
    _ = try await provider.ask("/3/device/c0ffee", headers: [("apns-topic", "a.b")])
    await running.endpoint.drain(within: .seconds(30))
    #expect(await running.endpoint.connectionCount == 0)
    let ended = try await provider.ask("/3/device/c0ffee", headers: [("apns-topic", "a.b")])
    #expect(ended == nil)
    await provider.end()
    try await running.end()
  }

  @Test("A port that is taken, an address that is none")
  func starting() async throws {
    let running = try await RunningEndpoint()
    let port = running.port
    await #expect(throws: PushEndpointError.portInUse(addresses: ["127.0.0.1", "::1"], port: port))
    {
      _ = try await RunningEndpoint { $0.port = port }
    }
    let error = await #expect(throws: PushEndpointError.self) {
      _ = try await RunningEndpoint { $0.addresses = ["192.0.2.1"] }
    }
    #expect(error?.description.hasPrefix("address not usable: 192.0.2.1: ") == true)
    try await running.end()
  }
}
