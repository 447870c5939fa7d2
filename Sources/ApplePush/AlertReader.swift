import JSONText
import NotificationModel

/// The texts of an alert.
struct Alert: Hashable {
  var title: String?
  var subtitle: String?
  var body: String?
  var launchImage: String?
  var summaryArgument: String?
  var summaryArgumentCount: Int?

  /// Whether there is anything to show.
  var hasText: Bool {
    title != nil || subtitle != nil || body != nil
  }
}

extension PayloadReader {
  /// Takes the alert: a string is the body; anything without a text is no alert.
  mutating func alert(in aps: JSONObject, localization: Localization) -> Alert {
    guard let value = value(APSKey.alert, in: aps) else { return Alert() }
    switch value.kind {
    case .string:
      return Alert(body: text(APSKey.alert, in: aps, "aps"))
    case .object(let object):
      if object.members.isEmpty {
        report(.warning, at: value.offset, "aps.alert is empty; nothing is shown")
        return Alert()
      }
      return Alert(
        title: line(.title, .titleLocKey, .titleLocArgs, in: object, localization),
        subtitle: line(.subtitle, .subtitleLocKey, .subtitleLocArgs, in: object, localization),
        body: line(.body, .locKey, .locArgs, in: object, localization),
        launchImage: text(AlertKey.launchImage, in: object, "aps.alert"),
        summaryArgument: text(AlertKey.summaryArg, in: object, "aps.alert"),
        summaryArgumentCount: number(AlertKey.summaryArgCount, in: object, "aps.alert")
          .flatMap { Int(exactly: $0.rounded(.towardZero)) })
    default:
      drop(value, "aps.alert", wanted: "a string or an object")
      return Alert()
    }
  }

  /// Takes one text: the app's for the key; without, the literal one; without, the key itself and
  /// its arguments.
  private mutating func line(
    _ literalKey: AlertKey, _ locKey: AlertKey, _ argumentsKey: AlertKey, in alert: JSONObject,
    _ localization: Localization
  ) -> String? {
    let literal = text(literalKey, in: alert, "aps.alert")
    guard let key = text(locKey, in: alert, "aps.alert") else {
      if let arguments = value(argumentsKey, in: alert) {
        report(
          .warning, at: arguments.offset,
          "aps.alert.\(argumentsKey.rawValue) has no effect without \(locKey.rawValue)")
      }
      return literal
    }
    let arguments = arguments(argumentsKey, in: alert)
    let localized = localization.text(for: key, arguments: arguments) ?? ""
    if !localized.isEmpty { return localized }
    return literal ?? Localization.fallback(for: key, arguments: arguments)
  }

  /// Takes the arguments of a text: strings and numbers; anything else becomes an empty one.
  private mutating func arguments(_ key: AlertKey, in alert: JSONObject) -> [String] {
    guard let value = value(key, in: alert) else { return [] }
    guard let values = value.array else {
      drop(value, "aps.alert.\(key.rawValue)", wanted: "an array of strings")
      return []
    }
    return values.map { argument in
      if let text = argument.string { return text }
      if let number = argument.number { return number.text }
      drop(argument, "an argument in aps.alert.\(key.rawValue)", wanted: "a string")
      return ""
    }
  }
}
