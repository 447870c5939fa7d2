internal import ApplePush
internal import GLibLoop

/// The page on which a person chooses device tokens that are to fail.
@ServerActor
final class FailurePageState: Page {
  /// What stands in the place of a page's token.
  nonisolated static let name = "failures"

  private let endpoint: PushEndpoint

  init(_ endpoint: PushEndpoint) {
    self.endpoint = endpoint
  }

  func show() -> WebResponse {
    FailureContent(rules: endpoint.failures.all).markup.response()
  }

  /// Takes a rule as `--fail` does, or `TOKEN=` alone, which ends one.
  func receive(_ action: PageAccess.Action, _ text: String) -> WebResponse {
    guard action == .failure else { return .text(422, "This page has no such event.") }
    if text.hasSuffix("=") {
      endpoint.failures.remove(String(text.dropLast()))
      return .text(200, "removed")
    }
    do throws(FailureRuleError) {
      let rule = try FailureRule(parsing: text)
      guard endpoint.failures.all.count < FailureContent.mostRules else {
        return .text(
          422, "There are \(FailureContent.mostRules) rules, the most there can be; remove one.")
      }
      endpoint.failures.add(rule)
      return .text(200, "added")
    } catch {
      return .text(422, error.description)
    }
  }

  func end() {}
}

/// What the page of failures shows.
struct FailureContent {
  /// The most rules that the page adds: far more than a person looks through.
  static let mostRules = 200

  let rules: [FailureRule]

  /// The page.
  var markup: PageMarkup {
    PageMarkup(title: Self.heading, kind: "failures", body: body, script: failureScript)
  }

  private static let heading = "Device tokens that fail"

  private var body: String {
    """
    <main>
    <h1>\(Self.heading)</h1>
    <p class="soft">A push to one of these is refused as Apple would refuse it. All others are taken.</p>
    \(table)
    <form id="form">
    <label>Device token<input id="token" required pattern="[0-9A-Fa-f]+" maxlength="200"
    placeholder="c0ffee" autocomplete="off" autofocus></label>
    <label>Reason<select id="reason">
    \(options)
    </select></label>
    <label>How often<input id="count" type="number" min="1" max="1000000" placeholder="always"></label>
    <button class="main" type="submit">Let it fail</button>
    </form>
    <p id="status" class="soft" role="status"></p>
    <noscript><p>This page needs JavaScript to change something.</p></noscript>
    </main>
    """
  }

  private var table: String {
    guard !rules.isEmpty else { return "<p>There are none.</p>" }
    let rows = rules.map { rule in
      let token = escapedHTML(rule.deviceToken)
      let count = rule.count.map { $0 == 1 ? "once more" : "\($0) times more" } ?? "always"
      return """
        <tr><td><code>\(token)</code></td><td>\(rule.reason.status) \(rule.reason.text)</td>\
        <td>\(count)</td><td><button type="button" data-token="\(token)">Remove</button></td></tr>
        """
    }
    return "<table>\n<tr><th>Device token</th><th>Reason</th><th>How often</th><th></th></tr>\n"
      + rows.joined(separator: "\n") + "\n</table>"
  }

  private var options: String {
    // The one that providers have to handle first.
    Rejection.Reason.allCases.map { reason in
      let selected = reason == .unregistered ? " selected" : ""
      return "<option value=\"\(reason.text)\"\(selected)>\(reason.status) \(reason.text): "
        + "\(escapedHTML(reason.meaning))</option>"
    }.joined(separator: "\n")
  }
}

/// The script of the page of failures: sends a rule, and shows the page anew.
private let failureScript = #"""
  "use strict";
  (() => {
    const element = (id) => document.getElementById(id);
    const post = async (rule) => {
      try {
        const response = await fetch("failure", { method: "POST", body: rule });
        if (!response.ok) throw new Error(await response.text());
        location.reload();
      } catch (error) {
        element("status").textContent = "Not changed: " + error.message;
      }
    };
    element("form").addEventListener("submit", (event) => {
      event.preventDefault();
      const count = element("count").value;
      post(element("token").value + "=" + element("reason").value + (count ? ":" + count : ""));
    });
    for (const button of document.querySelectorAll("[data-token]")) {
      button.addEventListener("click", () => post(button.dataset.token + "="));
    }
  })();
  """#
