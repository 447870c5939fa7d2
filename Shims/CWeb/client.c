#include "internal.h"

// One request on its way.
typedef struct {
  SoupSession *session;
  SoupMessage *message;
  GCancellable *cancel;
  GSource *timer;
  bool is_late;
  cweb_posted posted;
  void *context;
  cweb_destroy destroy;
} post;

static void finish(post *self, uint16_t status, const char *message) {
  self->posted(status, message, self->context);
  self->destroy(self->context);
  if (self->timer != NULL) {
    g_source_destroy(self->timer);
    g_source_unref(self->timer);
  }
  g_clear_object(&self->message);
  g_clear_object(&self->session);
  g_clear_object(&self->cancel);
  g_free(self);
}

static gboolean give_up(gpointer data) {
  post *self = data;
  self->is_late = true;
  g_cancellable_cancel(self->cancel);
  return G_SOURCE_REMOVE;
}

static void sent(GObject *session, GAsyncResult *result, gpointer data) {
  post *self = data;
  GError *error = NULL;
  GInputStream *answer =
      cweb_soup->soup_session_send_finish((SoupSession *)session, result, &error);
  if (answer == NULL) {
    finish(self, 0, self->is_late ? "no answer in time" : error->message);
    g_error_free(error);
    return;
  }
  g_object_unref(answer);
  guint status = 0;
  g_object_get(self->message, "status-code", &status, NULL);
  finish(self, (uint16_t)status, NULL);
}

// glib-networking's proxy resolver reads GNOME's settings, and GIO ends the process where the schema
// of those is not installed, as in containers.
static bool has_proxy_settings(void) {
  GSettingsSchemaSource *source = g_settings_schema_source_get_default();
  if (source == NULL) return false;
  GSettingsSchema *schema = g_settings_schema_source_lookup(source, "org.gnome.system.proxy", TRUE);
  if (schema == NULL) return false;
  g_settings_schema_unref(schema);
  return true;
}

void cweb_post(const char *url, const char *content_type, const uint8_t *body, size_t body_size,
               uint32_t time_limit, cweb_posted posted, void *context, cweb_destroy destroy) {
  post *self = g_new0(post, 1);
  self->posted = posted;
  self->context = context;
  self->destroy = destroy;
  self->message = cweb_soup->soup_message_new("POST", url);
  if (self->message == NULL) {
    finish(self, 0, "it is no link");
    return;
  }
  g_object_set(self->message, "flags", CWEB_SOUP_MESSAGE_NO_REDIRECT, NULL);
  GBytes *bytes = g_bytes_new(body, body_size);
  cweb_soup->soup_message_set_request_body_from_bytes(self->message, content_type, bytes);
  g_bytes_unref(bytes);
  // A session of its own for each: they are rare, and none keeps a connection that the other end
  // has closed meanwhile.
  self->session = g_object_new(cweb_soup->soup_session_get_type(), "user-agent", "belfry", NULL);
  if (!has_proxy_settings()) g_object_set(self->session, "proxy-resolver", NULL, NULL);
  self->cancel = g_cancellable_new();
  self->timer = g_timeout_source_new(time_limit);
  g_source_set_callback(self->timer, give_up, self, NULL);
  GMainContext *loop = g_main_context_ref_thread_default();
  g_source_attach(self->timer, loop);
  g_main_context_unref(loop);
  cweb_soup->soup_session_send_async(self->session, self->message, G_PRIORITY_DEFAULT,
                                     self->cancel, sent, self);
}
