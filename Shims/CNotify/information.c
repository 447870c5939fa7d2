#include "internal.h"

// A service that cannot start is started again by nobody but the person, who takes longer than this.
#define START_PAUSE (30 * G_TIME_SPAN_SECOND)

// One question to the server: who owns the name, what it is, what it can.
typedef struct {
  cnotify_connection *connection;
  guint start_milliseconds;
  guint answer_milliseconds;
  // Whether what the server answered to an earlier program will do.
  bool may_recall;
  bool is_recalled;
  cnotify_information_function function;
  void *context;
  cnotify_destroy destroy;
  guint waiting;
  GVariant *information;
  GVariant *capabilities;
  GError *error;
} question;

static void ask(question *self);

static void finish(question *self) {
  if (self->error != NULL) {
    cnotify_error *error = take_error(g_steal_pointer(&self->error));
    if (error->kind == CNOTIFY_NO_SERVER && is_sandboxed()) {
      char *message = (char *)error->message;
      error->message = g_strconcat(
          message, "; the sandbox has to let it talk to " NOTIFICATIONS_NAME, NULL);
      g_free(message);
    }
    self->function(NULL, error, self->context);
    cnotify_error_free(error);
  } else {
    cnotify_information information;
    g_variant_get(self->information, "(&s&s&s&s)", &information.name, &information.vendor,
                  &information.version, &information.spec_version);
    const char **capabilities = NULL;
    g_variant_get(self->capabilities, "(^a&s)", &capabilities);
    information.capabilities = capabilities;
    bool wanted = self->function(&information, NULL, self->context);
    if (wanted && !self->is_recalled) keep(self->connection, self->information, self->capabilities);
    g_free(capabilities);
  }
  self->destroy(self->context);
  g_clear_pointer(&self->information, g_variant_unref);
  g_clear_pointer(&self->capabilities, g_variant_unref);
  g_free(self);
}

static GVariant *take_answer(question *self, GObject *bus, GAsyncResult *result) {
  GError *error = NULL;
  GVariant *answer = g_dbus_connection_call_finish(G_DBUS_CONNECTION(bus), result, &error);
  if (error != NULL) {
    // The first error is the cause; the others follow from it.
    if (self->error == NULL)
      self->error = error;
    else
      g_error_free(error);
  }
  return answer;
}

static void on_started(GObject *bus, GAsyncResult *result, gpointer data) {
  question *self = data;
  GVariant *answer = take_answer(self, bus, result);
  if (answer == NULL) {
    // Where nothing can be started, asking again costs nothing.
    if (!g_error_matches(self->error, G_DBUS_ERROR, G_DBUS_ERROR_SERVICE_UNKNOWN))
      self->connection->no_start_before = g_get_monotonic_time() + START_PAUSE;
    if (g_error_matches(self->error, G_IO_ERROR, G_IO_ERROR_TIMED_OUT)) {
      g_clear_error(&self->error);
      g_set_error(&self->error, G_DBUS_ERROR, G_DBUS_ERROR_SPAWN_FAILED,
                  "one was started and is not there after %u ms", self->start_milliseconds);
    }
    finish(self);
    return;
  }
  g_variant_unref(answer);
  // Once: a server that starts and leaves again is not started for ever.
  self->start_milliseconds = 0;
  ask(self);
}

static void on_answered(question *self) {
  if (--self->waiting > 0) return;
  if (self->start_milliseconds > 0 &&
      g_get_monotonic_time() >= self->connection->no_start_before &&
      (g_error_matches(self->error, G_DBUS_ERROR, G_DBUS_ERROR_NAME_HAS_NO_OWNER) ||
       g_error_matches(self->error, G_DBUS_ERROR, G_DBUS_ERROR_SERVICE_UNKNOWN))) {
    g_clear_error(&self->error);
    g_dbus_connection_call(self->connection->bus, "org.freedesktop.DBus", "/org/freedesktop/DBus",
                           "org.freedesktop.DBus", "StartServiceByName",
                           g_variant_new("(su)", NOTIFICATIONS_NAME, 0), G_VARIANT_TYPE("(u)"),
                           G_DBUS_CALL_FLAGS_NONE, (gint)self->start_milliseconds, NULL, on_started,
                           self);
    return;
  }
  finish(self);
}

static void on_information(GObject *bus, GAsyncResult *result, gpointer data) {
  question *self = data;
  g_clear_pointer(&self->information, g_variant_unref);
  self->information = take_answer(self, bus, result);
  on_answered(self);
}

static void on_capabilities(GObject *bus, GAsyncResult *result, gpointer data) {
  question *self = data;
  g_clear_pointer(&self->capabilities, g_variant_unref);
  self->capabilities = take_answer(self, bus, result);
  on_answered(self);
}

static guint ask_server(question *self) {
  GDBusConnection *bus = self->connection->bus;
  gint limit = (gint)self->answer_milliseconds;
  g_dbus_connection_call(bus, NOTIFICATIONS_NAME, NOTIFICATIONS_PATH, NOTIFICATIONS_INTERFACE,
                         "GetServerInformation", NULL, G_VARIANT_TYPE("(ssss)"),
                         G_DBUS_CALL_FLAGS_NO_AUTO_START, limit, NULL, on_information, self);
  g_dbus_connection_call(bus, NOTIFICATIONS_NAME, NOTIFICATIONS_PATH, NOTIFICATIONS_INTERFACE,
                         "GetCapabilities", NULL, G_VARIANT_TYPE("(as)"),
                         G_DBUS_CALL_FLAGS_NO_AUTO_START, limit, NULL, on_capabilities, self);
  return 2;
}

static void take_recalled(question *self, const char *owner) {
  GVariant *answers = recall(self->connection, owner);
  if (answers == NULL) return;
  g_variant_get(answers, "(@(ssss)@(as))", &self->information, &self->capabilities);
  self->is_recalled = true;
  g_variant_unref(answers);
}

static void on_owner(GObject *bus, GAsyncResult *result, gpointer data) {
  question *self = data;
  GVariant *answer = take_answer(self, bus, result);
  if (answer != NULL) {
    const char *owner;
    g_variant_get(answer, "(&s)", &owner);
    follow_owner(self->connection, owner);
    if (self->may_recall) take_recalled(self, owner);
    g_variant_unref(answer);
  }
  if (self->may_recall && self->error == NULL && self->information == NULL) {
    self->may_recall = false;
    self->waiting += ask_server(self);
  }
  on_answered(self);
}

// The three questions go out together, so that they cost one round trip and not three; where earlier
// answers will do, the owner alone is asked for at first.
static void ask(question *self) {
  self->waiting = 1;
  g_dbus_connection_call(self->connection->bus, "org.freedesktop.DBus", "/org/freedesktop/DBus",
                         "org.freedesktop.DBus", "GetNameOwner",
                         g_variant_new("(s)", NOTIFICATIONS_NAME), G_VARIANT_TYPE("(s)"),
                         G_DBUS_CALL_FLAGS_NONE, (gint)self->answer_milliseconds, NULL, on_owner,
                         self);
  if (!self->may_recall) self->waiting += ask_server(self);
}

void cnotify_get_information(cnotify_connection *connection, uint32_t start_milliseconds,
                             uint32_t answer_milliseconds, bool may_recall,
                             cnotify_information_function function, void *context,
                             cnotify_destroy destroy) {
  question *self = g_new0(question, 1);
  *self = (question){.connection = connection,
                     .start_milliseconds = start_milliseconds,
                     .answer_milliseconds = answer_milliseconds,
                     .may_recall = may_recall,
                     .function = function,
                     .context = context,
                     .destroy = destroy};
  ask(self);
}
