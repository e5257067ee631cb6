/* Private to arena.c and arena_image.c: the blocks of an arena. */
#ifndef OISIN_BASE_ARENA_INTERNAL_H
#define OISIN_BASE_ARENA_INTERNAL_H

#include "base/arena.h"

typedef struct Block {
    struct Block *next;
    size_t size, used;
    _Alignas(16) uint8_t data[];
} Block;

/* A registered resource that is not memory of the arena. */
typedef struct Owned {
    struct Owned *older;
    ArenaRelease *release;
    void *thing;
} Owned;

struct Arena {
    Guarded guarded; /* must be first: a memory guard casts it back to the arena */
    Block *first;    /* the block being filled, followed by older and large blocks */
    Owned *owned;    /* the newest first */
    size_t taken, limit, next_size;
};

#endif
