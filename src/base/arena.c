/* Parts, in order: failures for tests; arenas and what they own; blocks; allocation and arrays
 * that grow; copies and texts; moving memory to another arena. Blocks double in size up to 1
 * MiB, so most allocations only advance a pointer. */
#include "base/arena_internal.h"

#include "base/progress.h"

#include <assert.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

/* ALIGNMENT is enough for any type, including vectors of 16 bytes. */
enum { BLOCK_MIN = 4096, BLOCK_MAX = 1 << 20, ALIGNMENT = 16 };

/* Under AddressSanitizer, free the blocks on reset so that use after reset is reported. */
#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define KEEPS_BLOCKS 0
#endif
#elif defined(__SANITIZE_ADDRESS__)
#define KEEPS_BLOCKS 0
#endif
#ifndef KEEPS_BLOCKS
#define KEEPS_BLOCKS 1
#endif

/* gcc's analyzer does not track memory that is stored in a list of blocks. */
#ifndef __clang__
#pragma GCC diagnostic ignored "-Wanalyzer-malloc-leak"
#endif

static atomic_size_t takes_until_failure;

/* If several threads count at the same time, the counter may pass 0. That is harmless: the next
 * failure is then 2^64 calls away. */
static bool fails_now(void)
{
    return atomic_load_explicit(&takes_until_failure, memory_order_relaxed) &&
           atomic_fetch_sub(&takes_until_failure, 1) == 1;
}

void arena_fail_at(size_t n) { atomic_store(&takes_until_failure, n); }

static void release_arena(Guarded *guarded) { arena_free((Arena *)guarded); }

/* Never NULL: a lack of memory ends the job through the guard (memory_out). */
Arena *arena_new(void)
{
    Arena *arena = fails_now() ? NULL : calloc(1, sizeof *arena);
    if (!arena)
        memory_out(sizeof *arena);
    arena->next_size = BLOCK_MIN;
    guarded_add(&arena->guarded, release_arena);
    return arena;
}

static void free_blocks(Block *block)
{
    while (block) {
        Block *next = block->next;
        free(block);
        block = next;
    }
}

/* The entry is removed before the release: the release may call arena functions. */
static void release_first(Owned **first)
{
    Owned *owned = *first;
    *first = owned->older;
    owned->release(owned->thing);
    free(owned);
}

/* In the reverse order: later resources may use earlier ones. */
static void release_owned(Arena *arena)
{
    while (arena->owned)
        release_first(&arena->owned);
}

/* An arena that is reset repeatedly soon has one block that is large enough. */
void arena_reset(Arena *arena)
{
    release_owned(arena);
    Block *kept = arena->first;
    arena->taken = 0;
    if (!kept)
        return;
    free_blocks(kept->next);
    kept->next = NULL;
    kept->used = 0;
    if (KEEPS_BLOCKS && kept->size <= BLOCK_MAX)
        return;
    free(kept);
    arena->first = NULL;
    arena->next_size = BLOCK_MIN;
}

/* NULL is allowed. */
void arena_free(Arena *arena)
{
    if (!arena)
        return;
    guarded_remove(&arena->guarded);
    release_owned(arena);
    free_blocks(arena->first);
    free(arena);
}

static void free_within(void *arena) { arena_free(arena); }

/* If memory runs out, the guard frees the parent, and that its own; the guard must not free it
 * as well. */
Arena *arena_new_within(Arena *parent)
{
    Arena *arena = arena_new();
    guarded_remove(&arena->guarded);
    arena_own(parent, free_within, arena);
    return arena;
}

void arena_limit(Arena *arena, size_t size) { arena->limit = size; }

size_t arena_used(const Arena *arena) { return arena->taken; }

/* A large allocation gets its own block, linked after the first, which continues to be filled.
 * If it must be zeroed, the system does that: it provides empty pages when they are first used,
 * so that a large table of which little is used costs little. `*zeroed`: in: wanted, out: done.
 */
static Block *block_new(Arena *arena, size_t min, bool *zeroed)
{
    progress_poll();
    const bool large = min > arena->next_size / 2;
    const size_t size = large ? min : arena->next_size;
    if (!large && arena->next_size < BLOCK_MAX)
        arena->next_size *= 2;
    *zeroed = *zeroed && large;
    Block *block = *zeroed ? calloc(1, sizeof *block + size) : malloc(sizeof *block + size);
    if (!block)
        memory_out(size);
    block->size = size;
    block->used = 0;
    if (large && arena->first) {
        block->next = arena->first->next;
        arena->first->next = block;
    } else {
        block->next = arena->first;
        arena->first = block;
    }
    return block;
}

static size_t aligned(size_t size) { return (size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT; }

/* The latest allocation is in the first block or, if it was large, in the one after it. */
void arena_shrink(Arena *arena, void *memory, size_t size, size_t kept)
{
    const size_t before = aligned(size), after = aligned(kept);
    for (Block *block = arena->first; block; block = block == arena->first ? block->next : NULL)
        if ((uint8_t *)memory + before == block->data + block->used) {
            block->used -= before - after;
            arena->taken -= before - after;
            return;
        }
}

/* The first block is the only one that is filled further: looking for space in others would
 * cost more than it saves. */
static void *allocate(Arena *arena, size_t count, size_t size, bool *zeroed)
{
    if (size && count > (SIZE_MAX / 2 - sizeof(Block)) / size)
        memory_out(SIZE_MAX);
    const size_t wanted = aligned(count * size);
    /* More may be taken than the limit: arena_adopt does not check it. */
    const size_t left = arena->limit > arena->taken ? arena->limit - arena->taken : 0;
    if (fails_now() || (arena->limit && wanted > left))
        memory_out(wanted);
    Block *block = arena->first;
    if (!block || block->size - block->used < wanted)
        block = block_new(arena, wanted, zeroed);
    else
        *zeroed = false;
    void *memory = block->data + block->used;
    block->used += wanted;
    arena->taken += wanted;
    return memory;
}

void *arena_alloc_raw(Arena *arena, size_t count, size_t size)
{
    bool zeroed = false;
    return allocate(arena, count, size, &zeroed);
}

void *arena_alloc(Arena *arena, size_t count, size_t size)
{
    bool zeroed = true;
    void *memory = allocate(arena, count, size, &zeroed);
    if (!zeroed)
        memset(memory, 0, count * size);
    return memory;
}

/* Doubles at powers of two, so that no capacity must be stored; for arrays that are only
 * appended to. */
void *arena_grow(Arena *arena, void *array, size_t count, size_t size)
{
    enum { FIRST = 8 };
    assert(array || !count);
    if (array && (count < FIRST || (count & (count - 1))))
        return array;
    void *larger = arena_alloc(arena, count < FIRST ? FIRST : count * 2, size);
    if (count)
        memcpy(larger, array, count * size);
    return larger;
}

void *arena_reserve(Arena *arena, void *array, size_t count, size_t *capacity, size_t size)
{
    enum { FIRST = 16 };
    assert(count <= *capacity);
    if (count < *capacity)
        return array;
    *capacity = *capacity ? 2 * *capacity : FIRST;
    void *larger = arena_alloc(arena, *capacity, size);
    if (count)
        memcpy(larger, array, count * size);
    return larger;
}

Bytes arena_copy(Arena *arena, Bytes bytes)
{
    uint8_t *copy = arena_alloc_raw(arena, bytes.size, 1);
    if (bytes.size)
        memcpy(copy, bytes.data, bytes.size);
    return (Bytes){copy, bytes.size};
}

Text arena_text(Arena *arena, Text text) { return arena_join(arena, text, TEXT("")); }

Text arena_join(Arena *arena, Text first, Text second)
{
    const size_t size = first.size + second.size;
    char *copy = arena_alloc_raw(arena, size + 1, 1);
    if (first.size)
        memcpy(copy, first.at, first.size);
    if (second.size)
        memcpy(copy + first.size, second.at, second.size);
    copy[size] = 0;
    return (Text){copy, size};
}

Text arena_vformat(Arena *arena, const char *format, va_list arguments)
{
    va_list again;
    va_copy(again, arguments);
    const int size = vsnprintf(NULL, 0, format, arguments);
    assert(size >= 0);
    char *text = arena_alloc_raw(arena, (size_t)size + 1, 1);
    vsnprintf(text, (size_t)size + 1, format, again);
    va_end(again);
    return (Text){text, (size_t)size};
}

Text arena_format(Arena *arena, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    const Text text = arena_vformat(arena, format, arguments);
    va_end(arguments);
    return text;
}

/* If the entry itself cannot be allocated, the resource is released at once. */
void arena_own(Arena *arena, ArenaRelease *release, void *thing)
{
    Owned *owned = fails_now() ? NULL : malloc(sizeof *owned);
    if (!owned) {
        release(thing);
        memory_out(sizeof *owned);
    }
    *owned = (Owned){arena->owned, release, thing};
    arena->owned = owned;
}

void arena_release(Arena *arena, const void *thing)
{
    Owned **owned = &arena->owned;
    while (*owned && (*owned)->thing != thing)
        owned = &(*owned)->older;
    if (*owned)
        release_first(owned);
}

/* The child is freed, but its memory lives on in this arena. */
void arena_adopt(Arena *arena, Arena *child)
{
    if (child->first) {
        Block *last = child->first;
        while (last->next)
            last = last->next;
        if (arena->first) { /* after the block being filled */
            last->next = arena->first->next;
            arena->first->next = child->first;
        } else {
            arena->first = child->first;
        }
    }
    Owned **oldest = &child->owned;
    while (*oldest)
        oldest = &(*oldest)->older;
    *oldest = arena->owned;
    arena->owned = child->owned;
    arena->taken += child->taken;
    guarded_remove(&child->guarded);
    free(child);
}

void owned_bytes_free(OwnedBytes *owned)
{
    arena_free(owned->owner);
    *owned = (OwnedBytes){0};
}

Bytes owned_bytes_move(OwnedBytes *owned, Arena *arena)
{
    const Bytes bytes = owned->bytes;
    if (owned->owner)
        arena_adopt(arena, owned->owner);
    *owned = (OwnedBytes){0};
    return bytes;
}
