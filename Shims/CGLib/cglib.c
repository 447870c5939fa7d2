#include "cglib.h"
