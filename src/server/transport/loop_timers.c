/* Timers of a loop, in a binary heap ordered by due time, and deferred calls. */
#include "server/transport/loop_internal.h"

#include <stdlib.h>

/* The only allocations of a loop after its start. */
static void *grow(void *list, size_t count, size_t *capacity, size_t size)
{
    if (count < *capacity)
        return list;
    *capacity = *capacity ? *capacity * 2 : 64;
    void *grown = realloc(list, *capacity * size);
    if (!grown)
        abort();
    return grown;
}

static void put_timer(Loop *loop, LoopTimer *timer, size_t at)
{
    loop->heap[at] = timer;
    timer->heap_index = at + 1;
}

static void timer_up(Loop *loop, LoopTimer *timer, size_t at)
{
    while (at && loop->heap[(at - 1) / 2]->due > timer->due) {
        put_timer(loop, loop->heap[(at - 1) / 2], at);
        at = (at - 1) / 2;
    }
    put_timer(loop, timer, at);
}

static void timer_down(Loop *loop, LoopTimer *timer, size_t at)
{
    for (;;) {
        size_t child = 2 * at + 1;
        if (child + 1 < loop->timer_count &&
            loop->heap[child + 1]->due < loop->heap[child]->due)
            child++;
        if (child >= loop->timer_count || loop->heap[child]->due >= timer->due)
            break;
        put_timer(loop, loop->heap[child], at);
        at = child;
    }
    put_timer(loop, timer, at);
}

void loop_timer_clear(Loop *loop, LoopTimer *timer)
{
    if (!timer->heap_index)
        return;
    const size_t at = timer->heap_index - 1;
    timer->heap_index = 0;
    LoopTimer *last = loop->heap[--loop->timer_count];
    if (last == timer)
        return;
    if (at && loop->heap[(at - 1) / 2]->due > last->due)
        timer_up(loop, last, at);
    else
        timer_down(loop, last, at);
}

void loop_timer_set(Loop *loop, LoopTimer *timer, uint64_t due)
{
    loop_timer_clear(loop, timer);
    if (due == UINT64_MAX)
        return;
    timer->due = due;
    loop->heap =
        grow(loop->heap, loop->timer_count, &loop->timer_capacity, sizeof(LoopTimer *));
    timer_up(loop, timer, loop->timer_count++);
}

void loop_timer_set_earlier(Loop *loop, LoopTimer *timer, uint64_t due)
{
    if (!timer->heap_index || due < timer->due)
        loop_timer_set(loop, timer, due);
}

/* A timer that sets itself for now is called in the next turn. */
void loop_call_timers(Loop *loop)
{
    for (size_t max = loop->timer_count;
         max && loop->timer_count && loop->heap[0]->due <= loop->now; max--) {
        LoopTimer *timer = loop->heap[0];
        loop_timer_clear(loop, timer);
        timer->function(timer->context);
    }
}

uint64_t loop_now(const Loop *loop) { return loop->now; }

void loop_later(Loop *loop, LoopTimeout *function, void *context)
{
    loop->later = grow(loop->later, loop->later_count, &loop->later_capacity, sizeof(Later));
    loop->later[loop->later_count++] = (Later){function, context};
}

/* Callbacks may add more. */
void loop_call_later(Loop *loop)
{
    for (size_t i = 0; i < loop->later_count; i++) {
        const Later later = loop->later[i];
        later.function(later.context);
    }
    loop->later_count = 0;
}

void loop_free_timers(Loop *loop)
{
    free(loop->heap);
    free(loop->later);
}
