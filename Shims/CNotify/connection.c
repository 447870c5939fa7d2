#include "internal.h"

#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

// A reply is typed by a person; a longer text is a server gone wild.
#define MAXIMUM_TEXT 65536

static void emit(cnotify_connection *self, cnotify_event_kind kind, uint32_t id, uint32_t reason,
                 const char *text) {
  char *cut = NULL;
  if (text != NULL && strlen(text) > MAXIMUM_TEXT) {
    const char *end = g_utf8_find_prev_char(text, text + MAXIMUM_TEXT + 1);
    cut = g_strndup(text, (gsize)(end - text));
  }
  cnotify_event event = {kind, id, reason, cut != NULL ? cut : text};
  self->function(&event, self->context);
  g_free(cut);
}

static const struct {
  const char *signal;
  cnotify_event_kind kind;
} text_signals[] = {
    {"ActionInvoked", CNOTIFY_ACTION_INVOKED},
    {"NotificationReplied", CNOTIFY_REPLIED},
    {"ActivationToken", CNOTIFY_ACTIVATION_TOKEN},
};

static void on_server_signal(GDBusConnection *bus, const char *sender, const char *path,
                             const char *interface, const char *signal, GVariant *parameters,
                             gpointer data) {
  (void)bus, (void)path, (void)interface;
  cnotify_connection *self = data;
  // A unicast signal reaches us whatever the match rule says (CVE-2024-34397).
  if (self->owner == NULL || g_strcmp0(sender, self->owner) != 0) return;
  if (strcmp(signal, "NotificationClosed") == 0 &&
      g_variant_is_of_type(parameters, G_VARIANT_TYPE("(uu)"))) {
    guint32 id, reason;
    g_variant_get(parameters, "(uu)", &id, &reason);
    emit(self, CNOTIFY_CLOSED, id, reason, NULL);
    return;
  }
  if (!g_variant_is_of_type(parameters, G_VARIANT_TYPE("(us)"))) return;
  for (size_t index = 0; index < G_N_ELEMENTS(text_signals); index++) {
    if (strcmp(signal, text_signals[index].signal) != 0) continue;
    guint32 id;
    const char *text;
    g_variant_get(parameters, "(u&s)", &id, &text);
    emit(self, text_signals[index].kind, id, 0, text);
  }
}

static void listen_to_owner(cnotify_connection *self) {
  // GLib takes a subscription on a bus that is gone for the program's mistake.
  if (!self->listens || self->owner == NULL || g_dbus_connection_is_closed(self->bus)) return;
  self->signals = g_dbus_connection_signal_subscribe(
      self->bus, self->owner, NOTIFICATIONS_INTERFACE, NULL, NOTIFICATIONS_PATH, NULL,
      G_DBUS_SIGNAL_FLAGS_NONE, on_server_signal, self, NULL);
}

void follow_owner(cnotify_connection *self, const char *owner) {
  if (owner != NULL && *owner == '\0') owner = NULL;
  if (g_strcmp0(owner, self->owner) == 0) return;
  gboolean lost = self->owner != NULL;
  if (self->signals != 0) g_dbus_connection_signal_unsubscribe(self->bus, self->signals);
  self->signals = 0;
  g_free(self->owner);
  self->owner = g_strdup(owner);
  if (owner != NULL) self->no_start_before = 0;
  listen_to_owner(self);
  if (lost) emit(self, CNOTIFY_OWNER_LOST, 0, 0, NULL);
}

static void on_owner_changed(GDBusConnection *bus, const char *sender, const char *path,
                             const char *interface, const char *signal, GVariant *parameters,
                             gpointer data) {
  (void)bus, (void)sender, (void)path, (void)interface, (void)signal;
  if (!g_variant_is_of_type(parameters, G_VARIANT_TYPE("(sss)"))) return;
  const char *name, *old_owner, *new_owner;
  g_variant_get(parameters, "(&s&s&s)", &name, &old_owner, &new_owner);
  if (strcmp(name, NOTIFICATIONS_NAME) == 0) follow_owner(data, new_owner);
}

static void on_bus_closed(GDBusConnection *bus, gboolean remote, GError *error, gpointer data) {
  (void)bus, (void)remote, (void)error;
  cnotify_connection *self = data;
  g_clear_pointer(&self->owner, g_free);
  emit(self, CNOTIFY_BUS_LOST, 0, 0, NULL);
}

static gboolean is_socket(const char *path) {
  struct stat status;
  return stat(path, &status) == 0 && S_ISSOCK(status.st_mode);
}

// Without an address GIO would start a bus of its own where there is an X11 display: one that no
// notification server is on.
gboolean has_session_bus(void) {
  const char *address = g_getenv("DBUS_SESSION_BUS_ADDRESS");
  if (address != NULL && *address != '\0') return TRUE;
  char *path = g_build_filename(g_get_user_runtime_dir(), "bus", NULL);
  gboolean found = is_socket(path);
  g_free(path);
  return found;
}

gboolean is_sandboxed(void) {
  return g_getenv("NOTIFY_FORCE_PORTAL") != NULL || g_getenv("SNAP") != NULL ||
         access("/.flatpak-info", F_OK) == 0;
}

cnotify_connection *cnotify_connect(const char *app_name, cnotify_event_function function,
                                    void *context, cnotify_destroy destroy,
                                    cnotify_error **error) {
  GError *failure = NULL;
  GDBusConnection *bus = NULL;
  if (has_session_bus()) {
    bus = g_bus_get_sync(G_BUS_TYPE_SESSION, NULL, &failure);
  } else {
    failure = g_error_new_literal(
        G_IO_ERROR, G_IO_ERROR_NOT_FOUND,
        "DBUS_SESSION_BUS_ADDRESS is not set and $XDG_RUNTIME_DIR/bus is not there");
  }
  if (bus == NULL) {
    *error = take_error(failure);
    (*error)->kind = CNOTIFY_NO_BUS;
    destroy(context);
    return NULL;
  }
  g_dbus_connection_set_exit_on_close(bus, FALSE);
  // In a Flatpak or Snap libnotify would use the desktop portal, which knows no hints and no replies
  // and never tells how a notification ended. The server itself does, to whom the sandbox lets it
  // talk. Set nowhere else: other threads may be reading the environment.
  if (is_sandboxed()) g_setenv("NOTIFY_IGNORE_PORTAL", "1", FALSE);
  notify_init(app_name);
  cnotify_connection *self = g_new0(cnotify_connection, 1);
  *self = (cnotify_connection){.bus = bus, .function = function, .context = context};
  g_signal_connect(bus, "closed", G_CALLBACK(on_bus_closed), self);
  return self;
}

void cnotify_listen(cnotify_connection *self) {
  if (self->listens || g_dbus_connection_is_closed(self->bus)) return;
  self->listens = true;
  g_dbus_connection_signal_subscribe(self->bus, "org.freedesktop.DBus", "org.freedesktop.DBus",
                                     "NameOwnerChanged", "/org/freedesktop/DBus",
                                     NOTIFICATIONS_NAME, G_DBUS_SIGNAL_FLAGS_NONE,
                                     on_owner_changed, self, NULL);
  listen_to_owner(self);
}

void cnotify_flush(cnotify_connection *self) {
  // An error here means that the bus is gone, and nothing is left to wait for.
  g_dbus_connection_flush_sync(self->bus, NULL, NULL);
}

void cnotify_set_badge(cnotify_connection *self, const char *desktop_entry, int64_t count) {
  char *uri = g_strdup_printf("application://%s.desktop", desktop_entry);
  char *path = g_strdup_printf("/com/canonical/unity/launcherentry/%u", g_str_hash(uri));
  GVariantBuilder properties;
  g_variant_builder_init(&properties, G_VARIANT_TYPE_VARDICT);
  g_variant_builder_add(&properties, "{sv}", "count", g_variant_new_int64(count));
  g_variant_builder_add(&properties, "{sv}", "count-visible", g_variant_new_boolean(count != 0));
  // Fails only for a malformed path or interface, and both are fixed above.
  g_dbus_connection_emit_signal(self->bus, NULL, path, "com.canonical.Unity.LauncherEntry",
                                "Update", g_variant_new("(sa{sv})", uri, &properties), NULL);
  g_free(path);
  g_free(uri);
}
