public import FoundationEssentials

/// A push that the endpoint takes, before it is stored.
public struct NewPush: Sendable, Hashable {
  /// `apns-id`: the provider's own, or one that was made for the push.
  public var id: String
  /// The device token.
  public var deviceToken: String
  /// The topic.
  public var topic: String
  /// The headers that mean something, as lines `name:value`.
  public var headers: String
  /// The payload as it was sent.
  public var payload: [UInt8]
  /// When it came.
  public var date: Date

  /// Makes a push.
  ///
  /// - Parameters:
  ///   - id: `apns-id`.
  ///   - deviceToken: The device token.
  ///   - topic: The topic.
  ///   - headers: The headers that mean something, as lines `name:value`.
  ///   - payload: The payload as it was sent.
  ///   - date: When it came.
  public init(
    id: String, deviceToken: String, topic: String, headers: String, payload: [UInt8], date: Date
  ) {
    self.id = id
    self.deviceToken = deviceToken
    self.topic = topic
    self.headers = headers
    self.payload = payload
    self.date = date
  }
}

/// A push in the store.
public struct StoredPush: Sendable, Hashable {
  /// Its number, in the order of acceptance.
  public var number: Int64
  /// The push.
  public var push: NewPush
}

/// One line of the log, before it is stored.
public struct EventRecord: Sendable, Hashable {
  /// The number of the push that it is about; nil for one that was never accepted.
  public var push: Int64?
  /// When it happened.
  public var date: Date
  /// What happened: the value of the key `event`.
  public var name: String
  /// The push's topic.
  public var topic: String
  /// The content's thread; empty for none.
  public var threadIdentifier: String
  /// The line: one JSON object.
  public var line: String
  /// What a search finds the line by; empty for nothing.
  public var text: String
  /// Whether the push needs nothing more after a restart.
  public var settlesPush: Bool
  /// Who is still to be told of it, each in words that say it after a restart.
  public var owedTo: [String]

  /// Makes a line.
  ///
  /// - Parameters:
  ///   - push: The number of the push that it is about; nil for one that was never accepted.
  ///   - date: When it happened.
  ///   - name: The value of the key `event`.
  ///   - topic: The push's topic.
  ///   - threadIdentifier: The content's thread; empty for none.
  ///   - line: One JSON object.
  ///   - text: What a search finds the line by; empty for nothing.
  ///   - settlesPush: Whether the push needs nothing more after a restart.
  ///   - owedTo: Who is still to be told of it.
  public init(
    push: Int64?, date: Date, name: String, topic: String, threadIdentifier: String = "",
    line: String, text: String = "", settlesPush: Bool = false, owedTo: [String] = []
  ) {
    self.push = push
    self.date = date
    self.name = name
    self.topic = topic
    self.threadIdentifier = threadIdentifier
    self.line = line
    self.text = text
    self.settlesPush = settlesPush
    self.owedTo = owedTo
  }
}

/// A line of the log of which somebody is still to be told.
public struct OwedEvent: Sendable, Hashable {
  /// The line's number.
  public var number: Int64
  /// The push's topic.
  public var topic: String
  /// The line.
  public var line: String
  /// Who is to be told.
  public var handler: String
}

extension Date {
  /// Milliseconds since 1970, which is how the store keeps dates.
  var storeMilliseconds: Int64 { Int64((timeIntervalSince1970 * 1000).rounded(.down)) }

  init(storeMilliseconds: Int64) {
    self.init(timeIntervalSince1970: Double(storeMilliseconds) / 1000)
  }
}
