import Glibc

/// The loopback addresses.
enum Loopback: CaseIterable, Sendable {
  case ipv4, ipv6
}

/// What a server answered, taken apart.
struct RawResponse: Equatable, Sendable {
  var status: Int
  /// By their names in lower case.
  var headers: [String: String]
  var body: String
}

/// An HTTP client that sends exactly the bytes that it is given.
struct RawClient: Sendable {
  let port: UInt16
  var address = Loopback.ipv4

  /// A socket that did not do what was asked, with the reason.
  struct Failure: Error {
    let call: String
    let reason: String

    init(_ call: String) {
      self.call = call
      reason = String(cString: strerror(errno))
    }
  }

  /// Sends a request and reads until the server closes the connection.
  ///
  /// - Parameters:
  ///   - requestLine: Method and path.
  ///   - headers: Beside `Connection: close`.
  ///   - body: Sent as it is.
  /// - Returns: The response.
  /// - Throws: ``Failure``.
  func ask(
    _ requestLine: String, _ headers: [(String, String)], body: [UInt8] = []
  ) throws -> RawResponse {
    let lines =
      ["\(requestLine) HTTP/1.1", "Connection: close"] + headers.map { "\($0): \($1)" } + ["", ""]
    return try exchange(Array(lines.joined(separator: "\r\n").utf8) + body)
  }

  /// Sends bytes and reads until the server closes the connection.
  func exchange(_ bytes: [UInt8]) throws -> RawResponse {
    let socket = try connect()
    defer { close(socket) }
    // A server that has refused the request may close before all is sent.
    var sent = 0
    while sent < bytes.count {
      let count = bytes[sent...].withUnsafeBytes {
        send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { break }
      sent += count
    }
    var received: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65536)
    while true {
      let count = recv(socket, &buffer, buffer.count, 0)
      if count < 0 {
        guard errno == ECONNRESET, !received.isEmpty else { throw Failure("recv") }
        break
      }
      if count == 0 { break }
      received += buffer[..<count]
    }
    return Self.parse(received)
  }

  /// Connects, with a time limit on everything that follows.
  func connect() throws -> Int32 {
    let family = address == .ipv4 ? AF_INET : AF_INET6
    let socket = Glibc.socket(family, Int32(SOCK_STREAM.rawValue), 0)
    guard socket >= 0 else { throw Failure("socket") }
    var limit = timeval(tv_sec: 10, tv_usec: 0)
    let size = socklen_t(MemoryLayout<timeval>.size)
    setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &limit, size)
    setsockopt(socket, SOL_SOCKET, SO_SNDTIMEO, &limit, size)
    guard withAddress({ Glibc.connect(socket, $0, $1) }) == 0 else {
      let failure = Failure("connect")
      close(socket)
      throw failure
    }
    return socket
  }

  /// Listens, as another program would; the caller closes the socket.
  func listen() throws -> Int32 {
    let family = address == .ipv4 ? AF_INET : AF_INET6
    let socket = Glibc.socket(family, Int32(SOCK_STREAM.rawValue), 0)
    guard socket >= 0 else { throw Failure("socket") }
    guard withAddress({ bind(socket, $0, $1) }) == 0, Glibc.listen(socket, 1) == 0 else {
      throw Failure("bind")
    }
    return socket
  }

  private func withAddress(_ use: (UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int32 {
    switch address {
    case .ipv4:
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_port = port.bigEndian
      address.sin_addr.s_addr = UInt32(INADDR_LOOPBACK).bigEndian
      return withUnsafePointer(to: address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          use($0, socklen_t(MemoryLayout<sockaddr_in>.size))
        }
      }
    case .ipv6:
      var address = sockaddr_in6()
      address.sin6_family = sa_family_t(AF_INET6)
      address.sin6_port = port.bigEndian
      address.sin6_addr = in6addr_loopback
      return withUnsafePointer(to: address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          use($0, socklen_t(MemoryLayout<sockaddr_in6>.size))
        }
      }
    }
  }

  private static func parse(_ bytes: [UInt8]) -> RawResponse {
    let text = String(decoding: bytes, as: UTF8.self)
    var lines = text.split(separator: "\r\n", omittingEmptySubsequences: false)[...]
    let status = lines.popFirst()?.split(separator: " ").dropFirst().first.flatMap { Int($0) }
    var headers: [String: String] = [:]
    while let line = lines.popFirst(), !line.isEmpty {
      let parts = line.split(separator: ":", maxSplits: 1)
      headers[parts[0].lowercased()] = parts.count > 1 ? String(parts[1].dropFirst()) : ""
    }
    return RawResponse(
      status: status ?? 0, headers: headers, body: lines.joined(separator: "\r\n"))
  }
}
