/* Automap rules: which neighbour each mask means on the four grids, and maps that are built. */
#include "lib/small_game.h"

#include "base/text.h"
#include "engine/state/grid.h"
#include "base/image/png_write.h"
#include "tirnanog/maps/automap.h"

enum { SIDE = 8, TILES = 4, GROUND = 0, WALL = 1, CORNER = 2, OTHER = 3 };

static void fill_cells(uint16_t *cells, uint16_t tile)
{
    for (size_t i = 0; i < (size_t)SIDE * SIDE; i++)
        cells[i] = tile;
}

static void apply(const AutomapRule *rules, size_t count, unsigned type, uint16_t *cells)
{
    Arena *arena = arena_new();
    AutomapRule *copy = ARENA_ALLOC(arena, AutomapRule, count);
    memcpy(copy, rules, count * sizeof *copy);
    Automap automap = {.rules = copy, .count = count, .tile_count = TILES};
    automap_link(&automap, arena);
    automap_apply(&automap, type, SIDE, cells, arena);
    arena_free(arena);
}

static AutomapRule rule_of(uint16_t place, uint16_t centre)
{
    AutomapRule rule = {.place = place};
    for (size_t i = 0; i < AUTOMAP_MASKS; i++)
        rule.masks[i] = i == AUTOMAP_CENTRE ? centre : TNG_NO_SPRITE;
    return rule;
}

/* The engine's own steps decide where each neighbour is. */
static void each_mask_is_the_neighbour_of_its_grid(void **state)
{
    enum { NONE_THERE = DIRECTIONS };
    static const uint8_t directions[4][AUTOMAP_MASKS] = {
        {NORTH_WEST, NORTH, NORTH_EAST, WEST, NONE_THERE, EAST, SOUTH_WEST, SOUTH, SOUTH_EAST},
        {NORTH, NORTH_EAST, EAST, NORTH_WEST, NONE_THERE, SOUTH_EAST, WEST, SOUTH_WEST, SOUTH},
        {NONE_THERE, NORTH_WEST, NORTH_EAST, WEST, NONE_THERE, EAST, SOUTH_WEST, SOUTH_EAST,
         NONE_THERE},
        {NONE_THERE, NORTH, NORTH_EAST, NORTH_WEST, NONE_THERE, SOUTH_EAST, SOUTH_WEST, SOUTH,
         NONE_THERE},
    };
    (void)state;
    for (unsigned type = 0; type < 4; type++)
        for (unsigned i = 0; i < AUTOMAP_MASKS; i++)
            for (int32_t at = 3; at < 5; at++) /* even and odd rows and columns */
                for (int32_t n = 0; n < DIRECTIONS; n++) {
                    TngHeader header = {.type_bits = (u8)type, .map_log2 = 3};
                    tng_set_shape(&header, type, 32, 32);
                    const Grid grid = grid_of(&header);
                    const Cell cell = {at, 4 + (at & 1)};
                    const Cell there = grid_step(&grid, cell, (Direction)n);
                    AutomapRule rule = rule_of(CORNER, WALL);
                    rule.masks[i] = i == AUTOMAP_CENTRE ? WALL : OTHER;
                    uint16_t cells[SIDE * SIDE];
                    fill_cells(cells, GROUND);
                    cells[there.y * SIDE + there.x] = OTHER;
                    cells[cell.y * SIDE + cell.x] = WALL;
                    apply(&rule, 1, type, cells);
                    const Cell wanted =
                        directions[type][i] == NONE_THERE
                            ? there
                            : grid_step(&grid, cell, (Direction)directions[type][i]);
                    const bool placed = cells[cell.y * SIDE + cell.x] == CORNER;
                    if (placed != (wanted.x == there.x && wanted.y == there.y))
                        fail_msg("grid %u, mask %u, direction %d: %d", type, i, n, placed);
                }
}

static void rules_look_at_the_layer_as_it_was_drawn(void **state)
{
    (void)state;
    AutomapRule rules[3] = {rule_of(CORNER, WALL), rule_of(OTHER, WALL),
                            rule_of(GROUND, TNG_NO_SPRITE)};
    rules[0].masks[3] = WALL; /* a wall at its left */
    rules[2].masks[5] = OTHER;
    uint16_t cells[SIDE * SIDE];
    fill_cells(cells, TNG_NO_SPRITE);
    cells[0] = cells[1] = cells[2] = WALL; /* at the edge of the map */
    cells[SIDE + 3] = OTHER;
    apply(rules, 3, 0, cells);
    assert_int_equal(cells[0], OTHER); /* outside there is no wall */
    assert_int_equal(cells[1], CORNER);
    assert_int_equal(cells[2], CORNER);
    assert_int_equal(cells[3], TNG_NO_SPRITE);
    assert_int_equal(cells[SIDE + 2], GROUND); /* it was empty: "-" fits everything */
    assert_int_equal(cells[SIDE + 3], OTHER);
}

/* ---- a project ---- */

static void put(Kit *kit, ProjectFiles *files, const char *path, Bytes bytes)
{
    *ARENA_PUSH(kit->arena, files->items, files->count) = (ProjectFile){text_of(path), bytes};
    project_files_sort(files);
}

static void put_text(Kit *kit, ProjectFiles *files, const char *path, const char *text)
{
    put(kit, files, path, (Bytes){(const uint8_t *)text, strlen(text)});
}

/* How many cells of the meadow's ground have the tile "turf". */
static size_t turf_of(Kit *kit, ProjectFiles *files, bool automap)
{
    TngOutput out;
    TngFile game;
    if (!project_build(files, &(BuildOptions){.automap = automap}, &out, kit->arena,
                       &kit->report))
        fail_msg("%s", kit_message(kit, 0));
    assert_true(tng_read(tng_output_bytes(&out, kit->arena), &game, kit->arena, &kit->report));
    const TngMap *map =
        tng_asset(&game, tng_section(&game, SECTION_MAPS), 0, kit->arena, &kit->report);
    const size_t count = tng_layers_count((Bytes){map->layers, map->layers_size});
    uint16_t *cells = ARENA_ALLOC(kit->arena, uint16_t, count);
    assert_true(
        tng_layers_read((Bytes){map->layers, map->layers_size}, cells, count, &kit->report));
    size_t turf = 0; /* by name: coin, grass, sign, tree, turf */
    for (size_t i = 0; i < count / TNG_LAYERS; i++)
        turf += cells[i] == 4;
    return turf;
}

static void rules_replace_tiles_of_built_maps_on_request(void **state)
{
    (void)state;
    Kit *kit = kit_new();
    ProjectFiles files;
    assert_true(project_new(TEXT("mygame"), &files, kit->arena, &kit->report));
    const Image image = image_new(32, 32, kit->arena);
    put(kit, &files, "tiles/turf_soo0.png", png_write(&image, NULL, kit->arena));
    put_text(kit, &files, "tiles/turf.til",
             "TirNanoG TileRule\n- grass - grass grass grass - grass -\n");
    assert_int_equal(turf_of(kit, &files, false), 0);
    assert_true(turf_of(kit, &files, true) > 100);
    kit_free(kit);
}

static void masks_that_are_not_tiles_are_reported(void **state)
{
    (void)state;
    Kit *kit = kit_new();
    ProjectFiles files;
    TngOutput out;
    assert_true(project_new(TEXT("mygame"), &files, kit->arena, &kit->report));
    put_text(kit, &files, "tiles/grass.til", "TirNanoG TileRule\n- - - - gras - - - -\n");
    assert_false(project_build(&files, &(BuildOptions){.automap = true}, &out, kit->arena,
                               &kit->report));
    assert_true(kit_has_message(kit, "automap rule: no image tiles/gras_....png"));
    kit_free(kit);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_mask_is_the_neighbour_of_its_grid),
        cmocka_unit_test(rules_look_at_the_layer_as_it_was_drawn),
        cmocka_unit_test(rules_replace_tiles_of_built_maps_on_request),
        cmocka_unit_test(masks_that_are_not_tiles_are_reported),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
