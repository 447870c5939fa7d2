enum AppsCommand {
  static let command = Command(
    name: "apps", summary: "lists the app folders found, with their categories and actions",
    options: [CommandTable.json], examples: [], run: { _, _ in .done })
}
