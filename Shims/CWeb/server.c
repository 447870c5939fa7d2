#include "internal.h"

// Of a body that is too long, this much more is read and dropped, so that the client is done sending
// and sees the answer; of anything longer the connection is cut.
#define DROPPED_LIMIT (1024 * 1024)

// RFC 9110 §15.5.14.
#define PAYLOAD_TOO_LARGE 413

// A port that is free on 127.0.0.1 can be taken on ::1; each try takes another.
#define ANY_PORT_TRIES 16

struct cweb_server {
  SoupServer *server;
  uint16_t port;
  size_t body_limit;
  cweb_handler handler;
  void *context;
  cweb_destroy destroy;
};

struct cweb_request {
  SoupServerMessage *message;
  // The size of what was sent; `body` has no more than the limit.
  size_t received;
  GByteArray *body;
  bool is_cut;
};

static const char request_key[] = "cweb-request";
static const char server_key[] = "cweb-server";

// NULL once the server is being freed: requests on their way out then mean nothing any more.
static cweb_server *server_of(SoupServer *server) {
  return g_object_get_data(G_OBJECT(server), server_key);
}

static cweb_request *request_of(SoupServerMessage *message) {
  return g_object_get_data(G_OBJECT(message), request_key);
}

static void free_request(gpointer data) {
  cweb_request *request = data;
  g_byte_array_unref(request->body);
  g_free(request);
}

// MARK: Reading

static void refuse_body(SoupServerMessage *message) {
  cweb_soup->soup_server_message_set_status(message, PAYLOAD_TOO_LARGE, NULL);
  SoupMessageHeaders *answer = cweb_soup->soup_server_message_get_response_headers(message);
  cweb_soup->soup_message_headers_replace(answer, "Connection", "close");
}

// A length that is announced is refused before the body: a client that waits for "100 Continue" then
// never sends it.
static void on_headers(SoupServerMessage *message, SoupServer *server) {
  cweb_server *self = server_of(server);
  if (self == NULL) return;
  SoupMessageHeaders *headers = cweb_soup->soup_server_message_get_request_headers(message);
  goffset length = cweb_soup->soup_message_headers_get_content_length(headers);
  if (length < 0 || (guint64)length > self->body_limit) refuse_body(message);
}

typedef struct {
  SoupServer *server;
  SoupServerMessage *message;
} cut;

static void free_cut(gpointer data) {
  cut *self = data;
  g_object_unref(self->message);
  g_object_unref(self->server);
  g_free(self);
}

// The next read fails, and ends the request and its connection.
static gboolean close_socket(gpointer data) {
  cut *self = data;
  GSocket *socket = cweb_soup->soup_server_message_get_socket(self->message);
  // A server that is being freed has closed its connections itself.
  if (socket == NULL || server_of(self->server) == NULL) return G_SOURCE_REMOVE;
  g_socket_close(socket, NULL);
  cweb_soup->soup_server_unpause_message(self->server, self->message);
  return G_SOURCE_REMOVE;
}

// libsoup reads as long as there is something to read, and its connection cannot be closed from
// inside a signal: the message is paused, and closed from outside. (A shutdown is not enough: Linux
// goes on to deliver what arrives.)
static void cut_connection(SoupServer *server, SoupServerMessage *message) {
  cweb_soup->soup_server_pause_message(server, message);
  cut *made = g_new(cut, 1);
  *made = (cut){g_object_ref(server), g_object_ref(message)};
  GSource *source = g_idle_source_new();
  g_source_set_priority(source, G_PRIORITY_DEFAULT);
  g_source_set_callback(source, close_socket, made, free_cut);
  GMainContext *context = g_main_context_ref_thread_default();
  g_source_attach(source, context);
  g_main_context_unref(context);
  g_source_unref(source);
}

static void on_chunk(SoupServerMessage *message, GBytes *chunk, SoupServer *server) {
  cweb_server *self = server_of(server);
  if (self == NULL) return;
  cweb_request *request = request_of(message);
  gsize size = 0;
  const guint8 *bytes = g_bytes_get_data(chunk, &size);
  request->received += size;
  if (request->received <= self->body_limit) {
    g_byte_array_append(request->body, bytes, (guint)size);
    return;
  }
  g_byte_array_set_size(request->body, 0);
  if (request->received > self->body_limit + DROPPED_LIMIT && !request->is_cut) {
    request->is_cut = true;
    cut_connection(server, message);
  }
}

static void on_request_started(SoupServer *server, SoupServerMessage *message) {
  cweb_request *request = g_new0(cweb_request, 1);
  request->message = message;
  request->body = g_byte_array_new();
  g_object_set_data_full(G_OBJECT(message), request_key, request, free_request);
  // libsoup would keep a body of any length.
  SoupMessageBody *body = cweb_soup->soup_server_message_get_request_body(message);
  cweb_soup->soup_message_body_set_accumulate(body, FALSE);
  g_signal_connect_object(message, "got-headers", G_CALLBACK(on_headers), server, 0);
  g_signal_connect_object(message, "got-chunk", G_CALLBACK(on_chunk), server, 0);
}

static void on_request(SoupServer *server, SoupServerMessage *message, const char *path,
                       GHashTable *query, gpointer data) {
  (void)path;
  (void)query;
  (void)data;
  cweb_server *self = server_of(server);
  cweb_request *request = request_of(message);
  if (self == NULL || request == NULL) return;
  if (request->received > self->body_limit) {
    refuse_body(message);
    return;
  }
  self->handler(request, self->context);
}

// MARK: The server

// Fills in one socket for each address; a machine without ::1 has one alone.
static bool listen_on_loopback(uint16_t port, GSocket *sockets[2], GError **error) {
  sockets[0] = cweb_listen_on(G_SOCKET_FAMILY_IPV4, port, error);
  if (sockets[0] == NULL) return false;
  GError *reason = NULL;
  sockets[1] = cweb_listen_on(G_SOCKET_FAMILY_IPV6, cweb_port_of(sockets[0]), &reason);
  if (sockets[1] != NULL) return true;
  if (!g_error_matches(reason, G_IO_ERROR, G_IO_ERROR_ADDRESS_IN_USE)) {
    g_error_free(reason);
    return true;
  }
  g_clear_object(&sockets[0]);
  g_propagate_error(error, reason);
  return false;
}

static bool start(cweb_server *self, uint16_t port, GError **error) {
  GSocket *sockets[2] = {NULL, NULL};
  int tries = port == 0 ? ANY_PORT_TRIES : 1;
  while (!listen_on_loopback(port, sockets, error)) {
    tries -= 1;
    if (tries == 0 || !g_error_matches(*error, G_IO_ERROR, G_IO_ERROR_ADDRESS_IN_USE)) return false;
    g_clear_error(error);
  }
  self->port = cweb_port_of(sockets[0]);
  bool listens = true;
  for (int index = 0; index < 2; index += 1) {
    if (sockets[index] == NULL) continue;
    listens =
        listens && cweb_soup->soup_server_listen_socket(self->server, sockets[index], 0, error);
    g_object_unref(sockets[index]);
  }
  return listens;
}

cweb_server *cweb_server_start(uint16_t port, size_t body_limit, cweb_handler handler,
                               void *context, cweb_destroy destroy, cweb_error **error) {
  cweb_server *self = g_new0(cweb_server, 1);
  *self = (cweb_server){NULL, 0, body_limit, handler, context, destroy};
  // The paths of the pages have nothing to decode.
  self->server = g_object_new(cweb_soup->soup_server_get_type(), "raw-paths", TRUE, NULL);
  g_object_set_data(G_OBJECT(self->server), server_key, self);
  g_signal_connect(self->server, "request-started", G_CALLBACK(on_request_started), NULL);
  cweb_soup->soup_server_add_handler(self->server, NULL, on_request, NULL, NULL);
  GError *reason = NULL;
  if (!start(self, port, &reason)) {
    *error = cweb_take_error(reason);
    cweb_server_free(self);
    return NULL;
  }
  return self;
}

uint16_t cweb_server_port(const cweb_server *server) { return server->port; }

void cweb_server_free(cweb_server *server) {
  g_object_set_data(G_OBJECT(server->server), server_key, NULL);
  cweb_soup->soup_server_disconnect(server->server);
  g_object_unref(server->server);
  server->destroy(server->context);
  g_free(server);
}

// MARK: A request and its answer

const char *cweb_request_method(const cweb_request *request) {
  return cweb_soup->soup_server_message_get_method(request->message);
}

const char *cweb_request_path(const cweb_request *request) {
  return g_uri_get_path(cweb_soup->soup_server_message_get_uri(request->message));
}

const char *cweb_request_header(const cweb_request *request, const char *name) {
  return cweb_soup->soup_message_headers_get_list(
      cweb_soup->soup_server_message_get_request_headers(request->message), name);
}

const uint8_t *cweb_request_body(const cweb_request *request, size_t *size) {
  *size = request->body->len;
  return request->body->len > 0 ? request->body->data : (const uint8_t *)"";
}

void cweb_respond(cweb_request *request, uint16_t status, const cweb_header *headers,
                  size_t header_count, const uint8_t *body, size_t body_size) {
  SoupMessageHeaders *answer =
      cweb_soup->soup_server_message_get_response_headers(request->message);
  for (size_t index = 0; index < header_count; index += 1)
    cweb_soup->soup_message_headers_replace(answer, headers[index].name, headers[index].value);
  cweb_soup->soup_message_body_append(
      cweb_soup->soup_server_message_get_response_body(request->message), CWEB_SOUP_MEMORY_COPY, body,
      body_size);
  cweb_soup->soup_server_message_set_status(request->message, status, NULL);
}
