#include "tmx_kit.h"

bool read_bytes_of(Bytes file, TmxMap *map)
{
    kit_clear(kit);
    const bool ok = tmx_read(file, map, arena, &kit->report);
    assert_int_equal(ok, kit->report.errors == 0);
    assert_true(kit->report.errors <= 1);
    return ok;
}

TmxMap tmx_read_good(Text text)
{
    TmxMap map;
    if (!read_bytes_of(bytes_of_text(text), &map))
        fail_msg("%u:%u: %s", kit->messages.items[0].line, kit->messages.items[0].column,
                 kit->messages.items[0].text.at);
    return map;
}
