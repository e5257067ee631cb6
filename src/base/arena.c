#include "base/arena.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

enum { BLOCK_LEAST = 4096, BLOCK_MOST = 1 << 20, ALIGNMENT = 16 };

/* The address sanitizer shall see what is used after a reset. */
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

typedef struct Block {
    struct Block *next;
    size_t size, used;
    _Alignas(16) uint8_t data[];
} Block;

struct Arena {
    Block *first; /* the block being filled; older and large ones behind it */
    size_t taken, limit, next_size;
    ArenaFailed *failed;
    void *context;
};

static size_t takes_until_failure;

static void fail_by_default(void *context, size_t size)
{
    (void)context;
    fprintf(stderr, "oisin: out of memory (%zu bytes wanted)\n", size);
    exit(1);
}

static bool fails_now(void) { return takes_until_failure && --takes_until_failure == 0; }

void arena_fail_at(size_t n) { takes_until_failure = n; }

Arena *arena_new(void)
{
    Arena *arena = calloc(1, sizeof *arena);
    if (!arena) {
        fail_by_default(NULL, sizeof *arena);
        abort();
    }
    arena->next_size = BLOCK_LEAST;
    arena->failed = fail_by_default;
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

/* What is used again and again soon has one block that is large enough. */
void arena_reset(Arena *arena)
{
    Block *kept = arena->first;
    arena->taken = 0;
    if (!kept)
        return;
    free_blocks(kept->next);
    kept->next = NULL;
    kept->used = 0;
    if (KEEPS_BLOCKS && kept->size <= BLOCK_MOST)
        return;
    free(kept);
    arena->first = NULL;
    arena->next_size = BLOCK_LEAST;
}

void arena_free(Arena *arena)
{
    if (!arena)
        return;
    free_blocks(arena->first);
    free(arena);
}

void arena_on_failure(Arena *arena, ArenaFailed *failed, void *context)
{
    arena->failed = failed;
    arena->context = context;
}

void arena_limit(Arena *arena, size_t size) { arena->limit = size; }

size_t arena_used(const Arena *arena) { return arena->taken; }

static void fail(Arena *arena, size_t size)
{
    arena->failed(arena->context, size);
    abort(); /* the failure function must not return */
}

/* A large thing gets a block of its own behind the first, which goes on filling. */
static Block *block_new(Arena *arena, size_t least)
{
    const bool large = least > arena->next_size / 2;
    const size_t size = large ? least : arena->next_size;
    if (!large && arena->next_size < BLOCK_MOST)
        arena->next_size *= 2;
    Block *block = malloc(sizeof *block + size);
    if (!block)
        fail(arena, size);
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

/* What was taken last is in the first block or, if it was large, behind it. */
void arena_give_back(Arena *arena, void *memory, size_t size, size_t kept)
{
    const size_t before = aligned(size), after = aligned(kept);
    for (Block *block = arena->first; block; block = block == arena->first ? block->next : NULL)
        if ((uint8_t *)memory + before == block->data + block->used) {
            block->used -= before - after;
            arena->taken -= before - after;
            return;
        }
}

void *arena_take_raw(Arena *arena, size_t count, size_t size)
{
    if (size && count > (SIZE_MAX / 2 - sizeof(Block)) / size)
        fail(arena, SIZE_MAX);
    const size_t wanted = aligned(count * size);
    if (fails_now() || (arena->limit && wanted > arena->limit - arena->taken))
        fail(arena, wanted);
    Block *block = arena->first;
    if (!block || block->size - block->used < wanted)
        block = block_new(arena, wanted);
    void *memory = block->data + block->used;
    block->used += wanted;
    arena->taken += wanted;
    return memory;
}

void *arena_take(Arena *arena, size_t count, size_t size)
{
    void *memory = arena_take_raw(arena, count, size);
    memset(memory, 0, count * size);
    return memory;
}

void *arena_grow(Arena *arena, void *array, size_t count, size_t size)
{
    enum { FIRST = 8 };
    assert(array || !count);
    if (array && (count < FIRST || (count & (count - 1))))
        return array;
    void *larger = arena_take(arena, count < FIRST ? FIRST : count * 2, size);
    if (count)
        memcpy(larger, array, count * size);
    return larger;
}

Bytes arena_copy(Arena *arena, Bytes bytes)
{
    uint8_t *copy = arena_take_raw(arena, bytes.size, 1);
    if (bytes.size)
        memcpy(copy, bytes.data, bytes.size);
    return (Bytes){copy, bytes.size};
}

Text arena_text(Arena *arena, Text text)
{
    char *copy = arena_take_raw(arena, text.size + 1, 1);
    if (text.size)
        memcpy(copy, text.at, text.size);
    copy[text.size] = 0;
    return (Text){copy, text.size};
}

Text arena_vformat(Arena *arena, const char *format, va_list arguments)
{
    va_list again;
    va_copy(again, arguments);
    const int size = vsnprintf(NULL, 0, format, arguments);
    assert(size >= 0);
    char *text = arena_take_raw(arena, (size_t)size + 1, 1);
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

void arena_adopt(Arena *arena, Arena *child)
{
    if (child->first) {
        Block *last = child->first;
        while (last->next)
            last = last->next;
        if (arena->first) { /* behind the block being filled */
            last->next = arena->first->next;
            arena->first->next = child->first;
        } else {
            arena->first = child->first;
        }
    }
    arena->taken += child->taken;
    free(child);
}
