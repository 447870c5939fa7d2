internal import CWeb
internal import GLibLoop

/// libsoup's server on the loopback addresses, as Swift values; it serves until it is closed.
@safe
@ServerActor
final class SoupServer {
  /// The name under which libsoup 3 is loaded; it is the same on every distribution.
  nonisolated static let library = "libsoup-3.0.so.0"

  /// The port that the server listens on.
  let port: UInt16

  /// `nil` once the server is closed.
  ///
  /// The pointer is never given out.
  private var server: OpaquePointer?

  /// Starts to listen.
  ///
  /// - Parameters:
  ///   - port: The port on both loopback addresses; 0 for any that is free.
  ///   - library: The file name of libsoup.
  ///   - bodyLimit: The longest body that a request may have, in bytes.
  ///   - answer: Answers a request, on the server's thread.
  /// - Throws: ``PageServerError``.
  init(
    port: UInt16, library: String, bodyLimit: Int,
    answer: @escaping @ServerActor (WebRequest) -> WebResponse
  ) throws(PageServerError) {
    var error: UnsafeMutablePointer<cweb_error>?
    guard unsafe cweb_load(library, &error) else {
      throw unsafe PageServerError(taking: error, port: port)
    }
    let context = unsafe Unmanaged.passRetained(RequestHandler(answer)).toOpaque()
    let started = unsafe cweb_server_start(
      port, bodyLimit, answerRequest, context, releaseHandler, &error)
    guard let started = unsafe started else {
      throw unsafe PageServerError(taking: error, port: port)
    }
    unsafe server = started
    self.port = unsafe cweb_server_port(started)
  }

  /// Stops listening and closes all connections; it may be called again, but not by `answer`.
  func close() {
    guard let server = unsafe server else { return }
    unsafe self.server = nil
    unsafe cweb_server_free(server)
  }
}

extension PageServerError {
  /// Makes the house's error of the shim's, which is freed.
  init(taking error: UnsafeMutablePointer<cweb_error>?, port: UInt16) {
    guard let error = unsafe error else {
      self = .failed(reason: "no reason was given")
      return
    }
    let reason = unsafe String(cString: error.pointee.message)
    switch unsafe error.pointee.kind {
    case CWEB_NO_LIBRARY: self = .noLibrary(reason: reason)
    case CWEB_PORT_IN_USE: self = .portInUse(port)
    case CWEB_NOT_PERMITTED: self = .portNotPermitted(port)
    default: self = .failed(reason: reason)
    }
    unsafe cweb_error_free(error)
  }
}

private final class RequestHandler {
  let answer: @ServerActor (WebRequest) -> WebResponse

  init(_ answer: @escaping @ServerActor (WebRequest) -> WebResponse) {
    self.answer = answer
  }
}

// File-scope constants, so that they can capture nothing that is isolated.
private let answerRequest: cweb_handler = { request, context in
  guard let context = unsafe context else { return }
  let handler = unsafe Unmanaged<RequestHandler>.fromOpaque(context).takeUnretainedValue()
  let answer = handler.answer
  let read = unsafe WebRequest(request)
  let response = ServerActor.assumeIsolated { answer(read) }
  unsafe response.send(to: request)
}

private let releaseHandler: cweb_destroy = { context in
  guard let context = unsafe context else { return }
  unsafe Unmanaged<RequestHandler>.fromOpaque(context).release()
}

extension WebRequest {
  /// Copies what the rules need of a request.
  fileprivate init(_ request: OpaquePointer) {
    func header(_ name: String) -> String? {
      guard let value = unsafe cweb_request_header(request, name) else { return nil }
      return unsafe String(cString: value)
    }
    var size = 0
    let body = unsafe cweb_request_body(request, &size)
    self.init(
      method: unsafe String(cString: cweb_request_method(request)),
      path: unsafe String(cString: cweb_request_path(request)),
      host: header("Host"), origin: header("Origin"), contentType: header("Content-Type"),
      body: unsafe Array(UnsafeBufferPointer(start: body, count: size)))
  }
}

extension WebResponse {
  fileprivate func send(to request: OpaquePointer) {
    var texts: [UnsafeMutablePointer<CChar>] = unsafe []
    func copy(_ text: String) -> UnsafePointer<CChar> {
      let bytes = text.utf8CString
      let block = UnsafeMutablePointer<CChar>.allocate(capacity: bytes.count)
      for (index, byte) in bytes.enumerated() { unsafe (block + index).initialize(to: byte) }
      unsafe texts.append(block)
      return unsafe UnsafePointer(block)
    }
    let lines = unsafe headers.map { name, value in
      unsafe cweb_header(name: copy(name), value: copy(value))
    }
    unsafe cweb_respond(request, status, lines, lines.count, body, body.count)
    unsafe texts.forEach { unsafe $0.deallocate() }
  }
}
