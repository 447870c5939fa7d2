// What the files of the shim share.
#pragma once

#include "cnotify.h"

#include <libnotify/notify.h>

#define NOTIFICATIONS_NAME "org.freedesktop.Notifications"
#define NOTIFICATIONS_PATH "/org/freedesktop/Notifications"
#define NOTIFICATIONS_INTERFACE "org.freedesktop.Notifications"

struct cnotify_connection {
  GDBusConnection *bus;
  // The unique name of the notification server; NULL while there is none.
  char *owner;
  guint signals;
  bool listens;
  // Until then no start of a server is tried, in microseconds of the monotonic clock.
  gint64 no_start_before;
  cnotify_event_function function;
  void *context;
};

// Whether libnotify would use the desktop portal instead of the notification server.
gboolean is_sandboxed(void);

// Whether there is a session bus to connect to without starting one.
gboolean has_session_bus(void);

// A copy of GLib's error as the house's; frees GLib's.
cnotify_error *take_error(GError *error);

// Takes `owner` for the server from now on, NULL for nobody, and listens to it where anybody listens;
// says so when that ends another's time.
void follow_owner(cnotify_connection *connection, const char *owner);

// The answers that the server `owner` gave to an earlier program, `((ssss)(as))`; NULL when none are
// kept. The caller frees it.
GVariant *recall(cnotify_connection *connection, const char *owner);

// Keeps the answers of the server that owns the name for `recall` in later programs.
void keep(cnotify_connection *connection, GVariant *information, GVariant *capabilities);
