import Foundation
import GLibLoop
import Synchronization
import Testing

/// Loops live as long as the process, so the tests share theirs.
private let loop = LoopExecutor(name: "belfry-test")
private let otherLoop = LoopExecutor(name: "belfry-other")

@Suite(.timeLimit(.minutes(1)))
struct LoopExecutorTests {
  /// Counts on a loop, without any lock of its own.
  private actor Counter {
    private let executor: LoopExecutor
    private(set) var numbers: [Int] = []
    private var isBusy = false
    private(set) var overlaps = 0
    private(set) var strays = 0

    init(on executor: LoopExecutor) { self.executor = executor }

    nonisolated var unownedExecutor: UnownedSerialExecutor {
      executor.asUnownedSerialExecutor()
    }

    func add(_ number: Int) {
      if isBusy { overlaps += 1 }
      isBusy = true
      if !executor.isCurrent { strays += 1 }
      numbers.append(number)
      isBusy = false
    }

    func addLater(_ number: Int) async {
      await Task.yield()
      add(number)
    }

    /// Adds numbers from a thread of the pool and back, as often as there are.
    func ping(_ numbers: Range<Int>) async {
      for number in numbers {
        await elsewhere()
        add(number)
      }
    }

    @concurrent private func elsewhere() async {}
  }

  // MARK: Jobs

  @Test("An actor's work runs on its loop's thread and no other")
  func isolation() async {
    let counters = [Counter(on: loop), Counter(on: otherLoop)]
    #expect(!loop.isCurrent)
    #expect(!otherLoop.isCurrent)
    for counter in counters {
      await counter.add(1)
      await counter.ping(2..<100)
      #expect(await counter.numbers == Array(1..<100))
      #expect(await counter.strays == 0)
    }
  }

  @Test("A loop's own thread is known by its name")
  func threadName() async {
    @DesktopActor func name() -> String { currentThreadName() }
    @ServerActor func otherName() -> String { currentThreadName() }
    // The kernel shows 15 bytes.
    #expect(await [name(), otherName()] == ["belfry-desktop", "belfry-server"])
  }

  @Test("Each actor knows its thread, and takes no other for it")
  func actors() async {
    @DesktopActor func onDesktop() -> [Bool] {
      DesktopActor.assumeIsolated {
        [DesktopActor.executor.isCurrent, ServerActor.executor.isCurrent]
      }
    }
    @ServerActor func onServer() -> [Bool] {
      ServerActor.assumeIsolated {
        [DesktopActor.executor.isCurrent, ServerActor.executor.isCurrent]
      }
    }
    #expect(await onDesktop() == [true, false])
    #expect(await onServer() == [false, true])
    #expect(!DesktopActor.executor.isCurrent)
    #expect(DesktopActor.executor.isIsolatingCurrentContext() == false)
  }

  @Test("To assume a loop's isolation on another thread ends the process")
  func wrongAssumption() async {
    await #expect(processExitsWith: .failure) { DesktopActor.assumeIsolated {} }
    await #expect(processExitsWith: .failure) {
      await Task { @ServerActor in DesktopActor.assumeIsolated {} }.value
    }
    await #expect(processExitsWith: .failure) { LoopExecutor(name: "a").checkIsolated() }
    // On its own thread it does not.
    await #expect(processExitsWith: .success) {
      await Task { @DesktopActor in DesktopActor.assumeIsolated {} }.value
    }
  }

  @Test("Work runs in the order of its posting")
  func order() async {
    let (numbers, continuation) = AsyncStream.makeStream(of: Int.self)
    for number in 0..<1_000 {
      Task { @ServerActor in continuation.yield(number) }
    }
    Task { @ServerActor in continuation.finish() }
    var order: [Int] = []
    for await number in numbers { order.append(number) }
    #expect(order == Array(0..<1_000))
  }

  @Test("Work that is posted by the loop itself does not run inside what runs")
  func noReentry() async {
    let steps = Mutex<[String]>([])
    let (end, continuation) = AsyncStream.makeStream(of: Void.self)
    loop.after(.zero) {
      steps.withLock { $0.append("first begins") }
      loop.after(.zero) {
        steps.withLock { $0.append("second") }
        continuation.finish()
      }
      steps.withLock { $0.append("first ends") }
    }
    for await _ in end {}
    #expect(steps.withLock { $0 } == ["first begins", "first ends", "second"])
  }

  @Test("Ten thousand jobs from all sides run one at a time, and none is lost")
  func manyJobs() async {
    let counter = Counter(on: loop)
    let count = 10_000
    await withTaskGroup { group in
      for number in 0..<count {
        group.addTask {
          if number.isMultiple(of: 2) {
            await counter.add(number)
          } else {
            await counter.addLater(number)
          }
        }
      }
    }
    #expect(await counter.numbers.sorted() == Array(0..<count))
    #expect(await (counter.overlaps, counter.strays) == (0, 0))
  }

  @Test("A job that has run is freed, with what it held")
  func freed() async {
    weak var held: Counter?
    do {
      let counter = Counter(on: loop)
      held = counter
      await Task { await counter.add(1) }.value
    }
    // The loop frees a job behind it, and runs this one after that.
    await Counter(on: loop).add(1)
    await Counter(on: loop).add(1)
    #expect(held == nil)
  }

  // MARK: Timers

  @Test("Timers run by their times and not by their making")
  func timers() async {
    let isLongOver = Mutex(false)
    let (end, continuation) = AsyncStream.makeStream(of: Void.self)
    let start = ContinuousClock.now
    let long = loop.after(.seconds(3_600)) { isLongOver.withLock { $0 = true } }
    loop.after(.milliseconds(30)) { continuation.finish() }
    for await _ in end {}
    #expect(start.duration(to: .now) >= .milliseconds(30))
    #expect(!isLongOver.withLock { $0 })
    long.cancel()
  }

  /// Times, and whether they are over at once.
  private static let delays: [(Duration, Bool)] = [
    (.zero, true), (.seconds(-1), true), (.nanoseconds(999_999), true), (.seconds(1 << 40), false),
  ]

  @Test("A time out of bounds is the nearest one in bounds", arguments: delays)
  func bounds(_ delay: Duration, _ isOver: Bool) async {
    let hasRun = Mutex(false)
    let (end, continuation) = AsyncStream.makeStream(of: Void.self)
    let timer = loop.after(delay) { hasRun.withLock { $0 = true } }
    loop.after(.milliseconds(20)) { continuation.finish() }
    for await _ in end {}
    timer.cancel()
    #expect(hasRun.withLock { $0 } == isOver)
  }

  @Test("A cancelled timer does not run, however often it is cancelled")
  func cancel() async {
    let hasRun = Mutex(false)
    let (end, continuation) = AsyncStream.makeStream(of: Void.self)
    // On the loop's own thread, where it cannot run meanwhile.
    loop.after(.zero) {
      let timer = loop.after(.milliseconds(1)) { hasRun.withLock { $0 = true } }
      timer.cancel()
      timer.cancel()
      loop.after(.milliseconds(20)) {
        timer.cancel()
        continuation.finish()
      }
    }
    for await _ in end {}
    #expect(!hasRun.withLock { $0 })
  }

  @Test(
    "What a timer held is freed after it has run, or when it is cancelled",
    arguments: [true, false])
  func timerFrees(_ cancels: Bool) async {
    let (end, continuation) = AsyncStream.makeStream(of: Void.self)
    var sentinel: Sentinel? = Sentinel { continuation.finish() }
    let timer = loop.after(cancels ? .seconds(600) : .zero) { [sentinel] in _ = sentinel }
    sentinel = nil
    if cancels { timer.cancel() }
    for await _ in end {}
  }

  // MARK: Signals

  @Test("A signal's function runs on the loop's thread, each time")
  func signals() async {
    await #expect(processExitsWith: .success) {
      let (signals, continuation) = AsyncStream.makeStream(of: Bool.self)
      loop.onSignal(SIGUSR1) { continuation.yield(loop.isCurrent) }
      var iterator = signals.makeAsyncIterator()
      for _ in 1...3 {
        kill(getpid(), SIGUSR1)
        #expect(await iterator.next() == true)
      }
    }
  }

  @Test("Two watches of one signal both run, and one goes on without the other")
  func twoWatches() async {
    await #expect(processExitsWith: .success) {
      let (signals, continuation) = AsyncStream.makeStream(of: Int.self)
      let first = loop.onSignal(SIGTERM) { continuation.yield(1) }
      otherLoop.onSignal(SIGTERM) { continuation.yield(2) }
      var iterator = signals.makeAsyncIterator()
      kill(getpid(), SIGTERM)
      #expect(await Set([iterator.next(), iterator.next()]) == [1, 2])
      first.cancel()
      await Counter(on: loop).add(1)
      kill(getpid(), SIGTERM)
      kill(getpid(), SIGTERM)
      #expect(await iterator.next() == 2)
    }
  }

  @Test("A signal that the process ignores is known, until it is watched")
  func ignoredSignal() async {
    await #expect(processExitsWith: .success) {
      #expect(!ThisProcess.ignores(SIGHUP))
      signal(SIGHUP, SIG_IGN)
      #expect(ThisProcess.ignores(SIGHUP))
      loop.onSignal(SIGHUP) {}
      #expect(!ThisProcess.ignores(SIGHUP))
    }
  }

  @Test("A signal whose watch has ended has its own effect again")
  func endedWatch() async {
    await #expect(processExitsWith: .signal(SIGTERM)) {
      let timer = loop.onSignal(SIGTERM) {}
      timer.cancel()
      kill(getpid(), SIGTERM)
      // Until the signal is there.
      while true { pause() }
    }
  }
}

/// Says when it is freed.
private final class Sentinel: Sendable {
  private let onEnd: @Sendable () -> Void

  init(_ onEnd: @escaping @Sendable () -> Void) { self.onEnd = onEnd }

  deinit { onEnd() }
}

/// What the kernel calls the calling thread.
private func currentThreadName() -> String {
  let name = try? String(contentsOfFile: "/proc/thread-self/comm", encoding: .utf8)
  // Without a name the test fails.
  return (name ?? "").trimmingCharacters(in: .newlines)
}
