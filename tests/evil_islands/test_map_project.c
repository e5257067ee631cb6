/* convert/map_project: a map of Evil Islands becomes a game that one can walk through. By the
 * command line. */
#include "lib/cli.h"
#include "lib/evil_creature.h"
#include "lib/evil_map.h"
#include "lib/evil_mob.h"
#include "lib/memory_kit.h"

#include "evil_islands/maps/map_project.h"
#include "evil_islands/maps/map_settings.h"
#include "tirnanog/maps/tmx.h"
#include "base/image/png_write.h"

#define MAKE "oisin convert zone1.mpr -o isle --as project"
#define PEOPLE " --mob zone1.mob --models models"

static void put_object(Writer *out, uint32_t kind, uint32_t id, const char *name,
                       const char *template, float x, float y, double degrees)
{
    const Quat turn = turn_around((Vec3){0, 0, 1}, degrees);
    const size_t at = mob_begin(out, kind);
    mob_put_u32(out, MOB_NID, id);
    mob_put_text(out, MOB_OBJNAME, name);
    mob_put_text(out, MOB_OBJTEMPLATE, template);
    mob_put_text(out, MOB_OBJPRIMTXTR, "");
    mob_put_vec3(out, MOB_OBJPOSITION, x, y, 0);
    mob_put_floats(out, MOB_OBJROTATION, (float[]){turn.w, turn.x, turn.y, turn.z}, 4);
    mob_put_vec3(out, MOB_OBJCOMPLECTION, 0.25f, 0.5f, 1);
    mob_end(out, at);
}

/* Two of one unit, a statue of it from three sides (one of them twice), and objects that are
 * left out. */
static Bytes objects(Arena *arena)
{
    Writer out = writer_to(arena);
    const size_t root = mob_begin(&out, MOB_OBJECTDBFILE);
    const size_t section = mob_begin(&out, MOB_OBJECTSECTION);
    put_object(&out, MOB_UNIT, 1, "Troll", "UnXxxx", 30, 34, 0);
    put_object(&out, MOB_UNIT, 2, "Troll", "unxxxx", 36, 30, 90);
    put_object(&out, MOB_OBJECT, 3, "", "unxxxx", 40, 40, 0);
    put_object(&out, MOB_OBJECT, 4, "", "unxxxx", 44, 40, 50);
    put_object(&out, MOB_OBJECT, 5, "", "unxxxx", 48, 40, 180);
    put_object(&out, MOB_OBJECT, 6, "", "unxxxx", 52, 40, 40);
    put_object(&out, MOB_OBJECT, 7, "", "nowhere", 20, 20, 0);
    put_object(&out, MOB_OBJECT, 8, "", "unxxxx", 900, 20, 0);
    mob_end(&out, section);
    mob_end(&out, root);
    return writer_bytes(&out);
}

static void put_files(Cli *cli, uint32_t sectors)
{
    Report report = report_to(NULL, NULL);
    const EvilMap map = evil_map(sectors, sectors, 256, cli->arena, &report);
    const Creature creature = creature_make("unxxxx", cli->arena);
    expect(cli, 0, "mkdir models");
    cli_put(cli, "zone1.mpr", map.mpr);
    cli_put(cli, "zone1000.mmp", map.textures[0]);
    cli_put(cli, "zone1001.mmp", map.textures[1]);
    cli_put(cli, "zone1.mob", objects(cli->arena));
    cli_put(cli, "models/unxxxx.mod", creature.model);
    cli_put(cli, "models/unxxxx.bon", creature.bones);
    cli_put(cli, "models/unxxxx.anm", creature.motions);
    cli_put(cli, "models/unxxxx.mmp", creature.texture);
}

static Bytes file_of(Cli *cli, const char *name)
{
    const char *path = arena_format(cli->arena, "%s/%s", cli->folder, name).at;
    FILE *in = fopen(path, "rb");
    assert_non_null(in);
    uint8_t *data = arena_alloc_raw(cli->arena, 64 << 20, 1);
    const size_t size = fread(data, 1, 64 << 20, in);
    fclose(in);
    return (Bytes){data, size};
}

static TmxMap map_of(Cli *cli)
{
    Report report = report_to(NULL, NULL);
    TmxMap map;
    assert_true(tmx_read(file_of(cli, "isle/maps/zone1.tmx"), &map, cli->arena, &report));
    return map;
}

static size_t filled(const TmxLayer *layer)
{
    size_t count = 0;
    for (size_t i = 0; i < (size_t)layer->w * layer->h; i++)
        count += layer->cells[i] != 0;
    return count;
}

static void a_map_becomes_a_game(void **state)
{
    Cli *cli = *state;
    put_files(cli, 2);
    expect(cli, 0, MAKE);
    expect(cli, 0, "oisin check isle 2>&1 | grep '0 errors, 0 warnings'");
    expect(cli, 0,
           "oisin build isle && oisin play isle --headless --frames 90 --screenshot s.png");
    expect(cli, 0,
           "cp -r isle again && rm -r isle && " MAKE
           " && rm again/game.tng && mkdir isle/tests && diff -x tests -r isle again");
    /* The edge blocks. */
    cli_put(cli, "isle/tests/walk.test",
            bytes_of_text(TEXT("scenario walk\n    go 20 20\n    expect at 20 20\n    go 20 6\n"
                               "    expect at 20 6\n")));
    expect(cli, 0, "oisin test isle");
    cli_put(cli, "isle/tests/walk.test",
            bytes_of_text(TEXT("scenario walk\n    go 0 0\n    expect at 0 0\n")));
    expect(cli, 1, "oisin test isle");
    const TmxMap map = map_of(cli);
    assert_int_equal(map.orientation, TMX_ISOMETRIC);
    assert_int_equal(map.w, 32);
    assert_int_equal(filled(&map.layers[0]), 32 * 32);
}

static void objects_and_units_stand_on_it(void **state)
{
    Cli *cli = *state;
    put_files(cli, 2);
    expect(cli, 0, MAKE PEOPLE);
    assert_non_null(strstr(content(cli, "err"), "have no model: 1 (the first is \"nowhere\")"));
    assert_non_null(strstr(content(cli, "err"), "are outside the map: 1\n"));
    expect(cli, 0, "oisin check isle 2>&1 | grep '0 errors, 0 warnings'");
    expect(cli, 0, "oisin play isle --headless --frames 90 --screenshot s.png");
    const TmxMap map = map_of(cli);
    /* Three sides of the statue; the second at 40 and 50 degrees. */
    expect(cli, 0,
           "test $(ls isle/tiles | grep -c '^unxxxx') = 3 && test $(ls isle/npcs/*.npc | wc "
           "-l) = 1");
    expect(cli, 0, "grep -q '^Troll$' isle/npcs/unxxxx*.npc");
    assert_int_equal(filled(&map.layers[4]), 4);
    assert_int_equal(filled(&map.layers[5]), 2);
    /* (30, 34) is in the column 15 and the row 31 - 17, from the north. */
    assert_int_not_equal(map.layers[5].cells[14 * 32 + 15], 0);
    assert_int_equal(map.layers[5].cells[14 * 32 + 15], map.layers[5].cells[16 * 32 + 18]);
}

static void the_edge_blocks(void **state)
{
    Cli *cli = *state;
    put_files(cli, 2);
    expect(cli, 0, MAKE);
    const TmxMap map = map_of(cli);
    const size_t blocked = filled(&map.layers[3]);
    /* At least the edge: 1.5 units, of the outermost cells. */
    assert_true(blocked >= 4 * 31 && blocked < 32 * 32);
    for (size_t i = 0; i < 32; i++)
        assert_true(map.layers[3].cells[i] && map.layers[3].cells[31 * 32 + i] &&
                    map.layers[3].cells[i * 32] && map.layers[3].cells[i * 32 + 31]);
}

/* A map of 2 x 2 sectors from an image of heights. */
static void put_heights(Cli *cli, uint32_t wall)
{
    enum { SIDE = 65 };
    uint16_t *heights = ARENA_ALLOC(cli->arena, uint16_t, SIDE * SIDE);
    for (uint32_t i = 0; i < SIDE * SIDE; i++)
        heights[i] = wall && i % SIDE >= wall ? 60000 : 30000;
    cli_put(cli, "heights.png", png_write_grey16(heights, SIDE, SIDE, cli->arena));
    expect(cli, 0, "rm -rf isle zone1.mpr && oisin convert heights.png -o zone1.mpr");
}

static void only_a_cliff_blocks_even_land(void **state)
{
    enum { RIM = 4 * 31 };
    Cli *cli = *state;
    put_heights(cli, 0);
    expect(cli, 0, MAKE);
    assert_int_equal(filled(&map_of(cli).layers[3]), RIM);
    /* A wall at x = 40 units is in the columns 19 and 20, from the second row to the last but
     * one. */
    put_heights(cli, 40);
    expect(cli, 0, MAKE);
    const TmxMap map = map_of(cli);
    const size_t blocked = filled(&map.layers[3]);
    assert_true(blocked == RIM + 30 || blocked == RIM + 60);
    for (size_t row = 0; row < 32; row++)
        assert_true(map.layers[3].cells[row * 32 + 19] || map.layers[3].cells[row * 32 + 20]);
}

static void a_large_map_becomes_a_game(void **state)
{
    Cli *cli = *state;
    put_files(cli, 16); /* 256 x 256 cells */
    expect(cli, 0, MAKE PEOPLE);
    expect(cli, 0, "oisin build isle");
    assert_int_equal(map_of(cli).w, 256);
}

static void maps_have_a_largest_size(void **state)
{
    Cli *cli = *state;
    Report report = report_to(NULL, NULL);
    const EvilMap map = evil_map(33, 1, 64, cli->arena, &report);
    cli_put(cli, "zone1.mpr", map.mpr);
    expect(cli, 1, MAKE);
    assert_non_null(strstr(content(cli, "err"), "528 x 16 cells is too large"));
}

/* Drawn once, and looked at: a change of a pixel needs another look. */
static void the_tiles_have_these_pixels(void **state)
{
    Cli *cli = *state;
    Report report = report_to(NULL, NULL);
    Image sheet;
    put_files(cli, 1);
    expect(cli, 0, MAKE);
    assert_true(
        png_read(file_of(cli, "isle/tiles/land.png"), &sheet, NULL, cli->arena, &report));
    assert_int_equal(image_hash(&sheet), 0x5791eaf5a7b1a689);
}

/* ---- names and models ---- */

typedef struct Thing {
    uint32_t kind;
    const char *template, *texture;
    float height; /* above the land */
} Thing;

static void put_things(Cli *cli, const Thing *things, size_t count)
{
    Writer out = writer_to(cli->arena);
    const size_t root = mob_begin(&out, MOB_OBJECTDBFILE);
    for (size_t i = 0; i < count; i++) {
        const size_t at = mob_begin(&out, things[i].kind);
        mob_put_text(&out, MOB_OBJTEMPLATE, things[i].template);
        mob_put_text(&out, MOB_OBJPRIMTXTR, things[i].texture);
        mob_put_vec3(&out, MOB_OBJPOSITION, 20 + 4 * (float)i, 30, things[i].height);
        mob_end(&out, at);
    }
    mob_end(&out, root);
    cli_put(cli, "zone1.mob", writer_bytes(&out));
}

static void copy_model(Cli *cli, const char *name)
{
    expect(cli, 0,
           arena_format(cli->arena,
                        "for s in mod bon anm mmp; do cp models/unxxxx.$s models/%s.$s; done",
                        name)
               .at);
}

static void names_of_sprites_differ(void **state)
{
    static const char *const names[] = {"hero", "barrier", "land", "un-xxx", "un_xxx"};
    const Thing things[] = {{MOB_UNIT, "unxxxx", "one", 0},   {MOB_UNIT, "unxxxx", "two", 0},
                            {MOB_OBJECT, "unxxxx", "one", 0}, {MOB_OBJECT, "unxxxx", "two", 0},
                            {MOB_UNIT, "hero", "", 0},        {MOB_OBJECT, "barrier", "", 0},
                            {MOB_OBJECT, "land", "", 0},      {MOB_OBJECT, "un-xxx", "", 0},
                            {MOB_OBJECT, "un_xxx", "", 0}};
    Cli *cli = *state;
    put_files(cli, 2);
    for (size_t i = 0; i < COUNT_OF(names); i++)
        copy_model(cli, names[i]);
    expect(cli, 0, "cp zone1000.mmp models/one.mmp && cp zone1001.mmp models/two.mmp");
    put_things(cli, things, COUNT_OF(things));
    expect(cli, 0, MAKE PEOPLE);
    expect(cli, 0, "oisin check isle 2>&1 | grep '0 errors, 0 warnings'");
    const TmxMap map = map_of(cli);
    assert_int_equal(filled(&map.layers[4]), 6);
    assert_int_equal(filled(&map.layers[5]), 3);
}

/* Three units are 59 pixels here: a unit is 22.63 pixels, seen from 30 degrees above. */
static void objects_above_the_land_are_drawn_above_their_cell(void **state)
{
    const Thing things[] = {{MOB_OBJECT, "unxxxx", "", 0},
                            {MOB_OBJECT, "unxxxx", "", 3},
                            {MOB_OBJECT, "unxxxx", "", 3.05f},
                            {MOB_OBJECT, "unxxxx", "", -2}};
    Cli *cli = *state;
    Report report = report_to(NULL, NULL);
    Image low, high;
    put_files(cli, 2);
    put_things(cli, things, COUNT_OF(things));
    expect(cli, 0, MAKE PEOPLE);
    expect(cli, 0, "test $(ls isle/tiles | grep -c '^unxxxx.*png$') = 2");
    assert_true(
        png_read(file_of(cli, "isle/tiles/unxxxx_soo0.png"), &low, NULL, cli->arena, &report));
    assert_true(png_read(file_of(cli, "isle/tiles/unxxxx.2_soo0.png"), &high, NULL, cli->arena,
                         &report));
    assert_int_equal(low.w, high.w);
    /* The rows are those of the other one, above empty ones. */
    const uint32_t down = high.h - low.h, lifted = 59;
    assert_true(lifted - down < MAP_PROJECT_TILE_H);
    for (uint32_t y = lifted - down; y < low.h; y++)
        assert_memory_equal(image_at(&high, 0, y - (lifted - down)), image_at(&low, 0, y),
                            low.w * sizeof(Pixel));
}

static void a_damaged_model_is_left_out(void **state)
{
    const Thing things[] = {{MOB_OBJECT, "bad", "", 0},
                            {MOB_UNIT, "bad", "", 0},
                            {MOB_OBJECT, "bad", "", 0},
                            {MOB_OBJECT, "unxxxx", "", 0}};
    Cli *cli = *state;
    put_files(cli, 2);
    copy_model(cli, "bad");
    expect(
        cli, 0,
        "head -c $(($(stat -c %s models/unxxxx.anm) / 2)) models/unxxxx.anm > models/bad.anm");
    put_things(cli, things, COUNT_OF(things));
    expect(cli, 0, MAKE PEOPLE);
    assert_non_null(strstr(content(cli, "err"),
                           "have a model that cannot be drawn: 3 (the first is \"bad.mod\")"));
    assert_int_equal(filled(&map_of(cli).layers[4]), 1);
    expect(cli, 0, "oisin check isle 2>&1 | grep '0 errors, 0 warnings'");
}

static void projects_are_replaced_only_by_force(void **state)
{
    Cli *cli = *state;
    put_files(cli, 1);
    expect(cli, 0, MAKE " && echo mine > isle/game/startup.cfg");
    expect(cli, 1, MAKE);
    assert_non_null(strstr(content(cli, "err"), "isle: is a project already"));
    expect(cli, 0, "grep -q mine isle/game/startup.cfg");
    expect(cli, 0, MAKE " --force && ! grep -q mine isle/game/startup.cfg");
}

static void a_folder_of_loose_files_is_a_map(void **state)
{
    Cli *cli = *state;
    put_files(cli, 1);
    expect(cli, 0, "oisin unpack zone1.mpr -o map && cp zone1*.mmp map && " MAKE);
    expect(cli, 0, "oisin convert map -o again/isle/ --as project && diff -r isle again/isle");
}

/* ---- memory ---- */

typedef struct Whole {
    Bytes map, objects;
    ProjectFiles models;
} Whole;

static void make(const void *context, Arena *arena, Report *report)
{
    const Whole *given = context;
    ConversionJob job = {.path = TEXT("zone1.mpr"),
                         .target = TEXT("isle"),
                         .input = given->map,
                         .settings = &(MapSettings){.layer = MAP_PROJECT,
                                                    .objects = given->objects,
                                                    .models = &given->models}};
    assert_true(map_to_project(&job, arena, report));
}

static void memory_may_run_out_anywhere(void **state)
{
    Cli *cli = *state;
    Report report = report_to(NULL, NULL);
    const Creature creature = creature_make("unxxxx", cli->arena);
    ProjectFile files[] = {{TEXT("unxxxx.mod"), creature.model},
                           {TEXT("unxxxx.bon"), creature.bones},
                           {TEXT("unxxxx.anm"), creature.motions}};
    const Whole whole = {evil_map(1, 1, 64, cli->arena, &report).mpr,
                         objects(cli->arena),
                         {.items = files, .count = COUNT_OF(files)}};
    assert_true(job_failures(make, &whole, 20) > 50);
}

static void wrong_options_are_errors(void **state)
{
    Cli *cli = *state;
    put_files(cli, 1);
    expect(cli, 1, "oisin convert zone1.mpr -o isle");
    assert_non_null(strstr(content(cli, "err"), "requires --as project"));
    expect(cli, 1, "oisin convert zone1.mpr -o isle.png --as project");
    expect(cli, 2, MAKE " --mob zone1.mob");
    expect(cli, 2, MAKE " --models models");
    expect(cli, 1, "oisin convert zone1.mpr -o 'an isle' --as project");
    cli_put(cli, "bad.mob", BYTES(1, 2, 3));
    expect(cli, 1, MAKE " --mob bad.mob --models models");
    expect(cli, 0, "! ls -d isle");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_map_becomes_a_game, cli_begin, cli_end),
        cmocka_unit_test_setup_teardown(objects_and_units_stand_on_it, cli_begin, cli_end),
        cmocka_unit_test_setup_teardown(the_edge_blocks, cli_begin, cli_end),
        cmocka_unit_test_setup_teardown(only_a_cliff_blocks_even_land, cli_begin, cli_end),
        cmocka_unit_test_setup_teardown(a_large_map_becomes_a_game, cli_begin, cli_end),
        cmocka_unit_test_setup_teardown(maps_have_a_largest_size, cli_begin, cli_end),
        cmocka_unit_test_setup_teardown(the_tiles_have_these_pixels, cli_begin, cli_end),
        cmocka_unit_test_setup_teardown(names_of_sprites_differ, cli_begin, cli_end),
        cmocka_unit_test_setup_teardown(objects_above_the_land_are_drawn_above_their_cell,
                                        cli_begin, cli_end),
        cmocka_unit_test_setup_teardown(a_damaged_model_is_left_out, cli_begin, cli_end),
        cmocka_unit_test_setup_teardown(projects_are_replaced_only_by_force, cli_begin,
                                        cli_end),
        cmocka_unit_test_setup_teardown(a_folder_of_loose_files_is_a_map, cli_begin, cli_end),
        cmocka_unit_test_setup_teardown(memory_may_run_out_anywhere, cli_begin, cli_end),
        cmocka_unit_test_setup_teardown(wrong_options_are_errors, cli_begin, cli_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
