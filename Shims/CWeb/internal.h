// What the files of the shim share.
#pragma once

#include "cweb.h"

#include <gio/gio.h>

// libsoup's headers are not included: SwiftPM would link the library for the sake of its headers,
// and a link that needs nothing of it still loads it at every start. Tests/CWebCheck holds the types
// against the headers.
#ifndef CWEB_SOUP_TYPES
typedef struct _SoupServer SoupServer;
typedef struct _SoupServerMessage SoupServerMessage;
typedef struct _SoupMessageHeaders SoupMessageHeaders;
typedef struct _SoupMessageBody SoupMessageBody;
typedef struct _SoupMessage SoupMessage;
typedef struct _SoupSession SoupSession;
typedef void (*SoupServerCallback)(SoupServer *server, SoupServerMessage *message,
                                   const char *path, GHashTable *query, gpointer data);
#endif

// `SOUP_MEMORY_COPY`.
#define CWEB_SOUP_MEMORY_COPY 2
// `SOUP_MESSAGE_NO_REDIRECT`.
#define CWEB_SOUP_MESSAGE_NO_REDIRECT 2

// The functions of libsoup that the shim calls: result, name, parameters. All are of libsoup 3.0.
#define SOUP_FUNCTIONS(FUNCTION)                                                                  \
  FUNCTION(void, soup_message_body_append,                                                        \
           (SoupMessageBody *, unsigned use, gconstpointer, gsize))                               \
  FUNCTION(void, soup_message_body_set_accumulate, (SoupMessageBody *, gboolean))                 \
  FUNCTION(goffset, soup_message_headers_get_content_length, (SoupMessageHeaders *))              \
  FUNCTION(SoupMessage *, soup_message_new, (const char *, const char *))                         \
  FUNCTION(void, soup_message_set_request_body_from_bytes,                                        \
           (SoupMessage *, const char *, GBytes *))                                               \
  FUNCTION(const char *, soup_message_headers_get_list, (SoupMessageHeaders *, const char *))     \
  FUNCTION(void, soup_message_headers_replace,                                                    \
           (SoupMessageHeaders *, const char *, const char *))                                    \
  FUNCTION(void, soup_server_add_handler,                                                         \
           (SoupServer *, const char *, SoupServerCallback, gpointer, GDestroyNotify))            \
  FUNCTION(void, soup_server_disconnect, (SoupServer *))                                          \
  FUNCTION(GType, soup_server_get_type, (void))                                                   \
  FUNCTION(gboolean, soup_server_listen_socket,                                                   \
           (SoupServer *, GSocket *, unsigned options, GError **))                                \
  FUNCTION(const char *, soup_server_message_get_method, (SoupServerMessage *))                   \
  FUNCTION(SoupMessageBody *, soup_server_message_get_request_body, (SoupServerMessage *))        \
  FUNCTION(SoupMessageHeaders *, soup_server_message_get_request_headers, (SoupServerMessage *))  \
  FUNCTION(SoupMessageBody *, soup_server_message_get_response_body, (SoupServerMessage *))       \
  FUNCTION(SoupMessageHeaders *, soup_server_message_get_response_headers, (SoupServerMessage *)) \
  FUNCTION(GSocket *, soup_server_message_get_socket, (SoupServerMessage *))                      \
  FUNCTION(GUri *, soup_server_message_get_uri, (SoupServerMessage *))                            \
  FUNCTION(void, soup_server_message_set_status, (SoupServerMessage *, guint, const char *))      \
  FUNCTION(void, soup_server_pause_message, (SoupServer *, SoupServerMessage *))                  \
  FUNCTION(void, soup_server_unpause_message, (SoupServer *, SoupServerMessage *))                \
  FUNCTION(GType, soup_session_get_type, (void))                                                  \
  FUNCTION(void, soup_session_send_async,                                                         \
           (SoupSession *, SoupMessage *, int, GCancellable *, GAsyncReadyCallback, gpointer))    \
  FUNCTION(GInputStream *, soup_session_send_finish,                                              \
           (SoupSession *, GAsyncResult *, GError **))

// The loaded functions. `soup_server_new` is not among them: it does no more than `g_object_new`.
typedef struct {
#define FUNCTION(result, name, parameters) result(*name) parameters;
  SOUP_FUNCTIONS(FUNCTION)
#undef FUNCTION
} soup_functions;

// NULL until `cweb_load` has succeeded.
extern const soup_functions *cweb_soup;

// A new error of the house.
cweb_error *cweb_new_error(cweb_error_kind kind, const char *message);

// A copy of GLib's error as the house's; frees GLib's.
cweb_error *cweb_take_error(GError *error);

// Makes a listening socket of an address and a port, 0 for any; NULL and an error if it cannot.
GSocket *cweb_listen_on(GSocketFamily family, uint16_t port, GError **error);

// The port that a socket listens on.
uint16_t cweb_port_of(GSocket *socket);
