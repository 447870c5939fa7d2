import Testing

@testable import PushServer

struct PageAccessTests {
  static let access = PageAccess(port: 2198)

  static func check(_ request: WebRequest) -> Result<PageAccess.Question, PageAccess.Refusal> {
    access.check(request) { $0 == "t0ken" }
  }

  /// A request that keeps all rules, for a test to break one of them.
  static let post = WebRequest(
    method: "POST", path: "/t0ken/event", host: "localhost:2198", origin: "http://localhost:2198",
    contentType: "text/plain;charset=UTF-8", body: Array("ready".utf8))
  static let get = WebRequest(path: "/t0ken/", host: "localhost:2198")

  static func changed(_ request: WebRequest, _ change: (inout WebRequest) -> Void) -> WebRequest {
    var request = request
    change(&request)
    return request
  }

  @Test(
    "A page is shown at its own link, under each name of the loopback addresses",
    arguments: ["localhost:2198", "LOCALHOST:2198", "127.0.0.1:2198", "[::1]:2198"])
  func shows(host: String) {
    #expect(
      Self.check(Self.changed(Self.get) { $0.host = host }) == .success(.show(token: "t0ken")))
    #expect(
      Self.check(Self.changed(Self.get) { $0.method = "HEAD" }) == .success(.show(token: "t0ken")))
  }

  @Test(
    "Another host name is refused, though it leads here",
    arguments: [
      nil, "", "localhost", "localhost:2199", "evil.example:2198", "localhost.evil.example:2198",
      "localhost:2198, evil.example", "localhost:2198.", "127.1:2198", "0.0.0.0:2198",
      "user@localhost:2198",
    ])
  func refusesHost(host: String?) {
    #expect(Self.check(Self.changed(Self.get) { $0.host = host }) == .failure(.host))
    #expect(Self.check(Self.changed(Self.post) { $0.host = host }) == .failure(.host))
  }

  @Test("On HTTP's own port the browser leaves the port out")
  func defaultPort() {
    let access = PageAccess(port: 80)
    #expect(access.origin == "http://localhost")
    let request = Self.changed(Self.post) {
      $0.host = "localhost"
      $0.origin = "http://localhost"
    }
    let expected = PageAccess.Question.post(token: "t0ken", action: .event, text: "ready")
    #expect(access.check(request) { $0 == "t0ken" } == .success(expected))
  }

  @Test(
    "A path that is not exactly a page's is unknown",
    arguments: [
      "/", "", "/t0ken", "/t0ke/", "/t0ken2/", "/T0KEN/", "//t0ken/", "/t0ken//",
      "/t0ken/../t0ken/",
      "/%74oken/", "/t0ken/index.html", "/x/t0ken/", "/t0ken/event/", "/t0ken/Event",
      "/favicon.ico",
    ])
  func refusesPath(path: String) {
    #expect(Self.check(Self.changed(Self.get) { $0.path = path }) == .failure(.noPage))
  }

  @Test("Each link takes its own methods alone")
  func refusesMethod() {
    for method in ["POST", "PUT", "OPTIONS", "get"] {
      #expect(
        Self.check(Self.changed(Self.get) { $0.method = method })
          == .failure(.method(allowed: "GET, HEAD")))
    }
    for method in ["GET", "HEAD", "PUT", "OPTIONS", "DELETE"] {
      #expect(
        Self.check(Self.changed(Self.post) { $0.method = method })
          == .failure(.method(allowed: "POST")))
    }
  }

  @Test("A page's own post is taken")
  func takesPost() {
    #expect(
      Self.check(Self.post)
        == .success(.post(token: "t0ken", action: .event, text: "ready")))
  }

  @Test(
    "A post of another origin, or of none, is refused",
    arguments: [
      nil, "", "null", "http://evil.example", "https://localhost:2198", "http://localhost",
      "http://localhost:2199", "http://127.0.0.1:2198", "http://localhost:2198/",
    ])
  func refusesOrigin(origin: String?) {
    #expect(Self.check(Self.changed(Self.post) { $0.origin = origin }) == .failure(.origin))
  }

  @Test(
    "A post that is not plain text in UTF-8 is refused",
    arguments: [
      nil, "", "application/json", "text/plain2", "multipart/form-data; boundary=x",
      "application/x-www-form-urlencoded", "text/plain; charset=latin-1",
    ])
  func refusesContentType(contentType: String?) {
    #expect(
      Self.check(Self.changed(Self.post) { $0.contentType = contentType })
        == .failure(.contentType))
  }

  @Test(
    "A body that is not text is refused",
    arguments: [[0xFF], [0xC3], [0xED, 0xA0, 0x80], [0x61, 0x00]] as [[UInt8]])
  func refusesBytes(body: [UInt8]) {
    #expect(Self.check(Self.changed(Self.post) { $0.body = body }) == .failure(.notText))
  }

  @Test(
    "A body of exactly the limit is taken, one byte more is not",
    arguments: PageAccess.Action.allCases)
  func limits(action: PageAccess.Action) {
    let longest = Self.changed(Self.post) {
      $0.path = "/t0ken/\(action.rawValue)"
      $0.body = Array(repeating: 0x61, count: action.limit)
    }
    let text = String(repeating: "a", count: action.limit)
    #expect(Self.check(longest) == .success(.post(token: "t0ken", action: action, text: text)))
    #expect(
      Self.check(Self.changed(longest) { $0.body.append(0x61) })
        == .failure(.tooLong(limit: action.limit)))
  }

  static let statuses: [(refusal: PageAccess.Refusal, status: UInt16)] = [
    (.host, 403), (.noPage, 404), (.method(allowed: "POST"), 405), (.origin, 403),
    (.contentType, 415), (.notText, 400), (.tooLong(limit: 64), 413),
  ]

  @Test("Each refusal has its status", arguments: statuses)
  func refusals(refusal: PageAccess.Refusal, status: UInt16) {
    #expect(refusal.response.status == status)
  }
}
