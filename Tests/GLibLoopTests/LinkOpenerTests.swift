import Testing

@testable import GLibLoop

@Suite(.timeLimit(.minutes(1)))
struct LinkOpenerTests {
  static let link = "https://www.youtube.com/watch?v=dQw4w9WgXcQ"

  @Test(
    "Only absolute http and https links are opened",
    arguments: [
      (link, true), ("http://localhost:2198/x", true), ("HTTPS://example.com", true),
      ("", false), ("https:", false), ("//example.com", false), ("file:///etc/passwd", false),
      ("javascript:alert(1)", false), ("--help", false), ("ftp://example.com", false),
      (" https://example.com", false), ("https://example.com/a b", false),
      ("https://example.com/\n", false), ("https://example.com/\u{0}", false),
      ("https://example.com/\u{85}", false),
    ])
  func webLinks(link: String, isOpened: Bool) {
    #expect(LinkOpener.isWebLink(link) == isOpened)
  }

  @Test("A refused link is not given to a program either")
  func refusedLink() async {
    await #expect(throws: LinkOpenerError.refusedLink("file:///etc/passwd")) {
      try await LinkOpener(command: ["true"], environment: [:]).open("file:///etc/passwd")
    }
  }

  @Test("Without a display nothing is started", arguments: [[:], ["DISPLAY": ""]])
  func noDisplay(environment: [String: String]) async {
    await #expect(throws: LinkOpenerError.noDisplay) {
      try await LinkOpener(command: nil, environment: environment).open(Self.link)
    }
  }

  @Test("A chosen program gets the link last, and the activation token")
  func chosenProgram() async throws {
    let checks = """
      [ "$#" = 2 ] && [ "$1" = "a b" ] && [ "$2" = "\(Self.link)" ] \
      && [ "$XDG_ACTIVATION_TOKEN" = token-1 ] && [ "$DESKTOP_STARTUP_ID" = token-1 ]
      """
    try await LinkOpener(command: ["sh", "-c", checks, "name", "a b"], environment: [:])
      .open(Self.link, activationToken: "token-1")
  }

  @Test("A chosen program that fails at once is reported")
  func failingProgram() async {
    await #expect(throws: LinkOpenerError.failed(program: "sh", status: 7)) {
      // Long enough for a machine that is busy with other tests.
      try await LinkOpener(
        command: ["sh", "-c", "exit 7"], environment: [:], watchTime: .seconds(60)
      ).open(Self.link)
    }
  }

  @Test("A chosen program that does not exist is reported")
  func missingProgram() async {
    await #expect {
      try await LinkOpener(command: ["/no/such/browser"], environment: [:]).open(Self.link)
    } throws: { error in
      guard case .notStarted("/no/such/browser", _) = error as? LinkOpenerError else {
        return false
      }
      return true
    }
  }
}
