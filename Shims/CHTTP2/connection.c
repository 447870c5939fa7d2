#include "internal.h"

// What is read at a time: a TLS record.
#define READ_BYTES 16384
// Records read from one connection before the others have their turn.
#define READS 4
// What is gathered before it is encrypted and written: a TLS record.
#define WRITE_BYTES 16384

struct connection {
  chttp2_server *server;
  uint64_t number;
  GList activity;
  GSocketConnection *socket;
  // NULL until the client has sent its first byte: a handshake takes a thread of GIO's pool, which
  // silent clients shall not have.
  GIOStream *tls;
  nghttp2_session *session;
  GSource *reading, *writing, *timer;
  GByteArray *output;
  size_t sent;
  chttp2_requests requests;
  // In microseconds, as `g_get_monotonic_time`: when the client last sent something, since when the
  // output waits, when the timer goes off.
  int64_t last_input, output_since, timer_at;
  bool has_spoken, is_dirty, is_ending;
};

// MARK: Ending

static void clear_source(GSource **source) {
  if (*source == NULL) return;
  g_source_destroy(*source);
  g_clear_pointer(source, g_source_unref);
}

// Frees all but the streams of GIO.
static void forget(connection *self) {
  chttp2_server *server = self->server;
  clear_source(&self->reading);
  clear_source(&self->writing);
  clear_source(&self->timer);
  chttp2_requests_clear(&self->requests);
  if (self->session != NULL) chttp2_nghttp2.nghttp2_session_del(self->session);
  g_byte_array_unref(self->output);
  if (self->is_dirty) g_ptr_array_remove_fast(server->dirty, self);
  g_queue_unlink(&server->by_activity, &self->activity);
  g_hash_table_remove(server->connections, &self->number);
  g_free(self);
  if (server->ending != NULL && g_hash_table_size(server->connections) == 0)
    server->emptied(server->context);
}

void chttp2_connection_end(connection *self) {
  // A handshake may still run on a thread that holds the streams: closing them would wait for it,
  // a socket that is shut down ends it.
  g_socket_shutdown(g_socket_connection_get_socket(self->socket), TRUE, TRUE, NULL);
  g_clear_object(&self->tls);
  g_object_unref(self->socket);
  forget(self);
}

// Says goodbye in TLS too; GIO does that on a thread, and frees the streams afterwards.
static void close_connection(connection *self) {
  // A client that takes nothing shall not keep the thread. Set only now: a socket's time also counts
  // while it waits to be read.
  const uint32_t seconds = self->server->limits.request_time / 1000 + 1;
  g_socket_set_timeout(g_socket_connection_get_socket(self->socket), seconds);
  g_io_stream_close_async(self->tls, G_PRIORITY_DEFAULT, NULL, NULL, NULL);
  g_object_unref(self->tls);
  g_object_unref(self->socket);
  forget(self);
}

// MARK: Time

// When the client has had enough time; `*is_idle` gets whether it was for its silence.
static int64_t deadline(const connection *self, bool *is_idle) {
  const chttp2_limits *limits = &self->server->limits;
  int64_t earliest = INT64_MAX;
  *is_idle = false;
  if (!self->has_spoken) earliest = self->last_input + limits->request_time * (int64_t)1000;
  if (self->writing != NULL)
    earliest = MIN(earliest, self->output_since + limits->request_time * (int64_t)1000);
  int64_t oldest = chttp2_requests_oldest(&self->requests);
  if (oldest != INT64_MAX) earliest = MIN(earliest, oldest + limits->request_time * (int64_t)1000);
  if (earliest == INT64_MAX && self->requests.waiting == 0) {
    *is_idle = true;
    earliest = self->last_input + limits->idle_time * (int64_t)1000;
  }
  return earliest;
}

// Moving the timer wakes the loop: it is only done when it would go off too late.
static void set_timer(connection *self) {
  bool is_idle;
  int64_t at = deadline(self, &is_idle);
  if (at >= self->timer_at) return;
  self->timer_at = at;
  g_source_set_ready_time(self->timer, at);
}

static gboolean on_time(gpointer data) {
  connection *self = data;
  bool is_idle;
  int64_t at = deadline(self, &is_idle);
  if (at > g_get_monotonic_time()) {
    self->timer_at = at;
    g_source_set_ready_time(self->timer, at == INT64_MAX ? -1 : at);
    return G_SOURCE_CONTINUE;
  }
  if (self->session == NULL || self->writing != NULL || !self->has_spoken) {
    chttp2_connection_end(self);
    return G_SOURCE_REMOVE;
  }
  // Requests that have not come in whole are given up with the connection.
  chttp2_requests_drop_incoming(&self->requests);
  chttp2_connection_go_away(self, NGHTTP2_NO_ERROR, "{\"reason\":\"IdleTimeout\"}");
  return G_SOURCE_REMOVE;
}

static gboolean dispatch_timer(GSource *source, GSourceFunc callback, gpointer data) {
  (void)source;
  return callback(data);
}

static GSourceFuncs timer_functions = {.dispatch = dispatch_timer};

static void add_source(connection *self, GSource *source, GSourceFunc callback) {
  g_source_set_callback(source, callback, self, NULL);
  g_source_attach(source, self->server->context_of_loop);
}

// MARK: Writing

static gboolean on_writable(GObject *stream, gpointer data);

// Gathers what nghttp2 has to send, up to a record. Returns false when it has failed.
static bool gather(connection *self) {
  g_byte_array_set_size(self->output, 0);
  self->sent = 0;
  while (self->output->len < WRITE_BYTES) {
    const uint8_t *bytes;
    ssize_t size = chttp2_nghttp2.nghttp2_session_mem_send(self->session, &bytes);
    if (size < 0) return false;
    if (size == 0) break;
    g_byte_array_append(self->output, bytes, (guint)size);
  }
  return true;
}

// Writes as much as the client takes. Returns false when the connection is broken.
static bool write_all(connection *self) {
  GPollableOutputStream *stream =
      G_POLLABLE_OUTPUT_STREAM(g_io_stream_get_output_stream(self->tls));
  for (;;) {
    if (self->sent == self->output->len && (!gather(self) || self->output->len == 0))
      return self->output->len == 0;
    GError *error = NULL;
    gssize written = g_pollable_output_stream_write_nonblocking(
        stream, self->output->data + self->sent, self->output->len - self->sent, NULL, &error);
    if (written < 0) {
      bool is_full = g_error_matches(error, G_IO_ERROR, G_IO_ERROR_WOULD_BLOCK);
      g_error_free(error);
      if (!is_full) return false;
      if (self->writing == NULL) {
        self->writing = g_pollable_output_stream_create_source(stream, NULL);
        add_source(self, self->writing, G_SOURCE_FUNC(on_writable));
      }
      return true;
    }
    self->sent += (size_t)written;
    self->output_since = g_get_monotonic_time();
  }
}

void chttp2_connection_flush(connection *self) {
  if (self->is_dirty) g_ptr_array_remove_fast(self->server->dirty, self);
  self->is_dirty = false;
  if (self->session == NULL) return;
  if (self->writing == NULL) {
    self->output_since = g_get_monotonic_time();
    if (!write_all(self)) {
      chttp2_connection_end(self);
      return;
    }
  }
  bool has_nothing_to_do = self->requests.waiting == 0 &&
                           chttp2_requests_oldest(&self->requests) == INT64_MAX;
  bool is_over = !chttp2_nghttp2.nghttp2_session_want_read(self->session) &&
                 !chttp2_nghttp2.nghttp2_session_want_write(self->session);
  if (self->writing == NULL && (is_over || (self->is_ending && has_nothing_to_do))) {
    close_connection(self);
    return;
  }
  set_timer(self);
}

static gboolean on_writable(GObject *stream, gpointer data) {
  (void)stream;
  connection *self = data;
  clear_source(&self->writing);
  chttp2_connection_flush(self);
  return G_SOURCE_REMOVE;
}

void chttp2_connection_answer(connection *self, int32_t stream, uint16_t status,
                              const chttp2_field *fields, size_t field_count, const uint8_t *body,
                              size_t body_size) {
  if (!chttp2_requests_answer(&self->requests, stream, status, fields, field_count, body,
                              body_size) ||
      self->is_dirty)
    return;
  self->is_dirty = true;
  g_ptr_array_add(self->server->dirty, self);
}

void chttp2_connection_go_away(connection *self, uint32_t code, const char *reason) {
  if (self->session == NULL || !self->has_spoken) {
    chttp2_connection_end(self);
    return;
  }
  if (!self->is_ending) {
    int32_t last = chttp2_nghttp2.nghttp2_session_get_last_proc_stream_id(self->session);
    // Fails only without memory, for which GLib ends the process.
    chttp2_nghttp2.nghttp2_submit_goaway(self->session, NGHTTP2_FLAG_NONE, last, code,
                                         (const uint8_t *)reason, strlen(reason));
  }
  self->is_ending = true;
  chttp2_connection_flush(self);
}

// MARK: Reading

// Reads once. Returns the count of bytes, 0 when there are none for now, -1 when the connection has
// ended or broken a rule.
static ssize_t read_once(connection *self) {
  static _Thread_local uint8_t buffer[READ_BYTES];
  GPollableInputStream *stream = G_POLLABLE_INPUT_STREAM(g_io_stream_get_input_stream(self->tls));
  GError *error = NULL;
  gssize size =
      g_pollable_input_stream_read_nonblocking(stream, buffer, sizeof(buffer), NULL, &error);
  if (size < 0) {
    bool is_empty = g_error_matches(error, G_IO_ERROR, G_IO_ERROR_WOULD_BLOCK);
    g_error_free(error);
    return is_empty ? 0 : -1;
  }
  if (size == 0) return -1;
  if (!self->has_spoken) {
    self->has_spoken = true;
    self->requests.has_certificate =
        g_tls_connection_get_peer_certificate(G_TLS_CONNECTION(self->tls)) != NULL;
  }
  ssize_t taken = chttp2_nghttp2.nghttp2_session_mem_recv(self->session, buffer, (size_t)size);
  return taken == size ? size : -1;
}

static gboolean on_readable(GObject *object, gpointer data) {
  (void)object;
  connection *self = data;
  chttp2_server *server = self->server;
  ssize_t size = 1;
  bool has_read = false;
  for (int i = 0; i < READS && size > 0; i++) {
    size = read_once(self);
    has_read |= size > 0;
  }
  if (has_read) {
    self->last_input = g_get_monotonic_time();
    g_queue_unlink(&server->by_activity, &self->activity);
    g_queue_push_tail_link(&server->by_activity, &self->activity);
  }
  if (self->requests.has_taken) {
    self->requests.has_taken = false;
    uint64_t number = self->number;
    server->drained(server->context);
    // The answers may have ended it.
    if (g_hash_table_lookup(server->connections, &number) == NULL) return G_SOURCE_REMOVE;
  }
  if (size < 0) {
    // What nghttp2 has to say about a broken rule, as far as the client takes it at once.
    if (self->has_spoken && self->writing == NULL) write_all(self);
    chttp2_connection_end(self);
    return G_SOURCE_REMOVE;
  }
  chttp2_connection_flush(self);
  return G_SOURCE_CONTINUE;
}

// MARK: Beginning

static gboolean accept_any(GTlsConnection *tls, GTlsCertificate *certificate,
                           GTlsCertificateFlags errors, gpointer data) {
  (void)tls;
  (void)certificate;
  (void)errors;
  (void)data;
  // A provider's certificate is Apple's to judge: here any is as good.
  return TRUE;
}

static bool begin_tls(connection *self) {
  static const char *const protocols[] = {"h2", NULL};
  chttp2_server *server = self->server;
  self->tls = g_tls_server_connection_new(G_IO_STREAM(self->socket), server->certificate, NULL);
  if (self->tls == NULL) return false;
  // Without a database of its own glib-networking reads the system's authorities for each connection,
  // only to tell clients whose certificates are wanted: any are.
  g_tls_connection_set_database(G_TLS_CONNECTION(self->tls), NULL);
  g_object_set(self->tls, "authentication-mode", G_TLS_AUTHENTICATION_REQUESTED, NULL);
  g_signal_connect(self->tls, "accept-certificate", G_CALLBACK(accept_any), NULL);
  g_tls_connection_set_advertised_protocols(G_TLS_CONNECTION(self->tls), protocols);
  // A client that leaves without TLS's goodbye has ended its connection all the same.
  g_tls_connection_set_require_close_notify(G_TLS_CONNECTION(self->tls), FALSE);
  if (chttp2_nghttp2.nghttp2_session_server_new2(&self->session, server->callbacks,
                                                 &self->requests, server->option) != 0)
    return false;
  chttp2_requests_begin(&self->requests, self->session);
  return true;
}

static gboolean on_first_byte(GSocket *socket, GIOCondition condition, gpointer data) {
  (void)socket;
  (void)condition;
  connection *self = data;
  clear_source(&self->reading);
  if (!begin_tls(self)) {
    chttp2_connection_end(self);
    return G_SOURCE_REMOVE;
  }
  GInputStream *stream = g_io_stream_get_input_stream(self->tls);
  self->reading =
      g_pollable_input_stream_create_source(G_POLLABLE_INPUT_STREAM(stream), NULL);
  add_source(self, self->reading, G_SOURCE_FUNC(on_readable));
  // Starts the handshake.
  on_readable(NULL, self);
  return G_SOURCE_REMOVE;
}

void chttp2_connection_begin(chttp2_server *server, GSocketConnection *socket) {
  connection *self = g_new0(connection, 1);
  self->server = server;
  self->number = ++server->last_number;
  self->socket = socket;
  self->output = g_byte_array_new();
  self->requests.server = server;
  self->requests.connection = self->number;
  self->activity.data = self;
  g_queue_push_tail_link(&server->by_activity, &self->activity);
  g_hash_table_insert(server->connections, &self->number, self);
  // Answers are small and wait for nothing.
  g_socket_set_option(g_socket_connection_get_socket(socket), IPPROTO_TCP, TCP_NODELAY, 1, NULL);
  self->last_input = g_get_monotonic_time();
  self->timer = g_source_new(&timer_functions, sizeof(GSource));
  self->timer_at = INT64_MAX;
  add_source(self, self->timer, on_time);
  self->reading = g_socket_create_source(g_socket_connection_get_socket(socket), G_IO_IN, NULL);
  add_source(self, self->reading, G_SOURCE_FUNC(on_first_byte));
  set_timer(self);
}
