/// Who may ask what of the pages: the rules, apart from sockets and pages.
///
/// A page is known by its token alone; the other rules keep out web sites that make the browser ask
/// on their behalf (another host name that leads to 127.0.0.1, a form or a script of another
/// origin), and whatever is larger than a page sends.
struct PageAccess: Sendable {
  /// What a request that keeps the rules asks.
  enum Question: Equatable, Sendable {
    /// The page itself.
    case show(token: String)
    /// The page sends a text to one of its own links.
    case post(token: String, action: Action, text: String)
  }

  /// The links that a page posts to, beside its own.
  enum Action: String, CaseIterable, Sendable {
    /// A word about what has happened.
    case event
    /// The text of a reply.
    case reply
    /// A device token that is to fail, or no more.
    case failure

    /// The longest text, in bytes.
    var limit: Int {
      switch self {
      // The longest word with its number has 15.
      case .event: 64
      case .reply: PageServer.maximumReplyBytes
      // A device token may have any length; Apple's have 64 digits today.
      case .failure: 1024
      }
    }
  }

  /// The port of the server, which Host and Origin must name.
  let port: UInt16

  private static let names = ["localhost", "127.0.0.1", "[::1]"]

  /// The origin under which the pages are handed out.
  ///
  /// `localhost` and not an address: some videos do not play on pages whose host is one
  /// (cookpete/react-player#1878).
  var origin: String { "http://" + authority("localhost") }

  /// A browser leaves out the port where it is HTTP's own.
  private func authority(_ name: String) -> String { port == 80 ? name : "\(name):\(port)" }

  /// Checks a request.
  ///
  /// - Parameters:
  ///   - request: The request as it came.
  ///   - isPage: Whether a token is that of a page.
  /// - Returns: What it asks, or the response that refuses it.
  func check(_ request: WebRequest, isPage: (String) -> Bool) -> Result<Question, Refusal> {
    // A site can make its own name lead to 127.0.0.1, but not make the browser hide that name.
    guard let host = request.host?.lowercased(),
      Self.names.contains(where: { authority($0) == host })
    else { return .failure(.host) }
    let steps = request.path.split(separator: "/", omittingEmptySubsequences: false).map(
      String.init)
    guard steps.count == 3, steps[0].isEmpty, isPage(steps[1]) else { return .failure(.noPage) }
    let token = steps[1]
    if steps[2].isEmpty {
      guard request.method == "GET" || request.method == "HEAD" else {
        return .failure(.method(allowed: "GET, HEAD"))
      }
      return .success(.show(token: token))
    }
    guard let action = Action(rawValue: steps[2]) else { return .failure(.noPage) }
    guard request.method == "POST" else { return .failure(.method(allowed: "POST")) }
    guard request.origin == "http://" + host else { return .failure(.origin) }
    guard isText(request.contentType) else { return .failure(.contentType) }
    guard request.body.count <= action.limit else { return .failure(.tooLong(limit: action.limit)) }
    guard let text = String(validating: request.body, as: UTF8.self), !text.contains("\0") else {
      return .failure(.notText)
    }
    return .success(.post(token: token, action: action, text: text))
  }

  private func isText(_ contentType: String?) -> Bool {
    let parts = contentType?.lowercased().split(separator: ";").map { $0.filter { $0 != " " } }
    guard let parts, parts.first == "text/plain" else { return false }
    return parts.dropFirst().allSatisfy { $0 == "charset=utf-8" }
  }

  /// Why a request is refused.
  enum Refusal: Error, Equatable, Sendable {
    case host, noPage, origin, contentType, notText
    case method(allowed: String)
    case tooLong(limit: Int)

    /// The response that says so.
    var response: WebResponse {
      switch self {
      case .host:
        .text(403, "This server answers to its own name alone.")
      case .noPage:
        .text(404, "There is no such page, or it has been closed.")
      case .method(let allowed):
        .text(405, "This link does not take that method.", more: [("Allow", allowed)])
      case .origin:
        .text(403, "Only the page itself may send this.")
      case .contentType:
        .text(415, "The body has to be text/plain in UTF-8.")
      case .notText:
        .text(400, "The body is not UTF-8 text.")
      case .tooLong(let limit):
        .text(413, "The body is longer than \(limit) bytes.")
      }
    }
  }
}
