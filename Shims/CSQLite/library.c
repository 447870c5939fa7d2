#include "csqlite.h"

#include <dlfcn.h>
#include <pthread.h>
#include <sqlite3.h>

// The functions that are called; their types are those of SQLite's own header.
#define FUNCTIONS(FUNCTION)      \
  FUNCTION(sqlite3_open_v2)      \
  FUNCTION(sqlite3_close_v2)     \
  FUNCTION(sqlite3_busy_timeout) \
  FUNCTION(sqlite3_errmsg)       \
  FUNCTION(sqlite3_exec)         \
  FUNCTION(sqlite3_prepare_v3)   \
  FUNCTION(sqlite3_finalize)     \
  FUNCTION(sqlite3_step)         \
  FUNCTION(sqlite3_reset)        \
  FUNCTION(sqlite3_clear_bindings) \
  FUNCTION(sqlite3_bind_null)    \
  FUNCTION(sqlite3_bind_int64)   \
  FUNCTION(sqlite3_bind_text64)  \
  FUNCTION(sqlite3_bind_blob64)  \
  FUNCTION(sqlite3_column_type)  \
  FUNCTION(sqlite3_column_int64) \
  FUNCTION(sqlite3_column_blob)  \
  FUNCTION(sqlite3_column_bytes) \
  FUNCTION(sqlite3_last_insert_rowid) \
  FUNCTION(sqlite3_changes)

static struct {
#define FUNCTION(name) typeof(&name) name;
  FUNCTIONS(FUNCTION)
#undef FUNCTION
} loaded;
static bool is_loaded;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

const char *csqlite_load(const char *library) {
  pthread_mutex_lock(&lock);
  const char *failure = NULL;
  if (!is_loaded) {
    // RTLD_NOW: a library that lacks what it needs fails here, not in the middle of a commit.
    void *handle = dlopen(library, RTLD_NOW | RTLD_LOCAL);
    is_loaded = handle != NULL;
    // Through a pointer to void *, as POSIX asks: C has no cast from an object to a function.
#define FUNCTION(name) \
  is_loaded = is_loaded && (*(void **)&loaded.name = dlsym(handle, #name)) != NULL;
    FUNCTIONS(FUNCTION)
#undef FUNCTION
    if (!is_loaded) {
      failure = dlerror();
      if (handle != NULL) dlclose(handle);
    }
  }
  pthread_mutex_unlock(&lock);
  return failure;
}

// An extended code has its primary one in its lowest byte.
static int primary(int code) { return code & 0xFF; }

int csqlite_open(const char *path, bool can_write, csqlite_database **database) {
  int flags = can_write ? SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE : SQLITE_OPEN_READONLY;
  return primary(
      loaded.sqlite3_open_v2(path, database, flags | SQLITE_OPEN_NOMUTEX, NULL));
}

void csqlite_close(csqlite_database *database) { loaded.sqlite3_close_v2(database); }

void csqlite_set_busy_time(csqlite_database *database, int milliseconds) {
  loaded.sqlite3_busy_timeout(database, milliseconds);
}

const char *csqlite_message(csqlite_database *database) {
  return database == NULL ? "no memory" : loaded.sqlite3_errmsg(database);
}

int csqlite_run(csqlite_database *database, const char *statements) {
  return primary(loaded.sqlite3_exec(database, statements, NULL, NULL, NULL));
}

int csqlite_prepare(csqlite_database *database, const char *text, csqlite_statement **statement) {
  return primary(loaded.sqlite3_prepare_v3(database, text, -1, SQLITE_PREPARE_PERSISTENT,
                                           statement, NULL));
}

void csqlite_finalize(csqlite_statement *statement) { loaded.sqlite3_finalize(statement); }

int csqlite_step(csqlite_statement *statement) { return primary(loaded.sqlite3_step(statement)); }

void csqlite_reset(csqlite_statement *statement) {
  loaded.sqlite3_reset(statement);
  loaded.sqlite3_clear_bindings(statement);
}

void csqlite_bind_null(csqlite_statement *statement, int parameter) {
  loaded.sqlite3_bind_null(statement, parameter);
}

void csqlite_bind_integer(csqlite_statement *statement, int parameter, int64_t value) {
  loaded.sqlite3_bind_int64(statement, parameter, value);
}

void csqlite_bind_text(csqlite_statement *statement, int parameter, const void *text, size_t size) {
  loaded.sqlite3_bind_text64(statement, parameter, text, size, SQLITE_TRANSIENT, SQLITE_UTF8);
}

void csqlite_bind_bytes(csqlite_statement *statement, int parameter, const void *bytes,
                        size_t size) {
  // SQLite takes NULL for the value NULL, not for no bytes.
  loaded.sqlite3_bind_blob64(statement, parameter, bytes == NULL ? "" : bytes, size,
                             SQLITE_TRANSIENT);
}

bool csqlite_is_null(csqlite_statement *statement, int column) {
  return loaded.sqlite3_column_type(statement, column) == SQLITE_NULL;
}

int64_t csqlite_integer(csqlite_statement *statement, int column) {
  return loaded.sqlite3_column_int64(statement, column);
}

const void *csqlite_bytes(csqlite_statement *statement, int column, size_t *size) {
  const void *bytes = loaded.sqlite3_column_blob(statement, column);
  *size = (size_t)loaded.sqlite3_column_bytes(statement, column);
  return bytes;
}

int64_t csqlite_last_row(csqlite_database *database) {
  return loaded.sqlite3_last_insert_rowid(database);
}

int64_t csqlite_changes(csqlite_database *database) { return loaded.sqlite3_changes(database); }
