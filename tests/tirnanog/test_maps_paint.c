/* Terrain sets and `maps paint`: the same transitions in Tiled, in painted maps and in the
 * game. */
#include "lib/automap_kit.h"
#include "lib/cli.h"

#include "base/text.h"

#include <stdlib.h>

/* ---- a project with rules ---- */

static void put_tile(Cli *cli, const char *name)
{
    assert_int_equal(sh(cli, "cp g/tiles/tree_soo0.png g/tiles/%s_soo0.png", name), 0);
}

static void put_file(Cli *cli, const char *path, const char *text)
{
    cli_put(cli, path, bytes_of_text(text_of(text)));
}

static void put_rules(Cli *cli, RuleShape shape, const char *ground, const char *over)
{
    size_t count;
    const RuleFile *files = automap_rules(shape, ground, over, &count, cli->arena);
    assert_int_equal(count, shape == RULES_MIXED ? 46 : 15);
    for (size_t i = 0; i < count; i++) {
        put_tile(cli, files[i].name);
        put_file(cli, arena_format(cli->arena, "g/tiles/%s.til", files[i].name).at,
                 files[i].text);
    }
}

/* The tile IDs of tiles.tsx after the first sync are in the order of the names. */
static uint32_t tile_id(Cli *cli, const char *name)
{
    const char *text = content(cli, "g/maps/tiles.tsx");
    const char *found = strstr(text, arena_format(cli->arena, "/%s_soo0.png", name).at);
    assert_non_null(found);
    while (strncmp(found, "<tile id=\"", 10) != 0)
        found--;
    return (uint32_t)strtoul(found + 10, NULL, 10) + 1;
}

static void begin_project(Cli *cli, const char *type, uint32_t side)
{
    assert_int_equal(sh(cli,
                        "oisin new g -q && printf 'TirNanoG Project 0\\r\\ng\\r\\n%s 32 32 "
                        "%u\\r\\n' > g/config && sed -i 's/orthogonal/%s/' g/maps/meadow.tmx",
                        type, side, strcmp(type, "iso") ? "orthogonal" : "isometric"),
                     0);
}

/* ---- tests ---- */

/* Cells of the terrains as an author may draw them: water in the sand, sand in the grass. */
static void draw(uint32_t *cells, uint32_t side, const uint32_t ids[3], uint32_t seed)
{
    random_state = seed;
    for (uint32_t i = 0; i < side * side; i++)
        cells[i] = ids[0];
    for (uint32_t n = 0; n < side * side / 16; n++) {
        const uint32_t x = 1 + next_random(side - 2), y = 1 + next_random(side - 2);
        for (uint32_t dy = y - 1; dy <= y + 1; dy++)
            for (uint32_t dx = x - 1; dx <= x + 1; dx++)
                if (cells[dy * side + dx] != ids[2])
                    cells[dy * side + dx] = ids[1];
        cells[y * side + x] = n % 2 ? ids[2] : cells[y * side + x];
    }
}

/* What Tiled's brush paints is what the rules make of the same drawing. */
static void wang_sets_fill_maps_as_the_rules_do(void **state)
{
    enum { SIDE = 32 };
    static const struct {
        const char *type, *orientation;
        RuleShape shapes[2];
    } cases[] = {
        {"ortho", "orthogonal", {RULES_CORNERS, RULES_CORNERS}},
        {"ortho", "orthogonal", {RULES_EDGES, RULES_EDGES}},
        {"ortho", "orthogonal", {RULES_MIXED, RULES_MIXED}},
        {"iso", "isometric", {RULES_CORNERS, RULES_CORNERS}},
        {"iso", "isometric", {RULES_MIXED, RULES_MIXED}},
    };
    Cli *cli = *state;
    if (!has_tool("python3"))
        skip();
    char *root = realpath(".", NULL);
    assert_non_null(root);
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        sh(cli, "rm -rf g");
        begin_project(cli, cases[i].type, SIDE);
        put_tile(cli, "aqua");
        put_tile(cli, "sand");
        put_rules(cli, cases[i].shapes[0], "grass", "sand");
        put_rules(cli, cases[i].shapes[1], "sand", "aqua");
        assert_int_equal(sh(cli, "oisin maps sync g -q"), 0);
        const uint32_t ids[] = {tile_id(cli, "grass"), tile_id(cli, "sand"),
                                tile_id(cli, "aqua")};
        for (uint32_t seed = 1; seed <= 4; seed++) {
            uint32_t cells[SIDE * SIDE];
            draw(cells, SIDE, ids, seed);
            put_file(cli, "g/maps/meadow.tmx",
                     automap_map(cells, SIDE, cases[i].orientation, cli->arena));
            if (sh(cli,
                   "python3 %s/tests/wang_fill.py fill g/maps/meadow.tmx grass sand aqua > "
                   "expected && oisin maps paint g -q && "
                   "python3 %s/tests/wang_fill.py names g/maps/meadow.tmx expected > found",
                   root, root))
                fail_msg("case %zu, seed %u: %s", i, seed, content(cli, "err"));
            if (sh(cli, "diff expected found && tr ' ' '\\n' < found | sort -u | wc -l && test "
                        "$(tr ' ' '\\n' < found | sort -u | wc -l) -gt 9"))
                fail_msg("case %zu, seed %u: %s", i, seed, content(cli, "out"));
        }
    }
    free(root);
}

static void walls_are_edges_of_one_colour(void **state)
{
    enum { SIDE = 32 };
    Cli *cli = *state;
    if (!has_tool("python3"))
        skip();
    char *root = realpath(".", NULL);
    assert_non_null(root);
    begin_project(cli, "ortho", SIDE);
    put_tile(cli, "wall");
    put_rules(cli, RULES_WALL, "wall", "");
    assert_int_equal(sh(cli, "oisin maps sync g -q && grep -c '<wangcolor' g/maps/tiles.tsx"),
                     0);
    assert_string_equal(content(cli, "out"), "1\n");
    uint32_t cells[SIDE * SIDE];
    for (size_t i = 0; i < COUNT_OF(cells); i++)
        cells[i] = tile_id(cli, next_random(2) ? "wall" : "grass");
    put_file(cli, "g/maps/meadow.tmx", automap_map(cells, SIDE, "orthogonal", cli->arena));
    assert_int_equal(
        sh(cli,
           "python3 %s/tests/wang_fill.py fill g/maps/meadow.tmx wall > expected && "
           "oisin maps paint g -q && "
           "python3 %s/tests/wang_fill.py names g/maps/meadow.tmx expected > found && cmp "
           "expected "
           "found",
           root, root),
        0);
    free(root);
}

/* The largest maps that games have, and the time for two of them. */
static void large_maps_are_painted(void **state)
{
    enum { LARGE = 256 };
    Cli *cli = *state;
    begin_project(cli, "ortho", LARGE);
    put_tile(cli, "aqua");
    put_tile(cli, "sand");
    put_rules(cli, RULES_CORNERS, "grass", "sand");
    put_rules(cli, RULES_CORNERS, "sand", "aqua");
    assert_int_equal(sh(cli, "oisin maps sync g -q"), 0);
    const uint32_t ids[] = {tile_id(cli, "grass"), tile_id(cli, "sand"), tile_id(cli, "aqua")};
    uint32_t *cells = arena_alloc(cli->arena, (size_t)LARGE * LARGE, sizeof *cells);
    draw(cells, LARGE, ids, 5);
    put_file(cli, "g/maps/meadow.tmx", automap_map(cells, LARGE, "orthogonal", cli->arena));
    expect(cli, 0,
           "oisin build g -q -o drawn.tng && oisin build g -q --automap -o rules.tng && "
           "cp g/maps/meadow.tmx drawn.tmx && oisin maps paint g --dry-run 2> said && "
           "grep -q 'g/maps/meadow.tmx: [1-9][0-9]* cells would be changed' said && "
           "cmp drawn.tmx g/maps/meadow.tmx && oisin maps paint g 2> said && "
           "grep -q 'g/maps/meadow.tmx: [1-9][0-9]* cells changed' said && "
           "cp g/maps/meadow.tmx painted.tmx && oisin build g -q -o painted.tng && "
           "cmp rules.tng painted.tng && ! cmp -s drawn.tng painted.tng");
    expect(cli, 0,
           "oisin maps paint g meadow 2> said && grep -q ': 0 cells changed' said && "
           "cmp painted.tmx g/maps/meadow.tmx && test -z \"$(ls -A g | grep '^\\.')\"");
}

static void failed_painting_writes_nothing(void **state)
{
    Cli *cli = *state;
    expect(cli, 0,
           "oisin new g -q && cp g/maps/meadow.tmx g/maps/other.tmx && "
           "cp g/tiles/grass_soo0.png g/tiles/moss_soo0.png && oisin maps sync g -q && "
           "printf 'TirNanoG TileRule\\n- grass - - grass - - - -\\n' > g/tiles/moss.til && "
           "sed -i '/tiles.tsx/d' g/maps/other.tmx && cp -r g before");
    expect(cli, 1, "oisin maps paint g 2> said");
    expect(cli, 0,
           "grep -q 'g/maps/other.tmx:.*no tileset of the map has the tile moss' said && "
           "grep -q '1 error: nothing was written' said && diff -r g before");
    expect(cli, 0,
           "oisin maps sync g --dry-run 2> said && grep -q 'files would be changed' said && "
           "diff -r g before");
    expect(cli, 0, "oisin maps paint g meadow -q && ! diff -rq g before > said");
    expect(cli, 2, "oisin maps sync g meadow 2> said");
    expect(cli, 1, "oisin maps paint g nowhere 2> said");
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, cli_begin, cli_end)
    const struct CMUnitTest tests[] = {
        TEST(wang_sets_fill_maps_as_the_rules_do),
        TEST(walls_are_edges_of_one_colour),
        TEST(large_maps_are_painted),
        TEST(failed_painting_writes_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
