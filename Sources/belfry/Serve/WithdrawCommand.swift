internal import JSONText
internal import PushBridge
internal import PushStore

/// `belfry withdraw`.
enum WithdrawCommand {
  static let command = Command(
    name: "withdraw",
    summary: "takes delivered notifications of a running belfry serve back",
    operand: Command.Operand(
      usage: "[ID]", count: 0...1, help: "the request's identifier: apns-collapse-id, or apns-id"),
    options: [
      Command.Option(name: "thread", value: "THREAD", help: "those of this thread (thread-id)"),
      Command.Option(name: "topic", short: "t", value: "BUNDLE", help: "those of this app"),
      Command.Option(name: "all", help: "all of them"),
      CommandTable.state, CommandTable.json,
    ],
    examples: [
      Command.Example(line: "belfry withdraw lunch", says: "Take one push back."),
      Command.Example(line: "belfry withdraw --all", says: "Take all of them back."),
    ],
    exitCodes: [.tryAgain],
    run: { invocation, console in
      let answer = try ControlClient.askRunning(
        .withdraw(try selection(invocation)), in: StateFolder(invocation, console))
      let count = answer["withdrawn"]?.number.map { Int($0.double) } ?? 0
      try console.print(
        invocation.has("json") ? "{\"withdrawn\":\(count)}" : "withdrawn  \(count)")
      return .done
    })

  private static func selection(
    _ invocation: Invocation
  ) throws(CommandFailure) -> PushDelivery.Selection {
    var found: [PushDelivery.Selection] = invocation.operands.map { .request($0) }
    if let thread = invocation.value("thread") { found.append(.thread(thread)) }
    if let topic = invocation.value("topic") { found.append(.topic(topic)) }
    if invocation.has("all") { found.append(.all) }
    guard let selection = found.first, found.count == 1 else {
      throw .usage(
        found.isEmpty
          ? "nothing is named; write ID, --thread, --topic or --all"
          : "options contradict each other: write one of ID, --thread, --topic and --all")
    }
    return selection
  }
}
