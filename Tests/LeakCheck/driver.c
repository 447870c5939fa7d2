// driver: calls the C shims as lines of standard input say, so that the sanitizers see every path of
// theirs. `check` speaks to it. Each line is answered by one that begins with `ok` or with `error`;
// events come between as `event KIND ID TEXT-LENGTH`.
#include "cglib.h"
#include "cnotify.h"

#include <gio/gio.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

// How many contexts have been given to a shim, and how many have been destroyed.
static atomic_int given, destroyed;

static void *give(void) {
  atomic_fetch_add(&given, 1);
  return g_malloc(1);
}

static void destroy(void *context) {
  atomic_fetch_add(&destroyed, 1);
  g_free(context);
}

static const char *kinds[] = {"action", "reply", "token", "closed", "server-gone", "bus-gone"};

static void say_event(const cnotify_event *event, void *context) {
  (void)context;
  printf("event %s %u %zu\n", kinds[event->kind], event->id,
         event->text != NULL ? strlen(event->text) : 0);
}

static void say_error(const cnotify_error *error) {
  static const char *names[] = {"no-bus", "no-server", "timed-out", "refused", "failed"};
  printf("error %s %s %s\n", names[error->kind], error->name != NULL ? error->name : "-",
         error->message);
}

static void take_error(cnotify_error *error) {
  say_error(error);
  cnotify_error_free(error);
}

// MARK: CNotify

static cnotify_connection *connection;

static void connect_bus(void) {
  cnotify_error *error = NULL;
  connection = cnotify_connect("leak-check", say_event, give(), destroy, &error);
  if (connection == NULL) {
    take_error(error);
  } else {
    cnotify_listen(connection);
    puts("ok");
  }
}

static bool take_information(const cnotify_information *information, const cnotify_error *error,
                             void *context) {
  (void)context;
  if (error != NULL) {
    say_error(error);
    return false;
  }
  size_t count = 0;
  while (information->capabilities[count] != NULL) count++;
  printf("ok %s %zu\n", information->name, count);
  return true;
}

static void ask_information(uint32_t start, uint32_t answer) {
  int before = atomic_load(&destroyed);
  cnotify_get_information(connection, start, answer, false, take_information, give(), destroy);
  while (atomic_load(&destroyed) == before) g_main_context_iteration(NULL, TRUE);
}

static void show(uint32_t replaces) {
  const cnotify_action actions[] = {{"default", "Open"}, {"", "No key"}, {"YES", ""}};
  const uint8_t pixels[] = {1, 2, 3, 4};
  const cnotify_image image = {1, 1, 4, true, 8, 4, pixels, sizeof pixels};
  const char *const urls[] = {"file:///a", "file:///b", NULL};
  const cnotify_hint hints[] = {
      {.name = "urgency", .type = CNOTIFY_BYTE, .integer = 2},
      {.name = "resident", .type = CNOTIFY_BOOLEAN, .integer = 1},
      {.name = "value", .type = CNOTIFY_INT32, .integer = 7},
      {.name = "x-long", .type = CNOTIFY_INT64, .integer = INT64_MIN},
      {.name = "x-real", .type = CNOTIFY_DOUBLE, .real = 0.5},
      {.name = "category", .type = CNOTIFY_STRING, .string = "im"},
      {.name = "x-kde-urls", .type = CNOTIFY_STRINGS, .strings = urls},
      {.name = "image-data", .type = CNOTIFY_IMAGE, .image = &image},
      {.name = "", .type = CNOTIFY_BOOLEAN},
  };
  const cnotify_notification notification = {
      .app_name = "Leaks", .app_icon = "/icon.png", .summary = "Title", .body = "Body",
      .actions = actions, .action_count = G_N_ELEMENTS(actions),
      .hints = hints, .hint_count = G_N_ELEMENTS(hints),
      .expire_timeout = -1, .replaces_id = replaces};
  uint32_t id = 0;
  cnotify_error *error = NULL;
  if (cnotify_show(connection, &notification, &id, &error))
    printf("ok %u\n", id);
  else
    take_error(error);
}

static cnotify_lock_watch *watch;
static int reports;

static void take_lock(bool is_locked, void *context) {
  (void)context;
  reports++;
  printf("%s %d\n", reports == 1 ? "ok" : "event lock", is_locked);
}

static void watch_lock(uint32_t answer) {
  reports = 0;
  watch = cnotify_lock_watch_start(answer, take_lock, give(), destroy);
  while (reports == 0) g_main_context_iteration(NULL, TRUE);
}

// MARK: CGLib's loop

static GMutex lock;
static GCond changed;
static int runs;

static void count_run(void *context) {
  (void)context;
  g_mutex_lock(&lock);
  runs++;
  g_cond_signal(&changed);
  g_mutex_unlock(&lock);
}

static void await_runs(int count) {
  g_mutex_lock(&lock);
  while (runs < count) g_cond_wait(&changed, &lock);
  g_mutex_unlock(&lock);
}

static void run_loop(void) {
  cglib_loop *loop = cglib_loop_start("leak-check", 0);
  for (int index = 0; index < 100; index++) cglib_loop_post(loop, count_run, give(), destroy);
  for (uint32_t index = 0; index < 10; index++)
    cglib_loop_after(loop, index, count_run, give(), destroy);
  for (int index = 0; index < 10; index++)
    cglib_loop_cancel(loop, cglib_loop_after(loop, 600000, count_run, give(), destroy));
  uint32_t watch = cglib_loop_on_signal(loop, SIGUSR1, count_run, give(), destroy);
  await_runs(110);
  raise(SIGUSR1);
  await_runs(111);
  cglib_loop_cancel(loop, watch);
  cglib_loop_cancel(loop, watch);
  // Behind it, all that ran before is freed.
  cglib_loop_post(loop, count_run, give(), destroy);
  cglib_loop_post(loop, count_run, give(), destroy);
  await_runs(113);
  printf("ok %d\n", cglib_loop_is_current(loop));
}

// MARK: Lines

static bool carry_out(char *line) {
  char word[32] = "";
  unsigned first = 0, second = 0;
  sscanf(line, "%31s %u %u", word, &first, &second);
  if (strcmp(word, "bus") == 0) {
    g_setenv("DBUS_SESSION_BUS_ADDRESS", g_strstrip(line + strlen("bus")), TRUE);
    puts("ok");
  } else if (strcmp(word, "connect") == 0) {
    connect_bus();
  } else if (strcmp(word, "information") == 0) {
    ask_information(first, second);
  } else if (strcmp(word, "show") == 0) {
    show(first);
  } else if (strcmp(word, "close") == 0) {
    cnotify_close(connection, first);
    puts("ok");
  } else if (strcmp(word, "badge") == 0) {
    cnotify_set_badge(connection, "com.example.app", first);
    puts("ok");
  } else if (strcmp(word, "flush") == 0) {
    cnotify_flush(connection);
    puts("ok");
  } else if (strcmp(word, "lock") == 0) {
    watch_lock(first);
  } else if (strcmp(word, "unwatch") == 0) {
    cnotify_lock_watch_cancel(watch);
    puts("ok");
  } else if (strcmp(word, "loop") == 0) {
    run_loop();
  } else if (strcmp(word, "contexts") == 0) {
    printf("ok %d %d\n", atomic_load(&given), atomic_load(&destroyed));
  } else {
    return false;
  }
  return true;
}

// Lines of standard input, as they come, between the bus's events.
static gboolean on_input(GIOChannel *input, GIOCondition condition, gpointer data) {
  (void)condition;
  char *line = NULL;
  bool goes_on = g_io_channel_read_line(input, &line, NULL, NULL, NULL) == G_IO_STATUS_NORMAL &&
                 carry_out(line);
  g_free(line);
  if (!goes_on) g_main_loop_quit(data);
  return goes_on;
}

int main(void) {
  setvbuf(stdout, NULL, _IOLBF, 0);
  GMainLoop *loop = g_main_loop_new(NULL, FALSE);
  GIOChannel *input = g_io_channel_unix_new(0);
  // One line a call: none may wait in the channel's own buffer unseen.
  g_io_add_watch(input, G_IO_IN | G_IO_HUP, on_input, loop);
  g_main_loop_run(loop);
  g_io_channel_unref(input);
  g_main_loop_unref(loop);
  return 0;
}
