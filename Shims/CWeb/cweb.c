#include "cweb.h"
