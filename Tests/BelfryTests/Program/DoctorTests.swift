import TestSupport
import Testing

extension DesktopTests {
  @Suite("belfry doctor") struct DoctorTests {
    /// No dialog program is installed there, and there is no display.
    private static let environment = ["PATH": "/nonexistent"]
    private static let helpers = [
      "links         not opened: neither WAYLAND_DISPLAY nor DISPLAY is set; use --open-with COMMAND",
      "prompts       no dialog program; install zenity or kdialog, else the terminal or a page asks",
    ]
    private static let meanwhile = [
      "meanwhile     belfry push --presenter terminal shows pushes in this terminal",
      "              belfry push --script FILE plays the person, as in CI",
    ]
    private static let noServer =
      "no notification server on the session bus: The name org.freedesktop.Notifications was not "
      + "provided by any .service files; start the desktop's own, or install and start one, such as "
      + "dunst, mako-notifier, xfce4-notifyd or sway-notification-center"
    private static let noBus =
      "no session bus: Could not connect: No such file or directory; start belfry inside a desktop "
      + "session, or set DBUS_SESSION_BUS_ADDRESS to the session's bus (often "
      + "unix:path=/run/user/UID/bus under cron, ssh and sudo)"

    struct Words: Sendable, CustomTestStringConvertible {
      /// The profile.
      let testDescription: String
      let head: [String]
      let tail: [String]
    }

    private static let noField =
      "missing       inline-reply: replies are asked for in a dialog, the terminal or a page"
    private static let noList =
      "              persistence: a notification that was missed is not kept in a list"
    private static let noSound = "              sound: the server plays no sounds"
    private static let noThread =
      "              x-kde-origin-name: a thread's name is not shown beside the app's"
    private static let threeButtons =
      "buttons       on the notification, 3 at most; more are not shown"
    private static let click = "click         on the notification opens it"

    static let servers = [
      Words(
        testDescription: "gnome48",
        head: [
          "server        gnome-shell 48.7 (GNOME), specification 1.2: GNOME Shell",
          "capabilities  actions body body-markup icon-static persistence sound", threeButtons,
          click,
        ],
        tail: [
          noField, "              body-hyperlinks: links in the text cannot be clicked", noThread,
          "to know       buttons show while the mouse is on the banner",
          "              \"suppress-sound\" is not read",
          "              it takes a notification away when its sender leaves, "
            + "if the sender's desktop file is installed",
          "              it does not tell when a notification's time is over: "
            + "belfry push keeps waiting",
        ]),
      Words(
        testDescription: "plasma5",
        head: [
          "server        Plasma 5.27.5 (KDE), specification 1.2: KDE Plasma",
          "capabilities  actions body body-hyperlinks body-images body-markup icon-static "
            + "inhibitions inline-reply persistence x-kde-display-appname x-kde-origin-name "
            + "x-kde-urls", threeButtons, click,
        ],
        tail: [
          "missing       sound: the server plays no sounds",
          "to know       it refuses the same title and text twice within a second: "
            + "belfry waits and tries again",
        ]),
      Words(
        testDescription: "dunst",
        head: [
          "server        dunst 1.9.0 (2022-06-27) (knopwob), specification 1.2: dunst",
          "capabilities  actions body body-hyperlinks body-markup icon-static private-synchronous "
            + "synchronous x-canonical-private-synchronous x-dunst-stack-tag",
          "buttons       not drawn; opened by dunstctl context, or a middle click", click,
        ],
        tail: [
          noField, noList, noSound, noThread,
          "to know       the notification itself is clicked with the middle button",
        ]),
      Words(
        testDescription: "xfce",
        head: [
          "server        Xfce Notify Daemon 0.7.3 (Xfce), specification 1.2: Xfce",
          "capabilities  action-icons actions body body-hyperlinks body-markup icon-static "
            + "x-canonical-private-icon-only", threeButtons,
          "click         on the notification puts it away; a button \"Open\" opens it",
        ],
        tail: [
          noField, noList, noSound, noThread,
          "to know       while \"do not disturb\" is on, it takes its buttons back",
        ]),
      Words(
        testDescription: "swaync011",
        head: [
          "server        SwayNotificationCenter 0.11.0 (ErikReider), specification 1.3: swaync",
          "capabilities  actions body body-images body-markup inline-reply persistence "
            + "private-synchronous synchronous x-canonical-private-synchronous", threeButtons,
          click,
        ],
        tail: [
          "missing       body-hyperlinks: links in the text cannot be clicked", noSound, noThread,
          "to know       it does not tell when a notification's time is over: "
            + "belfry push keeps waiting",
          "              it announces inline-reply although its settings may have text fields "
            + "off: a button asks too",
        ]),
      Words(
        testDescription: "minimal",
        head: [
          "server        minimal 1 (Belfry), specification 1.2: minimal", "capabilities  body",
          "buttons       none", "click         does nothing",
        ],
        tail: [
          "missing       actions: no buttons and no click; a link stands in the text",
          "              inline-reply: replies are asked for in a dialog, the terminal or a page",
          "              body-markup: the subtitle is not bold",
          "              body-hyperlinks: links in the text cannot be clicked", noList, noSound,
          noThread,
        ]),
    ]

    @Test("Each server is described in words", arguments: servers)
    func text(server: Words) async throws {
      let desk = try await Desk(server.testDescription)
      let outcome = try await BelfryProgram.run(
        ["doctor"], environment: desk.bus.environment.merging(Self.environment) { $1 })
      #expect(
        outcome
          == .init(
            output: ["session bus   reached"] + server.head + Self.helpers + server.tail))
    }

    /// The members of `--json`, by profile.
    static let objects = [
      (
        "gnome48",
        #"""
        {"bus":true,"server":"gnome-shell","vendor":"GNOME","version":"48.7","specVersion":"1.2",
        "capabilities":["actions","body","body-markup","icon-static","persistence","sound"],
        "missing":[
        {"capability":"inline-reply","cost":"replies are asked for in a dialog, the terminal or a page"},
        {"capability":"body-hyperlinks","cost":"links in the text cannot be clicked"},
        {"capability":"x-kde-origin-name","cost":"a thread's name is not shown beside the app's"}],
        "remarks":["buttons show while the mouse is on the banner","\"suppress-sound\" is not read",
        "it takes a notification away when its sender leaves, if the sender's desktop file is installed",
        "it does not tell when a notification's time is over: belfry push keeps waiting"],
        "display":false,"dialogs":[]}
        """#
      ),
      (
        "plasma5",
        #"""
        {"bus":true,"server":"Plasma","vendor":"KDE","version":"5.27.5","specVersion":"1.2",
        "capabilities":["actions","body","body-hyperlinks","body-images","body-markup","icon-static",
        "inhibitions","inline-reply","persistence","x-kde-display-appname","x-kde-origin-name",
        "x-kde-urls"],
        "missing":[{"capability":"sound","cost":"the server plays no sounds"}],
        "remarks":["it refuses the same title and text twice within a second: belfry waits and tries again"],
        "display":false,"dialogs":[]}
        """#
      ),
    ]

    @Test("With --json it is one object on one line", arguments: objects)
    func json(profile: String, object: String) async throws {
      let desk = try await Desk(profile)
      let outcome = try await BelfryProgram.run(
        ["doctor", "--json"], environment: desk.bus.environment.merging(Self.environment) { $1 })
      #expect(outcome.output == [object.filter { $0 != "\n" }])
      #expect(outcome.code == 0)
    }

    @Test("The dialog programs are named where there is a display")
    func dialogs() async throws {
      let scratch = try Scratch()
      for name in ["kdialog", "zenity"] { _ = try scratch.program(name, "#!/bin/sh\n") }
      let outcome = try await BelfryProgram.run(
        ["doctor"], environment: ["PATH": scratch.path, "WAYLAND_DISPLAY": "wayland-9"])
      #expect(
        outcome.output[2..<4] == [
          "links         opened by the desktop's default program",
          "prompts       zenity, kdialog",
        ])
    }

    @Test("Without a server it says what to start, and what works meanwhile")
    func serverMissing() async throws {
      let bus = try await PrivateBus()
      let environment = bus.environment.merging(Self.environment) { $1 }
      #expect(
        try await BelfryProgram.run(["doctor"], environment: environment)
          == .init(
            code: 69,
            output: ["session bus   reached", "server        none: \(Self.noServer)"]
              + Self.helpers + Self.meanwhile))
      #expect(
        try await BelfryProgram.run(["doctor", "--json"], environment: environment)
          == .init(
            code: 69,
            output: [
              #"{"bus":true,"server":null,"error":"\#(Self.noServer)","display":false,"dialogs":[]}"#
            ]))
    }

    @Test("Without a bus it says how to reach one, and what works meanwhile")
    func busMissing() async throws {
      let environment = Self.environment.merging([
        "DBUS_SESSION_BUS_ADDRESS": "unix:path=/nonexistent/bus"
      ]) { $1 }
      #expect(
        try await BelfryProgram.run(["doctor"], environment: environment)
          == .init(
            code: 69,
            output: ["session bus   not reached", "server        none: \(Self.noBus)"]
              + Self.helpers + Self.meanwhile))
      #expect(
        try await BelfryProgram.run(["doctor", "--json"], environment: environment)
          == .init(
            code: 69,
            output: [
              #"{"bus":false,"server":null,"error":"\#(Self.noBus)","display":false,"dialogs":[]}"#
            ]))
    }

    @Test("A server that hangs is called silent")
    func hang() async throws {
      let desk = try await Desk("dunst")
      _ = await desk.fake.do(#"{"command":"hang"}"#)
      let outcome = try await BelfryProgram.run(
        ["doctor"], environment: desk.bus.environment.merging(Self.environment) { $1 })
      #expect(
        outcome
          == .init(
            code: 1,
            output: [
              "session bus   reached",
              "server        silent: the notification server did not answer GetServerInformation "
                + "within 5.0 seconds; restart it",
            ] + Self.helpers + Self.meanwhile))
    }
  }
}
