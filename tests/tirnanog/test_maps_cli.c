/* The command maps, and maps that the real Tiled has saved. */
#include "lib/cli.h"

#include <stdlib.h>

static void maps_sync_writes_what_is_missing_once(void **state)
{
    Cli *cli = *state;
    expect(cli, 0,
           "oisin new g && cp -r g before && oisin maps sync g 2> said && "
           "grep -q '4 files changed, 5 tiles added, 0 removed' said");
    expect(cli, 0,
           "rm g/npcs/guide_npc.png && oisin maps sync g 2> said && "
           "grep -q 'g: 1 file changed, 0 tiles' said && cmp g/npcs/guide_npc.png "
           "before/npcs/guide_npc.png");
    expect(cli, 0, "oisin check g/maps/tiles.tsx && printf '<map/>' > bad.tsx");
    expect(cli, 1, "oisin check bad.tsx 2> said");
    expect(cli, 0, "grep -q 'bad.tsx:1:1: a tileset of Tiled begins with <tileset>' said");
    expect(cli, 0, "oisin maps sync g 2> said && grep -q 'g: 0 files changed' said");
    expect(cli, 0, "test -z \"$(ls -A g | grep '^\\.')\""); /* no staging folder is left */
}

/* Tiled before 1.5 writes terrains before the tiles: the command did not end. */
static void terrains_before_the_tiles_do_not_matter(void **state)
{
    Cli *cli = *state;
    expect(cli, 0,
           "oisin new g -q && oisin maps sync g -q && "
           "sed -i 's|<tile id=\"0\"|<terraintypes></terraintypes>\\n&|' g/maps/tiles.tsx && "
           "cp g/tiles/grass_soo0.png g/tiles/moss_soo0.png && "
           "sed -i 's|grass_soo0|gone_soo0|' g/maps/tiles.tsx && "
           "timeout 60 \"$program\" maps sync g -q");
    expect(cli, 0,
           "grep -q moss_soo0 g/maps/tiles.tsx && grep -q grass_soo0 g/maps/tiles.tsx && "
           "! grep -q gone_soo0 g/maps/tiles.tsx && oisin check g/maps/tiles.tsx");
}

/* The collision shape of a tile is an objectgroup, too. */
static void shapes_of_tiles_do_not_attract_tilesets(void **state)
{
    Cli *cli = *state;
    expect(cli, 0,
           "oisin new g -q && sed -i '0,/<tileset [^>]*>/s||&<tile id=\"0\"><objectgroup>"
           "<object id=\"1\" x=\"0\" y=\"0\"/></objectgroup></tile>|' g/maps/meadow.tmx && "
           "oisin check g -q && oisin maps sync g -q && cp g/maps/meadow.tmx first.tmx && "
           "oisin maps sync g -q && cmp first.tmx g/maps/meadow.tmx && oisin check g -q");
    expect(cli, 0, "! grep -q '<tile id=.*<tileset' g/maps/meadow.tmx");
}

static void failed_maps_sync_writes_nothing(void **state)
{
    Cli *cli = *state;
    expect(cli, 0, "oisin new g && echo x >> g/ui/hud.cfg && rm g/npcs/guide_npc.png");
    expect(cli, 1, "oisin maps sync g 2> said");
    expect(cli, 0,
           "grep -q 'nothing was written' said && test ! -e g/maps/tiles.tsx && "
           "test ! -e g/npcs/guide_npc.png");
    expect(cli, 2, "oisin maps draw g 2> said");
    expect(cli, 0, "grep -q 'unknown word \"draw\"; expected sync PROJECT or paint' said");
    expect(cli, 2, "oisin maps sync 2> said");
}

/* ---- the real Tiled ---- */

/* Runs a command of Tiled without a window. */
#define TILED "HOME=$PWD XDG_CONFIG_HOME=$PWD QT_QPA_PLATFORM=offscreen timeout 60 "

/* A new project, one from a template, one with automap rules, and the examples: "new", "copy",
 * "rules" and their own names. */
static void make_projects(Cli *cli)
{
    char *root = realpath(".", NULL);
    assert_non_null(root);
    assert_int_equal(sh(cli,
                        "cp -r %s/examples/segais %s/examples/segais-iso "
                        "%s/examples/segais-hex %s/examples/skerry .",
                        root, root, root, root),
                     0);
    free(root);
    expect(cli, 0,
           "oisin new new -q && mkdir t && cp -r segais-iso t/copy && "
           "python3 -c 'import shutil; shutil.make_archive(\"t\", \"zip\", \"t\")' && "
           "oisin new copy --template t.zip -q");
    expect(cli, 0,
           "oisin new rules -q && cp rules/tiles/grass_soo0.png rules/tiles/moss_soo0.png && "
           "cp rules/tiles/tree_soo0.png rules/tiles/pond_soo0.png && "
           "printf 'TirNanoG TileRule\\n- pond - - grass - - - -\\n' > rules/tiles/moss.til && "
           "oisin maps sync rules -q && grep -q '<wangtile' rules/maps/tiles.tsx && "
           "sed -i 's/1,1,1,1/1,7,7,1/' rules/maps/meadow.tmx && oisin maps paint rules -q");
}

/* A comment with tags after the tileset; and a file in another encoding, which stays. */
static void wang_sets_are_written_into_the_tileset_only(void **state)
{
    Cli *cli = *state;
    if (!has_tool("python3"))
        skip();
    make_projects(cli);
    expect(cli, 0,
           "cd rules/maps && sed -i '/<wangsets>/,/<\\/wangsets>/d' tiles.tsx && "
           "printf '<!-- <tileset></tileset> -->\\n' >> tiles.tsx && cd ../.. && "
           "oisin maps sync rules -q && grep -q '<wangtile' rules/maps/tiles.tsx && "
           "tail -n 1 rules/maps/tiles.tsx | grep -qx '<!-- <tileset></tileset> -->'");
    expect(cli, 0, "oisin maps sync rules 2>&1 | grep -q ' 0 files changed'");
    expect(
        cli, 0,
        "sed '/<wangsets>/,/<\\/wangsets>/d; s/UTF-8/UTF-16/' rules/maps/tiles.tsx | iconv -f "
        "UTF-8 -t UTF-16 > wide && cp wide rules/maps/tiles.tsx");
    expect(cli, 1, "oisin maps sync rules");
    assert_non_null(strstr(content(cli, "err"), "in UTF-8"));
    expect(cli, 0, "cmp wide rules/maps/tiles.tsx");
}

static const char *const projects[] = {"new",        "copy",       "rules", "segais",
                                       "segais-iso", "segais-hex", "skerry"};

/* All NPCs, spawners and objects have a tile in a tileset of the maps or a block of a sheet
 * that is one, and all tiles have an image; of a new project, and of one from a template, after
 * they were synced. */
static void everything_can_be_placed_in_tiled(void **state)
{
    static const char *const kinds[][2] = {{"npcs/*.npc", "/%s_npc.png"},
                                           {"npcs/*.swr", "/%s_swr.png"},
                                           {"objects/*.obj", "/%s_"}};
    Cli *cli = *state;
    if (!has_tool("python3"))
        skip();
    make_projects(cli);
    for (size_t i = 0; i < COUNT_OF(projects); i++) {
        const char *p = projects[i];
        const bool is_new = !strcmp(p, "new");
        if (!is_new) /* a new project has all of it at once */
            assert_int_equal(sh(cli, "oisin maps sync %s -q", p), 0);
        for (size_t k = 0; k < COUNT_OF(kinds); k++) {
            const char *image = arena_format(cli->arena, kinds[k][1], "${name}").at;
            if (sh(cli,
                   "for file in %s/%s; do test -e \"$file\" || continue; "
                   "name=$(basename ${file%%.*}); { cat %s/maps/*.t[ms]x; "
                   "for set in %s/maps/sheet_*.tsx; do test -e $set || continue; "
                   "sheet=${set##*/sheet_} && sheet=${sheet%%.tsx}; "
                   "awk -v sheet=$sheet '{ print \"/\" sheet \"_\" $3 \"_\" }' "
                   "%s/tiles/$sheet.lyt; done; } | grep -q \"%s\" || "
                   "{ echo $name >&2; exit 1; }; done",
                   p, kinds[k][0], p, p, p, image))
                fail_msg("%s, %s: %s", p, kinds[k][0], content(cli, "err"));
        }
        if (sh(cli,
               "cat %s/maps/*.t[ms]x | grep -o 'image[^>]*source=\"[^\"]*' | "
               "sed 's/.*\"//' | sort -u > images && test -s images && while read -r image; do "
               "test -s \"%s/maps/$image\" || { echo $image >&2; exit 1; }; done < images",
               p, p))
            fail_msg("%s: no image %s", p, content(cli, "err"));
    }
}

/* Tiled numbers the tilesets again, and writes them in its own order. */
static void game_is_the_same_after_tiled_has_saved_its_maps(void **state)
{
    Cli *cli = *state;
    if (!has_tool("tiled") || !has_tool("python3"))
        skip();
    make_projects(cli);
    for (size_t i = 0; i < COUNT_OF(projects); i++) {
        const char *p = projects[i];
        assert_int_equal(sh(cli, "oisin maps sync %s && oisin build %s -o before.tng", p, p),
                         0);
        if (sh(cli,
               "for map in %s/maps/*.tmx; do " TILED
               "tiled --export-map tmx $map %s/maps/x.tmx "
               "&& ! cmp -s $map %s/maps/x.tmx && mv %s/maps/x.tmx $map || exit 1; done; "
               "for set in %s/maps/*.tsx; do " TILED "tiled --export-tileset tsx $set "
               "%s/maps/x.tsx && mv %s/maps/x.tsx $set || exit 1; done",
               p, p, p, p, p, p, p))
            fail_msg("%s: %s", p, content(cli, "err"));
        assert_int_equal(sh(cli, "oisin check %s && oisin build %s -o after.tng", p, p), 0);
        assert_int_equal(sh(cli, "cmp before.tng after.tng"), 0);
        /* The files are still ours: there is nothing to add, to remove or to paint. */
        if (sh(cli,
               "oisin maps sync %s 2> said && grep -q ': 0 files changed' said && "
               "{ test %s != rules || oisin maps paint rules 2>&1 | grep -q ': 0 cells'; }",
               p, p))
            fail_msg("%s: %s", p, content(cli, "said"));
    }
}

/* It draws with other code of Tiled than its window. All layers have tiles, so the images are
 * not empty. */
static void tmxrasterizer_draws_every_map(void **state)
{
    Cli *cli = *state;
    if (!has_tool("tmxrasterizer") || !has_tool("python3"))
        skip();
    make_projects(cli);
    for (size_t i = 0; i < COUNT_OF(projects); i++)
        if (sh(cli,
               "oisin maps sync %s -q && for map in %s/maps/*.tmx; do rm -f x.png; " TILED
               "tmxrasterizer --size 256 $map x.png > tool.txt 2>&1 && "
               "! grep -iE 'error|fail|unable' tool.txt && oisin check x.png && "
               "test $(stat -c %%s x.png) -gt 2000 || { cat tool.txt >&2; exit 1; }; done",
               projects[i], projects[i]))
            fail_msg("%s: %s", projects[i], content(cli, "err"));
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, cli_begin, cli_end)
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(wang_sets_are_written_into_the_tileset_only, cli_begin,
                                        cli_end),
        TEST(maps_sync_writes_what_is_missing_once),
        TEST(terrains_before_the_tiles_do_not_matter),
        TEST(shapes_of_tiles_do_not_attract_tilesets),
        TEST(failed_maps_sync_writes_nothing),
        TEST(everything_can_be_placed_in_tiled),
        TEST(game_is_the_same_after_tiled_has_saved_its_maps),
        TEST(tmxrasterizer_draws_every_map),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
