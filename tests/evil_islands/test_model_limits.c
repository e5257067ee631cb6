/* convert/model: what small files may ask for. */
#include "lib/model_kit.h"

#include "evil_islands/archives/res.h"

/* Entries may share their bytes: 240 KB could claim 200 MB of figures. */
static void figures_per_archive_are_limited(void **state)
{
    enum { ENTRIES = 1000, SIZE = 200000 };
    Kit *kit = *state;
    uint8_t *figure = arena_alloc(kit->arena, SIZE, 1);
    Res res = {.alignment = RES_ALIGNMENT, .count = ENTRIES};
    Shelf *shelf = shelf_new(kit);
    ArchiveParts parts;
    Model model;
    memcpy(figure, "FIG8", 4);
    res.entries = ARENA_ALLOC(kit->arena, ResEntry, ENTRIES);
    for (size_t i = 0; i < ENTRIES; i++)
        res.entries[i] = (ResEntry){.name = arena_format(kit->arena, "b%zu", i),
                                    .data = {figure, SIZE},
                                    .offset = UINT64_MAX};
    assert_true(res_parts(&res, true, &parts, kit->arena, &kit->report));
    const Bytes file = archive_bytes(&parts, kit->arena);
    assert_true(file.size < 2 * SIZE);
    assert_false(load_beside(kit, "x.mod", file, shelf, &model));
    assert_int_equal(kit->messages.count, 1);
    assert_true(kit_has_message(kit, "128 MB"));
}

/* Entries that could be bones, but are not, are looked at one after the other. */
static void an_invalid_bone_leaks_nothing(void **state)
{
    enum { ENTRIES = 600, LINKS = 1000 };
    static const char *names[ENTRIES + 2];
    static Bytes contents[ENTRIES + 2];
    Kit *kit = *state;
    Writer junk = writer_to(kit->arena);
    Shelf *shelf = shelf_new(kit);
    Model model;
    write_u32(&junk, LINKS);
    for (unsigned i = 0; i < LINKS; i++) {
        const Text name = arena_format(kit->arena, "b%u", i);
        write_u32(&junk, (uint32_t)name.size + 1);
        write_text(&junk, name);
        write_u8(&junk, 0);
        write_u32(&junk, i == LINKS - 1 ? 3 : 0);
    }
    write_text(&junk, (Text){"no", 3}); /* the last one's parent is nobody */
    for (unsigned i = 0; i < ENTRIES; i++) {
        names[i] = arena_format(kit->arena, "e%u", i).at;
        contents[i] = writer_bytes(&junk);
    }
    names[ENTRIES] = "y";
    contents[ENTRIES] = creature_lnk(kit->arena);
    names[ENTRIES + 1] = "hp";
    contents[ENTRIES + 1] = creature_fig(0, kit->arena);
    const Bytes file = creature_pack_whole(names, contents, ENTRIES + 2, kit->arena);
    const size_t before = arena_used(kit->arena);
    assert_true(load_beside(kit, "x.mod", file, shelf, &model));
    assert_int_equal(model.bone_count, CREATURE_BONES);
    assert_true(arena_used(kit->arena) - before < 4 << 20);
}

/* 16 million pixels in 348 bytes. */
static Bytes large_picture(Kit *kit)
{
    enum { SIDE = 4096, RUN = 999936 };
    Writer out = writer_to(kit->arena), runs = writer_to(kit->arena);
    for (uint32_t left = 4 * SIDE * SIDE; left; left -= left < RUN ? left : RUN)
        write_u32(&runs, left < RUN ? left : RUN);
    write_text(&out, (Text){"MMP", 4});
    write_u32(&out, SIDE);
    write_u32(&out, SIDE);
    write_u32(&out, (uint32_t)runs.size);
    write_text(&out, TEXT("PNT3"));
    write_u32(&out, 32);
    write_zeros(&out, 52);
    write_bytes(&out, writer_bytes(&runs));
    return writer_bytes(&out);
}

static void textures_of_too_many_pixels_are_rejected_before_they_are_read(void **state)
{
    static const char *const names[] = {"x", "hp", "bd", "hd"};
    Kit *kit = *state;
    Shelf *shelf = shelf_new(kit);
    Bytes contents[4] = {creature_lnk(kit->arena)};
    Model model;
    for (unsigned i = 0; i < 3; i++) {
        uint8_t *figure = (uint8_t *)arena_copy(kit->arena, creature_fig(i, kit->arena)).data;
        contents[i + 1] = (Bytes){figure, creature_fig(i, kit->arena).size};
        figure[36] = (uint8_t)i; /* its texture_number */
        shelf_put(shelf, arena_format(kit->arena, "x%02u.mmp", i).at, large_picture(kit));
    }
    const Bytes two = creature_pack_whole(names, contents, 3, kit->arena);
    const Bytes three = creature_pack_whole(names, contents, 4, kit->arena);
    assert_true(load_beside(kit, "x.mod", two, shelf, &model));
    assert_true(model.pixels == 2 << 24);
    kit_clear(kit);
    const size_t before = arena_used(kit->arena);
    assert_false(load_beside(kit, "x.mod", three, shelf, &model));
    assert_int_equal(kit->messages.count, 1);
    assert_true(kit_has_message(kit, "the maximum is 33554432 in total"));
    assert_true(arena_used(kit->arena) - before < 1 << 20);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
#define TEST(name) cmocka_unit_test_setup_teardown(name, kit_set_up, kit_tear_down)
        TEST(figures_per_archive_are_limited),
        TEST(an_invalid_bone_leaks_nothing),
        TEST(textures_of_too_many_pixels_are_rejected_before_they_are_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
