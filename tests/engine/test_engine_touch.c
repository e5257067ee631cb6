/* What is touched: by keys, by clicks, and what is not. */
#include "lib/people_kit.h"

static void jitter_against_an_npc_counts_as_one_touch(void **state)
{
    Game *game = *state;
    game_npc(game, SLIME, 1, "@hp=@hp+1");
    game_put(game, TOWN, LAYER_NPCS, 6, 4, SLIME);
    game_open(game);
    game_walk(game, EAST, 30);
    assert_int_equal(game_value(game, "hp"), 1);
    for (uint32_t i = 0; i < 40; i++) { /* on and off in turns */
        game_walk(game, EAST, 1);
        game_ticks(game, (WorldInput){0}, 1);
    }
    assert_int_equal(game_value(game, "hp"), 1);
    game_ticks(game, (WorldInput){0}, 20); /* let go for more than half a second */
    game_walk(game, EAST, 5);
    assert_int_equal(game_value(game, "hp"), 2);
}

/* Whoever is not quite ahead, but in the way, as well: nobody slips past. */
static void walking_against_an_npc_touches_it_and_stops(void **state)
{
    (void)state;
    for (int32_t aside = -6; aside <= 6; aside += 3) {
        Game *game = game_new(kit_new());
        game_npc(game, SLIME, 1, "@hp=@hp+1");
        game->start = "location(town,4,4,so) npc(town,7,4,slime)";
        World *world = game_open(game);
        context_actor(local_context(world))->at.y += aside * SUB;
        actor_index_refresh(world);
        game_walk(game, EAST, 90);
        assert_in_range(context_actor(local_context(world))->at.x / SUB, 100, 110);
        assert_int_equal(context_actor(local_context(world))->at.y / SUB, 4 * 16 + 8 + aside);
        assert_int_equal(game_value(game, "hp"), 1);
        game_walk(game, NORTH, 15); /* around by hand */
        game_walk(game, EAST, 60);
        assert_true(game_player(game).x > 8);
        assert_int_equal(game_value(game, "hp"), 1);
        kit_free(game->kit);
    }
}

static void player_on_a_trigger_can_touch_an_npc(void **state)
{
    Game *game = *state;
    game_object(game, DOOR, 1, "@hp=@hp+10");
    game_mask(game, DOOR, 8);
    game_npc(game, SLIME, 1, "@hp=@hp+1");
    game_put(game, TOWN, LAYER_OBJECTS, 6, 4, DOOR);
    game->start = "location(town,4,4,so) npc(town,7,4,slime)";
    game_open(game);
    game_walk(game, EAST, 60);
    assert_player_at(game, 6, 4);
    assert_int_equal(game_value(game, "hp"), 11);
}

/* The way began with a step of length 0, which is one to the south. */
static void click_elsewhere_does_not_touch_a_trigger_in_the_south(void **state)
{
    Game *game = *state;
    game_object(game, DOOR, 1, "@hp=@hp+10");
    game_mask(game, DOOR, 8);
    game_put(game, TOWN, LAYER_OBJECTS, 4, 5, DOOR);
    game->start = "location(town,4,4,no)";
    game_open(game);
    const WorldInput click = {.go = true,
                              .target_x = 7 * GAME_TILE + GAME_TILE / 2,
                              .target_y = 3 * GAME_TILE + GAME_TILE / 2};
    game_ticks(game, click, 1);
    game_ticks(game, (WorldInput){0}, 60);
    assert_player_at(game, 7, 3);
    assert_int_equal(game_value(game, "hp"), 0);
}

static void npc_is_touched_after_three_ticks(void **state)
{
    Game *game = *state;
    game_npc(game, SLIME, 1, "@hp=@hp+1");
    game->start = "location(town,4,4,so) npc(town,6,4,slime)";
    World *world = game_open(game);
    const PlayerContext ctx = local_context(world);
    uint32_t held = 0;
    for (uint32_t i = 0; i < 60 && held < 3; i++) {
        const int32_t x = context_actor(ctx)->at.x;
        assert_int_equal(game_value(game, "hp"), 0);
        game_walk(game, EAST, 1);
        held += x == context_actor(ctx)->at.x;
    }
    assert_int_equal(game_value(game, "hp"), 1);
}

static void player_slides_past_corners_of_walls(void **state)
{
    Game *game = *state;
    game_put(game, TOWN, LAYER_OBJECTS, 6, 4, WALL);
    World *world = game_open(game);
    context_actor(local_context(world))->at.y -= 7 * SUB;
    game_walk(game, EAST, 60);
    assert_true(game_player(game).x > 7);
}

static TngEvent *click_and_touch(Game *game, const char *click, const char *touch)
{
    TngEvent *events = ARENA_ALLOC(game->arena, TngEvent, 2);
    events[0] = *game_event(game, TNG_EVENT_CLICK, 0, click);
    events[1] = *game_event(game, TNG_EVENT_TOUCH, 0, touch);
    return events;
}

/* With a mask of 9 it stands in the way, with 8 one stands on it; and somebody. */
static void click_target_is_clicked_and_not_touched(void **state)
{
    (void)state;
    for (unsigned what = 0; what < 3; what++) {
        Game *game = game_new(kit_new());
        game_object(game, DOOR, 0, NULL);
        game_npc(game, SLIME, 0, NULL);
        game->objects[DOOR].events = game->npcs[SLIME].events =
            click_and_touch(game, "@hp=@hp+10", "@hp=@hp+1");
        game->objects[DOOR].event_count = game->npcs[SLIME].event_count = 2;
        game_mask(game, DOOR, what ? 9 : 8);
        game->objects[DOOR].mask_width = 3; /* it reaches over three cells */
        game->objects[DOOR].mask = ARENA_ALLOC(game->arena, u8, 3);
        memset(game->objects[DOOR].mask, what ? 9 : 8, 3);
        if (what < 2)
            game_put(game, TOWN, LAYER_OBJECTS, 8, 4, DOOR);
        else
            game_put(game, TOWN, LAYER_NPCS, 8, 4, SLIME);
        World *world = game_open(game);
        const WorldInput click = {
            .go = 1, .target_x = (what < 2 ? 10 : 8) * 16 + 8, .target_y = 4 * 16 + 8};
        game_ticks(game, click, 90);
        assert_int_equal(game_value(game, "hp"), 10);
        assert_int_equal(local_context(world).player->path_count, 0);
        game_ticks(game, (WorldInput){0}, 60);
        assert_int_equal(game_value(game, "hp"), 10);
        if (what == 2) {
            game_walk(game, EAST, 30); /* by keys it is touched */
            assert_int_equal(game_value(game, "hp"), 11);
        }
        kit_free(game->kit);
    }
}

static void click_touches_a_target_without_click_handler(void **state)
{
    (void)state;
    for (unsigned what = 0; what < 2; what++) {
        Game *game = game_new(kit_new());
        game_object(game, DOOR, 1, "@hp=@hp+1");
        game_mask(game, DOOR, 9);
        game_npc(game, SLIME, 1, "@hp=@hp+1");
        game_put(game, TOWN, what ? LAYER_NPCS : LAYER_OBJECTS, 8, 4, what ? SLIME : DOOR);
        World *world = game_open(game);
        game_ticks(game, (WorldInput){.go = 1, .target_x = 8 * 16 + 8, .target_y = 4 * 16 + 8},
                   120);
        assert_int_equal(game_value(game, "hp"), 1);
        assert_int_equal(local_context(world).player->path_count, 0);
        kit_free(game->kit);
    }
}

static void object_on_the_path_of_a_click_is_touched(void **state)
{
    Game *game = *state;
    game_object(game, DOOR, 0, NULL);
    game->objects[DOOR].events = click_and_touch(game, "@hp=@hp+10", "@hp=@hp+1");
    game->objects[DOOR].event_count = 2;
    game_mask(game, DOOR, 8);
    game_put(game, TOWN, LAYER_OBJECTS, 7, 4, DOOR);
    game_open(game);
    game_ticks(game, (WorldInput){.go = 1, .target_x = 10 * 16 + 8, .target_y = 4 * 16 + 8},
               90);
    assert_player_at(game, 10, 4);
    assert_int_equal(game_value(game, "hp"), 1);
}

static void trigger_is_touched_once_while_key_is_held(void **state)
{
    Game *game = *state;
    game_object(game, DOOR, 1, "@hp=@hp+1");
    game_mask(game, DOOR, 9);
    game_put(game, TOWN, LAYER_OBJECTS, 6, 4, DOOR);
    game_open(game);
    game_walk(game, EAST, 120);
    assert_int_equal(game_value(game, "hp"), 1);
}

static void door_of_arrival_is_not_touched(void **state)
{
    Game *game = *state;
    game_object(game, DOOR, 1, "@hp=@hp+1 location(cave,3,5,no)");
    game_mask(game, DOOR, 8);
    game_put(game, TOWN, LAYER_OBJECTS, 6, 4, DOOR);
    game_put(game, CAVE, LAYER_OBJECTS, 3, 5, DOOR);
    World *world = game_open(game);
    game_walk(game, EAST, 20);
    assert_int_equal(context_actor(local_context(world))->map, CAVE);
    game_ticks(game, (WorldInput){0}, 60); /* it stays in that door */
    assert_int_equal(game_value(game, "hp"), 1);
}

/* Who only stands in the way of a click, and would rather be talked to. */
static void npc_on_the_path_of_a_click_is_not_touched(void **state)
{
    Game *game = *state;
    game_npc(game, SLIME, 0, NULL);
    game->npcs[SLIME].events = click_and_touch(game, "@hp=@hp+10", "@hp=@hp+1");
    game->npcs[SLIME].event_count = 2;
    wall_row(game, 0, 3, "XXXXXXXXXXXXXXXX");
    wall_row(game, 0, 5, "XXXXXXXXXXXXXXXX");
    game_put(game, TOWN, LAYER_NPCS, 8, 4, SLIME);
    World *world = game_open(game);
    game_ticks(game, (WorldInput){.go = 1, .target_x = 12 * 16 + 8, .target_y = 4 * 16 + 8},
               150);
    assert_player_at(game, 7, 4);
    assert_int_equal(local_context(world).player->path_count, 0);
    assert_int_equal(game_value(game, "hp"), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(jitter_against_an_npc_counts_as_one_touch),
        TEST(walking_against_an_npc_touches_it_and_stops),
        TEST(player_on_a_trigger_can_touch_an_npc),
        TEST(click_elsewhere_does_not_touch_a_trigger_in_the_south),
        TEST(npc_is_touched_after_three_ticks),
        TEST(player_slides_past_corners_of_walls),
        TEST(click_target_is_clicked_and_not_touched),
        TEST(click_touches_a_target_without_click_handler),
        TEST(npc_on_the_path_of_a_click_is_not_touched),
        TEST(object_on_the_path_of_a_click_is_touched),
        TEST(trigger_is_touched_once_while_key_is_held),
        TEST(door_of_arrival_is_not_touched),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
