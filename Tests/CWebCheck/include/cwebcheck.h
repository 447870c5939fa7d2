/// A check that is done once this compiles.
#pragma once

/// How many of libsoup's functions have been checked.
int cwebcheck_function_count(void);
