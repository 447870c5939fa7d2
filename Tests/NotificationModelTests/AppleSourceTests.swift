import FoundationEssentials
import NotificationModel
import Testing

/// Code as it stands in iPhone apps; that it compiles is half of the test.
@Suite("Source code for Apple's platforms")
struct AppleSourceTests {
  @Test("content is put together, copied and changed as on Apple's platforms")
  func content() throws {
    let content = UNMutableNotificationContent()
    content.title = "Lunch?"
    content.subtitle = "Today"
    content.body = "At 12"
    content.badge = 3
    content.sound = .default
    content.interruptionLevel = .timeSensitive
    content.relevanceScore = 0.5
    content.categoryIdentifier = "MEETING_INVITE"
    content.threadIdentifier = "chat-7"
    content.targetContentIdentifier = "calendar"
    content.filterCriteria = "work"
    content.launchImageName = "Launch"
    content.userInfo = ["meeting": 7]
    content.userInfo["room"] = "Blue"

    let request = UNNotificationRequest(
      identifier: UUID().uuidString, content: content, trigger: nil)
    content.title = "Dinner?"

    #expect(request.content.title == "Lunch?")
    #expect(request.content.badge as? Int == 3)
    #expect(request.content.badge?.intValue == 3)
    #expect(request.content.userInfo["meeting"] as? Int == 7)
    #expect(request.content.userInfo["room"] as? String == "Blue")
    #expect(request.content.mutableCopy() is UNMutableNotificationContent)

    let best = try #require(
      request.content.mutableCopy() as? UNMutableNotificationContent)
    best.title = "\(best.title) [modified]"
    best.badge = nil
    #expect(best.title == "Lunch? [modified]")
    #expect(best.badge == nil)
    #expect(request.content.title == "Lunch?")
  }

  @Test("categories and actions are made with Apple's initialisers and defaults")
  func categories() {
    let accept = UNNotificationAction(
      identifier: "ACCEPT", title: "Accept", options: [.foreground],
      icon: UNNotificationActionIcon(systemImageName: "hand.thumbsup"))
    let decline = UNNotificationAction(identifier: "DECLINE", title: "Decline")
    let reply = UNTextInputNotificationAction(
      identifier: "REPLY", title: "Reply", options: [], textInputButtonTitle: "Send",
      textInputPlaceholder: "Message")
    let plain = UNNotificationCategory(
      identifier: "MEETING_INVITE", actions: [accept, decline, reply], intentIdentifiers: [],
      options: .customDismissAction)
    let hidden = UNNotificationCategory(
      identifier: "CHAT", actions: [], intentIdentifiers: [], hiddenPreviewsBodyPlaceholder: "%u")
    let summary = UNNotificationCategory(
      identifier: "CHAT", actions: [], intentIdentifiers: [], hiddenPreviewsBodyPlaceholder: "%u",
      categorySummaryFormat: "%u more from %@", options: [])
    let categories: Set<UNNotificationCategory> = [plain, hidden, summary, plain]

    #expect(categories.count == 3)
    #expect(plain.options.contains(.customDismissAction))
    #expect(plain.actions.map(\.identifier) == ["ACCEPT", "DECLINE", "REPLY"])
    #expect((plain.actions[2] as? UNTextInputNotificationAction)?.textInputButtonTitle == "Send")
    #expect(plain.actions[1].options == [])
    #expect(hidden.categorySummaryFormat == "")
  }

  @Test("a response is told apart as in userNotificationCenter(_:didReceive:)")
  func responses() {
    func handle(_ response: UNNotificationResponse) -> String {
      let userInfo = response.notification.request.content.userInfo
      let meeting = userInfo["MEETING_ID"] as? String ?? "none"
      switch response.actionIdentifier {
      case "ACCEPT":
        return "accepted \(meeting)"
      case UNNotificationDefaultActionIdentifier, UNNotificationDismissActionIdentifier:
        return "left \(meeting)"
      default:
        if let text = response as? UNTextInputNotificationResponse {
          return "\(text.userText) \(meeting)"
        }
        return "unknown"
      }
    }
    func level(_ content: UNNotificationContent) -> Int {
      switch content.interruptionLevel {
      case .passive: 0
      case .active: 1
      case .timeSensitive: 2
      case .critical: 3
      @unknown default: 4
      }
    }

    let content = UNMutableNotificationContent()
    content.userInfo = ["MEETING_ID": "7"]
    let notification = UNNotification(
      date: Date(timeIntervalSince1970: 0),
      request: UNNotificationRequest(
        identifier: "1", content: content, trigger: UNPushNotificationTrigger()))

    #expect(
      handle(.init(notification: notification, actionIdentifier: "ACCEPT")) == "accepted 7")
    #expect(
      handle(
        .init(
          notification: notification, actionIdentifier: UNNotificationDismissActionIdentifier))
        == "left 7")
    #expect(
      handle(
        UNTextInputNotificationResponse(
          notification: notification, actionIdentifier: "REPLY", userText: "Yes")) == "Yes 7")
    #expect(notification.request.trigger is UNPushNotificationTrigger)
    #expect(notification.request.trigger?.repeats == false)
    #expect(level(notification.request.content) == 1)
  }

  @Test("sounds are named as on Apple's platforms")
  func sounds() {
    #expect(UNNotificationSound.default == UNNotificationSound.default)
    #expect(UNNotificationSound(named: UNNotificationSoundName("a.wav")).name?.rawValue == "a.wav")
    #expect(
      UNNotificationSound(named: .init(rawValue: "a.wav"))
        != .criticalSoundNamed(UNNotificationSoundName("a.wav")))
    #expect(UNNotificationSound.defaultCritical.kind == .critical)
    #expect(UNNotificationSound.defaultCriticalSound(withAudioVolume: 7).volume == 1)
    #expect(UNNotificationSound.ringtoneSoundNamed(.init("r.m4r")).kind == .ringtone)
  }

  @Test("the raw values are Apple's")
  func rawValues() {
    #expect(
      [
        UNNotificationCategoryOptions.customDismissAction, .allowInCarPlay,
        .hiddenPreviewsShowTitle, .hiddenPreviewsShowSubtitle, .allowAnnouncement,
      ].map(\.rawValue) == [1, 2, 4, 8, 16])
    #expect(
      [UNNotificationActionOptions.authenticationRequired, .destructive, .foreground]
        .map(\.rawValue) == [1, 2, 4])
    #expect(
      [UNNotificationInterruptionLevel.passive, .active, .timeSensitive, .critical]
        .map(\.rawValue) == [0, 1, 2, 3])
    #expect(
      UNNotificationDefaultActionIdentifier == "com.apple.UNNotificationDefaultActionIdentifier")
    #expect(
      UNNotificationDismissActionIdentifier == "com.apple.UNNotificationDismissActionIdentifier")
  }
}
