/// The places where app folders stand: those that were named, the person's, and the system's.
public struct AppFolders: Sendable {
  /// Where a folder was found.
  public enum Origin: String, Sendable, Hashable, CaseIterable {
    /// It was named.
    case named
    /// In `$XDG_DATA_HOME/belfry/apps`.
    case user
    /// In one of `$XDG_DATA_DIRS`, below `belfry/apps`.
    case system
  }

  /// A folder that was found.
  public struct Found: Sendable {
    /// Its path, as it was named or found.
    public let path: String
    /// Where it was found.
    public let origin: Origin
    /// The folder, or why it cannot be used.
    public let folder: Result<AppFolder, AppFolderError>
    /// Whether another folder is used for the same bundle identifier.
    public internal(set) var isHidden = false
  }

  /// The person's languages, the first one first.
  public let languages: [String]

  private let named: [String]
  /// The folders whose folders are app folders, in the order in which they are searched.
  private let places: [(path: String, origin: Origin)]

  /// As many app folders of one place as are listed.
  private static let listLimit = 4_096

  /// Takes the places.
  ///
  /// Source: freedesktop XDG Base Directory Specification 0.8; relative paths are left out, an empty
  /// variable is as good as none.
  ///
  /// - Parameters:
  ///   - explicit: Folders that were named; they go before all others, the first one first.
  ///   - environment: The environment's variables: `XDG_DATA_HOME`, `XDG_DATA_DIRS`, `HOME` and
  ///     those of the languages.
  public init(explicit: [String], environment: [String: String]) {
    named = explicit
    languages = UserLanguages.preferred(in: environment)
    func absolute(_ paths: [String]) -> [String] {
      paths.filter { $0.hasPrefix("/") }.map { path in
        path.hasSuffix("/") ? path + "belfry/apps" : "\(path)/belfry/apps"
      }
    }
    func set(_ name: String) -> String? {
      environment[name].flatMap { $0.isEmpty ? nil : $0 }
    }
    let user = absolute([set("XDG_DATA_HOME") ?? ""])
    let home = absolute([set("HOME").map { "\($0)/.local/share" } ?? ""])
    let system = absolute(
      (set("XDG_DATA_DIRS") ?? "/usr/local/share:/usr/share").split(separator: ":")
        .map(String.init))
    places =
      (user.isEmpty ? home : user).map { ($0, .user) } + system.map { ($0, .system) }
  }

  /// Finds an app's folder; of those that were not named only the wanted one is read.
  ///
  /// - Parameter bundleIdentifier: The app's bundle identifier; what is none has no folder.
  /// - Returns: The first folder of the app, or nil where there is none.
  /// - Throws: ``AppFolderError`` of a named folder, whether it is the app's or not, and of the
  ///   app's own.
  public func folder(
    for bundleIdentifier: String
  ) throws(AppFolderError) -> AppFolder? {
    var found: AppFolder?
    for path in named {
      let folder = try AppFolder(path: path, languages: languages)
      if found == nil, folder.bundleIdentifier == bundleIdentifier { found = folder }
    }
    if let found { return found }
    guard AppFolder.isBundleIdentifier(bundleIdentifier) else { return nil }
    for place in places {
      do {
        return try folder(named: bundleIdentifier, in: place.path)
      } catch .missing {
        // No folder, or one without the file that makes it an app's: the next place may have one.
        continue
      }
    }
    return nil
  }

  /// Lists all app folders, those that cannot be used too.
  ///
  /// - Returns: The folders in the order in which they are searched, by name within a place.
  public func all() -> [Found] {
    var found = named.map { path in
      Found(
        path: path, origin: .named,
        folder: Result { () throws(AppFolderError) in
          try AppFolder(path: path, languages: languages)
        })
    }
    for place in places {
      // A place that does not exist or cannot be read has no app folders.
      let names = (try? AppFolderFiles.names(in: place.path, limit: Self.listLimit))?.names ?? []
      for name in names {
        let path = "\(place.path)/\(name)"
        // What cannot be looked at is reported by the reading.
        if (try? AppFolderFiles.kind(of: path)) == .regular { continue }
        found.append(
          Found(
            path: path, origin: place.origin,
            folder: Result { () throws(AppFolderError) in
              try folder(named: name, in: place.path)
            }))
      }
    }
    var seen: Set<String> = []
    for index in found.indices {
      guard case .success(let folder) = found[index].folder else { continue }
      found[index].isHidden = !seen.insert(folder.bundleIdentifier).inserted
    }
    return found
  }

  /// Reads a folder of a place, whose name must be its bundle identifier.
  private func folder(
    named name: String, in place: String
  ) throws(AppFolderError) -> AppFolder {
    try AppFolder(path: "\(place)/\(name)", languages: languages, requiring: name)
  }
}
