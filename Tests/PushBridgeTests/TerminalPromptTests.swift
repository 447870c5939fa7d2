import DesktopNotifications
import Testing

@testable import PushBridge

@Suite(.timeLimit(.minutes(1)))
struct TerminalPromptTests {
  private func question(_ title: String) -> TextQuestion {
    TextQuestion(
      appName: "App", title: title, body: "", placeholder: "Message", buttonTitle: "Send")
  }

  @Test(
    "A typed line is the answer, as it is; an empty one and the end of input are none",
    arguments: [
      (["See you "], "See you "), ([" "], " "), (["1"], "1"), ([""], nil), ([], nil),
    ] as [([String], String?)])
  func answer(lines: [String], expected: String?) async throws {
    let fixture = TerminalFixture()
    fixture.type(lines)
    fixture.end()
    #expect(try await TerminalPrompt(on: fixture.terminal).ask(question("A")) == expected)
    #expect(
      fixture.screen
        == "┌ App\n│ A\n└ Enter alone sends nothing.\nMessage: " + (lines.isEmpty ? "\n" : ""))
  }

  @Test("Two questions are asked one after the other")
  func twoQuestions() async throws {
    let fixture = TerminalFixture()
    let prompt = TerminalPrompt(on: fixture.terminal)
    let isAsked = fixture.writing(endingIn: "Message: ")
    let first = Task { try await prompt.ask(question("A")) }
    await isAsked.value
    let second = Task { try await prompt.ask(question("B")) }
    fixture.type(["one"])
    #expect(try await first.value == "one")
    fixture.type(["two"])
    #expect(try await second.value == "two")
    #expect(
      fixture.screen == """
        ┌ App
        │ A
        └ Enter alone sends nothing.
        Message: ┌ App
        │ B
        └ Enter alone sends nothing.
        Message: 
        """)
  }

  @Test("A cancelled question is taken back, and the next is asked")
  func cancellation() async throws {
    let fixture = TerminalFixture()
    let prompt = TerminalPrompt(on: fixture.terminal)
    let isAsked = fixture.writing(endingIn: "Message: ")
    let task = Task { try await prompt.ask(question("A")) }
    await isAsked.value
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    fixture.type(["two"])
    #expect(try await prompt.ask(question("B")) == "two")
    #expect(
      fixture.screen == """
        ┌ App
        │ A
        └ Enter alone sends nothing.
        Message: 
        no answer is needed any more
        ┌ App
        │ B
        └ Enter alone sends nothing.
        Message: 
        """)
  }

  @Test("A question that is cancelled already is not asked")
  func cancelledBefore() async {
    let fixture = TerminalFixture()
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await TerminalPrompt(on: fixture.terminal).ask(question("A"))
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(fixture.screen == "")
  }

  @Test("Beside a server its question comes first, and is repeated below what is drawn")
  func besideServer() async throws {
    let fixture = TerminalFixture()
    let server = TerminalServer(on: fixture.terminal)
    let isAsked = fixture.writing(endingIn: "Message: ")
    let answer = Task { try await TerminalPrompt(on: fixture.terminal).ask(question("A")) }
    await isAsked.value
    _ = await server.show(.invitation, replacing: nil)
    fixture.type(["d", "d"])
    #expect(try await answer.value == "d")
    #expect(await server.events().first { _ in true } == .closed(1, reason: .dismissed))
    #expect(
      fixture.screen == """
        ┌ App
        │ A
        └ Enter alone sends nothing.
        Message: 
        ┌ #1 Meetings
        │ Lunch?
        │ Today at 12
        │ [1] Accept  [2] Reply…  [Enter] Open  [d] Dismiss
        └ [?] Help
        Message: #1 dismissed

        """)
  }
}
