internal import ApplePush
internal import JSONText
internal import Presentation

/// One line of the history, for people.
enum LogLine {
  /// Says an event in words: when, what, for which app, and what is worth knowing of it.
  ///
  /// - Parameter line: The event: one JSON object.
  /// - Returns: The words; the line itself where it is no event.
  static func words(of line: String) -> String {
    // The store's lines were written by this program; another one is shown as it is.
    guard let event = (try? JSONDocument(Array(line.utf8), options: .payload))?.root.object else {
      return DisplayText.line(line)
    }
    func text(_ key: String) -> String { DisplayText.line(event[key]?.string ?? "") }
    let kind = text("event")
    let words: [String] =
      switch kind {
      case "presented":
        [
          ["title", "subtitle", "body"].map(text).filter { !$0.isEmpty }.joined(separator: " — ")
        ] + (event["actions"]?.array ?? []).map { "[\(DisplayText.line(title(of: $0)))]" }
          + (event["summarised"] == nil ? [] : ["(in a summary)"])
      case "silent": [text("result")]
      case "response": [text("actionIdentifier"), text("userText")]
      case "opened": [text("url")]
      case "closed": [text("reason")]
      case "rejected":
        [
          event["status"]?.number.map { $0.text } ?? "", text("reason") + ":", text("detail"),
        ]
      case "failed": [text("detail")]
      default: []
      }
    return ([text("date"), EventPrinter.column(kind) + text("topic")] + words)
      .filter { !$0.isEmpty }.joined(separator: "  ")
  }

  private static func title(of action: JSONValue) -> String {
    action.object?["title"]?.string ?? ""
  }
}
