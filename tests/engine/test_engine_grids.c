/* The four grids side by side: whatever has a distance, over all cells within six steps.
 *
 * Expected distances are counted along neighbours, which are found by the positions of their
 * centres in pixels; so they do not depend on grid_distance. */
#include "lib/people_kit.h"

enum { MIDDLE = 8, STEPS_MAX = 6, RADIUS = 3, FAR = 99 };

static const unsigned grid_types[] = {GRID_ORTHO, GRID_ISO, GRID_HEXV, GRID_HEXH};

static bool are_neighbours(const Grid *grid, Cell a, Cell b)
{
    if (grid->type == GRID_ORTHO || grid->type == GRID_ISO)
        return abs(a.x - b.x) <= 1 && abs(a.y - b.y) <= 1;
    const Spot from = grid_centre(grid, a), to = grid_centre(grid, b);
    const int32_t dx = abs(from.x - to.x), dy = abs(from.y - to.y);
    if (grid->type == GRID_HEXV)
        return (dy == 0 && dx == grid->tile_w) || (dy == grid->row && dx == grid->tile_w / 2);
    return (dx == 0 && dy == grid->tile_h) || (dx == grid->column && dy == grid->tile_h / 2);
}

/* steps[y][x]: from `start` on. */
static void count_steps(const Grid *grid, Cell start, int32_t steps[GAME_SIDE][GAME_SIDE])
{
    for (int32_t i = 0; i < GAME_CELLS; i++)
        steps[i / GAME_SIDE][i % GAME_SIDE] = FAR;
    steps[start.y][start.x] = 0;
    for (int32_t now = 0; now <= GAME_SIDE; now++)
        for (int32_t i = 0; i < GAME_CELLS; i++)
            for (int32_t j = 0; j < GAME_CELLS && steps[i / GAME_SIDE][i % GAME_SIDE] == now;
                 j++) {
                const Cell a = {i % GAME_SIDE, i / GAME_SIDE},
                           b = {j % GAME_SIDE, j / GAME_SIDE};
                if (steps[b.y][b.x] > now + 1 && are_neighbours(grid, a, b))
                    steps[b.y][b.x] = now + 1;
            }
}

static void distances_are_numbers_of_steps_on_every_grid(void **state)
{
    (void)state;
    for (size_t g = 0; g < COUNT_OF(grid_types); g++)
        for (uint32_t shape = 0; shape < 3; shape++) {
            TngHeader header = {.map_log2 = GAME_LOG2};
            tng_set_shape(&header, grid_types[g], shape == 1 ? 64 : 32, shape == 2 ? 48 : 32);
            const Grid grid = grid_of(&header);
            for (int32_t odd = 0; odd < 4; odd++) {
                const Cell start = {MIDDLE - (odd & 1), MIDDLE - (odd >> 1)};
                int32_t steps[GAME_SIDE][GAME_SIDE];
                count_steps(&grid, start, steps);
                for (int32_t i = 0; i < GAME_CELLS; i++) {
                    const Cell cell = {i % GAME_SIDE, i / GAME_SIDE};
                    if (steps[cell.y][cell.x] > STEPS_MAX)
                        continue;
                    assert_int_equal(grid_distance(&grid, start, cell), steps[cell.y][cell.x]);
                    assert_int_equal(grid_distance(&grid, cell, start), steps[cell.y][cell.x]);
                }
                for (Direction d = 0; d < DIRECTIONS; d++)
                    assert_int_equal(grid_distance(&grid, start, grid_step(&grid, start, d)),
                                     1);
            }
        }
}

static void put_player(Game *game, Cell cell)
{
    const PlayerContext ctx = local_context(game->world);
    world_place_player(ctx, TOWN, cell, SOUTH);
    game_ticks(game, (WorldInput){0}, 2);
}

static TngEvent *approach_and_leave(Game *game)
{
    TngEvent *events = ARENA_ALLOC(game->arena, TngEvent, 2);
    events[0] = *game_event(game, TNG_EVENT_APPROACH, RADIUS, "@hp=@hp+1");
    events[1] = *game_event(game, TNG_EVENT_LEAVE, RADIUS, "@hp=@hp+100");
    return events;
}

/* An NPC, then an object, in the middle; the player appears in each cell. */
static void approach_and_leave_count_steps_on_every_grid(void **state)
{
    (void)state;
    for (size_t g = 0; g < COUNT_OF(grid_types); g++)
        for (unsigned what = 0; what < 2; what++) {
            Game *game = game_new(kit_new());
            game->type = grid_types[g];
            game_npc(game, GUARD, 0, NULL);
            game_object(game, TREE, 0, NULL);
            game_mask(game, TREE, 8);
            game->npcs[GUARD].events = game->objects[TREE].events = approach_and_leave(game);
            game->npcs[GUARD].event_count = game->objects[TREE].event_count = 2;
            game_put(game, TOWN, what ? LAYER_OBJECTS : LAYER_NPCS, MIDDLE, MIDDLE,
                     what ? TREE : GUARD);
            game_open(game);
            int32_t steps[GAME_SIDE][GAME_SIDE];
            count_steps(&game->world->content->grid, (Cell){MIDDLE, MIDDLE}, steps);
            const Cell away = {0, 0};
            for (int32_t i = 0; i < GAME_CELLS; i++) {
                const Cell cell = {i % GAME_SIDE, i / GAME_SIDE};
                const int32_t expected = steps[cell.y][cell.x];
                if (expected > STEPS_MAX || !expected)
                    continue;
                put_player(game, away);
                const int32_t before = game_value(game, "hp");
                put_player(game, cell);
                assert_int_equal(game_value(game, "hp") - before, expected <= RADIUS);
                put_player(game, away);
                assert_int_equal(game_value(game, "hp") - before, expected <= RADIUS ? 101 : 0);
            }
            kit_free(game->kit);
        }
}

/* A click runs the target's handler when the player is in a neighbouring cell. */
static void clicks_arrive_in_a_neighbouring_cell_on_every_grid(void **state)
{
    (void)state;
    for (size_t g = 0; g < COUNT_OF(grid_types); g++) {
        Game *game = game_new(kit_new());
        game->type = grid_types[g];
        game_npc(game, GUARD, TNG_EVENT_CLICK, "@hp=@hp+1");
        game_put(game, TOWN, LAYER_NPCS, MIDDLE, MIDDLE, GUARD);
        game_open(game);
        const PlayerContext ctx = local_context(game->world);
        const Grid *grid = &game->world->content->grid;
        int32_t steps[GAME_SIDE][GAME_SIDE];
        count_steps(grid, (Cell){MIDDLE, MIDDLE}, steps);
        const Spot target = grid_centre(grid, (Cell){MIDDLE, MIDDLE});
        for (int32_t i = 0; i < GAME_CELLS; i++) {
            const Cell cell = {i % GAME_SIDE, i / GAME_SIDE};
            if (steps[cell.y][cell.x] > STEPS_MAX || !steps[cell.y][cell.x])
                continue;
            put_player(game, cell);
            const int32_t before = game_value(game, "hp");
            game_ticks(game, (WorldInput){.go = 1, .target_x = target.x, .target_y = target.y},
                       1);
            for (unsigned tick = 0; tick < 300 && game_value(game, "hp") == before; tick++)
                game_ticks(game, (WorldInput){0}, 1);
            assert_int_equal(game_value(game, "hp"), before + 1);
            const Cell here = actor_cell(game->world, context_actor(ctx));
            assert_int_equal(steps[here.y][here.x], 1);
        }
        kit_free(game->kit);
    }
}

/* Directions of neighbours that share a side: at a corner, a player slides past. */
static bool shares_a_side(GridType type, Direction direction)
{
    switch (type) {
    case GRID_ORTHO:
        return direction % 2 == 0;
    case GRID_ISO:
        return direction % 2 == 1;
    case GRID_HEXV:
        return direction != SOUTH && direction != NORTH;
    case GRID_HEXH:
        return direction != WEST && direction != EAST;
    }
    return false;
}

/* From each neighbouring cell, the direction to a single object is held for two seconds: the
 * player stays next to it, and touches it once. */
static void objects_are_touched_from_all_neighbours_on_every_grid(void **state)
{
    (void)state;
    static const uint32_t shapes[][2] = {{16, 16}, {32, 32}, {64, 64}, {64, 32}, {48, 64}};
    for (size_t g = 0; g < COUNT_OF(grid_types); g++)
        for (size_t shape = 0; shape < COUNT_OF(shapes); shape++)
            for (int32_t odd = 0; odd < 4; odd++) {
                const Cell at = {MIDDLE + (odd & 1), MIDDLE + (odd >> 1)};
                Game *game = game_new(kit_new());
                game->type = grid_types[g];
                game->tile_w = shapes[shape][0], game->tile_h = shapes[shape][1];
                game_object(game, TREE, TNG_EVENT_TOUCH, "@hp=@hp+1");
                game_mask(game, TREE, 9);
                game_put(game, TOWN, LAYER_OBJECTS, (unsigned)at.x, (unsigned)at.y, TREE);
                game_open(game);
                const Grid *grid = &game->world->content->grid;
                for (Direction d = 0; d < DIRECTIONS; d++) {
                    const Cell from = grid_step(grid, at, (d + 4) % DIRECTIONS);
                    if (!shares_a_side(grid->type, d))
                        continue;
                    put_player(game, from);
                    game_ticks(game, (WorldInput){0}, 40);
                    const int32_t before = game_value(game, "hp");
                    game_walk(game, d, 60);
                    assert_int_equal(game_value(game, "hp"), before + 1);
                    const PlayerContext ctx = local_context(game->world);
                    const Cell here = actor_cell(game->world, context_actor(ctx));
                    assert_int_equal(grid_distance(grid, here, at), 1);
                }
                kit_free(game->kit);
            }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(distances_are_numbers_of_steps_on_every_grid),
        cmocka_unit_test(approach_and_leave_count_steps_on_every_grid),
        cmocka_unit_test(clicks_arrive_in_a_neighbouring_cell_on_every_grid),
        cmocka_unit_test(objects_are_touched_from_all_neighbours_on_every_grid),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
