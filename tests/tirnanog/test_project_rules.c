/* What the document says of a project's folders, names, sounds, maps and extensions. */
#include "lib/audit_kit.h"
#include "lib/media_kit.h"

#include "tirnanog/container/tng_names.h"
#include "tirnanog/container/tng_sprites.h"
#include "kit/jobs/files.h"

static int set_up(void **state)
{
    *state = kit_new();
    return 0;
}

static int tear_down(void **state)
{
    kit_free(*state);
    return 0;
}

static void expect_message(Kit *kit, const char *says)
{
    if (!kit_has_message(kit, says))
        fail_msg("missing: %s; found %s", says,
                 kit->messages.count ? kit_message(kit, 0) : "nothing");
}

/* ---- config, names, line ends ---- */

static void config_has_revision_title_type_and_sizes(void **state)
{
    static const char *const types[] = {"ortho", "iso", "hexv", "hexh", "3d"};
    Kit *kit = *state;
    for (unsigned type = 0; type < COUNT_OF(types); type++) {
        ProjectFiles files = small_project(kit);
        Text title = TEXT("");
        for (unsigned i = 0; i < 64; i++) /* of two bytes each */
            title = arena_format(kit->arena, "%.*s\xC3\xA9", (int)title.size, title.at);
        const char *config = arena_format(kit->arena, "TirNanoG Project 0\n%s\n%s 300 20 32\n",
                                          title.at, types[type])
                                 .at;
        put_text(kit, &files, "config", config);
        for (size_t i = 0; i < files.count; i++) /* the map has another shape */
            if (text_starts(files.items[i].path, "maps/"))
                files.items[i].path = TEXT("notes.txt");
        put_text(kit, &files, "game/startup.cfg", "TirNanoG StartUp\n");
        TngOutput out;
        const bool ok =
            project_build(&files, &(BuildOptions){0}, &out, kit->arena, &kit->report);
        if (!ok)
            fail_msg("%s", kit_message(kit, 0));
        const TngFile *game = game_of(kit, tng_output_bytes(&out, kit->arena));
        assert_int_equal(game->header.type_bits & 15, type);
        assert_int_equal(tng_tile_width(&game->header), 300);
        assert_int_equal(tng_tile_height(&game->header), 20);
        assert_int_equal(game->header.map_log2, 5);
        put_text(
            kit, &files, "config",
            arena_format(kit->arena, "TirNanoG Project 0\n%sx\northo 32 32 32\n", title.at).at);
        assert_false(project_build(&files, &(BuildOptions){0}, &out, kit->arena, &kit->report));
        expect_message(kit, "the title has 129 bytes; the maximum is 128");
        put_text(kit, &files, "config", "TirNanoG Project 1\nT\northo 32 32 32\n");
        assert_false(project_build(&files, &(BuildOptions){0}, &out, kit->arena, &kit->report));
        expect_message(kit, "the unknown revision 1 of the format");
        put_text(kit, &files, "config", "TirNanoG Project 0\nT\northo 32 32 33\n");
        assert_false(project_build(&files, &(BuildOptions){0}, &out, kit->arena, &kit->report));
        expect_message(kit, "the map size must be a power of two");
    }
}

static void file_names_have_letters_digits_underscores_and_dots_only(void **state)
{
    Kit *kit = *state;
    static const struct {
        const char *path;
        bool ok;
    } cases[] = {{"dialogs/Az_09.b.dlg", true},
                 {"dialogs/a-b.dlg", false},
                 {"dialogs/a b.dlg", false},
                 {"dialogs/\xC3\xA9.dlg", false}};
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        ProjectFiles files = small_project(kit);
        Bytes out;
        kit_clear(kit);
        put_text(kit, &files, cases[i].path, "TirNanoG Dialog\nA\nB\n- - 0\n");
        assert_int_equal(try_build(kit, &files, &out), cases[i].ok);
        if (!cases[i].ok)
            expect_message(kit, "invalid name");
    }
}

/* Letters are the local variables of handlers. */
static void attributes_have_names_of_two_letters_at_least(void **state)
{
    Kit *kit = *state;
    ProjectFiles files = small_project(kit);
    Bytes out;
    put_text(kit, &files, "game/xy.atr", "TirNanoG Attribute\nv\n1\n");
    assert_true(try_build(kit, &files, &out));
    put_text(kit, &files, "game/x.atr", "TirNanoG Attribute\nv\n1\n");
    assert_false(try_build(kit, &files, &out));
    expect_message(kit, "an attribute's name needs at least two letters");
}

/* Those of the program's own `oisin new`, too. */
static void unpacked_text_files_end_their_lines_with_crlf(void **state)
{
    Kit *kit = *state;
    ProjectFiles files = small_project(kit);
    ProjectFiles again = unbuilt(kit, built(kit, &files));
    size_t checked = 0;
    for (size_t i = 0; i < again.count; i++) {
        const ProjectFile *file = &again.items[i];
        if (text_ends(file->path, ".png") || text_ends(file->path, ".sfn"))
            continue;
        for (size_t k = 0; k < file->bytes.size; k++)
            if (file->bytes.data[k] == '\n' && (!k || file->bytes.data[k - 1] != '\r'))
                fail_msg("%.*s", (int)file->path.size, file->path.at);
        checked++;
    }
    assert_true(checked > 8);
}

/* The licences of the original editor mean nothing to this one, and go into no game. */
static void license_files_are_ignored(void **state)
{
    Kit *kit = *state;
    ProjectFiles files = small_project(kit);
    const Bytes before = built(kit, &files);
    put_text(kit, &files, "license.txt", "--------TirNanoG Editor License File--------\n1\n");
    put_text(kit, &files, "endusers.txt", "0123456789\n");
    assert_bytes_equal(built(kit, &files), before);
    assert_int_equal(kit->messages.count, 0);
    put_text(kit, &files, "ext/secret.cfg", "TirNanoG Extension\n1 -\no 14\n");
    TngOutput out;
    assert_false(project_build(&files, &(BuildOptions){.extension = TEXT("secret")}, &out,
                               kit->arena, &kit->report));
    expect_message(kit, "encrypted files cannot be written");
}

/* ---- images and sounds ---- */

static const TngAnimation *animation_of(Kit *kit, TngFile *game, unsigned section, size_t index)
{
    const TngSprite *sprite = asset_of(kit, game, section, index);
    assert_int_equal(sprite->directions_count, 1);
    return &sprite->directions[0];
}

static void names_of_images_give_direction_animation_and_frames(void **state)
{
    Kit *kit = *state;
    static const char directions[][3] = {"so", "sw", "we", "nw", "no", "ne", "ea", "se"};
    static const char letters[] = "0129AFGV", loops[] = "ofl";
    static const uint8_t counts[] = {1, 2, 3, 10, 11, 16, 17, 32};
    ProjectFiles files = small_project(kit);
    for (unsigned i = 0; i < 8; i++) {
        const Image image = image_new(4u * counts[i], 6, kit->arena);
        for (size_t k = 0; k < (size_t)image.w * image.h; k++)
            image.pixels[k] = PIXEL(k % image.w, i, 9, 255);
        audit_put(kit, &files,
                  arena_format(kit->arena, "portraits/face%u_%s%c%c.png", i, directions[i],
                               loops[i % 3], letters[i])
                      .at,
                  png_write(&image, NULL, kit->arena));
    }
    const Image wide = image_new(64, 36, kit->arena);
    *image_at(&wide, 3, 3) = PIXEL(1, 2, 3, 255);
    audit_put(kit, &files, "ui/title_full.png", png_write(&wide, NULL, kit->arena));
    put_text(kit, &files, "ui/mainmenu.cfg",
             "TirNanoG MainMenu\n- - -\n0 0 100 -\n0 0 100 -\n0 0 100 -\ntitle\n0 0 FFFFFFFF "
             "FFFFFFFF . . 16 plain\n-\n. . 16 plain 0\nFFFFFFFF - - -\nFFFFFFFF - - "
             "-\nFFFFFFFF - - -\nFFFFFFFF - - -\n- - -\nFFFFFFFF FFFFFFFF\n");
    TngFile *game = game_of(kit, built(kit, &files));
    for (unsigned i = 0; i < 8; i++) {
        const TngAnimation *animation = animation_of(kit, game, SECTION_PORTRAITS, i);
        assert_int_equal(animation->type & 7, i);
        assert_int_equal(animation->type >> 6, i % 3);
        assert_int_equal(animation->frame_count, counts[i]);
        assert_int_equal(animation->w, 4);
        assert_int_equal(animation->h, 6);
    }
    const TngAnimation *title = animation_of(kit, game, SECTION_UI, 0);
    assert_int_equal(title->w, 64);
    assert_int_equal(title->h, 36);
    assert_int_equal(title->frame_count, 1);
}

static const MediaSound stereo = {44100, 2, 4410, 440, 0.5};

static void sounds_are_mono_and_voices_have_a_language(void **state)
{
    Kit *kit = *state;
    MediaSound mono = stereo;
    mono.channels = 1;
    ProjectFiles files = small_project(kit);
    audit_put(kit, &files, "music/tune.ogg", media_sound(kit, stereo));
    audit_put(kit, &files, "sounds/wide.ogg", media_sound(kit, stereo));
    audit_put(kit, &files, "speech/hello_en.ogg", media_sound(kit, stereo));
    audit_put(kit, &files, "speech/hello_de.ogg", media_sound(kit, mono));
    audit_put(kit, &files, "speech/silent.ogg", media_sound(kit, mono));
    put_text(kit, &files, "lang/de.po",
             "# TirNanoG Translation\nmsgid \"de\"\nmsgstr \"Deutsch\"\nmsgid "
             "\"mygame\"\nmsgstr \"Mein Spiel\"\n");
    put_text(kit, &files, "game/startup.cfg",
             "TirNanoG StartUp\ne start {\n    music(tune)\n    sound(wide)\n    "
             "speak(hello)\n    location(meadow,16,16,so)\n}\n");
    assert_true(project_check(&files, kit->arena, &kit->report));
    expect_message(kit, "sounds/wide.ogg: warning: ");
    expect_message(kit, "speech/hello_en.ogg: warning: ");
    assert_false(kit_has_message(kit, "music/tune.ogg"));
    assert_false(kit_has_message(kit, "speech/hello_de.ogg"));
    const TngFile *game = game_of(kit, built(kit, &files));
    assert_int_equal(tng_language_count(game), 2);
    for (size_t i = 0; i < 2; i++) {
        const TngSection *language = tng_language(game, i);
        const bool german = !memcmp(((TngLanguage *)language->record)->code, "de", 2);
        assert_int_equal(language->count, 1); /* not the one without a language */
        assert_bytes_equal(language->entries[0].stored,
                           media_sound(kit, german ? mono : stereo));
    }
}

/* ---- maps ---- */

#define MAP_HEAD                                                                               \
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<map orientation=\"orthogonal\" "             \
    "width=\"32\" height=\"32\" tilewidth=\"32\" tileheight=\"32\">\n"

static TngMap *map_of(Kit *kit, ProjectFiles *files, TngFile **game, const char *inner)
{
    put_text(kit, files, "maps/meadow.tmx",
             arena_format(kit->arena, "%s%s</map>\n", MAP_HEAD, inner).at);
    *game = game_of(kit, built(kit, files));
    return asset_of(kit, *game, SECTION_MAPS, 0);
}

static void is_string(const TngFile *game, uint32_t index, const char *wanted)
{
    assert_string_equal(tng_string(game, index).at, wanted);
}

static void properties_of_a_map_are_in_its_record(void **state)
{
    Kit *kit = *state;
    ProjectFiles files = small_project(kit);
    static const char *const others[] = {"a", "b", "c", "d"};
    for (size_t i = 0; i < 4; i++)
        put_text(kit, &files, arena_format(kit->arena, "maps/n_%s.tmx", others[i]).at,
                 MAP_HEAD "</map>\n");
    put_picture(kit, &files, "ui/sky_soo0.png", PIXEL(1, 2, 3, 255));
    put_picture(kit, &files, "tiles/fog_soo0.png", PIXEL(4, 2, 3, 255));
    audit_put(kit, &files, "music/tune.ogg", media_sound(kit, stereo));
    TngFile *game;
    const TngMap *map =
        map_of(kit, &files, &game,
               "<properties><property name=\"title\" value=\"The old meadow\"/>"
               "<property name=\"daylight\" value=\"24 sky\"/>"
               "<property name=\"music\" value=\"tune\"/>"
               "<property name=\"parallax\" value=\"0 1 2 -3 4 50 fog\"/>"
               "<property name=\"parallax\" value=\"1 -5 6 7 8 60 fog\"/>"
               "<property name=\"south\" value=\"n_a\"/><property name=\"east\" value=\"n_b\"/>"
               "<property name=\"north\" value=\"n_c\"/><property name=\"west\" value=\"n_d\"/>"
               "</properties>");
    TngTexts texts;
    assert_true(tng_texts(tng_language(game, 0), &texts, kit->arena, &kit->report));
    assert_true(text_is(texts.items[map->title], "The old meadow"));
    assert_int_equal(map->day_length, 24);
    assert_int_equal(map->daylight.category, 0);
    is_string(game, map->music, "tune");
    for (size_t i = 0; i < 4; i++)
        is_string(game, map->neighbours[i], arena_format(kit->arena, "n_%s", others[i]).at);
    assert_int_equal(map->parallax_count, 2);
    static const int wanted[2][6] = {{1, 1, 2, -3, 4, 50}, {0, -5, 6, 7, 8, 60}};
    for (size_t i = 0; i < 2; i++) {
        const Parallax *it = &map->parallaxes[i];
        const int found[] = {it->background, it->speed_x, it->delta_x,
                             it->speed_y,    it->delta_y, (int)it->time};
        assert_memory_equal(found, wanted[i], sizeof found);
    }
}

/* The build failed without a message. */
static void more_parallax_layers_than_a_map_can_have_are_reported(void **state)
{
    Kit *kit = *state;
    ProjectFiles files = small_project(kit);
    put_picture(kit, &files, "tiles/fog_soo0.png", PIXEL(4, 2, 3, 255));
    Writer map = writer_to(kit->arena);
    write_format(&map, MAP_HEAD "<properties>\n");
    for (size_t i = 0; i < 256; i++)
        write_format(&map, "<property name=\"parallax\" value=\"0 1 2 -3 4 50 fog\"/>\n");
    write_format(&map, "</properties></map>\n");
    put_text(kit, &files, "maps/meadow.tmx", arena_text(kit->arena, writer_text(&map)).at);
    assert_false(project_check(&files, kit->arena, &kit->report));
    expect_message(kit, "maps/meadow.tmx:259:34: more than 255 parallax layers");
}

/* Between the names of the directions and the numbers of the record, for each kind of grid. */
static void neighbours_have_the_names_of_their_directions(void **state)
{
    static const struct {
        const char *type, *orientation, *names[6];
    } grids[] = {
        {"ortho", "orthogonal\" b=\"", {"south", "east", "north", "west"}},
        {"iso", "isometric\" b=\"", {"south-east", "north-east", "north-west", "south-west"}},
        {"hexv",
         "hexagonal\" staggeraxis=\"y",
         {"south-east", "east", "north-east", "north-west", "west", "south-west"}},
        {"hexh",
         "hexagonal\" staggeraxis=\"x",
         {"south", "south-east", "north-east", "north", "north-west", "south-west"}}};
    Kit *kit = *state;
    for (size_t k = 0; k < COUNT_OF(grids); k++)
        for (size_t i = 0; i < 6 && grids[k].names[i]; i++) {
            ProjectFiles files = small_project(kit);
            put_text(
                kit, &files, "config",
                arena_format(kit->arena, "TirNanoG Project 0\nT\n%s 32 32 32\n", grids[k].type)
                    .at);
            put_text(kit, &files, "maps/meadow.tmx",
                     arena_format(kit->arena,
                                  "<map orientation=\"%s\" width=\"32\" height=\"32\" "
                                  "tilewidth=\"32\" tileheight=\"32\"><properties><property "
                                  "name=\"%s\" value=\"meadow\"/></properties></map>",
                                  grids[k].orientation, grids[k].names[i])
                         .at);
            TngFile *game = game_of(kit, built(kit, &files));
            const TngMap *map = asset_of(kit, game, SECTION_MAPS, 0);
            for (size_t n = 0; n < 6; n++)
                assert_int_equal(map->neighbours[n] != 0, n == i);
        }
}

#define SETS                                                                                   \
    "<tileset firstgid=\"1\" name=\"tiles_grass\"/><tileset firstgid=\"2\" "                   \
    "name=\"tiles_tree\"/>"

/* Two columns and 40 rows: the other columns are empty, the rows off the map are skipped. */
static void layer_of_another_size_is_filled_up_and_cut(void **state)
{
    Kit *kit = *state;
    ProjectFiles files = small_project(kit);
    Writer rows = writer_to(kit->arena);
    for (unsigned y = 0; y < 40; y++)
        write_format(&rows, "%s1,2", y ? "," : "");
    TngFile *game;
    const TngMap *map =
        map_of(kit, &files, &game,
               arena_format(kit->arena,
                            SETS "<layer id=\"5\" width=\"2\" height=\"40\"><data "
                                 "encoding=\"csv\">%.*s</data></layer>",
                            (int)rows.size, (const char *)rows.data)
                   .at);
    static uint16_t cells[TNG_LAYERS * 32 * 32];
    assert_true(tng_map_layers_read(&game->header, (Bytes){map->layers, map->layers_size},
                                    cells, 32 * 32, &kit->report));
    for (size_t layer = 0; layer < TNG_LAYERS; layer++)
        for (size_t i = 0; i < 32 * 32; i++) {
            const uint16_t cell = cells[layer * 32 * 32 + i];
            if ((cell != TNG_NO_SPRITE) != (layer == 4 && i % 32 < 2))
                fail_msg("layer %zu, cell %zu: %u", layer, i, cell);
            if (cell != TNG_NO_SPRITE)
                assert_int_equal(cell != cells[4 * 32 * 32], i % 32);
        }
}

/* Tiled shows the first frame of each, at its place: this is what the document asks for. */
static void each_sprite_of_an_unpacked_map_has_a_tileset_with_its_first_frame(void **state)
{
    Kit *kit = *state;
    ProjectFiles files = small_project(kit);
    const Image image = image_new(3 * 20, 40, kit->arena); /* three frames */
    *image_at(&image, 25, 3) = PIXEL(1, 2, 3, 255);
    audit_put(kit, &files, "tiles/fire_sol2.png", png_write(&image, NULL, kit->arena));
    TngFile *game;
    map_of(kit, &files, &game,
           SETS "<tileset firstgid=\"3\" name=\"tiles_fire\"/><layer id=\"5\" width=\"3\" "
                "height=\"1\"><data encoding=\"csv\">1,2,3</data></layer>");
    ProjectFiles again = {0};
    assert_true(project_unpack(game, &again, kit->arena, &kit->report));
    const char *text = audit_text(kit, &again, "maps/meadow.tmx");
    static const char *const wanted[] = {
        "<tileset firstgid=\"1\" name=\"tiles_fire\" tilewidth=\"20\" tileheight=\"40\" "
        "tilecount=\"1\" columns=\"1\" objectalignment=\"bottom\">\r\n  <tileoffset x=\"0\" "
        "y=\"0\"/>\r\n  <image source=\"../tiles/fire_sol2.png\" width=\"20\" height=\"40\"/>",
        "<tileset firstgid=\"2\" name=\"tiles_grass\" tilewidth=\"32\"",
        "<tileset firstgid=\"3\" name=\"tiles_tree\" tilewidth=\"32\"", "encoding=\"csv\""};
    for (size_t i = 0; i < COUNT_OF(wanted); i++)
        if (!strstr(text, wanted[i]))
            fail_msg("%s is not in\n%.2000s", wanted[i], text);
}

/* ---- translations and extensions ---- */

static void translation_begins_with_the_language_and_the_title(void **state)
{
    Kit *kit = *state;
    ProjectFiles files = small_project(kit);
    put_text(kit, &files, "lang/de.po",
             "# TirNanoG Translation\r\n\r\nmsgid \"de\"\r\nmsgstr \"Deutsch\"\r\n\r\nmsgid "
             "\"mygame\"\r\nmsgstr \"Mein \\\"Spiel\\\"\"\r\n\r\nmsgid \"Sign\"\r\nmsgstr "
             "\"Schild\"\r\n");
    put_text(kit, &files, "lang/tiles_de.txt", "grass=Gras\ntree=Baum\n");
    const Bytes with = built(kit, &files);
    const TngFile *game = game_of(kit, with);
    TngTexts texts;
    assert_int_equal(tng_language_count(game), 2);
    const bool first = !memcmp(((TngLanguage *)tng_language(game, 0)->record)->code, "de", 2);
    const TngSection *german = tng_language(game, first ? 0 : 1);
    assert_true(tng_texts(german, &texts, kit->arena, &kit->report));
    assert_true(text_is(texts.items[0], "Mein \"Spiel\""));
    assert_true(text_is(texts.items[1], "Deutsch"));
    ProjectFiles again = unbuilt(kit, with);
    const char *po = audit_text(kit, &again, "lang/de.po");
    if (!strstr(po, "# TirNanoG Translation\r\n\r\nmsgid \"de\"\r\nmsgstr \"Deutsch\"\r\n\r\n"
                    "msgid \"mygame\"\r\nmsgstr \"Mein \\\"Spiel\\\"\"\r\n"))
        fail_msg("%.300s", po);
    /* Names of sprites for the editor are in no game. */
    put_text(kit, &files, "lang/tiles_de.txt", "grass=Wiese\n");
    assert_bytes_equal(built(kit, &files), with);
    kit_clear(kit);
    assert_true(project_check(&files, kit->arena, &kit->report));
    assert_false(kit_has_message(kit, "tiles_de"));
}

/* The numbers 0 to 17 are the sections from the interface to the quests. */
static void options_of_an_extension_select_its_sections(void **state)
{
    static const uint8_t sections[] = {SECTION_ELEMENTS,  SECTION_MAIN_MENU, SECTION_HUD,
                                       SECTION_ALERTS,    SECTION_CREDITS,   SECTION_CHOOSERS,
                                       SECTION_CUTSCENES, SECTION_STARTUP,   SECTION_ATTRIBUTES,
                                       SECTION_ACTIONS,   SECTION_OPTIONS,   SECTION_NPCS,
                                       SECTION_SPAWNERS,  SECTION_DIALOGS,   SECTION_OBJECTS,
                                       SECTION_CRAFTING,  SECTION_TILE_META, SECTION_QUESTS};
    Kit *kit = *state;
    ProjectFiles files;
    assert_true(project_load_files("examples/segais", &files, kit->arena, &kit->report));
    assert_int_equal(COUNT_OF(sections), 18);
    for (unsigned option = 0; option < 18; option++) {
        TngOutput out;
        put_text(
            kit, &files, "ext/part.cfg",
            arena_format(kit->arena, "TirNanoG Extension\n0 -\no %u\nl de\nm cave\n", option)
                .at);
        if (!project_build(&files, &(BuildOptions){.extension = TEXT("part"), .draft = true},
                           &out, kit->arena, &kit->report))
            fail_msg("%s", kit_message(kit, 0));
        const TngFile *game = game_of(kit, tng_output_bytes(&out, kit->arena));
        for (unsigned i = 0; i < 18; i++)
            if ((tng_section(game, sections[i]) != NULL) != (i == option))
                fail_msg("option %u, section %u", option, sections[i]);
        assert_int_equal(tng_language_count(game), 1);
        assert_memory_equal(((TngLanguage *)tng_language(game, 0)->record)->code, "de", 2);
        assert_int_equal(tng_section(game, SECTION_MAPS)->count, 1);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
        TEST(config_has_revision_title_type_and_sizes),
        TEST(file_names_have_letters_digits_underscores_and_dots_only),
        TEST(attributes_have_names_of_two_letters_at_least),
        TEST(unpacked_text_files_end_their_lines_with_crlf),
        TEST(license_files_are_ignored),
        TEST(names_of_images_give_direction_animation_and_frames),
        TEST(sounds_are_mono_and_voices_have_a_language),
        TEST(properties_of_a_map_are_in_its_record),
        TEST(more_parallax_layers_than_a_map_can_have_are_reported),
        TEST(neighbours_have_the_names_of_their_directions),
        TEST(layer_of_another_size_is_filled_up_and_cut),
        TEST(each_sprite_of_an_unpacked_map_has_a_tileset_with_its_first_frame),
        TEST(translation_begins_with_the_language_and_the_title),
        TEST(options_of_an_extension_select_its_sections),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
