import DesktopNotifications
import FoundationEssentials
import NotificationModel
import Presentation

/// Requests, categories and applications to present.
enum Notices {
  static let accept = UNNotificationAction(
    identifier: "ACCEPT", title: "Accept", options: .foreground)
  static let decline = UNNotificationAction(
    identifier: "DECLINE", title: "Decline", options: .destructive)
  static let reply = UNTextInputNotificationAction(
    identifier: "REPLY", title: "Reply", textInputButtonTitle: "Send",
    textInputPlaceholder: "Message")

  static let app = PresentedApp(
    bundleIdentifier: "com.example.meetings", name: "Meetings", icon: "/apps/my meetings/icon.png",
    desktopEntry: "belfry", sounds: ["chime.wav": "/apps/my meetings/Sounds/chime.wav"])

  /// The application of which nothing is known.
  static let bareApp = PresentedApp(bundleIdentifier: "com.example.meetings")

  static func category(
    _ actions: [UNNotificationAction], _ options: UNNotificationCategoryOptions = []
  ) -> UNNotificationCategory {
    UNNotificationCategory(
      identifier: "INVITE", actions: actions, intentIdentifiers: [], options: options)
  }

  static func request(
    title: String = "Lunch?", subtitle: String = "", body: String = "",
    sound: UNNotificationSound? = .default, threadIdentifier: String = "",
    level: UNNotificationInterruptionLevel = .active
  ) -> UNNotificationRequest {
    let content = UNMutableNotificationContent()
    content.title = title
    content.subtitle = subtitle
    content.body = body
    content.sound = sound
    content.threadIdentifier = threadIdentifier
    content.interruptionLevel = level
    content.categoryIdentifier = "INVITE"
    return UNNotificationRequest(identifier: "R-1", content: content, trigger: nil)
  }

  /// Presents a request with these actions.
  static func present(
    _ request: UNNotificationRequest = request(), actions: [UNNotificationAction]? = nil,
    app: PresentedApp = bareApp, on server: ServerInformation,
    options: Presentation.Options = .init()
  ) -> Presentation {
    Presentation(
      of: request, category: actions.map { category($0) }, app: app, on: server, options: options)
  }
}

extension DesktopNotification.Action {
  init(_ key: String, _ label: String) {
    self.init(key: key, label: label)
  }
}

extension Hints {
  init(_ values: [String: Value]) {
    self.init()
    for (name, value) in values { self[name] = value }
  }
}
