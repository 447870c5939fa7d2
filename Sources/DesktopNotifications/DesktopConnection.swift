internal import CNotify
internal import GLibLoop
internal import Synchronization

/// The process's one connection to libnotify, on the thread that libnotify lives on.
@DesktopActor
enum DesktopConnection {
  private static var connection: OpaquePointer?
  private static var needsFlush = false
  /// One for each `LibnotifyServer` that has been used; each takes what concerns it.
  private static var listeners: [ObjectIdentifier: EventListener] = [:]
  private nonisolated static let isServerKnown = Atomic(false)
  private nonisolated static let isBusKnown = Atomic(false)

  /// Whether the session bus has let this process in.
  nonisolated static var knowsBus: Bool {
    isBusKnown.load(ordering: .relaxed)
  }

  /// Whether a server has answered, and none has gone since.
  nonisolated static var knowsServer: Bool {
    isServerKnown.load(ordering: .relaxed)
  }

  /// Asks the server; `keeps` keeps the answer for programs that start later, and with `recalls` one
  /// that was kept will do.
  static func information(
    for server: LibnotifyServer, keeps: Bool = false, recalls: Bool = false
  ) async -> Result<ServerInformation, NotificationServerError> {
    switch connect(for: server) {
    case .failure(let error): return .failure(error)
    case .success: break
    }
    guard let connection = unsafe connection else { return .failure(.failed("not connected")) }
    return await withCheckedContinuation { continuation in
      let limits = server.limits
      let question = InformationQuestion(continuation, limits, keeps: keeps)
      unsafe cnotify_get_information(
        connection, limits.start.milliseconds, limits.answer.milliseconds, recalls,
        takeInformation, Unmanaged.passRetained(question).toOpaque(), releaseObject)
    }
  }

  static func show(
    _ notification: DesktopNotification, replacing id: NotificationID, for server: LibnotifyServer
  ) -> Result<ShowAnswer, NotificationServerError> {
    switch connect(for: server) {
    case .failure(let error): return .failure(error)
    case .success: break
    }
    guard let connection = unsafe connection else { return .failure(.failed("not connected")) }
    return unsafe notification.withCNotification(replacing: id) { notification in
      var given: UInt32 = 0
      var error: UnsafeMutablePointer<cnotify_error>?
      guard unsafe cnotify_show(connection, notification, &given, &error) else {
        return .failure(unsafe takeError(error))
      }
      return .success(
        ShowAnswer(id: given, serversGone: server.listener.serversGone.load(ordering: .relaxed)))
    }
  }

  static func close(_ id: NotificationID) {
    guard let connection = unsafe connection else { return }
    unsafe cnotify_close(connection, id)
    needsFlush = true
  }

  static func setBadge(_ count: Int, desktopEntry: String, for server: LibnotifyServer) {
    // Without a bus nobody shows badges.
    guard case .success = connect(for: server), let connection = unsafe connection else { return }
    unsafe cnotify_set_badge(connection, desktopEntry, Int64(count))
    needsFlush = true
  }

  /// Waits only where something was sent that has no answer: it takes GIO a thread and milliseconds.
  static func flush() {
    guard needsFlush, let connection = unsafe connection else { return }
    unsafe cnotify_flush(connection)
    needsFlush = false
  }

  fileprivate static func serverAnswered() {
    isServerKnown.store(true, ordering: .relaxed)
  }

  static func forget(_ listener: EventListener) {
    listeners[ObjectIdentifier(listener)] = nil
  }

  fileprivate static func tell(_ event: ServerEvent) {
    if event == .serverGone { isServerKnown.store(false, ordering: .relaxed) }
    for listener in listeners.values { listener.take(event) }
  }

  private static func connect(
    for server: LibnotifyServer
  ) -> Result<Void, NotificationServerError> {
    listeners[ObjectIdentifier(server.listener)] = server.listener
    if unsafe connection == nil {
      var error: UnsafeMutablePointer<cnotify_error>?
      unsafe connection = cnotify_connect(server.appName, takeEvent, nil, keepContext, &error)
      guard unsafe connection != nil else { return .failure(unsafe takeError(error)) }
      isBusKnown.store(true, ordering: .relaxed)
    }
    if server.listens, let connection = unsafe connection { unsafe cnotify_listen(connection) }
    return .success(())
  }
}

private final class InformationQuestion {
  let continuation: CheckedContinuation<Result<ServerInformation, NotificationServerError>, Never>
  let limits: LibnotifyServer.Limits
  let keeps: Bool

  init(
    _ continuation: CheckedContinuation<
      Result<ServerInformation, NotificationServerError>, Never
    >, _ limits: LibnotifyServer.Limits, keeps: Bool
  ) {
    self.continuation = continuation
    self.limits = limits
    self.keeps = keeps
  }
}

private let takeInformation:
  @convention(c) (
    UnsafePointer<cnotify_information>?, UnsafePointer<cnotify_error>?, UnsafeMutableRawPointer?
  ) -> Bool = { information, error, context in
    guard let context = unsafe context else { return false }
    let question = unsafe Unmanaged<InformationQuestion>.fromOpaque(context).takeUnretainedValue()
    guard let answer = unsafe information?.pointee else {
      question.continuation.resume(
        returning: .failure(
          unsafe NotificationServerError(
            error?.pointee, call: "GetServerInformation", limit: question.limits.answer)))
      return false
    }
    let information = unsafe ServerInformation(answer)
    // Here and not where the answer is awaited: the server's end may be told in between.
    DesktopActor.assumeIsolated { DesktopConnection.serverAnswered() }
    question.continuation.resume(returning: .success(information))
    return question.keeps && !information.profile.capabilitiesVary
  }

private let takeEvent:
  @convention(c) (UnsafePointer<cnotify_event>, UnsafeMutableRawPointer?) -> Void = { event, _ in
    let event = unsafe event.pointee
    let id = unsafe event.id
    let text = unsafe event.text.map { unsafe String(cString: $0) } ?? ""
    let told: ServerEvent =
      switch unsafe event.kind {
      case CNOTIFY_ACTION_INVOKED: .actionInvoked(id, key: text)
      case CNOTIFY_REPLIED: .replied(id, text: text)
      case CNOTIFY_ACTIVATION_TOKEN: .activationToken(id, token: text)
      case CNOTIFY_CLOSED: unsafe .closed(id, reason: CloseReason(rawValue: event.reason))
      default: .serverGone
      }
    // The shim calls on the thread that connected, which is the actor's.
    DesktopActor.assumeIsolated { DesktopConnection.tell(told) }
  }

private let keepContext: @convention(c) (UnsafeMutableRawPointer?) -> Void = { _ in }

private let releaseObject: @convention(c) (UnsafeMutableRawPointer?) -> Void = { context in
  guard let context = unsafe context else { return }
  unsafe Unmanaged<AnyObject>.fromOpaque(context).release()
}

private func takeError(_ error: UnsafeMutablePointer<cnotify_error>?) -> NotificationServerError {
  defer { if let error = unsafe error { unsafe cnotify_error_free(error) } }
  return unsafe NotificationServerError(error?.pointee, call: "Notify", limit: .seconds(25))
}

extension ServerInformation {
  fileprivate init(_ information: cnotify_information) {
    var capabilities: Set<ServerCapability> = []
    var next = unsafe information.capabilities
    while let name = unsafe next.pointee {
      capabilities.insert(ServerCapability(rawValue: unsafe String(cString: name)))
      unsafe next += 1
    }
    unsafe self.init(
      name: String(cString: information.name), vendor: String(cString: information.vendor),
      version: String(cString: information.version),
      specVersion: String(cString: information.spec_version), capabilities: capabilities)
  }
}

extension NotificationServerError {
  fileprivate init(_ error: cnotify_error?, call: String, limit: Duration) {
    guard let error = unsafe error else {
      self = .failed("libnotify gave no reason")
      return
    }
    let message = unsafe String(cString: error.message)
    switch unsafe error.kind {
    case CNOTIFY_NO_BUS: self = .noBus(message)
    case CNOTIFY_NO_SERVER: self = .noServer(message)
    case CNOTIFY_TIMED_OUT: self = .timedOut(call: call, limit: limit)
    case CNOTIFY_REFUSED:
      self = .refused(
        name: unsafe error.name.map { unsafe String(cString: $0) } ?? "", message: message)
    default: self = .failed(message)
    }
  }
}

extension Duration {
  var milliseconds: UInt32 {
    UInt32(clamping: components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000)
  }
}
