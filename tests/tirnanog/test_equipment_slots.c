/* Equipment slots: a bit of an object's mask may have no line in ui/hud.cfg, nor need there be
 * that file. Whatever `check` passes, `unpack` and `build` bring back. */
#include "lib/kit.h"

#include "base/text.h"
#include "engine/world.h"
#include "tirnanog/container/tng_check.h"
#include "lib/project_trip.h"

enum { NO_HUD = -1 };

/* Names of slots: blanks, a number after the slots, one that other slots have by default. */
static const char *const slot_names[] = {"head", "31", "left hand", "slot_01", "031"};

static void put(Kit *kit, ProjectFiles *files, const char *path, Text text)
{
    for (size_t i = 0; i < files->count; i++)
        if (text_is(files->items[i].path, path)) {
            files->items[i].bytes = bytes_of_text(text);
            return;
        }
    *ARENA_PUSH(kit->arena, files->items, files->count) =
        (ProjectFile){text_of(path), bytes_of_text(text)};
}

static void leave_out(ProjectFiles *files, const char *path)
{
    size_t kept = 0;
    for (size_t i = 0; i < files->count; i++)
        if (!text_is(files->items[i].path, path))
            files->items[kept++] = files->items[i];
    files->count = kept;
}

static const char *name_of(Kit *kit, unsigned slot)
{
    return slot < COUNT_OF(slot_names) ? slot_names[slot]
                                       : arena_format(kit->arena, "pocket %u", slot).at;
}

/* The project of `oisin new`, in which so many slots are in hud.cfg and the coin has these
 * bits. */
static ProjectFiles project_with(Kit *kit, int slots, uint32_t mask)
{
    ProjectFiles files;
    Writer hud = writer_to(kit->arena), coin = writer_to(kit->arena);
    assert_true(project_new(TEXT("mygame"), &files, kit->arena, &kit->report));
    write_format(&hud, "TirNanoG HUD\n- -\n- -\n0 0 0 0 0 0 0\n- - 0\n- - 32 32 4 4\n. . 12 -\n"
                       "- - -\n");
    for (int i = 0; i < slots; i++)
        write_format(&hud, "s %d %d %s\n", i, i, name_of(kit, (unsigned)i));
    if (slots == NO_HUD)
        leave_out(&files, "ui/hud.cfg");
    else
        put(kit, &files, "ui/hud.cfg", writer_text(&hud));
    write_format(&coin, "TirNanoG Object\nCoin\n1 1 - coin - 1 - 0 0 0\n8\n");
    for (unsigned i = 0; i < TNG_EQUIP_SLOTS; i++) {
        const bool collides = (int)i >= slots && i == 31 && slots > 1;
        if (!(mask >> i & 1))
            continue;
        if ((int)i < slots)
            write_format(&coin, "s %s -\n", name_of(kit, i));
        else
            write_format(&coin, collides ? slots > 4 ? "s 0031 -\n" : "s 031 -\n" : "s %u -\n",
                         i);
    }
    put(kit, &files, "objects/coin.obj", writer_text(&coin));
    project_files_sort(&files);
    return files;
}

static Bytes built(Kit *kit, ProjectFiles *files)
{
    TngOutput out;
    if (!project_build(files, &(BuildOptions){0}, &out, kit->arena, &kit->report))
        fail_msg("%s", kit_message(kit, 0));
    return tng_output_bytes(&out, kit->arena);
}

/* The coin's mask; fails if `check` complains. */
static uint32_t mask_of(Kit *kit, Bytes bytes)
{
    TngFile game;
    assert_true(tng_read(bytes, &game, kit->arena, &kit->report));
    assert_true(tng_check(bytes, kit->arena, &kit->report));
    assert_int_equal(kit->messages.count, 0);
    Content *content = content_new(&game, 0, kit->arena, &kit->report);
    for (uint32_t sprite = 0; sprite < TNG_NO_SPRITE; sprite++) {
        const TngObject *object = content_object(content, sprite, NULL);
        if (object && text_is(content_title(content, object->title), "Coin"))
            return object->equip_mask;
    }
    fail_msg("no coin");
    return 0;
}

static const int slot_counts[] = {NO_HUD, 0, 1, 2, 5, 6, 31, 32};

static void each_bit_survives_with_any_number_of_slots(void **state)
{
    (void)state;
    for (size_t s = 0; s < COUNT_OF(slot_counts); s++)
        for (unsigned bit = 0; bit <= TNG_EQUIP_SLOTS; bit++) {
            Kit *kit = kit_new();
            /* one bit; at last, all but two */
            const uint32_t mask = bit < TNG_EQUIP_SLOTS ? 1u << bit : 0xFFFFFFFFu - 4 - 8;
            ProjectFiles files = project_with(kit, slot_counts[s], mask);
            const Bytes game = built(kit, &files);
            assert_int_equal(mask_of(kit, game), mask);
            if (!project_survives(&files, kit->arena, &kit->report))
                fail_msg("%d slots, bit %u: %s", slot_counts[s], bit, kit_message(kit, 0));
            kit_free(kit);
        }
}

static void drop(TngFile *game, unsigned type)
{
    size_t kept = 0;
    for (size_t i = 0; i < game->section_count; i++)
        if (game->sections[i].type != type)
            game->sections[kept++] = game->sections[i];
    game->section_count = kept;
}

/* Another writer's game: without the display, without the slots, without both, or more slots
 * than an object has bits. */
static void foreign_games_keep_their_bits(void **state)
{
    (void)state;
    for (unsigned way = 0; way < 4; way++)
        for (unsigned bit = 0; bit < TNG_EQUIP_SLOTS; bit++) {
            Kit *kit = kit_new();
            ProjectFiles files = project_with(kit, 6, 1u << bit), unpacked;
            TngFile game;
            TngOutput out;
            EquipmentSlot many[40] = {{1, 2}};
            assert_true(tng_read(built(kit, &files), &game, kit->arena, &kit->report));
            if (way == 0 || way == 2)
                drop(&game, SECTION_HUD);
            if (way == 1 || way == 2)
                drop(&game, SECTION_SLOTS);
            for (size_t i = 0; way == 3 && i < game.section_count; i++)
                if (game.sections[i].type == SECTION_SLOTS)
                    *(TngSlots *)game.sections[i].record =
                        (TngSlots){.slots_count = COUNT_OF(many), .slots = many};
            assert_true(tng_write(&game, &out, kit->arena, &kit->report));
            const Bytes bytes = tng_output_bytes(&out, kit->arena);
            assert_int_equal(mask_of(kit, bytes), 1u << bit);
            assert_true(tng_read(bytes, &game, kit->arena, &kit->report));
            assert_true(project_unpack(&game, &unpacked, kit->arena, &kit->report));
            const bool warns = way == 0 || way == 3;
            assert_int_equal(kit->messages.count, warns);
            if (warns && !kit_has_message(kit, "are left out"))
                fail_msg("%s", kit_message(kit, 0));
            kit_clear(kit);
            assert_int_equal(mask_of(kit, built(kit, &unpacked)), 1u << bit);
            kit_free(kit);
        }
}

static void numbers_of_slots_with_names_are_refused(void **state)
{
    static const struct {
        const char *line, *message;
    } cases[] = {
        {"s 0 -\n", "no equipment slot \"0\""},
        {"s 32 -\n", "no equipment slot \"32\""},
        {"s -1 -\n", "no equipment slot \"-1\""},
        {"s 7x -\n", "no equipment slot \"7x\""},
        {"s hed -\n", "did you mean \"head\"?"},
        {"s - -\n", "no equipment slot \"-\""},
        {"s 99999999999999999999 -\n", "no equipment slot"},
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        Kit *kit = kit_new();
        ProjectFiles files = project_with(kit, 3, 0);
        TngOutput out;
        const Text coin = arena_format(
            kit->arena, "TirNanoG Object\nCoin\n1 1 - coin - 1 - 0 0 0\n8\n%s", cases[i].line);
        put(kit, &files, "objects/coin.obj", coin);
        assert_false(project_build(&files, &(BuildOptions){0}, &out, kit->arena, &kit->report));
        if (!kit_has_message(kit, cases[i].message))
            fail_msg("%s%s", cases[i].line, kit_message(kit, 0));
        kit_free(kit);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_bit_survives_with_any_number_of_slots),
        cmocka_unit_test(foreign_games_keep_their_bits),
        cmocka_unit_test(numbers_of_slots_with_names_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
