import FoundationEssentials
import Glibc
import JSONText
import PushBridge
import Testing

@Suite("AppFolderError")
struct AppFolderErrorTests {
  private func error(_ folder: AppFolderFixture) -> String? {
    let error = #expect(throws: AppFolderError.self) { try folder.app() }
    return error.map { String($0.description.dropFirst(folder.path.count + 1)) }
  }

  private static func app(_ line: String) -> String {
    "{\n  \"bundleIdentifier\": \"com.example.app\",\n  \(line)\n}"
  }

  private static func category(_ line: String) -> String {
    app("\"categories\": [{ \"identifier\": \"A\", \(line) }]")
  }

  private static func action(_ line: String) -> String {
    category("\"actions\": [\n{ \"identifier\": \"X\", \(line) }]")
  }

  /// `app.json` → what is wrong.
  static let broken: [(String, String)] = [
    // No JSON.
    ("", "app.json:1:1: text is empty; write a JSON value"),
    (
      "{\n  bundleIdentifier: 1 }",
      "app.json:2:3: key has no quotation marks: bundleIdentifier; "
        + "write \"bundleIdentifier\""
    ),
    ("{ // app\n", "app.json:2:1: text ends inside the object that starts at 1:1; close it"),
    ("\u{FFFD}", "app.json:1:1: expected a value, found '\u{FFFD}'"),
    ("[]", "app.json:1:1: the top level is an array; write an object"),
    // The bundle identifier.
    (
      "\n {}",
      "app.json:2:2: bundleIdentifier is missing; write the app's bundle identifier, "
        + "such as com.example.app"
    ),
    (
      "{ \"bundleIdentifier\": 5 }",
      "app.json:1:23: bundleIdentifier is a number; write a string"
    ),
    (
      "{ \"bundleIdentifier\": \"../evil\" }",
      "app.json:1:23: bundleIdentifier is no bundle identifier: \"../evil\"; "
        + "write one as com.example.app"
    ),
    (
      "{ \"bundleIdentifier\": \"\" }",
      "app.json:1:23: bundleIdentifier is empty; write at least one character"
    ),
    // The rest of the app.
    (app("\"name\": null"), "app.json:3:11: name is null; write a string"),
    (app("\"name\": [\"x\"]"), "app.json:3:11: name is an array; write a string"),
    (
      app("\"icon\": \"../icon.png\""),
      "app.json:3:11: icon is outside of the app folder: \"../icon.png\"; write a path in it"
    ),
    (
      app("\"icon\": \"a/../../icon.png\""),
      "app.json:3:11: icon is outside of the app folder: \"a/../../icon.png\"; write a path in it"
    ),
    (
      app("\"icon\": \"/etc/icon.png\""),
      "app.json:3:11: icon is outside of the app folder: \"/etc/icon.png\"; write a path in it"
    ),
    (
      app("\"icon\": \"a\\u0000b\""),
      "app.json:3:11: icon is outside of the app folder: \"a\\u0000b\"; write a path in it"
    ),
    (
      app("\"grouping\": \"byapp\""),
      "app.json:3:15: grouping is unknown: \"byapp\"; did you mean byApp?"
    ),
    (
      app("\"grouping\": \"threads\""),
      "app.json:3:15: grouping is unknown: \"threads\"; write one of automatic, byApp, off"
    ),
    (app("\"grouping\": false"), "app.json:3:15: grouping is a boolean; write a string"),
    (app("\"videoKey\": \"\""), "app.json:3:15: videoKey is empty; write at least one character"),
    // Categories; a tab and an emoji are one column each.
    (
      app("\t\"categories\": {}"),
      "app.json:3:18: categories is an object; write an array of objects"
    ),
    (
      app("/*😀*/ \"categories\": [\"A\"]"),
      "app.json:3:24: categories[0] is a string; write an object"
    ),
    (
      app("\"categories\": [{}]"),
      "app.json:3:18: categories[0].identifier is missing; write a string"
    ),
    (
      app("\"categories\": [{ \"identifier\": \"\" }]"),
      "app.json:3:34: categories[0].identifier is empty; write at least one character"
    ),
    (
      app("\"categories\": [\n{ \"identifier\": \"A\" },\n{ \"identifier\": \"A\" }]"),
      "app.json:5:17: categories[1].identifier comes twice: \"A\", first at 4:17; "
        + "give each its own"
    ),
    (
      category("\"options\": [\"customDismiss\"]"),
      "app.json:3:51: categories[0].options[0] is unknown: \"customDismiss\"; "
        + "write one of customDismissAction, allowInCarPlay, hiddenPreviewsShowTitle, "
        + "hiddenPreviewsShowSubtitle, allowAnnouncement"
    ),
    (
      category("\"options\": [\"customDismissActon\"]"),
      "app.json:3:51: categories[0].options[0] is unknown: \"customDismissActon\"; "
        + "did you mean customDismissAction?"
    ),
    (
      category("\"options\": \"customDismissAction\""),
      "app.json:3:50: categories[0].options is a string; write an array of strings"
    ),
    (
      category("\"categorySummaryFormat\": 1"),
      "app.json:3:64: categories[0].categorySummaryFormat is a number; write a string"
    ),
    (
      category("\"hiddenPreviewsBodyPlaceholder\": {}"),
      "app.json:3:72: categories[0].hiddenPreviewsBodyPlaceholder is an object; write a string"
    ),
    // Actions.
    (
      action("\"options\": []"),
      "app.json:4:1: categories[0].actions[0].title is missing; write the button's text"
    ),
    (
      action("\"title\": \"\""),
      "app.json:4:31: categories[0].actions[0].title is empty; write at least one character"
    ),
    (
      action("\"title\": \"x\", \"options\": [\"foreground\", \"Destructive\"]"),
      "app.json:4:62: categories[0].actions[0].options[1] is unknown: \"Destructive\"; "
        + "did you mean destructive?"
    ),
    (
      action("\"title\": \"x\", \"textInput\": true"),
      "app.json:4:49: categories[0].actions[0].textInput is a boolean; write an object"
    ),
    (
      action("\"title\": \"x\", \"textInput\": { \"buttonTitle\": 1 }"),
      "app.json:4:66: categories[0].actions[0].textInput.buttonTitle is a number; write a string"
    ),
    (
      action("\"title\": \"x\" }, { \"identifier\": \"X\", \"title\": \"y\""),
      "app.json:4:54: categories[0].actions[1].identifier comes twice: \"X\", first at 4:17; "
        + "give each its own"
    ),
    (
      category(
        "\"actions\": [\n{ \"identifier\": \"com.apple.UNNotificationDefaultActionIdentifier\" }]"),
      "app.json:4:17: categories[0].actions[0].identifier is Apple's own: "
        + "\"com.apple.UNNotificationDefaultActionIdentifier\"; choose another"
    ),
    // What is checked and not used yet.
    (
      app("\"attachments\": [\"\"]"),
      "app.json:3:19: attachments[0] is empty; write at least one character"
    ),
    (
      app("\"serviceExtension\": { \"command\": \"./x\" }"),
      "app.json:3:36: serviceExtension.command is a string; write an array of strings"
    ),
    (
      app("\"serviceExtension\": { \"command\": [] }"),
      "app.json:3:36: serviceExtension.command is empty; write the program and its arguments"
    ),
    (
      app("\"backgroundHandler\": { \"command\": [\"./x\", \"a\\u0000\"] }"),
      "app.json:3:45: backgroundHandler.command[1] contains U+0000, which no program can be given; "
        + "remove it"
    ),
    (
      app("\"backgroundHandler\": { \"command\": [\"./x\"], \"timeLimit\": 0 }"),
      "app.json:3:59: backgroundHandler.timeLimit is out of range: 0; "
        + "write seconds, above 0 and at most 600"
    ),
    (
      app("\"backgroundHandler\": { \"command\": [\"./x\"], \"timeLimit\": 601 }"),
      "app.json:3:59: backgroundHandler.timeLimit is out of range: 601; "
        + "write seconds, above 0 and at most 600"
    ),
    (
      app("\"backgroundHandler\": { \"timeLimit\": 1 }"),
      "app.json:3:24: backgroundHandler.command is missing; write an array of strings"
    ),
    (
      app("\"responseHandlers\": [{}]"),
      "app.json:3:24: responseHandlers[0] names not exactly one handler; write command or webhook"
    ),
    (
      app("\"responseHandlers\": [{ \"command\": [\"x\"], \"webhook\": \"http://a.example/\" }]"),
      "app.json:3:24: responseHandlers[0] names not exactly one handler; write command or webhook"
    ),
    (
      app("\"contentExtensions\": [{ \"page\": \"../x.html\" }]"),
      "app.json:3:35: contentExtensions[0].page is outside of the app folder: \"../x.html\"; "
        + "write a path in it"
    ),
    (
      app("\"contentExtensions\": [{ \"page\": \"x.html\" }]"),
      "app.json:3:25: contentExtensions[0].UNNotificationExtensionCategory is missing; "
        + "write a string or an array of strings"
    ),
    (
      app(
        "\"contentExtensions\": [{ \"page\": \"x.html\", \"UNNotificationExtensionCategory\": \"A\",\n"
          + "\"UNNotificationExtensionInitialContentSizeRatio\": 11 }]"),
      "app.json:4:51: contentExtensions[0].UNNotificationExtensionInitialContentSizeRatio "
        + "is out of range: 11; write height divided by width, above 0 and at most 10"
    ),
  ]

  @Test("A value that its key does not take is an error with its place", arguments: broken)
  func invalid(json: String, expected: String) throws {
    let folder = try AppFolderFixture(json: json)
    #expect(error(folder) == expected)
  }

  @Test(
    "A webhook is a link of http or https", arguments: ["file:///etc/passwd", "localhost:9000"])
  func webhook(link: String) throws {
    let json = Self.app("\"responseHandlers\": [{ \"webhook\": \"\(link)\" }]")
    let message = error(try AppFolderFixture(json: json))
    #expect(message?.hasPrefix("app.json:3:37: responseHandlers[0].webhook is no link: ") == true)
  }

  @Test("Bytes that are not UTF-8 are an error with their place")
  func notUTF8() throws {
    let folder = try AppFolderFixture()
    try folder.write(Array("{\n  \"name\": \"".utf8) + [0xFF, 0x22, 0x7D], to: "app.json")
    #expect(
      error(folder) == "app.json:2:12: byte is not UTF-8: 0xFF; save the text as UTF-8")
  }

  @Test("A file above the limit is refused by its size, before it is read")
  func tooLarge() throws {
    let folder = try AppFolderFixture()
    try folder.write(
      [UInt8](repeating: UInt8(ascii: " "), count: AppFolder.byteLimit + 1), to: "app.json")
    #expect(error(folder) == "app.json:1:1: file has 1048577 bytes; at most 1048576 are taken")
  }

  @Test("A file of the limit's size is read")
  func largest() throws {
    let text = Array("{ \"bundleIdentifier\": \"com.example.app\" }".utf8)
    let space = [UInt8](repeating: UInt8(ascii: " "), count: AppFolder.byteLimit - text.count)
    let folder = try AppFolderFixture()
    try folder.write(text + space, to: "app.json")
    #expect(try folder.app().bundleIdentifier == "com.example.app")
  }

  @Test("Arrays in arrays without end are an error, and no crash")
  func deep() throws {
    let folder = try AppFolderFixture(
      json: "{ \"categories\": " + String(repeating: "[", count: 100_000))
    #expect(
      error(folder) == "app.json:1:528: nested deeper than 512 levels")
  }

  @Test("A folder that is not there, and one without app.json, is missing")
  func missing() throws {
    let folder = try AppFolderFixture()
    #expect(throws: AppFolderError.missing(path: "\(folder.path)/app.json")) { try folder.app() }
    let path = "\(folder.path)/none"
    #expect(throws: AppFolderError.missing(path: path)) {
      try AppFolder(path: path, languages: [])
    }
    try folder.write("", to: "file")
    #expect(throws: AppFolderError.missing(path: "\(folder.path)/file/app.json")) {
      try AppFolder(path: "\(folder.path)/file", languages: [])
    }
    #expect(
      AppFolderError.missing(path: "x").description
        == "app folder not found: x; name a folder with an app.json in it")
  }

  @Test("An app.json that is no file is not read, and not waited for")
  func noFile() throws {
    let folder = try AppFolderFixture()
    let error = AppFolderError.notRead(
      path: "\(folder.path)/app.json", detail: "it is no regular file")
    try folder.write("", to: "app.json/file")
    #expect(throws: error) { try folder.app() }
    let other = try AppFolderFixture()
    try #require(mkfifo("\(other.path)/app.json", 0o600) == 0)
    #expect(
      throws: AppFolderError.notRead(
        path: "\(other.path)/app.json", detail: "it is no regular file")
    ) { try other.app() }
  }

  @Test("An icon that leads out of the folder by a link is an error")
  func iconLink() throws {
    let outside = try AppFolderFixture()
    try outside.write([], to: "icon.png")
    let folder = try AppFolderFixture(json: Self.app("\"icon\": \"icon.png\""))
    try folder.link("icon.png", to: "\(outside.path)/icon.png")
    #expect(
      error(folder)
        == "app.json:3:11: icon is outside of the app folder: \"icon.png\"; write a path in it")
  }
}
