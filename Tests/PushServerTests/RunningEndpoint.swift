import ApplePush
import Foundation
import GLibLoop
import Synchronization
import TestSupport

@testable import PushServer

/// An endpoint on a free port, with a certificate and an authority of its own.
struct RunningEndpoint: Sendable {
  /// What the endpoint has told.
  final class Record: Sendable {
    private let state = Mutex(State())

    struct State: Sendable {
      var batches: [[ReceivedPush]] = []
      var refused: [RefusedPush] = []
      /// What the next pushes get.
      var rejection: Rejection?
    }

    var pushes: [ReceivedPush] { state.withLock { $0.batches.flatMap { $0 } } }
    var refused: [RefusedPush] { state.withLock { $0.refused } }

    func reject(_ rejection: Rejection?) { state.withLock { $0.rejection = rejection } }

    func accept(_ pushes: [ReceivedPush]) -> Rejection? {
      state.withLock {
        $0.batches.append(pushes)
        return $0.rejection
      }
    }

    func refuse(_ push: RefusedPush) { state.withLock { $0.refused.append(push) } }
  }

  let endpoint: PushEndpoint
  let record = Record()
  let folder: String
  let authority: String

  var port: UInt16 { endpoint.port }

  /// Starts an endpoint.
  ///
  /// - Parameters:
  ///   - change: Changes its options.
  ///   - now: What time it is.
  /// - Throws: What kept it from starting.
  init(
    _ change: (inout PushEndpoint.Options) throws -> Void = { _ in },
    now: @escaping @Sendable () -> Date = { Date() }
  ) async throws {
    folder = try Self.folder()
    let certificate = try ServerCertificate.load(folder: folder, now: Date())
    authority = certificate.authorityPath
    var options = PushEndpoint.Options()
    options.port = 0
    try change(&options)
    let record = record
    endpoint = try await PushEndpoint.start(
      options, certificate: certificate, now: now, accept: { record.accept($0) },
      refused: { record.refuse($0) })
  }

  /// An empty folder.
  static func folder() throws -> String {
    let url = FileManager.default.temporaryDirectory
      .appendingPathComponent("belfry-endpoint-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    return url.path
  }

  /// A provider's connection.
  func provider() async throws -> Provider {
    try await Provider(port: port, authority: authority)
  }

  /// Closes it and takes its folder away.
  func end() async throws {
    await endpoint.close()
    try FileManager.default.removeItem(atPath: folder)
  }
}
