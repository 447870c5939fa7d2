#include "internal.h"

// How long accepting pauses when there are no descriptors left, in milliseconds.
#define PAUSE_MS 100
// How often a free port is looked for that all addresses have.
#define PORT_TRIES 20

static void listen_on_all(chttp2_server *self);

// MARK: Accepting

static void stop_listening(chttp2_server *self) {
  for (guint i = 0; i < self->accept_sources->len; i++)
    g_source_destroy(self->accept_sources->pdata[i]);
  g_ptr_array_set_size(self->accept_sources, 0);
}

static gboolean listen_again(gpointer data) {
  chttp2_server *self = data;
  g_ptr_array_set_size(self->accept_sources, 0);
  listen_on_all(self);
  return G_SOURCE_REMOVE;
}

// Without descriptors the socket stays ready, and the loop would do nothing but try.
static void pause_listening(chttp2_server *self) {
  stop_listening(self);
  GSource *timer = g_timeout_source_new(PAUSE_MS);
  g_source_set_callback(timer, listen_again, self, NULL);
  g_source_attach(timer, self->context_of_loop);
  g_ptr_array_add(self->accept_sources, timer);
}

static gboolean accept_connections(GSocket *socket, GIOCondition condition, gpointer data) {
  (void)condition;
  chttp2_server *self = data;
  GError *error = NULL;
  GSocket *accepted = g_socket_accept(socket, NULL, &error);
  if (accepted == NULL) {
    bool is_lasting = !g_error_matches(error, G_IO_ERROR, G_IO_ERROR_WOULD_BLOCK) &&
                      !g_error_matches(error, G_IO_ERROR, G_IO_ERROR_CONNECTION_CLOSED);
    g_error_free(error);
    if (!is_lasting) return G_SOURCE_CONTINUE;
    pause_listening(self);
    return G_SOURCE_REMOVE;
  }
  if (g_hash_table_size(self->connections) >= self->limits.connections)
    chttp2_connection_end(g_queue_peek_head(&self->by_activity));
  GSocketConnection *connection = g_socket_connection_factory_create_connection(accepted);
  g_object_unref(accepted);
  chttp2_connection_begin(self, connection);
  return G_SOURCE_CONTINUE;
}

static void listen_on_all(chttp2_server *self) {
  for (guint i = 0; i < self->sockets->len; i++) {
    GSource *source = g_socket_create_source(self->sockets->pdata[i], G_IO_IN, NULL);
    g_source_set_callback(source, G_SOURCE_FUNC(accept_connections), self, NULL);
    g_source_attach(source, self->context_of_loop);
    g_ptr_array_add(self->accept_sources, source);
  }
}

// MARK: Listening

static GSocket *listen_on(const char *text, uint16_t port, GError **error) {
  GSocketAddress *address = g_inet_socket_address_new_from_string(text, port);
  if (address == NULL) {
    g_set_error(error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT, "%s is no numeric address", text);
    return NULL;
  }
  GSocket *socket = g_socket_new(g_socket_address_get_family(address), G_SOCKET_TYPE_STREAM,
                                 G_SOCKET_PROTOCOL_TCP, error);
  if (socket != NULL) {
    g_socket_set_blocking(socket, FALSE);
    g_socket_set_listen_backlog(socket, 1024);
    // Reusing addresses lets a server start while old connections of the port still wait for their
    // time to run out; it does not let two listen on it.
    if (!g_socket_bind(socket, address, TRUE, error) || !g_socket_listen(socket, error))
      g_clear_object(&socket);
  }
  g_object_unref(address);
  return socket;
}

static uint16_t port_of(GSocket *socket) {
  GSocketAddress *address = g_socket_get_local_address(socket, NULL);
  // A socket that listens has an address.
  uint16_t port = g_inet_socket_address_get_port(G_INET_SOCKET_ADDRESS(address));
  g_object_unref(address);
  return port;
}

// A machine may have no IPv6.
static bool is_missing(const GError *error) {
  return g_error_matches(error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED) ||
         g_strcmp0(error->message, "Error binding to address [::1]") == 0 ||
         strstr(error->message, g_strerror(EADDRNOTAVAIL)) != NULL ||
         strstr(error->message, g_strerror(EAFNOSUPPORT)) != NULL;
}

static GPtrArray *listen_at(const char *const *addresses, uint16_t port, GError **error) {
  GPtrArray *sockets = g_ptr_array_new_with_free_func(g_object_unref);
  for (size_t i = 0; addresses[i] != NULL; i++) {
    GError *failure = NULL;
    GSocket *socket = listen_on(addresses[i], port, &failure);
    if (socket == NULL && i > 0 && is_missing(failure)) {
      g_error_free(failure);
      continue;
    }
    if (socket == NULL) {
      g_propagate_error(error, failure);
      g_ptr_array_unref(sockets);
      return NULL;
    }
    g_ptr_array_add(sockets, socket);
    if (port == 0) port = port_of(socket);
  }
  return sockets;
}

static GPtrArray *listen_at_any(const char *const *addresses, uint16_t port, GError **error) {
  for (int tries = 1;; tries++) {
    GPtrArray *sockets = listen_at(addresses, port, error);
    // A port that is free on one address may be taken on another.
    if (sockets != NULL || port != 0 || tries == PORT_TRIES ||
        !g_error_matches(*error, G_IO_ERROR, G_IO_ERROR_ADDRESS_IN_USE))
      return sockets;
    g_clear_error(error);
  }
}

// MARK: The server

static chttp2_error *fill_in(chttp2_server *self, const char *const *addresses, uint16_t port,
                             const char *certificate) {
  chttp2_error *failure = chttp2_load_nghttp2();
  if (failure != NULL) return failure;
  if (!g_tls_backend_supports_tls(g_tls_backend_get_default()))
    return chttp2_new_error(CHTTP2_NO_LIBRARY, "GIO has no TLS: glib-networking is missing");
  GError *error = NULL;
  self->certificate = g_tls_certificate_new_from_pem(certificate, -1, &error);
  if (self->certificate == NULL) return chttp2_take_error(error, CHTTP2_BAD_CERTIFICATE);
  self->sockets = listen_at_any(addresses, port, &error);
  if (self->sockets == NULL) {
    bool is_address = g_error_matches(error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT) ||
                      is_missing(error);
    return chttp2_take_error(error, is_address ? CHTTP2_NO_ADDRESS : CHTTP2_FAILED);
  }
  self->port = port_of(self->sockets->pdata[0]);
  chttp2_nghttp2.nghttp2_session_callbacks_new(&self->callbacks);
  chttp2_set_callbacks(self->callbacks);
  chttp2_nghttp2.nghttp2_option_new(&self->option);
  // The window of a body that is too long is not opened again.
  chttp2_nghttp2.nghttp2_option_set_no_auto_window_update(self->option, 1);
  listen_on_all(self);
  return NULL;
}

chttp2_server *chttp2_server_start(const char *const *addresses, uint16_t port,
                                   const char *certificate, const chttp2_limits *limits,
                                   chttp2_take take, chttp2_drained drained,
                                   chttp2_emptied emptied, void *context, chttp2_destroy destroy,
                                   chttp2_error **error) {
  chttp2_server *self = g_new0(chttp2_server, 1);
  self->context_of_loop = g_main_context_ref_thread_default();
  self->limits = *limits;
  self->take = take;
  self->drained = drained;
  self->emptied = emptied;
  self->context = context;
  self->destroy = destroy;
  self->accept_sources = g_ptr_array_new_with_free_func((GDestroyNotify)g_source_unref);
  self->connections = g_hash_table_new(g_int64_hash, g_int64_equal);
  self->dirty = g_ptr_array_new();
  self->spare = g_ptr_array_new_with_free_func(chttp2_free_room);
  g_queue_init(&self->by_activity);
  *error = fill_in(self, addresses, port, certificate);
  if (*error == NULL) return self;
  chttp2_server_free(self);
  return NULL;
}

uint16_t chttp2_server_port(chttp2_server *server) { return server->port; }

size_t chttp2_server_connections(chttp2_server *server) {
  return g_hash_table_size(server->connections);
}

bool chttp2_server_has(chttp2_server *server, uint64_t connection_number) {
  return g_hash_table_contains(server->connections, &connection_number);
}

void chttp2_answer(chttp2_server *server, uint64_t connection_number, int32_t stream,
                   uint16_t status, const chttp2_field *fields, size_t field_count,
                   const uint8_t *body, size_t body_size) {
  connection *found = g_hash_table_lookup(server->connections, &connection_number);
  if (found == NULL) return;
  chttp2_connection_answer(found, stream, status, fields, field_count, body, body_size);
}

void chttp2_flush(chttp2_server *server) {
  // A flush may end its connection, which takes itself out of the list.
  while (server->dirty->len > 0) {
    connection *next = g_ptr_array_steal_index_fast(server->dirty, server->dirty->len - 1);
    chttp2_connection_flush(next);
  }
}

void chttp2_go_away(chttp2_server *server, uint64_t connection_number, const char *reason) {
  connection *found = g_hash_table_lookup(server->connections, &connection_number);
  if (found != NULL) chttp2_connection_go_away(found, NGHTTP2_NO_ERROR, reason);
}

void chttp2_server_drain(chttp2_server *server, const char *reason) {
  stop_listening(server);
  g_ptr_array_set_size(server->sockets, 0);
  g_free(server->ending);
  server->ending = g_strdup(reason);
  // Each that has nothing to answer frees itself.
  GList *all = g_hash_table_get_values(server->connections);
  for (GList *next = all; next != NULL; next = next->next)
    chttp2_connection_go_away(next->data, NGHTTP2_NO_ERROR, reason);
  bool had_none = all == NULL;
  g_list_free(all);
  if (had_none) server->emptied(server->context);
}

void chttp2_server_free(chttp2_server *server) {
  stop_listening(server);
  g_clear_pointer(&server->ending, g_free);
  while (!g_queue_is_empty(&server->by_activity))
    chttp2_connection_end(g_queue_peek_head(&server->by_activity));
  g_ptr_array_unref(server->accept_sources);
  if (server->sockets != NULL) g_ptr_array_unref(server->sockets);
  g_clear_object(&server->certificate);
  g_hash_table_unref(server->connections);
  g_ptr_array_unref(server->dirty);
  g_ptr_array_unref(server->spare);
  if (server->callbacks != NULL)
    chttp2_nghttp2.nghttp2_session_callbacks_del(server->callbacks);
  if (server->option != NULL) chttp2_nghttp2.nghttp2_option_del(server->option);
  g_main_context_unref(server->context_of_loop);
  server->destroy(server->context);
  g_free(server);
}
