internal import ApplePush
internal import JSONText
internal import PushBridge

/// What other commands ask a running `belfry serve`: one JSON object each, answered by one.
enum ControlMessage: Sendable, Hashable {
  /// Where are you? Answered by the line that it printed when it was ready.
  case ready
  /// Take shown notifications back; answered by how many there were.
  case withdraw(PushDelivery.Selection)
  /// Read the app folders anew.
  case reload

  /// The longest line, in bytes: far above the longest identifier.
  static let longestLine = 64 * 1024

  /// The message as a line, without its end.
  var line: String {
    let json: JSONOutput =
      switch self {
      case .ready: ["command": "ready"]
      case .reload: ["command": "reload"]
      case .withdraw(.all): ["command": "withdraw", "all": true]
      case .withdraw(.request(let identifier)):
        ["command": "withdraw", "request": .string(identifier)]
      case .withdraw(.thread(let thread)): ["command": "withdraw", "thread": .string(thread)]
      case .withdraw(.topic(let topic)): ["command": "withdraw", "topic": .string(topic)]
      }
    return json.text
  }

  /// Reads a line; nil where it is no message.
  ///
  /// - Parameter line: The line's bytes.
  init?(_ line: [UInt8]) {
    // What is no JSON is no message: the sender is told so.
    guard let object = (try? JSONDocument(line, options: .payload))?.root.object else {
      return nil
    }
    switch object["command"]?.string {
    case "ready": self = .ready
    case "reload": self = .reload
    case "withdraw":
      if let identifier = object["request"]?.string {
        self = .withdraw(.request(identifier))
      } else if let thread = object["thread"]?.string {
        self = .withdraw(.thread(thread))
      } else if let topic = object["topic"]?.string {
        self = .withdraw(.topic(topic))
      } else if object["all"] != nil {
        self = .withdraw(.all)
      } else {
        return nil
      }
    default: return nil
    }
  }
}
