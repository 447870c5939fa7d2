internal import ApplePush
internal import FoundationEssentials
internal import GLibLoop
internal import JSONText
internal import NotificationModel

/// The program that runs for pushes with `content-available`.
///
/// It gets the payload, and writes `{"result":"newData"}`, `noData` or `failed`; one that writes
/// nothing has found no data. Source: Apple, "Pushing background updates to your App".
enum BackgroundHandler {
  /// Runs a handler.
  ///
  /// - Parameters:
  ///   - command: The program.
  ///   - folder: Where it runs.
  ///   - request: The request.
  ///   - topic: The push's topic.
  /// - Returns: What came of it; what went wrong is in the log.
  static func run(
    _ command: AppCommand, in folder: String, on request: UNNotificationRequest, topic: String
  ) async -> PushEvent.SilentResult {
    let input: JSONOutput = [
      "requestIdentifier": .string(request.identifier), "topic": .string(topic),
      "userInfo": JSONOutput(request.content.fields.userInfo),
    ]
    let program = command.arguments.first ?? ""
    do {
      guard let output = try await HandlerProgram.run(command, in: folder, input: input) else {
        return .noData
      }
      let words = output["result"]?.string ?? ""
      guard let result = PushEvent.SilentResult(rawValue: words),
        [.newData, .noData, .failed].contains(result)
      else {
        throw HandlerError.badOutput(
          program: program,
          detail: "the result \(quoted(words)); write {\"result\":\"newData\"}, noData or failed")
      }
      return result
    } catch {
      Log.warning("background handler: \(error)", fields: ["TOPIC": topic])
      if case HandlerError.timedOut = error { return .timedOut }
      return .failed
    }
  }
}
