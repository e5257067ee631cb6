/* Where the values of a collision mask lie on each grid, and what an object without one does.
 */
#include "lib/game_kit.h"

#include "engine/rules/rules.h"

/* The document's drawings, in pixels of the screen: in halves of a cell to the right, or down.
 */
static void mask_lies_as_the_document_draws_it_on_every_grid(void **state)
{
    (void)state;
    enum { ROWS = 3, COLUMNS = 5 };
    for (unsigned type = 0; type < 4; type++) {
        TngHeader header = {.map_log2 = 6};
        tng_set_shape(&header, type, 32, 16);
        const Grid grid = grid_of(&header);
        for (int32_t place = 0; place < 4; place++) { /* in even and odd rows and columns */
            const Cell at = {20 + place % 2, 20 + place / 2};
            const Spot last = grid_box(&grid, at);
            for (int32_t i = 0; i < ROWS * COLUMNS; i++) {
                const int32_t row = i / COLUMNS, column = i % COLUMNS, up = row - (ROWS - 1);
                const Spot box = grid_box(&grid, grid_mask_cell(&grid, at, column, row, ROWS));
                Spot wanted = {last.x + column * 32, last.y + up * 16};
                if (type == GRID_ISO) /* every second line is half a tile to the right */
                    wanted = (Spot){last.x + column * 32 + row % 2 * 16, last.y + up * 8};
                else if (type == GRID_HEXV)
                    wanted =
                        (Spot){last.x + column * 32 + row % 2 * 16, last.y + up * grid.row};
                else if (type == GRID_HEXH) /* every second column is half a tile lower */
                    wanted = (Spot){last.x + column * grid.column,
                                    last.y + up * 16 + column % 2 * 8};
                if (box.x != wanted.x || box.y != wanted.y)
                    fail_msg("type %u, place %d, value %d: %d, %d instead of %d, %d", type,
                             place, i, box.x, box.y, wanted.x, wanted.y);
            }
        }
    }
}

/* A tree of three cells: only its middle blocks, and touching that runs its handler. */
static void without_a_mask_the_middle_of_the_bottom_line_blocks_and_triggers(void **state)
{
    (void)state;
    Game *game = game_new(kit_new());
    game->tree_w = 3 * GAME_TILE;
    game_object(game, TREE, TNG_EVENT_TOUCH, "@hp=@hp+1");
    game_put(game, TOWN, LAYER_OBJECTS, 7, 8, TREE); /* 7 to 9, two cells high */
    game->start = "location(town,7,8,ea)";
    World *world = game_open(game);
    for (int32_t x = 6; x <= 10; x++)
        for (int32_t y = 6; y <= 9; y++) {
            const bool middle = x == 8 && y == 8;
            assert_int_equal(map_blocks(world, world->maps[TOWN], (Cell){x, y}), middle);
        }
    assert_int_equal(game_value(game, "hp"), 0); /* the player stands on the left cell */
    game_walk(game, EAST, 12);
    assert_player_at(game, 7, 8);
    assert_true(game_value(game, "hp") > 0);
    kit_free(game->kit);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(mask_lies_as_the_document_draws_it_on_every_grid),
        cmocka_unit_test(without_a_mask_the_middle_of_the_bottom_line_blocks_and_triggers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
