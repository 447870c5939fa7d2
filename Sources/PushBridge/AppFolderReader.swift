internal import ApplePush
internal import JSONText
internal import NotificationModel
internal import VideoLinks

/// What `app.json` says.
struct AppFolderContent {
  var bundleIdentifier = ""
  var name: String?
  /// The icon as it was written, and its place for errors.
  var icon: FieldNode?
  var categories: [UNNotificationCategory] = []
  var grouping = Grouping.automatic
  var videoKey = ReceivingApp.defaultVideoKey
  var attachments: [String] = []
  var serviceExtension: AppCommand?
  var backgroundHandler: AppCommand?
  var responseHandlers: [ResponseHandler] = []
  var contentExtensions: [ContentExtension] = []
  /// Keys that are there and without effect.
  var unused: [FieldProblem] = []
}

/// Reads `app.json`: every value is checked, also of what is not used yet.
struct AppFolderReader {
  /// As many warnings as are given; a file with more is none that a person wrote.
  static let warningLimit = 100

  /// The bundle identifier that the file must name; nil for any.
  let requiredIdentifier: String?
  private(set) var warnings: [FieldProblem] = []

  /// Makes a reader.
  ///
  /// - Parameter requiredIdentifier: The bundle identifier that the file must name; nil for any.
  init(requiredIdentifier: String?) {
    self.requiredIdentifier = requiredIdentifier
  }

  /// Reads the file.
  ///
  /// - Parameter document: The file.
  /// - Returns: What it says.
  /// - Throws: `FieldProblem` for the first value that is not what its key takes.
  mutating func content(of document: JSONDocument) throws(FieldProblem) -> AppFolderContent {
    warnings = document.duplicateKeys(limit: Self.warningLimit)
    var content = AppFolderContent()
    let app = try object(FieldNode(rootOf: document), of: AppFolderKey.self)
    content.bundleIdentifier = try bundleIdentifier(
      app.required(.bundleIdentifier, "the app's bundle identifier, such as com.example.app"))
    content.name = try app[.name]?.text()
    content.icon = app[.icon]
    content.categories = try categories(app[.categories])
    if let node = app[.grouping] { content.grouping = try node.word(of: Grouping.self) }
    if let node = app[.videoKey] { content.videoKey = try node.nonEmptyText() }

    content.attachments = try app[.attachments]?.texts() ?? []
    if let node = app[.serviceExtension] { content.serviceExtension = try command(node) }
    if let node = app[.backgroundHandler] { content.backgroundHandler = try command(node) }
    for node in try app[.responseHandlers]?.items(of: "objects") ?? [] {
      content.responseHandlers.append(try responseHandler(node))
    }
    for node in try app[.contentExtensions]?.items(of: "objects") ?? [] {
      content.contentExtensions.append(try contentExtension(node))
    }
    for key in AppFolderKey.allCases {
      guard let words = key.unused, let member = app.object.member(key.rawValue) else { continue }
      content.unused.append(
        FieldProblem(
          position: document.position(of: member.keyOffset),
          message: "\(key.rawValue) has no effect: in this version \(words)"))
    }
    warnings.sort { $0.position < $1.position }
    return content
  }

  private mutating func object<Key: FieldKey>(
    _ node: FieldNode, of keys: Key.Type
  ) throws(FieldProblem) -> FieldObject<Key> {
    let object = try node.object(of: keys)
    warnings += object.unknownKeys(limit: Self.warningLimit - warnings.count)
    return object
  }

  private func bundleIdentifier(_ node: FieldNode) throws(FieldProblem) -> String {
    let text = try node.nonEmptyText()
    guard AppFolder.isBundleIdentifier(text) else {
      throw node.problem("is no bundle identifier: \(quoted(text)); write one as com.example.app")
    }
    if let requiredIdentifier, text != requiredIdentifier {
      throw node.problem(
        "differs from the folder's name: \(quoted(text)); name the folder after it, or write "
          + quoted(requiredIdentifier))
    }
    return text
  }

  // MARK: Categories

  private mutating func categories(
    _ node: FieldNode?
  ) throws(FieldProblem) -> [UNNotificationCategory] {
    var categories: [UNNotificationCategory] = []
    var identifiers = Identifiers()
    for item in try node?.items(of: "objects") ?? [] {
      let fields = try object(item, of: CategoryKey.self)
      let identifier = try identifiers.add(fields.required(.identifier, "a string"))
      let actions = try actions(fields[.actions])
      var options: UNNotificationCategoryOptions = []
      for option in try fields[.options]?.items(of: "strings") ?? [] {
        options.insert(try option.word(of: CategoryOptionName.self).option)
      }
      categories.append(
        UNNotificationCategory(
          identifier: identifier, actions: actions, intentIdentifiers: [],
          hiddenPreviewsBodyPlaceholder: try fields[.hiddenPreviewsBodyPlaceholder]?.text(),
          categorySummaryFormat: try fields[.categorySummaryFormat]?.text(), options: options))
    }
    return categories
  }

  private mutating func actions(
    _ node: FieldNode?
  ) throws(FieldProblem) -> [UNNotificationAction] {
    var actions: [UNNotificationAction] = []
    var identifiers = Identifiers()
    for item in try node?.items(of: "objects") ?? [] {
      let fields = try object(item, of: ActionKey.self)
      let identifier = try identifiers.add(fields.required(.identifier, "a string"))
      let title = try fields.required(.title, "the button's text").nonEmptyText()
      var options: UNNotificationActionOptions = []
      for option in try fields[.options]?.items(of: "strings") ?? [] {
        options.insert(try option.word(of: ActionOptionName.self).option)
      }
      guard let textInput = fields[.textInput] else {
        actions.append(
          UNNotificationAction(identifier: identifier, title: title, options: options))
        continue
      }
      let texts = try object(textInput, of: TextInputKey.self)
      actions.append(
        UNTextInputNotificationAction(
          identifier: identifier, title: title, options: options,
          textInputButtonTitle: try texts[.buttonTitle]?.text() ?? "",
          textInputPlaceholder: try texts[.placeholder]?.text() ?? ""))
    }
    return actions
  }

  /// Identifiers that must differ.
  private struct Identifiers {
    /// By their bytes, as finding each place would take time.
    private var offsets: [String: Int] = [:]

    /// Takes the next one.
    mutating func add(_ node: FieldNode) throws(FieldProblem) -> String {
      let identifier = try node.nonEmptyText()
      guard
        identifier != UNNotificationDefaultActionIdentifier,
        identifier != UNNotificationDismissActionIdentifier
      else {
        throw node.problem("is Apple's own: \(quoted(identifier)); choose another")
      }
      if let first = offsets.updateValue(node.value.offset, forKey: identifier) {
        throw node.problem(
          "comes twice: \(quoted(identifier)), first at \(node.document.position(of: first)); "
            + "give each its own")
      }
      return identifier
    }
  }

  // MARK: Handlers and pages

  private mutating func command(_ node: FieldNode) throws(FieldProblem) -> AppCommand {
    let fields = try object(node, of: CommandKey.self)
    var command = AppCommand(try arguments(fields.required(.command, "an array of strings")))
    if let node = fields[.timeLimit] {
      let seconds = try node.number()
      guard seconds > 0, seconds <= AppCommand.longestTimeLimit else {
        throw node.problem(
          "is out of range: \(quoted(node.value)); write seconds, above 0 and at most "
            + "\(Int(AppCommand.longestTimeLimit))")
      }
      command.timeLimit = .seconds(seconds)
    }
    return command
  }

  private func arguments(_ node: FieldNode) throws(FieldProblem) -> [String] {
    let items = try node.items(of: "strings")
    guard let program = items.first else {
      throw node.problem("is empty; write the program and its arguments")
    }
    _ = try program.nonEmptyText()
    var arguments: [String] = []
    for item in items {
      let text = try item.text()
      guard !text.utf8.contains(0) else {
        throw item.problem("contains U+0000, which no program can be given; remove it")
      }
      arguments.append(text)
    }
    return arguments
  }

  private mutating func responseHandler(
    _ node: FieldNode
  ) throws(FieldProblem) -> ResponseHandler {
    let fields = try object(node, of: ResponseHandlerKey.self)
    switch (fields[.command], fields[.webhook]) {
    case (let command?, nil): return .command(AppCommand(try arguments(command)))
    case (nil, let webhook?):
      let text = try webhook.nonEmptyText()
      do {
        return .webhook(try WebLink(text).text)
      } catch {
        throw webhook.problem("is no link: \(error)")
      }
    default: throw node.problem("names not exactly one handler; write command or webhook")
    }
  }

  private mutating func contentExtension(
    _ node: FieldNode
  ) throws(FieldProblem) -> ContentExtension {
    let fields = try object(node, of: ContentExtensionKey.self)
    let page = try fields.required(.page, "the page's path in the folder")
    let path = try page.nonEmptyText()
    guard AppFolder.isInnerPath(path) else {
      throw page.problem("is outside of the app folder: \(quoted(path)); write a path in it")
    }
    let names = try fields.required(.categories, "a string or an array of strings")
    // As in Apple's Info.plist, one category needs no array.
    let categories = names.value.string == nil ? try names.texts() : [try names.nonEmptyText()]
    var content = ContentExtension(page: path, categories: categories)
    if let node = fields[.initialContentSizeRatio] {
      let ratio = try node.number()
      guard ratio > 0, ratio <= Self.largestSizeRatio else {
        throw node.problem(
          "is out of range: \(quoted(node.value)); write height divided by width, above 0 and "
            + "at most \(Int(Self.largestSizeRatio))")
      }
      content.initialContentSizeRatio = ratio
    }
    content.defaultContentHidden = try fields[.defaultContentHidden]?.flag() ?? false
    content.overridesDefaultTitle = try fields[.overridesDefaultTitle]?.flag() ?? false
    content.userInteractionEnabled = try fields[.userInteractionEnabled]?.flag() ?? false
    return content
  }

  /// The tallest first height of a page, in widths: higher than any screen.
  private static let largestSizeRatio = 10.0
}
