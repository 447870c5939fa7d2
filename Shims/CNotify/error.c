#include "internal.h"

static cnotify_error_kind kind_of(const GError *error) {
  if (g_error_matches(error, G_DBUS_ERROR, G_DBUS_ERROR_SERVICE_UNKNOWN) ||
      g_error_matches(error, G_DBUS_ERROR, G_DBUS_ERROR_NAME_HAS_NO_OWNER) ||
      g_error_matches(error, G_DBUS_ERROR, G_DBUS_ERROR_SPAWN_SERVICE_NOT_FOUND) ||
      g_error_matches(error, G_DBUS_ERROR, G_DBUS_ERROR_SPAWN_EXEC_FAILED) ||
      g_error_matches(error, G_DBUS_ERROR, G_DBUS_ERROR_SPAWN_CHILD_EXITED) ||
      g_error_matches(error, G_DBUS_ERROR, G_DBUS_ERROR_SPAWN_CHILD_SIGNALED) ||
      g_error_matches(error, G_DBUS_ERROR, G_DBUS_ERROR_SPAWN_FAILED))
    return CNOTIFY_NO_SERVER;
  // The bus itself answers NoReply when the server dies with a call unanswered.
  if (g_error_matches(error, G_DBUS_ERROR, G_DBUS_ERROR_NO_REPLY) &&
      g_dbus_error_is_remote_error(error))
    return CNOTIFY_NO_SERVER;
  if (g_error_matches(error, G_IO_ERROR, G_IO_ERROR_TIMED_OUT) ||
      g_error_matches(error, G_DBUS_ERROR, G_DBUS_ERROR_TIMEOUT) ||
      g_error_matches(error, G_DBUS_ERROR, G_DBUS_ERROR_TIMED_OUT) ||
      g_error_matches(error, G_DBUS_ERROR, G_DBUS_ERROR_NO_REPLY))
    return CNOTIFY_TIMED_OUT;
  if (g_error_matches(error, G_IO_ERROR, G_IO_ERROR_CLOSED)) return CNOTIFY_NO_BUS;
  return g_dbus_error_is_remote_error(error) ? CNOTIFY_REFUSED : CNOTIFY_FAILED;
}

cnotify_error *take_error(GError *error) {
  cnotify_error *taken = g_new0(cnotify_error, 1);
  taken->kind = kind_of(error);
  taken->name = g_dbus_error_get_remote_error(error);
  g_dbus_error_strip_remote_error(error);
  taken->message = g_strdup(error->message);
  g_error_free(error);
  return taken;
}

void cnotify_error_free(cnotify_error *error) {
  g_free((char *)error->name);
  g_free((char *)error->message);
  g_free(error);
}
