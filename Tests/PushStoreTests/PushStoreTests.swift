import Foundation
import Synchronization
import Testing

@testable import PushStore

@Suite("The store of pushes")
struct PushStoreTests {
  @Test("Accepted pushes come out once, in order, also after a restart")
  func acceptAndBegin() async throws {
    let scratch = try Scratch()
    do {
      let store = try PushStore(scratch)
      try await store.accept([newPush("a"), newPush("b")])
      try await store.accept([newPush("c"), newPush("d")])
      #expect(try await store.begin(limit: 1).map(\.push.id) == ["a"])
      await store.note([record("{}", push: 1)])
      #expect(try await store.begin(limit: 1).map(\.push) == [newPush("b")])
      await store.close()
    }
    let store = try PushStore(scratch)
    #expect(try await store.interrupted().map(\.push.id) == ["b"])
    #expect(try await store.begin(limit: 9).map(\.number) == [3, 4])
    #expect(try await store.begin(limit: 9).isEmpty)
  }

  @Test("What waits is found without a look at what has been settled")
  func plan() throws {
    let scratch = try Scratch()
    _ = try PushStore(scratch)
    let database = try Database(path: scratch.folder.storePath, canWrite: false)
    let plan = try database.statement("EXPLAIN QUERY PLAN " + StoreTables.selection)
    #expect(try plan.step())
    #expect(plan.text(3) == "SEARCH push USING INDEX push_unsettled (state=?)")
    #expect(try !plan.step())
  }

  @Test("A second program is refused while the first has the folder")
  func locked() async throws {
    let scratch = try Scratch()
    var store: PushStore? = try PushStore(scratch)
    #expect(throws: StoreError.locked(folder: scratch.folder.path)) { try PushStore(scratch) }
    await store?.close()
    store = nil
    _ = try PushStore(scratch)
  }

  @Test("Many that accept at once share commits, and each is answered")
  func groups() async throws {
    let scratch = try Scratch()
    let store = try PushStore(scratch)
    try await withThrowingTaskGroup { group in
      for number in 0..<200 {
        group.addTask { try await store.accept([newPush("\(number)")]) }
      }
      try await group.waitForAll()
    }
    #expect(try await Set(store.begin(limit: 500).map(\.push.id)).count == 200)
  }

  @Test(
    "Filters",
    arguments: [
      (EventFilter(), ["1", "2", "3", "4"]),
      (EventFilter(topic: "com.example.other"), ["2"]),
      (EventFilter(threadIdentifier: "chat"), ["3"]),
      (EventFilter(since: Date(timeIntervalSince1970: 1_000_002)), ["3", "4"]),
      (EventFilter(search: "lunch"), ["1", "4"]),
      (EventFilter(search: "LUN today"), ["1"]),
      (EventFilter(search: "cafe"), ["3"]),
      (EventFilter(search: #"AND "( OR NEAR *"#), []),
      (EventFilter(search: " "), ["1", "2", "3", "4"]),
      (EventFilter(topic: "com.example.app", search: "menu"), ["4"]),
    ])
  func filters(filter: EventFilter, expected: [String]) async throws {
    let scratch = try Scratch()
    let store = try PushStore(scratch)
    _ = await store.record([
      record("1", at: 0, text: "Lunch? Today at 12"),
      record("2", at: 1, topic: "com.example.other", text: "menu"),
      record("3", at: 2, thread: "chat", text: "Café"), record("4", at: 3, text: "lunch menu"),
    ])
    #expect(try lines(scratch, filter) == expected)
  }

  @Test("The newest lines, and those after one")
  func limits() async throws {
    let scratch = try Scratch()
    let store = try PushStore(scratch)
    let numbers = await store.record((1...5).map { record("\($0)", text: "word \($0)") })
    #expect(numbers == [1, 2, 3, 4, 5])
    #expect(try lines(scratch, limit: 2) == ["4", "5"])
    #expect(try lines(scratch, EventFilter(search: "word"), limit: 2) == ["4", "5"])
    #expect(try lines(scratch, after: 3) == ["4", "5"])
    #expect(try PushHistory(scratch.folder).lastNumber() == 5)
  }

  @Test("Who is still to be told is known after a restart, until it has been told")
  func owed() async throws {
    let scratch = try Scratch()
    do {
      let store = try PushStore(scratch)
      _ = await store.record([record("{}", owedTo: ["hook", "program"])])
      await store.settle(1, told: "program")
      await store.close()
    }
    let store = try PushStore(scratch)
    #expect(
      try await store.owed()
        == [OwedEvent(number: 1, topic: "com.example.app", line: "{}", handler: "hook")])
  }

  @Test("Pruning keeps the newest, the young, the unsettled and the owed")
  func prune() async throws {
    let scratch = try Scratch()
    let store = try PushStore(scratch)
    try await store.accept((0..<6).map { newPush("\($0)", at: Double($0) * 86_400) })
    _ = try await store.begin(limit: 5)
    _ = await store.record([
      record("a", push: 1, text: "lunch"), record("b", push: 2, owedTo: ["hook"]),
      record("c", push: 3), record("d", push: 4), record("e", push: 5),
    ])
    _ = try lines(scratch, EventFilter(search: "lunch"))
    let now = Date(timeIntervalSince1970: 1_000_000 + 5.5 * 86_400)
    #expect(try await store.prune(to: .init(days: 3, count: 10), now: now) == 2)
    #expect(try lines(scratch) == ["b", "d", "e"])
    #expect(try lines(scratch, EventFilter(search: "lunch")).isEmpty)
    #expect(try await store.prune(to: .init(days: 99, count: 2), now: now) == 1)
    #expect(try lines(scratch) == ["b", "e"])
    #expect(try await store.begin(limit: 9).map(\.push.id) == ["5"])
  }

  @Test("A clock that is set back changes neither the order nor what is kept")
  func clockSetBack() async throws {
    let scratch = try Scratch()
    let store = try PushStore(scratch)
    try await store.accept([newPush("a", at: 9_000_000), newPush("b", at: 0)])
    _ = await store.record([record("a", at: 9_000_000), record("b", at: 0)])
    #expect(try await store.begin(limit: 9).map(\.push.id) == ["a", "b"])
    #expect(
      try await store.prune(to: .init(days: 1), now: Date(timeIntervalSince1970: 1_000_000)) == 0)
    #expect(try lines(scratch) == ["a", "b"])
  }

  @Test("A full disk: pushes are refused, lines are kept until there is room")
  func full() async throws {
    let scratch = try Scratch()
    let reports = Reports()
    let full = StoreError.full(path: scratch.folder.storePath)
    do {
      // The empty tables have some 20 pages of 4 KiB.
      let store = try PushStore(scratch.folder, pageLimit: 40, report: reports.take)
      try await store.accept([newPush("first")])
      var large = newPush("large")
      large.payload = [UInt8](repeating: 1, count: 400_000)
      await #expect(throws: full) { try await store.accept([large]) }
      try await store.accept([newPush("second")])
      await store.note([record(String(repeating: "x", count: 400_000))])
      await #expect(throws: full) { try await store.accept([large]) }
      await store.close()
    }
    #expect(reports.all.first == full)
    let store = try PushStore(scratch)
    #expect(try await store.begin(limit: 9).map(\.push.id) == ["first", "second"])
  }

  @Test("What is no store is refused with its reason")
  func refusals() throws {
    let scratch = try Scratch()
    #expect(throws: StoreError.missing(path: scratch.folder.storePath)) {
      try PushHistory(scratch.folder)
    }
    try scratch.folder.make()
    let file = URL(fileURLWithPath: scratch.folder.storePath)
    try Data(repeating: 7, count: 5_000).write(to: file)
    let broken = StoreError.broken(path: file.path, detail: "file is not a database")
    #expect(throws: broken) { try PushStore(scratch) }
    #expect(throws: broken) { try PushHistory(scratch.folder) }
    try FileManager.default.removeItem(at: file)
    try FileManager.default.createDirectory(at: file, withIntermediateDirectories: false)
    let unopened = StoreError.notWritable(path: file.path, detail: "Is a directory")
    #expect(throws: unopened) { try PushStore(scratch) }
    #expect(
      throws: StoreError.notWritable(path: "/dev/null/state", detail: "Not a directory")
    ) { try PushStore(StateFolder(path: "/dev/null/state"), report: { _ in }) }
  }

  @Test("A store of a newer version is left as it is")
  func newer() throws {
    let scratch = try Scratch()
    try scratch.folder.make()
    let path = scratch.folder.storePath
    try Database(path: path, canWrite: true).run("PRAGMA user_version = 9")
    #expect(throws: StoreError.newer(path: path, version: 9)) { try PushStore(scratch) }
    #expect(throws: StoreError.newer(path: path, version: 9)) { try PushHistory(scratch.folder) }
  }

  @Test("A library that is missing is named")
  func noLibrary() {
    #expect(throws: StoreError.self) {
      try Database(path: "/dev/null/x", canWrite: true, library: "libsqlite-of-nobody.so")
    }
  }
}
