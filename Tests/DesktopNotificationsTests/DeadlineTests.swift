import GLibLoop
import Testing

@testable import DesktopNotifications

@Suite("Waiting no longer than a limit", .timeLimit(.minutes(1)))
struct DeadlineTests {
  private let timers = ServerActor.executor

  @Test("A value that is there in time is the result")
  func inTime() async {
    let result = await withDeadline(.seconds(30), timers: timers) {
      7
    } late: { _ in
      Issue.record("not late")
    }
    #expect(result == 7)
  }

  @Test("A value that comes too late is given to the second function, once")
  func late() async {
    let release = OneShot<Int>()
    let late = OneShot<Int>()
    let result = await withDeadline(.milliseconds(1), timers: timers) {
      await release.value()
    } late: {
      #expect(late.set($0))
    }
    #expect(result == nil)
    #expect(late.current == nil)
    release.set(8)
    #expect(await late.value() == 8)
  }

  @Test("A wait that is over before the value came sets the other one")
  func within() async {
    let shot = OneShot<Int>()
    #expect(await shot.value(within: .milliseconds(1), timers: timers, otherwise: 9) == 9)
    #expect(!shot.set(1))
    let early = OneShot<Int>()
    early.set(1)
    #expect(await early.value(within: .seconds(30), timers: timers, otherwise: 9) == 1)
  }

  @Test("A value is set once, and all who wait get it")
  func oneShot() async {
    let shot = OneShot<Int>()
    #expect(shot.current == nil)
    async let first = shot.value()
    async let second = shot.value()
    #expect(shot.set(1))
    #expect(!shot.set(2))
    #expect(await [first, second, shot.value()] == [1, 1, 1])
    #expect(shot.current == 1)
  }
}
