/* An arena owns everything built for one job and frees it at once.
 *
 * Whoever starts the job makes the arena; functions that build a result take
 * an `Arena *` and say so by that. Nothing taken from an arena is freed alone.
 * An arena belongs to one thread; a task makes its own and hands it over
 * with its result (`arena_adopt`).
 *
 * Memory that runs out leaves by `memory_out` (memory_guard.h), which never returns: it jumps
 * back to the guard of the job, if there is one, or ends the program with status 1. */
#ifndef OISIN_BASE_ARENA_H
#define OISIN_BASE_ARENA_H

#include "base/bytes.h"
#include "base/memory_guard.h"

#include <stdarg.h>

typedef struct Arena Arena;

/* A new, empty arena. */
Arena *arena_new(void);
void arena_free(Arena *arena);

/* Everything taken since is free; the arena can be used again, and keeps at most 1 MiB for
 * that, so that a job done again and again asks for no memory after a while. */
void arena_reset(Arena *arena);

/* At most `size` bytes may be taken in all; 0 (the default) is no limit. */
void arena_limit(Arena *arena, size_t size);

/* Bytes taken so far, with what alignment and block ends waste. */
size_t arena_used(const Arena *arena);

/* Zeroed memory for `count` things of `size` bytes, aligned for any type; never NULL. */
void *arena_take(Arena *arena, size_t count, size_t size);

/* As `arena_take`, but the memory's content is undefined: for large buffers
 * that are about to be filled. */
void *arena_take_raw(Arena *arena, size_t count, size_t size);

/* Gives back the end of what was taken last: of `size` bytes at `memory` only the
 * first `kept` stay. For buffers whose need is known only afterwards. */
void arena_give_back(Arena *arena, void *memory, size_t size, size_t kept);

/* Makes room for one more element of `size` bytes behind the `count` in
 * `array`, which may move; returns the array. Capacities double, so `count`
 * must grow one by one from 0 or from what this function was given before. */
void *arena_grow(Arena *arena, void *array, size_t count, size_t size);

/* Copies; the text copy is followed by a zero byte. */
Bytes arena_copy(Arena *arena, Bytes bytes);
Text arena_text(Arena *arena, Text text);
Text arena_format(Arena *arena, const char *format, ...) __attribute__((format(printf, 2, 3)));
Text arena_vformat(Arena *arena, const char *format, va_list arguments);

/* `arena` owns `thing` too, which is not its memory (a tree, a parser, a file): `release` is
 * called when the arena is freed or reset, for the youngest thing first, before any memory of
 * the arena is free; it must not be on the stack. If there is no memory for a note of it, the
 * thing is released at once. */
typedef void ArenaRelease(void *thing);
void arena_own(Arena *arena, ArenaRelease *release, void *thing);
/* At once, for what is large or one of many; NULL is nothing. The younger it is, the quicker.
 */
void arena_release(Arena *arena, const void *thing);

/* `arena` now owns all that `child` owned; `child` is gone. */
void arena_adopt(Arena *arena, Arena *child);

/* Bytes together with the arena that they are borrowed from (its memory, or a mapped file that
 * it owns). Bytes alone say nothing of how long they last; a struct that keeps bytes beyond the
 * call that made them holds one of these, or names the arena that outlives it. Clearing the two
 * together is what keeps a pointer from outliving its memory. */
typedef struct OwnedBytes {
    Bytes bytes;
    Arena *owner; /* NULL: nothing is owned, and `bytes` is empty */
} OwnedBytes;

/* Frees the arena and clears both. */
void owned_bytes_free(OwnedBytes *owned);
/* Hands the bytes over to `arena`, which adopts their owner: they last as long as it does. */
Bytes owned_bytes_move(OwnedBytes *owned, Arena *arena);

/* For tests: the n-th take or new arena from now, in any thread, fails (0: none does). */
void arena_fail_at(size_t n);

#define ARENA_TAKE(arena, type, count) ((type *)arena_take((arena), (count), sizeof(type)))
#define ARENA_PUSH(arena, array, count)                                                        \
    ((array) = arena_grow((arena), (array), (count), sizeof *(array)), &(array)[(count)++])

#endif
