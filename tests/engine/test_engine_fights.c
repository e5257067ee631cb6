/* Things on the ground, shots, hit points, what the dead leave; and all of it at once. */
#include "lib/people_kit.h"

/* ---- things ---- */

static void objects_without_handlers_are_picked_up_and_dropped(void **state)
{
    Game *game = *state;
    game_object(game, COIN, 0, NULL);
    game_mask(game, COIN, 0); /* it does not even trigger */
    game_put(game, TOWN, LAYER_OBJECTS, 4, 5, COIN);
    World *world = game_open(game);
    const PlayerContext ctx = local_context(world);
    game_press(game, BUTTON_CONFIRM);
    assert_int_equal(world_count(ctx, COIN), 1);
    assert_int_equal(object_at(game, TOWN, 4, 5), TNG_NO_SPRITE);
    inventory_give(ctx, COIN, 4);
    player_drop(ctx, 0);
    player_drop(ctx, 0);
    player_drop(ctx, 0);
    assert_int_equal(object_at(game, TOWN, 4, 5), COIN);
    assert_int_equal(world_count(ctx, COIN), 2);
    game_press(game, BUTTON_CONFIRM);
    assert_int_equal(world_count(ctx, COIN), 5);
    assert_int_equal(world->loot_count, 0);
}

static void click_walks_to_an_object_and_takes_it(void **state)
{
    Game *game = *state;
    game_object(game, COIN, 0, NULL);
    game_mask(game, COIN, 0);
    game_put(game, TOWN, LAYER_OBJECTS, 9, 9, COIN);
    World *world = game_open(game);
    game_ticks(game, (WorldInput){.go = 1, .target_x = 9 * 16 + 8, .target_y = 9 * 16 + 8},
               120);
    assert_int_equal(world_count(local_context(world), COIN), 1);
}

static void objects_with_handlers_are_not_picked_up(void **state)
{
    Game *game = *state;
    game_object(game, COIN, 1, "hp=1");
    game_mask(game, COIN, 1);
    game_object(game, TREE, 0, NULL);
    game->objects[TREE].inventory.index = TNG_NO_SPRITE;
    game_put(game, TOWN, LAYER_OBJECTS, 4, 5, COIN);
    game_put(game, TOWN, LAYER_OBJECTS, 4, 3, TREE);
    World *world = game_open(game);
    game_press(game, BUTTON_CONFIRM);
    game_walk(game, NORTH, 1);
    game_press(game, BUTTON_CONFIRM);
    assert_int_equal(object_at(game, TOWN, 4, 5), COIN);
    assert_int_equal(object_at(game, TOWN, 4, 3), TREE);
    assert_int_equal(local_context(world).player->item_count, 0);
}

static void replaced_object_does_not_inherit_quantity(void **state)
{
    Game *game = *state;
    game_object(game, COIN, 0, NULL);
    World *world = game_open(game);
    assert_true(thing_put(world, (Location){TOWN, {4, 5}}, COIN, 30));
    const uint64_t hash = world_hash(world);
    world->loot[0].quantity = 31;
    assert_true(world_hash(world) != hash);
    map_put(world, world->maps[TOWN], (Cell){4, 5}, COIN);
    game_press(game, BUTTON_CONFIRM);
    assert_int_equal(world_count(local_context(world), COIN), 1);
}

static void objects_with_other_handlers_are_picked_up(void **state)
{
    static const struct {
        uint8_t event;
        bool empty, taken;
    } cases[] = {{TNG_EVENT_CLICK, false, false}, {TNG_EVENT_TOUCH, false, false},
                 {TNG_EVENT_CLICK, true, true},   {TNG_EVENT_TOUCH, true, true},
                 {TNG_EVENT_LEAVE, false, true},  {TNG_EVENT_ACTION1, false, true},
                 {TNG_EVENT_BUY, false, true}};
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        Game *game = *state;
        game_object(game, COIN, cases[i].event, "hp=1");
        game_mask(game, COIN, 1);
        game->objects[COIN].events[0].parameter = 9;
        if (cases[i].empty)
            game->objects[COIN].events[0].script_size = 0;
        game_put(game, TOWN, LAYER_OBJECTS, 4, 5, COIN);
        World *world = game_open(game);
        assert_int_equal(thing_there(world, (Location){TOWN, {4, 5}}), cases[i].taken);
        game_press(game, BUTTON_CONFIRM);
        assert_int_equal(world_count(local_context(world), COIN), cases[i].taken);
        assert_int_equal(object_at(game, TOWN, 4, 5), cases[i].taken ? TNG_NO_SPRITE : COIN);
        people_tear_down(state);
        people_set_up(state);
    }
}

/* The last of its kind is only in the list of quantities if it is not one. */
static void dropped_objects_are_counted(void **state)
{
    Game *game = *state;
    game_object(game, COIN, 0, NULL);
    game_mask(game, COIN, 0);
    World *world = game_open(game);
    const PlayerContext ctx = local_context(world);
    const Location here = {TOWN, {9, 9}};
    assert_true(thing_put(world, here, COIN, 1));
    assert_int_equal(world->loot_count, 0);
    assert_true(thing_put(world, here, COIN, 2)); /* beside it */
    assert_int_equal(object_at(game, TOWN, 8, 8), COIN);
    assert_int_equal(world->loot_count, 1);
    assert_int_equal(world->loot[0].quantity, 2);
    inventory_give(ctx, COIN, 3);
    for (unsigned left = 3; left-- > 0;) {
        player_drop(ctx, 0);
        assert_int_equal(world_count(ctx, COIN), left);
        assert_int_equal(object_at(game, TOWN, 4, 5), COIN);
        assert_int_equal(world->loot_count, left == 2 ? 1 : 2);
        assert_int_equal(world->loot[left == 2 ? 0 : 1].quantity, left == 2 ? 2 : 3 - left);
    }
    player_drop(ctx, 0); /* nothing is left */
    assert_int_equal(world->loot[1].quantity, 3);
    map_put(world, world->maps[TOWN], (Cell){4, 5}, TNG_NO_SPRITE);
    assert_int_equal(world->loot_count, 1);
    assert_int_equal(world->loot[0].quantity, 2);
}

static void markets_exchange_what_both_have(void **state)
{
    Game *game = *state;
    game_object(game, COIN, 0, NULL);
    game_object(game, SWORD, 0, NULL);
    game->objects[SWORD].price = 3;
    game->objects[SWORD].unit = COIN;
    game_object(game, TREE, 0, NULL);
    game->objects[TREE].price = 5;
    game->objects[TREE].unit = COIN;
    NpcItem *items = ARENA_ALLOC(game->arena, NpcItem, 2);
    items[0] = (NpcItem){100, 1, 0, {1, SWORD}};
    items[1] = (NpcItem){100, 1, 0, {1, DOOR}};
    game->npcs[GUARD].item_count = 2;
    game->npcs[GUARD].items = items;
    game_put(game, TOWN, LAYER_NPCS, 8, 8, GUARD);
    const PlayerContext ctx = local_context(game_open(game));
    game_ticks(game, (WorldInput){0}, 2);
    inventory_give(ctx, COIN, 2);
    assert_false(market_buy(ctx, 1, 0)); /* two are too few */
    inventory_give(ctx, COIN, 1);
    assert_false(market_buy(ctx, 1, 1)); /* no object */
    assert_false(market_buy(ctx, 1, 2));
    assert_false(market_buy(ctx, 0, 0)); /* no NPC */
    assert_int_equal(world_count(ctx, COIN), 3);
    assert_true(market_buy(ctx, 1, 0));
    assert_int_equal(world_count(ctx, COIN), 0);
    assert_int_equal(world_count(ctx, SWORD), 1);
    inventory_give(ctx, COIN, 9);
    assert_false(market_buy(ctx, 1, 0)); /* it had one */
    inventory_give(ctx, TREE, 2);
    assert_int_equal(world_sale(ctx.world, 1, TREE), 3); /* half of 5, rounded up */
    assert_int_equal(world_sale(ctx.world, 1, SWORD), 3);
    assert_false(market_sell(ctx, 1, 3));
    assert_false(market_sell(ctx, 0, 0));
    assert_true(market_sell(ctx, 1, 2)); /* a tree */
    assert_int_equal(world_count(ctx, TREE), 1);
    assert_int_equal(world_count(ctx, COIN), 12);
    assert_true(market_sell(ctx, 1, 0)); /* the sword, which it has again */
    assert_int_equal(world_count(ctx, SWORD), 0);
    assert_int_equal(world_count(ctx, COIN), 15);
    assert_false(market_sell(ctx, 1, 0)); /* coins have no price */
    assert_true(market_buy(ctx, 1, 0));
}

/* Each minute, or each second one. */
static void items_of_npcs_are_supplied_again(void **state)
{
    Game *game = *state;
    NpcItem *items = ARENA_ALLOC(game->arena, NpcItem, 4);
    for (unsigned i = 0; i < 4; i++)
        items[i] = (NpcItem){100, 5 + i, i ? 2 : 1, {1, COIN}};
    items[3] = (NpcItem){100, 9, 0, {1, COIN}}; /* never */
    game->npcs[GUARD].item_count = 4;
    game->npcs[GUARD].items = items;
    game_put(game, TOWN, LAYER_NPCS, 8, 8, GUARD);
    World *world = game_open(game);
    game_ticks(game, (WorldInput){0}, 2);
    int32_t *values = world->actors[1]->values + 4;
    assert_int_equal(values[3], 9);
    static const int32_t expected[][4] = {{5, 1, 1, 1}, {5, 6, 7, 1}};
    for (unsigned minute = 0; minute < 2; minute++) {
        for (unsigned i = 0; i < 4; i++)
            values[i] = 1;
        while ((world->tick - world->play_started) % 1800 != 1799)
            game_ticks(game, (WorldInput){0}, 1);
        assert_int_equal(values[0], 1);
        game_ticks(game, (WorldInput){0}, 2);
        assert_memory_equal(values, expected[minute], sizeof expected[minute]);
    }
}

/* ---- fights ---- */

static void add_bar(Game *game)
{
    HudBar *bar = ARENA_ALLOC(game->arena, HudBar, 1);
    *bar = (HudBar){.direction = 3,
                    .value = game_string(game, "hp"),
                    .most = game_string(game, "level"),
                    .foreground = {0, TNG_NO_SPRITE},
                    .background = {0, TNG_NO_SPRITE}};
    game->has_hud = true;
    game->hud = (TngHud){.bar_count = 1, .bars = bar};
}

static void carries(Game *game, unsigned npc, unsigned object, uint32_t chance,
                    uint32_t quantity)
{
    TngNpc *record = &game->npcs[npc];
    NpcItem *items = ARENA_ALLOC(game->arena, NpcItem, record->item_count + 1u);
    if (record->item_count)
        memcpy(items, record->items, record->item_count * sizeof *items);
    items[record->item_count++] = (NpcItem){(u8)chance, quantity, 0, {1, (u16)object}};
    record->items = items;
}

static void hit_points(Game *game, uint32_t index, int32_t value)
{
    attribute_set(local_context(game->world), index + 1, game_string(game, "hp"), value);
}

static void npc_without_hit_points_dies_and_drops_items(void **state)
{
    Game *game = *state;
    add_bar(game);
    game_npc(game, SLIME, 0, "hp=99");
    game_object(game, COIN, 0, NULL);
    game_mask(game, COIN, 0);
    game_object(game, SWORD, 0, NULL);
    game_mask(game, SWORD, 0);
    carries(game, SLIME, COIN, 100, 12);
    carries(game, SLIME, TREE, 0, 5);
    carries(game, SLIME, SWORD, 100, 1);
    nest(game, 1, 300, (SpawnerKind){.animation = {0, TNG_NO_SPRITE}});
    game_put(game, TOWN, LAYER_SPAWNERS, 4, 5, 0);
    World *world = game_open(game);
    game_ticks(game, (WorldInput){0}, 2);
    game_ticks(game, (WorldInput){0}, 3); /* who never had any does not die of that */
    assert_int_equal(world->actors[1]->dying, 0);
    hit_points(game, 1, 9);
    game_ticks(game, (WorldInput){0}, 1);
    hit_points(game, 1, 4);
    game_ticks(game, (WorldInput){0}, 1);
    assert_int_equal(world->actors[1]->action, ROW_HURT);
    assert_int_equal(world->actors[1]->hurt, 5);
    assert_int_equal(world->actors[1]->hurt_since, world->tick);
    game_ticks(game, (WorldInput){0}, 6);
    assert_int_equal(world->actors[1]->action, 0);
    hit_points(game, 1, 0);
    game_ticks(game, (WorldInput){0}, 2);
    assert_int_equal(world->actors[1]->action, ROW_DIE);
    game_press(game, BUTTON_CONFIRM); /* nobody talks to the dying */
    assert_int_equal(game_value(game, "hp"), 0);
    game_ticks(game, (WorldInput){0}, 16);
    assert_int_equal(count_used(world), 0);
    assert_int_equal(object_at(game, TOWN, 4, 5), COIN);
    assert_int_equal(object_at(game, TOWN, 3, 4), SWORD);
    game_press(game, BUTTON_CONFIRM);
    assert_int_equal(world_count(local_context(world), COIN), 12);
    assert_int_equal(world->loot_count, 0);
    game_ticks(game, (WorldInput){0}, 90); /* its nest makes another in its time */
    assert_int_equal(count_used(world), 1);
}

static void running_handler_decides_on_death(void **state)
{
    Game *game = *state;
    add_bar(game);
    game_npc(game, SLIME, 4, "hp=0 delay(100) hp=5");
    game_put(game, TOWN, LAYER_NPCS, 4, 5, SLIME);
    World *world = game_open(game);
    hit_points(game, 1, 9);
    game_ticks(game, (WorldInput){0}, 2);
    game_ticks(game, (WorldInput){.action = 1}, 20);
    assert_int_equal(world->actors[1]->health, 0);
    assert_int_equal(world->actors[1]->dying, 0);
    game_ticks(game, (WorldInput){0}, 20);
    assert_int_equal(world->actors[1]->health, 5);
}

static void actors_do_not_die_without_a_health_bar(void **state)
{
    Game *game = *state;
    add_bar(game);
    game->hud.bars[0].direction = 0;
    game_put(game, TOWN, LAYER_NPCS, 8, 8, SLIME);
    World *world = game_open(game);
    hit_points(game, 1, 9);
    game_ticks(game, (WorldInput){0}, 2);
    hit_points(game, 1, -5);
    game_ticks(game, (WorldInput){0}, 60);
    assert_int_equal(count_used(world), 1);
}

static void player_respawns_where_the_map_was_entered(void **state)
{
    Game *game = *state;
    add_bar(game);
    game->start = "level=20 hp=10 location(town,4,4,so)";
    World *world = game_open(game);
    const PlayerContext ctx = local_context(world);
    game_walk(game, EAST, 40);
    hit_points(game, 0, -3);
    game_walk(game, EAST, 8);
    assert_int_equal(context_actor(ctx)->action, ROW_DIE);
    const Spot at = context_actor(ctx)->at;
    game_walk(game, EAST, 4); /* the dead do not walk */
    assert_int_equal(context_actor(ctx)->at.x, at.x);
    game_ticks(game, (WorldInput){0}, 25);
    assert_player_at(game, 4, 4);
    assert_int_equal(game_value(game, "hp"), 20);
    assert_int_equal(context_actor(ctx)->dying, 0);
}

/* A waiting handler of somebody else does not keep the NPC alive. */
static void waiting_handler_does_not_prevent_death(void **state)
{
    Game *game = *state;
    add_bar(game);
    game->start = "level=20 hp=10 location(town,4,4,so) delay(100000)";
    game_open(game);
    game_walk(game, EAST, 10);
    hit_points(game, 0, -3);
    game_walk(game, EAST, 4);
    assert_int_equal(context_actor(local_context(game->world))->action, ROW_DIE);
}

static void handler_that_hurts_decides_on_death(void **state)
{
    Game *game = *state;
    add_bar(game);
    game->start = "level=20 hp=10 location(town,4,4,so)";
    game_npc(game, GUARD, TNG_EVENT_CLICK, "@hp=0-5 delay(300) @hp=7");
    game_put(game, TOWN, LAYER_NPCS, 4, 5, GUARD);
    World *world = game_open(game);
    const PlayerContext ctx = local_context(world);
    game_ticks(game, (WorldInput){.buttons = BUTTON_CONFIRM}, 60);
    assert_int_equal(game_value(game, "hp"), -5);
    assert_int_equal(context_actor(ctx)->dying, 0);
    game_ticks(game, (WorldInput){0}, 40);
    assert_int_equal(game_value(game, "hp"), 7);
    assert_int_equal(context_actor(ctx)->dying, 0);
}

static void the_handler_of_the_hit_points_decides(void **state)
{
    Game *game = *state;
    add_bar(game);
    game->start = "level=20 hp=10 location(town,4,4,so)";
    const Bytes code = game_code(game, "switch(hp<=0) { case 1 { delay(300) hp=7 } }");
    game->attributes[0].handler_size = (u32)code.size;
    game->attributes[0].script = (u8 *)(uintptr_t)code.data;
    World *world = game_open(game);
    const PlayerContext ctx = local_context(world);
    game_walk(game, EAST, 5);
    hit_points(game, 0, 0);
    game_ticks(game, (WorldInput){0}, 60);
    assert_int_equal(context_actor(ctx)->dying, 0);
    assert_int_equal(game_value(game, "hp"), 0);
    game_ticks(game, (WorldInput){0}, 40);
    assert_int_equal(context_actor(ctx)->dying, 0);
    assert_int_equal(game_value(game, "hp"), 7);
}

static void a_timer_of_the_author_may_save_the_player(void **state)
{
    Game *game = *state;
    add_bar(game);
    game->start = "level=20 hp=10 location(town,4,4,so)";
    game->timer = "switch(hp<=0) { case 1 { hp=7 location(cave,9,9,so) } }";
    World *world = game_open(game);
    game_walk(game, EAST, 5);
    hit_points(game, 0, 0);
    game_ticks(game, (WorldInput){0}, 60);
    assert_int_equal(game_value(game, "hp"), 7);
    assert_int_equal(context_actor(local_context(world))->map, CAVE);
    assert_player_at(game, 9, 9);
    game_walk(game, EAST, 20);
    assert_true(game_player(game).x > 9);
}

static void injury_does_not_stop_the_player(void **state)
{
    Game *game = *state;
    add_bar(game);
    game->start = "level=20 hp=10 location(town,4,4,so)";
    World *world = game_open(game);
    const PlayerContext ctx = local_context(world);
    game_walk(game, EAST, 2);
    hit_points(game, 0, 8);
    game_walk(game, EAST, 1);
    assert_int_equal(context_actor(ctx)->action, ROW_HURT);
    const Spot at = context_actor(ctx)->at;
    game_walk(game, EAST, 2);
    assert_true(context_actor(ctx)->at.x > at.x);
}

/* A sling that throws coins five cells far in half a second, at one with 0 hp. */
static void add_sling(Game *game)
{
    game_object(game, SWORD, 0, NULL);
    game->objects[SWORD].action = 1;
    game->objects[SWORD].equip_mask = 1;
    game->objects[SWORD].projectile = (SpriteRef){1, COIN};
    game->objects[SWORD].projectile_time = 50;
    game_npc(game, GUARD, 4, "@hp=@hp+1");
    game_npc(game, SLIME, 4, "@level=@level+1");
    game->start = "location(town,2,4,ea) give(sword,1)";
}

static void shoot(Game *game, Cell target)
{
    Shot *shot = &game->world->shots[game->world->shot_count++];
    const Grid *grid = &game->world->content->grid;
    *shot = (Shot){.sprite = 1u << 16 | COIN,
                   .map = TOWN,
                   .since = game->world->tick,
                   .until = game->world->tick + 15,
                   .from = grid_centre(grid, (Cell){2, 4}),
                   .to = grid_centre(grid, target),
                   .action = 1,
                   .target = target};
    game_ticks(game, (WorldInput){0}, 20);
    assert_int_equal(game->world->shot_count, 0);
}

static void projectile_hits_the_first_actor_in_its_path(void **state)
{
    Game *game = *state;
    add_sling(game);
    game_put(game, TOWN, LAYER_NPCS, 5, 4, GUARD);
    game_put(game, TOWN, LAYER_NPCS, 9, 4, SLIME);
    game_open(game);
    shoot(game, (Cell){9, 4});
    assert_int_equal(game_value(game, "hp"), 1);
    assert_int_equal(game_value(game, "level"), 0);
}

static void shots_are_stopped_by_walls_but_not_by_water(void **state)
{
    Game *game = *state;
    add_sling(game);
    game_object(game, WATER, 0, NULL);
    game_mask(game, WATER, 2);
    game_put(game, TOWN, LAYER_OBJECTS, 5, 4, WATER);
    game_put(game, TOWN, LAYER_NPCS, 9, 4, SLIME);
    World *world = game_open(game);
    shoot(game, (Cell){9, 4});
    assert_int_equal(game_value(game, "level"), 1);
    map_put(world, world->maps[TOWN], (Cell){6, 4}, WALL);
    shoot(game, (Cell){9, 4});
    assert_int_equal(game_value(game, "level"), 1);
}

static void shots_fly_over_the_edge_of_a_map(void **state)
{
    Game *game = *state;
    add_sling(game);
    game->map_records[TOWN].neighbours[3] = game_string(game, "cave");
    game_put(game, CAVE, LAYER_NPCS, 13, 4, SLIME);
    game_open(game);
    shoot(game, (Cell){-3, 4});
    assert_int_equal(game_value(game, "level"), 1);
}

static void npc_behind_the_player_is_not_hit(void **state)
{
    Game *game = *state;
    add_sling(game);
    game_put(game, TOWN, LAYER_NPCS, 1, 4, GUARD);
    game_open(game);
    shoot(game, (Cell){9, 4});
    assert_int_equal(game_value(game, "hp"), 0);
}

static void projectile_flies_to_the_first_target_ahead(void **state)
{
    Game *game = *state;
    add_sling(game);
    game_put(game, TOWN, LAYER_NPCS, 3, 4, GUARD);
    World *world = game_open(game);
    game_ticks(game, (WorldInput){.item = 1}, 2);
    game_ticks(game, (WorldInput){.item = 1}, 5);
    assert_int_equal(world->shot_count, 1);
    game_ticks(game, (WorldInput){0}, 15);
    assert_int_equal(game_value(game, "hp"), 1);
}

/* ---- all of it ---- */

/* All that moves: strollers, patrols, spawners, deaths, shots, leaps, clicks, edges. */
static World *open_busy(Game *game)
{
    add_bar(game);
    add_sling(game);
    game->npcs[SLIME].movement = 1;
    game->npcs[SLIME].turn_time = 30;
    patrol(game, GUARD, 1, (MapPoint[]){{1, 1}, {14, 3}, {9, 14}}, 3);
    game->npcs[SLIME].events = game_event(game, 4, 0, "hp=hp-9");
    game->npcs[GUARD].event_count = 1;
    game->npcs[GUARD].events = game_event(game, 4, 0, "hp=hp-3 @hp=@hp-1 sound(bell)");
    carries(game, SLIME, COIN, 60, 4);
    game_object(game, COIN, 0, NULL);
    game_mask(game, COIN, 0);
    game_object(game, WATER, 0, NULL);
    game_mask(game, WATER, 5);
    for (unsigned y = 2; y < 12; y++) {
        game_put(game, TOWN, LAYER_OBJECTS, 11, y, WATER);
        game_put(game, CAVE, LAYER_OBJECTS, 8, y, WATER);
        game_put(game, CAVE, LAYER_OBJECTS, y, 13, WATER);
    }
    wall_row(game, 3, 7, "XXXX.XX");
    nest(game, 4, 200,
         (SpawnerKind){.animation = {1, COIN}, .provides = {game_string(game, "hp"), 6}});
    game_put(game, TOWN, LAYER_SPAWNERS, 7, 10, 0);
    game_put(game, CAVE, LAYER_SPAWNERS, 5, 5, 0);
    game_put(game, TOWN, LAYER_NPCS, 2, 2, GUARD);
    game_put(game, TOWN, LAYER_NPCS, 13, 13, GUARD);
    game_put(game, CAVE, LAYER_NPCS, 6, 9, SLIME);
    for (size_t i = 0; i < 4; i++) {
        game->map_records[TOWN].neighbours[i] = game_string(game, "cave");
        game->map_records[CAVE].neighbours[i] = game_string(game, "town");
    }
    game->attributes[0].value = 20;
    game->start = "level=20 hp=20 location(town,4,4,so) give(sword,1)";
    game->timer = "hp=hp-rnd(4)";
    return game_open(game);
}

static uint64_t play_busy(Game *game, uint32_t ticks, uint32_t *seen)
{
    World *world = open_busy(game);
    const PlayerContext ctx = local_context(world);
    world_tick(world, &(WorldInput){.item = 1});
    for (uint32_t i = 0; i < ticks; i++) {
        WorldInput input = {.direction = i % 400 < 200 ? i / 23 % 9 : 0};
        if (i % 400 == 250)
            input = (WorldInput){.go = 1,
                                 .target_x = (int32_t)(i / 400 * 37 % 400) - 60,
                                 .target_y = (int32_t)(i / 400 * 53 % 400) - 60};
        input.action = i % 31 == 7;
        input.buttons = i % 47 == 11 ? BUTTON_CONFIRM : 0;
        const uint32_t map = context_actor(ctx)->map;
        world_tick(world, &input);
        *seen |= (context_actor(ctx)->map != map) << 0 | (world->shot_count > 0) << 1 |
                 (context_actor(ctx)->dying > 0) << 2 | (world->loot_count > 0) << 3 |
                 (context_actor(ctx)->leap_until > 0) << 4;
        for (uint32_t k = 1; k < world->actor_count; k++)
            *seen |= (world->actors[k]->used && world->actors[k]->dying) << 5 |
                     (world->actors[k]->used && world->actors[k]->born_until) << 6 |
                     (world->actors[k]->way_count > 0) << 7;
    }
    return world_hash(world);
}

/* The same for every compiler, build and machine. Whoever changes what happens in a world,
 * or what its hash covers, writes the new number here. */
#define BUSY_HASH UINT64_C(0x4D8DCF01AB14D416)

static void ten_thousand_busy_ticks_end_in_the_same_state_everywhere(void **state)
{
    Game *game = *state;
    uint32_t seen = 0;
    const uint64_t hash = play_busy(game, 10000, &seen);
    assert_int_equal(seen, 0xFF);
    if (hash != BUSY_HASH)
        fail_msg("the hash is 0x%016llX", (unsigned long long)hash);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(objects_without_handlers_are_picked_up_and_dropped),
        TEST(click_walks_to_an_object_and_takes_it),
        TEST(objects_with_handlers_are_not_picked_up),
        TEST(replaced_object_does_not_inherit_quantity),
        TEST(npc_without_hit_points_dies_and_drops_items),
        TEST(objects_with_other_handlers_are_picked_up),
        TEST(dropped_objects_are_counted),
        TEST(the_handler_of_the_hit_points_decides),
        TEST(markets_exchange_what_both_have),
        TEST(items_of_npcs_are_supplied_again),
        TEST(running_handler_decides_on_death),
        TEST(actors_do_not_die_without_a_health_bar),
        TEST(player_respawns_where_the_map_was_entered),
        TEST(waiting_handler_does_not_prevent_death),
        TEST(handler_that_hurts_decides_on_death),
        TEST(a_timer_of_the_author_may_save_the_player),
        TEST(injury_does_not_stop_the_player),
        TEST(projectile_hits_the_first_actor_in_its_path),
        TEST(shots_are_stopped_by_walls_but_not_by_water),
        TEST(shots_fly_over_the_edge_of_a_map),
        TEST(npc_behind_the_player_is_not_hit),
        TEST(projectile_flies_to_the_first_target_ahead),
        TEST(ten_thousand_busy_ticks_end_in_the_same_state_everywhere),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
