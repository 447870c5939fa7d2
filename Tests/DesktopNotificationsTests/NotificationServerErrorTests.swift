import DesktopNotifications
import Testing

struct NotificationServerErrorTests {
  private static let messages: [(NotificationServerError, String)] = [
    (
      .noBus("a"),
      """
      no session bus: a; start belfry inside a desktop session, or set DBUS_SESSION_BUS_ADDRESS to \
      the session's bus (often unix:path=/run/user/UID/bus under cron, ssh and sudo)
      """
    ),
    (
      .noServer("a"),
      """
      no notification server on the session bus: a; start the desktop's own, or install and start \
      one, such as dunst, mako-notifier, xfce4-notifyd or sway-notification-center
      """
    ),
    (
      .timedOut(call: "Notify", limit: .milliseconds(1_500)),
      "the notification server did not answer Notify within 1.5 seconds; restart it"
    ),
    (
      .refused(name: "a.b", message: "c"),
      "the notification server answered with an error: a.b: c; its log may say why"
    ),
    (.failed("a"), "the notification server could not be used: a; restart it"),
  ]

  @Test("A message says what happened, with which value, and what to do", arguments: messages)
  func message(_ error: NotificationServerError, _ message: String) {
    #expect(error.description == message)
  }
}
