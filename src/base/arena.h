/* An arena owns all memory of one job and frees it at once.
 *
 * A job is one task with a beginning and an end: to convert a file, to advance a tick, to
 * answer a request. Its caller creates the arena; functions that build a result accept an
 * `Arena *` and allocate from it. Allocations are never freed one by one, so there is no
 * ownership to track inside a job and no cleanup on error paths. An arena belongs to one
 * thread; a task allocates from its own and passes it on with its result (`arena_adopt`).
 *
 * Allocation does not fail: if memory runs out, control leaves through `memory_out`
 * (memory_guard.h), which never returns. It jumps back to the guard of the job, if there is
 * one, or ends the program with status 1. */
#ifndef OISIN_BASE_ARENA_H
#define OISIN_BASE_ARENA_H

#include "base/bytes.h"
#include "base/memory_guard.h"
#include "base/printf_like.h"

#include <stdarg.h>

typedef struct Arena Arena;

/* A new, empty arena. */
Arena *arena_new(void);
/* The same; it is freed when `parent` is freed or reset, and must not be freed otherwise. For
 * parts of a job that are reset more often. */
Arena *arena_new_within(Arena *parent);
void arena_free(Arena *arena);

/* Frees all allocations since the arena was created or reset. The arena can be used again and
 * keeps at most 1 MiB for that, so that a repeated job soon stops calling the allocator. */
void arena_reset(Arena *arena);

/* Limits the sum of all allocations to `size` bytes; 0 (the default) means no limit. */
void arena_limit(Arena *arena, size_t size);

/* Bytes allocated so far, including padding for alignment and at block ends. */
size_t arena_used(const Arena *arena);

/* Zeroed memory for `count` elements of `size` bytes, aligned for any type; never NULL. */
void *arena_alloc(Arena *arena, size_t count, size_t size);

/* As `arena_alloc`, but the memory's content is undefined: for large buffers
 * that are about to be filled. */
void *arena_alloc_raw(Arena *arena, size_t count, size_t size);

/* Returns the end of the latest allocation: of `size` bytes at `memory` only the first `kept`
 * stay. For buffers whose final size is known only after they were filled. */
void arena_shrink(Arena *arena, void *memory, size_t size, size_t kept);

/* Reserves space for one more element of `size` bytes after the `count` elements in `array`,
 * which may move; returns the array. Capacities double, so `count` must grow one by one, from 0
 * or from the count that was passed before. */
void *arena_grow(Arena *arena, void *array, size_t count, size_t size);

/* The same for an array of which elements are also removed: it has space for `*capacity`
 * elements (0 and NULL: none yet), which is updated. */
void *arena_reserve(Arena *arena, void *array, size_t count, size_t *capacity, size_t size);

/* Copies; the text copy is followed by a zero byte. */
Bytes arena_copy(Arena *arena, Bytes bytes);
Text arena_text(Arena *arena, Text text);
/* Both, one after the other; much faster than arena_format. */
Text arena_join(Arena *arena, Text first, Text second);
Text arena_format(Arena *arena, const char *format, ...) PRINTF_LIKE(2, 3);
Text arena_vformat(Arena *arena, const char *format, va_list arguments);

/* Registers a resource other than memory (a tree, a parser, a file): `release` is called when
 * the arena is freed or reset, newest resource first, before any memory of the arena is freed.
 * The resource must not be on the stack. If there is no memory to register it, it is released
 * immediately. */
typedef void ArenaRelease(void *thing);
void arena_own(Arena *arena, ArenaRelease *release, void *thing);
/* Releases a registered resource immediately: for large resources, or many of them. NULL is
 * ignored. Recently registered resources are found faster. */
void arena_release(Arena *arena, const void *thing);

/* Moves all memory and resources of `child` to `arena`, and frees `child`. */
void arena_adopt(Arena *arena, Arena *child);

/* Bytes together with the arena that owns them (as its memory, or as a mapped file registered
 * with it). A plain `Bytes` does not record how long it is valid. A struct that stores bytes
 * beyond the call that produced them holds an OwnedBytes, or names the arena that outlives it.
 * Both members are cleared together, so no pointer outlives its memory. */
typedef struct OwnedBytes {
    Bytes bytes;
    Arena *owner; /* NULL: owns nothing, and `bytes` is empty */
} OwnedBytes;

/* Frees the arena and clears both. */
void owned_bytes_free(OwnedBytes *owned);
/* Transfers ownership to `arena`: the bytes are valid as long as it is. */
Bytes owned_bytes_move(OwnedBytes *owned, Arena *arena);

/* For tests: the n-th allocation or new arena from now on, in any thread, fails (0: none). */
void arena_fail_at(size_t n);

#define ARENA_ALLOC(arena, type, count) ((type *)arena_alloc((arena), (count), sizeof(type)))
#define ARENA_PUSH(arena, array, count)                                                        \
    ((array) = arena_grow((arena), (array), (count), sizeof *(array)), &(array)[(count)++])

#endif
