// DesktopNotificationsTesting
