/// What a person is asked when an action wants a text and the notification has no field for it.
public struct TextQuestion: Hashable, Sendable {
  /// The application's name.
  public var appName: String
  /// The notification's title.
  public var title: String
  /// The notification's body.
  public var body: String
  /// The grey text in the empty field.
  public var placeholder: String
  /// What stands on the button that sends the text.
  public var buttonTitle: String

  /// Makes a question; every text is plain, clean of control characters, and may be empty.
  ///
  /// - Parameters:
  ///   - appName: The application's name.
  ///   - title: The notification's title.
  ///   - body: The notification's body.
  ///   - placeholder: The grey text in the empty field.
  ///   - buttonTitle: What stands on the button that sends the text.
  public init(
    appName: String, title: String, body: String, placeholder: String, buttonTitle: String
  ) {
    self.appName = appName
    self.title = title
    self.body = body
    self.placeholder = placeholder
    self.buttonTitle = buttonTitle
  }
}

/// Who asks a person for a text.
public protocol TextPrompt: Sendable {
  /// Asks, and waits for the answer; when the task is cancelled the question goes away.
  ///
  /// - Parameter question: What is asked.
  /// - Returns: The text; nil when the person thought better of it.
  /// - Throws: A description of why nobody could be asked, and what to do.
  func ask(_ question: TextQuestion) async throws -> String?
}
