// For F_DUPFD_CLOEXEC, which strict C17 hides.
#define _POSIX_C_SOURCE 200809L
#include <malloc.h>
#include <fcntl.h>
#include <gio/gio.h>
#include <signal.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "cglib.h"

// Time between SIGTERM and SIGKILL, in milliseconds: enough to put a window away.
#define GRACE_MS 1000
// One read, in bytes: the capacity of a pipe on Linux (pipe(7)).
#define READ_BYTES 65536

// A counted box: the caller's handle, the wait and the writing of the input hold one count each.
struct cglib_process {
  GSubprocess *child;
  GMainContext *main_context;
  GCancellable *input_cancel;
  GPollableInputStream *output;
  GSource *output_source;
  GByteArray *bytes;
  size_t limit;
  bool is_complete;
  cglib_process_ended ended;
  void *context;
  cglib_destroy destroy;
};

static void clear(gpointer data) {
  cglib_process *self = data;
  g_clear_object(&self->child);
  g_clear_object(&self->input_cancel);
  g_byte_array_unref(self->bytes);
  g_main_context_unref(self->main_context);
}

void cglib_process_release(cglib_process *process) {
  g_atomic_rc_box_release_full(process, clear);
}

void cglib_share_heap(void) { mallopt(M_ARENA_MAX, 1); }

void cglib_ignore_broken_pipes(void) {
  struct sigaction ignore = {.sa_handler = SIG_IGN};
  sigaction(SIGPIPE, &ignore, NULL);
}

bool cglib_ignores_signal(int number) {
  struct sigaction action;
  return sigaction(number, NULL, &action) == 0 && action.sa_handler == SIG_IGN;
}

void cglib_hold_standard_streams(void) {
  // The lowest free number is given out first. Each is opened the wrong way round, so that its use is
  // an error and not a silent success.
  static const int modes[] = {O_WRONLY, O_RDONLY, O_RDONLY};
  for (int stream = STDIN_FILENO; stream <= STDERR_FILENO; stream++) {
    if (fcntl(stream, F_GETFD) >= 0) continue;
    // Without /dev/null there is nothing to fill in with.
    if (open("/dev/null", modes[stream]) != stream) return;
  }
}

char **cglib_environment(void) { return g_get_environ(); }

// MARK: Output

static void stop_reading(cglib_process *self) {
  if (self->output_source == NULL) return;
  g_source_destroy(self->output_source);
  g_clear_pointer(&self->output_source, g_source_unref);
}

// Reads what is there, without waiting. Returns whether more may come.
static bool drain(cglib_process *self) {
  uint8_t *buffer = g_malloc(READ_BYTES);
  bool goes_on = true;
  while (goes_on) {
    GError *error = NULL;
    gssize count =
        g_pollable_input_stream_read_nonblocking(self->output, buffer, READ_BYTES, NULL, &error);
    if (count <= 0) {
      goes_on = error != NULL && g_error_matches(error, G_IO_ERROR, G_IO_ERROR_WOULD_BLOCK);
      g_clear_error(&error);
      break;
    }
    size_t room = self->limit - self->bytes->len;
    g_byte_array_append(self->bytes, buffer, (guint)MIN((size_t)count, room));
    if ((size_t)count > room) {
      self->is_complete = false;
      g_subprocess_force_exit(self->child);
      goes_on = false;
    }
  }
  g_free(buffer);
  return goes_on;
}

static gboolean output_ready(GObject *stream, gpointer data) {
  (void)stream;
  cglib_process *self = data;
  if (drain(self)) return G_SOURCE_CONTINUE;
  g_clear_pointer(&self->output_source, g_source_unref);
  return G_SOURCE_REMOVE;
}

// MARK: Input

// A child may end without reading its input: that is no error.
static void input_written(GObject *stream, GAsyncResult *result, gpointer data) {
  g_output_stream_splice_finish(G_OUTPUT_STREAM(stream), result, NULL);
  cglib_process_release(data);
}

static void write_input(cglib_process *self, const uint8_t *input, size_t length) {
  GBytes *bytes = g_bytes_new(input, length);
  GInputStream *source = g_memory_input_stream_new_from_bytes(bytes);
  g_bytes_unref(bytes);
  g_output_stream_splice_async(
      g_subprocess_get_stdin_pipe(self->child), source,
      G_OUTPUT_STREAM_SPLICE_CLOSE_SOURCE | G_OUTPUT_STREAM_SPLICE_CLOSE_TARGET,
      G_PRIORITY_DEFAULT, self->input_cancel, input_written, g_atomic_rc_box_acquire(self));
  g_object_unref(source);
}

// MARK: The end

static void waited(GObject *child, GAsyncResult *result, gpointer data) {
  cglib_process *self = data;
  g_subprocess_wait_finish(G_SUBPROCESS(child), result, NULL);
  if (self->output_source != NULL) drain(self);
  stop_reading(self);
  g_cancellable_cancel(self->input_cancel);
  int32_t status = g_subprocess_get_if_exited(self->child)
                       ? g_subprocess_get_exit_status(self->child)
                       : 128 + g_subprocess_get_term_sig(self->child);
  self->ended(status, self->bytes->data != NULL ? self->bytes->data : (const uint8_t *)"",
              self->bytes->len, self->is_complete, self->context);
  self->destroy(self->context);
  cglib_process_release(self);
}

static gboolean kill_child(gpointer data) {
  cglib_process *self = data;
  g_subprocess_force_exit(self->child);
  return G_SOURCE_REMOVE;
}

void cglib_process_stop(cglib_process *process) {
  g_subprocess_send_signal(process->child, SIGTERM);
  GSource *source = g_timeout_source_new(GRACE_MS);
  g_source_set_callback(source, kill_child, g_atomic_rc_box_acquire(process),
                        (GDestroyNotify)cglib_process_release);
  g_source_attach(source, process->main_context);
  g_source_unref(source);
}

// MARK: The start

// Runs between fork and exec. The threads of Swift's pool block most signals, and so does whatever
// they start: a child that inherited that could not be ended by SIGTERM.
static void set_up_child(gpointer data) {
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
  if (GPOINTER_TO_INT(data) == CGLIB_PROCESS_DETACHED)
    setsid();
  else
    // Nobody would read what it says. The signal comes when the thread that forked ends: that of the
    // loop, which lives as long as the process (prctl(2)).
    prctl(PR_SET_PDEATHSIG, SIGTERM);
}

static GSubprocess *spawn(cglib_process_kind kind, const char *const *arguments,
                          const char *folder, const char *const *environment, GError **error) {
  GSubprocessFlags flags = G_SUBPROCESS_FLAGS_NONE;
  if (kind != CGLIB_PROCESS_DETACHED)
    flags = G_SUBPROCESS_FLAGS_STDIN_PIPE | G_SUBPROCESS_FLAGS_STDOUT_PIPE;
  if (kind == CGLIB_PROCESS_CAPTURED) flags |= G_SUBPROCESS_FLAGS_STDERR_SILENCE;
  GSubprocessLauncher *launcher = g_subprocess_launcher_new(flags);
  if (folder != NULL) g_subprocess_launcher_set_cwd(launcher, folder);
  g_subprocess_launcher_set_child_setup(launcher, set_up_child, GINT_TO_POINTER(kind), NULL);
  if (kind == CGLIB_PROCESS_DETACHED) {
    // What it prints must not get among the caller's data.
    int messages = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3);
    if (messages >= 0) g_subprocess_launcher_take_stdout_fd(launcher, messages);
  }
  for (size_t i = 0; environment[i] != NULL; i++) {
    const char *equals = g_strstr_len(environment[i], -1, "=");
    if (equals == NULL) continue;
    char *name = g_strndup(environment[i], (gsize)(equals - environment[i]));
    g_subprocess_launcher_setenv(launcher, name, equals + 1, TRUE);
    g_free(name);
  }
  GSubprocess *child = g_subprocess_launcher_spawnv(launcher, arguments, error);
  g_object_unref(launcher);
  return child;
}

cglib_process *cglib_process_start(cglib_process_kind kind, const char *const *arguments,
                                   const char *folder, const char *const *environment,
                                   const uint8_t *input, size_t input_length,
                                   size_t output_limit, cglib_process_ended ended, void *context,
                                   cglib_destroy destroy, char **error) {
  cglib_ignore_broken_pipes();
  *error = NULL;
  GError *failure = NULL;
  GSubprocess *child = spawn(kind, arguments, folder, environment, &failure);
  if (child == NULL) {
    *error = g_strdup(failure->message);
    g_error_free(failure);
    destroy(context);
    return NULL;
  }

  cglib_process *self = g_atomic_rc_box_new0(cglib_process);
  self->child = child;
  self->main_context = g_main_context_ref_thread_default();
  self->input_cancel = g_cancellable_new();
  self->bytes = g_byte_array_new();
  self->limit = output_limit;
  self->is_complete = true;
  self->ended = ended;
  self->context = context;
  self->destroy = destroy;
  if (kind != CGLIB_PROCESS_DETACHED) {
    self->output = G_POLLABLE_INPUT_STREAM(g_subprocess_get_stdout_pipe(child));
    self->output_source = g_pollable_input_stream_create_source(self->output, NULL);
    g_source_set_callback(self->output_source, G_SOURCE_FUNC(output_ready), self, NULL);
    g_source_attach(self->output_source, self->main_context);
    write_input(self, input, input_length);
  }
  g_subprocess_wait_async(child, NULL, waited, g_atomic_rc_box_acquire(self));
  return self;
}

char **cglib_split_command(const char *command, char **error) {
  char **words = NULL;
  GError *failure = NULL;
  *error = NULL;
  if (!g_shell_parse_argv(command, NULL, &words, &failure)) {
    *error = g_strdup(failure->message);
    g_error_free(failure);
  }
  return words;
}

bool cglib_can_run(const char *program) {
  char *path = g_find_program_in_path(program);
  bool is_found = path != NULL;
  g_free(path);
  return is_found;
}
