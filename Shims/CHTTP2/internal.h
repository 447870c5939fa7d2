// What the files of the shim share.
#pragma once

#include "chttp2.h"

#include <gio/gio.h>
#include <gnutls/abstract.h>
#include <gnutls/crypto.h>
#include <gnutls/x509.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <nghttp2/nghttp2.h>

// The functions of nghttp2 that are called; their types are those of nghttp2's own header.
#define NGHTTP2_FUNCTIONS(FUNCTION)                             \
  FUNCTION(nghttp2_session_callbacks_new)                       \
  FUNCTION(nghttp2_session_callbacks_del)                       \
  FUNCTION(nghttp2_session_callbacks_set_on_begin_headers_callback) \
  FUNCTION(nghttp2_session_callbacks_set_on_header_callback)    \
  FUNCTION(nghttp2_session_callbacks_set_on_data_chunk_recv_callback) \
  FUNCTION(nghttp2_session_callbacks_set_on_frame_recv_callback) \
  FUNCTION(nghttp2_session_callbacks_set_on_frame_send_callback) \
  FUNCTION(nghttp2_session_callbacks_set_on_stream_close_callback) \
  FUNCTION(nghttp2_option_new)                                  \
  FUNCTION(nghttp2_option_del)                                  \
  FUNCTION(nghttp2_option_set_no_auto_window_update)            \
  FUNCTION(nghttp2_session_server_new2)                         \
  FUNCTION(nghttp2_session_del)                                 \
  FUNCTION(nghttp2_session_mem_recv)                            \
  FUNCTION(nghttp2_session_mem_send)                            \
  FUNCTION(nghttp2_session_want_read)                           \
  FUNCTION(nghttp2_session_want_write)                          \
  FUNCTION(nghttp2_session_consume_connection)                  \
  FUNCTION(nghttp2_session_consume_stream)                      \
  FUNCTION(nghttp2_session_get_stream_user_data)                \
  FUNCTION(nghttp2_session_set_stream_user_data)                \
  FUNCTION(nghttp2_session_get_stream_remote_close)             \
  FUNCTION(nghttp2_session_get_last_proc_stream_id)             \
  FUNCTION(nghttp2_submit_settings)                             \
  FUNCTION(nghttp2_submit_response)                             \
  FUNCTION(nghttp2_submit_rst_stream)                           \
  FUNCTION(nghttp2_submit_goaway)

typedef struct {
#define FUNCTION(name) typeof(&name) name;
  NGHTTP2_FUNCTIONS(FUNCTION)
#undef FUNCTION
} nghttp2_functions;

// What `chttp2_load_nghttp2` has loaded.
extern nghttp2_functions chttp2_nghttp2;

// Loads nghttp2; nothing is done when it is loaded already. Returns NULL, or the failure.
chttp2_error *chttp2_load_nghttp2(void);

// The functions of GnuTLS that are called.
#define GNUTLS_FUNCTIONS(FUNCTION)           \
  FUNCTION(gnutls_strerror)                  \
  FUNCTION(gnutls_free)                      \
  FUNCTION(gnutls_rnd)                       \
  FUNCTION(gnutls_x509_privkey_init)         \
  FUNCTION(gnutls_x509_privkey_deinit)       \
  FUNCTION(gnutls_x509_privkey_generate)     \
  FUNCTION(gnutls_x509_privkey_export2_pkcs8) \
  FUNCTION(gnutls_x509_privkey_import2)      \
  FUNCTION(gnutls_x509_crt_init)             \
  FUNCTION(gnutls_x509_crt_deinit)           \
  FUNCTION(gnutls_x509_crt_import)           \
  FUNCTION(gnutls_x509_crt_export2)          \
  FUNCTION(gnutls_x509_crt_get_expiration_time) \
  FUNCTION(gnutls_x509_crt_get_key_id)       \
  FUNCTION(gnutls_x509_crt_set_version)      \
  FUNCTION(gnutls_x509_crt_set_serial)       \
  FUNCTION(gnutls_x509_crt_set_dn)           \
  FUNCTION(gnutls_x509_crt_set_activation_time) \
  FUNCTION(gnutls_x509_crt_set_expiration_time) \
  FUNCTION(gnutls_x509_crt_set_basic_constraints) \
  FUNCTION(gnutls_x509_crt_set_key)          \
  FUNCTION(gnutls_x509_crt_set_key_usage)    \
  FUNCTION(gnutls_x509_crt_set_key_purpose_oid) \
  FUNCTION(gnutls_x509_crt_set_subject_alt_name) \
  FUNCTION(gnutls_x509_crt_set_subject_key_id) \
  FUNCTION(gnutls_x509_crt_set_authority_key_id) \
  FUNCTION(gnutls_x509_crt_sign2)            \
  FUNCTION(gnutls_privkey_init)              \
  FUNCTION(gnutls_privkey_deinit)            \
  FUNCTION(gnutls_privkey_import_x509)       \
  FUNCTION(gnutls_pubkey_init)               \
  FUNCTION(gnutls_pubkey_deinit)             \
  FUNCTION(gnutls_pubkey_import)             \
  FUNCTION(gnutls_pubkey_import_privkey)     \
  FUNCTION(gnutls_pubkey_get_pk_algorithm)   \
  FUNCTION(gnutls_pubkey_verify_data2)       \
  FUNCTION(gnutls_encode_rs_value)

typedef struct {
#define FUNCTION(name) typeof(&name) name;
  GNUTLS_FUNCTIONS(FUNCTION)
#undef FUNCTION
} gnutls_functions;

// What `chttp2_load_gnutls` has loaded.
extern gnutls_functions chttp2_gnutls;

// Loads GnuTLS, as `chttp2_load_nghttp2`.
chttp2_error *chttp2_load_gnutls(void);

// GnuTLS's failure as the house's; NULL for success. `task` is what could not be done.
chttp2_error *chttp2_gnutls_error(int code, const char *task);

// A new error of the house.
chttp2_error *chttp2_new_error(chttp2_error_kind kind, const char *message);

// A copy of GLib's error as the house's; frees GLib's.
chttp2_error *chttp2_take_error(GError *error, chttp2_error_kind kind);

typedef struct connection connection;

// The requests of one connection.
typedef struct {
  chttp2_server *server;
  uint64_t connection;
  nghttp2_session *session;
  // Those that are coming in, the oldest first, and those that the server has taken.
  GQueue incoming, taken;
  // Of the taken ones, how many have no answer.
  size_t waiting;
  // Bytes of fields that nobody reads.
  size_t excess;
  // The client has shown a certificate.
  bool has_certificate;
  // One was taken since the flag was last cleared.
  bool has_taken;
} chttp2_requests;

// Gives the requests their session, and announces the server's limits on it.
void chttp2_requests_begin(chttp2_requests *self, nghttp2_session *session);

// Frees one of the server's spare memories.
void chttp2_free_room(void *room);

// Frees all of them; before the session.
void chttp2_requests_clear(chttp2_requests *self);

// Resets those that are still coming in.
void chttp2_requests_drop_incoming(chttp2_requests *self);

// When the oldest that is still coming in began, as `g_get_monotonic_time`; INT64_MAX for none.
int64_t chttp2_requests_oldest(const chttp2_requests *self);

// Answers one. Returns whether there is something to send.
bool chttp2_requests_answer(chttp2_requests *self, int32_t stream, uint16_t status,
                            const chttp2_field *fields, size_t field_count, const uint8_t *body,
                            size_t body_size);

struct chttp2_server {
  GMainContext *context_of_loop;
  GPtrArray *sockets;
  GPtrArray *accept_sources;
  GTlsCertificate *certificate;
  chttp2_limits limits;
  uint16_t port;
  chttp2_take take;
  chttp2_drained drained;
  chttp2_emptied emptied;
  void *context;
  chttp2_destroy destroy;
  // By number; the server owns them.
  GHashTable *connections;
  // The same, the one that was silent for longest first.
  GQueue by_activity;
  // Those with answers that have not been flushed.
  GPtrArray *dirty;
  uint64_t last_number;
  // Memory of requests that have been taken, for the next ones.
  GPtrArray *spare;
  // What all requests hold, in bytes.
  size_t held_bytes;
  nghttp2_session_callbacks *callbacks;
  nghttp2_option *option;
  // The debug data of GOAWAY once the server ends; NULL until then.
  char *ending;
};

// Makes a connection of an accepted socket, and lets the server have it.
void chttp2_connection_begin(chttp2_server *server, GSocketConnection *socket);

// Closes a connection and frees it, without another word to the client.
void chttp2_connection_end(connection *self);

// Writes what nghttp2 has to send. May free the connection.
void chttp2_connection_flush(connection *self);

// Answers on a connection, without flushing.
void chttp2_connection_answer(connection *self, int32_t stream, uint16_t status,
                              const chttp2_field *fields, size_t field_count, const uint8_t *body,
                              size_t body_size);

// Sends GOAWAY; the connection closes when all its requests are answered. May free the connection.
void chttp2_connection_go_away(connection *self, uint32_t code, const char *reason);

// The callbacks of nghttp2 that hand requests on.
void chttp2_set_callbacks(nghttp2_session_callbacks *callbacks);
