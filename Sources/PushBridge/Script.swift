internal import JSONText

/// What a script sees of a notification.
public struct ScriptSubject: Sendable, Hashable {
  /// The push's topic.
  public var topic: String
  /// The content's title.
  public var title: String
  /// The content's body.
  public var body: String
  /// The category that the content names; empty for none.
  public var categoryIdentifier: String
  /// The thread that the content belongs to; empty for none.
  public var threadIdentifier: String
  /// What the request is known by.
  public var requestIdentifier: String

  /// Makes a subject.
  ///
  /// - Parameters:
  ///   - topic: The push's topic.
  ///   - title: The content's title.
  ///   - body: The content's body.
  ///   - categoryIdentifier: The category that the content names.
  ///   - threadIdentifier: The thread that the content belongs to.
  ///   - requestIdentifier: What the request is known by.
  public init(
    topic: String, title: String = "", body: String = "", categoryIdentifier: String = "",
    threadIdentifier: String = "", requestIdentifier: String
  ) {
    self.topic = topic
    self.title = title
    self.body = body
    self.categoryIdentifier = categoryIdentifier
    self.threadIdentifier = threadIdentifier
    self.requestIdentifier = requestIdentifier
  }
}

/// What a played person does with a notification.
public enum Performance: Sendable, Hashable {
  /// Presses an action's button, and types the reply where the action asks for text.
  case action(identifier: String, reply: String?)
  /// Clicks the notification itself.
  case activate
  /// Puts the notification away.
  case dismiss
  /// Waits until the notification's time has run out.
  case expire
  /// Does nothing.
  case ignore
}

/// A script that plays the person: rules that say what is done with which notification.
///
/// A script is a JSON array of rules, with comments and commas before closing brackets:
/// `{ "match": { "title": "Sale" }, "perform": "dismiss" }`. `match` names values that must all be
/// equal; without it a rule fits everything. `perform` is `activate`, `dismiss`, `expire`, `ignore`,
/// or `{ "action": ID, "reply": TEXT }`.
public struct Script: Sendable, Hashable {
  private struct Rule: Sendable, Hashable {
    var match: [MatchKey: String]
    var performance: Performance
  }

  /// A script without rules: everything is ignored.
  public static let empty = Script(rules: [])

  private enum RuleKey: String, CaseIterable {
    case match, perform
  }

  private enum MatchKey: String, CaseIterable {
    case topic, title, body, categoryIdentifier, threadIdentifier, requestIdentifier

    func value(in subject: ScriptSubject) -> String {
      switch self {
      case .topic: subject.topic
      case .title: subject.title
      case .body: subject.body
      case .categoryIdentifier: subject.categoryIdentifier
      case .threadIdentifier: subject.threadIdentifier
      case .requestIdentifier: subject.requestIdentifier
      }
    }
  }

  private enum PerformWord: String, CaseIterable {
    case activate, dismiss, expire, ignore

    var performance: Performance {
      switch self {
      case .activate: .activate
      case .dismiss: .dismiss
      case .expire: .expire
      case .ignore: .ignore
      }
    }
  }

  private enum ActionKey: String, CaseIterable {
    case action, reply
  }

  /// The largest script, in bytes: 1 MiB, far above what a person writes.
  public static let byteLimit = 1024 * 1024

  private let rules: [Rule]

  private init(rules: [Rule]) {
    self.rules = rules
  }

  /// Reads a script.
  ///
  /// - Parameters:
  ///   - bytes: The script, at most ``byteLimit`` bytes.
  ///   - name: The script's name for errors, such as its path.
  /// - Throws: ``ScriptError`` for what is no JSON, a key or word that does not exist, a key that
  ///   comes twice, and a value of the wrong type: a script that does not do what it says would make
  ///   a test that passes for nothing.
  public init(_ bytes: [UInt8], name: String) throws(ScriptError) {
    let document: JSONDocument
    do {
      var options = JSONOptions.relaxed
      options.byteLimit = Self.byteLimit
      document = try JSONDocument(bytes, options: options)
    } catch {
      throw ScriptError(name: name, position: error.position, message: error.message)
    }
    do {
      rules = try Self.rules(of: document)
    } catch {
      throw ScriptError(name: name, position: error.position, message: error.message)
    }
  }

  /// Says what is done with a notification.
  ///
  /// - Parameter subject: The notification.
  /// - Returns: What the first rule that fits says; `ignore` where none fits.
  public func performance(for subject: ScriptSubject) -> Performance {
    let rule = rules.first { rule in
      rule.match.allSatisfy { key, value in key.value(in: subject) == value }
    }
    return rule?.performance ?? .ignore
  }

  // MARK: Reading

  private static func rules(of document: JSONDocument) throws(FieldProblem) -> [Rule] {
    if let problem = document.duplicateKeys(limit: 1).first { throw problem }
    var rules: [Rule] = []
    for node in try FieldNode(rootOf: document).items(of: "rules") {
      let fields = try object(node, of: RuleKey.self)
      var match: [MatchKey: String] = [:]
      if let node = fields[.match] {
        let values = try object(node, of: MatchKey.self)
        for key in MatchKey.allCases { match[key] = try values[key]?.text() }
      }
      let perform = try fields.required(.perform, performForms)
      rules.append(Rule(match: match, performance: try performance(perform)))
    }
    return rules
  }

  private static func performance(_ node: FieldNode) throws(FieldProblem) -> Performance {
    switch node.value.kind {
    case .string: return try node.word(of: PerformWord.self).performance
    case .object:
      let fields = try object(node, of: ActionKey.self)
      return .action(
        identifier: try fields.required(.action, "the action's identifier").nonEmptyText(),
        reply: try fields[.reply]?.text())
    default: throw node.wrongType(performForms)
    }
  }

  private static func object<Key: FieldKey>(
    _ node: FieldNode, of keys: Key.Type
  ) throws(FieldProblem) -> FieldObject<Key> {
    let object = try node.object(of: keys)
    if let problem = object.unknownKeys(limit: 1).first { throw problem }
    return object
  }

  private static let performForms =
    PerformWord.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
    + " or {\"action\": ID}"
}
