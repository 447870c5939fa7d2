internal import ApplePush
internal import NotificationModel
internal import Presentation
internal import PushBridge
internal import Synchronization

/// The app folders of a run: each read once, when it is first needed, and its warnings told once.
final class AppBook: Sendable {
  private let named: [String]
  private let folders: AppFolders
  private let console: Console
  private let known = Mutex<[String: Known]>([:])

  private struct Known {
    let folder: AppFolder?
    let desktopEntry: String?
  }

  /// How many applications are remembered: their names come from outside.
  private static let knownLimit = 256

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
    let app = try known(bundleIdentifier)
    guard let folder = app.folder else {
      return ReceivingApp(
        presented: PresentedApp(
          bundleIdentifier: bundleIdentifier, desktopEntry: app.desktopEntry),
        extraActions: extraActions)
    }
    return folder.receivingApp(desktopEntry: app.desktopEntry, extraActions: extraActions)
  }

  /// The texts of an application, for `loc-key`s.
  ///
  /// - Throws: As `receivingApp`.
  func localization(of bundleIdentifier: String) throws(CommandFailure) -> Localization {
    guard let folder = try known(bundleIdentifier).folder else { return .none }
    let texts = folder.localization
    for warning in folder.localizationWarnings { console.report(warning.description) }
    return texts
  }

  /// Makes the push of a payload, with the texts of its application.
  ///
  /// - Parameters:
  ///   - bytes: The payload.
  ///   - headers: The request's headers.
  /// - Returns: The push.
  /// - Throws: `Rejection`; `CommandFailure` when the application's folder cannot be used.
  func push(_ bytes: [UInt8], _ headers: PushHeaders) throws -> Push {
    var failure: CommandFailure?
    let push = try Push(bytes, headers: headers) { bundleIdentifier in
      do throws(CommandFailure) {
        return try localization(of: bundleIdentifier)
      } catch {
        failure = error
        return .none
      }
    }
    if let failure { throw failure }
    return push
  }

  /// The identifiers of an application's categories; nil where it has no folder.
  ///
  /// - Throws: As `receivingApp`.
  func categoryIdentifiers(
    of bundleIdentifier: String
  ) throws(CommandFailure) -> Set<String>? {
    try known(bundleIdentifier).folder.map { Set($0.categories.map(\.identifier)) }
  }

  /// Reads all app folders that there are.
  ///
  /// - Throws: As `receivingApp`, for the first one that cannot be used.
  func readAll() throws(CommandFailure) {
    for found in folders.all() {
      if case .failure(let error) = found.folder { throw CommandFailure(error) }
    }
  }

  private func known(_ bundleIdentifier: String) throws(CommandFailure) -> Known {
    if let app = known.withLock({ $0[bundleIdentifier] }) { return app }
    do throws(AppFolderError) {
      let folder = try folders.folder(for: bundleIdentifier)
      let app = Known(
        folder: folder,
        desktopEntry: DesktopEntries.entry(
          for: bundleIdentifier, environment: console.environment))
      known.withLock { known in
        if known.count >= Self.knownLimit { known = [:] }
        known[bundleIdentifier] = app
      }
      for warning in (folder?.warnings ?? []) + (folder?.unusedKeys ?? []) {
        console.report(warning.description)
      }
      return app
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
