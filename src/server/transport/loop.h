/* An event loop: one thread that waits for sockets, timers and wake-ups by other threads.
 *
 * All functions belong to the thread that runs the loop, except loop_wake. Callbacks may add
 * and remove watches and timers. Times are ms of the loop's monotonic clock. */
#ifndef OISIN_SERVER_TRANSPORT_LOOP_H
#define OISIN_SERVER_TRANSPORT_LOOP_H

#include "base/report.h"

typedef struct Loop Loop;
typedef uint64_t LoopClock(void *context);

/* `clock` NULL: the system's monotonic clock. On failure, returns NULL and reports an error. */
Loop *loop_new(LoopClock *clock, void *context, Report *report);
/* Removes all watches; their descriptors stay open. */
void loop_free(Loop *loop);

/* The time when the loop last woke up. */
uint64_t loop_now(const Loop *loop);

/* ---- descriptors ---- */

/* Bits, those of base/system/sockets.h; errors count as both. */
enum { LOOP_READ = 1, LOOP_WRITE = 2 };

typedef struct LoopWatch LoopWatch;
typedef void LoopReady(void *context, unsigned what);

/* Calls `ready` as long as the descriptor is ready. On failure, returns NULL and reports an
 * error. */
LoopWatch *loop_watch(Loop *loop, int descriptor, unsigned what, LoopReady *ready,
                      void *context, Report *report);
void loop_watch_change(LoopWatch *watch, unsigned what);
/* Stops all callbacks. Call it before the descriptor is closed. NULL: no effect. */
void loop_remove(LoopWatch *watch);

/* ---- timers ---- */

typedef void LoopTimeout(void *context);

/* Part of its owner's struct; unset if all but function and context are zero. */
typedef struct LoopTimer {
    LoopTimeout *function;
    void *context;
    uint64_t due;
    size_t heap_index; /* 1 + index in the heap; 0: not set */
} LoopTimer;

/* Calls the function once, at `due` or soon after; UINT64_MAX: never. Replaces an earlier
 * setting. */
void loop_timer_set(Loop *loop, LoopTimer *timer, uint64_t due);
/* Sets the timer only if it is unset or later than `due`. This makes deadlines cheap that
 * move with every packet: the function finds out that it was called too early. */
void loop_timer_set_earlier(Loop *loop, LoopTimer *timer, uint64_t due);
void loop_timer_clear(Loop *loop, LoopTimer *timer);

/* ---- running ---- */

/* Calls the function before the loop waits again, after everything else: to free data that
 * may be in use. */
void loop_later(Loop *loop, LoopTimeout *function, void *context);

/* From any thread: wakes the loop, which calls `woken` once for one or more wake-ups. */
void loop_wake(Loop *loop);
void loop_on_wake(Loop *loop, LoopTimeout *woken, void *context);

/* Waits for the next events, timers or wake-ups, at most `wait` ms, and handles them. */
void loop_turn(Loop *loop, uint64_t wait);

#endif
