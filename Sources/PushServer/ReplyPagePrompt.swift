public import PushBridge

/// Asks for a text on a page in the browser: the last resort, where neither a dialog nor a terminal
/// can ask.
public struct ReplyPagePrompt: TextPrompt {
  private let pages: @Sendable () async throws -> PageServer
  private let open: @Sendable (_ link: String) async throws -> Void

  /// Makes the prompt.
  ///
  /// - Parameters:
  ///   - pages: Gives the server of the page; asked when a page is needed first.
  ///   - open: Opens the page's link.
  public init(
    pages: @escaping @Sendable () async throws -> PageServer,
    open: @escaping @Sendable (_ link: String) async throws -> Void
  ) {
    self.pages = pages
    self.open = open
  }

  /// Asks, and waits for the answer; when the task is cancelled the page goes away.
  ///
  /// - Parameter question: What is asked.
  /// - Returns: The text; nil when the person thought better of it or closed the page.
  /// - Throws: What kept the page from being made or opened.
  public func ask(_ question: TextQuestion) async throws -> String? {
    let server = try await pages()
    let page = try await server.addReply(
      ReplyPrompt(
        title: question.title, body: question.body, placeholder: question.placeholder,
        buttonTitle: question.buttonTitle))
    do {
      try await open(page.url)
    } catch {
      await server.remove(page.id)
      throw error
    }
    let answer = await withTaskCancellationHandler {
      await page.answer()
    } onCancel: {
      Task { await server.remove(page.id) }
    }
    try Task.checkCancellation()
    guard case .sent(let text) = answer else { return nil }
    return text
  }
}
