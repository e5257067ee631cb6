/* What the check of a built game missed once. */
#include "lib/audit_kit.h"

/* The file with one more record in a section, or with another record. */
static Bytes with_asset(Kit *kit, Bytes file, unsigned type, size_t index,
                        void (*change)(void *record))
{
    TngFile *game = game_of(kit, file);
    TngSection *section = (TngSection *)tng_section(game, type);
    void *record = section->record;
    if (section->count) {
        record = asset_of(kit, game, type, index);
        change(record);
        section->entries[index].stored =
            tng_pack_record(section->kind->asset, record, kit->arena);
    } else {
        change(record);
    }
    TngOutput out;
    assert_true(tng_write(game, &out, kit->arena, &kit->report));
    uint8_t *data = arena_alloc(kit->arena, out.size, 1), *to = data;
    for (size_t i = 0; i < out.count; to += out.parts[i++].size)
        memcpy(to, out.parts[i].data, out.parts[i].size);
    return (Bytes){data, out.size};
}

static void change_npc(void *record) { ((TngNpc *)record)->movement = 3; }
static void change_path(void *record) { ((TngNpc *)record)->path = 99; }
static void change_dialog(void *record) { ((TngDialog *)record)->left = 2; }
static void change_font(void *record) { ((TngHud *)record)->count_font.style = 4; }
static void change_layers(void *record)
{
    TngMap *map = record;
    map->layers_size = 3;
}

/* The cells are not spread out in memory for it: a file of 60 KB held maps of 2.6 GB. */
static void change_cells(void *record)
{
    static u8 packets[11264 / 128 * 3];
    TngMap *map = record;
    for (size_t i = 0; i < sizeof packets; i++)
        packets[i] = 0xFF;
    packets[5 * 8 * 3 + 1] = packets[5 * 8 * 3 + 2] = 0; /* NPC 0, which there is */
    packets[6 * 8 * 3 + 4] = packets[6 * 8 * 3 + 5] = 0; /* spawner 0: there is none */
    map->layers = packets;
    map->layers_size = sizeof packets;
}

static void numbers_out_of_their_range_are_found_in_games(void **state)
{
    (void)state;
    static const struct {
        unsigned type;
        void (*change)(void *record);
        const char *says;
    } changes[] = {
        {SECTION_NPCS, change_npc, "at byte 3, movement: 3 is not from 0 to 2"},
        {SECTION_NPCS, change_path, "at byte 8, path: 99 is not from 0 to 98"},
        {SECTION_DIALOGS, change_dialog, "left: 2 is not from 0 to 1"},
        {SECTION_HUD, change_font, "count_font.style: 4 is not from 0 to 3"},
        {SECTION_MAPS, change_cells, "layer 7, cell 0,4: number 0; there are 0"},
        {SECTION_MAPS, change_layers, "map layers: 128 cells instead of 11264"},
    };
    for (size_t i = 0; i < COUNT_OF(changes); i++) {
        Kit *kit = kit_new();
        ProjectFiles files = small_project(kit);
        const Bytes file =
            with_asset(kit, built(kit, &files), changes[i].type, 0, changes[i].change);
        assert_false(tng_check(file, kit->arena, &kit->report));
        if (!kit_has_message(kit, changes[i].says))
            fail_msg("not \"%s\" but \"%s\"", changes[i].says, kit_message(kit, 0));
        kit_free(kit);
    }
}

static void change_position(void *record) { ((TngChooser *)record)->options[0].position = 14; }
static void change_picture(void *record) { ((TngChooser *)record)->options[0].sprites[1] = 1; }
static void change_type(void *record) { ((TngChooser *)record)->options[0].provides.type = 28; }

static void choosers_are_checked_for_positions_sprites_and_variables(void **state)
{
    (void)state;
    static const struct {
        void (*change)(void *record);
        const char *says;
    } changes[] = {
        {change_position, "at byte 10: option 0: unknown position 14"},
        {change_picture, "at byte 13: option 0: sprite 1 of category 0; there are 1"},
        {change_type, "at byte 33: option 0: unknown type 28"},
    };
    for (size_t i = 0; i < COUNT_OF(changes); i++) {
        Kit *kit = kit_new();
        ProjectFiles files = small_project(kit);
        put_picture(kit, &files, "ui/box_soo0.png", PIXEL(1, 2, 3, 255));
        put_text(kit, &files, "ui/a.chr",
                 "TirNanoG Chooser\n0 0 0 0\n0 0 box box box 0 - b=1\n");
        const Bytes file =
            with_asset(kit, built(kit, &files), SECTION_CHOOSERS, 0, changes[i].change);
        assert_false(tng_check(file, kit->arena, &kit->report));
        if (!kit_has_message(kit, changes[i].says))
            fail_msg("not \"%s\" but \"%s\"", changes[i].says, kit_message(kit, 0));
        kit_free(kit);
    }
}

static void a_game_id_is_a_plain_name(void **state)
{
    (void)state;
    static const char *const good[] = {"a", "my-game_2.x", "abcdefghijklmnop"};
    static const char *const bad[] = {"",    ".",    "..",  ".a",       "a b",
                                      "a/b", "a\\b", "a:b", "\xC3\xA9", "abcdefghijklmnopq"};
    for (size_t i = 0; i < COUNT_OF(good); i++)
        assert_true(tng_game_id_ok(text_of(good[i])));
    for (size_t i = 0; i < COUNT_OF(bad); i++)
        assert_false(tng_game_id_ok(text_of(bad[i])));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_out_of_their_range_are_found_in_games),
        cmocka_unit_test(choosers_are_checked_for_positions_sprites_and_variables),
        cmocka_unit_test(a_game_id_is_a_plain_name),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
