#include "cglib.h"

#include <gio/gio.h>
#include <glib-unix.h>
#include <sys/resource.h>

struct cglib_loop {
  GMainContext *context;
  GThread *thread;
  int niceness;
};

// GLib's callbacks return whether the source stays; the house's have nothing to return.
typedef struct {
  cglib_function function;
  void *context;
  cglib_destroy destroy;
  gboolean again;
} call;

static gboolean run_call(gpointer data) {
  call *self = data;
  self->function(self->context);
  return self->again;
}

static void free_call(gpointer data) {
  call *self = data;
  self->destroy(self->context);
  g_free(self);
}

static guint attach(cglib_loop *loop, GSource *source, gboolean again, cglib_function function,
                    void *context, cglib_destroy destroy) {
  call *made = g_new(call, 1);
  *made = (call){function, context, destroy, again};
  // Not the idle priority: a busy connection would starve it.
  g_source_set_priority(source, G_PRIORITY_DEFAULT);
  g_source_set_callback(source, run_call, made, free_call);
  guint number = g_source_attach(source, loop->context);
  g_source_unref(source);
  return number;
}

static gpointer run_loop(gpointer data) {
  cglib_loop *loop = data;
  // On Linux niceness is a thread's own (setpriority(2), "C library/kernel differences"). Where it is
  // not permitted the thread runs like any other.
  if (loop->niceness > 0) setpriority(PRIO_PROCESS, 0, loop->niceness);
  g_main_context_push_thread_default(loop->context);
  GMainLoop *main_loop = g_main_loop_new(loop->context, FALSE);
  g_main_loop_run(main_loop);
  g_main_loop_unref(main_loop);
  return NULL;
}

cglib_loop *cglib_loop_start(const char *name, int niceness) {
  cglib_loop *loop = g_new0(cglib_loop, 1);
  loop->niceness = niceness;
  loop->context = g_main_context_new();
  // Nothing waits for the thread: what is posted meanwhile stands in the context, and sees the
  // thread's number, which is written before anything can be posted.
  loop->thread = g_thread_new(name, run_loop, loop);
  return loop;
}

void cglib_loop_post(cglib_loop *loop, cglib_function function, void *context,
                     cglib_destroy destroy) {
  // Not g_main_context_invoke: on the owning thread it would run the function inside this call.
  attach(loop, g_idle_source_new(), G_SOURCE_REMOVE, function, context, destroy);
}

uint32_t cglib_loop_after(cglib_loop *loop, uint32_t milliseconds, cglib_function function,
                          void *context, cglib_destroy destroy) {
  return attach(loop, g_timeout_source_new(milliseconds), G_SOURCE_REMOVE, function, context,
                destroy);
}

uint32_t cglib_loop_on_signal(cglib_loop *loop, int number, cglib_function function, void *context,
                              cglib_destroy destroy) {
  return attach(loop, g_unix_signal_source_new(number), G_SOURCE_CONTINUE, function, context,
                destroy);
}

static gboolean run_watch(gint descriptor, GIOCondition condition, gpointer data) {
  (void)descriptor;
  (void)condition;
  return run_call(data);
}

static uint32_t watch(cglib_loop *loop, int descriptor, GIOCondition condition, gboolean again,
                      cglib_function function, void *context, cglib_destroy destroy) {
  GSource *source = g_unix_fd_source_new(descriptor, condition);
  call *made = g_new(call, 1);
  *made = (call){function, context, destroy, again};
  g_source_set_callback(source, G_SOURCE_FUNC(run_watch), made, free_call);
  guint number = g_source_attach(source, loop->context);
  g_source_unref(source);
  return number;
}

uint32_t cglib_loop_on_readable(cglib_loop *loop, int descriptor, cglib_function function,
                                void *context, cglib_destroy destroy) {
  return watch(loop, descriptor, G_IO_IN | G_IO_HUP | G_IO_ERR, G_SOURCE_CONTINUE, function,
               context, destroy);
}

uint32_t cglib_loop_on_hang_up(cglib_loop *loop, int descriptor, cglib_function function,
                               void *context, cglib_destroy destroy) {
  return watch(loop, descriptor, G_IO_HUP | G_IO_ERR, G_SOURCE_REMOVE, function, context, destroy);
}

void cglib_loop_cancel(cglib_loop *loop, uint32_t number) {
  GSource *source = g_main_context_find_source_by_id(loop->context, number);
  if (source != NULL) g_source_destroy(source);
}

bool cglib_loop_is_current(cglib_loop *loop) { return loop->thread == g_thread_self(); }
