#include <gio/gdesktopappinfo.h>
#include <gio/gio.h>
#include <signal.h>
#include <unistd.h>

#include "cglib.h"

// MARK: A launch context that hands an activation token on

typedef struct {
  GAppLaunchContext parent;
  char *token;
} TokenContext;

typedef struct {
  GAppLaunchContextClass parent_class;
} TokenContextClass;

static GType token_context_get_type(void);
G_DEFINE_TYPE(TokenContext, token_context, G_TYPE_APP_LAUNCH_CONTEXT)

static char *startup_notify_id(GAppLaunchContext *context, GAppInfo *info, GList *files) {
  (void)info;
  (void)files;
  return g_strdup(((TokenContext *)context)->token);
}

static void token_context_finalize(GObject *object) {
  g_free(((TokenContext *)object)->token);
  G_OBJECT_CLASS(token_context_parent_class)->finalize(object);
}

static void token_context_class_init(TokenContextClass *class) {
  G_OBJECT_CLASS(class)->finalize = token_context_finalize;
  G_APP_LAUNCH_CONTEXT_CLASS(class)->get_startup_notify_id = startup_notify_id;
}

static void token_context_init(TokenContext *self) { self->token = NULL; }

static GAppLaunchContext *launch_context(const char *token) {
  GAppLaunchContext *context = g_object_new(token_context_get_type(), NULL);
  if (token == NULL) return context;
  ((TokenContext *)context)->token = g_strdup(token);
  // For programs without StartupNotify, to which GIO hands no token; and GLib before 2.76 never
  // sets the first of the two.
  g_app_launch_context_setenv(context, "XDG_ACTIVATION_TOKEN", token);
  g_app_launch_context_setenv(context, "DESKTOP_STARTUP_ID", token);
  return context;
}

// MARK: Opening

typedef struct {
  cglib_uri_opened opened;
  void *context;
  cglib_destroy destroy;
} opening;

static void finish(opening *self, const GError *error) {
  self->opened(error != NULL ? error->message : NULL, self->context);
  self->destroy(self->context);
  g_free(self);
}

static void launched(GObject *source, GAsyncResult *result, gpointer data) {
  (void)source;
  GError *error = NULL;
  g_app_info_launch_default_for_uri_finish(result, &error);
  finish(data, error);
  g_clear_error(&error);
}

static void set_up_program(gpointer data) {
  (void)data;
  // A thread of Swift's pool blocks all signals, and a program that is started from it would too.
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
  setsid();
}

// Starts the default program itself, for only so can it get a session and silent streams. Returns
// false where GIO has to do it: a program that D-Bus starts, none at all, or a sandbox's portal.
static bool spawn_default(const char *uri, GAppLaunchContext *context) {
  char *scheme = g_uri_parse_scheme(uri);
  GAppInfo *info = scheme != NULL ? g_app_info_get_default_for_uri_scheme(scheme) : NULL;
  g_free(scheme);
  if (info == NULL) return false;
  bool is_started = false;
  if (G_IS_DESKTOP_APP_INFO(info) &&
      !g_desktop_app_info_get_boolean(G_DESKTOP_APP_INFO(info), "DBusActivatable")) {
    GList uris = {.data = (gpointer)uri};
    is_started = g_desktop_app_info_launch_uris_as_manager(
        G_DESKTOP_APP_INFO(info), &uris, context,
        G_SPAWN_SEARCH_PATH | G_SPAWN_STDOUT_TO_DEV_NULL | G_SPAWN_STDERR_TO_DEV_NULL, set_up_program,
        NULL, NULL, NULL, NULL);
  }
  g_object_unref(info);
  return is_started;
}

void cglib_open_uri(const char *uri, const char *token, cglib_uri_opened opened, void *context,
                    cglib_destroy destroy) {
  opening *self = g_new(opening, 1);
  *self = (opening){opened, context, destroy};
  GAppLaunchContext *launch = launch_context(token);
  if (spawn_default(uri, launch))
    finish(self, NULL);
  else
    g_app_info_launch_default_for_uri_async(uri, launch, NULL, launched, self);
  g_object_unref(launch);
}
