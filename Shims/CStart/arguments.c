#include "cstart.h"

#include <stddef.h>

// Swift's own version of these two (stdlib/public/stubs/CommandLine.cpp) reads /proc/self/maps line by
// line before each start of a program, to find the stack and in it the arguments: a thirtieth of a
// whole push. glibc hands them to constructors. The program's functions come before those of a static
// library; with a dynamic one these are not used. What they promise: `CommandLine.argc` and
// `CommandLine.unsafeArgv`.
char **_swift_stdlib_getUnsafeArgvArgc(int *count);
void _swift_stdlib_overrideUnsafeArgvArgc(char **given, int count);

static int argument_count;
static char **arguments;

__attribute__((constructor)) static void take_arguments(int count, char **given) {
  argument_count = count;
  arguments = given;
}

char **_swift_stdlib_getUnsafeArgvArgc(int *count) {
  *count = argument_count;
  return arguments;
}

void _swift_stdlib_overrideUnsafeArgvArgc(char **given, int count) { take_arguments(count, given); }
