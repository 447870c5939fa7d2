#include "internal.h"

#include <dlfcn.h>

nghttp2_functions chttp2_nghttp2;
gnutls_functions chttp2_gnutls;

chttp2_error *chttp2_new_error(chttp2_error_kind kind, const char *message) {
  chttp2_error *made = g_new(chttp2_error, 1);
  *made = (chttp2_error){kind, g_strdup(message)};
  return made;
}

chttp2_error *chttp2_take_error(GError *error, chttp2_error_kind kind) {
  if (g_error_matches(error, G_IO_ERROR, G_IO_ERROR_ADDRESS_IN_USE)) kind = CHTTP2_PORT_IN_USE;
  if (g_error_matches(error, G_IO_ERROR, G_IO_ERROR_PERMISSION_DENIED))
    kind = CHTTP2_NOT_PERMITTED;
  chttp2_error *taken = chttp2_new_error(kind, error->message);
  g_error_free(error);
  return taken;
}

void chttp2_error_free(chttp2_error *error) {
  g_free((char *)error->message);
  g_free(error);
}

static bool load(const char *library, const char *const *names, void **functions) {
  // RTLD_NOW: a library that lacks what it needs fails here, not in the middle of a request.
  void *handle = dlopen(library, RTLD_NOW | RTLD_LOCAL);
  if (handle == NULL) return false;
  for (size_t i = 0; names[i] != NULL; i++) {
    functions[i] = dlsym(handle, names[i]);
    if (functions[i] == NULL) return false;
  }
  return true;
}

// Loads what `names` lists, once; a library that is missing is looked for again the next time.
static chttp2_error *load_once(bool *is_loaded, const char *library, const char *const *names,
                               void **functions) {
  static GMutex lock;
  g_mutex_lock(&lock);
  chttp2_error *error = NULL;
  if (!*is_loaded) {
    *is_loaded = load(library, names, functions);
    if (!*is_loaded) error = chttp2_new_error(CHTTP2_NO_LIBRARY, dlerror());
  }
  g_mutex_unlock(&lock);
  return error;
}

#define FUNCTION(name) #name,

// POSIX lets a pointer to void hold a function; the tables have nothing else.

chttp2_error *chttp2_load_nghttp2(void) {
  static bool is_loaded = false;
  static const char *const names[] = {NGHTTP2_FUNCTIONS(FUNCTION) NULL};
  return load_once(&is_loaded, "libnghttp2.so.14", names, (void **)&chttp2_nghttp2);
}

chttp2_error *chttp2_load_gnutls(void) {
  static bool is_loaded = false;
  static const char *const names[] = {GNUTLS_FUNCTIONS(FUNCTION) NULL};
  return load_once(&is_loaded, "libgnutls.so.30", names, (void **)&chttp2_gnutls);
}

chttp2_error *chttp2_gnutls_error(int code, const char *task) {
  if (code >= 0) return NULL;
  g_autofree char *message =
      g_strdup_printf("%s: %s", task, chttp2_gnutls.gnutls_strerror(code));
  return chttp2_new_error(CHTTP2_FAILED, message);
}

void chttp2_text_free(char *text) { g_free(text); }
