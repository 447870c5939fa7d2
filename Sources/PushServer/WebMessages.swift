/// What the rules look at of an HTTP request.
struct WebRequest: Equatable, Sendable {
  var method = "GET"
  /// Percent-encoded, without the query.
  var path: String
  var host: String?
  var origin: String?
  var contentType: String?
  var body: [UInt8] = []
}

/// An HTTP response, with all its headers but those of the connection.
struct WebResponse: Sendable {
  let status: UInt16
  let headers: [(name: String, value: String)]
  let body: [UInt8]

  /// The headers of every response: nothing is kept, guessed, framed or used by another site, and
  /// the player's frame learns the page's origin, without which it shows Error 153.
  private static let always = [
    ("Cache-Control", "no-store"),
    ("X-Content-Type-Options", "nosniff"),
    ("X-Frame-Options", "DENY"),
    ("Cross-Origin-Resource-Policy", "same-origin"),
    ("Referrer-Policy", "strict-origin-when-cross-origin"),
  ]

  /// Makes a response of a page, whose policy names all that it may load.
  static func page(_ html: String, policy: String) -> WebResponse {
    WebResponse(
      status: 200,
      headers: always + [
        ("Content-Type", "text/html; charset=utf-8"), ("Content-Security-Policy", policy),
      ],
      body: Array(html.utf8))
  }

  /// Makes a response of one line of text.
  static func text(
    _ status: UInt16, _ text: String, more: [(name: String, value: String)] = []
  ) -> WebResponse {
    WebResponse(
      status: status,
      headers: always + [
        ("Content-Type", "text/plain; charset=utf-8"),
        ("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'"),
      ] + more,
      body: Array((text + "\n").utf8))
  }
}
