/// The frame of every page: a whole document that loads nothing but what its policy names.
struct PageMarkup {
  /// The document's title and heading; plain text.
  var title: String
  /// The class of the body, which the style sheet tells the pages apart by.
  var kind: String
  /// The inside of `<body>`; HTML.
  var body: String
  /// What the script reads, by name.
  var settings: [(name: String, value: ScriptValue)] = []
  /// The page's script, or nothing for a page without one.
  var script = ""
  /// What the page may load besides its own script and style, as directives of a content security
  /// policy (Content Security Policy Level 3 §6).
  var sources: [String] = []

  /// Makes the response, with a nonce that admits this page's script and style and no other.
  func response() -> WebResponse {
    let nonce = RandomToken.make()
    var scripts = "'nonce-\(nonce)'"
    var directives: [String] = []
    for source in sources {
      if source.hasPrefix("script-src ") {
        scripts += source.dropFirst("script-src".count)
      } else {
        directives.append(source)
      }
    }
    let policy =
      [
        "default-src 'none'", "script-src \(scripts)", "style-src 'nonce-\(nonce)'",
        "img-src data:", "connect-src 'self'",
      ] + directives + ["base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'"]
    return .page(html(nonce: nonce), policy: policy.joined(separator: "; "))
  }

  private func html(nonce: String) -> String {
    """
    <!DOCTYPE html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>\(escapedHTML(title))</title>
    <link rel="icon" href="\(Self.icon)">
    <style nonce="\(nonce)">
    \(pageStyle)
    </style>
    </head>
    <body class="\(kind)">
    \(body)
    <script id="settings" type="application/json">\(ScriptValue.object(settings).json)</script>
    <script nonce="\(nonce)">
    \(script)
    </script>
    </body>
    </html>

    """
  }

  /// A bell, so that the browser does not ask for `/favicon.ico`.
  private static let icon =
    "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'%3E"
    + "%3Cpath fill='%233574d8' d='M8 1a4 4 0 0 0-4 4v3l-2 4h12l-2-4V5a4 4 0 0 0-4-4zM6 13a2 2 0 0 0 4 0z'/%3E"
    + "%3C/svg%3E"
}

/// Spells text so that it is text in HTML, between tags and in quoted attributes.
func escapedHTML(_ text: String) -> String {
  var escaped = ""
  for scalar in text.unicodeScalars {
    switch scalar {
    case "&": escaped += "&amp;"
    case "<": escaped += "&lt;"
    case ">": escaped += "&gt;"
    case "\"": escaped += "&quot;"
    case "'": escaped += "&#39;"
    // HTML has no way to write this one; browsers would show U+FFFD too.
    case "\0": escaped += "\u{FFFD}"
    default: escaped.unicodeScalars.append(scalar)
    }
  }
  return escaped
}

/// A value for a page's script, spelt as JSON that can stand inside `<script>`.
enum ScriptValue {
  case text(String)
  case number(Int)
  case object([(name: String, value: ScriptValue)])

  /// The value as JSON; whatever could end the element, begin a comment or a line, or stand for
  /// something in HTML is written as an escape.
  var json: String {
    switch self {
    case .text(let text): Self.quoted(text)
    case .number(let number): String(number)
    case .object(let members):
      "{" + members.map { Self.quoted($0.name) + ":" + $0.value.json }.joined(separator: ",") + "}"
    }
  }

  private static func quoted(_ text: String) -> String {
    var quoted = "\""
    for unit in text.utf16 {
      switch unit {
      case 0x20, 0x21, 0x23...0x25, 0x28...0x3B, 0x3D, 0x3F...0x5B, 0x5D...0x7E:
        quoted.unicodeScalars.append(Unicode.Scalar(UInt8(unit)))
      default:
        let digits = String(unit, radix: 16)
        quoted += "\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
      }
    }
    return quoted + "\""
  }
}
