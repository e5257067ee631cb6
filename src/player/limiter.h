/* A limiter: keeps a sum of sounds below full scale without clipping.
 *
 * The output is late by LIMITER_AHEAD, so the volume can sink before a peak comes. Per frame:
 *
 *     needed  the gain at which the louder channel is at most LIMITER_CEILING, at most 1
 *     lowest  the minimum of `needed` over the last LIMITER_AHEAD
 *     eased   falls to `lowest` at once, rises to it slowly (LIMITER_RELEASE)
 *     gain    the mean of `eased` over the last LIMITER_AHEAD
 *
 * When a frame leaves, every value of that mean was at most the gain which it needs. Quiet
 * sound has gain 1 and is only delayed. Integers only: the same input has the same output
 * everywhere. */
#ifndef OISIN_PLAYER_LIMITER_H
#define OISIN_PLAYER_LIMITER_H

#include "base/arena.h"
#include "player/music_track.h"

enum {
    LIMITER_AHEAD = 5,       /* 1/1000 s */
    LIMITER_RELEASE = 60,    /* 1/1000 s: the time constant */
    LIMITER_CEILING = 32391, /* -0.1 dB */
    LIMITER_UNIT = 1 << 16,  /* unit of gains */
};

typedef struct Limiter {
    uint32_t ahead, release; /* frames */
    Frame *delayed;          /* ring buffers of `ahead` elements */
    uint32_t *eased_gains;
    uint32_t *needed;      /* a queue of rising gains: candidates for the minimum ... */
    uint64_t *when;        /* ... and their frames */
    uint32_t first, count; /* of the queue */
    uint64_t at;           /* frames so far */
    uint64_t sum;          /* of `eased_gains` */
    uint64_t eased;        /* in 1/65536 of LIMITER_UNIT: it must rise by small steps */
} Limiter;

/* `rate`: frames per second, at least 1000. The memory is that of the arena. */
void limiter_begin(Limiter *limiter, uint32_t rate, Arena *arena);
/* Forgets the frames that were not returned yet. */
void limiter_clear(Limiter *limiter);
/* Takes a frame, returns the one of LIMITER_AHEAD before; first come silent ones. */
Frame limiter_next(Limiter *limiter, Frame frame);

#endif
