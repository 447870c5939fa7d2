import Synchronization
import Testing

@testable import DesktopNotifications

@Suite("Waiting no longer than a limit", .timeLimit(.minutes(1)))
struct DeadlineTests {
  @Test("A value that is there in time is the result")
  func inTime() async {
    #expect(await withDeadline(.seconds(30)) { 7 } == 7)
  }

  @Test("A value that comes too late is given to the second function, once")
  func late() async {
    let release = OneShot<Int>()
    let late = OneShot<Int>()
    let result = await withDeadline(.milliseconds(1)) {
      await release.value()
    } late: {
      #expect(late.set($0))
    }
    #expect(result == nil)
    #expect(late.current == nil)
    release.set(8)
    #expect(await late.value() == 8)
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
