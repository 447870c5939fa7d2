// DesktopNotificationsTests
