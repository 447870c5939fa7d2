import Foundation
import PushStore
import Synchronization

/// A state folder that goes with the value.
final class Scratch: Sendable {
  let folder: StateFolder

  init() throws {
    let url = FileManager.default.temporaryDirectory
      .appending(path: "belfry-store-\(UUID().uuidString)/state")
    folder = StateFolder(path: url.path)
  }

  deinit {
    let parent = URL(fileURLWithPath: folder.path).deletingLastPathComponent()
    // What is left behind in the folder for temporary files does no harm.
    try? FileManager.default.removeItem(at: parent)
  }
}

/// What a store reports.
final class Reports: Sendable {
  private let reports = Mutex<[StoreError]>([])

  var all: [StoreError] { reports.withLock { $0 } }

  func take(_ error: StoreError) { reports.withLock { $0.append(error) } }
}

extension PushStore {
  /// Opens a store that must not fail to write.
  init(_ scratch: Scratch) throws {
    try self.init(scratch.folder, report: { fatalError("the store failed: \($0)") })
  }
}

func newPush(_ id: String, topic: String = "com.example.app", at seconds: Double = 0) -> NewPush {
  NewPush(
    id: id, deviceToken: "ab", topic: topic, headers: "apns-topic:\(topic)",
    payload: Array(#"{"aps":{}}"#.utf8), date: Date(timeIntervalSince1970: 1_000_000 + seconds))
}

func record(
  _ line: String, push: Int64? = nil, at seconds: Double = 0, topic: String = "com.example.app",
  thread: String = "", text: String = "", settles: Bool = true, owedTo: [String] = []
) -> EventRecord {
  EventRecord(
    push: push, date: Date(timeIntervalSince1970: 1_000_000 + seconds), name: "presented",
    topic: topic, threadIdentifier: thread, line: line, text: text, settlesPush: settles,
    owedTo: owedTo)
}

/// The lines that a filter finds.
func lines(
  _ scratch: Scratch, _ filter: EventFilter = EventFilter(), after number: Int64 = 0,
  limit: Int? = nil
) throws -> [String] {
  let history = try PushHistory(scratch.folder, completesSearch: filter.search != nil)
  var lines: [String] = []
  try history.forEach(filter, after: number, limit: limit) { lines.append($0.line) }
  return lines
}
