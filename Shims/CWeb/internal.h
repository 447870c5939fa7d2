// What the files of the shim share.
#pragma once

#include "cweb.h"

#include <libsoup/soup.h>

// The functions of libsoup that the shim calls. All are of libsoup 3.0.
#define SOUP_FUNCTIONS(FUNCTION)                     \
  FUNCTION(soup_message_body_append)                 \
  FUNCTION(soup_message_body_set_accumulate)         \
  FUNCTION(soup_message_headers_get_content_length)  \
  FUNCTION(soup_message_headers_get_list)            \
  FUNCTION(soup_message_headers_replace)             \
  FUNCTION(soup_server_add_handler)                  \
  FUNCTION(soup_server_disconnect)                   \
  FUNCTION(soup_server_get_type)                     \
  FUNCTION(soup_server_listen_socket)                \
  FUNCTION(soup_server_message_get_method)           \
  FUNCTION(soup_server_message_get_request_body)     \
  FUNCTION(soup_server_message_get_request_headers)  \
  FUNCTION(soup_server_message_get_response_body)    \
  FUNCTION(soup_server_message_get_response_headers) \
  FUNCTION(soup_server_message_get_socket)           \
  FUNCTION(soup_server_message_get_uri)              \
  FUNCTION(soup_server_message_pause)                \
  FUNCTION(soup_server_message_set_status)           \
  FUNCTION(soup_server_message_unpause)

// The loaded functions, each of its own type. `soup_server_new` is not among them: it would do no
// more than `g_object_new`.
typedef struct {
#define FUNCTION(name) __typeof__(&name) name;
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
