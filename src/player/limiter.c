/* Parts, in order: the four gains of the header; the next frame. The running minimum is a queue
 * of increasing gains, so each frame costs constant time on average. */
#include "player/limiter.h"

#include <stdlib.h>
#include <string.h>

void limiter_begin(Limiter *limiter, uint32_t rate, Arena *arena)
{
    *limiter = (Limiter){.ahead = rate * LIMITER_AHEAD / 1000,
                         .release = rate / 1000 * LIMITER_RELEASE};
    limiter->delayed = ARENA_ALLOC(arena, Frame, limiter->ahead);
    limiter->eased_gains = ARENA_ALLOC(arena, uint32_t, limiter->ahead);
    limiter->needed = ARENA_ALLOC(arena, uint32_t, limiter->ahead);
    limiter->when = ARENA_ALLOC(arena, uint64_t, limiter->ahead);
    limiter_clear(limiter);
}

void limiter_clear(Limiter *limiter)
{
    memset(limiter->delayed, 0, limiter->ahead * sizeof *limiter->delayed);
    for (uint32_t i = 0; i < limiter->ahead; i++)
        limiter->eased_gains[i] = LIMITER_UNIT;
    limiter->count = 0;
    limiter->eased = (uint64_t)LIMITER_UNIT << 16;
    limiter->sum = (uint64_t)LIMITER_UNIT * limiter->ahead;
}

static uint32_t needed_gain(Frame frame)
{
    const int64_t left = llabs(frame.left), right = llabs(frame.right);
    const int64_t peak = left > right ? left : right;
    return peak > LIMITER_CEILING ? (uint32_t)((int64_t)LIMITER_CEILING * LIMITER_UNIT / peak)
                                  : LIMITER_UNIT;
}

/* The minimum of the last `ahead` gains: larger ones before a smaller one never count again,
 * so the queue rises, and its first element is the minimum. */
static uint32_t lowest_gain(Limiter *limiter, uint32_t gain)
{
    const uint32_t size = limiter->ahead;
    if (limiter->count && limiter->when[limiter->first] + size <= limiter->at) {
        limiter->first = (limiter->first + 1) % size;
        limiter->count--;
    }
    while (limiter->count &&
           limiter->needed[(limiter->first + limiter->count - 1) % size] >= gain)
        limiter->count--;
    const uint32_t last = (limiter->first + limiter->count++) % size;
    limiter->needed[last] = gain;
    limiter->when[last] = limiter->at;
    return limiter->needed[limiter->first];
}

static uint32_t eased_gain(Limiter *limiter, uint32_t lowest)
{
    const uint64_t to = (uint64_t)lowest << 16;
    if (to <= limiter->eased)
        limiter->eased = to;
    else
        limiter->eased += (to - limiter->eased + limiter->release - 1) / limiter->release;
    return (uint32_t)(limiter->eased >> 16);
}

Frame limiter_next(Limiter *limiter, Frame frame)
{
    const uint32_t slot = (uint32_t)(limiter->at % limiter->ahead);
    const uint32_t eased = eased_gain(limiter, lowest_gain(limiter, needed_gain(frame)));
    limiter->sum += eased;
    limiter->sum -= limiter->eased_gains[slot];
    limiter->eased_gains[slot] = eased;
    limiter->delayed[slot] = frame;
    limiter->at++;
    /* The oldest frame of the window: its gain is complete now. */
    const Frame out = limiter->delayed[limiter->at % limiter->ahead];
    const int64_t gain = (int64_t)(limiter->sum / limiter->ahead);
    return (Frame){(int32_t)(out.left * gain / LIMITER_UNIT),
                   (int32_t)(out.right * gain / LIMITER_UNIT)};
}
