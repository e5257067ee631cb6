/* What the script's tests share: a desk with an arena and the messages said. */
#ifndef OISIN_TESTS_SCRIPT_DESK_H
#define OISIN_TESTS_SCRIPT_DESK_H

#include "script_names.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

typedef struct Desk { /* what every test needs */
    Arena *arena;
    Messages messages;
    Report report;
} Desk;

static inline int desk_open(void **state)
{
    Desk *desk = calloc(1, sizeof *desk);
    desk->arena = arena_new();
    desk->messages.arena = desk->arena;
    desk->report = report_to(messages_sink, &desk->messages);
    *state = desk;
    return 0;
}

static inline int desk_close(void **state)
{
    Desk *desk = *state;
    arena_free(desk->arena);
    free(desk);
    return 0;
}

static inline bool compile(Desk *desk, const char *text, ScriptCode *out)
{
    const ScriptSource source = script_source(text_of(text));
    return script_compile(&source, &script_names, out, desk->arena, &desk->report);
}

static inline Text hex_of(Desk *desk, Bytes bytes)
{
    Writer out = writer_to(desk->arena);
    for (size_t i = 0; i < bytes.size; i++)
        write_format(&out, i ? " %02x" : "%02x", bytes.data[i]);
    write_u8(&out, 0);
    return writer_text(&out);
}

static inline Bytes bytes_of_hex(Desk *desk, const char *hex)
{
    Writer out = writer_to(desk->arena);
    Text rest = text_of(hex);
    for (Text word; (word = text_word(&rest)).size;) {
        uint32_t byte = 0;
        assert_true(text_hex(word, 2, &byte));
        write_u8(&out, (uint8_t)byte);
    }
    return writer_bytes(&out);
}

static inline void assert_code(Desk *desk, const char *text, const char *hex)
{
    ScriptCode code;
    if (!compile(desk, text, &code))
        fail_msg("%s: %s", text, message_print(&desk->messages.items[0], desk->arena).at);
    assert_string_equal(hex_of(desk, code.bytes).at, hex);
}

static inline Text repeated(Desk *desk, const char *text, size_t count)
{
    Writer out = writer_to(desk->arena);
    for (size_t i = 0; i < count; i++)
        write_text(&out, text_of(text));
    write_u8(&out, 0);
    return writer_text(&out);
}

static inline bool verify_hex(Desk *desk, const char *hex, bool expression)
{
    ScriptInfo info;
    const ScriptLimits limits = {.expression = expression};
    return script_verify(bytes_of_hex(desk, hex), &limits, &info, desk->arena, &desk->report);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, desk_open, desk_close)

#endif
