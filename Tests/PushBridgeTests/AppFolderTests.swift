import ApplePush
import FoundationEssentials
import JSONText
import NotificationModel
import Presentation
import PushBridge
import Testing

@Suite("AppFolder")
struct AppFolderTests {
  private static let identifier = #""bundleIdentifier": "com.example.app""#

  @Test("The example Meetings is read whole, without a warning")
  func meetings() throws {
    let path = Repository.examples.appending(path: "Meetings").path
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
  }

  @Test("The example Videos is read whole, without a warning")
  func videos() throws {
    let path = Repository.examples.appending(path: "Videos").path
    let app = try AppFolder(path: path, languages: [])
    #expect(app.warnings == [])
    #expect(app.unusedKeys == [])
    #expect(
      app.presentedApp(desktopEntry: nil)
        == PresentedApp(
          bundleIdentifier: "com.example.videos", name: "Videos", icon: "video-x-generic"))
    #expect(app.categories.map(\.identifier) == ["VIDEO"])
  }

  @Test("A folder that says nothing but its identifier has every default")
  func defaults() throws {
    let folder = try AppFolderFixture(json: "{ \(Self.identifier) }")
    let app = try folder.app()
    #expect(app.path == folder.path)
    #expect(app.bundleIdentifier == "com.example.app")
    #expect(app.name == nil)
    #expect(app.icon == nil)
    #expect(app.categories == [])
    #expect(app.grouping == .automatic)
    #expect(app.videoKey == "video-url")
    #expect(app.sounds == [:])
    #expect(app.attachments == [])
    #expect(app.serviceExtension == nil)
    #expect(app.backgroundHandler == nil)
    #expect(app.responseHandlers == [])
    #expect(app.contentExtensions == [])
    #expect(app.localization == .none)
    #expect(app.warnings == [])
    #expect(app.unusedKeys == [])
    #expect(app.localizationWarnings == [])
    #expect(app.presentedApp(desktopEntry: nil).name == "app")
  }

  @Test("Every key is read, and those without effect are named")
  func everything() throws {
    let folder = try AppFolderFixture(
      json: """
        {
          "bundleIdentifier": "com.example.app",
          "categories": [
            {
              "identifier": "A",
              "actions": [
                {
                  "identifier": "X", "title": "x",
                  "options": ["authenticationRequired", "destructive", "foreground"]
                },
                { "identifier": "Y", "title": "y", "textInput": {} },
              ],
              "options": [
                "customDismissAction", "allowInCarPlay", "hiddenPreviewsShowTitle",
                "hiddenPreviewsShowSubtitle", "allowAnnouncement",
              ],
            },
            { "identifier": "B", "actions": [{ "identifier": "X", "title": "also" }] },
          ],
          "grouping": "byApp",
          "videoKey": "film",
          "attachments": ["media.image", "fcm_options.image"],
          "serviceExtension": { "command": ["./extension", "-v", ""], "timeLimit": 5.5 },
          "backgroundHandler": { "command": ["./refresh"] },
          "responseHandlers": [
            { "command": ["./respond"] }, { "webhook": "http://localhost:9000/push-response" },
          ],
          "contentExtensions": [
            {
              "page": "Video/index.html",
              "UNNotificationExtensionCategory": ["VIDEO", "FILM"],
              "UNNotificationExtensionInitialContentSizeRatio": 0.5625,
              "UNNotificationExtensionDefaultContentHidden": true,
              "UNNotificationExtensionOverridesDefaultTitle": true,
              "UNNotificationExtensionUserInteractionEnabled": true,
            },
            { "page": "map.html", "UNNotificationExtensionCategory": "MAP" },
          ],
        }
        """)
    let app = try folder.app()
    #expect(
      app.categories == [
        UNNotificationCategory(
          identifier: "A",
          actions: [
            UNNotificationAction(
              identifier: "X", title: "x",
              options: [.authenticationRequired, .destructive, .foreground]),
            UNTextInputNotificationAction(
              identifier: "Y", title: "y", textInputButtonTitle: "", textInputPlaceholder: ""),
          ],
          intentIdentifiers: [],
          options: [
            .customDismissAction, .allowInCarPlay, .hiddenPreviewsShowTitle,
            .hiddenPreviewsShowSubtitle, .allowAnnouncement,
          ]),
        UNNotificationCategory(
          identifier: "B", actions: [UNNotificationAction(identifier: "X", title: "also")],
          intentIdentifiers: []),
      ])
    #expect(app.grouping == .byApp)
    #expect(app.videoKey == "film")
    #expect(app.attachments == ["media.image", "fcm_options.image"])
    #expect(
      app.serviceExtension
        == AppCommand(["./extension", "-v", ""], timeLimit: .milliseconds(5_500)))
    #expect(app.backgroundHandler == AppCommand(["./refresh"], timeLimit: .seconds(30)))
    #expect(
      app.responseHandlers == [
        .command(AppCommand(["./respond"])), .webhook("http://localhost:9000/push-response"),
      ])
    var video = ContentExtension(
      page: "Video/index.html", categories: ["VIDEO", "FILM"], initialContentSizeRatio: 0.5625)
    video.defaultContentHidden = true
    video.overridesDefaultTitle = true
    video.userInteractionEnabled = true
    #expect(
      app.contentExtensions == [video, ContentExtension(page: "map.html", categories: ["MAP"])])
    #expect(app.warnings == [])
    #expect(
      folder.relative(app.unusedKeys) == [
        "app.json:22:3: warning: attachments has no effect: in this version attachments are not "
          + "fetched",
        "app.json:28:3: warning: contentExtensions has no effect: in this version the pages are "
          + "not shown",
      ])

    let receiver = app.receivingApp(desktopEntry: "belfry")
    #expect(receiver.presented == app.presentedApp(desktopEntry: "belfry"))
    #expect(receiver.categories == ["A": app.categories[0], "B": app.categories[1]])
    #expect(receiver.grouping == .byApp)
    #expect(receiver.videoKey == "film")
  }

  /// `app.json` → the warnings.
  static let warned: [(String, [String])] = [
    (
      "{ \(identifier),\n  \"catagories\": [] }",
      [#"app.json:2:3: warning: unknown key: "catagories"; did you mean categories?"#]
    ),
    (
      "{ \(identifier), \"colour\": 1 }",
      [
        #"app.json:1:42: warning: unknown key: "colour"; known are bundleIdentifier, name, icon, "#
          + "categories, grouping, videoKey, attachments, serviceExtension, backgroundHandler, "
          + "responseHandlers, contentExtensions"
      ]
    ),
    (
      """
      {
        \(identifier),
        "categories": [
          {
            "identifier": "A", "option": [],
            "actions": [
              { "identifier": "X", "title": "x", "textinput": {} },
              { "identifier": "Y", "title": "y", "textInput": { "placeHolder": "é" } }
            ]
          }
        ],
        "Name": "x"
      }
      """,
      [
        #"app.json:5:26: warning: unknown key in categories[0]: "option"; did you mean options?"#,
        #"app.json:7:44: warning: unknown key in categories[0].actions[0]: "textinput"; "#
          + "did you mean textInput?",
        #"app.json:8:59: warning: unknown key in categories[0].actions[1].textInput: "#
          + #""placeHolder"; did you mean placeholder?"#,
        #"app.json:12:3: warning: unknown key: "Name"; did you mean name?"#,
      ]
    ),
    (
      "{ \(identifier), \"name\": \"é\",\n \"name\": \"b\" }",
      [
        #"app.json:2:2: warning: key comes twice: "name", first at 1:42; "#
          + "the last one counts, remove the other"
      ]
    ),
    (
      "{ \(identifier), \"icon\": \"missing.png\" }",
      [
        #"app.json:1:50: warning: icon is not found: "missing.png": no such file or folder; "#
          + "shown without an icon"
      ]
    ),
    (
      "{ \(identifier), \"icon\": \"icons/app\" }",
      [
        #"app.json:1:50: warning: icon is not found: "icons/app": no such file or folder; "#
          + "shown without an icon"
      ]
    ),
  ]

  @Test("What is probably not meant is warned of, with its place", arguments: warned)
  func warnings(json: String, expected: [String]) throws {
    let folder = try AppFolderFixture(json: json)
    #expect(folder.relative(try folder.app().warnings) == expected)
  }

  @Test("A file full of unknown keys gives a hundred warnings and no more")
  func manyWarnings() throws {
    let keys = (0..<5_000).map { "\"x\($0)\": 0" }.joined(separator: ",\n")
    let folder = try AppFolderFixture(json: "{ \(Self.identifier),\n\(keys) }")
    let warnings = try folder.app().warnings
    #expect(warnings.count == 100)
    #expect(warnings.last?.position == TextPosition(line: 101, column: 1))
    #expect(warnings.last?.line == 101)
    #expect(warnings.last?.column == 1)
  }

  @Test("An icon in the folder is its real path")
  func icon() throws {
    let folder = try AppFolderFixture(json: "{ \(Self.identifier), \"icon\": \"art/icon\" }")
    try folder.write([], to: "art/real.png")
    try folder.link("art/icon", to: "real.png")
    #expect(try folder.app().icon == "\(folder.path)/art/real.png")
  }

  @Test("A name that is no file's is a theme icon's")
  func themeIcon() throws {
    let folder = try AppFolderFixture(json: "{ \(Self.identifier), \"icon\": \"mail-unread\" }")
    #expect(try folder.app().icon == "mail-unread")
    #expect(try folder.app().warnings == [])
    try folder.write([], to: "mail-unread")
    #expect(try folder.app().icon == "\(folder.path)/mail-unread")
  }

  @Test(
    "A bundle identifier is letters, digits, hyphens, underscores and single points",
    arguments: [
      ("com.example.app", true), ("App_2-b", true), ("a", true),
      ("", false), (".", false), ("..", false), (".app", false), ("com..app", false),
      ("com/app", false), ("../app", false), ("com.exämple", false), ("com app", false),
      ("com.app\u{0}", false), (String(repeating: "a", count: 256), false),
    ])
  func bundleIdentifier(text: String, expected: Bool) {
    #expect(AppFolder.isBundleIdentifier(text) == expected)
  }
}
