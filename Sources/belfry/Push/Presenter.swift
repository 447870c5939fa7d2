internal import DesktopNotifications
internal import DesktopNotificationsTesting
internal import GLibLoop
internal import Glibc
internal import PushBridge
internal import PushServer

/// What choosing a presenter needs of a command's options.
struct PresenterOptions: Sendable {
  /// The command's name, for messages.
  let command: String
  let presenter: PushOptions.Presenter
  /// The program that opens links, and its arguments; nil for the desktop's default.
  let openWith: [String]?
  /// Whether the command stays until what it shows has ended.
  let waits: Bool
  /// How many notifications a script's mock remembers; nil for all.
  var historyLimit: Int?
}

/// Who shows the pushes of one run, and who answers them.
struct Presenter: Sendable {
  /// What a push's life needs.
  let surroundings: PushSurroundings
  /// What the server said of itself when it was looked for.
  var information: ServerInformation?
  /// The script that plays the person.
  var person: ScriptedPerson?
  /// How long a browser may take to ask for an opened page: it may start cold.
  ///
  /// Nil where nothing is
  /// really opened.
  var playerLimit: Duration? = .seconds(15)
  /// Waits until what was sent has left the process.
  var flush: @Sendable () async -> Void = {}

  /// Makes the desktop's server, where the options may need it, and lets it connect while the
  /// pushes are read.
  static func desktopAhead(_ options: PresenterOptions) -> LibnotifyServer? {
    guard options.presenter == .auto || options.presenter == .desktop else { return nil }
    let server = LibnotifyServer(
      appName: "belfry", listens: options.waits, timers: CommandActor.executor)
    server.askAhead(recalling: !options.waits)
    return server
  }

  /// Chooses the presenter that the options ask for.
  ///
  /// - Throws: `CommandFailure` with 69 where `auto` finds neither a server nor a terminal.
  static func choose(
    _ options: PresenterOptions, _ script: Script?, _ server: LibnotifyServer?,
    _ pages: PageHouse, _ console: Console
  ) async throws(CommandFailure) -> Presenter {
    guard let server else {
      return options.presenter == .terminal
        ? try terminal(options, pages, console)
        : scripted(options, script ?? Script.empty, pages, console)
    }
    let presenter = desktop(server, options, pages, console)
    guard options.presenter == .auto else { return presenter }
    return try await automatic(server, presenter, options, pages, console)
  }

  /// The desktop where the session bus has a notification server, else the terminal.
  private static func automatic(
    _ server: LibnotifyServer, _ desktop: Presenter, _ options: PresenterOptions,
    _ pages: PageHouse, _ console: Console
  ) async throws(CommandFailure) -> Presenter {
    var presenter = desktop
    do {
      presenter.information = try await server.information()
      return presenter
    } catch {
      switch error {
      case .noBus, .noServer:
        guard options.waits, let presenter = try? terminal(options, pages, console) else {
          // Without a terminal the desktop's error is the one to mend.
          throw CommandFailure(
            "\(error.description); or take --presenter terminal or --script FILE",
            .unavailable)
        }
        console.report("belfry: \(options.command): \(error.description)")
        console.report("belfry: \(options.command): shown in the terminal instead")
        return presenter
      case .timedOut, .refused, .failed:
        throw CommandFailure(error.description, ExitCode(error))
      }
    }
  }

  private static func desktop(
    _ server: LibnotifyServer, _ options: PresenterOptions, _ pages: PageHouse,
    _ console: Console
  ) -> Presenter {
    let opener = LinkOpener(command: options.openWith, environment: console.environment)
    var presenter = Presenter(
      surroundings: PushSurroundings(
        server: server,
        textPrompt: FallbackPrompt([
          DialogPrompt(environment: console.environment),
          TerminalPrompt(environment: console.environment, colours: console.mayColour),
          ReplyPagePrompt(
            pages: { try await pages.server() }, open: { try await opener.open($0) }),
        ]),
        open: { try await opener.open($0, activationToken: $1) },
        makeVideoPage: { try await pages.videoPage($0, title: $1) },
        waitUntilUnlocked: { await SessionLock().waitUntilUnlocked() }))
    presenter.flush = { await server.flush() }
    return presenter
  }

  private static func terminal(
    _ options: PresenterOptions, _ pages: PageHouse, _ console: Console
  ) throws(CommandFailure) -> Presenter {
    guard options.waits else {
      throw .usage(
        "options contradict each other: --presenter terminal and --no-wait; leave one out")
    }
    let terminal: Terminal
    do {
      terminal = try Terminal.controlling(
        environment: console.environment, colours: console.mayColour)
    } catch {
      throw CommandFailure(error.description, .unavailable)
    }
    let opener = LinkOpener(command: options.openWith, environment: console.environment)
    return Presenter(
      surroundings: PushSurroundings(
        server: TerminalServer(on: terminal), textPrompt: TerminalPrompt(on: terminal),
        open: { try await opener.open($0, activationToken: $1) },
        makeVideoPage: { try await pages.videoPage($0, title: $1) }))
  }

  private static func scripted(
    _ options: PresenterOptions, _ script: Script, _ pages: PageHouse, _ console: Console
  ) -> Presenter {
    let mock = MockNotificationServer(
      name: "scripted", version: Belfry.version, historyLimit: options.historyLimit)
    let person = ScriptedPerson(script, on: mock)
    let opener = options.openWith.map {
      LinkOpener(command: $0, environment: console.environment)
    }
    var presenter = Presenter(
      surroundings: PushSurroundings(
        server: mock, textPrompt: person,
        // Without a program of its own a script opens nothing: the event names what it would be.
        open: { link, token in try await opener?.open(link, activationToken: token) },
        makeVideoPage: { try await pages.videoPage($0, title: $1) }),
      person: person)
    // Programs that stand in for a browser in tests ask at once, or never.
    presenter.playerLimit = opener == nil ? nil : .seconds(5)
    return presenter
  }
}
