internal import DesktopNotifications
internal import FoundationEssentials
internal import GLibLoop
internal import JSONText
internal import PushBridge
internal import PushStore
internal import Synchronization

/// Takes the events of a running `belfry serve`: prints them, stores them, and has the applications
/// told of responses.
final class Journal: Sendable {
  /// The thread of pushes' lives: neither sockets nor the disk nor libnotify hold it up.
  ///
  /// It stands back while pushes come in faster than they can be shown: providers are answered first.
  static let executor = LoopExecutor(name: "belfry-life", niceness: 19)

  private let printer: EventPrinter
  private let store: PushStore
  /// Set once, before the first event.
  private let courier = Mutex<ResponseCourier?>(nil)

  init(_ printer: EventPrinter, _ store: PushStore) {
    self.printer = printer
    self.store = store
  }

  /// Names who brings responses.
  func use(_ courier: ResponseCourier) {
    self.courier.withLock { $0 = courier }
  }

  /// Takes an event.
  func take(_ event: PushEvent) {
    let courier = courier.withLock { $0 }
    // The queue of the executor keeps the order, and the store's after it.
    Task(executorPreference: Self.executor) { [printer, store] in
      printer.print(event)
      let letters = ResponseLetter.letters(of: event)
      let record = EventRecord(event, owedTo: letters.map(\.handler.words))
      guard !letters.isEmpty, let courier else {
        await store.note([record])
        return
      }
      // On the disk first: a response is not forgotten by a crash.
      guard let number = await store.record([record]).first else { return }
      for var letter in letters {
        letter.number = number
        await courier.bring(letter)
      }
    }
  }

  /// Waits until what was taken is on its way to the store.
  func flush() async {
    await Task(executorPreference: Self.executor) {}.value
  }
}

extension EventRecord {
  /// Makes the line of an event.
  init(_ event: PushEvent, owedTo: [String]) {
    self.init(
      push: event.context.number, date: event.date, name: event.kind.name, topic: event.topic,
      threadIdentifier: event.threadIdentifier, line: event.json.text,
      text: event.kind.searchText, settlesPush: event.kind.settlesPush, owedTo: owedTo)
  }
}

extension PushEvent.Kind {
  /// What a search finds the event by.
  fileprivate var searchText: String {
    switch self {
    case .presented(let presented):
      [presented.title, presented.subtitle, presented.body].joined(separator: "\n")
    case .silent, .closed: ""
    case .response(let actionIdentifier, let userText):
      [actionIdentifier, userText ?? ""].joined(separator: "\n")
    case .opened(let url, _, _): url
    case .rejected(_, let reason, let detail): [reason, detail].joined(separator: "\n")
    case .failed(let detail): detail
    }
  }

  /// Whether the push needs nothing more after a restart.
  fileprivate var settlesPush: Bool {
    switch self {
    case .presented, .silent, .closed, .failed: true
    case .response, .opened, .rejected: false
    }
  }
}
