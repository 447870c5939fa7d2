#include "internal.h"

// The room for a request's fields at first: what providers send fits.
#define FIELD_BYTES 512
// RFC 9113 §6.5.2: what a field costs besides its bytes.
#define FIELD_OVERHEAD 32
// Header fields beyond the limit, in bytes, after which the connection is ended; until then they
// are read for the sake of its compression.
#define EXCESS_BYTES 65536

typedef struct {
  size_t name, name_size, value, value_size;
} field_place;

// Rooms that are kept for the next requests, and what one may have held: what providers send fits.
#define MOST_SPARE 1024
#define SPARE_BYTES 2048

// What a request holds while it comes in.
typedef struct {
  GByteArray *text;
  GArray *fields;
  GByteArray *body;
} room;

// One stream's request, and its answer.
typedef struct {
  GList link;
  int32_t number;
  int64_t begun;
  room *room;
  // What it has been counted with in the server's sum.
  size_t held;
  size_t header_bytes;
  GBytes *answer;
  size_t answered;
  bool is_taken, is_answered;
} request;

// MARK: Bookkeeping

static void hold(chttp2_requests *self, request *held, size_t size) {
  held->held += size;
  self->server->held_bytes += size;
}

void chttp2_free_room(void *data) {
  room *gone = data;
  g_byte_array_unref(gone->text);
  g_array_unref(gone->fields);
  g_byte_array_unref(gone->body);
  g_free(gone);
}

// A room for a request: in a burst the memory of one goes to the next.
static room *take_room(chttp2_server *server) {
  if (server->spare->len > 0)
    return g_ptr_array_steal_index_fast(server->spare, server->spare->len - 1);
  room *made = g_new(room, 1);
  made->text = g_byte_array_sized_new(FIELD_BYTES);
  made->fields = g_array_sized_new(FALSE, FALSE, sizeof(field_place), 16);
  made->body = g_byte_array_new();
  return made;
}

// Lets what came in go; the answer stays.
static void let_go(chttp2_requests *self, request *done) {
  chttp2_server *server = self->server;
  room *left = g_steal_pointer(&done->room);
  server->held_bytes -= done->held;
  done->held = 0;
  if (left == NULL) return;
  if (server->spare->len == MOST_SPARE || left->text->len + left->body->len > SPARE_BYTES) {
    chttp2_free_room(left);
    return;
  }
  g_byte_array_set_size(left->text, 0);
  g_array_set_size(left->fields, 0);
  g_byte_array_set_size(left->body, 0);
  g_ptr_array_add(server->spare, left);
}

static GQueue *queue_of(chttp2_requests *self, const request *of) {
  return of->is_taken ? &self->taken : &self->incoming;
}

static void free_request(chttp2_requests *self, request *gone) {
  let_go(self, gone);
  g_queue_unlink(queue_of(self, gone), &gone->link);
  if (gone->is_taken && !gone->is_answered) self->waiting--;
  if (gone->answer != NULL) g_bytes_unref(gone->answer);
  g_free(gone);
}

void chttp2_requests_clear(chttp2_requests *self) {
  while (!g_queue_is_empty(&self->incoming))
    free_request(self, g_queue_peek_head(&self->incoming));
  while (!g_queue_is_empty(&self->taken)) free_request(self, g_queue_peek_head(&self->taken));
}

void chttp2_requests_drop_incoming(chttp2_requests *self) {
  while (!g_queue_is_empty(&self->incoming)) {
    request *dropped = g_queue_peek_head(&self->incoming);
    chttp2_nghttp2.nghttp2_session_set_stream_user_data(self->session, dropped->number, NULL);
    chttp2_nghttp2.nghttp2_submit_rst_stream(self->session, NGHTTP2_FLAG_NONE, dropped->number,
                                             NGHTTP2_CANCEL);
    free_request(self, dropped);
  }
}

int64_t chttp2_requests_oldest(const chttp2_requests *self) {
  const GList *first = self->incoming.head;
  return first == NULL ? INT64_MAX : ((const request *)first->data)->begun;
}

// MARK: A request comes in

static request *request_of(chttp2_requests *self, int32_t stream) {
  return chttp2_nghttp2.nghttp2_session_get_stream_user_data(self->session, stream);
}

static int on_begin_headers(nghttp2_session *session, const nghttp2_frame *frame, void *data) {
  chttp2_requests *self = data;
  if (frame->hd.type != NGHTTP2_HEADERS || frame->headers.cat != NGHTTP2_HCAT_REQUEST) return 0;
  if (self->server->held_bytes >= self->server->limits.total_bytes)
    return chttp2_nghttp2.nghttp2_submit_rst_stream(session, NGHTTP2_FLAG_NONE,
                                                    frame->hd.stream_id, NGHTTP2_REFUSED_STREAM);
  request *begun = g_new0(request, 1);
  begun->link.data = begun;
  begun->number = frame->hd.stream_id;
  begun->begun = g_get_monotonic_time();
  begun->room = take_room(self->server);
  hold(self, begun, FIELD_BYTES);
  g_queue_push_tail_link(&self->incoming, &begun->link);
  return chttp2_nghttp2.nghttp2_session_set_stream_user_data(session, begun->number, begun);
}

static int on_header(nghttp2_session *session, const nghttp2_frame *frame, const uint8_t *name,
                     size_t name_size, const uint8_t *value, size_t value_size, uint8_t flags,
                     void *data) {
  (void)flags;
  chttp2_requests *self = data;
  const size_t limit = self->server->limits.header_bytes;
  const size_t size = name_size + value_size + FIELD_OVERHEAD;
  request *of = request_of(self, frame->hd.stream_id);
  // Trailers say nothing here, and are bounded like what was refused.
  if (of == NULL || frame->headers.cat != NGHTTP2_HCAT_REQUEST) {
    self->excess += size;
    return self->excess > EXCESS_BYTES ? NGHTTP2_ERR_CALLBACK_FAILURE : 0;
  }
  of->header_bytes += size;
  if (of->header_bytes > limit + EXCESS_BYTES) return NGHTTP2_ERR_CALLBACK_FAILURE;
  if (of->header_bytes > limit) {
    bool is_first = of->header_bytes - size <= limit;
    return is_first ? chttp2_nghttp2.nghttp2_submit_rst_stream(session, NGHTTP2_FLAG_NONE,
                                                               of->number,
                                                               NGHTTP2_ENHANCE_YOUR_CALM)
                    : 0;
  }
  room *into = of->room;
  field_place place = {into->text->len, name_size, into->text->len + name_size, value_size};
  g_byte_array_append(into->text, name, (guint)name_size);
  g_byte_array_append(into->text, value, (guint)value_size);
  g_array_append_val(into->fields, place);
  hold(self, of, size);
  return 0;
}

static void hand_over(chttp2_requests *self, request *whole, bool is_too_long) {
  g_queue_unlink(&self->incoming, &whole->link);
  g_queue_push_tail_link(&self->taken, &whole->link);
  whole->is_taken = true;
  self->waiting++;
  self->has_taken = true;
  const room *from = whole->room;
  const guint count = from->fields->len;
  g_autofree chttp2_field *fields = g_new(chttp2_field, count + 1);
  for (guint i = 0; i < count; i++) {
    const field_place *place = &g_array_index(from->fields, field_place, i);
    fields[i] = (chttp2_field){from->text->data + place->name, place->name_size,
                               from->text->data + place->value, place->value_size};
  }
  const bool has_body = from->body->len > 0 && !is_too_long;
  const chttp2_request handed = {
      .connection = self->connection,
      .stream = whole->number,
      .fields = fields,
      .field_count = count,
      .body = has_body ? from->body->data : (const uint8_t *)"",
      .body_size = has_body ? from->body->len : 0,
      .is_body_too_long = is_too_long,
      .has_certificate = self->has_certificate,
  };
  self->server->take(&handed, self->server->context);
  let_go(self, whole);
}

static int on_data(nghttp2_session *session, uint8_t flags, int32_t stream, const uint8_t *bytes,
                   size_t size, void *data) {
  (void)flags;
  chttp2_requests *self = data;
  chttp2_nghttp2.nghttp2_session_consume_connection(session, size);
  request *of = request_of(self, stream);
  if (of == NULL || of->is_taken || of->header_bytes > self->server->limits.header_bytes) return 0;
  GByteArray *body = of->room->body;
  if (size > self->server->limits.body_bytes - body->len) {
    // Answered without waiting for the rest, of which the stream's window lets little in.
    hand_over(self, of, true);
    return 0;
  }
  chttp2_nghttp2.nghttp2_session_consume_stream(session, stream, size);
  g_byte_array_append(body, bytes, (guint)size);
  hold(self, of, size);
  return 0;
}

static int on_frame(nghttp2_session *session, const nghttp2_frame *frame, void *data) {
  (void)session;
  chttp2_requests *self = data;
  const bool is_part = frame->hd.type == NGHTTP2_HEADERS || frame->hd.type == NGHTTP2_DATA;
  if (!is_part || (frame->hd.flags & NGHTTP2_FLAG_END_STREAM) == 0) return 0;
  request *of = request_of(self, frame->hd.stream_id);
  if (of == NULL || of->is_taken || of->header_bytes > self->server->limits.header_bytes) return 0;
  hand_over(self, of, false);
  return 0;
}

// MARK: An answer goes out

static ssize_t read_answer(nghttp2_session *session, int32_t stream, uint8_t *buffer, size_t length,
                           uint32_t *flags, nghttp2_data_source *source, void *data) {
  (void)session;
  (void)stream;
  (void)data;
  request *of = source->ptr;
  gsize size;
  const uint8_t *bytes = g_bytes_get_data(of->answer, &size);
  const size_t count = MIN(length, size - of->answered);
  memcpy(buffer, bytes + of->answered, count);
  of->answered += count;
  if (of->answered == size) *flags |= NGHTTP2_DATA_FLAG_EOF;
  return (ssize_t)count;
}

bool chttp2_requests_answer(chttp2_requests *self, int32_t stream, uint16_t status,
                            const chttp2_field *fields, size_t field_count, const uint8_t *body,
                            size_t body_size) {
  request *of = self->session == NULL ? NULL : request_of(self, stream);
  if (of == NULL || !of->is_taken || of->is_answered) return false;
  char status_text[8];
  const int status_size = g_snprintf(status_text, sizeof(status_text), "%u", status);
  g_autofree nghttp2_nv *values = g_new(nghttp2_nv, field_count + 1);
  values[0] = (nghttp2_nv){(uint8_t *)":status", (uint8_t *)status_text, 7, (size_t)status_size,
                           NGHTTP2_NV_FLAG_NO_COPY_NAME};
  for (size_t i = 0; i < field_count; i++)
    // An identifier is different each time: in the compression's table it would only push others out.
    values[i + 1] = (nghttp2_nv){(uint8_t *)fields[i].name, (uint8_t *)fields[i].value,
                                 fields[i].name_size, fields[i].value_size,
                                 NGHTTP2_NV_FLAG_NO_INDEX};
  nghttp2_data_provider provider = {.source.ptr = of, .read_callback = read_answer};
  if (body != NULL) of->answer = g_bytes_new(body, body_size);
  of->is_answered = true;
  self->waiting--;
  return chttp2_nghttp2.nghttp2_submit_response(self->session, stream, values, field_count + 1,
                                                body == NULL ? NULL : &provider) == 0;
}

// RFC 9113 §8.1: an answer that is whole before its request ends with RST_STREAM NO_ERROR.
static int on_sent(nghttp2_session *session, const nghttp2_frame *frame, void *data) {
  (void)data;
  const bool is_part = frame->hd.type == NGHTTP2_HEADERS || frame->hd.type == NGHTTP2_DATA;
  if (!is_part || (frame->hd.flags & NGHTTP2_FLAG_END_STREAM) == 0) return 0;
  if (chttp2_nghttp2.nghttp2_session_get_stream_remote_close(session, frame->hd.stream_id) != 0)
    return 0;
  return chttp2_nghttp2.nghttp2_submit_rst_stream(session, NGHTTP2_FLAG_NONE, frame->hd.stream_id,
                                                  NGHTTP2_NO_ERROR);
}

static int on_close(nghttp2_session *session, int32_t stream, uint32_t code, void *data) {
  (void)session;
  (void)code;
  request *of = request_of(data, stream);
  if (of != NULL) free_request(data, of);
  return 0;
}

// MARK: Setting up

void chttp2_requests_begin(chttp2_requests *self, nghttp2_session *session) {
  self->session = session;
  const nghttp2_settings_entry settings[] = {
      {NGHTTP2_SETTINGS_MAX_CONCURRENT_STREAMS, self->server->limits.streams},
      {NGHTTP2_SETTINGS_MAX_HEADER_LIST_SIZE, (uint32_t)self->server->limits.header_bytes},
  };
  // Fails only without memory, for which GLib ends the process.
  chttp2_nghttp2.nghttp2_submit_settings(session, NGHTTP2_FLAG_NONE, settings,
                                         G_N_ELEMENTS(settings));
}

void chttp2_set_callbacks(nghttp2_session_callbacks *callbacks) {
  const nghttp2_functions *library = &chttp2_nghttp2;
  library->nghttp2_session_callbacks_set_on_begin_headers_callback(callbacks, on_begin_headers);
  library->nghttp2_session_callbacks_set_on_header_callback(callbacks, on_header);
  library->nghttp2_session_callbacks_set_on_data_chunk_recv_callback(callbacks, on_data);
  library->nghttp2_session_callbacks_set_on_frame_recv_callback(callbacks, on_frame);
  library->nghttp2_session_callbacks_set_on_frame_send_callback(callbacks, on_sent);
  library->nghttp2_session_callbacks_set_on_stream_close_callback(callbacks, on_close);
}
