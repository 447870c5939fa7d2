#include <glib.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cglib.h"

#define DOMAIN "belfry"

static gint threshold = CGLIB_LOG_NOTICE;

// GLib's level for a syslog number. Not G_LOG_LEVEL_ERROR, which ends the process, and not
// G_LOG_LEVEL_CRITICAL, which G_DEBUG=fatal-criticals makes do so.
static GLogLevelFlags level_flags(cglib_log_level level) {
  switch (level) {
    case CGLIB_LOG_ERROR:
    case CGLIB_LOG_WARNING: return G_LOG_LEVEL_WARNING;
    case CGLIB_LOG_NOTICE: return G_LOG_LEVEL_MESSAGE;
    case CGLIB_LOG_INFO: return G_LOG_LEVEL_INFO;
    case CGLIB_LOG_DEBUG: return G_LOG_LEVEL_DEBUG;
  }
  return G_LOG_LEVEL_WARNING;
}

static const char *find(const GLogField *fields, gsize count, const char *name) {
  for (gsize i = 0; i < count; i++)
    if (strcmp(fields[i].key, name) == 0 && fields[i].length < 0) return fields[i].value;
  return NULL;
}

// GLib puts a PRIORITY into each message, those of its older functions included.
static int level_of(const GLogField *fields, gsize count) {
  const char *priority = find(fields, count, "PRIORITY");
  return priority != NULL ? priority[0] - '0' : CGLIB_LOG_WARNING;
}

// One line whatever the message holds: a line break or a control character of it could forge another
// line or steer the terminal.
static void write_line(const char *domain, const char *message) {
  GString *line = g_string_new("belfry: ");
  if (domain != NULL && strcmp(domain, DOMAIN) != 0) g_string_append_printf(line, "%s: ", domain);
  char *valid = g_utf8_make_valid(message, -1);
  for (const char *at = valid; *at != '\0'; at = g_utf8_next_char(at)) {
    gunichar character = g_utf8_get_char(at);
    g_string_append_unichar(line, g_unichar_iscntrl(character) ? ' ' : character);
  }
  g_free(valid);
  g_string_append_c(line, '\n');
  fwrite(line->str, 1, line->len, stderr);
  g_string_free(line, TRUE);
}

static GLogWriterOutput write_message(GLogLevelFlags flags, const GLogField *fields, gsize count,
                                      gpointer data) {
  (void)data;
  if (level_of(fields, count) > g_atomic_int_get(&threshold)) return G_LOG_WRITER_HANDLED;
  if (g_log_writer_is_journald(STDERR_FILENO) &&
      g_log_writer_journald(flags, fields, count, NULL) == G_LOG_WRITER_HANDLED)
    return G_LOG_WRITER_HANDLED;
  const char *message = find(fields, count, "MESSAGE");
  if (message != NULL) write_line(find(fields, count, "GLIB_DOMAIN"), message);
  return G_LOG_WRITER_HANDLED;
}

void cglib_log(cglib_log_level level, const char *message, const cglib_log_field *extra,
               size_t count) {
  // GLib takes one writer for the whole life of a process.
  static gsize once = 0;
  if (g_once_init_enter(&once)) {
    g_log_set_writer_func(write_message, NULL, NULL);
    g_once_init_leave(&once, 1);
  }
  char priority[] = {(char)('0' + (int)level), '\0'};
  GLogField *fields = g_new(GLogField, count + 4);
  fields[0] = (GLogField){"MESSAGE", message, -1};
  fields[1] = (GLogField){"PRIORITY", priority, -1};
  fields[2] = (GLogField){"GLIB_DOMAIN", DOMAIN, -1};
  fields[3] = (GLogField){"SYSLOG_IDENTIFIER", "belfry", -1};
  for (size_t i = 0; i < count; i++)
    fields[i + 4] = (GLogField){extra[i].name, extra[i].value, -1};
  g_log_structured_array(level_flags(level), fields, count + 4);
  g_free(fields);
}

void cglib_log_set_threshold(cglib_log_level level) { g_atomic_int_set(&threshold, (gint)level); }
