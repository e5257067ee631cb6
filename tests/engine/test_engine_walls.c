/* Walls on the four grids: nobody gets into a blocked cell, by clicks, keys, paths or orders.
 *
 * A ring of 24 walls encloses 25 cells. Its cells touch by a corner only at its corners, so
 * that it is closed on every grid. A click on a wall once led into it and out on the other
 * side, on all grids but squares. */
#include "lib/people_kit.h"
#include "lib/ring_kit.h"

#include "engine/rules/rules.h"
#include "kit/jobs/files.h"
#include "tirnanog/project/project.h"

static void assert_player_open(Game *game, bool starts_inside)
{
    ring_check(game, game->world, context_actor(local_context(game->world)), starts_inside);
}

static void start_at(Game *game, Cell cell)
{
    world_place_player(local_context(game->world), TOWN, cell, SOUTH);
    game_ticks(game, (WorldInput){0}, 1);
}

/* Clicks, and checks the player after each tick until the path ends. */
static void follow_click(Game *game, Cell cell, bool starts_inside)
{
    enum { TICKS_MAX = 2000 };
    const Player *player = local_context(game->world).player;
    WorldInput input = ring_click(game, cell);
    unsigned ticks = 0;
    do {
        world_tick(game->world, &input);
        input = (WorldInput){0};
        assert_player_open(game, starts_inside);
        assert_true(++ticks < TICKS_MAX);
    } while (player->path_count || player->seeking);
}

/* The player arrives in each cell that can be reached. */
static void click_everywhere(Game *game, const Cell *starts)
{
    for (size_t s = 0; s < RING_STARTS; s++)
        for (int32_t i = 0; i < GAME_CELLS; i++) {
            const Cell cell = {i % GAME_SIDE, i / GAME_SIDE};
            const bool starts_inside = ring_is_inside(starts[s]);
            if (!ring_is_near(cell))
                continue;
            start_at(game, starts[s]);
            follow_click(game, cell, starts_inside);
            if (!ring_is_wall(cell) && ring_is_inside(cell) == starts_inside)
                assert_player_at(game, cell.x, cell.y);
        }
}

static void clicks_lead_into_no_wall_on_every_grid(void **state)
{
    (void)state;
    for (size_t g = 0; g < COUNT_OF(ring_grids); g++)
        for (size_t s = 0; s < RING_SHAPES; s++) {
            Game *game = ring_new(ring_grids[g], ring_shapes[s]);
            game_open(game);
            click_everywhere(game, ring_inside);
            click_everywhere(game, ring_outside);
            kit_free(game->kit);
        }
}

/* From wherever keys have led, off the centres of cells too. */
static void clicks_arrive_from_any_position_on_every_grid(void **state)
{
    enum { CLICKS = 3000 };
    (void)state;
    for (size_t g = 0; g < COUNT_OF(ring_grids); g++)
        for (size_t s = 0; s < RING_SHAPES; s++) {
            Game *game = ring_new(ring_grids[g], ring_shapes[s]);
            game_open(game);
            start_at(game, ring_inside[0]);
            for (unsigned i = 0; i < CLICKS; i++) {
                for (unsigned k = 0; k < 3; k++)
                    game_walk(game, next_random(DIRECTIONS), next_random(15));
                const Cell cell = ring_inside[next_random(RING_STARTS)];
                follow_click(game, cell, true);
                assert_player_at(game, cell.x, cell.y);
            }
            kit_free(game->kit);
        }
}

/* A winding passage, one cell wide: each second line is a wall with a gap at alternating ends.
 */
static void passages_of_one_cell_are_walked_by_clicks_on_every_grid(void **state)
{
    (void)state;
    for (size_t g = 0; g < COUNT_OF(ring_grids); g++)
        for (size_t s = 0; s < RING_SHAPES; s++)
            for (unsigned turned = 0; turned < 2; turned++) {
                Game *game = game_new(kit_new());
                game->type = ring_grids[g];
                game->tile_w = ring_shapes[s][0], game->tile_h = ring_shapes[s][1];
                for (unsigned line = 1; line < GAME_SIDE; line += 2)
                    for (unsigned i = 0; i < GAME_SIDE; i++)
                        if (i != (line % 4 == 1 ? GAME_SIDE - 1 : 0))
                            game_put(game, TOWN, LAYER_OBJECTS, turned ? line : i,
                                     turned ? i : line, WALL);
                game_open(game);
                start_at(game, (Cell){0, 0});
                const Cell end = {turned ? 14 : 0, turned ? 0 : 14};
                game_ticks(game, ring_click(game, end), 3000);
                assert_player_at(game, end.x, end.y);
                kit_free(game->kit);
            }
}

/* A blocking object that stands free and handles touches only is touched once by a click from
 * any cell; the player stays outside. */
static void clicks_touch_what_blocks_on_every_grid(void **state)
{
    (void)state;
    for (size_t g = 0; g < COUNT_OF(ring_grids); g++)
        for (size_t s = 0; s < RING_SHAPES; s++) {
            Game *game = game_new(kit_new());
            game->type = ring_grids[g];
            game->tile_w = ring_shapes[s][0], game->tile_h = ring_shapes[s][1];
            game_object(game, TREE, TNG_EVENT_TOUCH, "@hp=@hp+1");
            game_mask(game, TREE, 9);
            game->objects[TREE].inventory.index = TNG_NO_SPRITE;
            game_put(game, TOWN, LAYER_OBJECTS, RING_MIDDLE, RING_MIDDLE, TREE);
            game_open(game);
            const Player *player = local_context(game->world).player;
            for (int32_t i = 0; i < GAME_CELLS; i++) {
                if (i == RING_MIDDLE * GAME_SIDE + RING_MIDDLE)
                    continue;
                start_at(game, (Cell){i % GAME_SIDE, i / GAME_SIDE});
                game_ticks(game, (WorldInput){0}, 30);
                const int32_t before = game_value(game, "hp");
                game_ticks(game, ring_click(game, (Cell){RING_MIDDLE, RING_MIDDLE}), 1);
                for (unsigned k = 0; k < 300 && player->path_count; k++)
                    game_ticks(game, (WorldInput){0}, 1);
                const Cell here = game_player(game);
                if (game_value(game, "hp") != before + 1 ||
                    (here.x == RING_MIDDLE && here.y == RING_MIDDLE))
                    fail_msg("grid %u, tiles %u x %u: from %d %d to %d %d, touched %d times",
                             game->type, game->tile_w, game->tile_h, i % GAME_SIDE,
                             i / GAME_SIDE, here.x, here.y, game_value(game, "hp") - before);
            }
            kit_free(game->kit);
        }
}

/* ---- keys ---- */

static void keys_lead_into_no_wall_on_every_grid(void **state)
{
    enum { TICKS = 24 };
    (void)state;
    for (size_t g = 0; g < COUNT_OF(ring_grids); g++)
        for (size_t s = 0; s < RING_SHAPES; s++) {
            Game *game = ring_new(ring_grids[g], ring_shapes[s]);
            game_open(game);
            for (unsigned i = 0; i < 2 * RING_STARTS * DIRECTIONS * DIRECTIONS; i++) {
                const bool within = i % 2;
                start_at(game, (within ? ring_inside : ring_outside)[i / 2 % RING_STARTS]);
                const unsigned first = i / 2 / RING_STARTS % DIRECTIONS;
                const unsigned second = i / 2 / RING_STARTS / DIRECTIONS;
                for (unsigned tick = 0; tick < 2 * TICKS; tick++) {
                    game_walk(game, tick < TICKS ? first : second, 1);
                    assert_player_open(game, within);
                }
            }
            kit_free(game->kit);
        }
}

/* On foot, and at ten times the usual speed; keys and clicks in turns, before paths end. */
static void no_input_leads_into_a_wall_on_any_grid(void **state)
{
    enum { INPUTS = 1500 };
    (void)state;
    for (size_t g = 0; g < COUNT_OF(ring_grids); g++)
        for (size_t s = 0; s < RING_SHAPES; s++)
            for (unsigned i = 0; i < 4; i++) {
                const bool within = i % 2, fast = i / 2;
                Game *game = ring_new(ring_grids[g], ring_shapes[s]);
                game->speed = game_string(game, "level");
                game->start = fast ? "@level=1000 location(town,8,8,so)"
                                   : "@level=100 location(town,8,8,so)";
                game_open(game);
                start_at(game, (within ? ring_inside : ring_outside)[0]);
                for (unsigned k = 0; k < INPUTS; k++) {
                    WorldInput input = ring_any_input(game);
                    for (unsigned left = 1 + next_random(20); left; left--) {
                        world_tick(game->world, &input);
                        input.go = input.buttons = 0;
                        assert_player_open(game, within);
                    }
                }
                kit_free(game->kit);
            }
}

/* ---- the examples ---- */

static TngFile *example_of(Kit *kit, const char *folder)
{
    ProjectFiles files;
    TngOutput out;
    TngFile *game = ARENA_ALLOC(kit->arena, TngFile, 1);
    if (!project_load_files(folder, &files, kit->arena, &kit->report) ||
        !project_build(&files, &(BuildOptions){0}, &out, kit->arena, &kit->report) ||
        !tng_read(tng_output_bytes(&out, kit->arena), game, kit->arena, &kit->report))
        fail_msg("%s", kit_message(kit, 0));
    return game;
}

static World *played(const TngFile *game, Arena *arena, Report *report)
{
    World *world =
        world_new(game, &(WorldOptions){.seed = 1, .skip_menu = true}, arena, report);
    assert_non_null(world);
    for (unsigned i = 0; i < 20 && local_context(world).player->screen.screen; i++)
        world_tick(world, &(WorldInput){.buttons = BUTTON_CONFIRM});
    return world;
}

static bool is_closed(World *world, uint32_t map, Cell cell)
{
    return !map_passage(world, map_of(world, map), cell, 0).open;
}

/* An open cell beside this one; false if there is none. */
static bool find_beside(World *world, uint32_t map, Cell cell, Cell *out)
{
    for (unsigned i = 0; i < DIRECTIONS; i++) {
        *out = grid_step(&world->content->grid, cell, (Direction)i);
        if (grid_inside(&world->content->grid, *out) &&
            map_open(world, map_of(world, map), *out, 0))
            return true;
    }
    return false;
}

/* Clicks on a closed cell from an open one beside it. */
static void click_closed(World *world, uint32_t map, Cell from, Cell cell)
{
    const PlayerContext ctx = local_context(world);
    const Spot spot = grid_centre(&world->content->grid, cell);
    WorldInput input = {.go = 1, .target_x = spot.x, .target_y = spot.y};
    world_place_player(ctx, map, from, SOUTH);
    for (unsigned tick = 0; tick < 40; tick++) {
        world_tick(world, &input);
        const Actor *player = context_actor(ctx);
        const Cell here = actor_cell(world, player);
        if (player->map != map || ctx.player->screen.screen != SCREEN_GAME)
            return; /* a door, a dialog */
        if (grid_inside(&world->content->grid, here) && is_closed(world, map, here))
            fail_msg("a click at %d %d leads to %d %d", cell.x, cell.y, here.x, here.y);
        input = (WorldInput){.direction = tick % 20 > 12 ? 1 + player->direction : 0};
    }
}

/* 30 of 38 ramparts could be entered. */
static void walls_of_the_examples_are_not_entered(void **state)
{
    static const char *const folders[] = {"examples/segais-iso", "examples/segais-hex"};
    (void)state;
    for (size_t i = 0; i < COUNT_OF(folders); i++) {
        Kit *kit = kit_new();
        const TngFile *game = example_of(kit, folders[i]);
        Arena *arena = arena_new();
        World *world = played(game, arena, &kit->report);
        const uint32_t map = context_actor(local_context(world))->map;
        const uint32_t count = (uint32_t)grid_cells(&world->content->grid);
        unsigned clicks = 0;
        for (uint32_t k = 0; k < count; k++) {
            const Cell cell = map_cell_of(world, k);
            Cell from;
            if (!is_closed(world, map, cell) || !find_beside(world, map, cell, &from))
                continue;
            click_closed(world, map, from, cell);
            clicks++;
            if (local_context(world).player->screen.screen != SCREEN_GAME) {
                arena_reset(arena);
                world = played(game, arena, &kit->report);
            }
        }
        assert_true(clicks >= 38);
        arena_free(arena);
        kit_free(kit);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(clicks_lead_into_no_wall_on_every_grid),
        cmocka_unit_test(clicks_arrive_from_any_position_on_every_grid),
        cmocka_unit_test(passages_of_one_cell_are_walked_by_clicks_on_every_grid),
        cmocka_unit_test(clicks_touch_what_blocks_on_every_grid),
        cmocka_unit_test(keys_lead_into_no_wall_on_every_grid),
        cmocka_unit_test(no_input_leads_into_a_wall_on_any_grid),
        cmocka_unit_test(walls_of_the_examples_are_not_entered),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
