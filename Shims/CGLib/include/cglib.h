/// The parts of GLib and GIO that Belfry uses and Swift cannot call by itself: functions with
/// variable arguments, macros, and callbacks whose contexts must be destroyed exactly once.
///
/// Rules of the header: pointers are non-null unless marked; a callback is a function, its context
/// and the context's destroy function, which is called exactly once, also when the call fails; text
/// is UTF-8 and borrowed for the call unless a comment says that the caller owns it.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

/// A callback without arguments.
typedef void (*cglib_function)(void *_Nullable context);
/// Frees a callback's context.
typedef void (*cglib_destroy)(void *_Nullable context);

// MARK: A main context with a thread of its own

/// A `GMainContext` that one thread of its own runs, for as long as the process lives.
///
/// The context is the thread-default of that thread, so that the signals of GDBus objects made on it
/// arrive on it.
typedef struct cglib_loop cglib_loop;

/// Makes a context and starts its thread.
///
/// - name: the thread's name, at most 15 bytes are shown by the kernel.
/// - niceness: how far the thread stands back behind others, from 0 to 19, as nice(1).
/// Returns a loop that is never freed. Any thread may call it. Aborts when no thread can be made, as
/// GLib does.
cglib_loop *cglib_loop_start(const char *name, int niceness);

/// Runs `function` on the loop's thread, later: never inside this call, and in order of posting.
///
/// In C because a source's callback and its destroy function must be set together. Any thread may
/// call it. `destroy` is called on the loop's thread, after the function.
void cglib_loop_post(cglib_loop *loop, cglib_function function, void *_Nullable context,
                     cglib_destroy destroy);

/// Runs `function` on the loop's thread after `milliseconds`, unless cancelled.
///
/// Returns the timer's number, for `cglib_loop_cancel`; never 0. Any thread may call it.
uint32_t cglib_loop_after(cglib_loop *loop, uint32_t milliseconds, cglib_function function,
                          void *_Nullable context, cglib_destroy destroy);

/// Runs `function` on the loop's thread each time that the process gets the signal `number`
/// (SIGINT, SIGTERM, SIGHUP, SIGUSR1, SIGUSR2 or SIGWINCH), instead of the signal's own effect.
///
/// Returns the number for `cglib_loop_cancel`; never 0. Any thread may call it.
uint32_t cglib_loop_on_signal(cglib_loop *loop, int number, cglib_function function,
                              void *_Nullable context, cglib_destroy destroy);

/// Runs `function` on the loop's thread as often as `descriptor` can be read without waiting, has
/// been hung up or has failed, until cancelled; the function reads what is there.
///
/// - descriptor: borrowed; stays open until the context is destroyed.
/// Returns the number for `cglib_loop_cancel`; never 0. Any thread may call it.
uint32_t cglib_loop_on_readable(cglib_loop *loop, int descriptor, cglib_function function,
                                void *_Nullable context, cglib_destroy destroy);

/// Runs `function` once on the loop's thread when the other end of `descriptor`, a pipe or a socket,
/// has gone.
///
/// - descriptor: borrowed; stays open until the context is destroyed.
/// Returns the number for `cglib_loop_cancel`; never 0. Any thread may call it.
uint32_t cglib_loop_on_hang_up(cglib_loop *loop, int descriptor, cglib_function function,
                               void *_Nullable context, cglib_destroy destroy);

/// Ends a timer or a signal's watch. Nothing happens when it has ended already.
///
/// Any thread may call it; called on another thread than the loop's, the function may run once more.
void cglib_loop_cancel(cglib_loop *loop, uint32_t number);

/// Whether the calling thread is the loop's.
bool cglib_loop_is_current(cglib_loop *loop);

// MARK: Command-line options

/// One option that a command knows.
typedef struct {
  /// The long name without its dashes.
  const char *name;
  /// The one-letter name, or 0.
  char short_name;
  /// Whether a value follows; otherwise the option is a flag.
  bool takes_value;
} cglib_option;

/// What became of an argument list.
typedef enum {
  CGLIB_OPTIONS_PARSED,
  CGLIB_OPTIONS_UNKNOWN,
  CGLIB_OPTIONS_VALUE_MISSING,
  CGLIB_OPTIONS_VALUE_UNEXPECTED,
} cglib_options_status;

/// Takes one parsed argument.
///
/// - option: the index of the option; -1 for an operand.
/// - value: the option's value or the operand, borrowed for the call; NULL for a flag.
typedef void (*cglib_option_visitor)(int32_t option, const char *_Nullable value,
                                     void *_Nullable context);

/// Parses arguments by GLib's GOption and hands each to `visit`, inside this call, in order.
///
/// In C because an entry of GOption wants callbacks and storage that outlives the context. Options
/// and operands mix in any order; `--` ends the options and is left out; `-` is an operand. Values
/// stay bytes: GOption's own conversion from the locale's encoding would refuse UTF-8 under LC_ALL=C.
/// Any thread may call it.
///
/// - options: `count` options, borrowed.
/// - arguments: ends with NULL, without the program's name; borrowed.
/// - culprit: gets the option that the status is about, as it was written, dashes included; owned
///   by the caller, to be freed with `cglib_free`; NULL when all is parsed.
cglib_options_status cglib_options_parse(const cglib_option *options, size_t count,
                                         const char *_Nullable const *_Nonnull arguments,
                                         cglib_option_visitor visit, void *_Nullable context,
                                         char *_Nullable *_Nonnull culprit);

// MARK: Memory

/// Frees text that a function of this header gave away. Any thread may call it.
void cglib_free(void *_Nullable memory);

/// Frees an array of texts that ends with NULL, and its texts. Any thread may call it.
void cglib_free_texts(char *_Nullable *_Nullable texts);

// MARK: Child processes

/// A child process. Each function that is not marked otherwise is called on a `cglib_loop`'s thread,
/// and its callbacks come on the same one.
typedef struct cglib_process cglib_process;

/// Where a child's standard streams lead.
typedef enum {
  /// Input from the caller, output to the caller, messages dropped: for prompts and filters. It gets
  /// SIGTERM when this process ends, also when that is killed.
  CGLIB_PROCESS_CAPTURED,
  /// The same, with messages to this process's standard error: for an app's handlers.
  CGLIB_PROCESS_HANDLER,
  /// Input empty, output to this process's standard error, and a session of its own, so that Ctrl-C
  /// in the terminal does not end it: for programs that outlive the caller.
  CGLIB_PROCESS_DETACHED,
} cglib_process_kind;

/// Takes the end of a child, once.
///
/// - status: the exit status; 128 + the signal's number when a signal ended it.
/// - output: what it wrote to standard output, borrowed for the call.
/// - is_complete: false when it wrote more than the limit, for which it was killed.
typedef void (*cglib_process_ended)(int32_t status, const uint8_t *output, size_t length,
                                    bool is_complete, void *_Nullable context);

/// Starts a child without a shell; a name without a slash is looked for in PATH.
///
/// In C because GIO's asynchronous calls want callbacks with casts, and the child's set-up runs
/// between fork and exec. `ended` is called once the child has ended, also when a grandchild keeps
/// its output open. A broken pipe is ignored by the whole process from the first call on.
///
/// - arguments: the program and its arguments, ends with NULL; borrowed.
/// - folder: where it starts; NULL for this process's own. A relative program is looked for there.
/// - environment: `NAME=VALUE` texts that are set on top of this process's environment, ends with
///   NULL; borrowed.
/// - input: `input_length` bytes for its standard input, copied; read by captured children only.
/// - output_limit: bytes of output that are kept.
/// - error: gets GLib's own words when nothing could be started; owned by the caller
///   (`cglib_free`).
/// Returns a child that the caller releases with `cglib_process_release`, or NULL. `destroy` is
/// called in each case.
cglib_process *_Nullable cglib_process_start(
    cglib_process_kind kind, const char *_Nullable const *_Nonnull arguments,
    const char *_Nullable folder,
    const char *_Nullable const *_Nonnull environment, const uint8_t *_Nullable input,
    size_t input_length, size_t output_limit, cglib_process_ended ended, void *_Nullable context,
    cglib_destroy destroy, char *_Nullable *_Nonnull error);

/// Sends SIGTERM, and SIGKILL one second later. Nothing happens when the child has ended. Any thread
/// may call it.
void cglib_process_stop(cglib_process *process);

/// Gives the handle back; the child goes on, and `ended` still comes. Any thread may call it.
void cglib_process_release(cglib_process *process);

/// Splits a command line into words as a shell would quote them, without expanding anything
/// (`g_shell_parse_argv`). Any thread may call it.
///
/// - error: gets GLib's own words; owned by the caller (`cglib_free`).
/// Returns texts that the caller frees with `cglib_free_texts`, or NULL.
char *_Nullable *_Nullable cglib_split_command(const char *command,
                                               char *_Nullable *_Nonnull error);

/// Whether a program can be run: a path, or a name that is in PATH. Any thread may call it.
bool cglib_can_run(const char *program);

// MARK: Opening links

/// Takes the outcome of an opening, once.
///
/// - error: GIO's own words, borrowed for the call; NULL when a program was started, of which no more
///   is known.
typedef void (*cglib_uri_opened)(const char *_Nullable error, void *_Nullable context);

/// Opens a link with the desktop's default program for its scheme.
///
/// In C because an activation token travels in a subclass of `GAppLaunchContext`: a program whose
/// desktop file says `StartupNotify` gets it from a virtual function only, others read
/// `XDG_ACTIVATION_TOKEN` or `DESKTOP_STARTUP_ID`. The program gets a session and silent streams of
/// its own, so that neither Ctrl-C nor its output reaches the caller. Called on a `cglib_loop`'s
/// thread; `opened` is called there, during or after this call.
///
/// - uri: an absolute link; the caller has checked its scheme.
/// - token: the activation token of the click, or NULL.
void cglib_open_uri(const char *uri, const char *_Nullable token, cglib_uri_opened opened,
                    void *_Nullable context, cglib_destroy destroy);

// MARK: Logs

/// How much a message matters, by syslog's numbers (RFC 5424 §6.2.1).
typedef enum {
  CGLIB_LOG_ERROR = 3,
  CGLIB_LOG_WARNING = 4,
  CGLIB_LOG_NOTICE = 5,
  CGLIB_LOG_INFO = 6,
  CGLIB_LOG_DEBUG = 7,
} cglib_log_level;

/// One more field of a message.
typedef struct {
  /// Upper case letters, digits and underscores, as the journal wants it.
  const char *name;
  const char *value;
} cglib_log_field;

/// Writes a message through GLib's structured logging: with all fields to the journal where standard
/// error leads there, else as one plain line to standard error.
///
/// Levels above `cglib_log_threshold` are dropped. The first call takes over the writing of GLib's
/// own messages too. Any thread may call it.
void cglib_log(cglib_log_level level, const char *message, const cglib_log_field *_Nullable fields,
               size_t count);

/// Sets the least important level that is written; CGLIB_LOG_NOTICE at first. Any thread may call it.
void cglib_log_set_threshold(cglib_log_level level);

// MARK: A queue between threads

/// A queue of pointers, from any thread to the one that takes them; never freed.
typedef struct cglib_queue cglib_queue;

/// Makes an empty queue. Any thread may call it.
cglib_queue *cglib_queue_new(void);

/// Puts a pointer at the end. Any thread may call it.
void cglib_queue_push(cglib_queue *queue, void *item);

/// Takes the first pointer, and waits for one as long as there is none. Any thread may call it.
void *cglib_queue_pop(cglib_queue *queue);

/// Takes the first pointer, and waits for one no longer than so many microseconds.
///
/// Returns NULL when the time was over first. Any thread may call it.
void *_Nullable cglib_queue_pop_within(cglib_queue *queue, uint64_t microseconds);

// MARK: Text

/// Returns how many columns of a terminal a character takes: 0 for one that joins the last, such as
/// an accent, 2 for a wide one, else 1. Any thread may call it.
///
/// Not wcwidth(3), which knows no character outside of ASCII before a locale is set.
int cglib_columns(uint32_t scalar);

// MARK: The process

/// Returns the environment as `NAME=VALUE` texts, ends with NULL; the caller frees it with
/// `cglib_free_texts`. Called before the process has a second thread, which could change it.
char *_Nullable *_Nonnull cglib_environment(void);

/// Lets all threads share one heap, which takes less memory and fewer page faults than one for each.
/// Called before the process has a second thread.
void cglib_share_heap(void);

/// Makes a write to a closed pipe an error (EPIPE) instead of the end of the process. Any thread may
/// call it; children are started with the signal's own effect again.
void cglib_ignore_broken_pipes(void);

/// Whether the process ignores a signal; of SIGHUP, that it was started by nohup(1). Any thread may call
/// it; once a loop watches the signal, it is not ignored.
bool cglib_ignores_signal(int number);

/// Fills in the standard streams that the process was started without, so that no file or socket that
/// is opened later gets their numbers and what is meant for a stream: reading from, or writing to, one
/// that was filled in fails with EBADF. Called before anything else is opened.
void cglib_hold_standard_streams(void);

#pragma clang assume_nonnull end
