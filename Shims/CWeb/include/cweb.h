/// Local web pages and webhooks: an HTTP server on the loopback addresses, and a client, by libsoup.
///
/// libsoup brings some fifteen libraries with it, and most runs of the program need none of them: it
/// is loaded at run time, on first use, and no object of this shim refers to its symbols.
///
/// Rules of the header: everything is called on one thread, which iterates its thread-default main
/// context; pointers are non-null unless marked; text is UTF-8 and borrowed for the call; a callback
/// is a function, its context and the context's destroy function, which is called exactly once, also
/// when the call fails; an error is written only when the call fails, and belongs to the caller
/// (`cweb_error_free`).
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

// MARK: Errors

typedef enum {
  /// libsoup cannot be loaded; the loader's words are in `message`.
  CWEB_NO_LIBRARY,
  /// Another program listens on the port.
  CWEB_PORT_IN_USE,
  /// The port is kept for the superuser.
  CWEB_NOT_PERMITTED,
  /// Anything else, in the library's own words.
  CWEB_FAILED,
} cweb_error_kind;

typedef struct {
  cweb_error_kind kind;
  /// The library's own words.
  const char *message;
} cweb_error;

/// Frees an error and its text. Any thread may call it.
void cweb_error_free(cweb_error *error);

// MARK: The library

/// Loads libsoup, unless it has been loaded already. It stays for the life of the process.
///
/// - library: the file's name, as the dynamic loader looks it up.
/// In C because the functions are called through a table of their own types.
/// Errors: CWEB_NO_LIBRARY.
bool cweb_load(const char *library, cweb_error *_Nullable *_Nonnull error);

// MARK: The server

typedef struct cweb_server cweb_server;

/// One request whose body has been read; it is valid for the handler's call.
typedef struct cweb_request cweb_request;

/// Answers a request: it calls `cweb_respond` once, before it returns. Without it the answer is 500.
typedef void (*cweb_handler)(cweb_request *request, void *_Nullable context);
typedef void (*cweb_destroy)(void *_Nullable context);

/// Listens on 127.0.0.1 and on ::1, on the same port; where the machine has no ::1, on 127.0.0.1
/// alone.
///
/// The library must have been loaded.
/// - port: 0 takes any port that is free on both.
/// - body_limit: a longer body, in bytes, is answered with 413 and never kept, and of much more than
///   that the connection is cut; the handler is not called.
/// Returns a server to be freed with `cweb_server_free`, or NULL and an error.
/// Errors: CWEB_PORT_IN_USE, also when only one of the two addresses is taken, for a browser that
/// looks up "localhost" would reach the other program; CWEB_NOT_PERMITTED; CWEB_FAILED.
cweb_server *_Nullable cweb_server_start(uint16_t port, size_t body_limit, cweb_handler handler,
                                         void *_Nullable context, cweb_destroy destroy,
                                         cweb_error *_Nullable *_Nonnull error);

/// The port that the server listens on.
uint16_t cweb_server_port(const cweb_server *server);

/// Stops listening, closes all connections, and frees the server and its handler's context.
///
/// Not to be called by the handler.
void cweb_server_free(cweb_server *server);

// MARK: A request and its answer

/// The method, in the request's own case.
const char *cweb_request_method(const cweb_request *request);

/// The path as the request has it, percent-encoded, without the query.
const char *cweb_request_path(const cweb_request *request);

/// A header's value; the values of one that is given more than once are joined by ", ".
const char *_Nullable cweb_request_header(const cweb_request *request, const char *name);

/// The body; not terminated, not necessarily text.
const uint8_t *cweb_request_body(const cweb_request *request, size_t *size);

typedef struct {
  const char *name;
  const char *value;
} cweb_header;

/// Answers the request. All is copied.
///
/// - body: what a GET gets; a HEAD gets its length.
void cweb_respond(cweb_request *request, uint16_t status, const cweb_header *headers,
                  size_t header_count, const uint8_t *body, size_t body_size);

// MARK: The client

/// Takes the end of a request, once.
///
/// - status: the HTTP status; 0 where there was no answer.
/// - message: why there was none, in the library's own words; NULL where there was one.
typedef void (*cweb_posted)(uint16_t status, const char *_Nullable message, void *_Nullable context);

/// Posts a body and tells the status; what the answer says is not read, and no redirection is
/// followed.
///
/// The library must have been loaded.
/// - url: http or https.
/// - content_type: of the body, which is copied.
/// - time_limit: how long all of it may take, in milliseconds.
void cweb_post(const char *url, const char *content_type, const uint8_t *body, size_t body_size,
               uint32_t time_limit, cweb_posted posted, void *_Nullable context,
               cweb_destroy destroy);

#pragma clang assume_nonnull end
