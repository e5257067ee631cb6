/* Internal declarations of the loop. A page has the timers, and other functions than loop.c
 * (web/connection.c). */
#ifndef OISIN_SERVER_TRANSPORT_LOOP_INTERNAL_H
#define OISIN_SERVER_TRANSPORT_LOOP_INTERNAL_H

#include "base/system/sockets.h"
#include "server/transport/loop.h"

typedef struct Later {
    LoopTimeout *function;
    void *context;
} Later;

struct Loop {
    Poller *poller;
    int wake; /* of wake_new */
    LoopClock *clock;
    void *clock_context;
    uint64_t now;
    LoopWatch *watches;
    LoopTimer **heap; /* earliest first; the children of i are 2i + 1 and 2i + 2 */
    size_t timer_count, timer_capacity;
    Later *later;
    size_t later_count, later_capacity;
    LoopTimeout *woken;
    void *woken_context;
};

void loop_call_timers(Loop *loop);
void loop_call_later(Loop *loop);
void loop_free_timers(Loop *loop);

#endif
