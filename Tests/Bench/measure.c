// measure PROGRAM [ARGUMENT…]: runs a program once and prints its wall time in microseconds, its peak
// memory in KiB and its exit status.
//
// In C because Linux counts the memory that the caller had before exec: Python's own would hide the
// program's.
#define _DEFAULT_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static long long microseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * 1000000LL + now.tv_nsec / 1000;
}

int main(int count, char **arguments) {
  if (count < 2) return 64;
  long long start = microseconds();
  pid_t child = fork();
  if (child < 0) return 71;
  if (child == 0) {
    int null = open("/dev/null", O_RDWR);
    if (null >= 0) {
      dup2(null, STDIN_FILENO);
      dup2(null, STDOUT_FILENO);
    }
    execvp(arguments[1], arguments + 1);
    _exit(127);
  }
  int status = 0;
  struct rusage usage;
  if (wait4(child, &status, 0, &usage) != child) return 71;
  printf("%lld %ld %d\n", microseconds() - start, usage.ru_maxrss,
         WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status));
  return 0;
}
