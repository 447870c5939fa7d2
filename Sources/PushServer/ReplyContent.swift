/// What a reply page shows, before and after its answer.
struct ReplyContent {
  let prompt: ReplyPrompt
  let answer: ReplyAnswer?

  /// The page.
  var markup: PageMarkup {
    PageMarkup(
      title: heading, kind: "reply", body: body,
      settings: [("maximumBytes", .number(PageServer.maximumReplyBytes))], script: replyScript)
  }

  private var heading: String { prompt.title.isEmpty ? "Reply" : prompt.title }

  private var done: String {
    switch answer {
    case nil: ""
    case .sent: "Your reply has been sent. You can close this page."
    case .cancelled: "Nothing was sent. You can close this page."
    }
  }

  private var body: String {
    let title = escapedHTML(heading)
    let text =
      prompt.body.isEmpty ? "" : "<p class=\"text\" dir=\"auto\">\(escapedHTML(prompt.body))</p>"
    let placeholder = escapedHTML(prompt.placeholder)
    let send = escapedHTML(prompt.buttonTitle.isEmpty ? "Send" : prompt.buttonTitle)
    return """
      <main>
      <h1 dir="auto">\(title)</h1>
      \(text)
      <form id="form"\(answer == nil ? "" : " hidden")>
      <textarea id="reply" dir="auto" rows="3" aria-label="Your reply" placeholder="\(placeholder)"
      autofocus></textarea>
      <div class="actions">
      <button id="cancel" type="button">Cancel</button>
      <button id="send" class="main" type="submit" dir="auto">\(send)</button>
      </div>
      </form>
      <p id="status" class="soft" role="status">\(done)</p>
      <noscript><p>This page needs JavaScript to send the reply.</p></noscript>
      </main>
      """
  }
}
