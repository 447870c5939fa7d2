internal import ApplePush
internal import NotificationModel
internal import Presentation
internal import PushBridge
internal import Synchronization

/// The app folders of one run: each read once, when it is first needed, and its warnings told once.
final class AppBook: Sendable {
  private let named: [String]
  private let folders: AppFolders
  private let console: Console
  private let known = Mutex<[String: AppFolder?]>([:])

  init(_ named: [String], _ console: Console) {
    self.named = named
    self.console = console
    folders = AppFolders(explicit: named, environment: console.environment)
  }

  /// The bundle identifier of the one app folder that was named: the topic of a push without one.
  ///
  /// - Throws: `CommandFailure` with 66 or 78 when the folder cannot be used.
  func onlyTopic() throws(CommandFailure) -> String? {
    guard named.count == 1, let path = named.first else { return nil }
    do throws(AppFolderError) {
      return try AppFolder(path: path, languages: folders.languages).bundleIdentifier
    } catch {
      throw CommandFailure(error)
    }
  }

  /// The application that a push is for.
  ///
  /// - Parameters:
  ///   - bundleIdentifier: The push's topic.
  ///   - extraActions: Buttons that every push gets after those of its category.
  /// - Returns: The application; one without a folder has no categories.
  /// - Throws: `CommandFailure` with 66 or 78 when a named folder, or the app's own, cannot be used.
  func receivingApp(
    for bundleIdentifier: String, extraActions: [UNNotificationAction]
  ) throws(CommandFailure) -> ReceivingApp {
    let entry = DesktopEntries.entry(for: bundleIdentifier, environment: console.environment)
    guard let folder = try folder(bundleIdentifier) else {
      return ReceivingApp(
        presented: PresentedApp(bundleIdentifier: bundleIdentifier, desktopEntry: entry),
        extraActions: extraActions)
    }
    return folder.receivingApp(desktopEntry: entry, extraActions: extraActions)
  }

  /// The texts of an application, for `loc-key`s.
  ///
  /// - Throws: As `receivingApp`.
  func localization(of bundleIdentifier: String) throws(CommandFailure) -> Localization {
    guard let folder = try folder(bundleIdentifier) else { return .none }
    let texts = folder.localization
    for warning in folder.localizationWarnings { console.report(warning.description) }
    return texts
  }

  /// The identifiers of an application's categories; nil where it has no folder.
  ///
  /// - Throws: As `receivingApp`.
  func categoryIdentifiers(
    of bundleIdentifier: String
  ) throws(CommandFailure) -> Set<String>? {
    try folder(bundleIdentifier).map { Set($0.categories.map(\.identifier)) }
  }

  private func folder(_ bundleIdentifier: String) throws(CommandFailure) -> AppFolder? {
    if let folder = known.withLock({ $0[bundleIdentifier] }) { return folder }
    do throws(AppFolderError) {
      let folder = try folders.folder(for: bundleIdentifier)
      known.withLock { $0[bundleIdentifier] = .some(folder) }
      for warning in (folder?.warnings ?? []) + (folder?.unusedKeys ?? []) {
        console.report(warning.description)
      }
      return folder
    } catch {
      throw CommandFailure(error)
    }
  }
}

extension CommandFailure {
  init(_ error: AppFolderError) {
    switch error {
    case .missing, .notRead: self.init(error.description, .noInput)
    case .invalid: self.init(error.description, .badConfiguration)
    }
  }
}
