/* Walls on the four grids, for NPCs, for leaps, and where a wall appears under a figure. */
#include "lib/people_kit.h"
#include "lib/ring_kit.h"

#include "engine/rules/rules.h"

static const MapPoint corners[] = {{6, 6}, {10, 6}, {10, 10}, {6, 10}};

/* They stroll, patrol, pursue the player outside, flee, and follow orders; on foot and fast. */
static void npcs_get_into_no_wall_on_any_grid(void **state)
{
    enum { TICKS = 3000 };
    static const struct {
        uint32_t movement;
        const char *handler; /* run each second */
    } kinds[] = {{MOVE_RANDOM, NULL},
                 {MOVE_PATROL, NULL},
                 {MOVE_PURSUE, "behave(pursue)"},
                 {MOVE_FLEE, "behave(flee)"},
                 {MOVE_STAND, "south(3) west(9) northwest(9) southeast(4) east(9) north(9)"}};
    (void)state;
    for (size_t g = 0; g < COUNT_OF(ring_grids); g++)
        for (size_t s = 0; s < RING_SHAPES; s++)
            for (size_t i = 0; i < 2 * COUNT_OF(kinds); i++) {
                Game *game = ring_new(ring_grids[g], ring_shapes[s]);
                patrol(game, GUARD, 1, corners, COUNT_OF(corners));
                TngNpc *npc = &game->npcs[GUARD];
                if (kinds[i / 2].handler) {
                    npc->events = game_event(game, TNG_EVENT_TIMER, 1, kinds[i / 2].handler);
                    npc->event_count = 1;
                }
                npc->movement = kinds[i / 2].movement > MOVE_PATROL ? MOVE_RANDOM
                                                                    : (u8)kinds[i / 2].movement;
                npc->turn_time = 5;
                npc->speed = i % 2 ? 1000 : 100;
                game_put(game, TOWN, LAYER_NPCS, RING_MIDDLE, RING_MIDDLE, GUARD);
                game_put(game, TOWN, LAYER_NPCS, RING_MIDDLE, RING_MIDDLE + 1, GUARD);
                game->start = "location(town,8,4,so)";
                game_open(game);
                uint32_t moved = 0;
                for (unsigned tick = 0; tick < TICKS; tick++) {
                    game_walk(game, tick / 200 % DIRECTIONS, 1);
                    for (uint32_t k = 1; k <= 2; k++)
                        ring_check(game, game->world, game->world->actors[k], true);
                    moved += game->world->actors[1]->moving > 0;
                }
                assert_int_equal(game->world->actors[1]->movement, kinds[i / 2].movement);
                assert_true(moved > 10);
                kit_free(game->kit);
            }
}

/* A wall is placed where a foot of the player is, beside the middle or under it: the player may
 * leave, but neither enters the wall nor passes it. */
static void a_wall_placed_on_a_foot_is_left_but_not_entered(void **state)
{
    enum { TICKS = 60 };
    (void)state;
    for (size_t g = 0; g < COUNT_OF(ring_grids); g++)
        for (unsigned i = 0; i < 2000; i++) {
            Game *game = game_new(kit_new());
            game->type = ring_grids[g];
            game->tile_w = game->tile_h = 32;
            World *world = game_open(game);
            Actor *player = context_actor(local_context(world));
            const Grid *grid = &world->content->grid;
            world_place_player(local_context(world), TOWN, (Cell){RING_MIDDLE, RING_MIDDLE},
                               SOUTH);
            game_ticks(game, (WorldInput){0}, 1);
            game_walk(game, next_random(DIRECTIONS), next_random(12));
            game_walk(game, next_random(DIRECTIONS), next_random(12));
            const Cell own = actor_cell(world, player);
            const Cell wall =
                i % 4 ? grid_step(grid, own, (Direction)next_random(DIRECTIONS)) : own;
            map_put(world, map_of(world, TOWN), wall, WALL);
            bool was_out = i % 4;
            for (unsigned tick = 0; tick < TICKS; tick++) {
                game_walk(game, (Direction)((i / 4 + tick / 30) % DIRECTIONS), 1);
                const Cell cell = actor_cell(world, player);
                const bool is_out = cell.x != wall.x || cell.y != wall.y;
                if (was_out && !is_out)
                    fail_msg("grid %u: the wall is entered", game->type);
                was_out = is_out;
            }
            kit_free(game->kit);
        }
}

/* A row of walls with gaps that are leapt over, in any direction: over no wall beside them. */
static void leaps_lead_over_no_wall_on_any_grid(void **state)
{
    enum { KEYS = 3000, JUMP = 5 };
    (void)state;
    for (size_t g = 0; g < COUNT_OF(ring_grids); g++)
        for (size_t s = 0; s < 2 * RING_SHAPES; s++) {
            Game *game = game_new(kit_new());
            game->type = ring_grids[g];
            game->tile_w = ring_shapes[s / 2][0], game->tile_h = ring_shapes[s / 2][1];
            game_object(game, WATER, 0, NULL);
            game_mask(game, WATER, JUMP);
            for (unsigned i = 0; i < GAME_SIDE; i++)
                game_put(game, TOWN, LAYER_OBJECTS, s % 2 ? RING_MIDDLE : i,
                         s % 2 ? i : RING_MIDDLE, i % 4 == 1 ? WATER : WALL);
            World *world = game_open(game);
            const PlayerContext ctx = local_context(world);
            unsigned leaps = 0;
            for (unsigned i = 0; i < KEYS; i++) {
                const Direction direction = (Direction)next_random(DIRECTIONS);
                for (unsigned k = 1 + next_random(15); k; k--) {
                    game_walk(game, direction, 1);
                    leaps += context_actor(ctx)->leap_until > world->tick;
                    if (world_is_wall(ctx, context_actor(ctx)->at))
                        fail_msg("grid %u, tiles %u x %u: in a wall", game->type, game->tile_w,
                                 game->tile_h);
                }
            }
            assert_true(leaps > 10);
            kit_free(game->kit);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(npcs_get_into_no_wall_on_any_grid),
        cmocka_unit_test(a_wall_placed_on_a_foot_is_left_but_not_entered),
        cmocka_unit_test(leaps_lead_over_no_wall_on_any_grid),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
