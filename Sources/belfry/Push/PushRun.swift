internal import ApplePush
internal import DesktopNotifications
internal import DesktopNotificationsTesting
internal import FoundationEssentials
internal import GLibLoop
internal import Glibc
internal import NotificationModel
internal import PushBridge
internal import PushServer
internal import Synchronization

/// One run of `belfry push`: the pushes read, a presenter chosen, each push delivered, and the
/// person waited for.
struct PushRun {
  private let options: PushOptions
  private let console: Console
  private let printer: EventPrinter
  private let apps: AppBook

  init(_ options: PushOptions, _ console: Console) {
    self.options = options
    self.console = console
    printer = EventPrinter(console, command: "push", json: options.json)
    apps = AppBook(options.input.apps, console)
  }

  /// Does the work.
  func run() async throws -> ExitCode {
    let script = try options.script.map { try ScriptFile.read($0) }
    let desktop = Presenter.desktopAhead(options.presenting)
    var code = ExitCode.done
    var pushes: [(push: Push, app: ReceivingApp)] = []
    for source in options.input.sources {
      do {
        pushes.append(try read(source))
      } catch let failure as CommandFailure {
        // The other pushes are still worth showing; the first failure decides the exit code.
        console.report("belfry: push: \(failure.message)")
        if code == .done { code = failure.code }
      } catch let rejection as RejectedPush {
        report(rejection)
        if code == .done { code = .badPayload }
      }
    }
    guard !pushes.isEmpty else { return code }
    let presenter = try await Presenter.choose(
      options.presenting, script, desktop, PageHouse(), console)
    let delivered = await deliver(pushes, by: presenter)
    if let failure = printer.outputFailure { throw failure }
    return code == .done ? delivered : code
  }

  // MARK: Reading

  private struct RejectedPush: Error {
    let rejection: Rejection
    let source: PushInput.Source
    let topic: String
  }

  private func read(_ source: PushInput.Source) throws -> (push: Push, app: ReceivingApp) {
    let bytes = try PushInput.read(source, console)
    let topic = try options.input.topic ?? apps.onlyTopic()
    do {
      let push = try options.input.push(bytes, defaultTopic: topic, apps)
      let app = try apps.receivingApp(
        for: push.bundleIdentifier, extraActions: options.actions.map(\.action))
      for drop in push.drops { console.report("\(source.name):\(drop)") }
      return (push, app)
    } catch let rejection as Rejection {
      throw RejectedPush(
        rejection: rejection, source: source, topic: topic ?? PushInput.defaultTopic)
    }
  }

  private func report(_ rejected: RejectedPush) {
    let rejection = rejected.rejection
    let place = rejection.position.map { "\(rejected.source.name):\($0)" } ?? rejected.source.name
    let detail = "\(place): \(rejection.detail)"
    printer.print(
      PushEvent(
        date: Date(), requestIdentifier: UUID().uuidString, topic: rejected.topic,
        kind: .rejected(
          status: rejection.reason.status, reason: rejection.reason.text, detail: detail)))
  }

  // MARK: Delivering

  private func deliver(
    _ pushes: [(push: Push, app: ReceivingApp)], by presenter: Presenter
  ) async -> ExitCode {
    let undelivered = Undelivered()
    let courier = ResponseCourier(
      patience: .command, executor: CommandActor.executor,
      post: { try await WebhookClient.post($0, to: $1, within: ResponseCourier.webhookLimit) },
      settled: { [printer] letter, failure in
        guard let failure else { return }
        undelivered.note()
        printer.print(
          PushEvent(
            date: Date(), requestIdentifier: letter.requestIdentifier, topic: letter.topic,
            kind: .failed(failure)))
      })
    let delivery = PushDelivery(
      surroundings: presenter.surroundings,
      options: PushDelivery.Options(
        video: VideoMode(rawValue: options.video.rawValue) ?? .player, stays: options.waits,
        playerLimit: presenter.playerLimit),
      knownServer: presenter.information, executor: CommandActor.executor,
      emit: { [printer] event in
        printer.print(event)
        for letter in ResponseLetter.letters(of: event) {
          // In the order of the executor's queue.
          Task(executorPreference: CommandActor.executor) { await courier.bring(letter) }
        }
      })
    let interruption = options.waits ? Interruption(options.timeout) : nil
    interruption?.onEnd {
      await delivery.withdrawAll()
      await courier.stop()
    }
    var code = ExitCode.done
    var ignored: [String] = []
    for (push, app) in pushes {
      switch await delivery.deliver(push, for: app) {
      case .notShown, .takenBack: continue
      case .failed(let error):
        if code == .done { code = ExitCode(error) }
      case .presented(let request):
        guard let person = presenter.person else { continue }
        switch person.act(on: request, topic: push.topic, app) {
        case .done:
          // One deed after the other: a script gives the same events in the same order each time.
          if options.waits { await delivery.finish(request.identifier) }
        case .nothing: ignored.append(request.identifier)
        case .impossible(let failure):
          ignored.append(request.identifier)
          console.report("belfry: push: \(failure)")
          if code == .done { code = .undelivered }
        }
      }
    }
    if options.waits {
      for identifier in ignored {
        await delivery.withdraw(.request(identifier))
      }
      await delivery.finish()
      await courier.finish()
    }
    await presenter.flush()
    if interruption?.wasInterrupted == true { return .interrupted }
    if code == .done {
      let hasFailed = await delivery.hasFailed
      if hasFailed || undelivered.isNoted { return .undelivered }
    }
    return code
  }

  /// Whether a response did not reach one of its handlers.
  private final class Undelivered: Sendable {
    private let state = Mutex(false)

    var isNoted: Bool { state.withLock { $0 } }

    func note() {
      state.withLock { $0 = true }
    }
  }
}

extension ExitCode {
  /// The exit code of a push that could not be shown.
  init(_ error: NotificationServerError) {
    switch error {
    case .noBus, .noServer: self = .unavailable
    case .timedOut, .refused, .failed: self = .undelivered
    }
  }
}

extension PushOptions.Action {
  /// The action in Apple's model.
  fileprivate var action: UNNotificationAction {
    isTextInput
      ? UNTextInputNotificationAction(
        identifier: identifier, title: title, textInputButtonTitle: "Send",
        textInputPlaceholder: "")
      : UNNotificationAction(identifier: identifier, title: title)
  }
}
