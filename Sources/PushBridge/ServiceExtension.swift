internal import ApplePush
internal import FoundationEssentials
internal import GLibLoop
internal import JSONText
internal import NotificationModel

/// The program that may change a push before it is shown.
///
/// It gets the request, with the keys of the event stream, and writes those that it changes. Whatever
/// goes wrong, the original content is shown. Source: Apple, "UNNotificationServiceExtension".
enum ServiceExtension {
  /// Runs an extension.
  ///
  /// - Parameters:
  ///   - command: The program.
  ///   - folder: Where it runs.
  ///   - request: The request.
  ///   - topic: The push's topic.
  /// - Returns: The changed request, and what went wrong; nil where all is well.
  static func run(
    _ command: AppCommand, in folder: String, on request: UNNotificationRequest, topic: String
  ) async -> (request: UNNotificationRequest, problem: String?) {
    do {
      let input = Self.input(request, topic: topic)
      guard let output = try await HandlerProgram.run(command, in: folder, input: input) else {
        return (request, nil)
      }
      let program = command.arguments.first ?? ""
      let content = try Self.content(request.content, changedBy: output, of: program)
      return (
        UNNotificationRequest(
          identifier: request.identifier, content: content, trigger: request.trigger), nil
      )
    } catch {
      let problem = "service extension: \(error); the original content is shown"
      Log.warning(problem, fields: ["TOPIC": topic])
      return (request, problem)
    }
  }

  private enum Key: String, CaseIterable {
    case title, subtitle, body, categoryIdentifier, threadIdentifier, badge, sound
    case interruptionLevel, userInfo
  }

  /// What the program is given.
  static func input(_ request: UNNotificationRequest, topic: String) -> JSONOutput {
    let content = request.content
    var json: JSONOutput = [
      "requestIdentifier": .string(request.identifier), "topic": .string(topic),
    ]
    func add(_ key: Key, _ value: JSONOutput?) { json.add(key.rawValue, value) }
    add(.title, .string(content.title))
    add(.subtitle, .string(content.subtitle))
    add(.body, .string(content.body))
    add(.categoryIdentifier, .string(content.categoryIdentifier))
    add(.threadIdentifier, .string(content.threadIdentifier))
    add(.badge, content.badge.map { .integer(Int64($0.intValue)) } ?? .null)
    add(.sound, content.sound.map { .string($0.name?.rawValue ?? "default") } ?? .null)
    add(.interruptionLevel, .string(content.interruptionLevel.name))
    add(.userInfo, JSONOutput(content.fields.userInfo))
    return json
  }

  /// Puts what the program wrote into a content.
  ///
  /// - Parameters:
  ///   - content: The original content.
  ///   - output: The keys that change; `null` takes badge and sound away.
  ///   - program: The program's name.
  /// - Returns: The new content; texts of which nothing would be left stay, as on iOS.
  /// - Throws: `HandlerError.badOutput` for an unknown key, or a value of the wrong type.
  static func content(
    _ content: UNNotificationContent, changedBy output: JSONObject, of program: String
  ) throws(HandlerError) -> UNNotificationContent {
    var fields = content.fields
    for member in output.members {
      let value = member.value
      func wrong(_ wanted: String) -> HandlerError {
        .badOutput(
          program: program, detail: "\(value.typeName) for \(member.key); write \(wanted)")
      }
      func text() throws(HandlerError) -> String {
        guard let text = value.string else { throw wrong("a string") }
        return text
      }
      guard let key = Key(rawValue: member.key) else {
        let names = Key.allCases.map(\.rawValue)
        let hint = nearestName(to: member.key, among: names).map { "did you mean \($0)?" }
        throw .badOutput(
          program: program,
          detail: "an unknown key: \(quoted(member.key)); "
            + (hint ?? "it is one of \(names.joined(separator: ", "))"))
      }
      switch key {
      case .title: fields.title = try text()
      case .subtitle: fields.subtitle = try text()
      case .body: fields.body = try text()
      case .categoryIdentifier: fields.categoryIdentifier = try text()
      case .threadIdentifier: fields.threadIdentifier = try text()
      case .badge:
        guard !value.isNull else {
          fields.badge = nil
          continue
        }
        guard let number = value.number?.double, let badge = Int(exactly: number), badge >= 0 else {
          throw wrong("a whole number of 0 or more, or null")
        }
        fields.badge = badge
      case .sound:
        if value.isNull {
          fields.sound = nil
        } else {
          let name = try text()
          fields.sound =
            name == "default" ? .default : UNNotificationSound(named: UNNotificationSoundName(name))
        }
      case .interruptionLevel:
        let name = try text()
        guard let level = UNNotificationInterruptionLevel(name: name) else {
          throw wrong("passive, active, timeSensitive or critical")
        }
        fields.interruptionLevel = level
      case .userInfo:
        guard let object = value.object else { throw wrong("an object") }
        fields.userInfo = object.members.reduce(into: [:]) { values, member in
          values[member.key] = UserInfoValue(member.value)
        }
      }
    }
    if [fields.title, fields.subtitle, fields.body].allSatisfy(\.isEmpty) {
      (fields.title, fields.subtitle, fields.body) = (content.title, content.subtitle, content.body)
    }
    return UNNotificationContent(fields: fields)
  }
}

extension UNNotificationInterruptionLevel {
  /// The level's name in the event stream: that of Apple's case.
  var name: String {
    switch self {
    case .passive: "passive"
    case .active: "active"
    case .timeSensitive: "timeSensitive"
    case .critical: "critical"
    }
  }

  /// Finds a level by its name in the event stream.
  init?(name: String) {
    let all: [Self] = [.passive, .active, .timeSensitive, .critical]
    guard let level = all.first(where: { $0.name == name }) else { return nil }
    self = level
  }
}
