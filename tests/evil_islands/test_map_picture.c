/* convert/map_picture: maps as pictures, and back; and for Tiled. */
#include "lib/map_kit.h"

#include "evil_islands/maps/map_images.h"
#include "evil_islands/maps/map_tmx.h"
#include "tirnanog/maps/tmx.h"
#include "base/image/png_write.h"

static Bytes picture_of(Kit *kit, Bytes mpr, MapLayer layer)
{
    ConversionJob job = {
        .path = TEXT("zone1.mpr"), .input = mpr, .settings = &(MapSettings){.layer = layer}};
    if (!map_to_picture(&job, kit->arena, &kit->report))
        fail_msg("%s", kit_message(kit, 0));
    return job.output;
}

static MapNumbers numbers_of(Kit *kit, Bytes png)
{
    MapNumbers out;
    if (!png_read_grey16(png, &out.items, &out.w, &out.h, kit->arena, &kit->report))
        fail_msg("%s", kit_message(kit, 0));
    return out;
}

static Bytes png_of(Kit *kit, const MapNumbers *numbers)
{
    return png_write_grey16(numbers->items, numbers->w, numbers->h, kit->arena);
}

static bool put_onto(Kit *kit, Bytes png, MapLayer layer, Bytes mpr, Bytes *out)
{
    ConversionJob job = {.path = TEXT("x.png"),
                         .target = TEXT("zone1.mpr"),
                         .input = png,
                         .settings = &(MapSettings){
                             .layer = layer, .onto = mpr, .onto_path = TEXT("zone1.mpr")}};
    const bool ok = picture_to_map(&job, kit->arena, &kit->report);
    *out = job.output;
    return ok;
}

static Map *map_of(Kit *kit, Bytes mpr)
{
    const EvilMap made = {.mpr = mpr};
    return loaded_map(kit, &made);
}

/* ---- numbers ---- */

static void height_image_has_stored_heights_with_north_up(void **state)
{
    Kit *kit = *state;
    const EvilMap made = made_map(kit, 3, 2);
    const MapNumbers numbers = numbers_of(kit, picture_of(kit, made.mpr, MAP_HEIGHTS));
    assert_int_equal(numbers.w, 3 * 32 + 1);
    assert_int_equal(numbers.h, 2 * 32 + 1);
    for (uint32_t y = 0; y < numbers.h; y++)
        for (uint32_t x = 0; x < numbers.w; x++)
            assert_int_equal(numbers.items[(numbers.h - 1 - y) * numbers.w + x],
                             evil_height((int32_t)x, (int32_t)y));
}

static void tile_image_has_raw_numbers_with_north_up(void **state)
{
    Kit *kit = *state;
    const EvilMap made = made_map(kit, 2, 3);
    const MapNumbers numbers = numbers_of(kit, picture_of(kit, made.mpr, MAP_TILES));
    assert_int_equal(numbers.w, 2 * 16);
    assert_int_equal(numbers.h, 3 * 16);
    for (uint32_t y = 0; y < numbers.h; y++)
        for (uint32_t x = 0; x < numbers.w; x++)
            assert_int_equal(numbers.items[(numbers.h - 1 - y) * numbers.w + x],
                             evil_tile((int32_t)x, (int32_t)y));
}

static void unchanged_image_restores_the_same_bytes(void **state)
{
    Kit *kit = *state;
    const EvilMap made = made_map(kit, 3, 2);
    for (MapLayer layer = MAP_HEIGHTS; layer < MAP_PICTURE; layer++) {
        Bytes back;
        if (!put_onto(kit, picture_of(kit, made.mpr, layer), layer, made.mpr, &back))
            fail_msg("%s", kit_message(kit, 0));
        assert_bytes_equal(back, made.mpr);
    }
}

static bool sector_is(Kit *kit, const Map *map, const EvilMap *made, uint32_t x, uint32_t y)
{
    return bytes_equal(sec_write(map_sector(map, x, y), kit->arena),
                       made->sectors[y * made->sectors_x + x]);
}

static void height_edit_changes_only_its_sector(void **state)
{
    Kit *kit = *state;
    const EvilMap made = made_map(kit, 3, 2);
    MapNumbers numbers = numbers_of(kit, picture_of(kit, made.mpr, MAP_HEIGHTS));
    Bytes changed;
    numbers.items[(numbers.h - 1 - 10) * numbers.w + 32 + 10] = 65000;
    assert_true(put_onto(kit, png_of(kit, &numbers), MAP_HEIGHTS, made.mpr, &changed));
    const Map *map = map_of(kit, changed);
    for (uint32_t i = 0; i < 6; i++)
        assert_int_equal(sector_is(kit, map, &made, i % 3, i / 3), i != 1);
    const Map *before = loaded_map(kit, &made);
    unsigned normals = 0, heights = 0, others = 0;
    for (unsigned i = 0; i < SEC_SIDE * SEC_SIDE; i++) {
        const SecVertex *is = &map_sector(map, 1, 0)->land[i];
        const SecVertex *was = &map_sector(before, 1, 0)->land[i];
        heights += is->height != was->height;
        normals += is->normal != was->normal;
        others += is->shift_x != was->shift_x || is->shift_y != was->shift_y;
    }
    assert_int_equal(heights, 1);
    assert_in_range(normals, 4, 5); /* around it, and perhaps its own */
    assert_int_equal(others, 0);
    /* West of the peak the land rises to the east: the normal leans to the west. */
    assert_true(sec_normal(&map_sector(map, 1, 0)->land[10 * SEC_SIDE + 9]).x < -0.5f);
    assert_true(sec_normal(&map_sector(map, 1, 0)->land[11 * SEC_SIDE + 10]).y > 0.5f);
}

static void shared_height_changes_in_all_four_sectors(void **state)
{
    Kit *kit = *state;
    const EvilMap made = made_map(kit, 3, 2);
    MapNumbers numbers = numbers_of(kit, picture_of(kit, made.mpr, MAP_HEIGHTS));
    Bytes changed;
    numbers.items[(numbers.h - 1 - 32) * numbers.w + 32] = 1;
    numbers.items[(numbers.h - 1 - 32) * numbers.w + 33] = 60000;
    assert_true(put_onto(kit, png_of(kit, &numbers), MAP_HEIGHTS, made.mpr, &changed));
    const Map *map = map_of(kit, changed);
    const SecVertex *corner = &map_sector(map, 0, 0)->land[SEC_SIDE * SEC_SIDE - 1];
    assert_int_equal(corner->height, 1);
    assert_memory_equal(corner, &map_sector(map, 1, 0)->land[SEC_UNITS * SEC_SIDE], 8);
    assert_memory_equal(corner, &map_sector(map, 0, 1)->land[SEC_UNITS], 8);
    assert_memory_equal(corner, &map_sector(map, 1, 1)->land[0], 8);
    assert_true(sector_is(kit, map, &made, 2, 0) && sector_is(kit, map, &made, 2, 1));
    for (unsigned i = 0; i < SEC_SIDE; i++)
        assert_memory_equal(&map_sector(map, 1, 0)->land[SEC_UNITS * SEC_SIDE + i],
                            &map_sector(map, 1, 1)->land[i], sizeof(SecVertex));
}

static void painted_tiles_and_materials_are_imported(void **state)
{
    Kit *kit = *state;
    const EvilMap made = made_map(kit, 3, 2);
    MapNumbers numbers = numbers_of(kit, picture_of(kit, made.mpr, MAP_TILES));
    Bytes changed;
    numbers.items[0] = 12345; /* the north-west */
    assert_true(put_onto(kit, png_of(kit, &numbers), MAP_TILES, made.mpr, &changed));
    const Map *map = map_of(kit, changed);
    assert_int_equal(map_sector(map, 0, 1)->tiles[15 * SEC_TILES], 12345);
    for (uint32_t i = 0; i < 6; i++)
        assert_int_equal(sector_is(kit, map, &made, i % 3, i / 3), i != 3);
}

static void liquid_in_sector_without_liquid_is_rejected(void **state)
{
    Kit *kit = *state;
    const ProjectFile members[] = {
        {TEXT("zone1.mp"), evil_head(2, 1, 60, kit->arena)},
        {TEXT("zone1000000.sec"), {ARENA_ALLOC(kit->arena, uint8_t, 9229), 9229}}};
    Bytes changed;
    memcpy((uint8_t *)members[1].bytes.data, "\x74\xF7\x4B\xCF", 4);
    const Bytes mpr = archive_of(kit, members, 2);
    const struct {
        MapLayer layer;
        uint32_t x;
        const char *said;
    } cases[] = {{MAP_LIQUID, 3, "sector 0, 0 has no liquid"},
                 {MAP_MATERIALS, 3, "sector 0, 0 has no liquid"},
                 {MAP_HEIGHTS, 40, "sector 1, 0 is missing"}};
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        MapNumbers numbers = numbers_of(kit, picture_of(kit, mpr, cases[i].layer));
        numbers.items[cases[i].x] = 7;
        kit_clear(kit);
        assert_false(put_onto(kit, png_of(kit, &numbers), cases[i].layer, mpr, &changed));
        assert_int_equal(kit->report.errors, 1);
        assert_true(kit_has_message(kit, cases[i].said));
    }
}

static void images_of_wrong_size_or_kind_are_rejected(void **state)
{
    Kit *kit = *state;
    const EvilMap made = made_map(kit, 2, 1);
    const uint16_t samples[64] = {0};
    const Image colours = image_new(65, 33, kit->arena);
    Bytes changed;
    const struct {
        Bytes png;
        const char *said;
    } cases[] = {{png_write_grey16(samples, 8, 8, kit->arena), "the map needs 65 x 33"},
                 {png_write(&colours, NULL, kit->arena), "expected a 16-bit greyscale PNG"},
                 {BYTES(1, 2, 3), "PNG"}};
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        kit_clear(kit);
        assert_false(put_onto(kit, cases[i].png, MAP_HEIGHTS, made.mpr, &changed));
        assert_int_equal(kit->messages.count, 1);
        assert_true(kit_has_message(kit, cases[i].said));
    }
    kit_clear(kit);
    assert_false(
        put_onto(kit, picture_of(kit, made.mpr, MAP_HEIGHTS), MAP_HEIGHTS, made.mp, &changed));
    assert_true(kit_has_message(kit, "--onto takes a .mpr"));
}

static void new_map_has_the_heights_of_its_image(void **state)
{
    Kit *kit = *state;
    const EvilMap made = made_map(kit, 2, 3);
    const Bytes png = picture_of(kit, made.mpr, MAP_HEIGHTS);
    ConversionJob job = {.target = TEXT("maps/mine.mpr"), .input = png};
    assert_true(picture_to_map(&job, kit->arena, &kit->report));
    const Map *map = map_of(kit, job.output);
    assert_true(text_is(map->zone, "mine"));
    assert_int_equal(map->sector_count, 6);
    assert_bytes_equal(picture_of(kit, job.output, MAP_HEIGHTS), png);
    assert_int_equal(map_sector(map, 1, 2)->land[SEC_SIDE * SEC_SIDE - 1].height,
                     evil_height(64, 96));
    job.input = png_write_grey16((const uint16_t[64]){0}, 8, 8, kit->arena);
    kit_clear(kit);
    assert_false(picture_to_map(&job, kit->arena, &kit->report));
    assert_int_equal(kit->messages.count, 1);
}

/* ---- colours ---- */

static Image drawn(Kit *kit, const EvilMap *made, uint32_t side)
{
    Map *map = ARENA_ALLOC(kit->arena, Map, 1);
    const MapSource source = {.path = TEXT("zone1.mpr"),
                              .file = made->mpr,
                              .folder = &textures_shelf(kit, made)->folder};
    Image image;
    assert_true(map_load(&source, map, kit->arena, &kit->report));
    assert_true(map_draw(map, side, &image, kit->arena, &kit->report));
    return image;
}

static void map_image_shows_snow_grass_and_water(void **state)
{
    Kit *kit = *state;
    const EvilMap made = made_map(kit, 4, 4);
    const uint32_t side = 4;
    const Image image = drawn(kit, &made, side);
    assert_int_equal(image.w, 4 * 16 * side);
    unsigned water = 0, snow = 0, grass = 0;
    for (int32_t y = 3; y < 64; y++)
        for (int32_t x = 0; x < 64; x++) {
            const Pixel pixel = *image_at(&image, (uint32_t)x * side + side / 2,
                                          image.h - 1 - ((uint32_t)y * side + side / 2));
            const int32_t height = evil_height(2 * x + 1, 2 * y + 1);
            const unsigned r = PIXEL_R(pixel), g = PIXEL_G(pixel), b = PIXEL_B(pixel);
            assert_int_equal(PIXEL_A(pixel), 255);
            if (height < EVIL_MAP_LEVEL - 1500) {
                assert_true(b > r);
                water++;
            } else if (height > 36000) {
                assert_true(abs((int)r - (int)b) < 24);
                snow++;
            } else if (height > EVIL_MAP_LEVEL + 2000 && height < 32000) {
                assert_true(g > r && g > b);
                grass++;
            }
        }
    assert_true(water > 100 && snow > 50 && grass > 500);
}

static void rotated_tile_is_drawn_rotated(void **state)
{
    Kit *kit = *state;
    const EvilMap made = made_map(kit, 1, 1);
    Map *map = loaded_map(kit, &made);
    SecFile *sec = map_sector(map, 0, 0);
    const Image atlas = image_new(64, 64, kit->arena);
    Image image;
    /* The first tile: red above left, green above right, blue below left, white. */
    const Pixel quarters[] = {PIXEL(255, 0, 0, 255), PIXEL(0, 255, 0, 255),
                              PIXEL(0, 0, 255, 255), PIXEL(255, 255, 255, 255)};
    for (uint32_t y = 0; y < 64; y++)
        for (uint32_t x = 0; x < 64; x++)
            *image_at(&atlas, x, y) = quarters[y % 8 / 4 * 2 + x % 8 / 4];
    map->textures[0].file = png_write(&atlas, NULL, kit->arena);
    map->textures[1].file = map->textures[0].file;
    sec->wet = 0;
    for (unsigned i = 0; i < SEC_SIDE * SEC_SIDE; i++)
        sec->land[i].normal = sec_normal_of((Vec3){0, 0, 1});
    for (uint16_t turns = 0; turns < 4; turns++) {
        sec->tiles[0] = (uint16_t)(turns << 14);
        assert_true(map_draw(map, 2, &image, kit->arena, &kit->report));
        /* The four corners of a tile: as map_uv says. */
        for (unsigned i = 0; i < 4; i++) {
            const Vec2 uv = map_uv(sec->tiles[0], i % 2 * 2, i / 2 * 2);
            const Pixel wanted = quarters[(uv.y * 8 > 0.5f) * 2 + (uv.x * 8 > 0.5f)];
            assert_int_equal(*image_at(&image, i % 2, image.h - 1 - i / 2), wanted);
        }
    }
}

static void too_large_image_is_rejected(void **state)
{
    Kit *kit = *state;
    const ProjectFile members[] = {{TEXT("zone1.mp"), evil_head(1000, 1, 60, kit->arena)},
                                   {TEXT("zone1000000.sec"), made_map(kit, 1, 1).sectors[0]}};
    ConversionJob job = {.path = TEXT("zone1.mpr"), .input = archive_of(kit, members, 2)};
    for (unsigned i = 0; i < 2; i++) {
        job.settings = &(MapSettings){.layer = i ? MAP_PICTURE : MAP_HEIGHTS};
        kit_clear(kit);
        assert_false(map_to_picture(&job, kit->arena, &kit->report));
        assert_int_equal(kit->report.errors, 1);
    }
}

/* ---- Tiled ---- */

static void tiled_gets_tiles_with_their_turns_and_the_textures(void **state)
{
    Kit *kit = *state;
    const EvilMap made = evil_map(2, 1, 512, kit->arena, &kit->report);
    ConversionJob job = {.path = TEXT("zone1.mpr"),
                         .target = TEXT("out/land.tmx"),
                         .input = made.mpr,
                         .folder = &textures_shelf(kit, &made)->folder};
    if (!map_to_tmx(&job, kit->arena, &kit->report))
        fail_msg("%s", kit_message(kit, 0));
    assert_int_equal(job.files_out.count, 2);
    assert_true(text_is(job.files_out.items[1].path, "001.png"));
    const Text text = text_of_bytes(job.output);
    assert_non_null(find_part(text.at, text.size, "land.001.png\" width=\"512\""));
    TmxMap tmx;
    assert_true(tmx_read(job.output, &tmx, kit->arena, &kit->report)); /* masks the turns */
    assert_int_equal(tmx.w, 32);
    assert_int_equal(tmx.tileset_count, 2);
    for (uint32_t i = 0; i < 32 * 16; i++) {
        const uint16_t tile = evil_tile((int32_t)(i % 32), (int32_t)(15 - i / 32));
        assert_int_equal(tmx.layers[0].cells[i], 1 + sec_tile_index(tile));
    }
    /* A tile that is not turned stands on its head, since rows of tiles begin in the south. */
    static const uint32_t flags[] = {0x40000000, 0x20000000, 0x80000000, 0xE0000000};
    const uint16_t first = evil_tile(0, 15);
    const Text cell = arena_format(kit->arena, "%u,",
                                   (1 + sec_tile_index(first)) | flags[sec_tile_turns(first)]);
    const char *data = find_part(text.at, text.size, "\"csv\">\r\n");
    assert_memory_equal(data + 8, cell.at, cell.size);
}

/* ---- the reader of grey pictures ---- */

static void grey_images_of_16_bits_preserve_every_bit(void **state)
{
    Kit *kit = *state;
    for (unsigned i = 0; i < 50; i++) {
        const uint32_t w = 1 + next_random(40), h = 1 + next_random(40);
        uint16_t *samples = ARENA_ALLOC(kit->arena, uint16_t, w * h);
        for (uint32_t j = 0; j < w * h; j++)
            samples[j] = (uint16_t)next_random(65536);
        const MapNumbers back = numbers_of(kit, png_write_grey16(samples, w, h, kit->arena));
        assert_int_equal(back.w, w);
        assert_int_equal(back.h, h);
        assert_memory_equal(back.items, samples, w * h * sizeof *samples);
    }
}

static void every_truncated_grey_image_is_rejected_with_one_line(void **state)
{
    Kit *kit = *state;
    const uint16_t samples[] = {1, 2, 300, 40000, 5, 65535};
    const Bytes png = png_write_grey16(samples, 3, 2, kit->arena);
    for (size_t size = 0; size < png.size; size++) {
        MapNumbers out;
        kit_clear(kit);
        assert_false(png_read_grey16(bytes_slice(png, 0, size), &out.items, &out.w, &out.h,
                                     kit->arena, &kit->report));
        assert_int_equal(kit->messages.count, 1);
    }
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, kit_set_up, kit_tear_down)
    const struct CMUnitTest tests[] = {
        TEST(height_image_has_stored_heights_with_north_up),
        TEST(tile_image_has_raw_numbers_with_north_up),
        TEST(unchanged_image_restores_the_same_bytes),
        TEST(height_edit_changes_only_its_sector),
        TEST(shared_height_changes_in_all_four_sectors),
        TEST(painted_tiles_and_materials_are_imported),
        TEST(liquid_in_sector_without_liquid_is_rejected),
        TEST(images_of_wrong_size_or_kind_are_rejected),
        TEST(new_map_has_the_heights_of_its_image),
        TEST(map_image_shows_snow_grass_and_water),
        TEST(rotated_tile_is_drawn_rotated),
        TEST(too_large_image_is_rejected),
        TEST(tiled_gets_tiles_with_their_turns_and_the_textures),
        TEST(grey_images_of_16_bits_preserve_every_bit),
        TEST(every_truncated_grey_image_is_rejected_with_one_line),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
