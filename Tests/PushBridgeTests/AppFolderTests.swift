import ApplePush
import FoundationEssentials
import JSONText
import NotificationModel
import Presentation
import PushBridge
import Testing

@Suite("AppFolder")
struct AppFolderTests {
  /// The examples of the package.
  private static let examples = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Examples").path

  @Test("The example Meetings is read whole, without a warning")
  func meetings() throws {
    let path = "\(Self.examples)/Meetings"
    let app = try AppFolder(path: path, languages: ["de_DE.UTF-8"])
    #expect(app.warnings == [])
    #expect(app.unusedKeys == [])
    #expect(
      app.presentedApp(desktopEntry: "belfry")
        == PresentedApp(
          bundleIdentifier: "com.example.meetings", name: "Meetings", icon: "\(path)/icon.png",
          desktopEntry: "belfry", sounds: ["chime.wav": "\(path)/Sounds/chime.wav"]))
    #expect(
      app.categories == [
        UNNotificationCategory(
          identifier: "MEETING_INVITE",
          actions: [
            UNNotificationAction(identifier: "ACCEPT", title: "Accept", options: .foreground),
            UNNotificationAction(identifier: "DECLINE", title: "Decline", options: .destructive),
            UNTextInputNotificationAction(
              identifier: "REPLY", title: "Reply", textInputButtonTitle: "Send",
              textInputPlaceholder: "Message"),
          ],
          intentIdentifiers: [], hiddenPreviewsBodyPlaceholder: "%u invites",
          categorySummaryFormat: "%u more invites from %@", options: .customDismissAction)
      ])
    #expect(app.category("MEETING_INVITE") == app.categories.first)
    #expect(app.category("meeting_invite") == nil)
    #expect(app.grouping == .automatic)
    #expect(app.videoKey == "video-url")
    #expect(app.localization.text(for: "INVITE_TITLE", arguments: ["Ann"]) == "Ann lädt Sie ein")
    #expect(app.localizationWarnings == [])
  }
}
