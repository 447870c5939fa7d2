internal import JSONText
internal import NotificationModel
internal import Presentation
internal import PushBridge

/// `belfry apps`.
enum AppsCommand {
  static let command = Command(
    name: "apps",
    summary: "lists the app folders found, with their categories and actions",
    options: [CommandTable.app, CommandTable.json],
    examples: [
      Command.Example(
        line: "belfry apps",
        says: "List those of the user and of the system."),
      Command.Example(
        line: "belfry apps --app Examples/Meetings --json",
        says: "List one more, as JSON."),
    ],
    exitCodes: [.noInput, .badConfiguration],
    run: { invocation, console in
      try await run(
        folders: invocation.values("app"), json: invocation.has("json"), console)
    })

  private static func run(
    folders: [String], json: Bool, _ console: Console
  ) async throws -> ExitCode {
    var code = ExitCode.done
    let found = AppFolders(explicit: folders, environment: console.environment).all()
    for found in found {
      switch found.folder {
      case .success(let folder):
        if json {
          try console.print(object(folder, found).text)
        } else {
          try console.output.write(text(folder, found))
        }
        for warning in folder.warnings + folder.unusedKeys {
          console.report(warning.description)
        }
      case .failure(let error):
        console.report("belfry: apps: \(error.description)")
        if code == .done { code = CommandFailure(error).code }
      }
    }
    if found.isEmpty, !json {
      console.report(
        "belfry: apps: none found; put app folders into ~/.local/share/belfry/apps/BUNDLE-ID, "
          + "or name one with --app")
    }
    return code
  }

  private static func text(_ folder: AppFolder, _ found: AppFolders.Found) -> String {
    // What a folder says stays on its line and does nothing to a terminal.
    let line = DisplayText.line
    let name = line(folder.presentedApp(desktopEntry: nil).name)
    var lines = [
      "\(folder.bundleIdentifier)  \(name)  \(line(found.path))"
        + (found.isHidden ? "  (hidden by one above)" : "")
    ]
    for category in folder.categories {
      let options =
        category.options.contains(.customDismissAction) ? "  (customDismissAction)" : ""
      lines.append("  \(line(category.identifier))\(options)")
      lines += category.actions.map { action in
        "    \(line(action.identifier))  \(line(action.title))"
          + (action is UNTextInputNotificationAction ? "  (text)" : "")
      }
    }
    return lines.map { $0 + "\n" }.joined()
  }

  private static func object(_ folder: AppFolder, _ found: AppFolders.Found) -> JSONOutput {
    [
      "bundleIdentifier": .string(folder.bundleIdentifier),
      "name": .string(folder.presentedApp(desktopEntry: nil).name),
      "path": .string(found.path), "origin": .string(found.origin.rawValue),
      "hidden": .bool(found.isHidden),
      "categories": .array(
        folder.categories.map { category in
          [
            "identifier": .string(category.identifier),
            "customDismissAction": .bool(category.options.contains(.customDismissAction)),
            "actions": .array(
              category.actions.map { action in
                [
                  "identifier": .string(action.identifier), "title": .string(action.title),
                  "textInput": .bool(action is UNTextInputNotificationAction),
                ]
              }),
          ]
        }),
    ]
  }
}
