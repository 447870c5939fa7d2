internal import ApplePush

/// The icon and the sounds of an app folder: files in it, and nothing that leads out of it.
struct AppFolderResources {
  /// The folder that has the sound files.
  static let soundsName = "Sounds"

  /// As many sound files as an app may have; each costs memory at every push.
  static let soundLimit = 256

  /// How the names of pictures end; a theme icon's name has no such end.
  ///
  /// The formats that gdk-pixbuf and Qt read everywhere.
  private static let pictureSuffixes = [
    ".png", ".svg", ".jpg", ".jpeg", ".webp", ".gif", ".bmp", ".ico", ".xpm",
  ]

  private let folder: String
  private let name: String
  private(set) var warnings: [AppFolderWarning] = []

  /// Makes the resources of a folder.
  ///
  /// - Parameters:
  ///   - folder: The app folder's real path.
  ///   - name: The app folder's path in warnings.
  init(folder: String, name: String) {
    self.folder = folder
    self.name = name
  }

  /// Finds the icon: a theme icon's name, or a picture's absolute path.
  ///
  /// - Parameters:
  ///   - node: What `app.json` says.
  ///   - file: The path of `app.json` in warnings.
  /// - Returns: Nil where there is no such file; a warning says so.
  /// - Throws: `FieldProblem` for a path that leads out of the folder.
  mutating func icon(_ node: FieldNode, _ file: String) throws(FieldProblem) -> String? {
    let text = try node.nonEmptyText()
    let outside = "is outside of the app folder: \(quoted(text)); write a path in it"
    guard AppFolder.isInnerPath(text) else { throw node.problem(outside) }
    let path: String?
    do {
      path = try AppFolderFiles.realPath(text, in: folder)
    } catch {
      if error == .missing, !isPath(text) { return text }
      let words = "is not found: \(quoted(text)): \(error.detail); shown without an icon"
      warnings.append(AppFolderWarning(file: file, node.problem(words)))
      return nil
    }
    guard let path else { throw node.problem(outside) }
    return path
  }

  private func isPath(_ text: String) -> Bool {
    let lowercased = text.lowercased()
    return text.contains("/") || Self.pictureSuffixes.contains { lowercased.hasSuffix($0) }
  }

  /// Finds the sound files.
  ///
  /// - Returns: Their absolute paths, by their names.
  mutating func sounds() -> [String: String] {
    let list: (names: [String], hasMore: Bool)
    do {
      guard let directory = try AppFolderFiles.realPath(Self.soundsName, in: folder) else {
        warn(Self.soundsName, "leads out of the app folder; no sounds, put the files there")
        return [:]
      }
      list = try AppFolderFiles.names(in: directory, limit: Self.soundLimit)
    } catch .missing {
      return [:]
    } catch {
      warn(Self.soundsName, "not read: \(error.detail); no sounds")
      return [:]
    }
    if list.hasMore {
      warn(Self.soundsName, "has more than \(Self.soundLimit) files; the rest is not used")
    }
    var sounds: [String: String] = [:]
    for name in list.names { sounds[name] = sound(name) }
    return sounds
  }

  private mutating func sound(_ file: String) -> String? {
    let relative = "\(Self.soundsName)/\(file)"
    do {
      let path = "\(folder)/\(relative)"
      if try AppFolderFiles.kind(of: path) == .regular { return path }
      guard let target = try AppFolderFiles.realPath(relative, in: folder) else {
        warn(relative, "leads out of the app folder; not used, put the file there")
        return nil
      }
      if try AppFolderFiles.kind(of: target) == .regular { return target }
      warn(relative, "is no regular file; not used")
    } catch {
      warn(relative, "not read: \(error.detail); not used")
    }
    return nil
  }

  private mutating func warn(_ file: String, _ message: String) {
    warnings.append(AppFolderWarning(file: "\(name)/\(file)", message: message))
  }
}
