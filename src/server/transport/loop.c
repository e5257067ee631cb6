/* Parts, in order: watches of descriptors; loop_turn, which waits for events or the
 * next timer, calls the callbacks of events, then of timers, then those deferred by loop_later.
 */
#include "server/transport/loop_internal.h"

#include <errno.h>
#include <stdlib.h>
#include <time.h>

enum { EVENTS = 256, WAIT_MAX = 3600 * 1000 /* ms */ };

struct LoopWatch {
    Loop *loop;
    int descriptor; /* -1: removed */
    unsigned what;
    LoopReady *ready;
    void *context;
    LoopWatch *next, **link; /* list of all watches */
};

static uint64_t clock_of_system(void *context)
{
    (void)context;
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (uint64_t)time.tv_sec * 1000 + (uint64_t)time.tv_nsec / 1000000;
}

/* ---- descriptors ---- */

LoopWatch *loop_watch(Loop *loop, int descriptor, unsigned what, LoopReady *ready,
                      void *context, Report *report)
{
    LoopWatch *watch = calloc(1, sizeof *watch);
    if (!watch || !poller_add(loop->poller, descriptor, what, watch)) {
        free(watch);
        report_error(report, "cannot wait for a socket: %s", socket_reason(errno));
        return NULL;
    }
    *watch = (LoopWatch){loop, descriptor, what, ready, context, loop->watches, &loop->watches};
    if (watch->next)
        watch->next->link = &watch->next;
    loop->watches = watch;
    return watch;
}

void loop_watch_change(LoopWatch *watch, unsigned what)
{
    if (what == watch->what)
        return;
    poller_change(watch->loop->poller, watch->descriptor, what, watch);
    watch->what = what;
}

void loop_remove(LoopWatch *watch)
{
    if (!watch || watch->descriptor < 0)
        return;
    poller_remove(watch->loop->poller, watch->descriptor);
    watch->descriptor = -1;
    *watch->link = watch->next;
    if (watch->next)
        watch->next->link = watch->link;
    loop_later(watch->loop, free, watch); /* pending events may still refer to it */
}

/* ---- running ---- */

static void take_wake(void *context, unsigned what)
{
    (void)what;
    Loop *loop = context;
    if (wake_take(loop->wake) && loop->woken)
        loop->woken(loop->woken_context);
}

Loop *loop_new(LoopClock *clock, void *context, Report *report)
{
    Loop *loop = calloc(1, sizeof *loop);
    if (!loop) {
        report_error(report, "cannot wait for sockets: %s", strerror(errno));
        return NULL;
    }
    loop->clock = clock ? clock : clock_of_system;
    loop->clock_context = context;
    loop->poller = poller_new();
    loop->wake = wake_new();
    loop->now = loop->clock(context);
    if (!loop->poller || loop->wake < 0)
        report_error(report, "cannot wait for sockets: %s", socket_reason(errno));
    else if (loop_watch(loop, loop->wake, LOOP_READ, take_wake, loop, report))
        return loop;
    loop_free(loop);
    return NULL;
}

void loop_free(Loop *loop)
{
    if (!loop)
        return;
    loop_call_later(loop);
    while (loop->watches) {
        LoopWatch *watch = loop->watches;
        loop->watches = watch->next;
        free(watch);
    }
    poller_free(loop->poller);
    socket_close(loop->wake);
    loop_free_timers(loop);
    free(loop);
}

void loop_wake(Loop *loop) { wake_send(loop->wake); }

void loop_on_wake(Loop *loop, LoopTimeout *woken, void *context)
{
    loop->woken = woken;
    loop->woken_context = context;
}

static unsigned wait_for(Loop *loop, uint64_t wait)
{
    if (loop->later_count)
        return 0;
    if (loop->timer_count) {
        const uint64_t now = loop->clock(loop->clock_context), due = loop->heap[0]->due;
        const uint64_t left = due > now ? due - now : 0;
        wait = left < wait ? left : wait;
    }
    return (unsigned)(wait < WAIT_MAX ? wait : WAIT_MAX);
}

void loop_turn(Loop *loop, uint64_t wait)
{
    PollerEvent events[EVENTS];
    const size_t count = poller_wait(loop->poller, wait_for(loop, wait), events, EVENTS);
    loop->now = loop->clock(loop->clock_context);
    for (size_t i = 0; i < count; i++) {
        const LoopWatch *watch = events[i].owner;
        if (watch->descriptor >= 0)
            watch->ready(watch->context, events[i].what);
    }
    loop_call_timers(loop);
    loop_call_later(loop);
}
