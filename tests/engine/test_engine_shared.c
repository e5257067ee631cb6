/* Many players in one world: their things are their own, the world is everybody's. */
#include "lib/social_host_kit.h"

#include "kit/jobs/files.h"
#include "tirnanog/project/project.h"

static void players_walk_independently_and_through_each_other(void **state)
{
    Game *game = *state;
    open_shared(game);
    const uint32_t ann = company_join(game, 1, "Ann", (Bytes){NULL, 0});
    const uint32_t ben = company_join(game, 2, "Ben", (Bytes){NULL, 0});
    assert_int_equal(ann, 1);
    assert_int_equal(ben, 2);
    const Spot start = actor_of(game, ann)->at;
    assert_int_equal(actor_of(game, ben)->at.x, start.x); /* both stand there */
    company_ticks(game, ann, (WorldInput){.direction = 1 + EAST}, 15);
    assert_true(actor_of(game, ann)->at.x > start.x + 16 * SUB);
    assert_int_equal(actor_of(game, ben)->at.x, start.x);
    company_ticks(game, ben, (WorldInput){.direction = 1 + EAST}, 30);
    assert_true(actor_of(game, ben)->at.x > actor_of(game, ann)->at.x);
}

/* What one player takes from a well is missing for the next one. */
static void an_object_with_changed_attributes_is_the_same_for_all(void **state)
{
    Game *game = *state;
    game->start = "location(town,10,10,so)";
    game_object(game, DOOR, TNG_EVENT_CLICK, "hp=hp+1 give(coin,hp)");
    game_mask(game, DOOR, 9);
    game_put(game, TOWN, LAYER_OBJECTS, 10, 11, DOOR);
    open_shared(game);
    const uint32_t ann = company_join(game, 1, "Ann", (Bytes){NULL, 0});
    const uint32_t ben = company_join(game, 2, "Ben", (Bytes){NULL, 0});
    company_ticks(game, ann, (WorldInput){.buttons = BUTTON_CONFIRM}, 1);
    company_ticks(game, ben, (WorldInput){.buttons = BUTTON_CONFIRM}, 1);
    assert_int_equal(company_count_of(game, ann, COIN), 1);
    assert_int_equal(company_count_of(game, ben, COIN), 2);
}

static void players_have_separate_items_and_dialogs(void **state)
{
    Game *game = *state;
    game->start = "location(town,10,10,so) give(coin,2)";
    game_npc(game, GUARD, TNG_EVENT_CLICK, "dialog(first,0) give(coin,1)");
    game_put(game, TOWN, LAYER_NPCS, 10, 11, GUARD);
    World *world = open_shared(game);
    const uint32_t ann = company_join(game, 1, "Ann", (Bytes){NULL, 0});
    const uint32_t ben = company_join(game, 2, "Ben", (Bytes){NULL, 0});
    company_ticks(game, ann, (WorldInput){.buttons = BUTTON_CONFIRM}, 1);
    assert_int_equal(world->players[ann]->screen.screen, SCREEN_DIALOG);
    assert_int_equal(world->players[ben]->screen.screen, SCREEN_GAME);
    company_ticks(game, ben, (WorldInput){.buttons = BUTTON_CONFIRM}, 1); /* at the same time */
    assert_int_equal(world->players[ben]->screen.screen, SCREEN_DIALOG);
    company_ticks(game, ben, (WorldInput){.buttons = BUTTON_CONFIRM}, 1);
    company_ticks(game, ben, (WorldInput){0}, 2);
    assert_int_equal(world->players[ann]->screen.screen, SCREEN_DIALOG);
    assert_int_equal(world->players[ben]->screen.screen, SCREEN_GAME);
    assert_int_equal(company_count_of(game, ann, COIN), 2);
    assert_int_equal(company_count_of(game, ben, COIN), 3);
}

/* Both come near: each is greeted, and once. */
static void approach_events_occur_for_each_player(void **state)
{
    Game *game = *state;
    game->start = "location(town,3,10,so)";
    game_npc(game, GUARD, TNG_EVENT_APPROACH, "give(coin,1)");
    game->npcs[GUARD].events[0].parameter = 3;
    game_put(game, TOWN, LAYER_NPCS, 10, 10, GUARD);
    World *world = open_shared(game);
    const uint32_t ann = company_join(game, 1, "Ann", (Bytes){NULL, 0});
    const uint32_t ben = company_join(game, 2, "Ben", (Bytes){NULL, 0});
    company_ticks(game, ann, (WorldInput){.direction = 1 + EAST}, 40);
    assert_int_equal(company_count_of(game, ann, COIN), 1);
    assert_int_equal(company_count_of(game, ben, COIN), 0);
    company_ticks(game, ben, (WorldInput){.direction = 1 + EAST}, 40);
    company_ticks(game, ben, (WorldInput){0}, 40);
    assert_int_equal(company_count_of(game, ann, COIN), 1);
    assert_int_equal(company_count_of(game, ben, COIN), 1);
    assert_int_equal(world->players[ann]->near_count, 1);
}

/* Timers of people run once, however many look on; those of players for each of them. */
static void timers_run_once_or_for_each_player(void **state)
{
    Game *game = *state;
    game->timer = "give(coin,1)";
    game_npc(game, GUARD, TNG_EVENT_TIMER, "give(sword,1)");
    game->npcs[GUARD].events[0].parameter = 1; /* each second */
    game_put(game, TOWN, LAYER_NPCS, 1, 1, GUARD);
    open_shared(game);
    const uint32_t ann = company_join(game, 1, "Ann", (Bytes){NULL, 0});
    const uint32_t ben = company_join(game, 2, "Ben", (Bytes){NULL, 0});
    company_ticks(game, ann, (WorldInput){0}, 90);
    assert_int_equal(company_count_of(game, ann, COIN), 4); /* at the start, too */
    assert_int_equal(company_count_of(game, ben, COIN), 4);
    assert_int_equal(company_count_of(game, ann, SWORD) + company_count_of(game, ben, SWORD),
                     3);
}

static void global_quest_is_completed_by_one_player(void **state)
{
    Game *game = *state;
    game->quest.global = 1;
    game->start = "location(town,10,10,so) quest(0,errand)";
    game_npc(game, GUARD, TNG_EVENT_CLICK, "quest(1,errand)");
    game_put(game, TOWN, LAYER_NPCS, 10, 11, GUARD);
    World *world = open_shared(game);
    const uint32_t ann = company_join(game, 7, "Ann", (Bytes){NULL, 0});
    const uint32_t ben = company_join(game, 9, "Ben", (Bytes){NULL, 0});
    assert_int_equal(world->players[ann]->quests[0], QUEST_OPEN);
    company_ticks(game, ben, (WorldInput){.buttons = BUTTON_CONFIRM}, 1);
    assert_int_equal(world->players[ben]->quests[0], QUEST_DONE);
    assert_int_equal(world->players[ann]->quests[0], QUEST_FAILED);
    assert_int_equal(world->winners[0], 9);
    company_ticks(game, ann, (WorldInput){.buttons = BUTTON_CONFIRM}, 2);
    assert_int_equal(world->players[ann]->quests[0], QUEST_FAILED);
    assert_int_equal(world->winners[0], 9);
}

static void a_quest_is_completed_by_each_player(void **state)
{
    Game *game = *state;
    game->start = "location(town,10,10,so) quest(0,errand)";
    game_npc(game, GUARD, TNG_EVENT_CLICK, "quest(1,errand)");
    game_put(game, TOWN, LAYER_NPCS, 10, 11, GUARD);
    World *world = open_shared(game);
    const uint32_t ann = company_join(game, 7, "Ann", (Bytes){NULL, 0});
    const uint32_t ben = company_join(game, 9, "Ben", (Bytes){NULL, 0});
    company_ticks(game, ben, (WorldInput){.buttons = BUTTON_CONFIRM}, 1);
    assert_int_equal(world->players[ben]->quests[0], QUEST_DONE);
    assert_int_equal(world->players[ann]->quests[0], QUEST_OPEN);
    company_ticks(game, ann, (WorldInput){.buttons = BUTTON_CONFIRM}, 2);
    assert_int_equal(world->players[ann]->quests[0], QUEST_DONE);
}

/* Who parts comes back with everything; meanwhile somebody else may have the place. */
static void character_rejoins(void **state)
{
    Game *game = *state;
    game->start = "location(town,10,10,so) give(coin,5) quest(0,errand)";
    World *world = open_shared(game);
    const uint32_t ann = company_join(game, 7, "Ann", (Bytes){NULL, 0});
    company_ticks(game, ann, (WorldInput){.direction = 1 + EAST}, 20);
    company_ticks(game, ann, (WorldInput){.buttons = BUTTON_PAUSE}, 1);
    const Spot at = actor_of(game, ann)->at;
    Snapshot snapshot;
    Bytes character;
    world_snapshot_player(world, ann, &snapshot, game->arena);
    assert_true(snapshot_pack(&snapshot, &character, game->arena, &game->kit->report));
    world_remove_player(world, ann);
    assert_false(world->players[ann]->used);
    const uint32_t ben = company_join(game, 9, "Ben", (Bytes){NULL, 0});
    assert_int_equal(ben, ann);
    company_ticks(game, ben, (WorldInput){0}, 5);
    const uint32_t again = company_join(game, 7, "Ann", character);
    assert_int_not_equal(again, ben);
    assert_int_equal(actor_of(game, again)->at.x, at.x);
    assert_int_equal(company_count_of(game, again, COIN), 5);
    assert_int_equal(world->players[again]->quests[0], QUEST_OPEN);
    assert_int_equal(world->players[again]->screen.screen, SCREEN_GAME);
    assert_string_equal(world->players[again]->name, "Ann");
    company_ticks(game, again, (WorldInput){.direction = 1 + WEST}, 5);
    assert_true(actor_of(game, again)->at.x < at.x);
}

/* The people of the map come with it, and nobody takes the place of another. */
static void a_character_joins_a_world_that_has_not_begun(void **state)
{
    Game *game = *state;
    game->start = "location(town,10,10,so) give(coin,5)";
    game_npc(game, GUARD, 0, NULL);
    game_put(game, TOWN, LAYER_NPCS, 3, 3, GUARD);
    game_put(game, TOWN, LAYER_NPCS, 4, 3, GUARD);
    World *first = open_shared(game);
    const uint32_t ann = company_join(game, 7, "Ann", (Bytes){NULL, 0});
    Snapshot snapshot;
    Bytes character;
    world_snapshot_player(first, ann, &snapshot, game->arena);
    assert_true(snapshot_pack(&snapshot, &character, game->arena, &game->kit->report));
    World *world = open_shared(game);
    const uint32_t again = company_join(game, 7, "Ann", character);
    assert_int_equal(count_used(world), 3);
    assert_int_equal(actor_of(game, again)->player, 1 + again);
    assert_int_equal(company_count_of(game, again, COIN), 5);
    company_ticks(game, again, (WorldInput){0}, 5);
    assert_int_equal(count_used(world), 3);
}

static void damaged_character_does_not_change_the_world(void **state)
{
    Game *game = *state;
    World *world = open_shared(game);
    const uint32_t ann = company_join(game, 7, "Ann", (Bytes){NULL, 0});
    Snapshot snapshot;
    Bytes character;
    world_snapshot_player(world, ann, &snapshot, game->arena);
    assert_true(snapshot_pack(&snapshot, &character, game->arena, &game->kit->report));
    world_remove_player(world, ann);
    const uint64_t hash = world_hash(world);
    for (size_t size = 0; size < character.size; size += 7) {
        SaveNotes notes = {0};
        if (size)
            assert_int_equal(world_join(world, &(WorldJoin){7, "Ann", {character.data, size}},
                                        &notes, &game->kit->report),
                             NONE);
    }
    world->actor_count = 1; /* slots that were used before are not part of the state */
    assert_int_equal(world_hash(world), hash);
}

/* ---- the example with forty players ---- */

enum { PLAYERS = 40, TICKS = 600, FURTHER = 300 };

static void build(Kit *kit, TngFile *game, const char *path)
{
    ProjectFiles files;
    TngOutput out;
    if (!project_load_files(path, &files, kit->arena, &kit->report) ||
        !project_build(&files, &(BuildOptions){0}, &out, kit->arena, &kit->report) ||
        !tng_read(tng_output_bytes(&out, kit->arena), game, kit->arena, &kit->report))
        fail_msg("%s", kit_message(kit, 0));
}

/* The same for the same tick, whatever happened before. */
static void act(World *world, uint32_t tick)
{
    static WorldInput own[PLAYERS + 1];
    const WorldInput *inputs[PLAYERS + 1] = {0};
    for (uint32_t i = 1; i <= PLAYERS; i++) {
        uint32_t mixed = (tick / 10 + 1) * 0x9E3779B1u ^ i * 0x85EBCA77u;
        mixed ^= mixed >> 15;
        own[i] = (WorldInput){.direction = mixed % 9};
        if (tick % 10 == 0 && mixed % 5 == 0)
            own[i].buttons = mixed % 3 ? BUTTON_CONFIRM : 1u << mixed / 7 % BUTTON_BITS;
        if (tick % 10 == 5 && mixed % 4 == 0)
            own[i].action = 1 + mixed % 9;
        if (tick % 10 == 3 && mixed % 4 == 1)
            own[i].option = 1 + mixed % 4;
        inputs[i] = &own[i];
    }
    world_tick_all(world, inputs);
}

static World *forty(Kit *kit, const TngFile *game)
{
    World *world =
        world_new(game, &(WorldOptions){.seed = 3, .shared = true}, kit->arena, &kit->report);
    assert_non_null(world);
    for (uint32_t i = 1; i <= PLAYERS; i++) {
        SaveNotes notes = {0};
        const char *name = arena_format(kit->arena, "Player %u", i).at;
        assert_int_equal(
            world_join(world, &(WorldJoin){i, name, {NULL, 0}}, &notes, &kit->report), i);
    }
    const WorldInput done = {.option = 1};
    const WorldInput *inputs[PLAYERS + 1];
    for (unsigned k = 0; k < 200; k++) { /* all characters are created as offered */
        for (uint32_t i = 0; i <= PLAYERS; i++)
            inputs[i] = NULL;
        static WorldInput each[PLAYERS + 1];
        for (uint32_t i = 1; i <= PLAYERS; i++) {
            const Player *player = world->players[i];
            each[i] = done;
            each[i].option =
                player->screen.option_count > 1 ? player->screen.option_count - 1 : 0;
            if (player->screen.screen == SCREEN_CREATE)
                inputs[i] = &each[i];
            else if (player->screen.screen == SCREEN_CUTSCENE)
                inputs[i] = &(const WorldInput){.buttons = BUTTON_CONFIRM};
        }
        world_tick_all(world, inputs);
    }
    return world;
}

static void saved_shared_world_continues_exactly(void **state)
{
    Game *fixture = *state;
    Kit *kit = fixture->kit;
    TngFile game;
    build(kit, &game, "examples/segais");
    World *world = forty(kit, &game);
    for (uint32_t i = 1; i <= PLAYERS; i++)
        if (!world->players[i]->started)
            fail_msg("player %u does not play", i);
    for (uint32_t t = 0; t < TICKS; t++)
        act(world, t);
    Bytes file;
    if (!world_save(world, NULL, &file, kit->arena, &kit->report))
        fail_msg("%s", kit_message(kit, 0));
    SaveNotes notes = {0};
    World *other = world_load(&game, file, &(WorldOptions){.seed = 77, .shared = true}, &notes,
                              kit->arena, &kit->report);
    if (!other)
        fail_msg("%s", kit_message(kit, 0));
    assert_int_equal(notes.count, 0);
    assert_int_equal(world_hash(other), world_hash(world));
    for (uint32_t t = TICKS; t < TICKS + FURTHER; t++) {
        act(world, t);
        act(other, t);
        if (world_hash(world) != world_hash(other))
            fail_msg("tick %u: the loaded world goes another way", t);
    }
}

/* A game for one goes on as one with many, and back. */
static void single_player_and_shared_saves_are_interchangeable(void **state)
{
    Game *game = *state;
    Kit *kit = game->kit;
    game->start = "location(town,5,5,so) give(coin,3)";
    game_npc(game, GUARD, TNG_EVENT_CLICK, "dialog(first,0) give(coin,1)");
    game_put(game, TOWN, LAYER_NPCS, 5, 6, GUARD);
    World *one = game_open(game);
    game_ticks(game, (WorldInput){.buttons = BUTTON_CONFIRM}, 1);
    assert_int_equal(local_context(one).player->screen.screen, SCREEN_DIALOG);
    Bytes file, back;
    SaveNotes notes = {0};
    assert_true(world_save(one, NULL, &file, kit->arena, &kit->report));
    World *many = game->world =
        world_load(one->content->game, file, &(WorldOptions){.shared = true}, &notes,
                   kit->arena, &kit->report);
    if (!many)
        fail_msg("%s", kit_message(kit, 0));
    assert_true(many->players[1]->used);
    assert_int_equal(many->players[1]->screen.screen, SCREEN_DIALOG);
    assert_int_equal(many->players[1]->id, 1);
    company_ticks(game, 1, (WorldInput){.buttons = BUTTON_CONFIRM}, 1);
    company_ticks(game, 1, (WorldInput){0}, 2);
    assert_int_equal(company_count_of(game, 1, COIN), 4);
    company_join(game, 2, "Ben", (Bytes){NULL, 0});
    company_ticks(game, 2, (WorldInput){.direction = 1 + EAST}, 10);
    assert_true(world_save(many, NULL, &back, kit->arena, &kit->report));
    World *again = world_load(one->content->game, back, &(WorldOptions){0}, &notes, kit->arena,
                              &kit->report);
    if (!again)
        fail_msg("%s", kit_message(kit, 0));
    assert_int_equal(local_context(again).player->actor, 0);
    assert_int_equal(world_count(local_context(again), COIN), 4);
    uint32_t players = 0;
    for (uint32_t i = 0; i < again->actor_count; i++)
        players += again->actors[i]->used && again->actors[i]->player;
    assert_int_equal(players, 1);
    for (unsigned i = 0; i < 60; i++)
        world_tick(again, &(WorldInput){.direction = 1 + SOUTH});
}

/* Nobody can stop the time of others, or leave for them. */
static void menus_affect_one_player_only(void **state)
{
    Game *game = *state;
    World *world = open_shared(game);
    const uint32_t ann = company_join(game, 1, "Ann", (Bytes){NULL, 0});
    const uint32_t ben = company_join(game, 2, "Ben", (Bytes){NULL, 0});
    const uint32_t tick = world->tick;
    company_ticks(game, ann, (WorldInput){.buttons = BUTTON_PAUSE}, 1);
    assert_int_equal(world->players[ann]->screen.screen, SCREEN_PAUSE);
    const int32_t x = actor_of(game, ben)->at.x;
    company_ticks(game, ben, (WorldInput){.direction = 1 + EAST}, 9);
    assert_int_equal(world->tick, tick + 10);
    assert_true(actor_of(game, ben)->at.x > x);
    const ScreenState *pause = &world->players[ann]->screen;
    assert_int_equal(pause->option_count, 2);
    assert_int_equal(pause->options[1], CHOICE_EXIT);
    company_ticks(game, ann, (WorldInput){.option = 2}, 1);
    size_t count;
    const Effect *effects = world_effects(player_context(world, ann), &count);
    bool wants_out = false;
    for (size_t i = 0; i < count; i++)
        wants_out |= effects[i].kind == EFFECT_EXIT;
    assert_true(wants_out && world->players[ann]->used);
}

static void add_cost(void *context, PlayerContext ctx, ScriptRef ref, uint32_t instructions,
                     bool done)
{
    (void)ctx, (void)ref, (void)done;
    *(uint64_t *)context += instructions;
}

/* Handlers of input had their own budget, so a tick could take twice as long. */
static void handlers_of_input_share_the_budget_of_the_tick(void **state)
{
    enum { LOOPS = 20, CLICKS = 20, SLACK = 1000 };
    Game *game = *state;
    game->start = "location(town,10,10,so)";
    game_npc(game, GUARD, TNG_EVENT_CLICK, "while(1) { }");
    World *world = open_shared(game);
    const WorldInput click = {.buttons = BUTTON_CONFIRM};
    const WorldInput *inputs[INPUTS_MAX] = {0};
    uint32_t last = 0;
    for (uint32_t i = 1; i <= CLICKS; i++) {
        last = company_join(game, i, "Somebody", (Bytes){NULL, 0});
        Actor *actor = actor_of(game, last);
        actor->at.y += (int32_t)(i % 5) * 2 * 256 * GAME_TILE - 6 * 256 * GAME_TILE;
        actor->at.x += (int32_t)(i / 5) * 2 * 256 * GAME_TILE - 6 * 256 * GAME_TILE;
        actor_index_update(world, world->players[last]->actor);
        const Cell cell = actor_cell(world, actor);
        assert_int_not_equal(actor_new(world, GUARD, TOWN, (Cell){cell.x, cell.y + 1}), NONE);
        inputs[last] = &click;
    }
    const Bytes loop = game_code(game, "while(1) { }");
    for (int i = 0; i < LOOPS; i++)
        world_run(player_context(world, last), loop, ENTITY_NONE, ENTITY_NONE,
                  &game->kit->report);
    uint64_t cost = 0;
    const Observer observer = {.context = &cost, .ran = add_cost};
    world->observer = &observer;
    const uint32_t running = world->task_count;
    world_tick_all(world, inputs);
    assert_true(world->task_count >= running + CLICKS);
    assert_true(cost > TICK_BUDGET / 2 && cost <= TICK_BUDGET + SLACK);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, people_set_up, people_tear_down)
    const struct CMUnitTest tests[] = {
        TEST(players_walk_independently_and_through_each_other),
        TEST(an_object_with_changed_attributes_is_the_same_for_all),
        TEST(players_have_separate_items_and_dialogs),
        TEST(approach_events_occur_for_each_player),
        TEST(timers_run_once_or_for_each_player),
        TEST(global_quest_is_completed_by_one_player),
        TEST(a_quest_is_completed_by_each_player),
        TEST(character_rejoins),
        TEST(a_character_joins_a_world_that_has_not_begun),
        TEST(damaged_character_does_not_change_the_world),
        TEST(saved_shared_world_continues_exactly),
        TEST(single_player_and_shared_saves_are_interchangeable),
        TEST(menus_affect_one_player_only),
        TEST(handlers_of_input_share_the_budget_of_the_tick),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
