/* Parts, in order: watches of descriptors (epoll); loop_turn, which waits for events or the
 * next timer, calls the callbacks of events, then of timers, then those deferred by loop_later.
 */
#include "server/transport/loop_internal.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <time.h>
#include <unistd.h>

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

static uint32_t epoll_bits(unsigned what)
{
    return (what & LOOP_READ ? (uint32_t)EPOLLIN : 0) |
           (what & LOOP_WRITE ? (uint32_t)EPOLLOUT : 0);
}

LoopWatch *loop_watch(Loop *loop, int descriptor, unsigned what, LoopReady *ready,
                      void *context, Report *report)
{
    LoopWatch *watch = calloc(1, sizeof *watch);
    struct epoll_event event = {.events = epoll_bits(what), .data = {.ptr = watch}};
    if (!watch || epoll_ctl(loop->epoll, EPOLL_CTL_ADD, descriptor, &event) < 0) {
        free(watch);
        report_error(report, "cannot wait for a socket: %s", strerror(errno));
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
    struct epoll_event event = {.events = epoll_bits(what), .data = {.ptr = watch}};
    epoll_ctl(watch->loop->epoll, EPOLL_CTL_MOD, watch->descriptor, &event);
    watch->what = what;
}

void loop_remove(LoopWatch *watch)
{
    if (!watch || watch->descriptor < 0)
        return;
    epoll_ctl(watch->loop->epoll, EPOLL_CTL_DEL, watch->descriptor, NULL);
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
    uint64_t calls;
    if (read(loop->wake, &calls, sizeof calls) == sizeof calls && loop->woken)
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
    loop->epoll = epoll_create1(EPOLL_CLOEXEC);
    loop->wake = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    loop->now = loop->clock(context);
    if (loop->epoll < 0 || loop->wake < 0)
        report_error(report, "cannot wait for sockets: %s", strerror(errno));
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
    if (loop->epoll >= 0)
        close(loop->epoll);
    if (loop->wake >= 0)
        close(loop->wake);
    loop_free_timers(loop);
    free(loop);
}

void loop_wake(Loop *loop)
{
    const uint64_t one = 1;
    /* Fails only when many wake-ups are pending, which is sufficient. */
    if (write(loop->wake, &one, sizeof one) < 0)
        return;
}

void loop_on_wake(Loop *loop, LoopTimeout *woken, void *context)
{
    loop->woken = woken;
    loop->woken_context = context;
}

static int wait_for(Loop *loop, uint64_t wait)
{
    if (loop->later_count)
        return 0;
    if (loop->timer_count) {
        const uint64_t now = loop->clock(loop->clock_context), due = loop->heap[0]->due;
        const uint64_t left = due > now ? due - now : 0;
        wait = left < wait ? left : wait;
    }
    return (int)(wait < WAIT_MAX ? wait : WAIT_MAX);
}

void loop_turn(Loop *loop, uint64_t wait)
{
    struct epoll_event events[EVENTS];
    const int count = epoll_wait(loop->epoll, events, EVENTS, wait_for(loop, wait));
    loop->now = loop->clock(loop->clock_context);
    for (int i = 0; i < count; i++) {
        const LoopWatch *watch = events[i].data.ptr;
        const uint32_t bits = events[i].events;
        const unsigned what = (bits & (uint32_t)EPOLLIN ? LOOP_READ : 0) |
                              (bits & (uint32_t)EPOLLOUT ? LOOP_WRITE : 0) |
                              (bits & (uint32_t)(EPOLLERR | EPOLLHUP) ? 3u : 0);
        if (watch->descriptor >= 0)
            watch->ready(watch->context, what);
    }
    loop_call_timers(loop);
    loop_call_later(loop);
}
