import GLibLoop
import Testing

struct LogTests {
  /// What a child process of the test wrote to its standard error.
  private func lines(_ result: ExitTest.Result?) -> [String] {
    String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
      .split(separator: "\n").map(String.init)
  }

  @Test("A message is one plain line, whatever it holds")
  func plainLine() async {
    let result = await #expect(
      processExitsWith: .success, observing: [\.standardErrorContent]
    ) {
      Log.warning("title: a\nb\u{1b}[31m\u{9b}", fields: ["TOPIC": "com.example"])
    }
    #expect(lines(result).contains("belfry: title: a b [31m "))
  }

  @Test("Levels above the threshold are dropped")
  func threshold() async {
    let result = await #expect(
      processExitsWith: .success, observing: [\.standardErrorContent]
    ) {
      Log.write(.info, "hidden")
      Log.setThreshold(.error)
      Log.warning("hidden too")
      Log.error("an error")
      Log.setThreshold(.debug)
      Log.write(.debug, "detail")
    }
    #expect(
      lines(result).filter { $0.hasPrefix("belfry: ") } == [
        "belfry: an error", "belfry: detail",
      ])
  }
}
