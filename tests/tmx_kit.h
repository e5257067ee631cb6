/* What the tests of reading and of writing Tiled maps share. */
#ifndef OISIN_TESTS_TMX_KIT_H
#define OISIN_TESTS_TMX_KIT_H

#include "shared_kit.h"

#include "formats/open/tmx.h"

/* At most one error is said, and only if it fails. */
static inline bool read_bytes_of(Bytes file, TmxMap *map)
{
    kit_clear(kit);
    const bool ok = tmx_read(file, map, arena, &kit->report);
    assert_int_equal(ok, kit->report.errors == 0);
    assert_true(kit->report.errors <= 1);
    return ok;
}

static inline TmxMap tmx_read_good(Text text)
{
    TmxMap map;
    if (!read_bytes_of(bytes_of_text(text), &map))
        fail_msg("%u:%u: %s", kit->messages.items[0].line, kit->messages.items[0].column,
                 kit->messages.items[0].text.at);
    return map;
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, shared_kit_start, shared_kit_end)

#endif
