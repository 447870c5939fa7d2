internal import ApplePush
internal import FoundationEssentials
internal import GLibLoop
internal import NotificationModel
internal import PushBridge
internal import PushStore

/// Takes accepted pushes out of the store, in order, and leads them into their lives.
actor PushFeeder {
  /// How many pushes are taken at a time.
  ///
  /// Taking is one write to the disk; what a crash finds taken
  /// and not shown is not shown any more, for nobody knows whether it was.
  static let batch = 16
  /// How many pushes are on their way at a time: programs of app folders may take their time, and the
  /// others do not wait for them.
  static let mostInFlight = 64
  /// How long the store is left alone after it failed.
  private static let pause = Duration.seconds(1)

  nonisolated var unownedExecutor: UnownedSerialExecutor {
    Journal.executor.asUnownedSerialExecutor()
  }

  private let store: PushStore
  private let delivery: PushDelivery
  private let apps: AppShelf
  private let person: ScriptedPerson?
  private let journal: Journal
  private var inFlight = 0
  private var isRunning = false
  private var isStopped = false
  private var isWoken = false
  private var onRoom: CheckedContinuation<Void, Never>?
  private var onIdle: [CheckedContinuation<Void, Never>] = []

  init(
    store: PushStore, delivery: PushDelivery, apps: AppShelf, person: ScriptedPerson?,
    journal: Journal
  ) {
    self.store = store
    self.delivery = delivery
    self.apps = apps
    self.person = person
    self.journal = journal
  }

  /// Says of the pushes that a killed program had begun with that their end is not known.
  func tellInterrupted() async throws(StoreError) {
    for stored in try await store.interrupted() {
      tell(
        .failed(
          "interrupted: belfry serve was killed while it presented the push; "
            + "it is not presented again"), stored)
    }
  }

  /// Takes what the store has.
  func wake() {
    isWoken = true
    guard !isRunning, !isStopped else { return }
    isRunning = true
    Task(executorPreference: Journal.executor) { await self.run() }
  }

  /// Takes no more pushes, and gives back those that wait for their way.
  func stop() {
    isStopped = true
    onRoom?.resume()
    onRoom = nil
  }

  /// Waits for the pushes on their way.
  func finish() async {
    await withCheckedContinuation { continuation in
      onIdle.append(continuation)
      // The task may have been set aside before it came here.
      becomeIdle()
    }
  }

  private func run() async {
    while isWoken, !isStopped {
      isWoken = false
      do throws(StoreError) {
        while !isStopped {
          let pushes = try await store.begin(limit: Self.batch)
          guard !pushes.isEmpty else { break }
          await lead(pushes)
        }
      } catch {
        // The store has reported it.
        Journal.executor.after(Self.pause) { [self] in
          Task(executorPreference: Journal.executor) { await self.wake() }
        }
        break
      }
    }
    isRunning = false
    becomeIdle()
    // Woken after the last look.
    if isWoken, !isStopped { wake() }
  }

  private func lead(_ pushes: [StoredPush]) async {
    for (index, push) in pushes.enumerated() {
      await waitForRoom()
      guard !isStopped else {
        await store.giveBack(pushes[index...].map(\.number))
        return
      }
      inFlight += 1
      Task(executorPreference: Journal.executor) {
        await self.deliver(push)
        await self.land()
      }
    }
  }

  private func waitForRoom() async {
    // A script plays one push after the other, so that it gives the same events each time.
    let limit = person == nil ? Self.mostInFlight : 1
    while inFlight >= limit, !isStopped {
      await withCheckedContinuation { continuation in
        // Looked at again: the task may have been set aside before it came here, and the last push
        // have landed meanwhile.
        if inFlight >= limit, !isStopped {
          onRoom = continuation
        } else {
          continuation.resume()
        }
      }
    }
  }

  private func land() {
    inFlight -= 1
    onRoom?.resume()
    onRoom = nil
    becomeIdle()
  }

  private func becomeIdle() {
    guard !isRunning, inFlight == 0 else { return }
    let waiting = onIdle
    onIdle = []
    for continuation in waiting { continuation.resume() }
  }

  private func deliver(_ stored: StoredPush) async {
    do {
      let book = apps.book
      let fields = stored.push.headers.split(separator: "\n").compactMap { line in
        try? HeaderField(parsing: String(line))
      }
      let push = try book.push(stored.push.payload, try PushHeaders(fields))
      let app = try book.receivingApp(for: push.bundleIdentifier, extraActions: [])
      for drop in push.drops { Log.write(.info, "push \(stored.push.id): \(drop)") }
      let result = await delivery.deliver(
        push, for: app, identifier: stored.push.id, number: stored.number)
      if result == .takenBack { await store.giveBack([stored.number]) }
      guard let person, case .presented(let request) = result else { return }
      switch person.act(on: request, topic: push.topic, app) {
      case .done: await delivery.finish(request.identifier)
      case .nothing: break
      case .impossible(let failure): tell(.failed(failure), stored)
      }
    } catch let failure as CommandFailure {
      tell(.failed(failure.message), stored)
    } catch {
      tell(.failed("\(error)"), stored)
    }
  }

  private func tell(_ kind: PushEvent.Kind, _ stored: StoredPush) {
    var event = PushEvent(
      date: Date(), requestIdentifier: stored.push.id, topic: stored.push.topic, kind: kind)
    event.context.number = stored.number
    journal.take(event)
  }
}
