// Holds the shim's own types of libsoup's functions against libsoup's headers, at compile time.

#include "cwebcheck.h"

// A function that libsoup 3.0 does not have is then a warning, and so an error.
#define SOUP_VERSION_MIN_REQUIRED SOUP_VERSION_3_0
#define SOUP_VERSION_MAX_ALLOWED SOUP_VERSION_3_0
#include <libsoup/soup.h>

#define CWEB_SOUP_TYPES
#include "../../Shims/CWeb/internal.h"

#define FUNCTION(result, name, parameters)                                                  \
  _Static_assert(__builtin_types_compatible_p(__typeof__(&name),                            \
                                              __typeof__(((soup_functions *)NULL)->name)), \
                 #name " has another type in libsoup's headers");
SOUP_FUNCTIONS(FUNCTION)
#undef FUNCTION

_Static_assert(CWEB_SOUP_MEMORY_COPY == SOUP_MEMORY_COPY, "SOUP_MEMORY_COPY has another value");
_Static_assert(CWEB_SOUP_MESSAGE_NO_REDIRECT == SOUP_MESSAGE_NO_REDIRECT,
               "SOUP_MESSAGE_NO_REDIRECT has another value");

int cwebcheck_function_count(void) {
  return (int)(sizeof(soup_functions) / sizeof(void (*)(void)));
}
