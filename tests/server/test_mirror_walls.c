/* Walls, as a client sees its player: neither at the server nor predicted it gets into one. */
#include "lib/mirror_kit.h"
#include "lib/ring_kit.h"

#include "engine/rules/rules.h"

enum { TICKS = 6000, LAG = 5 };

/* Keys and clicks, some held for a while; the positions of server and client differ by the
 * delay, and after each click by its correction. */
static void predicted_player_gets_into_no_wall_on_any_grid(void **state)
{
    (void)state;
    for (size_t g = 0; g < COUNT_OF(ring_grids); g++)
        for (unsigned within = 0; within < 2; within++) {
            Game *game = ring_new(ring_grids[g], ring_shapes[2]);
            game->start = within ? "location(town,8,8,so)" : "location(town,8,4,so)";
            Party party = party_of(game);
            const Client *ann = party_enter(&party, LAG);
            party_rest(&party, 4 * LAG);
            const World *seen = mirror_world(ann->mirror);
            const Actor *there =
                game->world->actors[game->world->players[ann->player_index]->actor];
            WorldInput input = {0};
            for (unsigned tick = 0; tick < TICKS; tick++) {
                input.go = input.buttons = 0;
                if (!next_random(6))
                    input = ring_any_input(game);
                party_tick(&party, &input);
                ring_check(game, game->world, there, within);
                ring_check(game, seen, context_actor(local_context(mirror_world(ann->mirror))),
                           within);
            }
            party_leave(&party);
            kit_free(game->kit);
        }
}

/* The client has predicted the way around the end of a wall on the wrong side of it, so that
 * the straight line of the correction leads through the wall. */
static void corrections_lead_through_no_wall(void **state)
{
    (void)state;
    for (size_t g = 0; g < COUNT_OF(ring_grids); g++) {
        Game *game = ring_new(ring_grids[g], ring_shapes[1]);
        game->start = "location(town,4,8,so)";
        Party party = party_of(game);
        const Client *ann = party_enter(&party, LAG);
        party_rest(&party, 4 * LAG);
        const World *seen = mirror_world(ann->mirror);
        Actor *there = game->world->actors[game->world->players[ann->player_index]->actor];
        const Actor *here = context_actor(local_context(mirror_world(ann->mirror)));
        const Spot beyond = grid_centre(&seen->content->grid, (Cell){6, 8});
        there->at = (Spot){beyond.x * SUB, beyond.y * SUB};
        for (unsigned tick = 0; tick < 8 * LAG; tick++) {
            party_rest(&party, 1);
            ring_check(game, seen, here, ring_is_inside(actor_cell(seen, here)));
        }
        party_assert_same(&party, ann);
        party_leave(&party);
        kit_free(game->kit);
    }
}

/* A leap is over cells in which nobody can stand; it is seen as a glide, tick by tick. */
static void leaps_glide_over_what_is_leapt(void **state)
{
    enum { JUMP = 5, GAP = 8 };
    (void)state;
    Game *game = game_new(kit_new());
    game->tile_w = game->tile_h = 32;
    game_object(game, WATER, 0, NULL);
    game_mask(game, WATER, JUMP);
    for (unsigned y = 0; y < GAME_SIDE; y++)
        for (unsigned x = GAP; x < GAP + 2; x++)
            game_put(game, TOWN, LAYER_OBJECTS, x, y, WATER);
    game->start = "location(town,7,8,ea)";
    Party party = party_of(game);
    const Client *ann = party_enter(&party, 1);
    party_rest(&party, 20);
    const World *seen = mirror_world(ann->mirror);
    const Actor *here = context_actor(local_context(mirror_world(ann->mirror)));
    const WorldInput east = {.direction = 1 + EAST};
    unsigned over = 0;
    int32_t longest = 0;
    for (unsigned tick = 0; tick < 60 && actor_cell(seen, here).x < GAP + 2; tick++) {
        const int32_t before = here->at.x;
        party_tick(&party, &east);
        over += actor_cell(seen, here).x >= GAP && actor_cell(seen, here).x < GAP + 2;
        longest = here->at.x - before > longest ? here->at.x - before : longest;
    }
    assert_true(over >= 10);
    assert_true(longest < 32 * SUB / 3);
    party_leave(&party);
    kit_free(game->kit);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(predicted_player_gets_into_no_wall_on_any_grid),
        cmocka_unit_test(leaps_glide_over_what_is_leapt),
        cmocka_unit_test(corrections_lead_through_no_wall),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
