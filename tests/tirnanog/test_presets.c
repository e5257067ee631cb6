/* Presets of convert: sheets of RPG Maker, LPC, plain grids and atlases with a list. */
#include "lib/shared_kit.h"

#include "base/text.h"
#include "tirnanog/convert/picture_conversions.h"
#include "base/image/png.h"
#include "base/image/png_write.h"

static ConversionJob job;
static const char *list; /* the .xml next to the sheet; NULL: none */

static bool beside(void *context, Text name, Bytes *out, Arena *to)
{
    (void)context;
    (void)to;
    if (!text_is(name, "sheet.xml"))
        return false;
    *out = list ? bytes_of_text(text_of(list)) : (Bytes){0};
    return list != NULL;
}

/* Every pixel tells where it is. */
static Image sheet_of(uint32_t w, uint32_t h)
{
    const Image image = image_new(w, h, arena);
    for (uint32_t y = 0; y < h; y++)
        for (uint32_t x = 0; x < w; x++)
            *image_at(&image, x, y) = PIXEL(x & 255, y & 255, x >> 8 << 4 | y >> 8, 255);
    return image;
}

static Pixel pixel_of(uint32_t x, uint32_t y)
{
    return PIXEL(x & 255, y & 255, x >> 8 << 4 | y >> 8, 255);
}

static void clear(const Image *image, uint32_t x, uint32_t y, uint32_t w, uint32_t h)
{
    for (uint32_t i = 0; i < h; i++)
        memset(image_at(image, x, y + i), 0, w * sizeof(Pixel));
}

static bool convert(const Image *sheet, const char *path, PresetSettings settings,
                    bool (*run)(ConversionJob *, Arena *, Report *))
{
    static const ConversionFolder folder = {.beside = beside};
    kit_clear(kit);
    job = (ConversionJob){.path = text_of(path),
                          .input = png_write(sheet, NULL, arena),
                          .settings = &settings,
                          .folder = &folder};
    return run(&job, arena, &kit->report);
}

static void must_convert(const Image *sheet, const char *path, PresetSettings settings)
{
    if (!convert(sheet, path, settings, sheet_to_sprites))
        fail_msg("%s", kit_message(kit, 0));
    project_files_sort(&job.files_out);
}

static void refused(const Image *sheet, PresetSettings settings, const char *wanted)
{
    if (convert(sheet, "sheet.png", settings, sheet_to_sprites))
        fail_msg("not refused (%s)", wanted);
    assert_int_equal(kit->messages.count, 1);
    if (!strstr(kit_message(kit, 0), wanted))
        fail_msg("\"%s\" does not contain \"%s\"", kit_message(kit, 0), wanted);
}

static const ProjectFile *made(const char *path)
{
    const ProjectFile *file = project_file(&job.files_out, text_of(path));
    if (!file)
        fail_msg("%s is missing; the first of %zu is %s", path, job.files_out.count,
                 job.files_out.count ? job.files_out.items[0].path.at : "none");
    return file;
}

/* A strip of `count` frames, the first of which begins at (x, y) of the sheet, the next ones
 * right of it. */
static void strip_is(const char *path, uint32_t x, uint32_t y, uint32_t w, uint32_t h,
                     uint32_t count)
{
    Image image;
    assert_true(png_read(made(path)->bytes, &image, NULL, arena, &kit->report));
    assert_int_equal(image.w, w * count);
    assert_int_equal(image.h, h);
    for (uint32_t i = 0; i < w * count; i++)
        if (*image_at(&image, i, h - 1) != pixel_of(x + i, y + h - 1))
            fail_msg("%s: column %u is another one", path, i);
}

/* ---- figures ---- */

static void characters_of_rpg_maker_stand_and_walk(void **state)
{
    const Image sheet = sheet_of(384, 256); /* VX: cells of 32 pixels */
    (void)state;
    clear(&sheet, 96, 0, 96, 128); /* the second figure */
    must_convert(&sheet, "People.png", (PresetSettings){.name = "rpgmaker-characters"});
    assert_int_equal(job.files_out.count, 7 * 8);
    strip_is("chars/People_1_soo0.png", 32, 0, 32, 32, 1);
    strip_is("chars/People_1_walk_wef2.png", 0, 32, 32, 32, 3);
    strip_is("chars/People_3_walk_eaf2.png", 192, 64, 32, 32, 3);
    strip_is("chars/People_8_walk_nof2.png", 288, 224, 32, 32, 3);
    assert_null(project_file(&job.files_out, TEXT("chars/People_2_soo0.png")));
}

static void dollar_sign_is_a_single_figure(void **state)
{
    const Image sheet = sheet_of(144, 192); /* MV: 48 */
    (void)state;
    must_convert(&sheet, "art/!$Chest.png", (PresetSettings){.name = "rpgmaker-characters"});
    assert_int_equal(job.files_out.count, 8);
    strip_is("chars/Chest_noo0.png", 48, 144, 48, 48, 1);
    strip_is("chars/Chest_walk_sof2.png", 0, 0, 48, 48, 3);
    const Image odd = sheet_of(145, 192);
    refused(&odd, (PresetSettings){.name = "rpgmaker-characters"},
            "the sheet has 145 x 192 pixels; expected a width divisible by 12 and a height "
            "divisible by 8");
}

static void lpc_sheets_have_their_animations(void **state)
{
    const Image sheet = sheet_of(832, 1344);
    (void)state;
    clear(&sheet, 0, 16 * 64, 832, 64);            /* shooting to the north is not drawn, ... */
    clear(&sheet, 4 * 64, 20 * 64, 832 - 256, 64); /* and hurt has four frames */
    must_convert(&sheet, "man.png", (PresetSettings){.name = "lpc"});
    strip_is("chars/man_spellcast_noo6.png", 0, 0, 64, 64, 7);
    strip_is("chars/man_thrust_weo7.png", 0, 5 * 64, 64, 64, 8);
    strip_is("chars/man_soo0.png", 0, 10 * 64, 64, 64, 1);
    strip_is("chars/man_walk_eal7.png", 64, 11 * 64, 64, 64, 8);
    strip_is("chars/man_slash_soo5.png", 0, 14 * 64, 64, 64, 6);
    strip_is("chars/man_shoot_weoC.png", 0, 17 * 64, 64, 64, 13);
    strip_is("chars/man_hurt_soo3.png", 0, 20 * 64, 64, 64, 4);
    assert_null(project_file(&job.files_out, TEXT("chars/man_shoot_nooC.png")));
    assert_int_equal(job.files_out.count, 4 * 6);
}

static void lpc_walk_cycle_is_a_sheet(void **state)
{
    const Image sheet = sheet_of(576, 256);
    (void)state;
    must_convert(&sheet, "man.png", (PresetSettings){.name = "lpc", .category = "tiles"});
    assert_int_equal(job.files_out.count, 8);
    strip_is("tiles/man_noo0.png", 0, 0, 64, 64, 1);
    strip_is("tiles/man_walk_sol7.png", 64, 128, 64, 64, 8);
    const Image other = sheet_of(576, 320);
    refused(
        &other, (PresetSettings){.name = "lpc"},
        "the sheet has 576 x 320 pixels; expected the universal sheet of at least 832 x 1344, "
        "or a walk cycle of 576 x 256");
}

/* ---- grids ---- */

static void grids_have_margins_and_spacing(void **state)
{
    const Image sheet = sheet_of(40, 30);
    (void)state;
    clear(&sheet, 3, 3, 16, 10);
    must_convert(&sheet, "sheet.png",
                 (PresetSettings){.name = "grid", .w = 16, .h = 10, .margin = 3, .spacing = 2});
    assert_int_equal(job.files_out.count, 3);
    strip_is("tiles/sheet_1_soo0.png", 21, 3, 16, 10, 1);
    strip_is("tiles/sheet_2_soo0.png", 3, 15, 16, 10, 1);
    refused(&sheet, (PresetSettings){.name = "grid"}, "the preset grid requires --size");
}

static void icons_faces_and_tiles_are_grids(void **state)
{
    const Image icons = sheet_of(512, 64), faces = sheet_of(384, 192), a5 = sheet_of(256, 512);
    (void)state;
    must_convert(&icons, "IconSet.png", (PresetSettings){.name = "rpgmaker-icons"});
    assert_int_equal(job.files_out.count, 32);
    strip_is("ui/IconSet_17_soo0.png", 32, 32, 32, 32, 1);
    must_convert(&faces, "Actor1.png", (PresetSettings){.name = "rpgmaker-faces"});
    assert_int_equal(job.files_out.count, 8);
    strip_is("portraits/Actor1_5_soo0.png", 96, 96, 96, 96, 1);
    must_convert(&a5, "World_A5.png", (PresetSettings){.name = "rpgmaker-a5"});
    assert_int_equal(job.files_out.count, 128);
    strip_is("tiles/World_A5_9_soo0.png", 32, 32, 32, 32, 1);
    const Image wrong = sheet_of(100, 64);
    refused(&wrong, (PresetSettings){.name = "rpgmaker-icons"},
            "expected 16 columns of squares");
}

/* The layout cuts the same images. */
static void layout_of_a_preset_can_be_edited(void **state)
{
    const Image sheet = sheet_of(144, 192);
    const PresetSettings settings = {.name = "rpgmaker-characters"};
    (void)state;
    must_convert(&sheet, "$a.png", settings);
    const ProjectFiles wanted = job.files_out;
    assert_true(convert(&sheet, "$a.png", settings, sheet_to_layout));
    const Bytes layout = job.output;
    assert_true(text_starts(text_of_bytes(layout), "TirNanoG Layout\r\n48 48 0 0 0 0 chars\r\n"
                                                   "so o - (1,0)\r\n"));
    kit_clear(kit);
    job = (ConversionJob){
        .path = TEXT("a.png"),
        .input = png_write(&sheet, NULL, arena),
        .settings = &(PresetSettings){.layout = layout, .layout_path = TEXT("a.lyt")}};
    assert_true(sheet_to_sprites(&job, arena, &kit->report));
    project_files_sort(&job.files_out);
    assert_int_equal(job.files_out.count, wanted.count);
    for (size_t i = 0; i < wanted.count; i++)
        assert_bytes_equal(made(wanted.items[i].path.at)->bytes, wanted.items[i].bytes);
    const Image tiles = sheet_of(512, 384);
    assert_false(
        convert(&tiles, "a.png", (PresetSettings){.name = "rpgmaker-a2"}, sheet_to_layout));
    assert_true(
        kit_has_message(kit, "a layout cannot describe sheets of the preset rpgmaker-a2"));
}

/* ---- autotiles ---- */

/* Sheets with tiles of 2 x 2 pixels: a pixel is a quarter. */
enum { SIDE = 2 };
enum { NW = 1, N = 2, NE = 4, W = 8, E = 32, SW = 64, S = 128, SE = 256 };

/* From the table of shapes of RPG Maker: quarters of a block, in halves of a tile, at the top
 * left, top right, bottom left and bottom right of a tile. */
typedef struct Quarter {
    uint8_t x, y;
} Quarter;
static const Quarter ground[5][4] = {
    {{2, 4}, {1, 4}, {2, 3}, {1, 3}}, /* the area continues */
    {{2, 0}, {3, 0}, {2, 1}, {3, 1}}, /* inner corner */
    {{0, 4}, {3, 4}, {0, 3}, {3, 3}}, /* border at the side */
    {{2, 2}, {1, 2}, {2, 5}, {1, 5}}, /* border above or below */
    {{0, 2}, {3, 2}, {0, 5}, {3, 5}}, /* outer corner */
};
static const Quarter wall[5][4] = {
    {{2, 2}, {1, 2}, {2, 1}, {1, 1}}, {{2, 2}, {1, 2}, {2, 1}, {1, 1}}, /* no inner corners */
    {{0, 2}, {3, 2}, {0, 1}, {3, 1}}, {{2, 0}, {1, 0}, {2, 3}, {1, 3}},
    {{0, 0}, {3, 0}, {0, 3}, {3, 3}},
};
static const Quarter waterfall[5][4] = {
    {{2, 0}, {1, 0}, {2, 1}, {1, 1}}, {{2, 0}, {1, 0}, {2, 1}, {1, 1}},
    {{0, 0}, {3, 0}, {0, 1}, {3, 1}}, {{2, 0}, {1, 0}, {2, 1}, {1, 1}},
    {{0, 0}, {3, 0}, {0, 1}, {3, 1}},
};

/* The first tile, in the order of names, whose rule demands no neighbour that is missing. */
static Text tile_chosen(const char *name, unsigned neighbours)
{
    for (unsigned number = 0; number < 47; number++) {
        const Text stem = arena_format(arena, "tiles/%s_%02u", name, number);
        const ProjectFile *file =
            project_file(&job.files_out, arena_format(arena, "%s.til", stem.at));
        if (!file)
            break;
        Text rest = text_of_bytes(file->bytes), line, word;
        unsigned i = 0, demanded = 0;
        assert_true(text_line(&rest, &line) && text_line(&rest, &line));
        while ((word = text_word(&line)).size) {
            if (!text_is(word, "-")) {
                assert_true(text_is(word, arena_format(arena, "%s_00", name).at));
                demanded |= 1u << i;
            }
            i++;
        }
        assert_int_equal(i, 9);
        assert_true(demanded & 16);
        if (!(demanded & ~16u & ~neighbours))
            return stem;
    }
    fail_msg("no rule of %s fits %03x", name, neighbours);
    return TEXT("");
}

static void tiles_are(const char *name, const char *suffix, const Quarter (*table)[4],
                      uint32_t left, uint32_t top, uint32_t step_x, uint32_t step_y,
                      uint32_t frames)
{
    static const struct {
        unsigned side, end, corner;
    } quarters[4] = {{W, N, NW}, {E, N, NE}, {W, S, SW}, {E, S, SE}};
    for (unsigned mask = 0; mask < 512; mask++) {
        Image image;
        if (mask & 16)
            continue;
        const Text path = arena_format(arena, "%s_%s.png", tile_chosen(name, mask).at, suffix);
        assert_true(png_read(made(path.at)->bytes, &image, NULL, arena, &kit->report));
        assert_int_equal(image.w, SIDE * frames);
        for (uint32_t frame = 0; frame < frames; frame++)
            for (uint32_t i = 0; i < 4; i++) {
                const bool side = mask & quarters[i].side, end = mask & quarters[i].end;
                const Quarter from = table[side && end ? !(mask & quarters[i].corner)
                                           : end       ? 2
                                           : side      ? 3
                                                       : 4][i];
                const Pixel wanted = pixel_of((left + frame * step_x) * SIDE + from.x,
                                              (top + frame * step_y) * SIDE + from.y);
                if (*image_at(&image, frame * 2 + i % 2, i / 2) != wanted)
                    fail_msg("%s, quarter %u of frame %u, neighbours %03x", path.at, i, frame,
                             mask);
            }
    }
}

static void ground_has_47_tiles_with_rules(void **state)
{
    const Image sheet = sheet_of(16 * SIDE, 12 * SIDE);
    (void)state;
    must_convert(&sheet, "land.png", (PresetSettings){.name = "rpgmaker-a2"});
    assert_int_equal(job.files_out.count, 32 * 47 * 2);
    tiles_are("land_00", "soo0", ground, 0, 0, 0, 0, 1);
    tiles_are("land_09", "soo0", ground, 2, 3, 0, 0, 1);
    tiles_are("land_31", "soo0", ground, 14, 9, 0, 0, 1);
}

static void water_and_waterfalls_are_animated(void **state)
{
    const Image sheet = sheet_of(16 * SIDE, 12 * SIDE);
    (void)state;
    must_convert(&sheet, "sea.png", (PresetSettings){.name = "rpgmaker-a1"});
    assert_int_equal(job.files_out.count, (10 * 47 + 6 * 4) * 2);
    tiles_are("sea_00", "sof2", ground, 0, 0, 2, 0, 3);
    tiles_are("sea_01", "sof2", ground, 0, 3, 2, 0, 3);
    tiles_are("sea_02", "soo0", ground, 6, 0, 0, 0, 1);
    tiles_are("sea_03", "soo0", ground, 6, 3, 0, 0, 1);
    tiles_are("sea_04", "sof2", ground, 8, 0, 2, 0, 3);
    tiles_are("sea_07", "sol2", waterfall, 14, 3, 0, 1, 3);
    tiles_are("sea_09", "sol2", waterfall, 6, 6, 0, 1, 3);
    tiles_are("sea_14", "sof2", ground, 8, 9, 2, 0, 3);
}

static void roofs_and_walls_have_16_tiles(void **state)
{
    const Image a3 = sheet_of(16 * SIDE, 8 * SIDE), a4 = sheet_of(16 * SIDE, 15 * SIDE);
    (void)state;
    must_convert(&a3, "roof.png", (PresetSettings){.name = "rpgmaker-a3"});
    assert_int_equal(job.files_out.count, 32 * 16 * 2);
    tiles_are("roof_10", "soo0", wall, 4, 2, 0, 0, 1);
    must_convert(&a4, "wall.png", (PresetSettings){.name = "rpgmaker-a4"});
    assert_int_equal(job.files_out.count, 24 * (47 + 16) * 2);
    tiles_are("wall_16", "soo0", ground, 0, 5, 0, 0, 1);
    tiles_are("wall_47", "soo0", wall, 14, 13, 0, 0, 1);
}

static void transparent_blocks_are_left_out(void **state)
{
    const Image sheet = sheet_of(16 * SIDE, 12 * SIDE);
    (void)state;
    clear(&sheet, 0, 0, 16 * SIDE, 9 * SIDE);
    must_convert(&sheet, "land.png", (PresetSettings){.name = "rpgmaker-a2"});
    assert_int_equal(job.files_out.count, 8 * 47 * 2);
    clear(&sheet, 0, 0, 16 * SIDE, 12 * SIDE);
    refused(&sheet, (PresetSettings){.name = "rpgmaker-a2"}, "the sheet is transparent");
    const Image wrong = sheet_of(512, 256);
    refused(&wrong, (PresetSettings){.name = "rpgmaker-a2"},
            "expected 16 x 12 tiles: 512 x 384 with tiles of 32 pixels, or 768 x 576 with 48");
}

/* ---- atlases ---- */

#define ATLAS(inside) "<?xml version=\"1.0\"?>\n<TextureAtlas imagePath=\"sheet.png\">\n" inside

static void atlas_is_cut_by_its_list(void **state)
{
    const Image sheet = sheet_of(64, 32);
    (void)state;
    list =
        ATLAS("<SubTexture name=\"grass Mid.png\" x=\"3\" y=\"4\" width=\"10\" height=\"9\"/>\n"
              "<SubTexture name=\"ui/coin\" x=\"54.0\" y=\"0\" width=\"10\" height=\"32\"/>\n"
              "</TextureAtlas>");
    must_convert(&sheet, "sheet.png", (PresetSettings){.name = "kenney"});
    assert_int_equal(job.files_out.count, 2);
    strip_is("tiles/grass_Mid_soo0.png", 3, 4, 10, 9, 1);
    strip_is("tiles/coin_soo0.png", 54, 0, 10, 32, 1);
    must_convert(&sheet, "sheet.png", (PresetSettings){.name = "kenney", .category = "ui"});
    made("ui/coin_soo0.png");
}

/* The frame is the image before it was trimmed; frames that are smaller than their part cut it.
 */
static void trimmed_images_keep_their_frame(void **state)
{
    static const struct {
        const char *frame;
        uint32_t w, h;
        int x, y; /* of the part in the frame */
    } rows[] = {
        {"frameX='-4' frameY='-6' frameWidth='16' frameHeight='20'", 16, 20, 4, 6},
        {"frameX='0' frameY='0' frameWidth='32' frameHeight='8'", 32, 8, 0, 0},
        {"frameX='2' frameY='-1' frameWidth='6' frameHeight='8'", 6, 8, -2, 1},
    };
    const Image sheet = sheet_of(64, 32);
    (void)state;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        Image image;
        list = arena_format(arena,
                            ATLAS("<SubTexture name='ball' x='10' y='5' width='8' "
                                  "height='8' %s/></TextureAtlas>"),
                            rows[i].frame)
                   .at;
        must_convert(&sheet, "sheet.png", (PresetSettings){.name = "kenney"});
        assert_true(
            png_read(made("tiles/ball_soo0.png")->bytes, &image, NULL, arena, &kit->report));
        assert_int_equal(image.w, rows[i].w);
        assert_int_equal(image.h, rows[i].h);
        for (int y = 0; y < (int)image.h; y++)
            for (int x = 0; x < (int)image.w; x++) {
                const int from_x = x - rows[i].x, from_y = y - rows[i].y;
                const bool inside = from_x >= 0 && from_y >= 0 && from_x < 8 && from_y < 8;
                assert_int_equal(*image_at(&image, (uint32_t)x, (uint32_t)y),
                                 inside ? pixel_of((uint32_t)from_x + 10, (uint32_t)from_y + 5)
                                        : 0);
            }
    }
    list = ATLAS("<SubTexture name='a' x='0' y='0' width='1' height='1' frameX='0' frameY='0' "
                 "frameWidth='1000000' frameHeight='1000000'/></TextureAtlas>");
    refused(&sheet, (PresetSettings){.name = "kenney"}, "more than 67108864 pixels in total");
    list = ATLAS("<SubTexture name='a' x='0' y='0' width='1' height='1' frameX='-1'/>"
                 "</TextureAtlas>");
    refused(&sheet, (PresetSettings){.name = "kenney"},
            "the attribute \"frameY\" must be a whole number");
}

static void wrong_lists_are_refused(void **state)
{
    static const struct {
        const char *list, *wanted;
    } rows[] = {
        {NULL, "the list of the atlas, sheet.xml, is missing"},
        {"", "sheet.xml"},
        {"<map/>", "expected the element TextureAtlas, found \"map\""},
        {ATLAS("</TextureAtlas>"), "the list has no images"},
        {ATLAS("<SubTexture x='0' y='0' width='1' height='1'/></TextureAtlas>"),
         "sheet.xml:3:1: the attribute \"name\" is missing"},
        {ATLAS("<SubTexture name='a' x='0' y='0' width='0' height='1'/></TextureAtlas>"),
         "the attribute \"width\" must be a whole number"},
        {ATLAS("<SubTexture name='a' x='0' y='-1' width='2' height='1'/></TextureAtlas>"),
         "the attribute \"y\" must be a whole number"},
        {ATLAS("<SubTexture name='a' x='60' y='0' width='5' height='1'/></TextureAtlas>"),
         "\"a\" is outside the image of 64 x 32 pixels"},
        {ATLAS("<SubTexture name='a' x='0' y='0' width='1' height='1' rotated='true'/>"
               "</TextureAtlas>"),
         "\"a\" is rotated"},
        {ATLAS("<SubTexture name='a' x='0' y='0' width='1' height='1'/>\n"
               "<SubTexture name='a.png' x='0' y='0' width='1' height='1'/></TextureAtlas>"),
         "duplicate name \"a\""},
        {"<!DOCTYPE a [<!ENTITY b 'c'>]><TextureAtlas/>", "an internal document type (a)"},
        {ATLAS(""), "sheet.xml:3:1: no element found"},
    };
    const Image sheet = sheet_of(64, 32);
    (void)state;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        list = rows[i].list;
        refused(&sheet, (PresetSettings){.name = "kenney"}, rows[i].wanted);
    }
    Arena *own = arena_new();
    Writer many = writer_to(own); /* each is the whole image of 2048 pixels */
    write_text(&many, TEXT("<TextureAtlas>"));
    for (unsigned i = 0; i <= (1 << 26) / 2048; i++)
        write_format(&many, "<SubTexture name='a%u' x='0' y='0' width='64' height='32'/>", i);
    write_format(&many, "</TextureAtlas>%c", 0);
    list = (const char *)many.data;
    refused(&sheet, (PresetSettings){.name = "kenney"},
            "the parts have more than 67108864 pixels in total");
    arena_free(own);
}

/* The same files as with the name of the preset. */
static void auto_chooses_the_preset_of_the_sheet(void **state)
{
    const Image sheet = sheet_of(576, 256);
    (void)state;
    for (uint32_t y = 0; y < 4; y++)
        clear(&sheet, 192, y * 64, 384, 32);
    list = NULL;
    must_convert(&sheet, "sheet.png", (PresetSettings){.name = "lpc"});
    const ProjectFiles wanted = job.files_out;
    must_convert(&sheet, "sheet.png", (PresetSettings){.name = "auto"});
    assert_true(wanted.count > 0);
    assert_int_equal(job.files_out.count, wanted.count);
    for (size_t i = 0; i < wanted.count; i++)
        assert_true(text_equal(job.files_out.items[i].path, wanted.items[i].path));
    const Image house = sheet_of(60, 60);
    refused(&house, (PresetSettings){.name = "auto"}, "the sheet is not of a known kind");
}

static void unknown_presets_are_reported(void **state)
{
    const Image sheet = sheet_of(64, 64);
    (void)state;
    refused(&sheet, (PresetSettings){.name = "rpgmaker-a6"},
            "unknown preset \"rpgmaker-a6\"; did you mean \"rpgmaker-a1\"?");
    assert_false(preset_exists("xyz", &kit->report));
    assert_true(preset_exists("lpc", &kit->report));
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, shared_kit_start, shared_kit_end)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(characters_of_rpg_maker_stand_and_walk),
        TEST(dollar_sign_is_a_single_figure),
        TEST(lpc_sheets_have_their_animations),
        TEST(lpc_walk_cycle_is_a_sheet),
        TEST(grids_have_margins_and_spacing),
        TEST(icons_faces_and_tiles_are_grids),
        TEST(layout_of_a_preset_can_be_edited),
        TEST(ground_has_47_tiles_with_rules),
        TEST(water_and_waterfalls_are_animated),
        TEST(roofs_and_walls_have_16_tiles),
        TEST(transparent_blocks_are_left_out),
        TEST(atlas_is_cut_by_its_list),
        TEST(auto_chooses_the_preset_of_the_sheet),
        TEST(trimmed_images_keep_their_frame),
        TEST(wrong_lists_are_refused),
        TEST(unknown_presets_are_reported),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
