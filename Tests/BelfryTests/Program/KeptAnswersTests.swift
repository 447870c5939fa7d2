import Foundation
import TestSupport
import Testing

extension DesktopTests {
  /// What a server answered is kept for pushes that nobody waits for.
  ///
  /// That it was is seen by a server that has since taken its buttons back: they are sent all the same.
  @Suite("Answers of a server that are kept") struct KeptAnswersTests {
    private static let push = ["Examples/pushes/invite.apns", "--app", "Examples/Meetings"]
    private static let withoutButtons = #"{"command":"set","profile":{"capabilities":["body"]}}"#

    /// What happens between the first push and the second, and whether the second asks the server.
    struct Row: Sendable, CustomTestStringConvertible {
      let testDescription: String
      var profile = "mako"
      var second = ["--no-wait"]
      var change: @Sendable (_ kept: URL) throws -> Void = { _ in }
      var restarts = false
      let asks: Bool
    }

    static let rows = [
      Row(testDescription: "a push that is not waited for takes them", asks: false),
      Row(
        testDescription: "one that is waited for asks", second: ["--timeout", "0.1"], asks: true),
      Row(testDescription: "Xfce, whose capabilities vary, is asked", profile: "xfce", asks: true),
      Row(testDescription: "another server is asked", restarts: true, asks: true),
      Row(
        testDescription: "a file that is no answer is not read",
        change: { try Data("belfry".utf8).write(to: $0) }, asks: true),
      Row(
        testDescription: "a file that is cut is not read",
        change: { try Data(contentsOf: $0).dropLast(9).write(to: $0) }, asks: true),
      Row(
        testDescription: "a file that is too long is not read",
        change: { try (Data(contentsOf: $0) + Data(count: 20_000)).write(to: $0) }, asks: true),
      Row(
        testDescription: "a link to another file is not followed",
        change: { kept in
          let other = kept.deletingLastPathComponent().appendingPathComponent("other")
          try FileManager.default.moveItem(at: kept, to: other)
          try FileManager.default.createSymbolicLink(at: kept, withDestinationURL: other)
        }, asks: true),
    ]

    @Test("A second push", arguments: rows)
    func second(row: Row) async throws {
      let scratch = try Scratch()
      let kept = URL(fileURLWithPath: "\(scratch.path)/belfry/notification-server")
      let desk = try await Desk(row.profile)
      let environment = ["XDG_RUNTIME_DIR": scratch.path]
      let (first, _) = try await desk.push(Self.push + ["--no-wait"], environment: environment)
      #expect(await first.rest().code == 0)
      // Servers whose capabilities vary leave no file to change.
      if FileManager.default.fileExists(atPath: kept.path) {
        let mode = try FileManager.default.attributesOfItem(atPath: kept.path)[.posixPermissions]
        #expect(mode as? Int == 0o600)
        try row.change(kept)
      }
      if row.restarts { _ = await desk.fake.do(#"{"command":"restart"}"#) }
      _ = await desk.fake.do(Self.withoutButtons)
      let (second, call) = try await desk.push(Self.push + row.second, environment: environment)
      #expect(await second.rest().code == 0)
      #expect((call["arguments"]?["actions"] == JSON([])) == row.asks)
    }
  }
}
