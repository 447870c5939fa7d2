#include <glib.h>

#include "cglib.h"

cglib_queue *cglib_queue_new(void) { return (cglib_queue *)g_async_queue_new(); }

void cglib_queue_push(cglib_queue *queue, void *item) {
  g_async_queue_push((GAsyncQueue *)queue, item);
}

void *cglib_queue_pop_within(cglib_queue *queue, uint64_t microseconds) {
  return g_async_queue_timeout_pop((GAsyncQueue *)queue, microseconds);
}

void *cglib_queue_pop(cglib_queue *queue) { return g_async_queue_pop((GAsyncQueue *)queue); }
