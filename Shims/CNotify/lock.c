#include "internal.h"

// Where a session's lock can be asked for.
typedef struct {
  GBusType bus;
  const char *name;
  // Each is asked; an object that is not there answers with an error, which tells nothing.
  const char *paths[2];
} locker;

static const locker lockers[] = {
    // Plasma has both paths. GNOME's proxy owns the name too, and answers NotSupported.
    {G_BUS_TYPE_SESSION, "org.freedesktop.ScreenSaver",
     {"/org/freedesktop/ScreenSaver", "/ScreenSaver"}},
    {G_BUS_TYPE_SESSION, "org.gnome.ScreenSaver", {"/org/gnome/ScreenSaver", NULL}},
    {G_BUS_TYPE_SESSION, "org.cinnamon.ScreenSaver", {"/org/cinnamon/ScreenSaver", NULL}},
    {G_BUS_TYPE_SESSION, "org.mate.ScreenSaver", {"/org/mate/ScreenSaver", NULL}},
    {G_BUS_TYPE_SESSION, "org.xfce.ScreenSaver", {"/org/xfce/ScreenSaver", NULL}},
    // The caller's own session, or for a service of the user the one that is on a screen.
    {G_BUS_TYPE_SYSTEM, "org.freedesktop.login1",
     {"/org/freedesktop/login1/session/auto", NULL}},
};

#define LOGIND_SESSION "org.freedesktop.login1.Session"
#define PROPERTIES "org.freedesktop.DBus.Properties"

typedef struct {
  cnotify_lock_watch *watch;
  const locker *locker;
  GDBusConnection *bus;
  // The unique name of the name's owner; NULL while there is none.
  char *owner;
  guint owner_watch;
  guint signals;
  // Whether it is known by now if anybody owns the name.
  bool is_met;
  bool is_locked;
} place;

struct cnotify_lock_watch {
  place places[G_N_ELEMENTS(lockers)];
  gint answer_milliseconds;
  // How many answers the first report waits for.
  guint missing;
  GSource *limit;
  GCancellable *cancellable;
  bool is_told;
  bool told;
  bool is_cancelled;
  cnotify_lock_function function;
  void *context;
  cnotify_destroy destroy;
};

// One question to a name's owner; what another has answered meanwhile is not its answer.
typedef struct {
  place *place;
  char *owner;
} question;

// MARK: Lifetime

static void clear(gpointer data) {
  cnotify_lock_watch *self = data;
  g_object_unref(self->cancellable);
}

static place *hold(place *self) {
  g_atomic_rc_box_acquire(self->watch);
  return self;
}

static void release(gpointer data) {
  place *self = data;
  g_atomic_rc_box_release_full(self->watch, clear);
}

// MARK: The report

// Says what is new. One locked place is enough at once; that none is locked is said only when all
// have answered, or had the time to. It comes last in each callback: the function may cancel.
static void tell(cnotify_lock_watch *self) {
  if (self->is_cancelled) return;
  bool is_locked = false;
  for (size_t index = 0; index < G_N_ELEMENTS(lockers); index++)
    is_locked = is_locked || self->places[index].is_locked;
  if (!is_locked && self->missing > 0 && self->limit != NULL) return;
  if (self->is_told && self->told == is_locked) return;
  self->is_told = true;
  self->told = is_locked;
  g_atomic_rc_box_acquire(self);
  self->function(is_locked, self->context);
  g_atomic_rc_box_release_full(self, clear);
}

static void end_limit(cnotify_lock_watch *self) {
  if (self->limit == NULL) return;
  g_source_destroy(self->limit);
  g_clear_pointer(&self->limit, g_source_unref);
}

static gboolean on_limit(gpointer data) {
  place *self = data;
  end_limit(self->watch);
  tell(self->watch);
  return G_SOURCE_REMOVE;
}

static void meet(place *self) {
  if (self->is_met) return;
  self->is_met = true;
  self->watch->missing--;
}

// MARK: Questions

static void on_answer(GObject *bus, GAsyncResult *result, gpointer data) {
  question *asked = data;
  place *self = asked->place;
  // An error tells nothing: what is known of the place stays, which at first is "not locked".
  GVariant *answer = g_dbus_connection_call_finish(G_DBUS_CONNECTION(bus), result, NULL);
  if (answer != NULL && g_strcmp0(asked->owner, self->owner) == 0) {
    GVariant *value = g_variant_get_child_value(answer, 0);
    if (g_variant_is_of_type(value, G_VARIANT_TYPE_VARIANT)) {
      GVariant *inner = g_variant_get_variant(value);
      g_variant_unref(value);
      value = inner;
    }
    if (g_variant_is_of_type(value, G_VARIANT_TYPE_BOOLEAN))
      self->is_locked = g_variant_get_boolean(value);
    g_variant_unref(value);
  }
  g_clear_pointer(&answer, g_variant_unref);
  self->watch->missing--;
  tell(self->watch);
  release(self);
  g_free(asked->owner);
  g_free(asked);
}

static void ask(place *self) {
  bool is_logind = self->locker->bus == G_BUS_TYPE_SYSTEM;
  for (size_t index = 0; index < G_N_ELEMENTS(self->locker->paths); index++) {
    const char *path = self->locker->paths[index];
    if (path == NULL) continue;
    question *asked = g_new(question, 1);
    *asked = (question){.place = hold(self), .owner = g_strdup(self->owner)};
    self->watch->missing++;
    g_dbus_connection_call(
        self->bus, self->owner, path, is_logind ? PROPERTIES : self->locker->name,
        is_logind ? "Get" : "GetActive",
        is_logind ? g_variant_new("(ss)", LOGIND_SESSION, "LockedHint") : NULL,
        is_logind ? G_VARIANT_TYPE("(v)") : G_VARIANT_TYPE("(b)"),
        G_DBUS_CALL_FLAGS_NO_AUTO_START, self->watch->answer_milliseconds,
        self->watch->cancellable, on_answer, asked);
  }
}

static void on_signal(GDBusConnection *bus, const char *sender, const char *path,
                      const char *interface, const char *signal, GVariant *parameters,
                      gpointer data) {
  (void)bus, (void)sender, (void)path, (void)interface, (void)signal;
  place *self = data;
  if (self->watch->is_cancelled) return;
  if (self->locker->bus == G_BUS_TYPE_SYSTEM) {
    // Sent by each session, under its real path and never under the one that ends in "auto".
    ask(self);
    return;
  }
  if (!g_variant_is_of_type(parameters, G_VARIANT_TYPE("(b)"))) return;
  gboolean is_active;
  g_variant_get(parameters, "(b)", &is_active);
  self->is_locked = is_active;
  tell(self->watch);
}

// MARK: Owners

static void leave(place *self) {
  if (self->signals != 0) g_dbus_connection_signal_unsubscribe(self->bus, self->signals);
  self->signals = 0;
  g_clear_pointer(&self->owner, g_free);
  self->is_locked = false;
}

static void on_appeared(GDBusConnection *bus, const char *name, const char *owner, gpointer data) {
  (void)bus, (void)name;
  place *self = data;
  // GLib takes a subscription on a bus that is gone for the program's mistake.
  if (self->watch->is_cancelled || g_dbus_connection_is_closed(self->bus)) return;
  leave(self);
  self->owner = g_strdup(owner);
  // By the unique name, which GDBus compares for each signal: for a well-known one, GLib before
  // 2.80.1 lets through what any program sends to us alone (CVE-2024-34397). From any path: the
  // name's owner is trusted, and logind signals under another path than it is asked by.
  bool is_logind = self->locker->bus == G_BUS_TYPE_SYSTEM;
  self->signals = g_dbus_connection_signal_subscribe(
      self->bus, owner, is_logind ? PROPERTIES : self->locker->name,
      is_logind ? "PropertiesChanged" : "ActiveChanged", NULL, is_logind ? LOGIND_SESSION : NULL,
      G_DBUS_SIGNAL_FLAGS_NONE, on_signal, hold(self), release);
  ask(self);
  meet(self);
}

static void on_vanished(GDBusConnection *bus, const char *name, gpointer data) {
  (void)bus, (void)name;
  place *self = data;
  if (self->watch->is_cancelled) return;
  leave(self);
  meet(self);
  tell(self->watch);
}

static void on_bus(GObject *source, GAsyncResult *result, gpointer data) {
  (void)source;
  place *self = data;
  // An error means that there is no such bus, and so no locker.
  GDBusConnection *bus = self->locker->bus == G_BUS_TYPE_SYSTEM
                             ? g_dbus_connection_new_for_address_finish(result, NULL)
                             : g_bus_get_finish(result, NULL);
  if (bus != NULL) g_dbus_connection_set_exit_on_close(bus, FALSE);
  if (self->watch->is_cancelled) {
    g_clear_object(&bus);
  } else if (bus != NULL) {
    self->bus = bus;
    self->owner_watch = g_bus_watch_name_on_connection(
        bus, self->locker->name, G_BUS_NAME_WATCHER_FLAGS_NONE, on_appeared, on_vanished,
        hold(self), release);
  } else {
    meet(self);
    tell(self->watch);
  }
  release(self);
}

// The session bus is libnotify's, and its connecting is not cancelled: who else waits for the shared
// connection would get the error too. The system bus is the watch's own, so that cancelling ends all.
static void connect_to_bus(place *self) {
  if (self->locker->bus == G_BUS_TYPE_SESSION) {
    g_bus_get(G_BUS_TYPE_SESSION, NULL, on_bus, hold(self));
    return;
  }
  char *address = g_dbus_address_get_for_bus_sync(G_BUS_TYPE_SYSTEM, NULL, NULL);
  g_dbus_connection_new_for_address(address,
                                    G_DBUS_CONNECTION_FLAGS_AUTHENTICATION_CLIENT |
                                        G_DBUS_CONNECTION_FLAGS_MESSAGE_BUS_CONNECTION,
                                    NULL, self->watch->cancellable, on_bus, hold(self));
  g_free(address);
}

// MARK: The watch

cnotify_lock_watch *cnotify_lock_watch_start(uint32_t answer_milliseconds,
                                             cnotify_lock_function function, void *context,
                                             cnotify_destroy destroy) {
  cnotify_lock_watch *self = g_atomic_rc_box_new0(cnotify_lock_watch);
  self->answer_milliseconds = (gint)MIN(answer_milliseconds, G_MAXINT);
  self->cancellable = g_cancellable_new();
  self->function = function;
  self->context = context;
  self->destroy = destroy;
  bool with_session = has_session_bus();
  for (size_t index = 0; index < G_N_ELEMENTS(lockers); index++) {
    place *asked = &self->places[index];
    *asked = (place){.watch = self, .locker = &lockers[index]};
    if (asked->locker->bus == G_BUS_TYPE_SESSION && !with_session) continue;
    self->missing++;
    connect_to_bus(asked);
  }
  self->limit = g_timeout_source_new(answer_milliseconds);
  g_source_set_callback(self->limit, on_limit, hold(&self->places[0]), release);
  g_source_attach(self->limit, g_main_context_get_thread_default());
  return self;
}

void cnotify_lock_watch_cancel(cnotify_lock_watch *self) {
  self->is_cancelled = true;
  g_cancellable_cancel(self->cancellable);
  end_limit(self);
  for (size_t index = 0; index < G_N_ELEMENTS(lockers); index++) {
    place *left = &self->places[index];
    leave(left);
    if (left->owner_watch != 0) g_bus_unwatch_name(left->owner_watch);
    g_clear_object(&left->bus);
  }
  self->destroy(self->context);
  g_atomic_rc_box_release_full(self, clear);
}
