#include <glib.h>

#include "cglib.h"

int cglib_columns(uint32_t scalar) {
  if (g_unichar_iszerowidth(scalar)) return 0;
  return g_unichar_iswide(scalar) ? 2 : 1;
}
