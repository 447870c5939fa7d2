public import DesktopNotifications
public import FoundationEssentials
public import JSONText

/// What became of a push: one line of the event stream.
///
/// The keys of `json` are a promise: scripts and response handlers rely on them.
public struct PushEvent: Sendable, Hashable {
  /// What happened.
  public enum Kind: Sendable, Hashable {
    /// The push is shown.
    case presented(Presented)
    /// The push shows nothing.
    case silent(SilentResult)
    /// The person answered.
    case response(actionIdentifier: String, userText: String?)
    /// A link was opened; for a YouTube video also its id and its embed link.
    case opened(url: String, videoID: String?, embedURL: String?)
    /// The notification is gone.
    case closed(EndReason)
    /// APNs would not take the push.
    case rejected(status: Int, reason: String, detail: String)
    /// Something that was to be done could not be.
    case failed(String)
  }

  /// What became of a push that shows nothing.
  public enum SilentResult: String, Sendable, Hashable, CaseIterable {
    /// The app's background handler brought new data.
    case newData
    /// There was none.
    case noData
    /// The handler failed.
    case failed
    /// The app has no handler.
    case noHandler
    /// The handler took too long.
    case timedOut
  }

  /// When, to the millisecond.
  public var date: Date
  /// The request's identifier: the collapse id, or one of the push's own.
  public var requestIdentifier: String
  /// The push's topic.
  public var topic: String
  /// The content's category; empty for none.
  public var categoryIdentifier: String
  /// The content's thread; empty for none.
  public var threadIdentifier: String
  /// What happened.
  public var kind: Kind
  /// What its handling needs besides; not in the event stream.
  public var context = Context()

  /// What an event's handling needs and its line does not say.
  public struct Context: Sendable, Hashable {
    /// The push's number in the store; nil for a push that is not stored.
    public var number: Int64?
    /// The programs of the push's application.
    public var handlers: AppHandlers?
    /// The activation token of the click.
    public var activationToken: String?

    /// Makes an empty context.
    public init() {}
  }

  /// Makes an event.
  ///
  /// - Parameters:
  ///   - date: When.
  ///   - requestIdentifier: The request's identifier.
  ///   - topic: The push's topic.
  ///   - categoryIdentifier: The content's category; empty for none.
  ///   - threadIdentifier: The content's thread; empty for none.
  ///   - kind: What happened.
  public init(
    date: Date, requestIdentifier: String, topic: String, categoryIdentifier: String = "",
    threadIdentifier: String = "", kind: Kind
  ) {
    self.date = date
    self.requestIdentifier = requestIdentifier
    self.topic = topic
    self.categoryIdentifier = categoryIdentifier
    self.threadIdentifier = threadIdentifier
    self.kind = kind
  }

  /// The event as an object; its text is one line.
  public var json: JSONOutput {
    var json: JSONOutput = [
      "event": .string(kind.name), "date": .string(EventDate.text(of: date)),
      "requestIdentifier": .string(requestIdentifier), "topic": .string(topic),
    ]
    if !categoryIdentifier.isEmpty { json.add("categoryIdentifier", .string(categoryIdentifier)) }
    if !threadIdentifier.isEmpty { json.add("threadIdentifier", .string(threadIdentifier)) }
    switch kind {
    case .presented(let presented): presented.add(to: &json)
    case .silent(let result): json.add("result", .string(result.rawValue))
    case .response(let actionIdentifier, let userText):
      json.add("actionIdentifier", .string(actionIdentifier))
      json.add("userText", userText.map { .string($0) })
    case .opened(let url, let videoID, let embedURL):
      json.add("url", .string(url))
      json.add("videoID", videoID.map { .string($0) })
      json.add("embedURL", embedURL.map { .string($0) })
    case .closed(let reason): json.add("reason", .string(reason.rawValue))
    case .rejected(let status, let reason, let detail):
      json.add("status", .integer(Int64(status)))
      json.add("reason", .string(reason))
      json.add("detail", .string(detail))
    case .failed(let detail): json.add("detail", .string(detail))
    }
    return json
  }
}

extension PushEvent.Kind {
  /// The value of the key `event`.
  public var name: String {
    switch self {
    case .presented: "presented"
    case .silent: "silent"
    case .response: "response"
    case .opened: "opened"
    case .closed: "closed"
    case .rejected: "rejected"
    case .failed: "failed"
    }
  }
}

/// How a push is shown.
public struct Presented: Sendable, Hashable {
  /// An action that the person can take.
  public struct Action: Sendable, Hashable {
    /// What the application knows it by.
    public var identifier: String
    /// What stands on its button.
    public var title: String
    /// Whether it asks for a text.
    public var textInput: Bool

    /// Makes an action.
    ///
    /// - Parameters:
    ///   - identifier: What the application knows it by.
    ///   - title: What stands on its button.
    ///   - textInput: Whether it asks for a text.
    public init(identifier: String, title: String, textInput: Bool) {
      self.identifier = identifier
      self.title = title
      self.textInput = textInput
    }
  }

  /// The content's title.
  public var title = ""
  /// The content's subtitle.
  public var subtitle = ""
  /// The content's body.
  public var body = ""
  /// The category's actions, in order, those that the server does not show included.
  public var actions: [Action] = []
  /// `passive`, `active`, `timeSensitive` or `critical`.
  public var interruptionLevel = "active"
  /// `default` or a sound file's name; nil for a silent notification.
  public var sound: String?
  /// The number on the application's icon; nil leaves it as it is.
  public var badge: Int?
  /// The attachments' links.
  public var attachments: [String] = []
  /// The name of the server that shows it.
  public var server = ""
  /// What the server cannot do of what was asked, each in words.
  public var degraded: [String] = []
  /// Whether it took another's place.
  public var replaced = false
  /// Whether the summary of a burst stands for it.
  public var summarised = false

  /// Makes an empty presentation.
  public init() {}

  fileprivate func add(to json: inout JSONOutput) {
    json.add("title", .string(title))
    json.add("subtitle", .string(subtitle))
    json.add("body", .string(body))
    json.add(
      "actions",
      .array(
        actions.map { action in
          [
            "identifier": .string(action.identifier), "title": .string(action.title),
            "textInput": .bool(action.textInput),
          ]
        }))
    json.add("interruptionLevel", .string(interruptionLevel))
    json.add("sound", sound.map { .string($0) })
    json.add("badge", badge.map { .integer(Int64($0)) })
    json.add("attachments", .array(attachments.map { .string($0) }))
    json.add("server", .string(server))
    json.add("degraded", .array(degraded.map { .string($0) }))
    if replaced { json.add("replaced", true) }
    if summarised { json.add("summarised", true) }
  }
}
