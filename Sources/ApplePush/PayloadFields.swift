import JSONText
import NotificationModel

/// What a payload says, after iOS' rules.
struct PayloadFields {
  var content = ContentFields()
  var hasAlert = false
  var contentAvailable = false
  var mutableContent = false
  var liveActivity: LiveActivity?
}

extension PayloadReader {
  /// Takes the bundle identifier that the payload names.
  func simulatorTopic(in payload: JSONObject) throws(Rejection) -> String? {
    guard let value = value(TopKey.simulatorTarget, in: payload) else { return nil }
    let position = document.position(of: value)
    guard let text = value.string else {
      throw Rejection(
        .badTopic, "Simulator Target Bundle is \(value.typeName); write a string",
        position: position)
    }
    do {
      return try PushHeaders.topic(text)
    } catch {
      throw Rejection(error.reason, "Simulator Target Bundle: \(error.detail)", position: position)
    }
  }

  /// Takes everything that iOS reads.
  mutating func fields(of payload: JSONObject, localization: Localization) -> PayloadFields {
    var fields = PayloadFields()
    fields.content.userInfo = userInfo(of: payload)
    guard let aps = aps(in: payload) else { return fields }

    let alert = alert(in: aps, localization: localization)
    fields.hasAlert = alert.hasText
    fields.content.title = alert.title ?? ""
    fields.content.subtitle = alert.subtitle ?? ""
    fields.content.body = alert.body ?? ""
    fields.content.launchImageName = alert.launchImage ?? ""
    fields.content.summaryArgument = alert.summaryArgument ?? ""
    fields.content.summaryArgumentCount = alert.summaryArgumentCount ?? 0

    fields.content.badge = badge(in: aps)
    let level = interruptionLevel(in: aps)
    fields.content.interruptionLevel = level
    fields.content.sound = sound(in: aps, level: level)
    fields.content.threadIdentifier = text(APSKey.threadID, in: aps, "aps") ?? ""
    fields.content.categoryIdentifier = text(APSKey.category, in: aps, "aps") ?? ""
    fields.content.targetContentIdentifier = text(APSKey.targetContentID, in: aps, "aps")
    fields.content.filterCriteria = text(APSKey.filterCriteria, in: aps, "aps")
    fields.contentAvailable = flag(APSKey.contentAvailable, in: aps, "aps")
    fields.mutableContent = flag(APSKey.mutableContent, in: aps, "aps")

    fields.liveActivity = liveActivity(in: aps)
    // A Live Activity's score is any number, such as 75; only a notification's is a fraction.
    let score =
      fields.liveActivity == nil
      ? fraction(APSKey.relevanceScore, in: aps, "aps")
      : number(APSKey.relevanceScore, in: aps, "aps")
    fields.content.relevanceScore = score ?? 0
    return fields
  }

  /// Takes `aps`; what is no object is as good as absent.
  mutating func aps(in payload: JSONObject) -> JSONObject? {
    guard let value = value(TopKey.aps, in: payload) else {
      let near = payload.members.first {
        nearestName(to: $0.key, among: [TopKey.aps.rawValue]) != nil
      }
      let advice = near.map { ", did you mean aps instead of \(quoted($0.key))?" } ?? ""
      report(
        .error, at: near?.keyOffset ?? document.root.offset,
        "aps is missing; nothing is shown\(advice)")
      return nil
    }
    guard let aps = value.object else {
      drop(value, "aps", wanted: "an object")
      return nil
    }
    return aps
  }

  private mutating func liveActivity(in aps: JSONObject) -> LiveActivity? {
    guard let text = text(APSKey.event, in: aps, "aps"), let value = value(APSKey.event, in: aps)
    else { return nil }
    guard let event = LiveActivity.Event(rawValue: text) else {
      report(
        .error, at: value.offset,
        "aps.event is unknown: \(quoted(text)); write one of start, update, end")
      return nil
    }
    return LiveActivity(
      event: event,
      timestamp: number(APSKey.timestamp, in: aps, "aps"),
      staleDate: number(APSKey.staleDate, in: aps, "aps"),
      dismissalDate: number(APSKey.dismissalDate, in: aps, "aps"),
      attributesType: self.text(APSKey.attributesType, in: aps, "aps"))
  }

  private func userInfo(of payload: JSONObject) -> [String: UserInfoValue] {
    [String: UserInfoValue](
      payload.members.map { ($0.key, UserInfoValue($0.value)) },
      uniquingKeysWith: { _, last in last })
  }
}
