internal import ApplePush
internal import CHTTP2
internal import GLibLoop

/// Where an answer goes: a stream of a connection.
struct HTTP2Stream: Sendable, Hashable {
  /// The connection's number, which is never used again.
  let connection: UInt64
  /// The stream's identifier (RFC 9113 §5.1.1).
  let identifier: Int32
}

/// What a server of the shim's tells; all of it comes on the server's thread.
struct HTTP2Handler: Sendable {
  /// Takes a request; the server is not called from here.
  let take: @ServerActor (ProviderRequest, HTTP2Stream) -> Void
  /// All that had come in has been taken.
  let drained: @ServerActor () -> Void
  /// The last connection of a server that drains has gone.
  let emptied: @ServerActor () -> Void
}

/// nghttp2's server on GIO's TLS, as Swift values; it serves until it is closed.
@safe
@ServerActor
final class HTTP2Server {
  /// The port that the server listens on.
  let port: UInt16

  /// `nil` once the server is closed.
  ///
  /// The pointer is never given out.
  private var server: OpaquePointer?

  /// Starts to listen.
  ///
  /// - Parameters:
  ///   - addresses: Numeric ones; an IPv6 one after the first may be missing on the machine.
  ///   - port: The port on all of them; 0 for any that is free.
  ///   - certificate: The chain and the key, in PEM.
  ///   - limits: How much is taken.
  ///   - handler: Takes the requests; kept until the server is closed.
  /// - Throws: ``PushEndpointError``.
  init(
    addresses: [String], port: UInt16, certificate: String, limits: chttp2_limits,
    handler: HTTP2Handler
  ) throws(PushEndpointError) {
    var limits = limits
    var error: UnsafeMutablePointer<chttp2_error>?
    let context = unsafe Unmanaged.passRetained(HandlerBox(handler)).toOpaque()
    let started = unsafe withCTexts(addresses) { addresses in
      unsafe chttp2_server_start(
        addresses, port, certificate, &limits, takeRequest, tellDrained, tellEmptied, context,
        releaseBox, &error)
    }
    guard let started = unsafe started else {
      throw unsafe PushEndpointError(taking: error, addresses: addresses, port: port)
    }
    unsafe server = started
    self.port = unsafe chttp2_server_port(started)
  }

  /// How many connections there are.
  var connectionCount: Int {
    guard let server = unsafe server else { return 0 }
    return unsafe chttp2_server_connections(server)
  }

  /// Whether a connection is still there.
  func has(_ connection: UInt64) -> Bool {
    guard let server = unsafe server else { return false }
    return unsafe chttp2_server_has(server, connection)
  }

  /// Answers a request; nothing happens when its stream has gone.
  ///
  /// - Parameters:
  ///   - stream: The request's stream.
  ///   - status: The HTTP status.
  ///   - id: The value of `apns-id`.
  ///   - json: The body, sent as one DATA frame; none by default.
  func answer(_ stream: HTTP2Stream, status: Int, id: String, json: String? = nil) {
    guard let server = unsafe server else { return }
    var id = id
    id.withUTF8 { id in
      var fields = unsafe [field(apnsID, id)]
      guard var json else {
        unsafe chttp2_answer(
          server, stream.connection, stream.identifier, UInt16(status), fields, fields.count,
          nil, 0)
        return
      }
      unsafe fields.append(
        field(
          contentType,
          UnsafeBufferPointer(start: jsonType.utf8Start, count: jsonType.utf8CodeUnitCount)))
      json.withUTF8 { body in
        unsafe chttp2_answer(
          server, stream.connection, stream.identifier, UInt16(status), fields, fields.count,
          body.baseAddress, body.count)
      }
    }
  }

  /// Sends the answers that were given since the last flush.
  func flush() {
    guard let server = unsafe server else { return }
    unsafe chttp2_flush(server)
  }

  /// Stops listening and ends each connection once its requests are answered.
  ///
  /// - Parameter reason: The debug data of GOAWAY (RFC 9113 §6.8).
  func drain(_ reason: String) {
    guard let server = unsafe server else { return }
    unsafe chttp2_server_drain(server, reason)
  }

  /// Closes all connections; it may be called again, but not by the handler.
  func close() {
    guard let server = unsafe server else { return }
    unsafe self.server = nil
    unsafe chttp2_server_free(server)
  }
}

private let apnsID: StaticString = "apns-id"
private let contentType: StaticString = "content-type"
private let jsonType: StaticString = "application/json"

private func field(
  _ name: StaticString, _ value: UnsafeBufferPointer<UInt8>
) -> chttp2_field {
  unsafe chttp2_field(
    name: name.utf8Start, name_size: name.utf8CodeUnitCount,
    // An empty text has no address.
    value: value.baseAddress ?? name.utf8Start, value_size: value.count)
}

private final class HandlerBox {
  let handler: HTTP2Handler

  init(_ handler: HTTP2Handler) {
    self.handler = handler
  }
}

// File-scope constants, so that they can capture nothing that is isolated.
private let takeRequest: chttp2_take = { request, context in
  guard let context = unsafe context else { return }
  let handler = unsafe Unmanaged<HandlerBox>.fromOpaque(context).takeUnretainedValue().handler
  let stream = unsafe HTTP2Stream(
    connection: request.pointee.connection, identifier: request.pointee.stream)
  let read = unsafe ProviderRequest(request.pointee)
  ServerActor.assumeIsolated { handler.take(read, stream) }
}

private let tellDrained: chttp2_drained = { context in
  guard let context = unsafe context else { return }
  let handler = unsafe Unmanaged<HandlerBox>.fromOpaque(context).takeUnretainedValue().handler
  ServerActor.assumeIsolated { handler.drained() }
}

private let tellEmptied: chttp2_emptied = { context in
  guard let context = unsafe context else { return }
  let handler = unsafe Unmanaged<HandlerBox>.fromOpaque(context).takeUnretainedValue().handler
  ServerActor.assumeIsolated { handler.emptied() }
}

private let releaseBox: chttp2_destroy = { context in
  guard let context = unsafe context else { return }
  unsafe Unmanaged<HandlerBox>.fromOpaque(context).release()
}

extension ProviderRequest {
  /// Copies what APNs' rules need of a request.
  fileprivate init(_ request: chttp2_request) {
    var method = ""
    var path = ""
    var fields: [HeaderField] = []
    for index in unsafe 0..<request.field_count {
      let field = unsafe request.fields[index]
      let name = unsafe UnsafeBufferPointer(start: field.name, count: field.name_size)
      let value = unsafe UnsafeBufferPointer(start: field.value, count: field.value_size)
      if unsafe name.elementsEqual(methodName) {
        method = unsafe String(decoding: value, as: UTF8.self)
      } else if unsafe name.elementsEqual(pathName) {
        path = unsafe String(decoding: value, as: UTF8.self)
      } else if unsafe name.starts(with: apnsPrefix) || name.elementsEqual(authorizationName) {
        unsafe fields.append(
          HeaderField(
            lowercaseName: String(decoding: name, as: UTF8.self),
            value: String(decoding: value, as: UTF8.self)))
      }
    }
    unsafe self.init(
      method: method, path: path, fields: fields,
      body: Array(UnsafeBufferPointer(start: request.body, count: request.body_size)),
      isBodyTooLong: request.is_body_too_long, hasCertificate: request.has_certificate)
  }
}

private let methodName = Array(":method".utf8)
private let pathName = Array(":path".utf8)
private let apnsPrefix = Array("apns-".utf8)
private let authorizationName = Array("authorization".utf8)
