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

/* Whether a foreign program is installed; otherwise says that it is not: then skip(). */
bool has_tool(const char *tool);

/* Makes an empty folder where temporary files are (if that is too long: in /tmp), whose name
 * starts with `name`; `path`, of FOLDER_SIZE bytes, becomes its path. False after an error,
 * which is in errno. The path of a socket in it must fit into 108 bytes. */
enum { FOLDER_SIZE = 92 };
bool make_temporary_folder(char *path, const char *name);

Kit *kit_new(void);
void kit_free(Kit *kit);

/* For cmocka: one kit per test, in its state. */
int kit_set_up(void **state);
int kit_tear_down(void **state);

/* Clears all messages. */
void kit_clear(Kit *kit);

/* The n-th message as one line; empty if there are fewer. */
const char *kit_message(Kit *kit, size_t n);
bool kit_has_message(Kit *kit, const char *part);

/* Exactly one message was reported, with this place; `what` names the case. */
void kit_message_is_at(Kit *kit, const char *what, uint32_t line, uint32_t column);

/* The first place of a part, which is not empty; NULL: it is not there. */
const char *find_part(const void *data, size_t size, const char *part);

/* The same numbers in each run of a program, below `below`. */
extern uint32_t random_state;

uint32_t next_random(uint32_t below);

#define BYTES(...)                                                                             \
    ((Bytes){(const uint8_t[]){__VA_ARGS__}, sizeof((const uint8_t[]){__VA_ARGS__})})

#define assert_bytes_equal(a, b)                                                               \
    do {                                                                                       \
        const Bytes a_ = (a), b_ = (b);                                                        \
        assert_int_equal(a_.size, b_.size);                                                    \
        assert_memory_equal(a_.data, b_.data, a_.size);                                        \
    } while (0)

#endif
