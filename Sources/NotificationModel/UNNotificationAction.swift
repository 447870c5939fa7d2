/// What becomes of an action when it is chosen.
public struct UNNotificationActionOptions: OptionSet, Sendable, Hashable {
  /// Apple's bits.
  public let rawValue: UInt

  /// Makes options of Apple's bits.
  ///
  /// - Parameter rawValue: the bits; unknown ones are kept.
  public init(rawValue: UInt) {
    self.rawValue = rawValue
  }

  /// The action happens only on an unlocked session.
  public static let authenticationRequired = UNNotificationActionOptions(rawValue: 1)
  /// The action destroys something; shown so where that is possible.
  public static let destructive = UNNotificationActionOptions(rawValue: 2)
  /// The action brings the app to the front.
  public static let foreground = UNNotificationActionOptions(rawValue: 4)
}

/// A button of a notification.
// Sendable, unchecked because the class is open: every stored property is a `let` of a Sendable
// type.
open class UNNotificationAction: UNObject, @unchecked Sendable {
  private let ownIdentifier: String
  private let ownTitle: String
  private let ownOptions: UNNotificationActionOptions
  private let ownIcon: UNNotificationActionIcon?

  /// Makes a button.
  ///
  /// - Parameters:
  ///   - identifier: what a response reports; unique within the app.
  ///   - title: the button's text, in the person's language.
  ///   - options: what becomes of it; nothing special by default.
  public convenience init(
    identifier: String, title: String, options: UNNotificationActionOptions = []
  ) {
    self.init(identifier: identifier, title: title, options: options, icon: nil)
  }

  /// Makes a button with an icon.
  ///
  /// - Parameters:
  ///   - identifier: what a response reports; unique within the app.
  ///   - title: the button's text, in the person's language.
  ///   - options: what becomes of it; nothing special by default.
  ///   - icon: the picture beside the text.
  public init(
    identifier: String, title: String, options: UNNotificationActionOptions = [],
    icon: UNNotificationActionIcon?
  ) {
    ownIdentifier = identifier
    ownTitle = title
    ownOptions = options
    ownIcon = icon
    super.init()
  }

  /// What a response reports.
  open var identifier: String { ownIdentifier }

  /// The button's text.
  open var title: String { ownTitle }

  /// What becomes of the action.
  open var options: UNNotificationActionOptions { ownOptions }

  /// The picture beside the text.
  open var icon: UNNotificationActionIcon? { ownIcon }

  /// Tells whether another action has the same class and values.
  ///
  /// - Parameter object: what to compare with.
  /// - Returns: whether both are equal.
  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? UNNotificationAction else { return false }
    return type(of: self) == type(of: other) && ownIdentifier == other.ownIdentifier
      && ownTitle == other.ownTitle && ownOptions == other.ownOptions && ownIcon == other.ownIcon
  }

  /// A hash of the identifier.
  open override var hash: Int { ownIdentifier.hashValue }

  /// The identifier and the title, for logs.
  open override var description: String {
    "<\(type(of: self)): identifier: \(ownIdentifier), title: \(ownTitle)>"
  }
}

/// A button that asks for text.
// Sendable, unchecked because the class is open: every stored property is a `let` of a Sendable
// type.
open class UNTextInputNotificationAction: UNNotificationAction, @unchecked Sendable {
  private let ownButtonTitle: String
  private let ownPlaceholder: String

  /// Makes a button that asks for text.
  ///
  /// - Parameters:
  ///   - identifier: what a response reports; unique within the app.
  ///   - title: the button's text, in the person's language.
  ///   - options: what becomes of it; nothing special by default.
  ///   - textInputButtonTitle: the text of the button that sends.
  ///   - textInputPlaceholder: what stands in the field while it is empty.
  public convenience init(
    identifier: String, title: String, options: UNNotificationActionOptions = [],
    textInputButtonTitle: String, textInputPlaceholder: String
  ) {
    self.init(
      identifier: identifier, title: title, options: options, icon: nil,
      textInputButtonTitle: textInputButtonTitle, textInputPlaceholder: textInputPlaceholder)
  }

  /// Makes a button with an icon that asks for text.
  ///
  /// - Parameters:
  ///   - identifier: what a response reports; unique within the app.
  ///   - title: the button's text, in the person's language.
  ///   - options: what becomes of it; nothing special by default.
  ///   - icon: the picture beside the text.
  ///   - textInputButtonTitle: the text of the button that sends.
  ///   - textInputPlaceholder: what stands in the field while it is empty.
  public init(
    identifier: String, title: String, options: UNNotificationActionOptions = [],
    icon: UNNotificationActionIcon?, textInputButtonTitle: String, textInputPlaceholder: String
  ) {
    ownButtonTitle = textInputButtonTitle
    ownPlaceholder = textInputPlaceholder
    super.init(identifier: identifier, title: title, options: options, icon: icon)
  }

  /// The text of the button that sends.
  open var textInputButtonTitle: String { ownButtonTitle }

  /// What stands in the field while it is empty.
  open var textInputPlaceholder: String { ownPlaceholder }

  /// Tells whether another action has the same class and values.
  ///
  /// - Parameter object: what to compare with.
  /// - Returns: whether both are equal.
  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? UNTextInputNotificationAction else { return false }
    return ownButtonTitle == other.ownButtonTitle && ownPlaceholder == other.ownPlaceholder
      && super.isEqual(other)
  }
}

/// The picture of a button.
// Sendable, unchecked because the class is open: its stored property is a `let` of a Sendable type.
open class UNNotificationActionIcon: UNObject, @unchecked Sendable {
  /// Where the picture comes from.
  package enum Source: Sendable, Hashable {
    /// A name of Apple's SF Symbols, such as `hand.thumbsup`.
    case systemImage(String)
    /// An image of the app.
    case templateImage(String)
  }

  /// Where the picture comes from.
  package final let source: Source

  /// Makes an icon of an image of the app.
  ///
  /// - Parameter templateImageName: the image's name.
  public init(templateImageName: String) {
    source = .templateImage(templateImageName)
    super.init()
  }

  /// Makes an icon of one of Apple's SF Symbols.
  ///
  /// Linux has no SF Symbols: the name is kept, and shown where an icon theme has one like it.
  ///
  /// - Parameter systemImageName: the symbol's name, such as `hand.thumbsup`.
  public init(systemImageName: String) {
    source = .systemImage(systemImageName)
    super.init()
  }

  /// Tells whether another icon shows the same picture.
  ///
  /// - Parameter object: what to compare with.
  /// - Returns: whether both are equal.
  open override func isEqual(_ object: Any?) -> Bool {
    (object as? UNNotificationActionIcon)?.source == source
  }

  /// A hash of the picture's name.
  open override var hash: Int { source.hashValue }
}
