/// The parts of SQLite that Belfry uses, loaded when a store is first opened: a linked library would
/// be loaded at each start of the program, which most commands have no use for.
///
/// Rules of the header: pointers are non-null unless marked; text is UTF-8. A database and its
/// statements are used by one thread at a time. Results are SQLite's own codes (sqlite3.h), of which
/// `csqlite_result` has those that Belfry tells apart.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

/// Results that Belfry tells apart; primary codes of https://www.sqlite.org/rescode.html.
typedef enum {
  CSQLITE_OK = 0,
  CSQLITE_BUSY = 5,
  CSQLITE_READONLY = 8,
  CSQLITE_CORRUPT = 11,
  CSQLITE_FULL = 13,
  CSQLITE_CANTOPEN = 14,
  CSQLITE_NOTADB = 26,
  CSQLITE_ROW = 100,
  CSQLITE_DONE = 101,
} csqlite_result;

/// A connection to a database.
typedef struct sqlite3 csqlite_database;
/// A statement that has been prepared.
typedef struct sqlite3_stmt csqlite_statement;

/// Loads SQLite; nothing is done when it is loaded already. Any thread may call it.
///
/// - library: its file name.
/// Returns NULL, or the loader's own words, which stay valid until the thread's next call.
const char *_Nullable csqlite_load(const char *library);

/// Opens a database file.
///
/// - can_write: false opens for reading only, and makes no file.
/// - database: gets the connection also when the call fails, for `csqlite_message`; to be closed in
///   each case. NULL when there is no memory.
int csqlite_open(const char *path, bool can_write, csqlite_database *_Nullable *_Nonnull database);

/// Closes a connection whose statements have all been finalized.
void csqlite_close(csqlite_database *_Nullable database);

/// Sets how long a call waits for another connection's lock, in milliseconds.
void csqlite_set_busy_time(csqlite_database *database, int milliseconds);

/// The last failure in SQLite's words; valid until the connection's next call.
const char *csqlite_message(csqlite_database *_Nullable database);

/// Runs statements that take and return nothing. Returns a primary code.
int csqlite_run(csqlite_database *database, const char *statements);

/// Prepares one statement that is used often. Returns a primary code.
int csqlite_prepare(csqlite_database *database, const char *text,
                    csqlite_statement *_Nullable *_Nonnull statement);

/// Ends a statement.
void csqlite_finalize(csqlite_statement *statement);

/// Goes to the next row: CSQLITE_ROW, CSQLITE_DONE, or a primary code.
int csqlite_step(csqlite_statement *statement);

/// Makes a statement ready for its next use, without its values.
void csqlite_reset(csqlite_statement *statement);

/// Sets a parameter, counted from 1. Bytes and texts are copied.
void csqlite_bind_null(csqlite_statement *statement, int parameter);
void csqlite_bind_integer(csqlite_statement *statement, int parameter, int64_t value);
void csqlite_bind_text(csqlite_statement *statement, int parameter, const void *text, size_t size);
void csqlite_bind_bytes(csqlite_statement *statement, int parameter, const void *_Nullable bytes,
                        size_t size);

/// Reads a column of the current row, counted from 0. What is pointed to lives until the next step.
bool csqlite_is_null(csqlite_statement *statement, int column);
int64_t csqlite_integer(csqlite_statement *statement, int column);
const void *_Nullable csqlite_bytes(csqlite_statement *statement, int column, size_t *size);

/// The number of the row that was inserted last.
int64_t csqlite_last_row(csqlite_database *database);

/// How many rows the last statement changed.
int64_t csqlite_changes(csqlite_database *database);

#pragma clang assume_nonnull end
