/* How many ways of moving a game has: three, unless something uses a fourth or fifth; that of
 * another writer's game is kept. */
#include "lib/kit.h"

#include "base/text.h"
#include "tirnanog/container/tng_check.h"
#include "lib/project_trip.h"
#include "tirnanog/project/merge_games.h"

enum { TILES = 2 };

static void put(Kit *kit, ProjectFiles *files, const char *path, const char *text)
{
    for (size_t i = 0; i < files->count; i++)
        if (text_is(files->items[i].path, path)) {
            files->items[i].bytes = bytes_of_text(text_of(text));
            return;
        }
    *ARENA_PUSH(kit->arena, files->items, files->count) =
        (ProjectFile){text_of(path), bytes_of_text(text_of(text))};
    project_files_sort(files);
}

/* The project of `oisin new`, with or without two tiles that have speeds. */
static ProjectFiles project_with(Kit *kit, bool tiles)
{
    ProjectFiles files;
    assert_true(project_new(TEXT("mygame"), &files, kit->arena, &kit->report));
    size_t kept = 0;
    for (size_t i = 0; i < files.count; i++)
        if (!text_ends(files.items[i].path, ".til"))
            files.items[kept++] = files.items[i];
    files.count = kept;
    if (tiles) {
        put(kit, &files, "tiles/tree.til", "TirNanoG Tile\n70 -\n");
        put(kit, &files, "tiles/sign.til", "TirNanoG Tile\n100 -\n0 -\n100 -\n");
    }
    return files;
}

static Bytes built(Kit *kit, ProjectFiles *files)
{
    TngOutput out;
    if (!project_build(files, &(BuildOptions){0}, &out, kit->arena, &kit->report))
        fail_msg("%s", kit_message(kit, 0));
    return tng_output_bytes(&out, kit->arena);
}

static TngFile opened(Kit *kit, Bytes bytes)
{
    TngFile game;
    if (!tng_read(bytes, &game, kit->arena, &kit->report) ||
        !tng_check(bytes, kit->arena, &kit->report) || kit->messages.count)
        fail_msg("%s", kit_message(kit, 0));
    return game;
}

static TngSection *tiles_of(const TngFile *game)
{
    return (TngSection *)tng_section(game, SECTION_TILE_META);
}

/* The header's number; all tiles have as many speeds. */
static unsigned ways_of(Kit *kit, Bytes bytes)
{
    const TngFile game = opened(kit, bytes);
    const TngSection *tiles = tiles_of(&game);
    for (size_t i = 0; tiles && i < tiles->count; i++)
        assert_int_equal(((TngTile *)tiles->entries[i].asset)->transport_count,
                         game.header.transport_count);
    return game.header.transport_count;
}

#define COIN(lines) "TirNanoG Object\nCoin\n1 1 - coin - 1 - 0 0 0\n8\n" lines

static void a_project_has_three_ways_until_something_uses_more(void **state)
{
    static const struct {
        const char *path, *text;
        unsigned ways;
    } cases[] = {
        {"objects/coin.obj", COIN(""), 3},
        {"objects/coin.obj", COIN("m 1 0 - 1\n"), 3},
        {"objects/coin.obj", COIN("m 1 0 - 3\n"), 4},
        {"objects/coin.obj", COIN("m 1 0 - 4\n"), 5},
        {"objects/coin.obj", COIN("m 1 0 - 7\n"), 3}, /* nothing has a meaning for it */
        {"objects/coin.obj", COIN("e touch {\n transport(fly)\n}\n"), 3},
        {"objects/coin.obj", COIN("e touch {\n transport(drive)\n}\n"), 4},
        {"objects/coin.obj", COIN("e touch {\n transport(4)\n}\n"), 5},
        {"objects/coin.obj", COIN("e touch {\n transport(rnd(3))\n}\n"), 4},
        {"objects/coin.obj", "TirNanoG Object\nCoin\n1 1 - coin - 1 - 0 0 0\n17\n", 5},
        {"tiles/coin.til", "TirNanoG Tile\n100 -\n0 -\n100 -\n150 -\n", 4},
        {"tiles/coin.til", "TirNanoG Tile\n100 -\n0 -\n100 -\n150 -\n50 -\n", 5},
        {"game/actions.cfg", "TirNanoG Actions\ne action1 - {\n transport(drive)\n}\n", 4},
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++)
        for (unsigned tiles = 0; tiles < 2; tiles++) {
            Kit *kit = kit_new();
            ProjectFiles files = project_with(kit, tiles);
            put(kit, &files, cases[i].path, cases[i].text);
            const unsigned ways = ways_of(kit, built(kit, &files));
            if (ways != cases[i].ways)
                fail_msg("%s%s: %u", cases[i].path, cases[i].text, ways);
            if (!project_survives(&files, kit->arena, &kit->report))
                fail_msg("%s%s: %s", cases[i].path, cases[i].text, kit_message(kit, 0));
            kit_free(kit);
        }
}

/* The same game as another writer would have written it, with so many ways. */
static Bytes foreign(Kit *kit, ProjectFiles *files, unsigned ways)
{
    TngFile game = opened(kit, built(kit, files));
    TngOutput out;
    TngSection *tiles = tiles_of(&game);
    game.header.transport_count = (u8)ways;
    for (size_t i = 0; tiles && i < tiles->count; i++) {
        TngTile *tile = tiles->entries[i].asset;
        tile->transport_count = (u8)ways;
        tile->speeds = ARENA_ALLOC(kit->arena, TileSpeed, ways);
        for (unsigned k = 0; k < ways; k++)
            tile->speeds[k].speed = (u16)(10 + 7 * k + i);
    }
    assert_true(tng_write(&game, &out, kit->arena, &kit->report));
    return tng_output_bytes(&out, kit->arena);
}

static void assert_same_ways(Kit *kit, Bytes before, Bytes after)
{
    const TngFile one = opened(kit, before), two = opened(kit, after);
    const TngSection *a = tiles_of(&one), *b = tiles_of(&two);
    assert_int_equal(one.header.transport_count, two.header.transport_count);
    assert_int_equal(a ? a->count : 0, b ? b->count : 0);
    for (size_t i = 0; a && i < a->count; i++) {
        const TngTile *x = a->entries[i].asset, *y = b->entries[i].asset;
        assert_int_equal(x->transport_count, y->transport_count);
        for (size_t k = 0; k < x->transport_count; k++)
            assert_int_equal(x->speeds[k].speed, y->speeds[k].speed);
    }
}

/* Whether something uses a fourth way or not, and with and without records of tiles, whose size
 * is 2 + 5 bytes for each way: 17 for three. */
static void ways_of_a_foreign_game_are_kept(void **state)
{
    static const char *const coins[] = {COIN(""), COIN("m 1 0 - 3\n"), COIN("m 1 0 - 4\n")};
    (void)state;
    for (unsigned ways = 1; ways <= 9; ways++)
        for (size_t i = 0; i < COUNT_OF(coins); i++)
            for (unsigned tiles = 0; tiles < 2; tiles++) {
                Kit *kit = kit_new();
                ProjectFiles files = project_with(kit, tiles), unpacked;
                put(kit, &files, "objects/coin.obj", coins[i]);
                const Bytes game = foreign(kit, &files, ways);
                const TngFile read = opened(kit, game);
                assert_true(project_unpack(&read, &unpacked, kit->arena, &kit->report));
                project_files_sort(&unpacked);
                assert_same_ways(kit, game, built(kit, &unpacked));
                kit_free(kit);
            }
}

/* Text files cannot say that there is none. */
static void unpack_warns_of_no_way_of_moving(void **state)
{
    (void)state;
    for (unsigned tiles = 0; tiles < 2; tiles++) {
        Kit *kit = kit_new();
        ProjectFiles files = project_with(kit, tiles), unpacked;
        const TngFile read = opened(kit, foreign(kit, &files, 0));
        assert_true(project_unpack(&read, &unpacked, kit->arena, &kit->report));
        assert_int_equal(kit->messages.count, 1);
        assert_true(kit_has_message(kit, "at byte 42: no way of moving"));
        kit_clear(kit);
        project_files_sort(&unpacked);
        assert_int_equal(ways_of(kit, built(kit, &unpacked)), 3);
        kit_free(kit);
    }
}

/* Where config gives the number, no tile may have more speeds. */
static void speeds_above_the_number_are_refused(void **state)
{
    static const struct {
        const char *config;
        unsigned max;
    } cases[] = {{"TirNanoG Project\nTest\northo 32 32 32\n", 5},
                 {"TirNanoG Project\nTest\northo 32 32 32 0 0 2\n", 2}};
    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++)
        for (unsigned count = 1; count <= 7; count++) {
            Kit *kit = kit_new();
            ProjectFiles files = project_with(kit, false);
            Writer tile = writer_to(kit->arena);
            TngOutput out;
            write_text(&tile, TEXT("TirNanoG Tile\n"));
            for (unsigned k = 0; k < count; k++)
                write_text(&tile, TEXT("100 -\n"));
            put(kit, &files, "config", cases[i].config);
            put(kit, &files, "tiles/coin.til", arena_text(kit->arena, writer_text(&tile)).at);
            const bool ok =
                project_build(&files, &(BuildOptions){0}, &out, kit->arena, &kit->report);
            assert_int_equal(ok, count <= cases[i].max);
            if (!ok && !kit_has_message(kit, "too many speeds; the maximum is"))
                fail_msg("%s", kit_message(kit, 0));
            kit_free(kit);
        }
}

/* An extension may have more ways than its game, or fewer: the joined game has the greater
 * number, and all its tiles have so many speeds. */
static void joined_games_have_the_ways_of_all_parts(void **state)
{
    (void)state;
    for (unsigned in_game = 3; in_game <= 5; in_game++)
        for (unsigned in_extension = 3; in_extension <= 5; in_extension++) {
            Kit *kit = kit_new();
            static const char *const coins[] = {COIN(""), COIN("m 1 0 - 3\n"),
                                                COIN("m 1 0 - 4\n")};
            ProjectFiles base = project_with(kit, true), more = project_with(kit, false);
            TngOutput out;
            Bytes whole;
            put(kit, &base, "objects/coin.obj", coins[in_game - 3]);
            put(kit, &more, "objects/coin.obj", coins[in_extension - 3]);
            put(kit, &more, "tiles/coin.til", "TirNanoG Tile\n50 -\n");
            put(kit, &more, "ext/more.cfg", "TirNanoG Extension\n0 -\no 14\no 16\n");
            if (!project_build(&more, &(BuildOptions){.extension = TEXT("more")}, &out,
                               kit->arena, &kit->report))
                fail_msg("%s", kit_message(kit, 0));
            const MergePart parts[] = {{TEXT("base"), built(kit, &base)},
                                       {TEXT("more"), tng_output_bytes(&out, kit->arena)}};
            if (!project_merge(parts, 2, &whole, kit->arena, &kit->report))
                fail_msg("%s", kit_message(kit, 0));
            const TngFile game = opened(kit, whole);
            assert_int_equal(tiles_of(&game)->count, TILES + 1);
            assert_int_equal(ways_of(kit, whole),
                             in_game > in_extension ? in_game : in_extension);
            kit_free(kit);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_project_has_three_ways_until_something_uses_more),
        cmocka_unit_test(ways_of_a_foreign_game_are_kept),
        cmocka_unit_test(unpack_warns_of_no_way_of_moving),
        cmocka_unit_test(joined_games_have_the_ways_of_all_parts),
        cmocka_unit_test(speeds_above_the_number_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
