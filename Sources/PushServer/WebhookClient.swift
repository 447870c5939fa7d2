internal import CWeb
internal import GLibLoop

/// Why a webhook was not reached; `description` says it in words that can be shown.
public enum WebhookError: Error, Equatable, Sendable, CustomStringConvertible {
  /// libsoup cannot be loaded.
  case noLibrary(PageServerError)
  /// Nobody answered; in the library's words.
  case noAnswer(url: String, reason: String)

  /// What failed, with the link.
  public var description: String {
    switch self {
    case .noLibrary(let error): error.description
    case .noAnswer(let url, let reason): "webhook not reached: \(url): \(reason)"
    }
  }
}

/// Posts JSON to webhooks.
public enum WebhookClient {
  /// Posts a text.
  ///
  /// - Parameters:
  ///   - json: The body, which is sent as `application/json`.
  ///   - url: Where to; http or https.
  ///   - limit: How long it may take.
  /// - Returns: The HTTP status of the answer.
  /// - Throws: ``WebhookError``.
  @ServerActor
  public static func post(
    _ json: String, to url: String, within limit: Duration
  ) async throws(WebhookError) -> Int {
    var error: UnsafeMutablePointer<cweb_error>?
    guard unsafe cweb_load(SoupServer.library, &error) else {
      throw .noLibrary(unsafe PageServerError(taking: error, port: 0))
    }
    let milliseconds = UInt32(
      clamping: limit.components.seconds * 1000
        + limit.components.attoseconds / 1_000_000_000_000_000)
    let (status, reason) = await withCheckedContinuation { continuation in
      let context = unsafe Unmanaged.passRetained(PostEnd(continuation)).toOpaque()
      let body = Array(json.utf8)
      unsafe cweb_post(
        url, "application/json", body, body.count, milliseconds, tellPosted, context, releasePost)
    }
    if let reason { throw .noAnswer(url: url, reason: reason) }
    return status
  }
}

private final class PostEnd: Sendable {
  let continuation: CheckedContinuation<(Int, String?), Never>

  init(_ continuation: CheckedContinuation<(Int, String?), Never>) {
    self.continuation = continuation
  }
}

// File-scope constants, so that they can capture nothing that is isolated.
private let tellPosted: cweb_posted = { status, message, context in
  guard let context = unsafe context else { return }
  let reason = unsafe message.map { unsafe String(cString: $0) }
  unsafe Unmanaged<PostEnd>.fromOpaque(context).takeUnretainedValue()
    .continuation.resume(returning: (Int(status), reason))
}

private let releasePost: cweb_destroy = { context in
  guard let context = unsafe context else { return }
  unsafe Unmanaged<PostEnd>.fromOpaque(context).release()
}
