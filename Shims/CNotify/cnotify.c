#include "cnotify.h"
