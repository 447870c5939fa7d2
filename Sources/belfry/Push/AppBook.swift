internal import ApplePush
internal import PushBridge
internal import Synchronization

/// The app folders of one run, read as they are needed, with their warnings told once.
final class AppBook: Sendable {
  private let folders: AppFolders
  private let console: Console
  private let read = Mutex<[String: AppFolder?]>([:])

  /// - Throws: `CommandFailure` for a folder of `--app` that is none.
  init(_ explicit: [String], _ console: Console) throws(CommandFailure) {
    self.console = console
    do {
      folders = try AppFolders(explicit: explicit, environment: console.environment)
    } catch {
      throw CommandFailure(error)
    }
  }

  /// The bundle identifier of the one app folder that was named, the topic of a push without one.
  var onlyTopic: String? { folders.onlyExplicitIdentifier }

  /// The application that a push is for.
  ///
  /// - Throws: `CommandFailure` with 78 when its folder's description is wrong.
  func receivingApp(for bundleIdentifier: String) throws(CommandFailure) -> ReceivingApp {
    let entry = DesktopEntries.entry(for: bundleIdentifier, environment: console.environment)
    guard let folder = try folder(bundleIdentifier) else {
      return ReceivingApp(
        presented: .init(bundleIdentifier: bundleIdentifier, desktopEntry: entry))
    }
    return ReceivingApp(
      presented: folder.presentedApp(desktopEntry: entry), categories: folder.categories,
      grouping: folder.grouping, videoKey: folder.videoKey)
  }

  /// The texts of an application, for `loc-key`s.
  func localization(_ bundleIdentifier: String) -> Localization { .none }

  private func folder(_ bundleIdentifier: String) throws(CommandFailure) -> AppFolder? {
    nil
  }
}
