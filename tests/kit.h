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

static inline void kit_free(Kit *kit)
{
    arena_free(kit->arena);
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

#define BYTES(...)                                                                             \
    ((Bytes){(const uint8_t[]){__VA_ARGS__}, sizeof((const uint8_t[]){__VA_ARGS__})})

#define assert_bytes_equal(a, b)                                                               \
    do {                                                                                       \
        const Bytes a_ = (a), b_ = (b);                                                        \
        assert_int_equal(a_.size, b_.size);                                                    \
        assert_memory_equal(a_.data, b_.data, a_.size);                                        \
    } while (0)

#endif
