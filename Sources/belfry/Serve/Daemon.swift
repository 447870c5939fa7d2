internal import ApplePush
internal import DesktopNotifications
internal import FoundationEssentials
internal import GLibLoop
internal import Glibc
internal import JSONText
internal import PushBridge
internal import PushServer
internal import PushStore

/// A running `belfry serve`.
struct Daemon {
  /// How long requests that are in may take to be answered when it ends.
  private static let drainLimit = Duration.seconds(5)
  /// How many notifications a script's mock remembers.
  private static let mockHistory = 16
  /// How often what is too old is deleted.
  private static let pruneInterval = Duration.seconds(3600)

  private let options: ServeOptions
  private let console: Console
  private let apps: AppShelf
  private let store: PushStore
  private let journal: Journal
  private let delivery: PushDelivery
  private let courier: ResponseCourier
  private let feeder: PushFeeder
  private let presenter: Presenter

  /// Serves until a signal ends it.
  ///
  /// - Returns: 0 after SIGTERM, 130 after Ctrl-C.
  /// - Throws: `CommandFailure`.
  static func run(_ options: ServeOptions, _ console: Console) async throws -> ExitCode {
    // Before anything is there that a signal would leave half done.
    let signals = Signals()
    let pages = PageHouse()
    let daemon = try await Daemon(options, pages, console)
    return try await daemon.serve(pages, signals)
  }

  private init(
    _ options: ServeOptions, _ pages: PageHouse, _ console: Console
  ) async throws {
    self.options = options
    self.console = console
    let script = try options.script.map { try ScriptFile.read($0) }
    apps = AppShelf { AppBook(options.apps, console) }
    try apps.reload()
    let presenting = PresenterOptions(
      command: "serve", presenter: options.presenter, openWith: options.openWith, waits: true,
      historyLimit: Self.mockHistory)
    presenter = try await Presenter.choose(
      presenting, script, Presenter.desktopAhead(presenting), pages, console)
    do throws(StoreError) {
      store = try PushStore(options.state) { error in
        console.report("belfry: serve: \(error.description)")
      }
    } catch {
      throw CommandFailure(error)
    }
    let journal = Journal(
      EventPrinter(console, command: "serve", json: options.json), store)
    self.journal = journal
    let store = store
    courier = ResponseCourier(
      patience: .service, executor: Journal.executor,
      post: { try await WebhookClient.post($0, to: $1, within: ResponseCourier.webhookLimit) },
      settled: { letter, failure in
        if let failure {
          journal.take(
            PushEvent(
              date: Date(), requestIdentifier: letter.requestIdentifier, topic: letter.topic,
              kind: .failed(failure)))
        }
        if let number = letter.number {
          await store.settle(number, told: letter.handler.words)
        }
      })
    journal.use(courier)
    delivery = PushDelivery(
      surroundings: presenter.surroundings,
      options: PushDelivery.Options(
        video: VideoMode(rawValue: options.video.rawValue) ?? .player,
        playerLimit: presenter.playerLimit,
        // A script has no screen to protect, and plays each push.
        burstLimit: presenter.person == nil ? ServeOptions.burstLimit : nil),
      knownServer: presenter.information, executor: Journal.executor, emit: journal.take)
    feeder = PushFeeder(
      store: store, delivery: delivery, apps: apps, person: presenter.person, journal: journal)
  }

  // MARK: Serving

  private func serve(_ pages: PageHouse, _ signals: Signals) async throws -> ExitCode {
    do {
      let pageServer = try await startPages(pages)
      let (endpoint, certificate) = try await startEndpoint()
      do throws(PageServerError) {
        try await pageServer.addFailures(of: endpoint)
      } catch {
        throw CommandFailure(error.description, .undelivered)
      }
      let ready = ReadyLine(
        endpoint: Self.origin("https", options.endpoint.addresses.first, endpoint.port),
        pages: pageServer.origin, authority: certificate.authorityPath)
      let control = try await ControlSocket(options.state) { await answer($0, ready) }
      try console.print(options.json ? ready.json.text : ready.words)
      try await takeUp()
      let code = await waitForEnd(signals)
      await control.close(options.state)
      await end(endpoint)
      return code
    } catch {
      await store.close()
      throw error
    }
  }

  private func startPages(_ pages: PageHouse) async throws(CommandFailure) -> PageServer {
    do {
      return try await pages.start(port: options.pages.port)
    } catch {
      switch error {
      case .portInUse(let port):
        throw CommandFailure(
          "port in use: \(port) on localhost; end the other program, "
            + "or choose another port with --pages", .tryAgain)
      case .noLibrary: throw CommandFailure(error.description, .unavailable)
      case .portNotPermitted: throw CommandFailure(error.description, .badConfiguration)
      case .failed, .tooManyPages, .closed:
        throw CommandFailure(error.description, .undelivered)
      }
    }
  }

  private func startEndpoint() async throws(CommandFailure) -> (PushEndpoint, ServerCertificate) {
    do throws(PushEndpointError) {
      let certificate = try ServerCertificate.load(folder: options.state.path, now: Date())
      var endpoint = PushEndpoint.Options()
      endpoint.addresses = options.endpoint.addresses
      endpoint.port = options.endpoint.port
      endpoint.rules = ProviderRules(
        isStrict: options.isStrict, key: try options.authKey.map(ProviderKey.init))
      endpoint.failures = FailureRules(options.failures)
      let started = try await PushEndpoint.start(
        endpoint, certificate: certificate, accept: { await accept($0) },
        refused: { journal.take(PushEvent($0)) })
      return (started, certificate)
    } catch {
      let code: ExitCode =
        switch error {
        case .noLibrary: .unavailable
        case .portInUse: .tryAgain
        case .portNotPermitted, .noAddress, .badCertificate: .badConfiguration
        case .file(let path, _): path == options.authKey ? .noInput : .badConfiguration
        case .failed: .undelivered
        }
      throw CommandFailure(error.description, code)
    }
  }

  /// Stores pushes before their providers are told.
  private func accept(_ pushes: [ReceivedPush]) async -> Rejection? {
    let now = Date()
    do throws(StoreError) {
      try await store.accept(pushes.map { NewPush($0, now) })
    } catch {
      // The store has reported it.
      return Rejection(.serviceUnavailable, error.description)
    }
    await feeder.wake()
    return nil
  }

  /// Takes up what an earlier run has left.
  private func takeUp() async throws(CommandFailure) {
    do throws(StoreError) {
      try await feeder.tellInterrupted()
      for owed in try await store.owed() { await bring(owed) }
    } catch {
      throw CommandFailure(error)
    }
    await feeder.wake()
    pruneNowAndThen()
  }

  private func bring(_ owed: OwedEvent) async {
    // What the store gives was written by this program; a line that is none of its own has nobody.
    let line = (try? JSONDocument(Array(owed.line.utf8), options: .payload))?.root.object
    let handlers = (try? apps.book.receivingApp(for: owed.topic, extraActions: []))?.handlers
    guard let identifier = line?["requestIdentifier"]?.string, let handlers,
      let handler = handlers.responseHandlers.first(where: { $0.words == owed.handler })
    else {
      console.report(
        "belfry: serve: response handler has gone: \(owed.handler) of \(owed.topic); "
          + "it is not told of response \(owed.number)")
      await store.settle(owed.number, told: owed.handler)
      return
    }
    await courier.bring(
      ResponseLetter(
        number: owed.number, topic: owed.topic, requestIdentifier: identifier, line: owed.line,
        handler: handler, folder: handlers.folder))
  }

  private func pruneNowAndThen() {
    Task(executorPreference: Journal.executor) {
      do throws(StoreError) {
        try await store.prune(to: options.limits, now: Date())
      } catch {
        console.report("belfry: serve: \(error.description)")
      }
      Journal.executor.after(Self.pruneInterval) { self.pruneNowAndThen() }
    }
  }

  // MARK: Commands and signals

  private func answer(_ message: ControlMessage, _ ready: ReadyLine) async -> JSONOutput {
    switch message {
    case .ready: return ready.json
    case .withdraw(let selection):
      return ["withdrawn": .integer(Int64(await delivery.withdraw(selection)))]
    case .reload:
      do throws(CommandFailure) {
        try apps.reload()
        return ["reloaded": true]
      } catch {
        return ["failed": .string("app folders stay as they were: \(error.message)")]
      }
    }
  }

  private func waitForEnd(_ signals: Signals) async -> ExitCode {
    for await signal in signals.stream {
      switch signal {
      case SIGHUP:
        do throws(CommandFailure) {
          try apps.reload()
          Log.write(.notice, "app folders read anew")
        } catch {
          console.report("belfry: serve: app folders stay as they were: \(error.message)")
        }
      case SIGINT: return .interrupted
      default: return .done
      }
    }
    return .done
  }

  /// Ends in the order of a push's way: nothing new comes in, what is in goes on its way, what is
  /// shown is taken back, and all of it is written.
  private func end(_ endpoint: PushEndpoint) async {
    await endpoint.drain(within: Self.drainLimit)
    await endpoint.close()
    await feeder.stop()
    await delivery.withdrawAll()
    await feeder.finish()
    await presenter.flush()
    await courier.stop()
    await journal.flush()
    await store.close()
  }

  private static func origin(_ scheme: String, _ address: String?, _ port: UInt16) -> String {
    let address = address ?? "127.0.0.1"
    return "\(scheme)://\(address.contains(":") ? "[\(address)]" : address):\(port)"
  }
}

/// What a ready `belfry serve` says of itself.
struct ReadyLine: Sendable {
  let endpoint: String
  let pages: String
  let authority: String

  var json: JSONOutput {
    [
      "event": "ready", "endpoint": .string(endpoint), "pages": .string(pages),
      "ca": .string(authority),
    ]
  }

  var words: String {
    "ready      \(endpoint), trusted with \(authority); pages at \(pages)"
  }
}

/// The signals that a running `belfry serve` takes, in order.
struct Signals: Sendable {
  let stream: AsyncStream<Int32>

  /// Listens from now on.
  init() {
    let (stream, continuation) = AsyncStream.makeStream(
      of: Int32.self, bufferingPolicy: .bufferingNewest(8))
    self.stream = stream
    for number in [SIGINT, SIGTERM, SIGHUP] {
      ServerActor.executor.onSignal(number) { continuation.yield(number) }
    }
  }
}

extension NewPush {
  fileprivate init(_ received: ReceivedPush, _ now: Date) {
    let push = received.push
    self.init(
      id: received.id, deviceToken: push.deviceToken, topic: push.topic,
      headers: push.headers.lines,
      payload: push.payload, date: now)
  }
}

extension PushEvent {
  fileprivate init(_ refused: RefusedPush) {
    let rejection = refused.rejection
    let place = rejection.position.map { "\($0): " } ?? ""
    self.init(
      date: Date(), requestIdentifier: refused.id, topic: refused.topic,
      kind: .rejected(
        status: rejection.reason.status, reason: rejection.reason.text,
        detail: place + rejection.detail))
  }
}
