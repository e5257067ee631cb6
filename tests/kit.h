/* What every test program needs: cmocka, an arena and a report that collects. */
#ifndef OISIN_TESTS_KIT_H
#define OISIN_TESTS_KIT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "base/report.h"

typedef struct Kit {
    Arena *arena;
    Messages messages;
    Report report;
} Kit;

static inline Kit *kit_new(void)
{
    Arena *arena = arena_new();
    Kit *kit = arena_take(arena, 1, sizeof *kit);
    kit->arena = arena;
    kit->messages.arena = arena;
    kit->report = report_to(messages_sink, &kit->messages);
    return kit;
}

static inline void kit_free(Kit *kit) { arena_free(kit->arena); }

/* For cmocka: a kit of its own for each test, in its state. */
static inline int kit_set_up(void **state)
{
    *state = kit_new();
    return 0;
}

static inline int kit_tear_down(void **state)
{
    kit_free(*state);
    return 0;
}

/* What was said so far is forgotten. */
static inline void kit_clear(Kit *kit)
{
    kit->messages.count = 0;
    kit->report = report_to(messages_sink, &kit->messages);
}

/* The n-th message as one line; empty if there are fewer. */
static inline const char *kit_message(Kit *kit, size_t n)
{
    return n < kit->messages.count ? message_print(&kit->messages.items[n], kit->arena).at : "";
}

static inline bool kit_says(Kit *kit, const char *part)
{
    for (size_t i = 0; i < kit->messages.count; i++)
        if (strstr(kit_message(kit, i), part))
            return true;
    return false;
}

/* Exactly one thing was said, about this place; `what` names the case. */
static inline void kit_said_at(Kit *kit, const char *what, uint32_t line, uint32_t column)
{
    if (kit->messages.count != 1)
        fail_msg("%s: %zu messages", what, kit->messages.count);
    const Message *message = &kit->messages.items[0];
    if (message->line != line || message->column != column)
        fail_msg("%s: at %u:%u, not %u:%u: %s", what, message->line, message->column, line,
                 column, message->text.at);
}

/* The same numbers in each run of a program, below `below`. */
static uint32_t random_state = 1;

static inline uint32_t next_random(uint32_t below)
{
    random_state = random_state * 1664525u + 1013904223u;
    return (uint32_t)(((uint64_t)random_state * below) >> 32);
}

#define BYTES(...)                                                                             \
    ((Bytes){(const uint8_t[]){__VA_ARGS__}, sizeof((const uint8_t[]){__VA_ARGS__})})

#define assert_bytes_equal(a, b)                                                               \
    do {                                                                                       \
        const Bytes a_ = (a), b_ = (b);                                                        \
        assert_int_equal(a_.size, b_.size);                                                    \
        assert_memory_equal(a_.data, b_.data, a_.size);                                        \
    } while (0)

#endif
