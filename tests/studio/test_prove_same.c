/* The parts of the prover's comparison of a game with the same game built again. */
#include "lib/foreign_game.h"
#include "lib/small_game.h"

#include "studio/prove/prove_same.h"
#include "base/deflate.h"

/* The same game with another start script. */
static Bytes with_start(Kit *kit, Bytes file, Bytes (*edit)(Kit *kit, Bytes code))
{
    TngFile game;
    TngOutput out;
    assert_true(tng_read(file, &game, kit->arena, &kit->report));
    TngEntry *entry = &((TngSection *)tng_section(&game, SECTION_STARTUP))->entries[0];
    const Inflated code = inflate_any(entry->stored, 0, 1000, NULL, kit->arena);
    entry->stored =
        deflate_bytes(edit(kit, code.bytes), WRAPPING_ZLIB, DEFLATE_BEST, kit->arena);
    assert_true(tng_write(&game, &out, kit->arena, &kit->report));
    return tng_output_bytes(&out, kit->arena);
}

static Bytes no_code(Kit *kit, Bytes code)
{
    (void)kit;
    return bytes_slice(code, 0, 0);
}

/* The start script of the game of `oisin new` ends with PUSH8 direction, location, END. */
static Bytes other_direction(Kit *kit, Bytes code)
{
    const Bytes changed = arena_copy(kit->arena, code);
    ((uint8_t *)(uintptr_t)changed.data)[changed.size - 4]++;
    return changed;
}

/* The number of sections whose handlers differ, which may only be the start scripts. */
static size_t differing(Kit *kit, const TngFile *from, const TngFile *to)
{
    size_t count = 0;
    ProveMark *marks = ARENA_ALLOC(kit->arena, ProveMark, from->section_count);
    assert_true(prove_same_code(from, to, marks, kit->arena));
    for (size_t i = 0; i < from->section_count; i++) {
        count += marks[i].code;
        if (marks[i].code)
            assert_int_equal(from->sections[i].type, SECTION_STARTUP);
    }
    return count;
}

/* Offsets of names do not matter in handlers, all other numbers do. */
static void handlers_are_compared_with_names(void **state)
{
    Kit *kit = *state;
    const Bytes file = small_game(kit), other = with_start(kit, file, other_direction);
    TngFile game, moved, turned;
    assert_true(tng_read(file, &game, kit->arena, &kit->report));
    const Bytes strings = foreign_game(&game, FOREIGN_STRINGS, 11, kit->arena, &kit->report);
    assert_true(tng_read(strings, &moved, kit->arena, &kit->report));
    assert_true(tng_read(other, &turned, kit->arena, &kit->report));
    assert_int_equal(differing(kit, &game, &moved), 0);
    assert_int_equal(differing(kit, &game, &turned), 1);
}

/* Whichever of the two games has more handlers. */
static void handler_of_one_game_only_is_a_difference(void **state)
{
    Kit *kit = *state;
    TngFile games[2];
    const Bytes file = small_game(kit);
    assert_true(tng_read(file, &games[0], kit->arena, &kit->report));
    assert_true(tng_read(with_start(kit, file, no_code), &games[1], kit->arena, &kit->report));
    assert_int_equal(differing(kit, &games[0], &games[1]), 1);
    assert_int_equal(differing(kit, &games[1], &games[0]), 1);
}

/* Positions and sizes of assets in the file mean nothing, other members of these names do. */
static void members_that_a_build_may_change_are_known(void **state)
{
    static const struct {
        unsigned section;
        const char *place;
        ProveConcern concern;
    } cases[] = {
        {SECTION_FONTS, "sections[\"fonts\"].entries[\"a\"].at", CONCERNS_FILE},
        {SECTION_FONTS, "sections[\"fonts\"].entries[3].size", CONCERNS_FILE},
        {SECTION_FONTS, "sections[\"fonts\"].entries[\"a\"].name", CONCERNS_CONTENT},
        {SECTION_LANGUAGE, "sections[\"translation\"].record.at", CONCERNS_FILE},
        {SECTION_HUD, "sections[\"display\"].record.count_font.size", CONCERNS_CONTENT},
        {SECTION_HUD, "sections[\"display\"].record.size", CONCERNS_CONTENT},
        {SECTION_NPCS, "sections[\"NPCs\"].entries[\"a\"].asset.at", CONCERNS_CONTENT},
        {SECTION_NPCS, "sections[\"NPCs\"].entries[\"a\"].asset.list[\"b\"].at",
         CONCERNS_CONTENT},
        {SECTION_ATLASES, "sections[\"atlases\"].entries[0]", CONCERNS_PACKING},
        {SECTION_TILES, "sections[\"x\"].entries[0].asset.directions[0].frames[2].atlas",
         CONCERNS_PACKING},
        {SECTION_TILES, "sections[\"x\"].entries[0].asset.directions[0].frames[2]",
         CONCERNS_PACKING}, /* its number is counted */
        {SECTION_TILES, "sections[\"x\"].entries[0].asset.directions[0].frames[2].x",
         CONCERNS_PACKING},
        {SECTION_TILES, "sections[\"x\"].entries[0].asset.directions[0].frames[2].w",
         CONCERNS_CONTENT},
        {SECTION_TILES, "sections[\"x\"].entries[0].asset.directions[0].frames.length",
         CONCERNS_CONTENT},
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++)
        if (prove_concern(cases[i].section, text_of(cases[i].place)) != cases[i].concern)
            fail_msg("%s", cases[i].place);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, kit_set_up, kit_tear_down)
    const struct CMUnitTest tests[] = {
        TEST(handlers_are_compared_with_names),
        TEST(handler_of_one_game_only_is_a_difference),
        TEST(members_that_a_build_may_change_are_known),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
