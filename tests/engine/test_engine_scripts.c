/* Scripts in the world: what they may refer to, what they may cost, what they count,
 * and the commands that move things. */
#include "lib/handler_kit.h"

#include "engine/state/task_pool.h"

static uint16_t object_at(const Game *game, unsigned map, unsigned x, unsigned y)
{
    return game->world->maps[map]->cells[LAYER_OBJECTS * GAME_CELLS + y * GAME_SIDE + x];
}

/* ---- things ---- */

static void object_commands_apply_to_its_own_cell(void **state)
{
    Game *game = *state;
    game_object(game, COIN, 0, "remove() hp=hp+1");
    game_object(game, SWORD, 0, "drop(tree)");
    game_object(game, DOOR, 0, "replace(roof)");
    game_put(game, TOWN, LAYER_OBJECTS, 4, 5, COIN);
    game_put(game, TOWN, LAYER_OBJECTS, 3, 4, SWORD);
    game_put(game, TOWN, LAYER_OBJECTS, 5, 4, DOOR);
    game_open(game);
    game_press(game, BUTTON_CONFIRM);
    assert_int_equal(object_at(game, TOWN, 4, 5), TNG_NO_SPRITE);
    game_walk(game, WEST, 2);
    game_press(game, BUTTON_CONFIRM);
    assert_int_equal(object_at(game, TOWN, 3, 4), TREE);
    game_walk(game, EAST, 2);
    game_press(game, BUTTON_CONFIRM);
    assert_int_equal(object_at(game, TOWN, 5, 4), ROOF);
}

static void npc_drops_beside_existing_objects(void **state)
{
    Game *game = *state;
    game_put(game, TOWN, LAYER_OBJECTS, 8, 8, DOOR);
    game_open(game);
    game_run(game, "npc(town,8,8,guard)");
    run_as(game, "drop(coin) drop(sword)", 2, ENTITY_PLAYER);
    assert_int_equal(object_at(game, TOWN, 8, 8), DOOR);
    assert_int_equal(object_at(game, TOWN, 8, 9), COIN);
    assert_int_equal(object_at(game, TOWN, 7, 9), SWORD);
    run_as(game, "replace(roof)", 2, ENTITY_PLAYER);
    assert_int_equal(object_at(game, TOWN, 8, 8), ROOF);
}

static void remove_applies_to_object_npc_or_target(void **state)
{
    Game *game = *state;
    game_object(game, SWORD, 0, "remove() @hp=1"); /* used from the bag */
    game_put(game, TOWN, LAYER_OBJECTS, 8, 8, DOOR);
    World *world = game_open(game);
    const PlayerContext ctx = local_context(world);
    game_run(game, "give(sword,2) npc(town,8,8,guard) npc(town,10,8,slime)");
    run_as(game, "remove() remove()", 2, ENTITY_PLAYER);
    assert_false(world->actors[1]->used);
    run_as(game, "remove()", ENTITY_PLAYER, 3); /* a default action on the slime */
    assert_false(world->actors[2]->used);
    assert_int_equal(object_at(game, TOWN, 8, 8), DOOR);
    game_run(game, "remove()"); /* nobody removes the player */
    assert_true(context_actor(ctx)->used);
    game_ticks(game, (WorldInput){.item = 1}, 2);
    assert_int_equal(world_count(ctx, SWORD), 1);
    assert_int_equal(game_value(game, "hp"), 1);
}

static void positions_outside_the_map_are_ignored(void **state)
{
    Game *game = *state;
    game_open(game);
    game_run(game, "add(town,16,0,tree) add(cave,65535,65535,tree) delete(town,0,16) "
                   "match(town,16,0,tree) hp=a+1 match(cave,65535,65535,tree) level=a+1");
    assert_int_equal(game_value(game, "hp"), 1);
    assert_int_equal(game_value(game, "level"), 1);
    assert_int_equal(object_at(game, TOWN, 0, 1), TNG_NO_SPRITE);
    game_run(game,
             "add(cave,2,3,grass) match(cave,2,3,grass) hp=a match(cave,2,3,tree) level=a");
    assert_int_equal(game_value(game, "hp"), 1); /* a sprite without meta data */
    assert_int_equal(game_value(game, "level"), 0);
}

/* Whoever used a thing whose mask blocks stood in it for ever. */
static void player_can_leave_an_object_placed_on_them(void **state)
{
    for (unsigned type = 0; type < 4; type++) {
        Game *game = game_new(kit_new());
        game->type = type;
        game_put(game, TOWN, LAYER_OBJECTS, 4, 8, WALL);
        game_open(game);
        game_run(game, "add(town,4,4,wall) delete(town,4,8)");
        game_walk(game, EAST, 40);
        if (game_player(game).x == 4 && game_player(game).y == 4)
            fail_msg("stuck in a map of type %u", type);
        game_run(game, "location(town,6,6,so) add(town,4,4,wall) add(town,6,6,wall)");
        for (unsigned i = 0; i < 200; i++) /* and not into another one */
            game_walk(game, (Direction)(i % 8), 7);
        const Cell now = game_player(game);
        assert_false(now.x == 4 && now.y == 4);
        kit_free(game->kit);
    }
    (void)state;
}

static void give_and_take_are_clamped(void **state)
{
    Game *game = *state;
    World *world = game_open(game);
    const PlayerContext ctx = local_context(world);
    game_run(game, "give(coin,0) give(coin,-5) take(coin,3) take(coin,0)");
    assert_int_equal(world_count(ctx, COIN), 0);
    game_run(game, "give(coin,3) take(coin,5)");
    assert_int_equal(world_count(ctx, COIN), 0);
    assert_int_equal(ctx.player->item_count, 0);
    game_run(game, "give(coin,5) give(coin,-2) take(coin,-1)");
    assert_int_equal(world_count(ctx, COIN), 4);
    game_run(game, "give(coin,2147483647) give(coin,2147483647) give(coin,0-2147483647-1) "
                   "take(coin,0-2147483647-1)");
    assert_int_equal(world_count(ctx, COIN), 1000000000);
    game_run(game, "take(coin,2147483647)");
    assert_int_equal(world_count(ctx, COIN), 0);
}

static void player_without_boat_stops_swimming(void **state)
{
    Game *game = *state;
    ObjectModifier *modifier = ARENA_ALLOC(game->arena, ObjectModifier, 1);
    *modifier = (ObjectModifier){.type = 1, .value = 1};
    game_object(game, SWORD, 0, NULL);
    game->objects[SWORD].equip_mask = 1;
    game->objects[SWORD].modifier_count = 1;
    game->objects[SWORD].modifiers = modifier;
    World *world = game_open(game);
    const PlayerContext ctx = local_context(world);
    game_run(game, "give(sword,1)");
    game_ticks(game, (WorldInput){.item = 1}, 2);
    assert_int_equal(context_actor(ctx)->transport, 1);
    game_run(game, "take(sword,1)");
    assert_int_equal(context_actor(ctx)->transport, 0);
}

static void cnt_counts_items_of_self_or_opponent(void **state)
{
    Game *game = *state;
    ObjectModifier *modifier = ARENA_ALLOC(game->arena, ObjectModifier, 1);
    *modifier = (ObjectModifier){.attribute = game_string(game, "level"), .value = 3};
    game_object(game, COIN, 0, NULL);
    game->objects[COIN].modifier_count = 1;
    game->objects[COIN].modifiers = modifier;
    NpcItem *item = ARENA_ALLOC(game->arena, NpcItem, 2);
    item[0] = (NpcItem){100, 4, 0, {1, COIN}};
    item[1] = (NpcItem){100, 1, 0, {1, SWORD}};
    game->npcs[GUARD].item_count = 2;
    game->npcs[GUARD].items = item;
    game_open(game);
    const char *const all = "score=cnt(coin)+10*cnt()+100*sum(level)+1000*@cnt(coin)+"
                            "10000*@cnt()+100000*@sum(level)";
    game_run(game, "give(coin,2) give(tree,1) npc(town,8,8,guard)");
    run_as(game, all, ENTITY_PLAYER, 2);
    assert_int_equal(game_value(game, "score"), 2 + 30 + 600 + 4000 + 50000 + 1200000);
    run_as(game, all, 2, ENTITY_PLAYER);
    assert_int_equal(game_value(game, "score"), 4 + 50 + 1200 + 2000 + 30000 + 600000);
    run_as(game, all, ENTITY_PLAYER, ENTITY_NONE);
    assert_int_equal(game_value(game, "score"), 2 + 30 + 600);
    run_as(game, "score=cnt(coin)+level", ENTITY_OBJECT + COIN, ENTITY_PLAYER);
    assert_int_equal(game_value(game, "score"), 2 + 3); /* things have none: the player's */
}

static void event_is_bounded_and_needs_a_handler(void **state)
{
    Game *game = *state;
    game_object(game, COIN, 0, "a=a+1 c=50 event(coin)");
    game_object(game, SWORD, 1, "hp=9"); /* touch only */
    World *world = game_open(game);
    game_run(game, "a=5 c=1 event(coin) hp=a level=c");
    game_wait(game, 30);
    assert_in_range(game_value(game, "hp"), 10, 25);
    assert_int_equal(game_value(game, "level"), 1);
    game_run(game, "event(sword) event(tree) score=1");
    assert_int_equal(game_value(game, "score"), 1);
    game_wait(game, 40);
    for (size_t i = 0; i < world->task_count; i++)
        assert_int_equal(world->tasks[i]->used, 0);
}

/* ---- what is heard and shown ---- */

static const Effect *heard(const Game *game, EffectKind kind)
{
    size_t count;
    const Effect *effects = world_effects(local_context(game->world), &count);
    for (size_t i = count; i-- > 0;)
        if (effects[i].kind == kind)
            return &effects[i];
    return NULL;
}

static void sounds_are_positional_and_music_plays_once(void **state)
{
    Game *game = *state;
    game->has_audio = true;
    World *world = game_open(game);
    const PlayerContext ctx = local_context(world);
    game_wait(game, 2);
    game_run(game, "npc(town,9,4,guard) npc(town,4,9,slime)");
    run_as(game, "sound(bell)", 2, ENTITY_PLAYER); /* five cells to the right */
    assert_int_equal(heard(game, EFFECT_SOUND)->name, game_string(game, "bell"));
    assert_int_equal(heard(game, EFFECT_SOUND)->pan, 50);
    run_as(game, "sound(bell)", 3, ENTITY_PLAYER);
    assert_int_equal(heard(game, EFFECT_SOUND)->pan, 0);
    game_run(game, "speak(hello) music(song)");
    assert_int_equal(heard(game, EFFECT_SPEECH)->name, game_string(game, "hello"));
    assert_int_equal(heard(game, EFFECT_MUSIC)->name, game_string(game, "song"));
    assert_int_equal(ctx.player->music, game_string(game, "song"));
    game_wait(game, 1);
    game_run(game, "music(song)"); /* it plays already */
    assert_null(heard(game, EFFECT_MUSIC));
    game_run(game, "while(a<1000) { sound(bell) a=a+1 }");
    assert_int_equal(ctx.player->effect_count, EFFECTS_MAX);
}

static void alerts_queue_and_unknown_ones_are_not_shown(void **state)
{
    Game *game = *state;
    game->has_audio = true;
    World *world = game_open(game);
    const PlayerContext ctx = local_context(world);
    game_run(game, "alert(4) alert(-1) alert(2147483647)");
    assert_int_equal(ctx.player->alert_count, 0);
    game_run(game, "alert(3)");
    assert_int_equal(ctx.player->alerts[0].alert, 3);
    assert_non_null(heard(game, EFFECT_SOUND));
    game_run(game, "while(a<100) { alert(0) a=a+1 }");
    assert_int_equal(ctx.player->alert_count, ALERTS_MAX);
    game_wait(game, 31); /* each a second */
    assert_int_equal(ctx.player->alerts[0].alert, 0);
    assert_int_equal(ctx.player->alert_count, ALERTS_MAX - 1);
}

/* ---- what a script may refer to ---- */

static void unknown_references_are_rejected(void **state)
{
    static const struct {
        uint8_t code[16];
        size_t size;
        const char *said;
    } bad[] = {
        {{35, 0xFE, 0, 0, 31, 0, 0}, 7, "unknown attribute 254"},
        {{37, 1, 32, 0xFF, 0xFF, 0xFF, 0}, 7, "unknown attribute 16777215"},
        {{10, 0xFE, 0, 0, 31, 0, 0}, 7, "unknown attribute 254"},
        {{9, TILE_COUNT, 0, 31, 0, 0}, 6, "unknown object 8"},
        {{42, 1, TILE_COUNT, 0, 5, 30, 0}, 7, "unknown object 8"},
        {{42, 2, TILE_COUNT, 0, 5, 30, 0}, 7, "unknown object 8"},
        {{42, 3, 0, 0, 5, 30, 0}, 7, "invalid sprite category 3; expected 1, 2, 21 or 22"},
        {{42, 21, NPC_COUNT, 0, 5, 18, 0}, 7, "unknown NPC 2"},
        {{43, 9, 0, 0, 5, 7, 0}, 7, "unknown music 9"},
        {{44, 9, 0, 0, 5, 8, 0}, 7, "unknown sound 9"},
        {{45, 9, 0, 0, 5, 9, 0}, 7, "unknown speech 9"},
        {{46, 9, 0, 0, 5, 10, 0}, 7, "unknown chooser 9"},
        {{47, 9, 0, 0, 5, 11, 0}, 7, "unknown cutscene 9"},
        {{48, 9, 0, 0, 37, 0, 6, 12, 0}, 9, "unknown dialog 9"},
        {{49, 9, 0, 0, 5, 40, 0}, 7, "unknown crafting rules 9"},
        {{37, 1, 50, 9, 0, 0, 6, 14, 0}, 9, "unknown quest 9"},
        {{41, 9, 0, 0, 1, 0, 1, 0, 6, 31, 0}, 11, "unknown map 9"},
    };
    Game *game = *state;
    World *world = game_open(game);
    const PlayerContext ctx = local_context(world);
    for (size_t i = 0; i < COUNT_OF(bad); i++) {
        kit_clear(game->kit);
        const Bytes code = {bad[i].code, bad[i].size};
        if (world_run(ctx, code, ENTITY_PLAYER, ENTITY_NONE, &game->kit->report) ||
            !kit_has_message(game->kit, bad[i].said) || game->kit->messages.count != 1)
            fail_msg("%zu: \"%s\", not \"%s\"", i, kit_message(game->kit, 0), bad[i].said);
    }
    static const uint8_t good[] = {42, 1, TILE_COUNT - 1, 0, 5, 30, 0};
    kit_clear(game->kit);
    assert_true(world_run(ctx, (Bytes){good, sizeof good}, ENTITY_PLAYER, ENTITY_NONE,
                          &game->kit->report));
}

static void invalid_handler_is_reported_once_and_ignored(void **state)
{
    static uint8_t code[] = {42, 1, 99, 0, 5, 30, 0};
    Game *game = *state;
    game_object(game, COIN, 0, "@hp=@hp+1");
    game_object(game, SWORD, 0, "@hp=@hp+10");
    game->objects[COIN].events->script = code;
    game->objects[COIN].events->script_size = sizeof code;
    game_open(game);
    for (int i = 0; i < 3; i++)
        game_run(game, "event(coin) event(sword) level=level+1");
    game_wait(game, 10);
    assert_int_equal(game_value(game, "hp"), 30);
    assert_int_equal(game_value(game, "level"), 3);
    assert_int_equal(game->kit->messages.count, 1);
    assert_non_null(strstr(kit_message(game->kit, 0), "unknown object 99"));
    assert_non_null(strstr(kit_message(game->kit, 0), "object:2:click"));
}

/* ---- what a script may cost ---- */

typedef struct Meter {
    uint32_t tick, instructions, most, runs;
} Meter;

static void meter_ran(void *context, PlayerContext ctx, ScriptRef ref, uint32_t instructions,
                      bool done)
{
    Meter *meter = context;
    (void)ref, (void)done;
    if (meter->tick != ctx.world->tick)
        meter->instructions = 0;
    meter->tick = ctx.world->tick;
    meter->instructions += instructions;
    meter->runs++;
    if (meter->instructions > meter->most)
        meter->most = meter->instructions;
}

/* In a tick a handler has 20,000 instructions and all together 200,000. */
static void a_million_instructions_are_spread_over_ticks(void **state)
{
    Game *game = *state;
    Meter meter = {0};
    const Observer observer = {.context = &meter, .ran = meter_ran};
    World *world = game_open(game);
    world->observer = &observer;
    const uint32_t task = game_run(game, "while(a<200000) { a=a+1 } hp=a");
    unsigned ticks = 0;
    for (; world_runs(world, task) && ticks < 1000; ticks++)
        game_wait(game, 1);
    assert_int_equal(game_value(game, "hp"), 200000);
    assert_in_range(ticks, 40, 200);
    assert_in_range(meter.most, 1000, 20100);
    meter = (Meter){0};
    for (int i = 0; i < 30; i++)
        game_run(game, "while(1) { a=a+1 }");
    meter.most = 0;
    game_wait(game, 50);
    assert_in_range(meter.most, 100000, 200100);
}

/* Each of these commands makes the map be looked over, or somebody be looked for. */
static void expensive_commands_are_spread_over_ticks(void **state)
{
    static const char *const sources[] = {
        "while(1) { add(town,9,9,wall) location(town,4,4,so) npc(town,4,4,guard) }",
        "while(1) { npc(town,8,8,guard) actor(slime) behave(random) }",
        "while(1) { give(coin,1) event(coin) replace(tree) drop(coin) }",
        "while(1) { location(cave,4,4,so) location(town,4,4,so) quest(0,errand) }"};
    for (size_t i = 0; i < COUNT_OF(sources); i++) {
        Game *game = game_new(kit_new());
        World *world = game_open(game);
        game_run(game, sources[i]);
        for (int tick = 0; tick < 20; tick++) {
            game_wait(game, 1);
            assert_in_range(world->work, 0, 1100000);
        }
        kit_free(game->kit);
    }
    (void)state;
}

/* Each reads the other fifty times: 50 to the power of 6 without a common budget. */
static void calculated_attributes_share_a_budget(void **state)
{
    Game *game = *state;
    const ScriptNames names = {game_index, NULL, NULL, game};
    Writer text = writer_to(game->arena);
    for (int i = 0; i < 50; i++)
        write_text(&text, i ? TEXT("+total") : TEXT("1"));
    const ScriptSource source = script_source(writer_text(&text));
    ScriptCode code;
    assert_true(script_compile_expression(&source, &names, NULL, &code, game->arena,
                                          &game->kit->report));
    game->attributes[2].expression_size = (u16)code.bytes.size;
    game->attributes[2].script = (u8 *)(uintptr_t)code.bytes.data;
    World *world = game_open(game);
    game_run(game, "while(a<1000) { a=a+1 hp=total }");
    assert_in_range(world->expressions, 1000000, 1020000);
}

/* However the loops lie in the table of tasks. */
static void endless_loops_do_not_block_the_world(void **state)
{
    for (int count = 1; count <= 200; count += 39) {
        Game *game = game_new(kit_new());
        game_npc(game, GUARD, 0, "dialog(first,0) hp=5 @hp=7");
        game_put(game, TOWN, LAYER_NPCS, 8, 5, GUARD);
        game->timer = "score=score+1";
        World *world = game_open(game);
        for (int i = 0; i < count; i++)
            game_run(game, "while(1) { a=a+1 }");
        game_walk(game, EAST, 31);
        assert_player_at(game, 8, 4); /* as fast as ever: four cells a second */
        assert_int_equal(game_value(game, "score"), 2);
        game_walk(game, SOUTH, 1);
        game_press(game, BUTTON_CONFIRM);
        game_wait(game, 3);
        assert_int_equal(local_context(world).player->screen.screen, SCREEN_DIALOG);
        game_press(game, BUTTON_CONFIRM);
        game_wait(game, 3);
        assert_int_equal(game_value(game, "hp"), 7);
        kit_free(game->kit);
    }
    (void)state;
}

/* Whoever's delay is over wants a share as well. */
static void frequent_handlers_do_not_starve_others(void **state)
{
    Game *game = *state;
    World *world = game_open(game);
    for (int i = 0; i < 200; i++)
        game_run(game, "while(1) { a=0 while(a<2000) { a=a+1 } delay(1) }");
    game_wait(game, 30);
    const uint32_t number = game_run(game, "delay(20) hp=7");
    game_wait(game, 8);
    assert_false(world_runs(world, number));
    assert_int_equal(game_value(game, "hp"), 7);
}

/* Sums over a full bag are paid for like the instructions that they replace. */
static void queries_are_charged_to_the_budget(void **state)
{
    enum { MODIFIERS = 200, HANDLER_BUDGET = 20000 };
    Game *game = *state;
    for (unsigned sprite = 0; sprite < TILE_COUNT; sprite++) {
        game_object(game, sprite, 0, NULL);
        game->objects[sprite].modifier_count = MODIFIERS;
        game->objects[sprite].modifiers = ARENA_ALLOC(game->arena, ObjectModifier, MODIFIERS);
        for (size_t i = 0; i < MODIFIERS; i++)
            game->objects[sprite].modifiers[i] =
                (ObjectModifier){.attribute = game_string(game, "level"), .value = 1};
    }
    World *world = game_open(game);
    game_run(game, "give(grass,1) give(coin,2) give(door,3) give(sword,4) give(tree,5)");
    game_wait(game, 1);
    game_run(game, "while(1) { a=sum(level) b=b+1 }");
    game_wait(game, 1);
    const Task *task = world->tasks[0];
    const int32_t before = task->run->locals[1];
    game_wait(game, 1);
    assert_int_equal(task->run->locals[0], 15 * MODIFIERS);
    /* Eight instructions a round, and 5 things with 200 modifiers. */
    assert_in_range(task->run->locals[1] - before, 20, HANDLER_BUDGET / (MODIFIERS / 4 * 5));
}

static void evaluating_an_expression_consumes_no_state(void **state)
{
    Game *game = *state;
    World *world = game_open(game);
    const ScriptNames names = {game_index, NULL, NULL, game};
    const ScriptSource source = script_source(TEXT("rnd(100)+total"));
    ScriptCode code;
    MachineRun here;
    int32_t value;
    assert_true(script_compile_expression(&source, &names, NULL, &code, game->arena,
                                          &game->kit->report));
    game_wait(game, 3);
    machine_start(&here, ENTITY_PLAYER, ENTITY_NONE);
    const uint64_t hash = world_hash(world);
    const uint32_t expressions = world->expressions;
    for (int i = 0; i < 5; i++)
        assert_true(world_evaluate(local_context(world), code.bytes, &here, &value,
                                   &game->kit->report));
    assert_int_equal(world->expressions, expressions);
    assert_true(world_hash(world) == hash);
}

static void copied_task_ends_identically(void **state)
{
    Game *game = *state;
    World *world = game_open(game);
    const uint32_t number =
        game_run(game, "while(a<30000) { a=a+1 b=b*7+max(a%13,c) c=b%1000 } delay(50) hp=b+c");
    game_wait(game, 3);
    Task *task = world->tasks[0];
    for (uint32_t i = 1; task->used != number; i++)
        task = world->tasks[i];
    assert_true(task->run->locals[0] > 0 && task->run->locals[0] < 30000);
    const Task copy = *task;
    MachineRun *run_copy = arena_alloc(game->arena, 1, task->run_size);
    memcpy(run_copy, task->run, task->run_size);
    uint32_t tick = world->tick;
    while (world_runs(world, number))
        game_wait(game, 1);
    const uint32_t took = world->tick - tick;
    const int32_t result = game_value(game, "hp");
    assert_true(result != 0);
    game_run(game, "hp=0");
    *task = copy;
    memcpy(task->run, run_copy, task->run_size);
    for (tick = world->tick; world_runs(world, number);)
        game_wait(game, 1);
    assert_int_equal(world->tick - tick, took);
    assert_int_equal(game_value(game, "hp"), result);
}

static void observer_does_not_change_the_world(void **state)
{
    Meter meter = {0};
    const Observer observer = {.context = &meter, .ran = meter_ran};
    uint64_t hashes[2];
    for (int watched = 0; watched < 2; watched++) {
        Game *game = game_new(kit_new());
        game->timer = "hp=hp+rnd(9) npc(town,9,3,guard) behave(random)";
        World *world = game_open(game);
        world->observer = watched ? &observer : NULL;
        game_wait(game, 200);
        hashes[watched] = world_hash(world);
        kit_free(game->kit);
    }
    (void)state;
    assert_true(hashes[0] == hashes[1]);
    assert_true(meter.runs > 5);
}

/* Handlers that start others add slots while the tasks of a tick are visited in turn, from
 * another one in each tick: some were skipped, others ran twice. */
static void every_handler_progresses_in_ticks_that_start_others(void **state)
{
    enum { LOOPS = 12, STARTERS = 8 };
    Game *game = *state;
    game_object(game, COIN, 0, "delay(60000)");
    World *world = game_open(game);
    const PlayerContext ctx = local_context(world);
    uint32_t loops[LOOPS];
    for (unsigned i = 0; i < LOOPS; i++) {
        char starter[64];
        snprintf(starter, sizeof starter, "delay(%u) event(coin)", 40 + 10 * i);
        if (i < STARTERS)
            game_run(game, starter);
        loops[i] = world_run(ctx, game_code(game, "while(1) { a=a+1 }"), ENTITY_PLAYER,
                             ENTITY_NONE, &game->kit->report);
        assert_true(loops[i]);
    }
    const uint32_t slots = world->task_count;
    for (unsigned tick = 0; tick < 60; tick++) {
        int32_t before[LOOPS], min = INT32_MAX, max = 0;
        for (unsigned i = 0; i < LOOPS; i++)
            before[i] = task_find(world, loops[i])->run->locals[0];
        game_ticks(game, (WorldInput){0}, 1);
        for (unsigned i = 0; i < LOOPS; i++) {
            const int32_t turns = task_find(world, loops[i])->run->locals[0] - before[i];
            min = turns < min ? turns : min;
            max = turns > max ? turns : max;
        }
        assert_true(min > 0);
        assert_true(max < min + min / 2); /* none has two shares */
    }
    assert_int_equal(world->task_count, slots + STARTERS);
}

/* What input starts ran with what the previous tick had left. */
static void click_starts_its_handler_although_others_use_the_budget(void **state)
{
    Game *game = *state;
    game_object(game, COIN, 0, "while(a<500) { a=a+1 } @hp=1");
    game_put(game, TOWN, LAYER_OBJECTS, 4, 5, COIN);
    game_open(game);
    for (int i = 0; i < 999; i++) /* so many that their shares leave nothing */
        game_run(game, "while(1) { }");
    game_ticks(game, (WorldInput){0}, 3);
    game_ticks(game, (WorldInput){.buttons = BUTTON_CONFIRM}, 1);
    assert_int_equal(game_value(game, "hp"), 1);
}

int main(void)
{
#define RUN(name) cmocka_unit_test_setup_teardown(name, handler_set_up, handler_tear_down)
    const struct CMUnitTest tests[] = {
        RUN(object_commands_apply_to_its_own_cell),
        RUN(npc_drops_beside_existing_objects),
        RUN(remove_applies_to_object_npc_or_target),
        RUN(positions_outside_the_map_are_ignored),
        RUN(player_can_leave_an_object_placed_on_them),
        RUN(give_and_take_are_clamped),
        RUN(player_without_boat_stops_swimming),
        RUN(cnt_counts_items_of_self_or_opponent),
        RUN(event_is_bounded_and_needs_a_handler),
        RUN(sounds_are_positional_and_music_plays_once),
        RUN(alerts_queue_and_unknown_ones_are_not_shown),
        RUN(unknown_references_are_rejected),
        RUN(invalid_handler_is_reported_once_and_ignored),
        RUN(a_million_instructions_are_spread_over_ticks),
        RUN(expensive_commands_are_spread_over_ticks),
        RUN(calculated_attributes_share_a_budget),
        RUN(endless_loops_do_not_block_the_world),
        RUN(copied_task_ends_identically),
        RUN(frequent_handlers_do_not_starve_others),
        RUN(queries_are_charged_to_the_budget),
        RUN(evaluating_an_expression_consumes_no_state),
        RUN(observer_does_not_change_the_world),
        RUN(every_handler_progresses_in_ticks_that_start_others),
        RUN(click_starts_its_handler_although_others_use_the_budget),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
