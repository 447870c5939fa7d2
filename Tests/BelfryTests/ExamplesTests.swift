import FoundationEssentials
import JSONText
import Testing

struct ExamplesTests {
  static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Examples")

  static func names(in folder: String, ending: String) -> [String] {
    let path = Self.folder.appending(path: folder).path
    // Without the folder there are no names, and the test of their number fails.
    let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    return names.filter { $0.hasSuffix(ending) }.sorted()
  }

  static let pushes = names(in: "pushes", ending: ".apns")
  static let scripts = names(in: "scripts", ending: ".json")

  private func read(_ path: String, _ options: JSONOptions) throws -> JSONObject {
    try #require(document(path, options).root.object)
  }

  private func document(_ path: String, _ options: JSONOptions) throws -> JSONDocument {
    let data = try Data(contentsOf: Self.folder.appending(path: path))
    return try JSONDocument(Array(data), options: options)
  }

  /// The categories of each app folder, by its bundle identifier.
  private func apps() throws -> [String: Set<String>] {
    var apps: [String: Set<String>] = [:]
    for folder in ["Meetings", "Orders", "Videos"] {
      let app = try read("\(folder)/app.json", .relaxed)
      let identifier = try #require(app["bundleIdentifier"]?.string)
      let categories = try #require(app["categories"]?.array)
      apps[identifier] = Set(categories.compactMap { $0.object?["identifier"]?.string })
    }
    return apps
  }

  @Test("All examples are found")
  func count() {
    #expect(Self.pushes.count == 20)
    #expect(Self.scripts.count == 7)
  }

  @Test(
    "Each push is strict JSON of Apple's size for an app folder and a category that exist",
    arguments: pushes)
  func push(name: String) throws {
    let document = try document("pushes/\(name)", .strict)
    #expect(document.bytes.count <= 4096)
    #expect(document.notes.isEmpty)
    let push = try #require(document.root.object)
    let topic = try #require(push["Simulator Target Bundle"]?.string)
    let categories = try #require(apps()[topic])
    let aps = try #require(push["aps"]?.object)
    if let category = aps["category"] {
      #expect(categories.contains(try #require(category.string)))
    }
  }

  @Test("Each script is a list of rules that perform something", arguments: scripts)
  func script(name: String) throws {
    let rules = try #require(try document("scripts/\(name)", .relaxed).root.array)
    #expect(!rules.isEmpty)
    #expect(rules.allSatisfy { $0.object?["perform"] != nil })
  }

  @Test("Each push has its line in the README", arguments: pushes)
  func readme(name: String) throws {
    let text = try String(
      contentsOf: Self.folder.appending(path: "README.md"), encoding: .utf8)
    #expect(text.contains("`\(name)`"))
  }

  @Test(
    "The texts stand in both encodings that Apple documents",
    arguments: [("en", String.Encoding.utf8), ("de", .utf16)])
  func strings(language: String, encoding: String.Encoding) throws {
    let path = "Meetings/\(language).lproj/Localizable.strings"
    let text = try String(contentsOf: Self.folder.appending(path: path), encoding: encoding)
    #expect(text.contains("\"INVITE_TITLE\" = \"%@ "))
    #expect(text.contains("\"INVITE_BODY\" = \"%"))
  }
}
