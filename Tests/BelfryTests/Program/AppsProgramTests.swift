import TestSupport
import Testing

@testable import belfry

@Suite("belfry apps", .timeLimit(.minutes(1)))
struct AppsProgramTests {
  private static let environment = ["XDG_DATA_DIRS": "/nonexistent", "HOME": "/nonexistent"]
  private static let folder = "\(packageFolder)/Examples"

  @Test("Each app folder stands with its categories and actions")
  func text() async {
    #expect(
      await belfry(
        "apps", "--app", "\(Self.folder)/Meetings", "--app", "\(Self.folder)/Videos",
        environment: Self.environment)
        == Outcome(
          output: """
            com.example.meetings  Meetings  \(Self.folder)/Meetings
              MEETING_INVITE  (customDismissAction)
                ACCEPT  Accept
                DECLINE  Decline
                REPLY  Reply  (text)
            com.example.videos  Videos  \(Self.folder)/Videos
              VIDEO
                WATCH_LATER  Watch later

            """))
  }

  @Test("With --json each app folder is an object")
  func json() async {
    #expect(
      await belfry(
        "apps", "--json", "--app", "\(Self.folder)/Videos", environment: Self.environment)
        == Outcome(
          output: #"{"bundleIdentifier":"com.example.videos","name":"Videos","#
            + #""path":"\#(Self.folder)/Videos","origin":"named","hidden":false,"#
            + #""categories":[{"identifier":"VIDEO","customDismissAction":false,"#
            + #""actions":[{"identifier":"WATCH_LATER","title":"Watch later","textInput":false}]}]}"#
            + "\n"))
  }

  @Test("The user's own folder is found, and hides the system's of the same app")
  func hidden() async throws {
    let scratch = try Scratch()
    let app = #"{"bundleIdentifier":"a.b","name":"Own"}"#
    _ = try scratch.file("home/belfry/apps/a.b/app.json", app)
    _ = try scratch.file("system/belfry/apps/a.b/app.json", app)
    let outcome = try await BelfryProgram.run(
      ["apps"],
      environment: [
        "XDG_DATA_HOME": "\(scratch.path)/home", "XDG_DATA_DIRS": "\(scratch.path)/system",
      ])
    #expect(
      outcome
        == .init(output: [
          "a.b  Own  \(scratch.path)/home/belfry/apps/a.b",
          "a.b  Own  \(scratch.path)/system/belfry/apps/a.b  (hidden by one above)",
        ]))
  }

  @Test("Without any app folder the words say where to put them")
  func none() async {
    #expect(
      await belfry("apps", environment: Self.environment)
        == Outcome(
          errors: "belfry: apps: none found; put app folders into "
            + "~/.local/share/belfry/apps/BUNDLE-ID, or name one with --app\n"))
  }

  @Test("A broken folder ends with 78 and its place, and the others are listed")
  func broken() async throws {
    let scratch = try Scratch()
    let file = try scratch.file("broken/app.json", "{\n  \"bundleIdentifier\": 7\n}")
    let outcome = await belfry(
      "apps", "--app", "\(scratch.path)/broken", "--app", "\(Self.folder)/Videos",
      environment: Self.environment)
    #expect(outcome.code == .badConfiguration)
    #expect(outcome.output.hasPrefix("com.example.videos  Videos"))
    #expect(
      outcome.errors
        == "belfry: apps: \(file):2:23: bundleIdentifier is a number; write a string\n")
  }

  @Test("A folder that is not there ends with 66")
  func missing() async {
    let outcome = await belfry(
      "apps", "--app", "/nonexistent/app", environment: Self.environment)
    #expect(outcome.code == .noInput)
    #expect(outcome.errors.hasPrefix("belfry: apps: "))
    #expect(outcome.errors.contains("/nonexistent/app"))
  }
}
