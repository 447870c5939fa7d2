import ApplePush
import FoundationEssentials
import JSONText
import PushBridge
import Testing

/// The sounds and texts beside `app.json`.
@Suite("AppFolder's files")
struct AppFolderFileTests {
  private static let json = #"{ "bundleIdentifier": "com.example.app" }"#

  // MARK: Sounds

  @Test("Sounds are the regular files of Sounds, and links to such in the folder")
  func sounds() throws {
    let folder = try AppFolderFixture(json: Self.json)
    try folder.write([], to: "Sounds/chime.wav")
    try folder.write([], to: "Sounds/ü b.oga")
    try folder.write([], to: "Sounds/.hidden.wav")
    try folder.write([], to: "other/real.wav")
    try folder.link("Sounds/link.wav", to: "../other/real.wav")
    let app = try folder.app()
    #expect(
      app.sounds == [
        "chime.wav": "\(folder.path)/Sounds/chime.wav",
        "ü b.oga": "\(folder.path)/Sounds/ü b.oga",
        "link.wav": "\(folder.path)/other/real.wav",
      ])
    #expect(app.warnings == [])
  }

  @Test("What leads out of the folder, or is no file, is no sound")
  func noSounds() throws {
    let outside = try AppFolderFixture()
    try outside.write([], to: "secret.wav")
    let folder = try AppFolderFixture(json: Self.json)
    try folder.write([], to: "Sounds/good.wav")
    try folder.write([], to: "Sounds/folder/inner.wav")
    try folder.link("Sounds/absolute.wav", to: "\(outside.path)/secret.wav")
    try folder.link("Sounds/null.wav", to: "/dev/null")
    try folder.link("Sounds/gone.wav", to: "nowhere")
    try folder.link("Sounds/loop.wav", to: "loop.wav")
    let app = try folder.app()
    #expect(app.sounds == ["good.wav": "\(folder.path)/Sounds/good.wav"])
    #expect(
      folder.relative(app.warnings) == [
        "Sounds/absolute.wav: warning: leads out of the app folder; not used, put the file there",
        "Sounds/folder: warning: is no regular file; not used",
        "Sounds/gone.wav: warning: not read: no such file or folder; not used",
        "Sounds/loop.wav: warning: not read: Too many levels of symbolic links; not used",
        "Sounds/null.wav: warning: leads out of the app folder; not used, put the file there",
      ])
  }

  @Test("A folder whose name begins as the app folder's is outside of it")
  func sibling() throws {
    let parent = try AppFolderFixture()
    try parent.write(Self.json, to: "app/app.json")
    try parent.write([], to: "app2/a.wav")
    try parent.link("app/Sounds/a.wav", to: "../../app2/a.wav")
    let app = try AppFolder(path: "\(parent.path)/app", languages: [])
    #expect(app.sounds == [:])
    #expect(app.warnings.count == 1)
  }

  @Test("Sounds as a whole must not lead out of the folder")
  func soundsLink() throws {
    let outside = try AppFolderFixture()
    try outside.write([], to: "a.wav")
    let folder = try AppFolderFixture(json: Self.json)
    try folder.link("Sounds", to: outside.path)
    let app = try folder.app()
    #expect(app.sounds == [:])
    #expect(
      folder.relative(app.warnings) == [
        "Sounds: warning: leads out of the app folder; no sounds, put the files there"
      ])
  }

  @Test("Of very many sounds only so many are taken")
  func manySounds() throws {
    let folder = try AppFolderFixture(json: Self.json)
    for number in 0..<257 { try folder.write([], to: "Sounds/\(number).wav") }
    let app = try folder.app()
    #expect(app.sounds.count == 256)
    #expect(
      folder.relative(app.warnings) == [
        "Sounds: warning: has more than 256 files; the rest is not used"
      ])
  }

  @Test("A path that leads to the folder by a link gives the real one")
  func linkedFolder() throws {
    let folder = try AppFolderFixture(json: Self.json)
    try folder.write([], to: "Sounds/a.wav")
    let other = try AppFolderFixture()
    try other.link("app", to: folder.path)
    let app = try AppFolder(path: "\(other.path)/app/", languages: [])
    #expect(app.path == folder.path)
    #expect(app.sounds == ["a.wav": "\(folder.path)/Sounds/a.wav"])
  }

  // MARK: Texts

  /// A table of one text, as a file.
  private static func table(_ text: String) -> String { "\"KEY\" = \"\(text)\";" }

  private static func utf16(_ text: String, bigEndian: Bool, mark: Bool) -> [UInt8] {
    (mark ? "\u{FEFF}" + text : text).utf16.flatMap { unit in
      let bytes = [UInt8(unit >> 8), UInt8(unit & 0xFF)]
      return bigEndian ? bytes : bytes.reversed()
    }
  }

  /// The forms that Apple documents for a `.strings` file.
  static let encodings: [(String, [UInt8])] = [
    ("UTF-8", Array(table("Grüße 😀").utf8)),
    ("UTF-8 with a mark", [0xEF, 0xBB, 0xBF] + Array(table("Grüße 😀").utf8)),
    ("UTF-16, big end first", utf16(table("Grüße 😀"), bigEndian: true, mark: true)),
    ("UTF-16, small end first", utf16(table("Grüße 😀"), bigEndian: false, mark: true)),
    ("UTF-16 without a mark", utf16(table("Grüße 😀"), bigEndian: false, mark: false)),
  ]

  @Test("Texts are read in every encoding of Apple's", arguments: encodings)
  func encoding(name: String, bytes: [UInt8]) throws {
    let folder = try AppFolderFixture(json: Self.json)
    try folder.write(bytes, to: "de.lproj/Localizable.strings")
    let app = try folder.app(languages: ["de"])
    #expect(app.localization.text(for: "KEY", arguments: []) == "Grüße 😀")
    #expect(app.localizationWarnings == [])
  }

  /// The person's languages → the text.
  static let orders: [([String], String)] = [
    (["de_AT.UTF-8"], "de"), (["fr_CA", "de"], "fr-CA"), (["fr"], "fr"), (["it"], "Base"),
    ([], "Base"), (["zh-Hans", "zh_CN.UTF-8"], "zh-Hans"), (["C"], "Base"),
  ]

  @Test("The person's first language that the app has comes first", arguments: orders)
  func order(languages: [String], expected: String) throws {
    let folder = try AppFolderFixture(json: Self.json)
    for language in ["Base", "de", "en", "fr", "fr-CA", "zh-Hans"] {
      try folder.write(Self.table(language), to: "\(language).lproj/Localizable.strings")
    }
    #expect(
      try folder.app(languages: languages).localization.text(for: "KEY", arguments: [])
        == expected)
  }

  @Test("A key that the first language lacks is found in the next")
  func nextLanguage() throws {
    let folder = try AppFolderFixture(json: Self.json)
    try folder.write("", to: "de.lproj/Localizable.strings")
    try folder.write(Self.table("Hello"), to: "en.lproj/Localizable.strings")
    let app = try folder.app(languages: ["de"])
    #expect(app.localization.text(for: "KEY", arguments: []) == "Hello")
  }

  @Test("Texts are read when they are first asked for, and then no more")
  func lazy() throws {
    let folder = try AppFolderFixture(json: Self.json)
    let app = try folder.app()
    try folder.write(Self.table("first"), to: "en.lproj/Localizable.strings")
    #expect(app.localization.text(for: "KEY", arguments: []) == "first")
    try folder.write(Self.table("second"), to: "en.lproj/Localizable.strings")
    #expect(app.localization.text(for: "KEY", arguments: []) == "first")
  }

  @Test("A table that cannot be used is warned of, and the next one takes its place")
  func brokenTables() throws {
    let outside = try AppFolderFixture()
    try outside.write(Self.table("outside"), to: "Localizable.strings")
    let folder = try AppFolderFixture(json: Self.json)
    try folder.write("\"KEY\" = \"x\"\n", to: "de.lproj/Localizable.strings")
    try folder.link("fr.lproj", to: outside.path)
    try folder.write("", to: "it.lproj/Localizable.strings/inner")
    try folder.write(
      [UInt8](repeating: UInt8(ascii: " "), count: StringsTable.byteLimit + 1),
      to: "nl.lproj/Localizable.strings")
    try folder.write("", to: "pt.lproj/Other.strings")
    try folder.write(Self.table("Hello"), to: "sv.lproj/Localizable.strings")
    let app = try folder.app(languages: ["de", "fr", "it", "nl", "pt", "sv"])
    #expect(app.warnings == [])
    #expect(app.localization.text(for: "KEY", arguments: []) == "Hello")
    let warnings = folder.relative(app.localizationWarnings)
    #expect(warnings.count == 4)
    #expect(warnings.first?.hasPrefix("de.lproj/Localizable.strings:") == true)
    let others: [String] = [
      "fr.lproj/Localizable.strings: warning: file leads out of the app folder; "
        + "its texts are not used",
      "it.lproj/Localizable.strings: warning: file not read: it is no regular file; "
        + "its texts are not used",
      "nl.lproj/Localizable.strings: warning: file not read: it has 4194305 bytes; "
        + "at most 4194304 are taken; its texts are not used",
    ]
    #expect(warnings.dropFirst() == others[...])
    #expect(app.localizationWarnings.first?.position != nil)
  }
}
