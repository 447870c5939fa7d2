enum VideoCommand {
  static let command = Command(
    name: "video", summary: "prints the embed links that links yield, or why there is none",
    operand: Command.Operand(
      usage: "LINK…", count: 1...1000, help: "links as a push would carry them"),
    options: [CommandTable.json], examples: [], run: { _, _ in .done })
}
