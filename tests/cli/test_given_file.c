/* `oisin FILE`: the rows of given_files.def, by the program as a user runs it. */
#include "base/image/png_write.h"
#include "lib/cli.h"
#include "lib/evil_creature.h"
#include "lib/evil_map.h"
#include "lib/format_samples.h"

#define PLACE "Gry Łukasza/Żółw i miś"

static void free_kit(void *kit) { kit_free(kit); }

/* Files of our own writers in a folder as people have them. */
static Cli *shelf(void **state, Kit **kit)
{
    Cli *cli = *state;
    *kit = kit_new();
    arena_own(cli->arena, free_kit, *kit);
    expect(cli, 0, "mkdir -p '" PLACE "'");
    return cli;
}

static void put(Cli *cli, const char *name, Bytes bytes)
{
    cli_put(cli, arena_format(cli->arena, PLACE "/%s", name).at, bytes);
}

static Bytes sample(Kit *kit, const char *format)
{
    FormatSample one;
    for (size_t i = 0; format_sample(i, &one); i++)
        if (!strcmp(one.name, format))
            return sample_bytes(&one, kit);
    fail_msg("%s has no sample", format);
    return (Bytes){0};
}

static void said(Cli *cli, const char *words)
{
    if (!strstr(content(cli, "err"), words))
        fail_msg("expected \"%s\", found \"%s\"", words, content(cli, "err"));
}

static void a_file_is_converted_or_unpacked_beside_itself(void **state)
{
    static const struct {
        const char *file, *format, *command, *made;
    } rows[] = {
        {"zamek.mmp", "mmp", "convert", "zamek.png"},
        {"ściana.MMP", "mmp", "convert", "ściana.png"},
        {"mury.dds", "dds", "convert", "mury.png"},
        {"piramida.fig", "fig", "convert", "piramida.glb"},
        {"wyspa.mob", "mob", "convert", "wyspa/objects.json"},
        {"zaklęcia.pdb", "db", "convert", "zaklęcia.xlsx"},
        {"ruchy.adb", "adb", "convert", "ruchy.csv"},
        {"bohater.mp", "character", "convert", "bohater.csv"},
        {"opcje.reg", "reg", "convert", "opcje.ini"},
        {"lot.cam", "cam", "convert", "lot.glb"},
        {"shot.sav", "saveshot", "convert", "shot.png"},
        {"data.res", "res", "unpack", "data/.oisin.json"},
        {"obrazy.mpk", "mpk", "unpack", "obrazy/.oisin.json"},
        {"postać.cpk", "cpk", "unpack", "postać/.oisin.json"},
        {"bez kropki", "lnk4", "unpack", NULL},
        {"zadanie.mq", "res", "unpack", "zadanie/.oisin.json"},
    };
    Kit *kit;
    Cli *cli = shelf(state, &kit);
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        put(cli, rows[i].file, sample(kit, rows[i].format));
        if (sh(cli, "oisin '" PLACE "/%s'", rows[i].file) != (rows[i].made ? 0 : 1))
            fail_msg("%s: %s", rows[i].file, content(cli, "err"));
        if (!rows[i].made)
            continue;
        said(cli, arena_format(kit->arena, "s %s/%s to ", PLACE, rows[i].file).at);
        said(cli, arena_format(kit->arena, ": oisin %s \"%s/%s\" -o \"%s/", rows[i].command,
                               PLACE, rows[i].file, PLACE)
                      .at);
        assert_int_equal(sh(cli, "test -s '" PLACE "/%s'", rows[i].made), 0);
    }
    /* Its name without the suffix is its own: there is no place for the folder. */
    assert_int_equal(sh(cli, "oisin '" PLACE "/bez kropki'"), 1);
    said(cli, "bez kropki exists already; to write elsewhere: oisin unpack \"" PLACE
              "/bez kropki\" -o NEW");
}

static void models_maps_and_sprites_become_scenes_and_images(void **state)
{
    Kit *kit;
    Cli *cli = shelf(state, &kit);
    const Creature creature = creature_make("wilk", kit->arena);
    const EvilMap map = evil_map(1, 1, 16, kit->arena, &kit->report);
    const Image sheet = slope(kit, 256, 256, true);
    const Bytes png = png_write(&sheet, NULL, kit->arena);
    put(cli, "wilk.mod", creature.model);
    put(cli, "wilk.bon", creature.bones);
    put(cli, "wilk.anm", creature.motions);
    put(cli, "wilk.mmp", creature.texture);
    put(cli, "zone1.mpr", map.mpr);
    put(cli, "CRS_ŻABA_.lay", sample(kit, "lay"));
    put(cli, "CRS_ŻABA.png", png);
    put(cli, "troll bez skóry.lnk", sample(kit, "lnk"));
    put(cli, "bomba.wav", BYTES('R', 'I', 'F', 'F'));
    expect(cli, 0, "cd '" PLACE "' && oisin wilk.mod && test -s wilk.glb");
    assert_string_equal(content(cli, "out"), "");
    said(cli, "converts wilk.mod to wilk.glb: oisin convert wilk.mod -o wilk.glb\n");
    expect(cli, 0, "cd '" PLACE "' && oisin zone1.mpr && test -s zone1.glb");
    expect(cli, 0,
           "cd '" PLACE "' && oisin CRS_ŻABA_.lay && test -s CRS_ŻABA_/manifest.json && "
           "ls CRS_ŻABA_/*.png");
    said(cli,
         "converts CRS_ŻABA_.lay to CRS_ŻABA_/: oisin convert CRS_ŻABA_.lay -o CRS_ŻABA_\n");
    /* Archives that are models, too, stay archives for the others. */
    expect(cli, 0, "cd '" PLACE "' && oisin wilk.bon && test -s wilk/.oisin.json");
    said(cli, "unpacks wilk.bon to wilk/: oisin unpack wilk.bon -o wilk\n");
    expect(cli, 1, "cd '" PLACE "' && oisin 'troll bez skóry.lnk'");
    said(cli, ": oisin convert \"troll bez skóry.lnk\" -o \"troll bez skóry.glb\"\n");
    expect(cli, 1, "cd '" PLACE "' && oisin bomba.wav");
    said(cli, "converts bomba.wav to bomba.ogg: oisin convert bomba.wav -o bomba.ogg\n");
}

static void games_are_played_and_projects_edited(void **state)
{
    Kit *kit;
    Cli *cli = shelf(state, &kit);
    put(cli, "Opowieść o zimie.tng", sample(kit, "tng"));
    expect(cli, 1,
           "env -u DISPLAY -u WAYLAND_DISPLAY SDL_VIDEODRIVER=none timeout 100 \"$program\" "
           "'" PLACE "/Opowieść o zimie.tng'");
    said(cli, "plays " PLACE "/Opowieść o zimie.tng: oisin play \"" PLACE
              "/Opowieść o zimie.tng\"\n");
    if (sh(cli, "cp -r $(dirname \"$program\")/../../web/edit pages") != 0)
        skip(); /* an installed program without the sources */
    expect(cli, 0, "oisin new gra -q && mv gra '" PLACE "/moja gra' && mkdir '" PLACE "/inny'");
    static const char *const given[] = {"moja gra", "moja gra/", "moja gra/config"};
    for (size_t i = 0; i < COUNT_OF(given); i++) {
        assert_int_equal(
            sh(cli,
               "rm -f address; env -u DISPLAY -u WAYLAND_DISPLAY OISIN_EDIT=$PWD/pages "
               "\"$program\" '" PLACE
               "/%s' > address & job=$!; for i in $(seq 500); do test -s address && break; "
               "sleep 0.02; done; kill -TERM $job; wait $job; grep -q http://127 address",
               given[i]),
            0);
        said(cli, ": oisin edit \"" PLACE "/moja gra");
    }
    expect(cli, 1, "oisin '" PLACE "/inny'");
    said(cli, "identifies " PLACE "/inny: oisin probe \"" PLACE "/inny\"\n");
    said(cli, "expected a file or a project, found another folder");
}

static void nothing_is_replaced(void **state)
{
    Kit *kit;
    Cli *cli = shelf(state, &kit);
    put(cli, "data.res", sample(kit, "res"));
    put(cli, "mur.mmp", sample(kit, "mmp"));
    expect(cli, 0, "cd '" PLACE "' && mkdir data && echo mine > mur.png");
    expect(cli, 1, "cd '" PLACE "' && oisin data.res");
    assert_string_equal(content(cli, "err"), "oisin: data exists already; to write elsewhere: "
                                             "oisin unpack data.res -o NEW\n");
    expect(cli, 1, "cd '" PLACE "' && oisin mur.mmp");
    assert_string_equal(content(cli, "err"), "oisin: mur.png exists already; to write "
                                             "elsewhere: oisin convert mur.mmp -o NEW.png\n");
    expect(cli, 0, "cd '" PLACE "' && test \"$(cat mur.png)\" = mine && rmdir data");
    expect(cli, 0, "cd '" PLACE "' && mv mur.png mur.1.png");
    expect(cli, 1, "cd '" PLACE "' && oisin mur.mmp");
    said(cli, "oisin: mur.1.png exists already");
}

/* The names of commands stay what they were, and so do errors of words that name no file. */
static void other_words_are_commands(void **state)
{
    Cli *cli = *state;
    expect(cli, 0, "echo a note > probe && echo a note > ./-x && echo a note > 'it'\\''s $1'");
    expect(cli, 2, "oisin probe");
    said(cli, "oisin: probe requires FILE...");
    expect(cli, 1, "oisin ./probe");
    said(cli, "identifies ./probe: oisin probe ./probe\n");
    said(cli, "this is a text file of no format that oisin reads");
    expect(cli, 2, "oisin -x");
    said(cli, "unknown command \"-x\"");
    expect(cli, 2, "oisin biuld");
    said(cli, "did you mean build?");
    expect(cli, 1, "oisin \"it's \\$1\"");
    said(cli, ": oisin probe 'it'\\''s $1'\n");
    expect(cli, 2, "oisin ./probe --quiet");
    assert_string_equal(content(cli, "err"),
                        "oisin: ./probe is a file, not a command; a file is given alone, or "
                        "after a command: oisin probe ./probe\n");
    expect(cli, 0, "oisin help | head -5 | grep -q '^  a game (.tng)  *oisin play FILE$'");
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, cli_begin, cli_end)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_file_is_converted_or_unpacked_beside_itself),
        TEST(models_maps_and_sprites_become_scenes_and_images),
        TEST(games_are_played_and_projects_edited),
        TEST(nothing_is_replaced),
        TEST(other_words_are_commands),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
