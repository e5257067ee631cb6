/* render/map_view: a map as the editor shows it. */
#include "lib/game_kit.h"

#include "engine/rules/rules.h"
#include "engine/render/map_view.h"

/* Cells of 8 x 8 pixels and pictures of 16 x 16: an object without a mask has one in the middle
 * of its picture's bottom, which is not its own cell. */
static void masks_are_those_of_the_game_that_is_played(void **state)
{
    (void)state;
    for (unsigned type = 0; type < 4; type++) {
        Kit *kit = kit_new();
        Game *game = game_new(kit);
        game->type = type;
        game->tile_w = game->tile_h = 8;
        game_object(game, TREE, 0, NULL);
        game->objects[TREE].mask_width = game->objects[TREE].mask_height = 0;
        game_object(game, WALL, 0, NULL);
        game_put(game, TOWN, LAYER_OBJECTS, 6, 6, TREE);
        game_put(game, TOWN, LAYER_OBJECTS, 3, 9, TREE);
        game_put(game, TOWN, LAYER_OBJECTS, 10, 10, WALL);
        const World *world = game_open(game);
        MapView *view = map_view_new(&game->file, kit->arena, &kit->report);
        assert_true(map_view_select(view, TOWN, &kit->report));
        const uint8_t *masks = map_view_masks(view);
        unsigned count = 0;
        for (size_t i = 0; i < GAME_CELLS; i++) {
            assert_int_equal(!masks[i], !world->maps[TOWN]->mask[i]);
            count += masks[i] != 0;
        }
        assert_int_equal(count, 3);
        kit_free(kit);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(masks_are_those_of_the_game_that_is_played),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
