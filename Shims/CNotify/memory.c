#include "internal.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <unistd.h>

// The bus, the server's unique name on it, and its answers. A unique name is given once in the life
// of a bus, and a bus has a number of its own: another server's answers are never taken for its.
#define KEPT_TYPE "(ss(ssss)(as))"
// Servers answer with some hundred bytes.
#define MAXIMUM_KEPT 16384

static char *file_path(void) {
  return g_build_filename(g_get_user_runtime_dir(), "belfry", "notification-server", NULL);
}

static GBytes *read_kept(void) {
  char *path = file_path();
  int descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
  g_free(path);
  if (descriptor < 0) return NULL;
  // One byte more than may be: what fills it is not ours.
  char *bytes = g_malloc(MAXIMUM_KEPT + 1);
  ssize_t length = read(descriptor, bytes, MAXIMUM_KEPT + 1);
  close(descriptor);
  if (length > 0 && length <= MAXIMUM_KEPT) return g_bytes_new_take(bytes, (gsize)length);
  g_free(bytes);
  return NULL;
}

GVariant *recall(cnotify_connection *connection, const char *owner) {
  GBytes *bytes = read_kept();
  if (bytes == NULL) return NULL;
  GVariant *kept = g_variant_new_from_bytes(G_VARIANT_TYPE(KEPT_TYPE), bytes, FALSE);
  g_variant_ref_sink(kept);
  g_bytes_unref(bytes);
  GVariant *answers = NULL;
  if (g_variant_is_normal_form(kept)) {
    const char *bus, *server;
    GVariant *information, *capabilities;
    g_variant_get(kept, "(&s&s@(ssss)@(as))", &bus, &server, &information, &capabilities);
    if (g_strcmp0(bus, g_dbus_connection_get_guid(connection->bus)) == 0 &&
        g_strcmp0(server, owner) == 0) {
      GVariant *parts[] = {information, capabilities};
      answers = g_variant_ref_sink(g_variant_new_tuple(parts, G_N_ELEMENTS(parts)));
    }
    g_variant_unref(information);
    g_variant_unref(capabilities);
  }
  g_variant_unref(kept);
  return answers;
}

void keep(cnotify_connection *connection, GVariant *information, GVariant *capabilities) {
  const char *bus = g_dbus_connection_get_guid(connection->bus);
  // It may have left since it answered.
  if (connection->owner == NULL || bus == NULL) return;
  GVariant *kept = g_variant_ref_sink(
      g_variant_new("(ss@(ssss)@(as))", bus, connection->owner, information, capabilities));
  char *path = file_path();
  char *folder = g_path_get_dirname(path);
  GError *error = NULL;
  if (g_variant_get_size(kept) > MAXIMUM_KEPT) {
    g_info("The answers of the notification server are too long to be kept: %zu bytes of %d",
           g_variant_get_size(kept), MAXIMUM_KEPT);
  } else if (g_mkdir(folder, 0700) != 0 && errno != EEXIST) {
    g_info("The answers of the notification server are not kept: %s: %s", folder,
           g_strerror(errno));
  } else if (!g_file_set_contents_full(path, g_variant_get_data(kept),
                                       (gssize)g_variant_get_size(kept),
                                       G_FILE_SET_CONTENTS_CONSISTENT, 0600, &error)) {
    g_info("The answers of the notification server are not kept: %s", error->message);
    g_error_free(error);
  }
  g_free(folder);
  g_free(path);
  g_variant_unref(kept);
}
