/// An HTTP/2 server on TLS: nghttp2 speaks the protocol, GIO the TLS, GnuTLS makes its certificates
/// and checks signatures. nghttp2 and GnuTLS are loaded when they are first needed: linked libraries
/// would be loaded at each start of the program, which most commands have no use for.
///
/// Rules of the header: pointers are non-null unless marked; a callback is a function, its context
/// and the context's destroy function, which is called exactly once, also when the call fails; text
/// is UTF-8 and borrowed for the call unless a comment says that the caller owns it.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

/// Frees a callback's context.
typedef void (*chttp2_destroy)(void *_Nullable context);

// MARK: Errors

/// Failures that Belfry tells apart.
typedef enum {
  /// nghttp2, GnuTLS or GIO's TLS is missing.
  CHTTP2_NO_LIBRARY,
  CHTTP2_PORT_IN_USE,
  CHTTP2_NOT_PERMITTED,
  /// The address is not one of this machine's.
  CHTTP2_NO_ADDRESS,
  /// The certificate or its key cannot be read.
  CHTTP2_BAD_CERTIFICATE,
  CHTTP2_FAILED,
} chttp2_error_kind;

/// A failure; owned by the caller.
typedef struct {
  chttp2_error_kind kind;
  const char *message;
} chttp2_error;

/// Frees a failure. Any thread may call it.
void chttp2_error_free(chttp2_error *error);

// MARK: The server

/// A server. Each function is called on the thread that started it, whose thread-default
/// `GMainContext` serves its sockets; callbacks come there too.
typedef struct chttp2_server chttp2_server;

/// How much a server takes.
typedef struct {
  /// Connections at a time; above it, the one that was silent for longest is closed.
  size_t connections;
  /// Requests at a time on one connection (RFC 9113 §6.5.2, SETTINGS_MAX_CONCURRENT_STREAMS).
  uint32_t streams;
  /// The header fields of one request, in bytes by RFC 9113 §6.5.2: 32 more for each field.
  size_t header_bytes;
  /// The body of one request, in bytes; a longer one is handed over without it.
  size_t body_bytes;
  /// What the requests of all connections hold, in bytes; above it, new ones are refused with
  /// REFUSED_STREAM, which says that they may be sent again.
  size_t total_bytes;
  /// How long a connection may be silent, in milliseconds.
  uint32_t idle_time;
  /// How long a handshake or a request may take to come in, or an answer to be taken, in milliseconds.
  uint32_t request_time;
} chttp2_limits;

/// A header field, pseudo-header fields (`:method`, `:path` …) included. The name is in lower case.
typedef struct {
  const uint8_t *name;
  size_t name_size;
  const uint8_t *value;
  size_t value_size;
} chttp2_field;

/// A request that has come in whole, borrowed for the call.
typedef struct {
  /// The connection's number, which is never used again.
  uint64_t connection;
  int32_t stream;
  const chttp2_field *fields;
  size_t field_count;
  const uint8_t *body;
  size_t body_size;
  /// The body is longer than is taken; none of it is here.
  bool is_body_too_long;
  /// The client has shown a certificate.
  bool has_certificate;
} chttp2_request;

/// Takes a request. The server is not called from here.
typedef void (*chttp2_take)(const chttp2_request *request, void *_Nullable context);
/// Told when all that had come in has been taken: the time to answer a whole batch.
typedef void (*chttp2_drained)(void *_Nullable context);
/// Told when the last connection of a server that drains has gone. The server is not freed from here.
typedef void (*chttp2_emptied)(void *_Nullable context);

/// Starts to listen.
///
/// In C for nghttp2's callbacks and unions. HTTP/2 is told by the connection preface: ALPN is
/// offered, and not asked for, as some providers do without (facts of aioapns and pushy).
///
/// - addresses: numeric ones, ends with NULL; an IPv6 one after the first may be missing on the
///   machine.
/// - port: the same on all; 0 for any that is free on all of them.
/// - certificate: the chain and the key, in PEM.
/// - error: gets the failure; owned by the caller.
/// Returns a server that the caller frees, or NULL.
chttp2_server *_Nullable chttp2_server_start(const char *_Nullable const *_Nonnull addresses,
                                             uint16_t port, const char *certificate,
                                             const chttp2_limits *limits, chttp2_take take,
                                             chttp2_drained drained, chttp2_emptied emptied,
                                             void *_Nullable context, chttp2_destroy destroy,
                                             chttp2_error *_Nullable *_Nonnull error);

/// The port that the server listens on.
uint16_t chttp2_server_port(chttp2_server *server);

/// How many connections there are.
size_t chttp2_server_connections(chttp2_server *server);

/// Whether a connection is still there.
bool chttp2_server_has(chttp2_server *server, uint64_t connection);

/// Answers a request; nothing happens when its connection or stream has gone.
///
/// - fields: names in lower case.
/// - body: sent as one DATA frame; without one, the header block ends the stream.
void chttp2_answer(chttp2_server *server, uint64_t connection, int32_t stream, uint16_t status,
                   const chttp2_field *fields, size_t field_count, const uint8_t *_Nullable body,
                   size_t body_size);

/// Sends the answers that were given since the last flush.
void chttp2_flush(chttp2_server *server);

/// Sends GOAWAY on a connection and closes it as soon as that has gone out.
///
/// - reason: the debug data (RFC 9113 §6.8).
void chttp2_go_away(chttp2_server *server, uint64_t connection, const char *reason);

/// Stops listening, sends GOAWAY on each connection, and closes each once its requests are answered.
/// `emptied` is called, here or later, when none is left.
///
/// - reason: the debug data.
void chttp2_server_drain(chttp2_server *server, const char *reason);

/// Closes everything at once and frees the server; not to be called by its callbacks.
void chttp2_server_free(chttp2_server *server);

// MARK: Certificates

/// Makes an authority and a certificate for `names`, with a key each on the curve P-256.
///
/// Any thread may call it; it takes some milliseconds.
///
/// - names: DNS names and numeric addresses, ends with NULL.
/// - from, to: the validity, in seconds since 1970.
/// - authority: gets the authority in PEM, without its key, which is forgotten.
/// - certificate: gets the certificate and its key, in PEM; owned by the caller as `authority` is:
///   `chttp2_text_free`.
/// Returns NULL, or the failure; owned by the caller.
chttp2_error *_Nullable chttp2_make_certificates(const char *_Nullable const *_Nonnull names,
                                                 int64_t from, int64_t to,
                                                 char *_Nullable *_Nonnull authority,
                                                 char *_Nullable *_Nonnull certificate);

/// When the first certificate of a PEM text ends, in seconds since 1970; -1 where it is none. Any
/// thread may call it.
int64_t chttp2_certificate_end(const char *pem);

/// Frees text that a function of this header gave away. Any thread may call it.
void chttp2_text_free(char *_Nullable text);

// MARK: Signatures

/// The public half of a key on the curve P-256. Any thread may use it.
typedef struct chttp2_key chttp2_key;

/// Reads a private key in PKCS #8 (Apple's .p8 files) or a public one, in PEM.
///
/// - error: gets the failure; owned by the caller.
/// Returns a key that the caller frees, or NULL.
chttp2_key *_Nullable chttp2_key_read(const char *pem, chttp2_error *_Nullable *_Nonnull error);

/// Frees a key.
void chttp2_key_free(chttp2_key *key);

/// Whether a signature by ES256 (RFC 7518 §3.4: 64 bytes, r and s) is the key's over the bytes.
bool chttp2_key_verify(chttp2_key *key, const uint8_t *bytes, size_t size,
                       const uint8_t *signature, size_t signature_size);

#pragma clang assume_nonnull end
