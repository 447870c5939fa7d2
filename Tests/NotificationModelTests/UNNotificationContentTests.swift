import FoundationEssentials
import NotificationModel
import Testing

@Suite("UNNotificationContent")
struct UNNotificationContentTests {
  @Test("userInfo gives back every JSON and property-list value with its type")
  func userInfoTypes() throws {
    let content = UNMutableNotificationContent()
    let date = Date(timeIntervalSince1970: 1)
    let deep: [String: Any] = ["list": [1, "two", [true]] as [Any], "none": Int?.none as Any]
    content.userInfo = [
      "bool": true, "one": 1, "half": 0.5, "text": "1", "date": date, "data": Data([1]),
      "deep": deep, "unsigned": UInt8(7), "huge": UInt64.max, "names": ["a", "b"],
      "some": Int?.some(3) as Any,
    ]
    let read = content.userInfo

    #expect(read["bool"] as? Bool == true)
    #expect(read["bool"] as? Int == nil)
    #expect(read["one"] as? Int == 1)
    #expect(read["one"] as? Bool == nil)
    #expect(read["half"] as? Double == 0.5)
    #expect(read["text"] as? String == "1")
    #expect(read["date"] as? Date == date)
    #expect(read["data"] as? Data == Data([1]))
    #expect(read["unsigned"] as? Int == 7)
    #expect(read["huge"] as? Double == Double(UInt64.max))
    #expect(read["names"] as? [String] == ["a", "b"])
    #expect(read["some"] as? Int == 3)
    let inner = try #require(read["deep"] as? [AnyHashable: Any])
    #expect((inner["list"] as? [Any])?.count == 3)
    #expect(inner["none"] != nil)
    #expect(inner["none"] as? String == nil)
    #expect(
      content.fields.userInfo["deep"]
        == .dictionary([
          "list": .array([.integer(1), .string("two"), .array([.bool(true)])]), "none": .null,
        ]))
  }

  @Test("userInfo keeps what is neither JSON nor a property list as its description")
  func userInfoOthers() {
    struct Thing: CustomStringConvertible { let description = "a thing" }
    let content = UNMutableNotificationContent()
    content.userInfo = [1: Thing()]
    #expect(content.fields.userInfo == ["1": .string("a thing")])
  }

  @Test("copies do not follow later changes")
  func copies() throws {
    let content = UNMutableNotificationContent()
    content.title = "first"
    let copy = try #require(content.copy() as? UNNotificationContent)
    #expect(copy == content)
    content.title = "second"
    #expect(copy.title == "first")
    #expect(copy != content)
    #expect(!(copy is UNMutableNotificationContent))
    #expect(copy.copy() as? UNNotificationContent === copy)
  }

  @Test("content goes from one task to others, also while it is being changed")
  func crossesTasks() async {
    let content = UNMutableNotificationContent()
    await withTaskGroup(of: Void.self) { group in
      for number in 1...100 {
        group.addTask { content.userInfo = ["number": number] }
        group.addTask { _ = content.userInfo["number"] as? Int }
      }
    }
    #expect(content.userInfo["number"] is Int)
  }

  @Test(
    "two contents differ as soon as one value does",
    arguments: [
      { $0.title = "x" }, { $0.subtitle = "x" }, { $0.body = "x" }, { $0.badge = 0 },
      { $0.userInfo = ["x": 1] }, { $0.launchImageName = "x" }, { $0.sound = .default },
      { $0.targetContentIdentifier = "x" }, { $0.interruptionLevel = .passive },
      { $0.relevanceScore = 1 }, { $0.filterCriteria = "x" }, { $0.threadIdentifier = "x" },
      { $0.categoryIdentifier = "x" }, { $0.summaryArgument = "x" },
      { $0.summaryArgumentCount = 1 },
    ] as [@Sendable (UNMutableNotificationContent) -> Void])
  func equality(change: @Sendable (UNMutableNotificationContent) -> Void) {
    let content = UNMutableNotificationContent()
    change(content)
    #expect(content != UNNotificationContent())
    #expect(content == content.copy() as? UNNotificationContent)
  }
}
