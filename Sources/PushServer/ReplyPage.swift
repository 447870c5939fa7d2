internal import GLibLoop

/// What a reply page says.
public struct ReplyPrompt: Equatable, Sendable {
  /// The heading, as a rule the notification's title.
  public var title: String
  /// What is replied to; may have several lines.
  public var body: String
  /// What the empty field shows.
  public var placeholder: String
  /// The title of the button that sends; an empty one is "Send".
  public var buttonTitle: String

  /// Makes a prompt; all of it is plain text.
  ///
  /// - Parameters:
  ///   - title: The heading.
  ///   - body: What is replied to.
  ///   - placeholder: What the empty field shows.
  ///   - buttonTitle: The title of the button that sends.
  public init(title: String, body: String = "", placeholder: String = "", buttonTitle: String = "")
  {
    self.title = title
    self.body = body
    self.placeholder = placeholder
    self.buttonTitle = buttonTitle
  }
}

/// What a person did with a reply page.
public enum ReplyAnswer: Equatable, Hashable, Sendable {
  /// The text was sent; it is never empty or white space alone.
  case sent(String)
  /// The page was cancelled, or closed without an answer.
  case cancelled
}

/// A page that asks for a text reply.
public struct ReplyPage: Sendable {
  /// The page, for ``PageServer/remove(_:)``.
  public let id: PageID
  /// The link that opens the page; whoever has it can answer, once.
  public let url: String
  let answers: AsyncStream<ReplyAnswer>

  /// Waits for the answer; to be asked for once.
  ///
  /// - Returns: The answer, or `nil` when the page was removed, the server closed or the task
  ///   cancelled before there was one.
  public func answer() async -> ReplyAnswer? {
    await answers.first { _ in true }
  }
}

/// A reply page on the server.
@ServerActor
final class ReplyPageState: Page {
  private let prompt: ReplyPrompt
  private let reloadTime: Duration
  private let continuation: AsyncStream<ReplyAnswer>.Continuation
  private var answer: ReplyAnswer?
  private var closing: LoopTimer?

  init(
    prompt: ReplyPrompt, answer: AsyncStream<ReplyAnswer>.Continuation, reloadTime: Duration
  ) {
    self.prompt = prompt
    self.reloadTime = reloadTime
    continuation = answer
  }

  func show() -> WebResponse {
    stopClosing()
    return ReplyContent(prompt: prompt, answer: answer).markup.response()
  }

  func receive(_ action: PageAccess.Action, _ text: String) -> WebResponse {
    guard answer == nil else {
      return .text(409, "This notification has been answered already.")
    }
    switch (action, text) {
    case (.reply, _):
      guard text.contains(where: { !$0.isWhitespace }) else {
        return .text(422, "An empty reply is not sent.")
      }
      settle(.sent(text))
      return .text(200, "sent")
    case (.event, "cancelled"):
      settle(.cancelled)
      return .text(200, "cancelled")
    case (.event, "closed"):
      // A page that is reloaded says the same.
      stopClosing()
      closing = ServerActor.executor.after(reloadTime) { [weak self] in
        ServerActor.assumeIsolated { self?.closingIsOver() }
      }
      return .text(200, "noted")
    case (.event, _), (.failure, _):
      return .text(422, "A reply page has no such event.")
    }
  }

  func end() {
    stopClosing()
    continuation.finish()
  }

  private func closingIsOver() {
    closing = nil
    if answer == nil { settle(.cancelled) }
  }

  private func stopClosing() {
    closing?.cancel()
    closing = nil
  }

  private func settle(_ answer: ReplyAnswer) {
    stopClosing()
    self.answer = answer
    continuation.yield(answer)
    continuation.finish()
  }
}
