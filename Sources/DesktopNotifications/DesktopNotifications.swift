// DesktopNotifications
