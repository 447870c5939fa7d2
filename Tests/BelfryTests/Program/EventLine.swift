/// The lines that a test expects, dates and identifiers masked as `BelfryProgram` masks them.
struct EventLine {
  var identifier = "ID1"
  var topic = "com.example.meetings"
  var category: String? = "MEETING_INVITE"
  var thread: String?

  /// The category's actions of Examples/Meetings.
  static let inviteActions =
    #"[{"identifier":"ACCEPT","title":"Accept","textInput":false},"#
    + #"{"identifier":"DECLINE","title":"Decline","textInput":false},"#
    + #"{"identifier":"REPLY","title":"Reply","textInput":true}]"#

  /// The line of one event.
  ///
  /// - Parameters:
  ///   - event: Its name.
  ///   - members: What follows the members that every event has.
  /// - Returns: The line.
  func callAsFunction(_ event: String, _ members: String) -> String {
    #"{"event":"\#(event)","date":"DATE","requestIdentifier":"\#(identifier)","topic":"\#(topic)""#
      + (category.map { #","categoryIdentifier":"\#($0)""# } ?? "")
      + (thread.map { #","threadIdentifier":"\#($0)""# } ?? "") + ",\(members)}"
  }

  /// The line of a push that is shown.
  func presented(
    _ title: String, subtitle: String = "", _ body: String,
    actions: String = EventLine.inviteActions, level: String = "active", sound: String? = nil,
    badge: Int? = nil, server: String = "scripted", degraded: String = "", replaced: Bool = false
  ) -> String {
    self(
      "presented",
      #""title":"\#(title)","subtitle":"\#(subtitle)","body":"\#(body)","actions":\#(actions),"#
        + #""interruptionLevel":"\#(level)""# + (sound.map { #","sound":"\#($0)""# } ?? "")
        + (badge.map { #","badge":\#($0)"# } ?? "")
        + #","attachments":[],"server":"\#(server)","degraded":[\#(degraded)]"#
        + (replaced ? #","replaced":true"# : ""))
  }

  /// The line of an answer.
  func response(_ action: String, text: String? = nil) -> String {
    self(
      "response",
      #""actionIdentifier":"\#(action)""# + (text.map { #","userText":"\#($0)""# } ?? ""))
  }

  /// The line of an end.
  func closed(_ reason: String) -> String { self("closed", #""reason":"\#(reason)""#) }

  /// Apple's constants.
  static let defaultAction = "com.apple.UNNotificationDefaultActionIdentifier"
  static let dismissAction = "com.apple.UNNotificationDismissActionIdentifier"
}
