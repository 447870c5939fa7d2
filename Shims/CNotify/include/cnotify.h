/// libnotify, and on its own D-Bus connection what libnotify lacks: replies, activation tokens, the
/// owner of the notification server's name, bounded questions to it, and launcher badges.
///
/// Rules of the header: everything is called on one thread, which iterates its thread-default main
/// context; pointers are non-null unless marked; text is UTF-8 and borrowed for the call; a callback
/// is a function, its context and the context's destroy function, which is called exactly once; an
/// error is written only when the call fails, and belongs to the caller (`cnotify_error_free`).
/// Builds with libnotify 0.8.1 and later: no symbol that is newer is used.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

// MARK: Errors

typedef enum {
  /// There is no session bus, or it cannot be reached.
  CNOTIFY_NO_BUS,
  /// Nobody owns the notification server's name, and nobody could be started to own it.
  CNOTIFY_NO_SERVER,
  /// The server took longer than the caller's limit.
  CNOTIFY_TIMED_OUT,
  /// The server answered with a D-Bus error, whose name is in `name`.
  CNOTIFY_REFUSED,
  /// Anything else, in the library's own words.
  CNOTIFY_FAILED,
} cnotify_error_kind;

typedef struct {
  cnotify_error_kind kind;
  /// The D-Bus error's name, where there is one.
  const char *_Nullable name;
  /// The library's or the server's own words.
  const char *message;
} cnotify_error;

/// Frees an error and its texts. Any thread may call it.
void cnotify_error_free(cnotify_error *error);

// MARK: The connection

typedef struct cnotify_connection cnotify_connection;

typedef enum {
  /// `ActionInvoked`: `id`, and the action's key in `text`.
  CNOTIFY_ACTION_INVOKED,
  /// `NotificationReplied`, of KDE, swaync and quickshell: `id`, and the reply in `text`.
  CNOTIFY_REPLIED,
  /// `ActivationToken`: `id`, and the token in `text`.
  CNOTIFY_ACTIVATION_TOKEN,
  /// `NotificationClosed`: `id`, and the specification's reason in `reason`.
  CNOTIFY_CLOSED,
  /// The server has left the bus, or another has taken its name: its ids mean nothing any more.
  CNOTIFY_OWNER_LOST,
  /// The session bus itself is gone.
  CNOTIFY_BUS_LOST,
} cnotify_event_kind;

typedef struct {
  cnotify_event_kind kind;
  uint32_t id;
  uint32_t reason;
  /// Valid UTF-8, cut to 65,536 bytes; borrowed for the call.
  const char *_Nullable text;
} cnotify_event;

typedef void (*cnotify_event_function)(const cnotify_event *event, void *_Nullable context);
typedef void (*cnotify_destroy)(void *_Nullable context);

/// Connects to the session bus, on the connection that libnotify shares.
///
/// The connection outlives the bus: exit-on-close is off. In a Flatpak or Snap it keeps libnotify from
/// the desktop portal, by the environment's NOTIFY_IGNORE_PORTAL.
///
/// - app_name: the name given to libnotify; not empty.
/// - function: gets the loss of the bus, and once `cnotify_listen` was called all events.
/// Returns the process's connection, which is never freed, or NULL and an error (CNOTIFY_NO_BUS).
/// `destroy` is called when the connection fails; else the context lives on.
cnotify_connection *_Nullable cnotify_connect(const char *app_name, cnotify_event_function function,
                                              void *_Nullable context, cnotify_destroy destroy,
                                              cnotify_error *_Nullable *_Nonnull error);

/// Listens to the notification server, whoever it is, for the rest of the process; once is enough.
///
/// Signals are taken from the current owner of the server's name alone: any program can broadcast an
/// `ActionInvoked`, and GNOME Shell broadcasts a copy of each. They are read here and not from
/// libnotify's objects, which in 0.8.1 emit `closed` only once, never on the server's death, and for
/// strangers' notifications after its restart. A server that came before this call is heard once
/// `cnotify_get_information` has found it.
void cnotify_listen(cnotify_connection *connection);

// MARK: The server

typedef struct {
  const char *name;
  const char *vendor;
  const char *version;
  const char *spec_version;
  /// NULL-terminated.
  const char *_Nullable const *_Nonnull capabilities;
} cnotify_information;

/// Gets either the information or the error; both are borrowed for the call.
///
/// Returns whether the answers are kept for programs that start later, in
/// $XDG_RUNTIME_DIR/belfry/notification-server (mode 0600), with the server's place on the bus: right
/// for servers whose answers stay the same as long as they run. Where they cannot be written, the next
/// program asks again; the journal says why, at level info.
typedef bool (*cnotify_information_function)(const cnotify_information *_Nullable information,
                                             const cnotify_error *_Nullable error,
                                             void *_Nullable context);

/// Asks the server who it is and what it can, without ever blocking the thread.
///
/// It asks first who owns the name, with a call that starts nobody; only when nobody does, and the
/// bus could start one, is one start tried. (With Plasma installed and not running, a plain call
/// waits 25 s for a server that never comes.) After a start that failed none is tried for 30 s.
///
/// - start_milliseconds: how long a start may take; 0 tries none. A longer one is CNOTIFY_NO_SERVER.
/// - answer_milliseconds: how long each answer may take.
/// - may_recall: whether the kept answers of the very server that owns the name now will
///   do; then the bus alone is asked, for the owner.
/// `function` is called exactly once, on this thread, then `destroy`.
/// Errors: CNOTIFY_NO_BUS, CNOTIFY_NO_SERVER, CNOTIFY_TIMED_OUT, CNOTIFY_REFUSED, CNOTIFY_FAILED.
void cnotify_get_information(cnotify_connection *connection, uint32_t start_milliseconds,
                             uint32_t answer_milliseconds, bool may_recall,
                             cnotify_information_function function, void *_Nullable context,
                             cnotify_destroy destroy);

// MARK: Notifications

typedef struct {
  const char *key;
  const char *label;
} cnotify_action;

/// A hint's D-Bus type; a server may refuse the whole call for a wrong one (mako), or hang (GNOME 43).
typedef enum {
  CNOTIFY_BOOLEAN,
  CNOTIFY_BYTE,
  CNOTIFY_INT32,
  CNOTIFY_INT64,
  CNOTIFY_DOUBLE,
  CNOTIFY_STRING,
  /// Several strings, `as`.
  CNOTIFY_STRINGS,
  /// A raw picture, `(iiibiiay)`.
  CNOTIFY_IMAGE,
} cnotify_hint_type;

typedef struct {
  int32_t width;
  int32_t height;
  int32_t row_stride;
  bool has_alpha;
  int32_t bits_per_sample;
  int32_t channels;
  const uint8_t *bytes;
  size_t byte_count;
} cnotify_image;

typedef struct {
  const char *name;
  cnotify_hint_type type;
  /// Booleans, bytes and both integers.
  int64_t integer;
  double real;
  const char *_Nullable string;
  /// NULL-terminated.
  const char *_Nullable const *_Nullable strings;
  const cnotify_image *_Nullable image;
} cnotify_hint;

typedef struct {
  const char *app_name;
  const char *_Nullable app_icon;
  const char *summary;
  const char *body;
  const cnotify_action *_Nullable actions;
  size_t action_count;
  const cnotify_hint *_Nullable hints;
  size_t hint_count;
  /// Milliseconds; -1 lets the server decide, 0 means never.
  int32_t expire_timeout;
  /// The id of the notification whose place it takes; 0 for a new one.
  uint32_t replaces_id;
} cnotify_notification;

/// Shows a notification through libnotify. The D-Bus method is `Notify`.
///
/// Blocks the thread until the server answers, up to the 25 s that are GDBus's default: libnotify has
/// neither an asynchronous call nor a time limit of its own. Call it only after
/// `cnotify_get_information` said that the server is there and answers.
///
/// Actions without a key and hints without a name are left out; an action without a label shows its
/// key. libnotify takes none of them.
///
/// - id: gets the server's id, which may differ from `replaces_id`; 0 where the server (dunst)
///   suppresses the notification.
/// Returns false and an error when the server refused it or is gone.
bool cnotify_show(cnotify_connection *connection, const cnotify_notification *notification,
                  uint32_t *id, cnotify_error *_Nullable *_Nonnull error);

/// Takes a notification back. The D-Bus method is `CloseNotification`.
///
/// Does not wait: servers answer an unknown id each in a way of their own, and none of the answers is
/// of use.
void cnotify_close(cnotify_connection *connection, uint32_t id);

/// Waits until what was sent has left the process, before an exit. Blocks.
void cnotify_flush(cnotify_connection *connection);

// MARK: Badges

/// Sets the number on an application's launcher, by the signal `Update` of
/// `com.canonical.Unity.LauncherEntry`, which KDE's task manager and several docks read.
///
/// - desktop_entry: the desktop file's name without `.desktop`.
/// - count: the number; 0 takes the badge away.
void cnotify_set_badge(cnotify_connection *connection, const char *desktop_entry, int64_t count);

// MARK: The session's lock

typedef struct cnotify_lock_watch cnotify_lock_watch;

/// Takes whether the session is locked: first when that is known, then each time that it changes.
typedef void (*cnotify_lock_function)(bool is_locked, void *_Nullable context);

/// Watches whether the session is locked, without ever blocking the thread or starting a program.
///
/// Asks each screen saver of the session bus (`GetActive`, then `ActiveChanged`) and logind on the
/// system bus (`LockedHint`); what one of them calls locked is locked. Signals count only from the
/// owner of the name. Not locked is what nobody answers for, and whoever leaves the bus. Needs no
/// `cnotify_connect`, but shares its connection; the one to the system bus is the watch's own.
///
/// - answer_milliseconds: how long each answer may take, and the first report.
/// `function` is called on this thread, never inside this call, until the watch is cancelled.
/// Returns a watch that the caller ends with `cnotify_lock_watch_cancel`.
cnotify_lock_watch *cnotify_lock_watch_start(uint32_t answer_milliseconds,
                                             cnotify_lock_function function,
                                             void *_Nullable context, cnotify_destroy destroy);

/// Ends a watch and frees it; `destroy` is called inside. `function` may call it.
void cnotify_lock_watch_cancel(cnotify_lock_watch *watch);

#pragma clang assume_nonnull end
