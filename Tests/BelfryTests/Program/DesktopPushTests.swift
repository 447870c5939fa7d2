import Foundation
import TestSupport
import Testing

/// The suites that need a bus of their own, one test at a time: each starts four processes.
@Suite("belfry on a private bus", .serialized, .timeLimit(.minutes(1)))
struct DesktopTests {}

/// A private bus, with or without a notification server on it.
struct Desk {
  let bus: PrivateBus
  let fake: FakeServer

  init(_ profile: String, options: [String] = []) async throws {
    bus = try await PrivateBus()
    fake = try await FakeServer(profile, on: bus, options: options)
  }

  /// Starts `belfry push`, and waits until something is shown.
  ///
  /// - Returns: The program and the server's record of the call.
  func push(
    _ arguments: [String], input: String? = "", environment: [String: String] = [:]
  ) async throws -> (program: BelfryProgram, call: JSON) {
    let program = try BelfryProgram(
      ["push", "--json"] + arguments, input: input,
      environment: bus.environment.merging(environment) { $1 })
    return (program, try #require(await fake.call("Notify")))
  }

  /// Presses the button of an action.
  func press(_ identifier: String, in call: JSON) async throws {
    let actions = try #require(call["arguments"]?["actions"])
    var index = 0
    while let key = actions[index]?.string, !key.hasPrefix("\(identifier).") { index += 2 }
    let key = try #require(actions[index]?.string)
    let id = try #require(call["id"]?.int)
    _ = await fake.do(#"{"person":"click","id":\#(id),"key":"\#(key)"}"#)
  }
}

extension DesktopTests {
  @Suite("One push, answered") struct AnswerTests {
    private static let invite = ["Examples/pushes/invite.apns", "--app", "Examples/Meetings"]
    private static let event = EventLine()

    private static func shown(_ server: String, _ degraded: String = "") -> String {
      event.presented(
        "Lunch?", subtitle: "From Mara", "Today at 12, at the harbour.", sound: "default",
        server: server, degraded: degraded)
    }

    @Test("A pressed button is the action's response, and the notification goes")
    func button() async throws {
      let desk = try await Desk("gnome48")
      let (program, call) = try await desk.push(Self.invite)
      try await desk.press("ACCEPT", in: call)
      #expect(
        await program.rest()
          == .init(output: [
            Self.shown(
              "gnome-shell", #""text-input: GNOME Shell has no text field; a prompt asks""#),
            Self.event.response("ACCEPT"),
          ]))
    }

    @Test("A menu's button leaves the notification on dunst's screen, so belfry takes it back")
    func takesBack() async throws {
      let desk = try await Desk("dunst")
      let (program, call) = try await desk.push(Self.invite)
      try await desk.press("DECLINE", in: call)
      #expect(await desk.fake.call("CloseNotification")?["arguments"] == JSON(["id": 2]))
      #expect(await program.rest().output.last == Self.event.response("DECLINE"))
    }

    @Test("A reply typed into Plasma's notification is the response's text")
    func inlineReply() async throws {
      let desk = try await Desk("plasma5")
      let (program, _) = try await desk.push(Self.invite)
      _ = await desk.fake.do(#"{"person":"reply","text":"See you \"there\" <b>"}"#)
      #expect(
        await program.rest()
          == .init(output: [
            Self.shown("Plasma", #""sound: KDE Plasma plays none""#),
            Self.event.response("REPLY", text: #"See you \"there\" <b>"#),
          ]))
    }

    @Test("Where the server has no text field a dialog asks, and its answer is the text")
    func dialog() async throws {
      let scratch = try Scratch()
      _ = try scratch.program(
        "bin/zenity",
        "#!/bin/sh\nprintf '%s\\n' \"$@\" > '\(scratch.path)/arguments'\necho 'See you, \"Mara\"'\n"
      )
      let desk = try await Desk("dunst")
      let (program, call) = try await desk.push(
        Self.invite, environment: ["PATH": "\(scratch.path)/bin:/usr/bin:/bin", "DISPLAY": ":99"])
      try await desk.press("REPLY", in: call)
      let outcome = await program.rest()
      #expect(outcome.output.last == Self.event.response("REPLY", text: #"See you, \"Mara\""#))
      #expect(outcome.code == 0)
      let arguments = try String(contentsOfFile: "\(scratch.path)/arguments", encoding: .utf8)
      #expect(
        arguments == """
          --entry
          --title=Meetings
          --text=Lunch?

          Today at 12, at the harbour.

          Message
          --ok-label=Send

          """)
    }

    @Test("A dialog that is put away sends nothing", arguments: ["exit 10", "echo"])
    func dialogCancelled(end: String) async throws {
      let scratch = try Scratch()
      _ = try scratch.program("bin/zenity", "#!/bin/sh\n\(end)\n")
      let desk = try await Desk("dunst")
      let (program, call) = try await desk.push(
        Self.invite, environment: ["PATH": "\(scratch.path)/bin:/usr/bin:/bin", "DISPLAY": ":99"])
      try await desk.press("REPLY", in: call)
      let outcome = await program.rest()
      #expect(outcome.output.last == Self.event.closed("dismissed"))
      #expect(outcome.code == 0)
    }

    @Test("A category that wants to know of a dismissal gets a response, and it is closed")
    func dismiss() async throws {
      let desk = try await Desk("plasma6")
      let (program, _) = try await desk.push(Self.invite)
      _ = await desk.fake.do(#"{"person":"dismiss"}"#)
      let outcome = await program.rest()
      #expect(
        outcome.output.dropFirst() == [
          Self.event.response(EventLine.dismissAction), Self.event.closed("dismissed"),
        ])
      #expect(outcome.code == 0)
    }

    @Test("A click on the notification is Apple's default action")
    func body() async throws {
      let desk = try await Desk("mako")
      let (program, _) = try await desk.push(Self.invite)
      _ = await desk.fake.do(#"{"person":"body","token":"t"}"#)
      let outcome = await program.rest()
      #expect(outcome.output.dropFirst() == [Self.event.response(EventLine.defaultAction)])
      #expect(outcome.code == 0)
    }

    @Test("With --no-wait belfry ends while the notification is on the screen")
    func noWait() async throws {
      let desk = try await Desk("plasma5")
      let (program, _) = try await desk.push(Self.invite + ["--no-wait"])
      let outcome = await program.rest()
      #expect(
        outcome == .init(output: [Self.shown("Plasma", #""sound: KDE Plasma plays none""#)]))
      // Nothing was taken back: the list follows the line of the open notification.
      desk.fake.send(#"{"command":"list"}"#)
      let next = await desk.fake.next { $0["open"] != nil || $0["call"] != nil }
      #expect(next?["summary"]?.string == "Lunch?")
    }

    @Test(
      "Ctrl-C takes back what is shown, as the terminal's end does, and the run ends with 130",
      arguments: [BelfryProgram.interrupt, BelfryProgram.hangUp])
    func interrupt(how: @Sendable (BelfryProgram) -> () -> Void) async throws {
      let desk = try await Desk("plasma5")
      let (program, _) = try await desk.push(Self.invite)
      #expect(await program.event()?.contains(#""event":"presented""#) == true)
      how(program)()
      #expect(await desk.fake.call("CloseNotification")?["arguments"] == JSON(["id": 1]))
      #expect(
        await program.rest() == .init(code: 130, output: [Self.event.closed("withdrawn")]))
    }

    @Test("At the end of --timeout what is shown is taken back, and the run ends well")
    func timeout() async throws {
      let desk = try await Desk("plasma5")
      let (program, _) = try await desk.push(Self.invite + ["--timeout", "0.3"])
      #expect(await desk.fake.call("CloseNotification")?["arguments"] == JSON(["id": 1]))
      let outcome = await program.rest()
      #expect(outcome.output.dropFirst() == [Self.event.closed("withdrawn")])
      #expect(outcome.code == 0)
    }

    @Test("A push that Plasma refuses as a repetition is shown a second later")
    func duplicate() async throws {
      let desk = try await Desk("plasma5")
      let push = "Examples/pushes/plain.apns"
      let (program, _) = try await desk.push([push, push])
      let refused = await desk.fake.call("Notify")
      #expect(
        refused?["error"]?["name"]?.string
          == "org.freedesktop.Notifications.Error.ExcessNotificationGeneration")
      #expect(await desk.fake.call("Notify")?["id"]?.int == 2)
      for _ in 1...2 {
        #expect(await program.event()?.contains(#""event":"presented""#) == true)
      }
      for id in [2, 1] { _ = await desk.fake.do(#"{"person":"dismiss","id":\#(id)}"#) }
      // The events keep the person's order.
      #expect(
        await program.rest()
          == .init(
            output: [2, 1].map {
              EventLine(identifier: "ID\($0)", category: nil).closed("dismissed")
            }))
    }
  }
}
