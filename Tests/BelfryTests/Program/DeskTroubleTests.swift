import Foundation
import TestSupport
import Testing

extension DesktopTests {
  @Suite("Servers that are missing, hang or die") struct DeskTroubleTests {
    private static let plain = ["Examples/pushes/plain.apns"]
    private static let event = EventLine(category: nil)

    private static func shown(_ identifier: String, _ server: String) -> String {
      EventLine(identifier: identifier, category: nil).presented(
        "Stand-up", subtitle: "Room 3", "Starts in five minutes & ends on time.", actions: "[]",
        server: server)
    }

    /// How long a run takes, and how it ends.
    private func timed(
      _ arguments: [String], _ environment: [String: String]
    ) async throws -> (BelfryProgram.Outcome, Duration) {
      let start = ContinuousClock.now
      let outcome = try await BelfryProgram.run(arguments, environment: environment)
      return (outcome, start.duration(to: .now))
    }

    private static let noServer =
      "no notification server on the session bus: The name org.freedesktop.Notifications was not "
      + "provided by any .service files; start the desktop's own, or install and start one, such as "
      + "dunst, mako-notifier, xfce4-notifyd or sway-notification-center"

    @Test("Without a server the run ends with 69 within 2 s, and says what to install")
    func noServer() async throws {
      let bus = try await PrivateBus()
      let (outcome, time) = try await timed(["push", "--json"] + Self.plain, bus.environment)
      #expect(
        outcome
          == .init(
            code: 69,
            errors: [
              "belfry: push: \(Self.noServer); or take --presenter terminal or --script FILE"
            ]))
      #expect(time < .seconds(2))
    }

    @Test("With --presenter desktop the push fails by name, with the same code")
    func noServerDesktop() async throws {
      let bus = try await PrivateBus()
      let (outcome, time) = try await timed(
        ["push", "--json", "--presenter", "desktop"] + Self.plain, bus.environment)
      #expect(
        outcome
          == .init(
            code: 69,
            output: [EventLine(category: nil)("failed", #""detail":"\#(Self.noServer)""#)]))
      #expect(time < .seconds(2))
    }

    @Test("A server that the bus starts and that never comes is not waited for beyond 2 s")
    func deadService() async throws {
      let scratch = try Scratch()
      _ = try scratch.file(
        "org.freedesktop.Notifications.service",
        "[D-BUS Service]\nName=org.freedesktop.Notifications\nExec=/bin/sleep 60\n")
      let bus = try await PrivateBus(services: scratch.path)
      let (outcome, time) = try await timed(["push", "--json"] + Self.plain, bus.environment)
      #expect(outcome.code == 69)
      #expect(outcome.errors.count == 1)
      #expect(outcome.errors.first?.contains("no notification server on the session bus") == true)
      #expect(time < .seconds(2))
      await bus.end()
    }

    static let buses = [
      ["DBUS_SESSION_BUS_ADDRESS": "unix:path=/nonexistent/bus"],
      ["DBUS_SESSION_BUS_ADDRESS": "nonsense"], [:],
    ]

    @Test("Without a bus the run ends with 69 and says so", arguments: buses)
    func noBus(environment: [String: String]) async throws {
      let (outcome, time) = try await timed(["push", "--json"] + Self.plain, environment)
      #expect(outcome.code == 69)
      #expect(outcome.output == [])
      #expect(outcome.errors.count == 1)
      let words = outcome.errors.first ?? ""
      #expect(words.hasPrefix("belfry: push: no session bus: "))
      #expect(
        words.hasSuffix(
          "; start belfry inside a desktop session, or set DBUS_SESSION_BUS_ADDRESS to the "
            + "session's bus (often unix:path=/run/user/UID/bus under cron, ssh and sudo); "
            + "or take --presenter terminal or --script FILE"))
      #expect(time < .seconds(2))
    }

    @Test("A server that hangs from the start is given up within its limit")
    func hang() async throws {
      let desk = try await Desk("dunst")
      _ = await desk.fake.do(#"{"command":"hang"}"#)
      let (outcome, time) = try await timed(["push", "--json"] + Self.plain, desk.bus.environment)
      #expect(
        outcome
          == .init(
            code: 1,
            errors: [
              "belfry: push: the notification server did not answer GetServerInformation within "
                + "5.0 seconds; restart it"
            ]))
      // The limit, and what a busy machine takes to start two programs.
      #expect(time < .seconds(8))
    }

    @Test("A server that hangs at a notification is given up within its limit, and Ctrl-C works")
    func hangAtNotify() async throws {
      let desk = try await Desk("plasma5")
      // Plasma refuses the second one for a second, in which the server begins to hang.
      let (program, _) = try await desk.push(Self.plain + Self.plain)
      #expect(await desk.fake.call("Notify")?["error"] != nil)
      _ = await desk.fake.do(#"{"command":"hang"}"#)
      #expect(await program.event() == Self.shown("ID1", "Plasma"))
      let second = EventLine(identifier: "ID2", category: nil)
      #expect(
        await program.event()
          == second(
            "failed",
            #""detail":"the notification server did not answer Notify within 5.0 seconds; "#
              + #"restart it""#))
      // libnotify's thread is still stuck in the call, for 25 s; the run does not wait for it.
      let start = ContinuousClock.now
      program.interrupt()
      #expect(await program.rest() == .init(code: 130, output: [Self.event.closed("withdrawn")]))
      #expect(start.duration(to: .now) < .seconds(5))
    }

    @Test("A server that dies ends what it showed, and the run ends well")
    func death() async throws {
      let desk = try await Desk("mako")
      let (program, _) = try await desk.push(Self.plain)
      #expect(await program.event() == Self.shown("ID1", "mako"))
      desk.fake.send(#"{"command":"die"}"#)
      #expect(await program.rest() == .init(output: [Self.event.closed("serverGone")]))
    }

    @Test("When the server is restarted, the next push of the run is shown on the new one")
    func restart() async throws {
      let desk = try await Desk("plasma5")
      // Plasma refuses the second one for a second, in which the server is restarted.
      let (program, _) = try await desk.push(Self.plain + Self.plain)
      #expect(await desk.fake.call("Notify")?["error"] != nil)
      _ = await desk.fake.do(#"{"command":"restart","profile":{"base":"mako"}}"#)
      #expect(await desk.fake.call("Notify")?["id"]?.int == 1)
      _ = await desk.fake.do(#"{"person":"body"}"#)
      let second = EventLine(identifier: "ID2", category: nil)
      #expect(
        await program.rest()
          == .init(output: [
            Self.shown("ID1", "Plasma"), Self.event.closed("serverGone"),
            Self.shown("ID2", "Plasma"), second.response(EventLine.defaultAction),
          ]))
    }

    @Test("A push on its way when Ctrl-C comes is taken back as soon as it is shown")
    func interruptedDelivery() async throws {
      let desk = try await Desk("plasma5")
      // Between Plasma's refusal and the second attempt lies a second.
      let (program, _) = try await desk.push(
        Self.plain + Self.plain + ["Examples/pushes/badge.apns"])
      #expect(await desk.fake.call("Notify")?["error"] != nil)
      program.interrupt()
      let second = EventLine(identifier: "ID2", category: nil)
      let third = EventLine(identifier: "ID3", category: nil)
      #expect(
        await program.rest()
          == .init(
            code: 130,
            output: [
              Self.shown("ID1", "Plasma"), Self.event.closed("withdrawn"),
              Self.shown("ID2", "Plasma"), second.closed("withdrawn"),
              third(
                "failed", #""detail":"not shown: everything was taken back before its turn""#),
            ]))
      // Both are off the screen, and the third never came to it.
      desk.fake.send(#"{"command":"list"}"#)
      let calls = [
        await desk.fake.next { $0["call"] != nil || $0["done"] != nil },
        await desk.fake.next { $0["call"] != nil || $0["done"] != nil },
        await desk.fake.next { $0["call"] != nil || $0["done"] != nil },
        await desk.fake.next { $0["call"] != nil || $0["done"] != nil || $0["open"] != nil },
      ]
      #expect(
        calls.map { $0?["call"]?.string ?? $0?["done"]?.string } == [
          "CloseNotification", "Notify", "CloseNotification", "list",
        ])
    }

    @Test("A server's refusal is told with its name and words, and the next push is shown")
    func refusal() async throws {
      let desk = try await Desk("dunst")
      _ = await desk.fake.do(
        #"{"command":"answer-error","method":"Notify","name":"org.example.No","message":"a \"<b>\"","count":1}"#
      )
      let (program, _) = try await desk.push(Self.plain + Self.plain)
      _ = await desk.fake.call("Notify")
      _ = await desk.fake.do(#"{"person":"dismiss"}"#)
      let second = EventLine(identifier: "ID2", category: nil)
      let outcome = await program.rest()
      #expect(outcome.code == 1)
      #expect(
        outcome.output.first
          == Self.event(
            "failed",
            #""detail":"the notification server answered with an error: org.example.No: "#
              + #"a \"<b>\"; its log may say why""#))
      #expect(outcome.output.last == second.closed("dismissed"))
    }

    @Test(
      "What a server does not show is closed without a reason",
      arguments: ["dunst-suppressing", "xfce-dnd"])
    func suppressed(profile: String) async throws {
      let desk = try await Desk(profile)
      let (program, _) = try await desk.push(Self.plain)
      let outcome = await program.rest()
      #expect(outcome.code == 0)
      #expect(outcome.output.dropFirst() == [Self.event.closed("unknown")])
    }

    @Test("An answer that needs an unlocked session waits until it is unlocked")
    func locked() async throws {
      let scratch = try Scratch()
      _ = try scratch.file(
        "app.json",
        """
        { "bundleIdentifier": "com.example.meetings", "categories": [
          { "identifier": "MEETING_INVITE", "actions": [
            { "identifier": "PAY", "title": "Pay", "options": ["authenticationRequired"] } ] } ] }
        """)
      let desk = try await Desk("plasma5")
      let locker = try LineProcess(
        "\(packageFolder)/Tests/FakeServer/fake-locker", ["org.gnome.ScreenSaver", "--locked"],
        environment: desk.bus.environment)
      #expect(await locker.lines.next()?.contains("ready") == true)
      let (program, call) = try await desk.push(
        ["Examples/pushes/invite.apns", "--app", scratch.path])
      #expect(await program.event()?.contains(#""event":"presented""#) == true)
      try await desk.press("PAY", in: call)
      // It asks whether the session is locked, and hears that it is.
      #expect(await locker.lines.next()?.contains("GetActive") == true)
      locker.send(#"{"command":"unlock"}"#)
      #expect(await program.rest() == .init(output: [EventLine().response("PAY")]))
      locker.endInput()
    }
  }
}
