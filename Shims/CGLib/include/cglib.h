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
/// Returns a loop that is never freed. Any thread may call it. Aborts when no thread can be made, as
/// GLib does.
cglib_loop *cglib_loop_start(const char *name);

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

/// Ends a timer or a signal's watch. Nothing happens when it has ended already.
///
/// Any thread may call it; called on another thread than the loop's, the function may run once more.
void cglib_loop_cancel(cglib_loop *loop, uint32_t number);

/// Whether the calling thread is the loop's.
bool cglib_loop_is_current(cglib_loop *loop);

#pragma clang assume_nonnull end
