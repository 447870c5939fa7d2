#include "internal.h"

#include <dlfcn.h>

static GVariant *hint_value(const cnotify_hint *hint) {
  switch (hint->type) {
  case CNOTIFY_BOOLEAN: return g_variant_new_boolean(hint->integer != 0);
  case CNOTIFY_BYTE: return g_variant_new_byte((guint8)hint->integer);
  case CNOTIFY_INT32: return g_variant_new_int32((gint32)hint->integer);
  case CNOTIFY_INT64: return g_variant_new_int64(hint->integer);
  case CNOTIFY_DOUBLE: return g_variant_new_double(hint->real);
  case CNOTIFY_STRING: return g_variant_new_string(hint->string);
  case CNOTIFY_STRINGS: return g_variant_new_strv((const gchar *const *)hint->strings, -1);
  case CNOTIFY_IMAGE: {
    const cnotify_image *image = hint->image;
    return g_variant_new(
        "(iiibii@ay)", image->width, image->height, image->row_stride, image->has_alpha,
        image->bits_per_sample, image->channels,
        g_variant_new_fixed_array(G_VARIANT_TYPE_BYTE, image->bytes, image->byte_count, 1));
  }
  }
  g_return_val_if_reached(NULL);
}

// libnotify takes no action without a callback. What the person does is read from the server's
// signals, where replies and tokens are too.
static void ignore_action(NotifyNotification *notification, char *action, gpointer data) {
  (void)notification, (void)action, (void)data;
}

// The constructor's icon is the argument app_icon up to 0.8.3, then the hint image-path or the
// argument again, by version (libnotify#53). 0.8.4 brought a function that always means the argument.
static void set_app_icon(NotifyNotification *notification, const char *icon) {
  typedef void (*setter)(NotifyNotification *, const char *);
  setter set = (setter)dlsym(RTLD_DEFAULT, "notify_notification_set_app_icon");
  if (set != NULL)
    set(notification, icon);
  else
    g_object_set(notification, "icon-name", icon, NULL);
}

bool cnotify_show(cnotify_connection *connection, const cnotify_notification *shown, uint32_t *id,
                  cnotify_error **error) {
  (void)connection;
  // A new object each time: one that is shown again after its end keeps the old id and is silent
  // (libnotify#49), and adding an action twice shows it twice. The id property is an int32 although
  // ids are uint32; the cast there and back keeps all 32 bits.
  NotifyNotification *notification =
      g_object_new(NOTIFY_TYPE_NOTIFICATION, "summary", shown->summary, "body", shown->body, NULL);
  if (shown->replaces_id != 0 && shown->replaces_id <= G_MAXINT32)
    g_object_set(notification, "id", (gint)shown->replaces_id, NULL);
  if (shown->app_icon != NULL) set_app_icon(notification, shown->app_icon);
  notify_notification_set_app_name(notification, shown->app_name);
  notify_notification_set_timeout(notification, shown->expire_timeout);
  for (size_t index = 0; index < shown->action_count; index++) {
    const cnotify_action *action = &shown->actions[index];
    if (*action->key == '\0') continue;
    notify_notification_add_action(notification, action->key,
                                   *action->label != '\0' ? action->label : action->key,
                                   ignore_action, NULL, NULL);
  }
  for (size_t index = 0; index < shown->hint_count; index++) {
    if (*shown->hints[index].name == '\0') continue;
    notify_notification_set_hint(notification, shown->hints[index].name,
                                 hint_value(&shown->hints[index]));
  }
  GError *failure = NULL;
  gboolean done = notify_notification_show(notification, &failure);
  if (done) {
    gint given = 0;
    g_object_get(notification, "id", &given, NULL);
    *id = (uint32_t)given;
  } else if (failure != NULL) {
    *error = take_error(failure);
  } else {
    *error = take_error(g_error_new_literal(G_IO_ERROR, G_IO_ERROR_FAILED,
                                            "libnotify refused the notification"));
  }
  g_object_unref(notification);
  return done;
}

void cnotify_close(cnotify_connection *connection, uint32_t id) {
  g_dbus_connection_call(connection->bus, NOTIFICATIONS_NAME, NOTIFICATIONS_PATH,
                         NOTIFICATIONS_INTERFACE, "CloseNotification", g_variant_new("(u)", id),
                         NULL, G_DBUS_CALL_FLAGS_NO_AUTO_START, -1, NULL, NULL, NULL);
}
