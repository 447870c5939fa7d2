extension ServerInformation {
  /// A capability that a server lacks, and what that costs.
  public struct Lack: Hashable, Sendable {
    /// The capability.
    public let capability: ServerCapability
    /// What a user does without, in words.
    public let cost: String
  }

  /// The capabilities that matter to a push and that the server does not announce.
  public var lacks: [Lack] {
    Self.costs.filter { !capabilities.contains($0.capability) }
  }

  /// What each capability's absence costs, in the order of weight.
  private static let costs: [Lack] = [
    Lack(
      capability: .actions,
      cost: "no buttons and no click; a link stands in the text"),
    Lack(capability: .body, cost: "the title alone is shown"),
    Lack(
      capability: .inlineReply,
      cost: "replies are asked for in a dialog, the terminal or a page"),
    Lack(capability: .bodyMarkup, cost: "the subtitle is not bold"),
    Lack(capability: .bodyHyperlinks, cost: "links in the text cannot be clicked"),
    Lack(
      capability: .persistence,
      cost: "a notification that was missed is not kept in a list"),
    Lack(capability: .sound, cost: "the server plays no sounds"),
    Lack(
      capability: .originName,
      cost: "a thread's name is not shown beside the app's"),
  ]
}
