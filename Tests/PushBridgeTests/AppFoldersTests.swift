import FoundationEssentials
import PushBridge
import Testing

@Suite("AppFolders")
struct AppFoldersTests {
  private let root: AppFolderFixture

  init() throws {
    root = try AppFolderFixture()
  }

  private func add(_ place: String, _ folder: String, identifier: String? = nil) throws {
    try root.write(
      #"{ "bundleIdentifier": "\#(identifier ?? folder)", "name": "\#(place)" }"#,
      to: "\(place)/\(folder)/app.json")
  }

  private func addApp(_ place: String, _ identifier: String) throws {
    try add("\(place)/belfry/apps", identifier)
  }

  /// The places of this test alone.
  private var environment: [String: String] {
    [
      "HOME": "\(root.path)/home", "XDG_DATA_HOME": "\(root.path)/data",
      "XDG_DATA_DIRS": "\(root.path)/local:\(root.path)/usr",
    ]
  }

  private func folders(
    _ explicit: [String] = [], _ changes: [String: String?] = [:]
  ) -> AppFolders {
    var environment = environment
    for (name, value) in changes { environment[name] = value }
    return AppFolders(explicit: explicit.map { "\(root.path)/\($0)" }, environment: environment)
  }

  /// The path of an app's folder, below the test's.
  private func path(_ folders: AppFolders, _ identifier: String = "com.a") throws -> String? {
    try folders.folder(for: identifier).map { String($0.path.dropFirst(root.path.count + 1)) }
  }

  @Test("Named folders go before the person's, and these before the system's")
  func precedence() throws {
    #expect(try path(folders()) == nil)
    try addApp("usr", "com.a")
    #expect(try path(folders()) == "usr/belfry/apps/com.a")
    try addApp("local", "com.a")
    #expect(try path(folders()) == "local/belfry/apps/com.a")
    try addApp("data", "com.a")
    #expect(try path(folders()) == "data/belfry/apps/com.a")
    try add("", "mine", identifier: "com.a")
    try add("", "also", identifier: "com.a")
    #expect(try path(folders(["mine", "also"])) == "mine")
    #expect(try path(folders(["also", "mine"])) == "also")
  }

  @Test("A named folder of another app is not used for this one")
  func otherApp() throws {
    try add("", "mine", identifier: "com.b")
    #expect(try path(folders(["mine"])) == nil)
    try addApp("data", "com.a")
    #expect(try path(folders(["mine"])) == "data/belfry/apps/com.a")
    #expect(try path(folders(["mine"]), "com.b") == "mine")
  }

  @Test("A named folder that cannot be used is an error for every app")
  func brokenNamed() throws {
    try add("", "mine", identifier: "com.a")
    try root.write("{}", to: "broken/app.json")
    #expect(throws: AppFolderError.self) { try folders(["mine", "broken"]).folder(for: "com.a") }
    #expect(throws: AppFolderError.missing(path: "\(root.path)/none")) {
      try folders(["none"]).folder(for: "com.a")
    }
  }

  @Test("Without XDG_DATA_HOME, or with an empty or relative one, it is ~/.local/share")
  func defaultHome() throws {
    try addApp("home/.local/share", "com.a")
    for value: String? in [nil, "", "data", "./data"] {
      #expect(
        try path(folders([], ["XDG_DATA_HOME": value])) == "home/.local/share/belfry/apps/com.a")
    }
    #expect(try path(folders()) == nil)
  }

  @Test("Relative and empty paths of XDG_DATA_DIRS are left out")
  func relativeDirectories() throws {
    try addApp("usr", "com.a")
    let directories = ":usr:../usr:\(root.path)/none::\(root.path)/usr/:"
    #expect(
      try path(folders([], ["XDG_DATA_DIRS": directories])) == "usr/belfry/apps/com.a")
    #expect(try path(folders([], ["XDG_DATA_DIRS": "usr"])) == nil)
  }

  @Test("Without a home there are the system's folders alone")
  func noHome() throws {
    try addApp("usr", "com.a")
    #expect(
      try path(folders([], ["HOME": nil, "XDG_DATA_HOME": nil])) == "usr/belfry/apps/com.a")
  }

  @Test(
    "What is no bundle identifier is looked for nowhere",
    arguments: ["", ".", "..", "../../mine", "mine/../mine", "com.a/", "/com.a", ".com.a"])
  func unsafe(identifier: String) throws {
    try addApp("data", "com.a")
    try addApp("data", "mine")
    try root.write(#"{ "bundleIdentifier": "mine" }"#, to: "data/belfry/apps/app.json")
    #expect(try path(folders(), identifier) == nil)
  }

  @Test("A folder without app.json is none; the next place may have one")
  func emptyFolder() throws {
    try root.write([], to: "data/belfry/apps/com.a/Sounds/a.wav")
    #expect(try path(folders()) == nil)
    try addApp("usr", "com.a")
    #expect(try path(folders()) == "usr/belfry/apps/com.a")
  }

  @Test("A folder that cannot be used hides those after it, and others are not read")
  func brokenPlace() throws {
    try root.write("{}", to: "data/belfry/apps/com.a/app.json")
    try addApp("usr", "com.a")
    try addApp("usr", "com.b")
    #expect(throws: AppFolderError.self) { try folders().folder(for: "com.a") }
    #expect(try path(folders(), "com.b") == "usr/belfry/apps/com.b")
  }

  @Test("A folder must have its bundle identifier's name")
  func misnamed() throws {
    try add("data/belfry/apps", "com.a", identifier: "com.b")
    let error = #expect(throws: AppFolderError.self) { try folders().folder(for: "com.a") }
    let place = "\(root.path)/data/belfry/apps/com.a/app.json:1:23"
    let message =
      "bundleIdentifier differs from the folder's name: \"com.b\"; "
      + "name the folder after it, or write \"com.a\""
    #expect(error?.description == "\(place): \(message)")
  }

  @Test("All folders are listed in the order of search, with errors and what hides what")
  func all() throws {
    try add("", "mine", identifier: "com.a")
    try addApp("data", "com.b")
    try addApp("data", "com.a")
    try root.write("{}", to: "data/belfry/apps/com.c/app.json")
    try root.write("", to: "data/belfry/apps/README")
    try root.write("", to: "local/belfry/apps/com.d/nothing")
    try addApp("usr", "com.b")
    let found = folders(["mine", "none"]).all().map { found in
      let path = found.path.dropFirst(root.path.count + 1)
      let result =
        switch found.folder {
        case .success(let folder): folder.bundleIdentifier
        case .failure(.missing): "missing"
        case .failure: "error"
        }
      return "\(found.origin) \(path) \(result)\(found.isHidden ? " hidden" : "")"
    }
    #expect(
      found == [
        "named mine com.a", "named none missing", "user data/belfry/apps/com.a com.a hidden",
        "user data/belfry/apps/com.b com.b", "user data/belfry/apps/com.c error",
        "system local/belfry/apps/com.d missing", "system usr/belfry/apps/com.b com.b hidden",
      ])
  }

  @Test("The person's languages are those of the environment")
  func languages() {
    #expect(folders([], ["LANG": "de_DE.UTF-8"]).languages == ["de_DE.UTF-8"])
  }
}

@Suite("UserLanguages")
struct AppFolderLanguagesTests {
  /// Environment → languages.
  static let environments: [([String: String], [String])] = [
    ([:], []),
    (["LANG": ""], []),
    (["LANG": "de_DE.UTF-8"], ["de_DE.UTF-8"]),
    (["LANG": "de_DE.UTF-8", "LC_MESSAGES": "fr_FR"], ["fr_FR"]),
    (["LANG": "de_DE.UTF-8", "LC_MESSAGES": "fr_FR", "LC_ALL": "it_IT"], ["it_IT"]),
    (["LANG": "de_DE.UTF-8", "LC_MESSAGES": "", "LC_ALL": ""], ["de_DE.UTF-8"]),
    (["LANG": "de_DE.UTF-8", "LC_TIME": "fr_FR"], ["de_DE.UTF-8"]),
    // LANGUAGE goes first, where there is a locale at all.
    (["LANG": "de_DE.UTF-8", "LANGUAGE": "sv:fr::en"], ["sv", "fr", "en", "de_DE.UTF-8"]),
    (["LANGUAGE": "sv"], []),
    (["LANG": "C", "LANGUAGE": "sv"], []),
    (["LANG": "C.UTF-8", "LANGUAGE": "sv"], []),
    (["LC_ALL": "POSIX", "LANG": "de_DE.UTF-8"], []),
    (["LANG": "de_DE.UTF-8", "LANGUAGE": "C:sv"], ["sv", "de_DE.UTF-8"]),
    // Chinese by its script, too.
    (["LANG": "zh_CN.UTF-8"], ["zh-Hans", "zh_CN.UTF-8"]),
    (["LANG": "zh_TW.UTF-8"], ["zh-Hant", "zh_TW.UTF-8"]),
    (["LANG": "zh_HK"], ["zh-Hant", "zh_HK"]),
    (["LANG": "zh_SG"], ["zh-Hans", "zh_SG"]),
    (["LANG": "en_US", "LANGUAGE": "zh-Hant"], ["zh-Hant", "en_US"]),
  ]

  @Test("Languages are read as gettext reads them", arguments: environments)
  func preferred(environment: [String: String], expected: [String]) {
    #expect(UserLanguages.preferred(in: environment) == expected)
  }
}
