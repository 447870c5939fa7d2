/// `belfry serve`.
enum ServeCommand {
  static let command = Command(
    name: "serve",
    summary: "plays Apple's push service: providers deliver to the desktop",
    options: [
      Command.Option(
        name: "listen", short: "l", value: "ADDRESS:PORT",
        help: "where providers connect; 127.0.0.1 and ::1, port 2197, unless said otherwise"),
      Command.Option(
        name: "pages", value: "ADDRESS:PORT",
        help: "where the web pages are served; localhost:2198 unless said otherwise"),
      CommandTable.state, CommandTable.app, CommandTable.presenter, CommandTable.script,
      CommandTable.video, CommandTable.openWith,
      Command.Option(
        name: "strict",
        help: "hold providers to Apple's stricter rules: tokens, push type, priority"),
      Command.Option(
        name: "auth-key", value: "FILE", values: .file,
        help: "check provider tokens by this AuthKey_ID.p8"),
      Command.Option(
        name: "fail", value: "TOKEN=REASON[:COUNT]", isRepeatable: true,
        help: "let pushes to a device token fail, COUNT times, such as c0ffee=Unregistered"),
      Command.Option(
        name: "keep", value: "DAYS", help: "keep pushes and their events so long; 30 days"),
      Command.Option(
        name: "keep-count", value: "N", help: "keep so many pushes; 1000000"),
      CommandTable.json,
    ],
    examples: [
      Command.Example(
        line: "belfry serve --app Examples/Meetings",
        says: "Show on the desktop what providers send to 127.0.0.1:2197."),
      Command.Example(
        line: "belfry serve --script accept.json --json --listen 127.0.0.1:0",
        says: "A double for CI: a script presses the buttons; any free port."),
      Command.Example(
        line: "belfry serve --fail c0ffee=Unregistered:1",
        says: "Let the first push to the device c0ffee fail as Apple would."),
    ],
    exitCodes: [
      .undelivered, .noInput, .unavailable, .tryAgain, .badConfiguration, .interrupted,
    ],
    run: { invocation, console in
      try await Daemon.run(ServeOptions(invocation, console), console)
    })
}
