public import DesktopNotifications
public import NotificationModel

/// What is shown for a notification request on one server, and what that server cannot show of it.
///
/// Pure: the same request, category, application and server always give the same presentation.
public struct Presentation: Sendable {
  /// What is asked of the presentation beyond the request.
  public struct Options: Hashable, Sendable {
    /// What the click on the notification does, in words, where a server shows it as a button.
    public var defaultLabel: String
    /// A link that the click opens; it goes into the body where nothing can be clicked.
    public var link: String?
    /// A line below the body, such as "2 more messages from Ann".
    public var summaryLine: String?
    /// A tag by which a server puts a notification in another's place; nil for none.
    public var stackTag: String?
    /// Whether the sender stays on the bus until the notification has ended.
    public var senderStays: Bool

    /// Makes options.
    ///
    /// - Parameters:
    ///   - defaultLabel: What the click on the notification does, in words.
    ///   - link: A link that the click opens.
    ///   - summaryLine: A line below the body.
    ///   - stackTag: A tag by which a server puts a notification in another's place.
    ///   - senderStays: Whether the sender stays on the bus until the notification has ended.
    public init(
      defaultLabel: String = "Open", link: String? = nil, summaryLine: String? = nil,
      stackTag: String? = nil, senderStays: Bool = true
    ) {
      self.defaultLabel = defaultLabel
      self.link = link
      self.summaryLine = summaryLine
      self.stackTag = stackTag
      self.senderStays = senderStays
    }
  }

  /// The freedesktop notification.
  public private(set) var notification: DesktopNotification
  /// What the server cannot do of what was asked: a word, a colon, and what that costs.
  public private(set) var degraded: [String] = []
  /// The category's actions by their keys in `notification`.
  private(set) var actions: [String: UNNotificationAction] = [:]
  /// The text action whose reply is typed into the notification.
  private(set) var inlineAction: UNTextInputNotificationAction?
  /// The category, for the way back.
  let category: UNNotificationCategory?

  private let server: ServerInformation
  private let options: Options

  /// Makes the presentation of a request.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - category: The category that the content names; nil where the application has none such.
  ///   - app: The application.
  ///   - server: The server that is to show it.
  ///   - options: What is asked beyond the request.
  public init(
    of request: UNNotificationRequest, category: UNNotificationCategory?, app: PresentedApp,
    on server: ServerInformation, options: Options = Options()
  ) {
    self.category = category
    self.server = server
    self.options = options
    let content = request.content
    let title = DisplayText.line(content.title)
    let name = DisplayText.line(app.name)
    // Never empty: libnotify before 0.8.4 takes no empty title.
    let appName = name.isEmpty ? app.bundleIdentifier : name
    notification = DesktopNotification(
      appName: appName, summary: title.isEmpty ? appName : title)
    addIcon(of: app)
    addBody(of: content)
    addActions()
    addHints(of: content, app: app)
    addSound(content.sound, of: app)
  }

  private func has(_ capability: ServerCapability) -> Bool {
    server.capabilities.contains(capability)
  }

  private mutating func degrade(_ what: String, _ words: String) {
    // The words carry names of the payload and of the server, and go to a terminal.
    degraded.append("\(what): \(DisplayText.line(words))")
  }

  private mutating func addIcon(of app: PresentedApp) {
    guard let icon = app.icon else { return }
    let isPath = icon.hasPrefix("/")
    // The specification wants a URI; COSMIC takes a plain path for a theme icon's name.
    notification.appIcon =
      isPath && server.profile.picture == .uri ? FileURI.of(path: icon) : icon
  }

  private mutating func addBody(of content: UNNotificationContent) {
    let markup = has(.bodyMarkup)
    func line(_ text: String, bold: Bool = false) -> String {
      let clean = DisplayText.trim(DisplayText.clean(text))
      guard markup else { return clean }
      let lines = DisplayText.escape(clean).split(
        separator: "\n", omittingEmptySubsequences: false)
      let joined = DisplayText.join(lines.map(String.init), server.profile.lineBreak)
      return bold && !joined.isEmpty ? "<b>\(joined)</b>" : joined
    }
    var lines = [line(content.subtitle, bold: true), line(content.body)]
    if let summaryLine = options.summaryLine { lines.append(line(summaryLine)) }
    if let link = options.link, !has(.actions) {
      let text = DisplayText.line(link)
      lines.append(has(.bodyHyperlinks) && markup ? DisplayText.anchor(to: text) : line(text))
      degrade(
        "link",
        has(.body)
          ? "\(server.profile.title) has no click, so the link stands in the text"
          : "\(server.profile.title) has no click and no text, so the link is not shown")
    }
    lines.removeAll(where: \.isEmpty)
    guard !lines.isEmpty else { return }
    guard has(.body) else {
      degrade("body", "\(server.profile.title) shows the title alone")
      return
    }
    notification.body = DisplayText.join(lines, markup ? server.profile.lineBreak : "\n")
  }

  // MARK: Actions

  private mutating func addActions() {
    let offered = offeredActions()
    guard has(.actions) else {
      if !offered.isEmpty {
        degrade(
          "actions", "\(server.profile.title) has no buttons; none of \(offered.count) is shown")
      }
      return
    }
    // First, since LXQt and COSMIC run the first action on a click; always, since without it a
    // click on GNOME only brings a window forward.
    notification.actions = [
      .init(key: DesktopNotification.Action.defaultKey, label: options.defaultLabel)
    ]
    let limit: Int
    switch server.profile.buttons {
    case .shown(let most): limit = most
    case .menu(let how):
      limit = ServerProfile.maximumButtons
      if !offered.isEmpty { degrade("actions", "not drawn; in \(how)") }
    case .notShown:
      limit = 0
    }
    if offered.count > limit {
      degrade("actions", "\(limit) of \(offered.count) are shown")
    }
    for action in offered.prefix(limit) { addAction(action) }
    let count = notification.actions.count
    for index in notification.actions.indices {
      notification.actions[index].label = server.profile.labels.written(
        notification.actions[index].label, among: count)
    }
  }

  /// The category's actions; of two with the same identifier a response cannot tell which it is of.
  private mutating func offeredActions() -> [UNNotificationAction] {
    var identifiers: Set<String> = []
    return (category?.actions ?? []).filter { action in
      let isNew = identifiers.insert(action.identifier).inserted
      if !isNew, has(.actions) {
        degrade("actions", "\(action.identifier) comes twice; the first is shown")
      }
      return isNew
    }
  }

  private mutating func addAction(_ action: UNNotificationAction) {
    // Never empty: elementary leaves out a button without a label.
    let shownLabel = nonEmptyLine(action.title) ?? nonEmptyLine(action.identifier) ?? "…"
    guard let textAction = action as? UNTextInputNotificationAction else {
      addButton(action, label: shownLabel)
      return
    }
    guard has(.inlineReply) else {
      degrade("text-input", "\(server.profile.title) has no text field; a prompt asks")
      addButton(action, label: shownLabel)
      return
    }
    guard inlineAction == nil else {
      degrade("text-input", "one text field a notification; a prompt asks for \(action.identifier)")
      addButton(action, label: shownLabel)
      return
    }
    inlineAction = textAction
    notification.actions.append(
      .init(key: DesktopNotification.Action.inlineReplyKey, label: shownLabel))
    notification.hints.replyPlaceholder = nonEmptyLine(textAction.textInputPlaceholder)
    notification.hints.replySubmitLabel = nonEmptyLine(textAction.textInputButtonTitle)
    // swaync as shipped announces text fields, shows none, and drops their action.
    if server.profile.inlineReplyMayBeOff {
      addButton(action, label: "\(shownLabel)…")
      degrade("text-input", "\(server.profile.title) may have text fields off; a button asks too")
    }
  }

  private mutating func addButton(_ action: UNNotificationAction, label: String) {
    let meanings = [
      DesktopNotification.Action.defaultKey, DesktopNotification.Action.inlineReplyKey,
    ]
    // The bus carries no U+0000: the key that comes back would be another.
    var key = String(action.identifier.unicodeScalars.filter { $0 != "\0" })
    while key.isEmpty || meanings.contains(key) || actions[key] != nil { key += "." }
    actions[key] = action
    notification.actions.append(.init(key: key, label: label))
  }

  private func nonEmptyLine(_ text: String) -> String? {
    let line = DisplayText.line(text)
    return line.isEmpty ? nil : line
  }

  // MARK: Hints

  private mutating func addHints(of content: UNNotificationContent, app: PresentedApp) {
    notification.hints.urgency = content.interruptionLevel.urgency
    if server.profile.needsSender, !options.senderStays {
      // GNOME 46 and later would take the notification away with its sender.
    } else {
      notification.hints.desktopEntry = app.desktopEntry
    }
    if !content.threadIdentifier.isEmpty, has(.originName) {
      notification.hints.originName = nonEmptyLine(content.threadIdentifier)
    }
    guard let tag = options.stackTag.flatMap(nonEmptyLine) else { return }
    if has(.dunstStackTag) {
      notification.hints["x-dunst-stack-tag"] = .string(tag)
    } else if has(.synchronous), has(.body), server.profile.title == "swaync" {
      // elementary and notify-osd draw a notification with this hint as a volume bar.
      notification.hints["x-canonical-private-synchronous"] = .string(tag)
    }
  }

  private mutating func addSound(_ sound: UNNotificationSound?, of app: PresentedApp) {
    guard let sound else {
      notification.hints.suppressSound = true
      if server.profile.sound == .alwaysPlays {
        degrade("sound", "\(server.profile.title) plays one for a silent notification too")
      }
      return
    }
    if let name = sound.name?.rawValue, let path = app.sounds[name] {
      notification.hints.soundFile = path
    } else {
      // As on iOS, a file that is missing gives the default sound.
      notification.hints.soundName = Self.defaultSound
      if let name = sound.name?.rawValue {
        degrade("sound", "\(name) is not in the app folder's Sounds; the default sound instead")
      }
    }
    let plays = server.profile.sound.map { $0 != .silent } ?? has(.sound)
    if !plays { degrade("sound", "\(server.profile.title) plays none") }
  }

  /// The sound theme's sound for a message.
  ///
  /// Source: freedesktop Sound Naming Specification, "Notifications".
  private static let defaultSound = "message-new-instant"
}

extension UNNotificationInterruptionLevel {
  /// The urgency that disturbs as much.
  fileprivate var urgency: Hints.Urgency {
    switch self {
    case .passive: .low
    case .active: .normal
    case .timeSensitive, .critical: .critical
    }
  }
}
