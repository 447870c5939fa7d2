import ApplePush
import Testing

@testable import belfry

struct PushOptionsTests {
  private func options(_ arguments: [String]) throws -> PushOptions {
    try PushOptions(PushCommand.command.parse(arguments))
  }

  @Test("Without options a push is read from standard input and awaited")
  func defaults() throws {
    let options = try options([])
    #expect(options.input.sources == [.standardInput])
    #expect(options.input.topic == nil)
    #expect(options.input.apps.isEmpty && options.input.headers.isEmpty)
    #expect(options.actions.isEmpty && options.script == nil && options.openWith == nil)
    #expect(options.presenter == .auto && options.video == .player)
    #expect(options.waits && options.timeout == nil && !options.json)
  }

  @Test("Each option has its effect")
  func allOptions() throws {
    let options = try options([
      "a.apns", "--topic=com.example.meetings", "--app", "One", "-a", "Two",
      "--text-action", "REPLY=Reply", "--action", "OK=2 = 2", "-",
      "--header", "APNs-Collapse-ID: lunch:1", "-H", "apns-priority:5", "--script", "s.json",
      "--video", "watch", "--open-with", "env 'a b'", "--no-wait", "--timeout", "1.5", "--json",
    ])
    #expect(options.input.sources == [.file("a.apns"), .standardInput])
    #expect(options.input.topic == "com.example.meetings")
    #expect(options.input.apps == ["One", "Two"])
    #expect(
      options.input.headers == [
        HeaderField("apns-collapse-id", "lunch:1"),
        HeaderField("apns-priority", "5"),
      ])
    #expect(
      options.actions == [
        PushOptions.Action(identifier: "REPLY", title: "Reply", isTextInput: true),
        PushOptions.Action(identifier: "OK", title: "2 = 2", isTextInput: false),
      ])
    #expect(options.presenter == .scripted && options.script == "s.json")
    #expect(options.video == .watch && options.openWith == ["env", "a b"])
    #expect(!options.waits && options.timeout == .milliseconds(1500) && options.json)
  }

  @Test("A name that begins with a dash is a file after --")
  func dashedFile() throws {
    #expect(try options(["--", "--json"]).input.sources == [.file("--json")])
  }

  @Test(
    "What does not fit is refused with what to do",
    arguments: [
      (["--action", "OK"], "bad --action: OK; write it as ID=TITLE"),
      (["--action", "=OK"], "bad --action: =OK; write it as ID=TITLE"),
      (["--text-action", "OK="], "bad --text-action: OK=; write it as ID=TITLE"),
      (["--header", "apns-id"], "bad --header: apns-id; write it as NAME:VALUE"),
      (["--header", ":x"], "bad --header: :x; write it as NAME:VALUE"),
      (["-", "-"], "standard input named twice: -; name it once"),
      (
        ["--wait", "--no-wait"],
        "options contradict each other: --wait and --no-wait; leave one out"
      ),
      (
        ["--presenter", "desktop", "--script", "s"],
        "options contradict each other: --presenter desktop and --script; "
          + "a script needs --presenter scripted"
      ),
      (
        ["--open-with", "env 'x"],
        "bad --open-with: env 'x: Text ended before matching quote was found for '. "
          + "(The text was “env 'x”); close each quote"
      ),
    ]
      + ["0", "-1", "nan", "inf", "604801", "1s", "1e9", ""].dropLast().map { text in
        (
          ["--timeout", text],
          "bad --timeout: \(text); write a number of seconds above 0, up to 604800"
        )
      })
  func refuses(arguments: [String], message: String) {
    #expect(throws: CommandFailure.usage(message)) { try options(arguments) }
  }

  @Test("A program that opens links must exist")
  func missingProgram() {
    let expected = CommandFailure(
      "program not found: no-such-browser: no such program; "
        + "name one that is installed in --open-with", .noInput)
    #expect(throws: expected) { try options(["--open-with", "no-such-browser --new"]) }
  }
}
