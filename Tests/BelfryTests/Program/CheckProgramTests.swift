import TestSupport
import Testing

@testable import belfry

@Suite("belfry check", .timeLimit(.minutes(1)))
struct CheckProgramTests {
  struct Broken: CustomTestStringConvertible {
    var testDescription: String
    var payload: String
    /// The places and words; what is before them is the file's name.
    var findings: [String]
    var code = ExitCode.badPayload
  }

  static let broken: [Broken] = [
    Broken(
      testDescription: "a comma forgotten",
      payload: "{\n  \"aps\": {\n    \"alert\": \"Lunch?\"\n    \"badge\": 1\n  }\n}\n",
      findings: [#"4:5: error: expected , or } after the value, found '"'"#]),
    Broken(
      testDescription: "an object left open",
      payload: "{\n  \"aps\": {\n    \"alert\": \"Lunch?\"\n  }\n",
      findings: ["5:1: error: text ends inside the object that starts at 1:1; close it"]),
    Broken(
      testDescription: "a key without quotation marks", payload: "{\n\taps: {}\n}",
      findings: ["2:2: error: key has no quotation marks: aps; write \"aps\""]),
    Broken(
      testDescription: "columns count characters, not bytes",
      payload: "{ \"aps\": { \"alert\": \"Grüße 😀\", \"badge\": \"1\" } }",
      findings: ["1:41: error: aps.badge is a string: \"1\"; Apple drops it, write a number"]),
    Broken(
      testDescription: "an array in place of the payload", payload: "\n[]",
      findings: ["2:1: error: payload is an array; write an object with aps in it"]),
    Broken(
      testDescription: "an interruption level in another spelling",
      payload: "{\"aps\":{\n\"alert\":\"x\",\n\"interruption-level\": \"timeSensitive\"}}",
      findings: [
        "3:23: error: aps.interruption-level is unknown: \"timeSensitive\"; "
          + "did you mean time-sensitive?"
      ]),
    Broken(
      testDescription: "an alert beside aps",
      payload: "{\n  \"aps\": { \"badge\": 1 },\n  \"alert\": \"Lunch?\"\n}",
      findings: [
        "3:3: warning: alert beside aps is custom data and not shown; move it to aps"
      ], code: .done),
    Broken(
      testDescription: "a category that the app does not have",
      payload: "{\"Simulator Target Bundle\":\"com.example.meetings\",\n"
        + "\"aps\":{\"alert\":\"x\",\"category\":\"MEETING_INVIT\"}}",
      findings: [
        "2:31: warning: aps.category is not one of the app's: \"MEETING_INVIT\"; "
          + "there are no buttons, did you mean MEETING_INVITE?"
      ], code: .done),
    Broken(
      testDescription: "several at once, in the order of the text",
      payload: "{\n  \"aps\": {\n    \"alert\": { \"title\": 7, \"sound\": \"a\" },\n"
        + "    \"content_available\": 1\n  },\n}",
      findings: [
        "2:3: warning: aps has no alert, badge, sound or content-available; nothing happens",
        "3:25: error: aps.alert.title is a number: 7; Apple drops it, write a string",
        "3:28: warning: unknown key in aps.alert: \"sound\"; Apple ignores it, move it to aps",
        "4:5: warning: unknown key in aps: \"content_available\"; Apple ignores it, "
          + "did you mean content-available?",
        "5:4: warning: comma before a closing bracket; Apple's parser takes it, others do not",
      ]),
    Broken(
      testDescription: "an empty file", payload: "",
      findings: ["1:1: error: payload is empty; write an object with aps in it"]),
  ]

  @Test("Each finding stands at its line and column", arguments: broken)
  func brokenPayload(broken: Broken) async throws {
    let scratch = try Scratch()
    let file = try scratch.file("push.apns", broken.payload)
    let outcome = await belfry("check", file, "--app", "\(packageFolder)/Examples/Meetings")
    #expect(
      outcome
        == Outcome(
          code: broken.code, output: broken.findings.map { "\(file):\($0)\n" }.joined()))
  }

  @Test("Bytes that are not UTF-8 are told with their place")
  func invalidUTF8() async throws {
    let scratch = try Scratch()
    let file = try scratch.file(
      "latin.apns", Array("{\"aps\":{\n\"alert\":\"é".utf8) + [0xE9] + Array("\"}}".utf8))
    #expect(
      await belfry("check", file)
        == Outcome(
          code: .badPayload,
          output: "\(file):2:11: error: byte is not UTF-8: 0xE9; save the text as UTF-8\n"))
  }

  private static let warned = #"{"aps":{"alert":"x","thread":"a"}}"#
  private static let warning =
    #"1:21: warning: unknown key in aps: "thread"; Apple ignores it, did you mean thread-id?"#

  @Test(
    "A warning alone is no failure, unless the check is strict",
    arguments: [([String](), Int32(0)), (["--strict"], Int32(65))])
  func strict(options: [String], code: Int32) async throws {
    let outcome = try await BelfryProgram.run(["check"] + options, input: Self.warned)
    #expect(outcome == .init(code: code, output: ["standard input:\(Self.warning)"]))
  }

  @Test("With --json each finding is an object")
  func json() async {
    #expect(
      await belfry("check", "--json", "-", input: Self.warned)
        == Outcome(
          output: #"{"file":"standard input","line":1,"column":21,"severity":"warning","#
            + #""message":"unknown key in aps: \"thread\"; Apple ignores it, "#
            + #"did you mean thread-id?"}"# + "\n"))
  }

  @Test("The other files are checked too, and the first failure decides the exit code")
  func several() async throws {
    let scratch = try Scratch()
    let good = try scratch.file("good.apns", #"{"aps":{"alert":"x"}}"#)
    let bad = try scratch.file("bad.apns", "{")
    #expect(
      await belfry("check", good, "/nonexistent/a.apns", bad)
        == Outcome(
          code: .noInput,
          output: "\(bad):1:2: error: text ends inside the object that starts at 1:1; close it\n",
          errors: "belfry: check: file not read: /nonexistent/a.apns: No such file or directory; "
            + "name a file that can be read, or - for standard input\n"))
  }

  @Test("The examples are clean, as strictly as can be")
  func examples() async {
    let folder = "\(packageFolder)/Examples"
    for name in ExamplesTests.pushes {
      let outcome = await belfry(
        "check", "--strict", "\(folder)/pushes/\(name)", "--app", "\(folder)/Meetings", "--app",
        "\(folder)/Videos")
      #expect(outcome == Outcome(), "\(name)")
    }
  }
}
