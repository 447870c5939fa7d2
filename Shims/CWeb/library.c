#include "internal.h"

#include <dlfcn.h>

const soup_functions *cweb_soup = NULL;

cweb_error *cweb_new_error(cweb_error_kind kind, const char *message) {
  cweb_error *made = g_new(cweb_error, 1);
  *made = (cweb_error){kind, g_strdup(message)};
  return made;
}

cweb_error *cweb_take_error(GError *error) {
  cweb_error_kind kind = CWEB_FAILED;
  if (g_error_matches(error, G_IO_ERROR, G_IO_ERROR_ADDRESS_IN_USE)) kind = CWEB_PORT_IN_USE;
  if (g_error_matches(error, G_IO_ERROR, G_IO_ERROR_PERMISSION_DENIED)) kind = CWEB_NOT_PERMITTED;
  cweb_error *taken = cweb_new_error(kind, error->message);
  g_error_free(error);
  return taken;
}

void cweb_error_free(cweb_error *error) {
  g_free((char *)error->message);
  g_free(error);
}

bool cweb_load(const char *library, cweb_error **error) {
  static soup_functions loaded;
  // RTLD_NOW: a library that lacks what it needs fails here, not in the middle of a request.
  void *handle = dlopen(library, RTLD_NOW | RTLD_LOCAL);
  soup_functions found = {0};
  bool is_whole = handle != NULL;
  // Through a pointer to void *, as POSIX asks: C has no cast from an object to a function.
#define FUNCTION(result, name, parameters) \
  is_whole = is_whole && (*(void **)&found.name = dlsym(handle, #name)) != NULL;
  SOUP_FUNCTIONS(FUNCTION)
#undef FUNCTION
  if (!is_whole) {
    *error = cweb_new_error(CWEB_NO_LIBRARY, dlerror());
    if (handle != NULL) dlclose(handle);
    return false;
  }
  if (cweb_soup != NULL) {
    dlclose(handle);
    return true;
  }
  loaded = found;
  cweb_soup = &loaded;
  return true;
}
