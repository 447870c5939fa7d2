import JSONText
import NotificationModel

extension Push {
  /// The largest payload that is looked at, in bytes.
  ///
  /// 64 KiB is far above Apple's limits, and keeps a hostile file from costing time.
  private static let checkLimit = 64 * 1024

  /// Says what Apple would reject, drop or ignore in a payload.
  ///
  /// An error is what APNs or `xcrun simctl push` rejects, and a value that iOS drops. A warning is
  /// what is ignored, or tolerated, or probably not meant. Payloads that Apple finds too large are
  /// looked at as well, up to 64 KiB.
  ///
  /// - Parameters:
  ///   - bytes: the payload.
  ///   - headers: the request's headers; none by default.
  ///   - categories: gives the identifiers of an app's categories by its bundle identifier; `nil`,
  ///     the default, where they are not known. It is not asked where the push has no topic.
  /// - Returns: what was found, in the order of the text; empty where all is well.
  public static func check(
    _ bytes: [UInt8], headers: [HeaderField] = [],
    categories: (_ bundleIdentifier: String) -> Set<String>? = { _ in nil }
  ) -> [Diagnostic] {
    let start = TextPosition(line: 1, column: 1)
    var found: [Diagnostic] = []
    var pushHeaders = PushHeaders()
    do {
      pushHeaders = try PushHeaders(headers)
    } catch {
      found.append(Diagnostic(start, .error, error.detail))
    }
    do {
      try checkSize(bytes, pushHeaders.pushType)
    } catch {
      found.append(Diagnostic(start, .error, error.detail))
      if bytes.isEmpty || bytes.count > checkLimit { return found }
    }
    let document: JSONDocument
    do {
      document = try JSONDocument(bytes, options: .payload)
    } catch {
      return found + [Diagnostic(error.position, .error, error.message)]
    }
    var check = PayloadCheck(document: document, headers: pushHeaders)
    check.run(categories: categories)
    return found + check.reader.diagnostics
  }
}

/// The rules of `belfry check` that go beyond what iOS reads.
struct PayloadCheck {
  var reader: PayloadReader
  let headers: PushHeaders

  init(document: JSONDocument, headers: PushHeaders) {
    reader = PayloadReader(document: document)
    self.headers = headers
  }

  mutating func run(categories: (_ bundleIdentifier: String) -> Set<String>?) {
    let document = reader.document
    document.notes.forEach { note($0) }
    guard let payload = document.root.object else {
      reader.report(
        .error, at: document.root.offset,
        "payload is \(document.root.typeName); write an object with aps in it")
      return
    }
    var topic = headers.topic
    do {
      let simulatorTopic = try reader.simulatorTopic(in: payload)
      topic = topic ?? simulatorTopic
    } catch {
      let value = payload[TopKey.simulatorTarget.rawValue] ?? document.root
      reader.report(.error, at: value.offset, error.detail)
    }
    let fields = reader.fields(of: payload, localization: .none)
    checkTopLevel(payload)
    guard let aps = payload[TopKey.aps.rawValue]?.object else { return }
    checkNames(in: aps, fields)
    let known = topic.flatMap { categories(Push.bundleIdentifier(of: $0, headers.pushType)) }
    if let known { checkCategory(in: aps, fields, categories: known) }
    checkMeaning(of: aps, fields)
  }

  private mutating func note(_ note: JSONNote) {
    let document = reader.document
    switch note.kind {
    case .trailingComma:
      reader.report(
        .warning, at: note.offset,
        "comma before a closing bracket; Apple's parser takes it, others do not")
    case .duplicateKey(let key, let firstOffset):
      reader.report(
        .warning, at: note.offset,
        "key comes twice: \(quoted(key)); the last one counts, the one at "
          + "\(document.position(of: firstOffset)) is ignored")
    case .byteOrderMark:
      reader.report(
        .warning, at: note.offset,
        "byte-order mark before the payload; Apple's parser takes it, others do not")
    }
  }

  // MARK: - Beside aps

  /// What people put beside `aps` by mistake, and where it belongs.
  ///
  /// Keys that are common as data of an app, such as `event` or `action`, are not among them.
  private static let misplacedTopKeys: [(key: String, parent: String)] =
    [
      APSKey.alert, .badge, .sound, .threadID, .category, .contentAvailable, .mutableContent,
      .interruptionLevel, .relevanceScore, .targetContentID,
    ].map { ($0.rawValue, "aps") }
    + [AlertKey.title, .subtitle, .body, .locKey, .titleLocKey].map { ($0.rawValue, "aps.alert") }

  private mutating func checkTopLevel(_ payload: JSONObject) {
    let aps = payload[TopKey.aps.rawValue]?.object
    let alert = aps?[APSKey.alert.rawValue]?.object
    for member in payload.members where member.key != TopKey.aps.rawValue {
      if let place = Self.misplacedTopKeys.first(where: { $0.key == member.key }) {
        // Where the key stands in its right place too, this one is the app's own.
        guard aps?[place.key] == nil, alert?[place.key] == nil else { continue }
        reader.report(
          .warning, at: member.keyOffset,
          "\(place.key) beside aps is custom data and not shown; move it to \(place.parent)")
      } else if let name = nearestName(to: member.key, among: [TopKey.simulatorTarget.rawValue]) {
        reader.report(
          .warning, at: member.keyOffset,
          "\(quoted(member.key)) is custom data; did you mean \(quoted(name))?")
      }
    }
  }

  // MARK: - Names

  private mutating func checkNames(in aps: JSONObject, _ fields: PayloadFields) {
    for member in aps.members where APSKey(rawValue: member.key) == nil {
      let isAlertKey = AlertKey(rawValue: member.key) != nil
      unknown(
        member, "aps", APSKey.names, movedTo: isAlertKey ? "aps.alert" : nil)
    }
    if let alert = aps[APSKey.alert.rawValue]?.object {
      for member in alert.members where AlertKey(rawValue: member.key) == nil {
        let isAPSKey = APSKey(rawValue: member.key) != nil
        // Live Activities do carry their sound here (Apple, "Starting and updating Live Activities
        // with ActivityKit push notifications").
        if member.key == APSKey.sound.rawValue,
          fields.liveActivity != nil || headers.pushType == .liveactivity
        {
          continue
        }
        unknown(member, "aps.alert", AlertKey.names, movedTo: isAPSKey ? "aps" : nil)
      }
    }
    if let sound = aps[APSKey.sound.rawValue]?.object {
      for member in sound.members where SoundKey(rawValue: member.key) == nil {
        unknown(member, "aps.sound", SoundKey.names, movedTo: nil)
      }
    }
  }

  private mutating func unknown(
    _ member: JSONMember, _ parent: String, _ names: [String], movedTo place: String?
  ) {
    // Only for a message that is kept: the nearest name takes time.
    func advice() -> String {
      place.map { "move it to \($0)" }
        ?? nearestName(to: member.key, among: names).map { "did you mean \($0)?" }
        ?? (parent == "aps" ? "custom data stands beside aps" : "take it out")
    }
    reader.report(
      .warning, at: member.keyOffset,
      "unknown key in \(parent): \(quoted(member.key)); Apple ignores it, \(advice())")
  }

  private mutating func checkCategory(
    in aps: JSONObject, _ fields: PayloadFields, categories: Set<String>
  ) {
    let identifier = fields.content.categoryIdentifier
    guard !identifier.isEmpty, !categories.contains(identifier),
      let value = aps[APSKey.category.rawValue]
    else { return }
    let known = categories.sorted()
    let advice =
      nearestName(to: identifier, among: known).map { "did you mean \($0)?" }
      ?? (known.isEmpty
        ? "the app has no categories" : "the app has \(known.joined(separator: ", "))")
    reader.report(
      .warning, at: value.offset,
      "aps.category is not one of the app's: \(quoted(identifier)); there are no buttons, \(advice)"
    )
  }

  // MARK: - Meaning

  private mutating func checkMeaning(of aps: JSONObject, _ fields: PayloadFields) {
    func offset(_ key: APSKey) -> Int? { aps.member(key.rawValue)?.keyOffset }
    let apsOffset =
      reader.document.root.object?.member(TopKey.aps.rawValue)?.keyOffset
      ?? reader.document.root.offset

    if fields.mutableContent, !fields.hasAlert, let place = offset(.mutableContent) {
      reader.report(
        .warning, at: place,
        "aps.mutable-content has no effect without an alert that has a text; write an alert")
    }
    let visible: [APSKey] =
      (fields.hasAlert ? [.alert] : []) + (fields.content.badge != nil ? [.badge] : [])
      + (fields.content.sound != nil ? [.sound] : [])
    if headers.pushType == .background {
      for key in visible {
        reader.report(
          .warning, at: offset(key) ?? apsOffset,
          "aps.\(key.rawValue) in a push of type background; Apple may drop it, use type alert")
      }
      if !fields.contentAvailable {
        reader.report(
          .warning, at: apsOffset,
          "a push of type background needs \"content-available\": 1; the app is not woken")
      }
    }
    let isSilent = fields.contentAvailable && visible.isEmpty
    if isSilent, headers.pushType == .alert {
      reader.report(
        .warning, at: apsOffset,
        "a push of type alert without alert, badge and sound; Apple may drop it, "
          + "use type background"
      )
    }
    if isSilent || headers.pushType == .background, headers.priority == .immediate {
      reader.report(
        .error, at: apsOffset,
        "apns-priority is 10 for a background push; Apple calls it an error, use 5")
    }
    checkTopic(apsOffset)
    if fields.liveActivity == nil, !fields.contentAvailable, visible.isEmpty,
      headers.pushType == nil || headers.pushType == .alert
    {
      reader.report(
        .warning, at: apsOffset,
        "aps has no alert, badge, sound or content-available; nothing happens")
    }
  }

  private mutating func checkTopic(_ place: Int) {
    guard let type = headers.pushType, let topic = headers.topic,
      !topic.hasSuffix(type.topicSuffix)
    else { return }
    reader.report(
      .warning, at: place,
      "apns-topic does not end in \(type.topicSuffix): \(quoted(topic)); "
        + "Apple wants it for type \(type.rawValue)")
  }
}
