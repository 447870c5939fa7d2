/// Why the pages cannot be served; `description` says it in words that can be shown.
public enum PageServerError: Error, Equatable, Sendable {
  /// libsoup cannot be loaded; the dynamic loader's words.
  case noLibrary(reason: String)
  /// Another program listens on that port of 127.0.0.1 or of ::1.
  case portInUse(UInt16)
  /// The port, below 1024, is kept for the superuser.
  case portNotPermitted(UInt16)
  /// The server could not be started for another reason, in the library's words.
  case failed(reason: String)
  /// As many pages as there may be are open already.
  case tooManyPages
  /// The server has been closed.
  case closed
}

extension PageServerError: CustomStringConvertible {
  /// What is wrong, with the value, and what to do about it.
  public var description: String {
    switch self {
    case .noLibrary(let reason):
      "pages need libsoup 3: \(reason); install libsoup-3.0-0 (Debian, Ubuntu) or libsoup3"
    case .portInUse(let port):
      "port in use: \(port); choose another, or 0 for any that is free"
    case .portNotPermitted(let port):
      "port not permitted: \(port); choose one from 1024 on"
    case .failed(let reason):
      "pages cannot be served: \(reason)"
    case .tooManyPages:
      "too many pages: \(PageServer.maximumPages); close some of them"
    case .closed:
      "the page server has been closed"
    }
  }
}
