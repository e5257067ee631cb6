/* Maps: heads, sectors and what they are put together of; numbers of the specification. */
#include "lib/map_kit.h"

#include "kit/formats/format.h"

/* ---- numbers of the specification ---- */

static void vertex_position_follows_column_row_shift_and_height(void **state)
{
    (void)state;
    const SecVertex vertex = {127, -127, 65535, 0};
    const Vec3 place = sec_place(&vertex, 5, 6, 48);
    assert_true(place.x == 5.5f && place.y == 5.5f && place.z == 48);
    const SecVertex low = {-127, 0, 0, 0};
    assert_true(sec_place(&low, 32, 7, 48).x == 31.5f);
    assert_true(sec_place(&low, 32, 7, 48).z == 0);
}

static void a_normal_has_x_in_bits_11_y_in_bits_0_and_z_in_bits_22(void **state)
{
    (void)state;
    const SecVertex up = {0, 0, 0, 1000u << 11 | 1000u | 1000u << 22};
    assert_true(sec_normal(&up).z == 1 && sec_normal(&up).x == 0);
    assert_int_equal(sec_normal_of((Vec3){0, 0, 1}), up.normal);
    assert_int_equal(sec_normal_of((Vec3){0.6f, -0.8f, 0}), 1600u << 11 | 200u);
    const SecVertex east = {0, 0, 0, 1600u << 11 | 1000u | 800u << 22};
    assert_true(fabsf(sec_normal(&east).x - 0.6f) < 1e-6f);
}

static void packed_normals_survive_within_a_thousandth(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 10000; i++) {
        const Vec3 wanted =
            vec3_unit((Vec3){(float)next_random(2001) - 1000, (float)next_random(2001) - 1000,
                             (float)next_random(1000) + 1},
                      (Vec3){0, 0, 1});
        const SecVertex vertex = {.normal = sec_normal_of(wanted)};
        const Vec3 got = sec_normal(&vertex), away = vec3_sub(got, wanted);
        assert_true(vec3_length(away) < 0.002f);
        assert_true(fabsf(vec3_length(got) - 1) < 1e-5f);
    }
}

static void a_tile_number_has_index_texture_and_turns(void **state)
{
    (void)state;
    const uint16_t tile = 3 << 14 | 5 << 6 | 17;
    assert_int_equal(sec_tile_index(tile), 5 * 64 + 17);
    assert_int_equal(sec_tile_turns(tile), 3);
}

static void points_of_a_tile_are_8_32_and_56_pixels_into_it(void **state)
{
    (void)state;
    const float pixels[] = {8, 32, 56};
    for (unsigned tile = 0; tile < 64; tile++)
        for (unsigned i = 0; i < 9; i++) {
            const Vec2 uv = map_uv((uint16_t)tile, i % 3, i / 3);
            assert_true(uv.x * 512 == (float)(tile % 8 * 64) + pixels[i % 3]);
            assert_true(uv.y * 512 == (float)(tile / 8 * 64) + pixels[i / 3]);
        }
}

static void rotations_match_the_table(void **state)
{
    static const unsigned table[4][9] = {{0, 1, 2, 3, 4, 5, 6, 7, 8},
                                         {2, 5, 8, 1, 4, 7, 0, 3, 6},
                                         {8, 7, 6, 5, 4, 3, 2, 1, 0},
                                         {6, 3, 0, 7, 4, 1, 8, 5, 2}};
    (void)state;
    for (unsigned turns = 0; turns < 4; turns++)
        for (unsigned i = 0; i < 9; i++) {
            const Vec2 uv = map_uv((uint16_t)(turns << 14), i % 3, i / 3);
            const unsigned column = ((unsigned)(uv.x * 512) - 8) / 24;
            const unsigned row = ((unsigned)(uv.y * 512) - 8) / 24;
            assert_int_equal(row * 3 + column, table[turns][i]);
        }
}

static void a_sector_has_9229_bytes_or_18965_with_a_liquid(void **state)
{
    Kit *kit = *state;
    const EvilMap made = made_map(kit, 3, 2);
    SecFile sec;
    unsigned wet = 0;
    for (unsigned i = 0; i < 6; i++) {
        assert_true(sec_read(made.sectors[i], &sec, kit->arena, &kit->report));
        assert_int_equal(made.sectors[i].size, sec.wet ? 18965 : 9229);
        wet += sec.wet;
    }
    assert_in_range(wet, 1, 6);
    const size_t sizes[] = {9228, 9230, 18964, 5};
    for (size_t i = 0; i < COUNT_OF(sizes); i++) {
        kit_clear(kit);
        const Bytes cut = {ARENA_ALLOC(kit->arena, uint8_t, sizes[i]), sizes[i]};
        assert_false(sec_read(cut, &sec, kit->arena, &kit->report));
        assert_int_equal(kit->report.errors, 1);
        assert_true(kit_has_message(kit, "9229"));
    }
}

static void a_saved_character_with_the_same_suffix_is_rejected(void **state)
{
    Kit *kit = *state;
    MpFile mp;
    const Bytes save = BYTES(0x14, 1, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8);
    assert_false(mp_read(save, &mp, kit->arena, &kit->report));
    assert_true(kit_has_message(kit, "character"));
}

/* ---- JSON ---- */

static void through_json(Kit *kit, const char *name, Bytes file, Arena *arena)
{
    const Format *format;
    Writer json = writer_to(arena);
    Bytes back = {0};
    if (!format_to_json(format_named(text_of(name)), file, true, &json, arena, &kit->report) ||
        !format_from_json(writer_bytes(&json), &back, &format, arena, &kit->report))
        fail_msg("%s", kit_message(kit, 0));
    assert_bytes_equal(back, file);
}

static void ten_thousand_heads_and_sectors_survive_json(void **state)
{
    Kit *kit = *state;
    Arena *arena = arena_new();
    for (unsigned i = 0; i < 9900; i++) {
        Writer file = writer_to(arena);
        const uint32_t materials = next_random(3), tiles = next_random(5),
                       animated = next_random(3);
        write_u32(&file, 0xCE4AF672);
        for (unsigned j = 0; j < 5; j++) /* altitudes may be no numbers, too */
            write_u32(&file, j == 0 ? next_random(0xFFFFFFFF) : next_random(1000));
        write_u32(&file, tiles);
        write_u32(&file, 64);
        write_u16(&file, (uint16_t)materials);
        write_u32(&file, animated);
        for (unsigned j = 0; j < 11 * materials + tiles + animated; j++)
            write_u32(&file, next_random(0xFFFFFFFF));
        through_json(kit, "mp", writer_bytes(&file), arena);
        arena_reset(arena);
    }
    for (unsigned i = 0; i < 100; i++) {
        const size_t size = i % 2 ? 18965 : 9229;
        uint8_t *data = arena_alloc_raw(arena, size, 1);
        for (size_t j = 0; j < size; j++)
            data[j] = (uint8_t)next_random(256);
        memcpy(data, "\x74\xF7\x4B\xCF", 4);
        through_json(kit, "sec", (Bytes){data, size}, arena);
        arena_reset(arena);
    }
    arena_free(arena);
}

/* ---- put together ---- */

static void hundreds_in_file_names_are_x(void **state)
{
    Kit *kit = *state;
    const EvilMap made = made_map(kit, 3, 2);
    const Map *map = loaded_map(kit, &made);
    assert_int_equal(map->sector_count, 6);
    assert_int_equal(kit->messages.count, 0);
    for (uint32_t y = 0; y < 2; y++)
        for (uint32_t x = 0; x < 3; x++)
            assert_bytes_equal(sec_write(map_sector(map, x, y), kit->arena),
                               made.sectors[y * 3 + x]);
}

static void sectors_share_their_borders(void **state)
{
    Kit *kit = *state;
    const EvilMap made = made_map(kit, 2, 2);
    const Map *map = loaded_map(kit, &made);
    for (unsigned i = 0; i < SEC_SIDE; i++) {
        const SecVertex *west = &map_sector(map, 0, 0)->land[i * SEC_SIDE + SEC_UNITS];
        const SecVertex *east = &map_sector(map, 1, 0)->land[i * SEC_SIDE];
        assert_memory_equal(west, east, sizeof *west);
        const SecVertex *south = &map_sector(map, 0, 0)->land[SEC_UNITS * SEC_SIDE + i];
        const SecVertex *north = &map_sector(map, 0, 1)->land[i];
        assert_memory_equal(south, north, sizeof *south);
    }
}

static void a_loose_map_is_the_same_as_its_archive(void **state)
{
    Kit *kit = *state;
    const EvilMap made = made_map(kit, 2, 2);
    Shelf *shelf = textures_shelf(kit, &made);
    for (uint32_t i = 0; i < 4; i++)
        shelf_put(shelf, arena_format(kit->arena, "zone1%03u%03u.Sec", i % 2, i / 2).at,
                  made.sectors[i]);
    const MapSource source = {
        .path = TEXT("work/Zone1.MP"), .file = made.mp, .folder = &shelf->folder};
    Map *map = ARENA_ALLOC(kit->arena, Map, 1);
    assert_true(map_load(&source, map, kit->arena, &kit->report));
    assert_true(text_is(map->zone, "Zone1"));
    assert_int_equal(map->sector_count, 4);
    assert_int_equal(map->texture_count, 2);
    assert_bytes_equal(map->textures[1].file, made.textures[1]);
    assert_bytes_equal(sec_write(map_sector(map, 1, 0), kit->arena), made.sectors[1]);
}

static void given_textures_are_found_in_an_archive(void **state)
{
    Kit *kit = *state;
    const EvilMap made = made_map(kit, 1, 1);
    const ProjectFile members[] = {{TEXT("other.mmp"), made.textures[0]},
                                   {TEXT("ZONE1001.mmp"), made.textures[1]}};
    ProjectFile res = {TEXT("textures.res"), archive_of(kit, members, 2)};
    const ProjectFiles given = {.items = &res, .count = 1};
    const MapSource source = {.path = TEXT("zone1.mpr"), .file = made.mpr, .textures = &given};
    Map *map = ARENA_ALLOC(kit->arena, Map, 1);
    assert_true(map_load(&source, map, kit->arena, &kit->report));
    assert_null(map->textures[0].file.data);
    assert_bytes_equal(map->textures[1].file, made.textures[1]);
}

static void map_without_sectors_is_an_error_and_missing_sector_a_warning(void **state)
{
    Kit *kit = *state;
    const EvilMap made = made_map(kit, 2, 1);
    const ProjectFile members[] = {{TEXT("zone1.mp"), made.mp},
                                   {TEXT("zone1001000.sec"), made.sectors[1]}};
    Map *map = ARENA_ALLOC(kit->arena, Map, 1);
    MapSource source = {.path = TEXT("zone1.mpr"), .file = archive_of(kit, members, 2)};
    assert_true(map_load(&source, map, kit->arena, &kit->report));
    assert_true(kit_has_message(kit, "1 of 2 sectors are missing, first zone1000000.sec"));
    assert_null(map_sector(map, 0, 0));
    kit_clear(kit);
    source.file = archive_of(kit, members, 1);
    assert_false(map_load(&source, map, kit->arena, &kit->report));
    assert_int_equal(kit->report.errors, 1);
    kit_clear(kit);
    source.file = archive_of(kit, &members[1], 1);
    assert_false(map_load(&source, map, kit->arena, &kit->report));
    assert_true(kit_has_message(kit, "the archive has no .mp"));
}

static void damaged_sector_is_named_in_one_error(void **state)
{
    Kit *kit = *state;
    const EvilMap made = made_map(kit, 2, 1);
    const ProjectFile members[] = {
        {TEXT("zone1.mp"), made.mp},
        {TEXT("zone1000000.sec"), bytes_slice(made.sectors[0], 0, 900)},
        {TEXT("zone1001000.sec"), bytes_slice(made.sectors[1], 0, 800)}};
    Map *map = ARENA_ALLOC(kit->arena, Map, 1);
    const MapSource source = {.path = TEXT("zone1.mpr"), .file = archive_of(kit, members, 3)};
    assert_false(map_load(&source, map, kit->arena, &kit->report));
    assert_int_equal(kit->messages.count, 1);
    assert_true(kit_has_message(kit, "zone1000000.sec: it has 900 bytes"));
}

static void huge_maps_and_endless_altitudes_are_rejected(void **state)
{
    Kit *kit = *state;
    const EvilMap made = made_map(kit, 1, 1);
    const struct {
        size_t at;
        uint32_t value;
        const char *said;
    } cases[] = {{8, 1000, "1000 x 1000 sectors"},
                 {8, 0x7FFFFFFF, "the maximum is 1000 per side"},
                 {4, 0x7F800000, "is not a"},
                 {4, 0x7FC00001, "is not a"}};
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        uint8_t *head = (uint8_t *)arena_copy(kit->arena, made.mp).data;
        memcpy(head + cases[i].at, &cases[i].value, 4);
        if (cases[i].at == 8)
            memcpy(head + 12, &cases[i].value, 4);
        const ProjectFile members[] = {{TEXT("zone1.mp"), {head, made.mp.size}},
                                       {TEXT("zone1000000.sec"), made.sectors[0]}};
        const MapSource source = {.path = TEXT("x.mpr"), .file = archive_of(kit, members, 2)};
        Map *map = ARENA_ALLOC(kit->arena, Map, 1);
        kit_clear(kit);
        assert_false(map_load(&source, map, kit->arena, &kit->report));
        assert_int_equal(kit->messages.count, 1);
        assert_true(kit_has_message(kit, cases[i].said));
    }
}

static void animated_tiles_are_known(void **state)
{
    Kit *kit = *state;
    const EvilMap made = made_map(kit, 1, 1);
    const Map *map = loaded_map(kit, &made);
    const int32_t *animated = map_animated(map, kit->arena);
    assert_int_equal(animated[EVIL_MAP_ANIMATED - 1], -1);
    for (unsigned i = 0; i < 4; i++)
        assert_int_equal(animated[EVIL_MAP_ANIMATED + i], 0);
    assert_int_equal(animated[EVIL_MAP_ANIMATED + 4], -1);
    assert_int_equal(animated[102], 1);
    assert_int_equal(map_tile_type(map, 3 << 14 | 1 << 6 | 5), 5);
    assert_int_equal(map_tile_type(map, 2 << 6), UINT32_MAX);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, kit_set_up, kit_tear_down)
    const struct CMUnitTest tests[] = {
        TEST(vertex_position_follows_column_row_shift_and_height),
        TEST(a_normal_has_x_in_bits_11_y_in_bits_0_and_z_in_bits_22),
        TEST(packed_normals_survive_within_a_thousandth),
        TEST(a_tile_number_has_index_texture_and_turns),
        TEST(points_of_a_tile_are_8_32_and_56_pixels_into_it),
        TEST(rotations_match_the_table),
        TEST(a_sector_has_9229_bytes_or_18965_with_a_liquid),
        TEST(a_saved_character_with_the_same_suffix_is_rejected),
        TEST(ten_thousand_heads_and_sectors_survive_json),
        TEST(hundreds_in_file_names_are_x),
        TEST(sectors_share_their_borders),
        TEST(a_loose_map_is_the_same_as_its_archive),
        TEST(given_textures_are_found_in_an_archive),
        TEST(map_without_sectors_is_an_error_and_missing_sector_a_warning),
        TEST(damaged_sector_is_named_in_one_error),
        TEST(huge_maps_and_endless_altitudes_are_rejected),
        TEST(animated_tiles_are_known),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
