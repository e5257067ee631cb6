/* Many players in one world: what is left of those who are gone, and of those who come back. */
#include "lib/social_host_kit.h"

static bool hears(World *world, uint32_t player_index, EffectKind kind)
{
    size_t count;
    const Effect *effects = world_effects(player_context(world, player_index), &count);
    bool found = false;
    for (size_t i = 0; i < count; i++)
        found |= effects[i].kind == kind;
    return found;
}

/* Who was away when somebody else did it hears of it on coming back. */
static void completed_global_quest_fails_on_rejoin(void **state)
{
    Game *game = *state;
    game->quest.global = 1;
    game->start = "location(town,10,10,so) quest(0,errand)";
    game_npc(game, GUARD, TNG_EVENT_CLICK, "quest(1,errand)");
    game_put(game, TOWN, LAYER_NPCS, 10, 11, GUARD);
    World *world = open_shared(game);
    const uint32_t ann = company_join(game, 7, "Ann", (Bytes){NULL, 0});
    const uint32_t ben = company_join(game, 9, "Ben", (Bytes){NULL, 0});
    const Bytes away = part(game, ann);
    company_ticks(game, ben, (WorldInput){.buttons = BUTTON_CONFIRM}, 1);
    assert_int_equal(world->players[ben]->quests[0], QUEST_DONE);
    const Bytes winner = part(game, ben);
    const uint32_t back = company_join(game, 7, "Ann", away),
                   again = company_join(game, 9, "Ben", winner);
    assert_int_equal(world->players[back]->quests[0], QUEST_FAILED);
    assert_int_equal(world->players[again]->quests[0], QUEST_DONE);
}

/* Another NPC of the same kind is approached again; removed ones are dropped. */
static void removed_objects_are_near_no_player(void **state)
{
    Game *game = *state;
    game->start = "location(town,10,10,so)";
    game_object(game, TREE, TNG_EVENT_APPROACH, "give(coin,1)");
    game->objects[TREE].events[0].parameter = 3;
    game_put(game, TOWN, LAYER_OBJECTS, 10, 12, TREE);
    World *world = open_shared(game);
    const uint32_t ann = company_join(game, 1, "Ann", (Bytes){NULL, 0});
    company_ticks(game, ann, (WorldInput){0}, 5);
    assert_int_equal(company_count_of(game, ann, COIN), 1);
    for (unsigned i = 0; i < 3; i++) {
        map_put(world, world->maps[TOWN], (Cell){10, 12}, TNG_NO_SPRITE);
        company_ticks(game, ann, (WorldInput){0}, 2);
        assert_int_equal(world->players[ann]->near_count, 0);
        map_put(world, world->maps[TOWN], (Cell){10, 12}, TREE);
        company_ticks(game, ann, (WorldInput){0}, 2);
        assert_int_equal(company_count_of(game, ann, COIN), 2 + i);
    }
}

/* Who left the game from there was nowhere for ever: no screen, no map. */
static void character_creation_restarts_on_rejoin(void **state)
{
    Game *game = *state;
    game->points = 5;
    World *world = open_shared(game);
    const uint32_t ann = company_join(game, 7, "Ann", (Bytes){NULL, 0});
    assert_int_equal(world->players[ann]->screen.screen, SCREEN_CREATE);
    company_ticks(game, ann, (WorldInput){.direction = 1 + EAST}, 2);
    const Bytes character = part(game, ann);
    const uint32_t again = company_join(game, 7, "Ann", character);
    const Player *player = world->players[again];
    assert_int_equal(player->screen.screen, SCREEN_CREATE);
    company_ticks(game, again, (WorldInput){.direction = 1 + EAST, .buttons = BUTTON_CONFIRM},
                  2);
    company_ticks(game, again, (WorldInput){.option = player->screen.option_count - 1}, 1);
    assert_true(player->started);
    assert_int_equal(actor_of(game, again)->map, TOWN);
}

/* A server that ends meanwhile, too. */
static void character_in_creation_is_saved_with_its_choices(void **state)
{
    Game *game = *state;
    CharacterOption *options = ARENA_ALLOC(game->arena, CharacterOption, 2);
    for (size_t k = 0; k < 2; k++)
        options[k] =
            (CharacterOption){.name = game_text(game, "option"), .description = TNG_NO_TEXT};
    game->group_count = 1;
    game->groups[0] = (TngOptions){.name = game_text(game, "group"),
                                   .palettes = {0, TNG_NO_SPRITE},
                                   .option_count = 2,
                                   .options = options};
    World *world = open_shared(game);
    const uint32_t ann = company_join(game, 7, "Ann", (Bytes){NULL, 0});
    company_ticks(game, ann, (WorldInput){.option = 1}, 1);
    const uint32_t count = world->players[ann]->screen.option_count;
    assert_int_equal(count, 3);
    assert_int_equal(world->players[ann]->choices[0], 1);
    Bytes file;
    SaveNotes notes = {0};
    assert_true(world_save(world, NULL, &file, game->arena, &game->kit->report));
    game->world = world_load(world->content->game, file, &(WorldOptions){.shared = true},
                             &notes, game->arena, &game->kit->report);
    if (!game->world)
        fail_msg("%s", kit_message(game->kit, 0));
    company_ticks(game, ann, (WorldInput){0}, 1);
    assert_int_equal(game->world->players[ann]->screen.option_count, count);
    assert_int_equal(game->world->players[ann]->choices[0], 1);
}

/* Whatever a client says it points at. */
static void click_at_any_position_is_safe(void **state)
{
    static const int32_t far[] = {INT32_MIN, INT32_MAX, -44739244, 0, 1 << 30};
    Game *game = *state;
    game->type = GRID_HEXV;
    open_shared(game);
    const uint32_t ann = company_join(game, 1, "Ann", (Bytes){NULL, 0});
    for (size_t i = 0; i < COUNT_OF(far) * COUNT_OF(far); i++)
        company_ticks(game, ann,
                      (WorldInput){.go = 1,
                                   .target_x = far[i % COUNT_OF(far)],
                                   .target_y = far[i / COUNT_OF(far)]},
                      1);
}

/* The number of a trader who is gone is soon somebody else's: with whom nobody trades, and
 * the world could not be loaded any more. */
static void market_closes_when_the_trader_is_removed(void **state)
{
    Game *game = *state;
    game->start = "location(town,10,10,so)";
    game_npc(game, GUARD, TNG_EVENT_CLICK, "market() give(coin,1)");
    game_put(game, TOWN, LAYER_NPCS, 10, 11, GUARD);
    World *world = open_shared(game);
    const uint32_t ann = company_join(game, 1, "Ann", (Bytes){NULL, 0});
    company_ticks(game, ann, (WorldInput){.buttons = BUTTON_CONFIRM}, 2);
    const ScreenState *screen = &world->players[ann]->screen;
    assert_int_equal(screen->screen, SCREEN_MARKET);
    const uint32_t trader = screen->record;
    company_ticks(game, ann, (WorldInput){.buttons = BUTTON_PAUSE}, 1);
    actor_remove(world, trader);
    const uint32_t ben = company_join(game, 2, "Ben", (Bytes){NULL, 0});
    assert_int_equal(world->players[ben]->actor, trader);
    company_ticks(game, ann, (WorldInput){.buttons = BUTTON_PAUSE}, 1);
    company_ticks(game, ann, (WorldInput){0}, 1);
    assert_int_equal(screen->screen, SCREEN_GAME);
    assert_int_equal(company_count_of(game, ann, COIN), 1); /* the handler goes on */
    Bytes file;
    SaveNotes notes = {0};
    assert_true(world_save(world, NULL, &file, game->arena, &game->kit->report));
    if (!world_load(world->content->game, file, &(WorldOptions){.shared = true}, &notes,
                    game->arena, &game->kit->report))
        fail_msg("%s", kit_message(game->kit, 0));
}

/* Two who push against the same made its handler run in each tick. */
static void two_players_touch_the_same_object_once_each(void **state)
{
    Game *game = *state;
    game->start = "location(town,10,10,so)";
    game_npc(game, GUARD, TNG_EVENT_TOUCH, "give(coin,1)");
    game_put(game, TOWN, LAYER_NPCS, 10, 11, GUARD);
    open_shared(game);
    const uint32_t ann = company_join(game, 1, "Ann", (Bytes){NULL, 0});
    const uint32_t ben = company_join(game, 2, "Ben", (Bytes){NULL, 0});
    const WorldInput south = {.direction = 1 + SOUTH};
    const WorldInput *inputs[INPUTS_MAX] = {[1] = &south, [2] = &south};
    for (unsigned i = 0; i < 60; i++)
        world_tick_all(game->world, inputs);
    assert_int_equal(company_count_of(game, ann, COIN), 1);
    assert_int_equal(company_count_of(game, ben, COIN), 1);
}

/* A player who has gone to a map of another world waits here until that world takes it: the
 * objects of the map are as they were when the game began, and were picked up twice. */
static void player_on_a_map_of_another_world_touches_nothing(void **state)
{
    static const uint8_t elsewhere[MAP_COUNT] = {[CAVE] = 1};
    Game *game = *state;
    size_t puts;
    game->start = "location(town,10,10,so)";
    game->timer = NULL;
    game_object(game, COIN, TNG_EVENT_TOUCH, "give(coin,1) remove()");
    game_object(game, SWORD, TNG_EVENT_TIMER, "give(sword,1)");
    game->objects[SWORD].events->parameter = 10;
    game_put(game, CAVE, LAYER_OBJECTS, 10, 11, COIN);
    game_put(game, CAVE, LAYER_OBJECTS, 12, 12, SWORD);
    World *world = open_shared(game);
    world->elsewhere = elsewhere;
    const uint32_t ann = company_join(game, 1, "Ann", (Bytes){NULL, 0});
    world_place_player(player_context(world, ann), CAVE, (Cell){10, 10}, SOUTH);
    const Spot at = actor_of(game, ann)->at;
    company_ticks(game, ann, (WorldInput){.direction = 1 + SOUTH}, 60);
    assert_int_equal(company_count_of(game, ann, COIN), 0);
    assert_int_equal(company_count_of(game, ann, SWORD), 0);
    assert_int_equal(actor_of(game, ann)->at.y, at.y);
    world_puts(world, &puts);
    assert_int_equal(puts, 0);
    /* The same on a map of this world. */
    world_place_player(player_context(world, ann), TOWN, (Cell){10, 10}, SOUTH);
    company_ticks(game, ann, (WorldInput){.direction = 1 + SOUTH}, 60);
    assert_int_not_equal(actor_of(game, ann)->at.y, at.y);
}

/* A server tells them after its tick: what coming in wants to be heard was lost by then. */
static void effects_of_joining_are_readable_after_the_tick(void **state)
{
    Game *game = *state;
    game->has_audio = true;
    game->start = "location(town,10,10,so) music(song)";
    World *world = open_shared(game);
    const uint32_t ann = company_join(game, 7, "Ann", (Bytes){NULL, 0});
    company_ticks(game, ann, (WorldInput){0}, 1);
    assert_true(hears(world, ann, EFFECT_MUSIC));
    company_ticks(game, ann, (WorldInput){0}, 1);
    assert_false(hears(world, ann, EFFECT_MUSIC));
    const Bytes character = part(game, ann);
    const uint32_t again = company_join(game, 7, "Ann", character);
    company_ticks(game, again, (WorldInput){0}, 1);
    assert_true(hears(world, again, EFFECT_MUSIC));
}

/* What flies hits nothing for whoever has the place next; a bow that cannot be drawn, as too
 * much flies already, takes no arrow. */
static void projectile_belongs_to_its_thrower(void **state)
{
    Game *game = *state;
    game->start = "location(town,3,10,so) give(sword,1) give(coin,2)";
    game_object(game, SWORD, 0, NULL);
    game->objects[SWORD].equip_mask = 1;
    game->objects[SWORD].action = 1;
    game->objects[SWORD].projectile = (SpriteRef){1, COIN};
    game->objects[SWORD].ammunition = (SpriteRef){1, COIN};
    game->objects[SWORD].projectile_time = 500;
    World *world = open_shared(game);
    const uint32_t ann = company_join(game, 1, "Ann", (Bytes){NULL, 0});
    const Location target = {TOWN, {12, 10}};
    const TngObject *bow = content_object(world->content, SWORD, NULL);
    const PlayerContext ctx = player_context(world, ann);
    shot_throw(ctx, bow, 1, target);
    assert_int_equal(world->shot_count, 1);
    const Shot shot = world->shots[0];
    while (world->shot_count < SHOTS_MAX)
        world->shots[world->shot_count++] = shot;
    shot_throw(ctx, bow, 1, target);
    assert_int_equal(company_count_of(game, ann, COIN), 1);
    world->shots[3].player = 0;
    world_remove_player(world, ann);
    assert_int_equal(world->shot_count, 1);
}

/* Who has shown the money to somebody could give it away before they pay. */
static void trade_is_rejected_while_a_handler_asks(void **state)
{
    Game *game = *state;
    game->start = "location(town,10,10,so) give(coin,5)";
    game_npc(game, GUARD, TNG_EVENT_CLICK, "dialog(first,0) take(coin,5)");
    game_put(game, TOWN, LAYER_NPCS, 10, 11, GUARD);
    World *world = open_shared(game);
    const uint32_t ann = company_join(game, 1, "Ann", (Bytes){NULL, 0});
    const uint32_t ben = company_join(game, 2, "Ben", (Bytes){NULL, 0});
    const Item coins = {COIN, 5};
    const WorldSide sides[] = {{ann, &coins, 1}, {ben, NULL, 0}};
    company_ticks(game, ann, (WorldInput){.buttons = BUTTON_CONFIRM}, 1);
    assert_int_equal(world->players[ann]->screen.screen, SCREEN_DIALOG);
    company_ticks(game, ann, (WorldInput){.buttons = BUTTON_PAUSE}, 1);
    assert_false(world_exchange(world, sides));
    company_ticks(game, ann, (WorldInput){.buttons = BUTTON_PAUSE}, 1);
    assert_false(world_exchange(world, sides));
    company_ticks(game, ann, (WorldInput){.buttons = BUTTON_CONFIRM}, 1);
    company_ticks(game, ann, (WorldInput){0}, 2);
    assert_int_equal(company_count_of(game, ann, COIN), 0);
    assert_int_equal(company_count_of(game, ben, COIN), 5);
}

/* A whole world is no character: who came in with one had the places of all others. */
static void character_contains_one_player_only(void **state)
{
    Game *game = *state;
    game_put(game, TOWN, LAYER_NPCS, 6, 6, GUARD);
    World *world = open_shared(game);
    const uint32_t ann = company_join(game, 1, "Ann", (Bytes){NULL, 0});
    Bytes file;
    SaveNotes notes = {0};
    assert_true(world_save(world, NULL, &file, game->arena, &game->kit->report));
    assert_int_equal(
        world_join(world, &(WorldJoin){2, "Ben", file}, &notes, &game->kit->report), NONE);
    assert_true(actor_of(game, ann)->used);
    assert_int_not_equal(npc_in(world, TOWN, (Cell){6, 6}), NONE);
}

/* Two events of the guard are due; the first one replaces the guard by a slime in the same
 * slot. The second one ran as event 1 of the slime, which only a click may start. */
static void guard_becomes_slime(Game *game)
{
    game->start = "location(town,10,10,so)";
    TngEvent *events = ARENA_ALLOC(game->arena, TngEvent, 4);
    events[0] = *game_event(game, TNG_EVENT_APPROACH, 3, "remove() npc(town,10,11,slime)");
    events[1] = *game_event(game, TNG_EVENT_APPROACH, 3, "score=score+1");
    events[2] = *game_event(game, TNG_EVENT_APPROACH, 3, "give(sword,1)");
    events[3] = *game_event(game, TNG_EVENT_CLICK, 0, "give(coin,1)");
    for (unsigned npc = GUARD; npc <= SLIME; npc++) {
        game_npc(game, npc, 0, NULL);
        game->npcs[npc].event_count = 2;
        game->npcs[npc].events = events + (npc == SLIME ? 2 : 0);
    }
    game_put(game, TOWN, LAYER_NPCS, 10, 11, GUARD);
}

static void due_events_end_when_their_npc_is_replaced(void **state)
{
    Game *game = *state;
    guard_becomes_slime(game);
    World *world = game_open(game);
    game_ticks(game, (WorldInput){0}, 5);
    assert_int_equal(world->actors[1]->npc, SLIME);
    assert_int_equal(world_count(local_context(world), COIN), 0);
    assert_int_equal(world_count(local_context(world), SWORD), 1);
}

/* There, players remember what they are near: not that they were near the guard. */
static void due_events_end_when_their_npc_is_replaced_in_a_shared_world(void **state)
{
    Game *game = *state;
    guard_becomes_slime(game);
    open_shared(game);
    const uint32_t ann = company_join(game, 1, "Ann", (Bytes){NULL, 0});
    company_ticks(game, ann, (WorldInput){0}, 5);
    assert_int_equal(company_count_of(game, ann, COIN), 0);
    assert_int_equal(company_count_of(game, ann, SWORD), 1);
}

/* The player is put when the map has the coin, whose timer puts it before the tree in
 * the list of objects with events: the tree's bits were written to the coin. */
static void new_coin_moves_the_tree(Game *game)
{
    game->start = "location(town,10,10,so)";
    game_object(game, COIN, TNG_EVENT_TIMER, "hp=1");
    game->objects[COIN].events[0].parameter = 12;
    TngEvent *events = ARENA_ALLOC(game->arena, TngEvent, 2);
    events[0] =
        *game_event(game, TNG_EVENT_APPROACH, 4, "add(town,8,8,coin) location(town,10,10,so)");
    events[1] = *game_event(game, TNG_EVENT_APPROACH, 4, "give(sword,1)");
    game_object(game, TREE, 0, NULL);
    game->objects[TREE].event_count = 2;
    game->objects[TREE].events = events;
    game_put(game, TOWN, LAYER_OBJECTS, 10, 13, TREE);
}

static void moved_objects_keep_what_is_near(void **state)
{
    Game *game = *state;
    new_coin_moves_the_tree(game);
    World *world = game_open(game);
    game_ticks(game, (WorldInput){0}, 5);
    assert_int_equal(world_count(local_context(world), SWORD), 1);
    assert_int_equal(world->maps[TOWN]->watch_count, 2);
}

static void moved_objects_keep_what_is_near_in_a_shared_world(void **state)
{
    Game *game = *state;
    new_coin_moves_the_tree(game);
    open_shared(game);
    const uint32_t ann = company_join(game, 1, "Ann", (Bytes){NULL, 0}),
                   ben = company_join(game, 2, "Ben", (Bytes){NULL, 0});
    company_ticks(game, ann, (WorldInput){0}, 5);
    assert_int_equal(company_count_of(game, ann, SWORD), 1);
    assert_int_equal(company_count_of(game, ben, SWORD), 1);
}

/* It came again in the same tick, after the coin that moved it. */
static void timers_of_moved_objects_run_once(void **state)
{
    Game *game = *state;
    new_coin_moves_the_tree(game);
    game_object(game, TREE, TNG_EVENT_TIMER,
                "add(town,8,8,coin) location(town,10,10,so) give(sword,1)");
    game->objects[TREE].events[0].parameter = 1;
    World *world = game_open(game);
    game_ticks(game, (WorldInput){0}, world->content->rate + 1);
    assert_int_equal(world_count(local_context(world), SWORD), 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(moved_objects_keep_what_is_near),
        TEST(moved_objects_keep_what_is_near_in_a_shared_world),
        TEST(timers_of_moved_objects_run_once),
        TEST(completed_global_quest_fails_on_rejoin),
        TEST(removed_objects_are_near_no_player),
        TEST(character_creation_restarts_on_rejoin),
        TEST(character_in_creation_is_saved_with_its_choices),
        TEST(click_at_any_position_is_safe),
        TEST(market_closes_when_the_trader_is_removed),
        TEST(two_players_touch_the_same_object_once_each),
        TEST(player_on_a_map_of_another_world_touches_nothing),
        TEST(effects_of_joining_are_readable_after_the_tick),
        TEST(projectile_belongs_to_its_thrower),
        TEST(trade_is_rejected_while_a_handler_asks),
        TEST(character_contains_one_player_only),
        TEST(due_events_end_when_their_npc_is_replaced),
        TEST(due_events_end_when_their_npc_is_replaced_in_a_shared_world),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
