/* An arena owns everything built for one job and frees it at once.
 *
 * Whoever starts the job makes the arena; functions that build a result take
 * an `Arena *` and say so by that. Nothing taken from an arena is freed alone.
 * An arena belongs to one thread; a task makes its own and hands it over
 * with its result (`arena_adopt`).
 *
 * Memory that runs out leaves by one exit: the arena's `failed` function,
 * which never returns. The default prints one line and ends the program with
 * status 1; a library entry sets one that jumps back to the caller. */
#ifndef OISIN_BASE_ARENA_H
#define OISIN_BASE_ARENA_H

#include "base/bytes.h"

#include <stdarg.h>

typedef struct Arena Arena;
typedef void ArenaFailed(void *context, size_t size);

/* A new, empty arena; leaves by the default exit if there is no memory. */
Arena *arena_new(void);
void arena_free(Arena *arena);

/* Everything taken since is free; the arena can be used again, and keeps at most 1 MiB for
 * that, so that a job done again and again asks for no memory after a while. */
void arena_reset(Arena *arena);

/* Where to go when memory runs out; `failed` must not return. */
void arena_on_failure(Arena *arena, ArenaFailed *failed, void *context);

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

/* `arena` now owns all that `child` owned; `child` is gone. */
void arena_adopt(Arena *arena, Arena *child);

/* Test builds: the n-th take from now, in any arena, fails (0: none does). */
void arena_fail_at(size_t n);

#define ARENA_TAKE(arena, type, count) ((type *)arena_take((arena), (count), sizeof(type)))
#define ARENA_PUSH(arena, array, count)                                                        \
    ((array) = arena_grow((arena), (array), (count), sizeof *(array)), &(array)[(count)++])

#endif
