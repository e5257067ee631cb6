#include "evil_res.h"

Bytes res_of(Kit *kit, const char *const *names, const Bytes *contents, size_t count)
{
    Res res = {.alignment = RES_ALIGNMENT, .count = count};
    Bytes file = {0};
    res.entries = ARENA_ALLOC(kit->arena, ResEntry, count);
    for (size_t i = 0; i < count; i++)
        res.entries[i] = (ResEntry){.name = text_of(names[i]),
                                    .data = contents[i],
                                    .time = 972518400 + (uint32_t)i, /* 26 October 2000 */
                                    .offset = UINT64_MAX};
    assert_true(res_write(&res, &file, kit->arena, &kit->report));
    return file;
}

Bytes small_res(Kit *kit)
{
    static const char *const inner[] = {"hp", "bd"};
    static const char *const clips[] = {"cidle", "cwalk"};
    static const char *const names[] = {
        "zone1\\zone1.mp", "zone1\\zone1000000.sec", "zone1\\quest.reg", "empty", "ab", "ba",
        "UnMoCo.anm"};
    const Bytes bones[] = {bytes_of_text(TEXT("turn")), bytes_of_text(TEXT("bend"))};
    const Bytes moves[] = {res_of(kit, inner, bones, 2), res_of(kit, inner, bones, 1)};
    const Bytes contents[] = {bytes_of_text(TEXT("the land")),
                              bytes_of_text(TEXT("a sector of it")),
                              bytes_of_text(TEXT("a quest")),
                              {(const uint8_t *)"", 0},
                              bytes_of_text(TEXT("sixteen letters.")),
                              bytes_of_text(TEXT("x")),
                              res_of(kit, clips, moves, 2)};
    return res_of(kit, names, contents, COUNT_OF(names));
}
