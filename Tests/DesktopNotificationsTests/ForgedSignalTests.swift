import Foundation
import TestSupport
import Testing

@testable import DesktopNotifications

extension PrivateBusTests {
  @Suite("Signals that are not the server's, or make no sense") struct ForgedSignalTests {
    /// A command of the fake server; ID, SENDER and OWNER stand for the notification's number, the
    /// connection that showed it, and the server's own.
    private static let signals: [(String, String)] = [
      (
        "broadcast click",
        #""stranger","signal":"ActionInvoked","signature":"(us)","arguments":[ID,"YES.1"]"#
      ),
      (
        "click sent to the program itself",
        #""stranger","signal":"ActionInvoked","signature":"(us)","arguments":[ID,"YES.1"],"to":"SENDER""#
      ),
      (
        "reply sent to the program itself",
        #""stranger","signal":"NotificationReplied","signature":"(us)","arguments":[ID,"x"],"to":"SENDER""#
      ),
      (
        "broadcast close",
        #""stranger","signal":"NotificationClosed","signature":"(uu)","arguments":[ID,2]"#
      ),
      (
        "close sent to the program itself",
        #""stranger","signal":"NotificationClosed","signature":"(uu)","arguments":[ID,2],"to":"SENDER""#
      ),
      (
        "broadcast end of the server",
        #""stranger","signal":"NameOwnerChanged","signature":"(sss)","interface":"org.freedesktop.DBus","path":"/org/freedesktop/DBus","arguments":["org.freedesktop.Notifications","OWNER",""]"#
      ),
      (
        "end of the server sent to the program itself",
        #""stranger","signal":"NameOwnerChanged","signature":"(sss)","interface":"org.freedesktop.DBus","path":"/org/freedesktop/DBus","arguments":["org.freedesktop.Notifications","OWNER",""],"to":"SENDER""#
      ),
      (
        "the server's own end, told by itself",
        #""signal","signal":"NameOwnerChanged","signature":"(sss)","interface":"org.freedesktop.DBus","path":"/org/freedesktop/DBus","arguments":["org.freedesktop.Notifications","OWNER",""],"to":"SENDER""#
      ),
      (
        "another object of the server",
        #""signal","signal":"ActionInvoked","signature":"(us)","path":"/other","arguments":[ID,"YES.1"]"#
      ),
      (
        "another interface of the server",
        #""signal","signal":"ActionInvoked","signature":"(us)","interface":"org.example.Notifications","arguments":[ID,"YES.1"]"#
      ),
      (
        "a signal that nobody knows",
        #""signal","signal":"NotificationPaused","signature":"(us)","arguments":[ID,"YES.1"]"#
      ),
      (
        "a click without a key",
        #""signal","signal":"ActionInvoked","signature":"(u)","arguments":[ID]"#
      ),
      (
        "a click with a number for a key",
        #""signal","signal":"ActionInvoked","signature":"(uu)","arguments":[ID,2]"#
      ),
      (
        "a close with words",
        #""signal","signal":"NotificationClosed","signature":"(us)","arguments":[ID,"expired"]"#
      ),
      (
        "a close with a negative number",
        #""signal","signal":"NotificationClosed","signature":"(iu)","arguments":[ID,2]"#
      ),
      (
        "a signal without anything",
        #""signal","signal":"NotificationReplied","signature":"()","arguments":[]"#
      ),
      (
        "a token with a third value",
        #""signal","signal":"ActivationToken","signature":"(uss)","arguments":[ID,"t","u"]"#
      ),
      (
        "an unknown number",
        #""signal","signal":"NotificationClosed","signature":"(uu)","arguments":[4294967295,2]"#
      ),
      (
        "a click on another's",
        #""signal","signal":"ActionInvoked","signature":"(us)","arguments":[0,"default"]"#
      ),
    ]

    @Test("It changes nothing", arguments: signals)
    func changesNothing(_ name: String, _ command: String) async throws {
      let fake = try await Desk.fake("plasma6")
      let session = Desk.session()
      let shown = try await session.show(.invitation(name))
      let sender = try #require(await fake.call("Notify")?["sender"]?.string)
      let owner = try await Self.owner()
      let done = await fake.do(
        #"{"command":"#
          + command.replacing("ID", with: "\(shown.id)").replacing("SENDER", with: sender)
          .replacing("OWNER", with: owner) + "}")
      #expect(done["done"] != nil, "\(done)")
      try await fake.settle(session)
      #expect(shown.outcome.current == nil)
      // It is not that nothing at all is heard.
      _ = await fake.do(#"{"person":"click","id":\#(shown.id),"key":"YES.1","token":"t"}"#)
      #expect(await shown.end() == .action(key: "YES", activationToken: "t"))
    }

    /// The unique name of the fake server.
    private static func owner() async throws -> String {
      let bus = try await Desk.bus
      let question = try LineProcess(
        "/usr/bin/gdbus",
        [
          "call", "--session", "--dest", "org.freedesktop.DBus", "--object-path",
          "/org/freedesktop/DBus", "--method", "org.freedesktop.DBus.GetNameOwner",
          "org.freedesktop.Notifications",
        ], environment: bus.environment)
      // Such as (':1.5',).
      let answer = try #require(await question.lines.next())
      return answer.trimmingCharacters(in: CharacterSet(charactersIn: "(',)"))
    }
  }
}
