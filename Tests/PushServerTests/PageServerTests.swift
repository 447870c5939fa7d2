import Glibc
import Testing
import VideoLinks

@testable import PushServer

/// The pages over real connections.
struct PageServerTests {
  static let youTube = "https://youtu.be/dQw4w9WgXcQ"

  /// Runs a test against a server of its own, which is closed afterwards.
  static func serving(
    reloadTime: Duration = .seconds(60), _ test: (PageServer) async throws -> Void
  ) async throws {
    let server = try await PageServer.start(port: 0, reloadTime: reloadTime)
    do {
      try await test(server)
    } catch {
      await server.close()
      throw error
    }
    await server.close()
  }

  /// The path of a page's link.
  static func path(_ url: String, of server: PageServer) throws -> String {
    try #require(url.hasPrefix(server.origin + "/"))
    return String(url.dropFirst(server.origin.count))
  }

  /// Posts a text as the page would.
  static func post(
    _ text: String, to path: String, of server: PageServer
  ) throws -> RawResponse {
    try RawClient(port: server.port).ask(
      "POST \(path)",
      [
        ("Host", "localhost:\(server.port)"), ("Origin", server.origin),
        ("Content-Type", "text/plain;charset=UTF-8"), ("Content-Length", "\(text.utf8.count)"),
      ], body: Array(text.utf8))
  }

  static func get(_ path: String, of server: PageServer) throws -> RawResponse {
    try RawClient(port: server.port).ask("GET \(path)", [("Host", "localhost:\(server.port)")])
  }

  @Test("A page is served on both loopback addresses", .timeLimit(.minutes(1)))
  func bothAddresses() async throws {
    try await Self.serving { server in
      let page = try await server.addPlayer(try VideoSource(link: Self.youTube), title: "Film")
      let path = try Self.path(page.url, of: server)
      #expect(server.origin == "http://localhost:\(server.port)")
      for address in Loopback.allCases {
        let client = RawClient(port: server.port, address: address)
        let response = try client.ask("GET \(path)", [("Host", "localhost:\(server.port)")])
        #expect(response.status == 200)
        #expect(response.headers["content-type"] == "text/html; charset=utf-8")
        #expect(response.headers["referrer-policy"] == "strict-origin-when-cross-origin")
        #expect(response.body.contains("https://www.youtube.com/embed/dQw4w9WgXcQ"))
      }
    }
  }

  @Test("Nothing listens on other addresses than the loopback's", .timeLimit(.minutes(1)))
  func otherAddresses() async throws {
    try await Self.serving { server in
      let listening = try Self.listeningAddresses(port: server.port)
      #expect(listening == ["0100007F", "00000000000000000000000001000000"])
    }
  }

  /// The addresses that listen on a port, as the kernel's tables spell them.
  static func listeningAddresses(port: UInt16) throws -> [String] {
    let digits = String(port, radix: 16, uppercase: true)
    let suffix = ":" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
    var addresses: [String] = []
    for table in ["/proc/net/tcp", "/proc/net/tcp6"] {
      let file = try #require(fopen(table, "r"))
      defer { fclose(file) }
      var line = [CChar](repeating: 0, count: 512)
      while fgets(&line, Int32(line.count), file) != nil {
        let text = String(
          decoding: line.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
        let fields = text.split(separator: " ")
        // The fourth field is the state; 0A is LISTEN.
        guard fields.count > 3, fields[3] == "0A", fields[1].hasSuffix(suffix) else { continue }
        addresses.append(String(fields[1].dropLast(suffix.count)))
      }
    }
    return addresses
  }

  @Test(
    "Another host, origin, path or method is refused over the wire too", .timeLimit(.minutes(1)))
  func refusals() async throws {
    try await Self.serving { server in
      let page = try await server.addPlayer(try VideoSource(link: Self.youTube), title: "Film")
      let path = try Self.path(page.url, of: server)
      let client = RawClient(port: server.port)
      let own = ("Host", "localhost:\(server.port)")
      let text = ("Content-Type", "text/plain")
      let length = ("Content-Length", "5")
      let ready = Array("ready".utf8)
      let origin = ("Origin", server.origin)
      #expect(try client.ask("GET \(path)", [("Host", "evil.example")]).status == 403)
      #expect(try client.ask("GET \(path)", [own, ("Host", "evil.example")]).status == 403)
      #expect(try client.ask("GET \(path)", []).status == 400)
      #expect(
        try client.ask("GET http://localhost:\(server.port)\(path)", [("Host", "evil.example")])
          .status == 403)
      #expect(try client.ask("GET \(path)x", [own]).status == 404)
      #expect(try client.ask("GET /", [own]).status == 404)
      #expect(try client.ask("DELETE \(path)", [own]).status == 405)
      #expect(try client.ask("GET \(path)event", [own]).status == 405)
      #expect(try client.ask("POST \(path)event", [own, text, length], body: ready).status == 403)
      #expect(
        try client.ask(
          "POST \(path)event", [own, ("Origin", "http://evil.example"), text, length], body: ready
        ).status == 403)
      #expect(
        try client.ask(
          "POST \(path)event", [own, origin, ("Content-Type", "application/json"), length],
          body: ready
        ).status == 415)
      #expect(
        try client.ask("POST \(path)event", [own, origin, text, length], body: ready).status == 200)
      #expect(try Self.post("reply", to: path + "reply", of: server).status == 404)
      await server.close()
      var events: [PlayerEvent] = []
      for await event in page.events { events.append(event) }
      #expect(events == [.ready])
    }
  }

  @Test("A HEAD has the page's headers and no body", .timeLimit(.minutes(1)))
  func head() async throws {
    try await Self.serving { server in
      let page = try await server.addReply(ReplyPrompt(title: "Lunch?"))
      let path = try Self.path(page.url, of: server)
      let own = ("Host", "localhost:\(server.port)")
      let response = try RawClient(port: server.port).ask("HEAD \(path)", [own])
      #expect(response.status == 200)
      #expect(response.headers["content-length"] != "0")
      #expect(response.body.isEmpty)
    }
  }

  @Test("A body longer than its limit is refused, announced or not", .timeLimit(.minutes(1)))
  func longBodies() async throws {
    try await Self.serving { server in
      let page = try await server.addReply(ReplyPrompt(title: "Lunch?"))
      let path = try Self.path(page.url, of: server)
      let limit = PageServer.maximumReplyBytes
      let long = String(repeating: "a", count: limit + 1)
      #expect(try Self.post(long, to: path + "reply", of: server).status == 413)
      #expect(
        try Self.post(String(repeating: "a", count: 65), to: path + "event", of: server).status
          == 413)
      let headers = [
        ("Host", "localhost:\(server.port)"), ("Origin", server.origin),
        ("Content-Type", "text/plain"),
      ]
      let client = RawClient(port: server.port)
      let announced = headers + [("Content-Length", "9000000000"), ("Expect", "100-continue")]
      #expect(try client.ask("POST \(path)reply", announced).status == 413)
      let size = String(limit + 1, radix: 16)
      let chunked = Array("\(size)\r\n\(long)\r\n0\r\n\r\n".utf8)
      let unannounced = headers + [("Transfer-Encoding", "chunked")]
      #expect(try client.ask("POST \(path)reply", unannounced, body: chunked).status == 413)
      let longest = String(repeating: "a", count: limit)
      #expect(try Self.post(longest, to: path + "reply", of: server).status == 200)
      #expect(await page.answer() == .sent(longest))
    }
  }

  @Test("A body without an end is cut off", .timeLimit(.minutes(1)))
  func endlessBody() async throws {
    try await Self.serving { server in
      let page = try await server.addReply(ReplyPrompt(title: "Lunch?"))
      let path = try Self.path(page.url, of: server)
      let socket = try RawClient(port: server.port).connect()
      defer { close(socket) }
      let head =
        "POST \(path)reply HTTP/1.1\r\nHost: localhost:\(server.port)\r\n"
        + "Transfer-Encoding: chunked\r\n\r\n"
      let chunk =
        Array("10000\r\n".utf8) + Array(repeating: 0x61, count: 0x10000) + Array("\r\n".utf8)
      var bytes = Array(head.utf8)
      var sent = 0
      // Far beyond what the server drops and the kernel's buffers hold, yet an end of the test.
      while sent < 64 << 20 {
        bytes += chunk
        let count = send(socket, bytes, bytes.count, Int32(MSG_NOSIGNAL))
        guard count > 0 else { break }
        sent += count
        bytes.removeFirst(count)
      }
      #expect(sent < 64 << 20)
      // The server goes on.
      #expect(try Self.get(path, of: server).status == 200)
    }
  }

  @Test("A page that was removed is unknown, and its events end", .timeLimit(.minutes(1)))
  func removal() async throws {
    try await Self.serving { server in
      let player = try await server.addPlayer(try VideoSource(link: Self.youTube), title: "Film")
      let reply = try await server.addReply(ReplyPrompt(title: "Lunch?"))
      for url in [player.url, reply.url] {
        #expect(try Self.get(try Self.path(url, of: server), of: server).status == 200)
      }
      await server.remove(player.id)
      await server.remove(reply.id)
      await server.remove(reply.id)
      for url in [player.url, reply.url] {
        #expect(try Self.get(try Self.path(url, of: server), of: server).status == 404)
      }
      // All that it reported is that it was asked for.
      var events: [PlayerEvent] = []
      for await event in player.events { events.append(event) }
      #expect(events == [.requested])
      #expect(await reply.answer() == nil)
    }
  }

  @Test("A server that was closed listens no more, and takes no pages", .timeLimit(.minutes(1)))
  func closing() async throws {
    let server = try await PageServer.start()
    let page = try await server.addReply(ReplyPrompt(title: "Lunch?"))
    let idle = try RawClient(port: server.port).connect()
    defer { close(idle) }
    await server.close()
    await server.close()
    #expect(await page.answer() == nil)
    #expect(throws: RawClient.Failure.self) { try RawClient(port: server.port).connect() }
    #expect(throws: RawClient.Failure.self) {
      try RawClient(port: server.port, address: .ipv6).connect()
    }
    await #expect(throws: PageServerError.closed) {
      try await server.addReply(ReplyPrompt(title: "Lunch?"))
    }
    // The port is free again at once.
    let next = try await PageServer.start(port: server.port)
    #expect(next.port == server.port)
    await next.close()
  }

  @Test(
    "A port that another program has on either address is refused", .timeLimit(.minutes(1)),
    arguments: Loopback.allCases)
  func portInUse(address: Loopback) async throws {
    let free = try await PageServer.start()
    await free.close()
    let other = try RawClient(port: free.port, address: address).listen()
    defer { close(other) }
    await #expect(throws: PageServerError.portInUse(free.port)) {
      try await PageServer.start(port: free.port)
    }
  }

  @Test("Without libsoup the error says what to install", .timeLimit(.minutes(1)))
  func noLibrary() async throws {
    let error = await #expect(throws: PageServerError.self) {
      try await PageServer.start(port: 0, library: "libsoup-none.so.0", reloadTime: .zero)
    }
    #expect(
      error?.description
        == "pages need libsoup 3: libsoup-none.so.0: cannot open shared object file: "
        + "No such file or directory; install libsoup-3.0-0 (Debian, Ubuntu) or libsoup3")
    // A library that is none of libsoup's is refused before a page needs it.
    await #expect(throws: PageServerError.self) {
      try await PageServer.start(port: 0, library: "libc.so.6", reloadTime: .zero)
    }
  }

  @Test("There are no more pages than the limit", .timeLimit(.minutes(1)))
  func pageLimit() async throws {
    try await Self.serving { server in
      var last: ReplyPage?
      for _ in 0..<PageServer.maximumPages {
        last = try await server.addReply(ReplyPrompt(title: "Lunch?"))
      }
      await #expect(throws: PageServerError.tooManyPages) {
        try await server.addReply(ReplyPrompt(title: "Lunch?"))
      }
      await server.remove(try #require(last).id)
      _ = try await server.addReply(ReplyPrompt(title: "Lunch?"))
    }
  }

  static let messages: [(error: PageServerError, text: String)] = [
    (.portInUse(2198), "port in use: 2198; choose another, or 0 for any that is free"),
    (.portNotPermitted(80), "port not permitted: 80; choose one from 1024 on"),
    (.failed(reason: "Too many open files"), "pages cannot be served: Too many open files"),
    (.tooManyPages, "too many pages: 1000; close some of them"),
    (.closed, "the page server has been closed"),
  ]

  @Test("An error says what is wrong, with the value, and what to do", arguments: messages)
  func describes(error: PageServerError, text: String) {
    #expect(error.description == text)
  }
}
