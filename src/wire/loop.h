/* One thread that waits for many sockets, timers and a call from another thread: epoll.
 *
 * Everything here belongs to the thread that runs the loop, but loop_wake. Functions called by
 * the loop may watch, forget and set timers as they like. Times are milliseconds of the
 * loop's clock, which does not go back. */
#ifndef OISIN_WIRE_LOOP_H
#define OISIN_WIRE_LOOP_H

#include "base/report.h"

typedef struct Loop Loop;
typedef uint64_t LoopClock(void *context);

/* `clock` NULL: the system's monotonic clock. NULL and a report if the system has no more. */
Loop *loop_new(LoopClock *clock, void *context, Report *report);
/* What is still watched is forgotten; its descriptors stay open. */
void loop_free(Loop *loop);

/* The time when the loop woke up last. */
uint64_t loop_now(const Loop *loop);

/* ---- descriptors ---- */

enum { LOOP_READ = 1, LOOP_WRITE = 2 }; /* bits; errors count as both */

typedef struct LoopWatch LoopWatch;
typedef void LoopReady(void *context, unsigned what);

/* Calls `ready` as long as the descriptor is; NULL and a report if the system has no more. */
LoopWatch *loop_watch(Loop *loop, int descriptor, unsigned what, LoopReady *ready,
                      void *context, Report *report);
void loop_watch_change(LoopWatch *watch, unsigned what);
/* It is never called again. Before the descriptor is closed. NULL: nothing. */
void loop_remove(LoopWatch *watch);

/* ---- timers ---- */

typedef void LoopTimeout(void *context);

/* Lives in its owner's struct; all zero but function and context: not set. */
typedef struct LoopTimer {
    LoopTimeout *function;
    void *context;
    uint64_t due;
    size_t place; /* 1 + its place in the heap; 0: not set */
} LoopTimer;

/* Calls it once, at that time or soon after; UINT64_MAX: never. Sets it anew if it was set. */
void loop_timer_set(Loop *loop, LoopTimer *timer, uint64_t due);
/* Sets it only if it would be called later than that, or not at all: a deadline that moves away
 * with every packet costs nothing, the function finds out that it came too early. */
void loop_timer_set_earlier(Loop *loop, LoopTimer *timer, uint64_t due);
void loop_timer_clear(Loop *loop, LoopTimer *timer);

/* ---- running ---- */

/* Calls it before the loop waits again, after everything else: to free what may be in use. */
void loop_later(Loop *loop, LoopTimeout *function, void *context);

/* From any thread: the loop wakes up and calls `woken`, once for one or more calls. */
void loop_wake(Loop *loop);
void loop_on_wake(Loop *loop, LoopTimeout *woken, void *context);

/* Waits for the next events, timers or calls, `wait` milliseconds at most, and handles them. */
void loop_turn(Loop *loop, uint64_t wait);

#endif
