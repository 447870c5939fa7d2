import JSONText
public import NotificationModel

/// A push that APNs takes: what an iPhone app would be given, and the headers that it came with.
public struct Push: Sendable, Hashable {
  /// The topic: `apns-topic`, or else the payload's `Simulator Target Bundle`.
  public let topic: String

  /// The headers.
  public let headers: PushHeaders

  /// What the notification says; its `userInfo` is the whole payload.
  public let content: UNNotificationContent

  /// Whether there is a title, a subtitle or a body: only then something is shown.
  public let hasAlert: Bool

  /// `content-available`: whether the app is woken in the background.
  public let contentAvailable: Bool

  /// `mutable-content`: whether the service extension may change the content first.
  public let mutableContent: Bool

  /// What the push says of a Live Activity; `nil` where it says nothing.
  public let liveActivity: LiveActivity?

  /// What iOS drops of the payload, in the order of the text.
  public let drops: [Diagnostic]

  /// Reads a push as APNs and iOS do.
  ///
  /// A payload is rejected only for what APNs rejects: its size, and that it is no JSON object.
  /// Within it, values of the wrong type are dropped one by one. Apple documents no reason for a
  /// payload that is no JSON; `PayloadEmpty` is given, for every client library knows it.
  ///
  /// - Parameters:
  ///   - bytes: the payload: UTF-8, at most 4,096 bytes, 5,120 for `voip`.
  ///   - headers: the request's headers.
  ///   - localization: gives the texts of an app by its bundle identifier, for `loc-key`s; none by
  ///     default.
  /// - Throws: the ``Rejection`` that a provider gets.
  public init(
    _ bytes: [UInt8], headers: PushHeaders = PushHeaders(),
    localization: (_ bundleIdentifier: String) -> Localization = { _ in .none }
  ) throws(Rejection) {
    let (document, payload) = try Self.parse(bytes, headers)
    var reader = PayloadReader(document: document)
    let topic = try Self.topic(headers, &reader, payload)
    let fields = reader.fields(
      of: payload,
      localization: localization(Self.bundleIdentifier(of: topic, headers.pushType)))
    self.topic = topic
    self.headers = headers
    content = UNNotificationContent(fields: fields.content)
    hasAlert = fields.hasAlert
    contentAvailable = fields.contentAvailable
    mutableContent = fields.mutableContent
    liveActivity = fields.liveActivity
    drops = reader.diagnostics
  }

  /// The app that the push is for: the topic without the push type's suffix.
  public var bundleIdentifier: String {
    Self.bundleIdentifier(of: topic, headers.pushType)
  }

  /// Whether the push only wakes the app: `content-available`, and neither alert, badge nor sound.
  public var isSilent: Bool {
    contentAvailable && !hasAlert && content.badge == nil && content.sound == nil
  }

  /// Whether the service extension runs: `mutable-content`, and an alert.
  public var runsServiceExtension: Bool {
    mutableContent && hasAlert
  }

  /// Makes the request that an app would be given.
  ///
  /// - Parameter identifier: what the request is known by where there is no `apns-collapse-id`: a
  ///   fresh UUID.
  /// - Returns: the request, with a ``UNPushNotificationTrigger``.
  public func request(identifier: String) -> UNNotificationRequest {
    UNNotificationRequest(
      identifier: headers.collapseID ?? identifier, content: content,
      trigger: UNPushNotificationTrigger())
  }

  /// Checks what APNs checks of a push, without reading its content.
  ///
  /// - Parameters:
  ///   - bytes: the payload.
  ///   - headers: the request's headers.
  /// - Returns: the push's topic.
  /// - Throws: the ``Rejection`` that ``init(_:headers:localization:)`` would throw.
  public static func topic(
    of bytes: [UInt8], headers: PushHeaders
  ) throws(Rejection) -> String {
    // A payload is read in whole where something of it is needed.
    if let topic = headers.topic, isObject(bytes) {
      try checkSize(bytes, headers.pushType)
      return topic
    }
    let (document, payload) = try parse(bytes, headers)
    var reader = PayloadReader(document: document)
    return try topic(headers, &reader, payload)
  }

  private static func isObject(_ bytes: [UInt8]) -> Bool {
    // What is none is read again, which says why.
    (try? JSONDocument.check(bytes, options: .payload))?.object != nil
  }

  private static func parse(
    _ bytes: [UInt8], _ headers: PushHeaders
  ) throws(Rejection) -> (JSONDocument, JSONObject) {
    try checkSize(bytes, headers.pushType)
    let document: JSONDocument
    do {
      document = try JSONDocument(bytes, options: .payload)
    } catch {
      throw Rejection(
        .payloadEmpty, "payload is not JSON: \(error.message)", position: error.position)
    }
    guard let payload = document.root.object else {
      throw Rejection(
        .payloadEmpty, "payload is \(document.root.typeName); write an object with aps in it",
        position: document.position(of: document.root))
    }
    return (document, payload)
  }

  private static func topic(
    _ headers: PushHeaders, _ reader: inout PayloadReader, _ payload: JSONObject
  ) throws(Rejection) -> String {
    if let topic = headers.topic { return topic }
    guard let topic = try reader.simulatorTopic(in: payload) else {
      throw Rejection(
        .missingTopic,
        "topic is missing; give apns-topic, or write \"Simulator Target Bundle\" into the payload")
    }
    return topic
  }

  static func checkSize(_ bytes: [UInt8], _ pushType: PushType?) throws(Rejection) {
    guard !bytes.isEmpty else {
      throw Rejection(.payloadEmpty, "payload is empty; write an object with aps in it")
    }
    let limit = pushType?.payloadLimit ?? PushType.defaultPayloadLimit
    guard bytes.count <= limit else {
      throw Rejection(
        .payloadTooLarge, "payload has \(bytes.count) bytes; Apple takes at most \(limit)")
    }
  }

  static func bundleIdentifier(of topic: String, _ pushType: PushType?) -> String {
    let suffix = pushType?.topicSuffix ?? ""
    guard topic.hasSuffix(suffix), topic.count > suffix.count else { return topic }
    return String(topic.dropLast(suffix.count))
  }
}

/// What a push says of a Live Activity.
///
/// Its `content-state` and `attributes` are in the content's `userInfo`.
public struct LiveActivity: Sendable, Hashable {
  /// What becomes of the activity.
  public enum Event: String, Sendable, Hashable, CaseIterable {
    /// It begins.
    case start
    /// It changes.
    case update
    /// It ends.
    case end
  }

  /// What becomes of the activity.
  public let event: Event

  /// When the push was sent, in UNIX seconds.
  public let timestamp: Double?

  /// When the activity's content is out of date, in UNIX seconds.
  public let staleDate: Double?

  /// When an activity that ended is taken away, in UNIX seconds.
  public let dismissalDate: Double?

  /// The type of the attributes of an activity that begins.
  public let attributesType: String?
}
