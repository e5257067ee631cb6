/* What each script command does to the world, and what it does with arguments that
 * make no sense. */
#include "lib/handler_kit.h"

/* Until the task is over; fails if that takes longer than so many ticks. */
static unsigned run_out(Game *game, uint32_t task, unsigned most)
{
    unsigned ticks = 0;
    for (; world_runs(game->world, task); ticks++) {
        if (ticks == most)
            fail_msg("still running after %u ticks", most);
        game_wait(game, 1);
    }
    return ticks;
}

static Cell cell_of(const Game *game, uint32_t actor)
{
    const Actor *it = game->world->actors[actor];
    return grid_cell_at(&game->world->content->grid, (Spot){it->at.x / SUB, it->at.y / SUB});
}

static uint16_t object_at(const Game *game, unsigned map, unsigned x, unsigned y)
{
    return game->world->maps[map]->cells[LAYER_OBJECTS * GAME_CELLS + y * GAME_SIDE + x];
}

static uint32_t find_npc(const Game *game, uint32_t npc)
{
    for (uint32_t i = 1; i < game->world->actor_count; i++)
        if (game->world->actors[i]->used && game->world->actors[i]->npc == npc)
            return i;
    return NONE;
}

#define assert_cell(cell_, x_, y_)                                                             \
    do {                                                                                       \
        const Cell it_ = (cell_);                                                              \
        assert_int_equal(it_.x, x_);                                                           \
        assert_int_equal(it_.y, y_);                                                           \
    } while (0)

static size_t tasks_running(const World *world)
{
    size_t count = 0;
    for (size_t i = 0; i < world->task_count; i++)
        count += world->tasks[i]->used != 0;
    return count;
}

/* ---- the game's course ---- */

static void exit_in_a_cutscene_clears_all_state(void **state)
{
    Game *game = *state;
    const Bytes code = game_code(game, "scene(cave,3,3,0) delay(20) exit() hp=9");
    game->cutscene =
        (TngCutscene){.script_size = (u32)code.size, .script = (u8 *)(uintptr_t)code.data};
    game->start = "location(town,4,4,so) cutscn(scene) hp=1";
    World *world = game_open(game);
    const PlayerContext ctx = local_context(world);
    game_wait(game, 5);
    assert_int_equal(ctx.player->screen.screen, SCREEN_CUTSCENE);
    assert_int_equal(ctx.player->scene.map, CAVE);
    game_wait(game, 10);
    assert_int_equal(ctx.player->screen.screen, SCREEN_MENU);
    assert_int_equal(ctx.player->scene.map, NONE);
    assert_int_equal(tasks_running(world), 0);
    assert_int_equal(game_value(game, "hp"), 0);
    game_wait(game, 5);
    game_press(game, BUTTON_CONFIRM); /* a new game */
    assert_true(ctx.player->started);
    assert_player_at(game, 4, 4);
}

/* The change handler freed the slot of the handler that runs around it. */
/* What an answer provides changes an attribute, and that change ends the game. */
static void exit_by_an_answer_leads_to_the_menu(void **state)
{
    Game *game = *state;
    const Bytes code = game_code(game, "exit()");
    DialogOption *answer = ARENA_ALLOC(game->arena, DialogOption, 1);
    ChooserOption *place = ARENA_ALLOC(game->arena, ChooserOption, 1);
    game->attributes[0].handler_size = (u32)code.size;
    game->attributes[0].script = (u8 *)(uintptr_t)code.data;
    *answer = (DialogOption){.provides = {.attribute = game_string(game, "hp"), .value = 3},
                             .text = game_text(game, "I leave")};
    game->dialogs[0].options = answer;
    game->dialogs[0].option_count = 1;
    place->provides = (ChooserCondition){.attribute = game_string(game, "hp"), .value = 4};
    game->chooser = (TngChooser){.option_count = 1, .options = place};
    World *world = game_open(game);
    const PlayerContext ctx = local_context(world);
    const char *const scripts[] = {"dialog(first,0)", "chooser(choice)"};
    for (size_t i = 0; i < 2; i++) {
        game_run(game, scripts[i]);
        game_wait(game, 3);
        assert_int_equal(ctx.player->screen.screen, i ? SCREEN_CHOOSER : SCREEN_DIALOG);
        game_ticks(game, (WorldInput){.option = 1}, 3);
        assert_int_equal(ctx.player->screen.screen, SCREEN_MENU);
        assert_false(ctx.player->started);
        assert_int_equal(tasks_running(world), 0);
        world_begin(world, true);
        game_wait(game, 1);
    }
}

static void exit_from_a_change_ends_the_handler_that_changed(void **state)
{
    Game *game = *state;
    const Bytes code = game_code(game, "exit()");
    game->attributes[0].handler_size = (u32)code.size;
    game->attributes[0].script = (u8 *)(uintptr_t)code.data;
    World *world = game_open(game);
    const PlayerContext ctx = local_context(world);
    game_run(game, "hp=1 transport(swim) score=3 give(coin,5)");
    game_wait(game, 1);
    assert_int_equal(ctx.player->screen.screen, SCREEN_MENU);
    assert_int_equal(tasks_running(world), 0);
    assert_int_equal(world_count(ctx, COIN), 0);
}

static void zero_delay_does_not_wait_and_huge_delay_does(void **state)
{
    Game *game = *state;
    World *world = game_open(game);
    game_run(game, "delay(0) delay(-1) delay(-2147483647) hp=1");
    assert_int_equal(game_value(game, "hp"), 1);
    const uint32_t task = game_run(game, "delay(2147483647) hp=2");
    game_wait(game, 500);
    assert_int_equal(game_value(game, "hp"), 1);
    for (size_t i = 0; i < world->task_count; i++)
        if (world->tasks[i]->used == task)
            assert_true(world->tasks[i]->until - world->tick > 1 << 29);
}

static void location_puts_the_player_anywhere_on_a_map(void **state)
{
    Game *game = *state;
    World *world = game_open(game);
    const PlayerContext ctx = local_context(world);
    game_run(game, "location(cave,15,0,we)");
    assert_int_equal(context_actor(ctx)->map, CAVE);
    assert_player_at(game, 15, 0);
    assert_int_equal(context_actor(ctx)->direction, WEST);
    game_run(game, "location(town,16,3,so) location(town,3,65535,so)"); /* not on the map */
    assert_int_equal(context_actor(ctx)->map, CAVE);
    game_run(game, "location(cave,1,1,-1)");
    assert_player_at(game, 1, 1);
    assert_in_range(context_actor(ctx)->direction, 0, 7);
}

static void quest_opens_once_and_ends_once(void **state)
{
    Game *game = *state;
    const Bytes code = game_code(game, "score=score+5");
    game->quest =
        (TngQuest){.script_size = (u32)code.size, .script = (u8 *)(uintptr_t)code.data};
    World *world = game_open(game);
    const PlayerContext ctx = local_context(world);
    game_run(game, "quest(0,errand)");
    assert_int_equal(ctx.player->quests[0], QUEST_OPEN);
    game_run(game, "quest(1,errand) quest(0,errand) quest(1,errand)");
    assert_int_equal(ctx.player->quests[0], QUEST_DONE);
    assert_int_equal(game_value(game, "score"), 5);
}

static void scene_works_in_cutscenes_only(void **state)
{
    Game *game = *state;
    const Bytes code =
        game_code(game, "scene(cave,3,3,600) scene(cave,99,3,0) delay(50) hp=hp+1");
    game->cutscene =
        (TngCutscene){.script_size = (u32)code.size, .script = (u8 *)(uintptr_t)code.data};
    World *world = game_open(game);
    const PlayerContext ctx = local_context(world);
    Spot middle;
    game_run(game, "scene(cave,3,3,0)");
    assert_int_equal(world_view(ctx, &middle), TOWN);
    game_run(game, "cutscn(scene)");
    game_wait(game, 5);
    assert_int_equal(world_view(ctx, &middle), CAVE);
    assert_int_equal(ctx.player->scene_minutes, 600);
    game_wait(game, 30);
    assert_int_equal(ctx.player->screen.screen, SCREEN_GAME);
    assert_int_equal(world_view(ctx, &middle), TOWN);
    assert_int_equal(game_value(game, "hp"), 1);
}

/* Whatever the map's own day is; each hour has begun at its minute 0. */
static void a_scene_has_the_minute_of_a_day_of_24_hours(void **state)
{
    (void)state;
    static const int32_t minutes[] = {0, 59, 60, 360, 719, 720, 1439, 1440, -5};
    static const uint32_t hours[] = {0, 0, 1, 6, 11, 12, 23, 0, 0};
    for (size_t i = 0; i < COUNT_OF(hours); i++) {
        Game *game = game_new(kit_new());
        const Bytes code = game_code(
            game, arena_format(game->arena, "scene(cave,3,3,%d) delay(50)", minutes[i]).at);
        game->cutscene =
            (TngCutscene){.script_size = (u32)code.size, .script = (u8 *)(uintptr_t)code.data};
        game->map_records[CAVE].day_length = i % 2 ? 1 : 12;
        World *world = game_open(game);
        game_run(game, "cutscn(scene)");
        game_wait(game, 5);
        assert_int_equal(world_daytime(local_context(world)) * 24 / 65536, hours[i]);
        kit_free(game->kit);
    }
}

/* The inner one's end used to end the outer one's script, and who had called it
 * waited for ever. */
static void outer_cutscene_continues_after_inner_cutscene(void **state)
{
    Game *game = *state;
    const Bytes code =
        game_code(game, "score=score+1 switch(score<4) { case 1 { cutscn(scene) } } hp=hp+10");
    game->cutscene =
        (TngCutscene){.script_size = (u32)code.size, .script = (u8 *)(uintptr_t)code.data};
    World *world = game_open(game);
    run_out(game, game_run(game, "cutscn(scene) level=1"), 60);
    assert_int_equal(local_context(world).player->screen.screen, SCREEN_GAME);
    assert_int_equal(game_value(game, "score"), 2); /* two inside each other at most */
    assert_int_equal(game_value(game, "hp"), 20);
    assert_int_equal(game_value(game, "level"), 1);
}

/* The effects of music and movies of the last tick, as "kind:name:from ". */
static const char *sounds_of(Game *game)
{
    size_t count;
    const Effect *effects = world_effects(local_context(game->world), &count);
    const char *text = "";
    for (size_t i = 0; i < count; i++)
        if (effects[i].kind <= EFFECT_MUSIC_ONCE || effects[i].kind == EFFECT_MOVIE ||
            effects[i].kind == EFFECT_MOVIE_LOOP) {
            const Text name = tng_string(&game->file, effects[i].name);
            text = arena_format(game->arena, "%s%u:%.*s:%u ", text, (unsigned)effects[i].kind,
                                effects[i].name ? (int)name.size : 0, name.at, effects[i].from)
                       .at;
        }
    return text;
}

/* Half a second into its music it opens itself again, for a second; then both go on where they
 * were. */
static void inner_cutscene_gives_the_outer_one_its_music_back(void **state)
{
    Game *game = *state;
    Slide *slide = ARENA_ALLOC(game->arena, Slide, 1);
    slide[0] = (Slide){0, 0, 0, 100, PIXEL(9, 9, 9, 255), {4, TNG_NO_SPRITE}};
    const Bytes code =
        game_code(game, "score=score+1 switch(score=1) { case 1 { delay(50) cutscn(scene) } }");
    game->cutscene = (TngCutscene){.slide_count = 1,
                                   .slides = slide,
                                   .music = game_string(game, "once"),
                                   .loop_music = game_string(game, "loop"),
                                   .script_size = (u24)code.size,
                                   .script = (u8 *)(uintptr_t)code.data};
    World *world = game_open(game);
    const PlayerContext ctx = local_context(world);
    game_run(game, "cutscn(scene)");
    unsigned ticks = 0;
    for (; ctx.player->outer.screen != SCREEN_CUTSCENE && ticks < 60; ticks++)
        game_wait(game, 1);
    assert_string_equal(sounds_of(game), "0:loop:0 1:once:0 ");
    for (; ctx.player->outer.screen == SCREEN_CUTSCENE && ticks < 300; ticks++)
        game_wait(game, 1);
    assert_string_equal(sounds_of(game), "0:loop:0 1:once:53 4::0 ");
    game_wait(game, 6); /* the same again, as after loading a saved game */
    world_repeat_sounds(ctx);
    assert_string_equal(sounds_of(game), "0:loop:0 1:once:73 4::0 ");
    for (; ctx.player->screen.screen == SCREEN_CUTSCENE && ticks < 600; ticks++)
        game_wait(game, 1);
    assert_string_equal(sounds_of(game), "4::0 0::0 ");
}

static void only_a_dialog_in_a_cutscene_has_a_time_and_no_answers(void **state)
{
    Game *game = *state;
    const Bytes code = game_code(game, "dialog(first,100) hp=1");
    DialogOption *option = ARENA_ALLOC(game->arena, DialogOption, 1);
    option->text = game_text(game, "yes");
    game->dialogs[0].option_count = 1;
    game->dialogs[0].options = option;
    game->cutscene =
        (TngCutscene){.script_size = (u32)code.size, .script = (u8 *)(uintptr_t)code.data};
    World *world = game_open(game);
    const PlayerContext ctx = local_context(world);
    const uint32_t task = game_run(game, "cutscn(scene)");
    game_wait(game, 10);
    assert_int_equal(ctx.player->screen.screen, SCREEN_DIALOG);
    game_press(game, BUTTON_CONFIRM);
    assert_int_equal(ctx.player->screen.screen, SCREEN_DIALOG);
    assert_int_equal(ctx.player->screen.option_count, 0);
    assert_in_range(run_out(game, task, 60), 18, 24);
    assert_int_equal(game_value(game, "hp"), 1);
    game_run(game, "dialog(first,100) hp=2"); /* elsewhere the time has no meaning */
    game_wait(game, 90);
    assert_int_equal(ctx.player->screen.screen, SCREEN_DIALOG);
    assert_int_equal(ctx.player->screen.option_count, 1);
}

static void cancelled_chooser_sets_nothing(void **state)
{
    Game *game = *state;
    ChooserOption *options = ARENA_ALLOC(game->arena, ChooserOption, 2);
    options[1].provides = (ChooserCondition){.type = 3, .value = 7}; /* b */
    game->chooser = (TngChooser){.option_count = 2, .options = options};
    World *world = game_open(game);
    uint32_t task = game_run(game, "a=50 chooser(choice) hp=a level=b");
    game_wait(game, 2);
    assert_int_equal(local_context(world).player->screen.screen, SCREEN_CHOOSER);
    game_press(game, BUTTON_CANCEL);
    run_out(game, task, 5);
    assert_int_equal(game_value(game, "hp"), 50);
    task = game_run(game, "a=50 chooser(choice) hp=a+1 level=b");
    game_wait(game, 2);
    game_ticks(game, (WorldInput){.option = 2}, 2);
    run_out(game, task, 5);
    assert_int_equal(game_value(game, "hp"), 1);
    assert_int_equal(game_value(game, "level"), 7);
}

/* ---- people ---- */

static void canim_plays_an_action_for_its_time(void **state)
{
    Game *game = *state;
    World *world = game_open(game);
    const Actor *player = context_actor(local_context(world));
    game_run(game, "canim(2,50)");
    game_wait(game, 1);
    assert_int_equal(player->action, ROW_ACTION + 1);
    game_wait(game, 14);
    assert_int_equal(player->action, ROW_ACTION + 1);
    game_wait(game, 2);
    assert_int_equal(player->action, 0);
    game_run(game, "canim(-9,10)"); /* dying: the last column before the actions */
    game_wait(game, 1);
    assert_int_equal(player->action, ROW_ACTION - 1);
    game_wait(game, 10);
    game_run(game, "canim(10,50) canim(-10,50) canim(2147483647,-1) canim(-2147483647,1)");
    assert_int_equal(player->order_count, 0);
}

static void oanim_is_shown_for_its_time_and_bounded(void **state)
{
    Game *game = *state;
    World *world = game_open(game);
    game_run(game, "oanim(coin,50)");
    assert_int_equal(world->overlay_count, 1);
    assert_int_equal(world->overlays[0].sprite, COIN);
    assert_cell(world->overlays[0].place.cell, 4, 4);
    game_wait(game, 16);
    assert_int_equal(world->overlay_count, 0);
    game_run(game, "while(a<1000) { oanim(coin,2147483647) a=a+1 }");
    assert_int_equal(world->overlay_count, OVERLAYS_MAX);
}

static void npc_is_placed_beside_an_occupied_cell(void **state)
{
    Game *game = *state;
    World *world = game_open(game);
    game_run(game, "npc(town,8,8,guard) npc(town,8,8,slime) npc(town,4,4,slime)");
    assert_cell(cell_of(game, 1), 8, 8);
    assert_int_equal(world->actors[2]->npc, SLIME);
    assert_cell(cell_of(game, 2), 8, 9);
    assert_cell(cell_of(game, 3), 4, 5);
    assert_int_equal(world->actors[3]->map, TOWN);
    game_run(game, "npc(cave,3,6,slime)"); /* not the player's map */
    assert_cell(cell_of(game, 4), 3, 6);
    assert_int_equal(world->actors[4]->map, CAVE);
}

static void npc_count_is_limited_and_npcs_off_the_map_are_rejected(void **state)
{
    Game *game = *state;
    World *world = game_open(game);
    game_run(game, "npc(town,16,0,guard) east(3) hp=1");
    assert_int_equal(find_npc(game, GUARD), NONE);
    assert_int_equal(context_actor(local_context(world))->order_count,
                     0); /* nobody goes instead */
    game_run(game, "while(a<9000) { npc(cave,8,8,guard) a=a+1 }");
    game_wait(game, 60); /* a tick does not do everything */
    assert_int_equal(world->actor_count, ACTORS_MAX);
}

static void missing_actor_is_not_replaced_by_the_player(void **state)
{
    Game *game = *state;
    World *world = game_open(game);
    const PlayerContext ctx = local_context(world);
    game_run(game,
             "actor(slime) east(3) canim(1,10) altitude(5) waitnpc() behave(random) hp=1");
    assert_int_equal(game_value(game, "hp"), 1);
    assert_int_equal(context_actor(ctx)->order_count, 0);
    assert_int_equal(context_actor(ctx)->altitude, 0);
    game_run(game, "east(1)"); /* without a choice it is */
    assert_int_equal(context_actor(ctx)->order_count, 1);
}

/* An actor's place is soon another's, who is not to be meant. */
static void handler_outlives_its_npc_without_an_owner(void **state)
{
    Game *game = *state;
    World *world = game_open(game);
    game_run(game, "npc(town,8,8,guard)");
    const uint32_t task = run_as(
        game, "hp=7 drop(coin) remove() delay(50) hp=9 east(3) remove() drop(tree) score=1",
        1 + find_npc(game, GUARD), ENTITY_PLAYER);
    assert_int_equal(find_npc(game, GUARD), NONE);
    game_run(game, "npc(town,10,10,slime)");
    assert_int_equal(find_npc(game, SLIME), 1);
    run_out(game, task, 30);
    game_wait(game, 30);
    assert_int_equal(game_value(game, "score"), 1);
    assert_cell(cell_of(game, 1), 10, 10);
    assert_int_equal(world_attribute(local_context(world), 2, game_string(game, "hp")), 0);
    assert_int_equal(object_at(game, TOWN, 8, 8), COIN); /* and the tree did not bury it */
    assert_int_equal(object_at(game, TOWN, 8, 9), TREE);
}

static void behave_applies_to_npcs_and_five_behaviours(void **state)
{
    Game *game = *state;
    World *world = game_open(game);
    game_run(game, "npc(town,8,8,guard) behave(random)");
    assert_int_equal(world->actors[1]->movement, 1);
    game_run(game, "actor(guard) behave(5) behave(-1) behave(2147483647)");
    assert_int_equal(world->actors[1]->movement, 1);
    game_wait(game, 300);
    const Cell now = cell_of(game, 1);
    assert_true(now.x != 8 || now.y != 8);
    run_as(game, "behave(stand)", ENTITY_PLAYER, 2); /* as in a default action */
    assert_int_equal(world->actors[1]->movement, 0);
    game_run(game, "behave(random)");
    assert_int_equal(context_actor(local_context(world))->movement, 0);
}

static void market_opens_the_npcs_goods_or_nothing(void **state)
{
    Game *game = *state;
    NpcItem *item = ARENA_ALLOC(game->arena, NpcItem, 1);
    *item = (NpcItem){100, 2, 0, {1, SWORD}};
    game->npcs[GUARD].item_count = 1;
    game->npcs[GUARD].items = item;
    World *world = game_open(game);
    const PlayerContext ctx = local_context(world);
    run_out(game, game_run(game, "market() hp=1"), 1);
    assert_int_equal(ctx.player->screen.screen, SCREEN_GAME);
    game_run(game, "npc(town,8,8,guard)");
    const uint32_t task = run_as(game, "market() hp=2", ENTITY_PLAYER, 2);
    game_wait(game, 2);
    assert_int_equal(ctx.player->screen.screen, SCREEN_MARKET);
    assert_int_equal(ctx.player->screen.record, 1);
    assert_int_equal(ctx.player->screen.option_count, 1);
    game_press(game, BUTTON_CANCEL);
    run_out(game, task, 5);
    assert_int_equal(game_value(game, "hp"), 2);
}

static void eight_commands_move_in_eight_directions(void **state)
{
    static const char *const names[] = {"south", "southwest", "west", "northwest",
                                        "north", "northeast", "east", "southeast"};
    static const int8_t steps[8][2] = {{0, 1},  {-1, 1}, {-1, 0}, {-1, -1},
                                       {0, -1}, {1, -1}, {1, 0},  {1, 1}};
    Game *game = *state;
    World *world = game_open(game);
    game_run(game, "npc(cave,8,8,guard)");
    for (int i = 0; i < 8; i++) {
        const char *line = arena_format(game->arena, "location(town,8,8,%s) %s(2) waitnpc()",
                                        i == 4 ? "so" : "no", names[i])
                               .at;
        run_out(game, game_run(game, line), 60);
        assert_player_at(game, 8 + 2 * steps[i][0], 8 + 2 * steps[i][1]);
        assert_int_equal(context_actor(local_context(world))->direction, i);
        const Cell before = cell_of(game, 1);
        line = arena_format(game->arena, "actor(guard) %s(1) waitnpc() %s(0) waitnpc()",
                            names[i], names[(i + 1) % 8])
                   .at;
        run_out(game, game_run(game, line), 60); /* also where nobody sees it */
        assert_cell(cell_of(game, 1), before.x + steps[i][0], before.y + steps[i][1]);
        assert_int_equal(world->actors[1]->direction, (i + 1) % 8);
    }
}

static void blocked_order_is_given_up(void **state)
{
    Game *game = *state;
    game_put(game, TOWN, LAYER_OBJECTS, 8, 4, WALL);
    World *world = game_open(game);
    assert_in_range(run_out(game, game_run(game, "east(2147483647) waitnpc()"), 200), 20, 120);
    assert_player_at(game, 7, 4);
    run_out(game,
            game_run(game, "location(town,1,1,no) north(1000) waitnpc() west(50) waitnpc()"),
            200); /* the map's edges */
    assert_player_at(game, 0, 0);
    game_run(game, "npc(town,1,0,guard)");
    run_out(game, game_run(game, "while(a<100) { east(5) a=a+1 } waitnpc()"), 2000);
    assert_player_at(game, 0, 0); /* somebody stands there */
    assert_int_equal(context_actor(local_context(world))->order_count, 0);
}

static void waitnpc_waits_for_the_selected_npc(void **state)
{
    Game *game = *state;
    World *world = game_open(game);
    game_run(game, "npc(town,2,8,guard) npc(town,2,10,slime)");
    run_out(game, game_run(game, "actor(guard) east(6) actor(slime) east(2) waitnpc() hp=1"),
            60);
    assert_cell(cell_of(game, 2), 4, 10);
    assert_true(cell_of(game, 1).x < 8);
    run_out(game, game_run(game, "actor(guard) waitnpc()"), 60);
    assert_cell(cell_of(game, 1), 8, 8);
    const uint32_t task = game_run(game, "actor(guard) west(9) waitnpc() hp=2");
    run_as(game, "remove()", 2, ENTITY_NONE); /* it will never come */
    run_out(game, task, 3);
    assert_int_equal(game_value(game, "hp"), 2);
    assert_false(world->actors[1]->used);
}

static void altitude_is_clamped_to_a_byte(void **state)
{
    Game *game = *state;
    World *world = game_open(game);
    const PlayerContext ctx = local_context(world);
    game_run(game, "altitude(5)");
    assert_int_equal(context_actor(ctx)->altitude, 5);
    game_run(game, "altitude(2147483647) npc(town,8,8,guard) altitude(-2147483647)");
    assert_int_equal(context_actor(ctx)->altitude, 127);
    assert_int_equal(world->actors[1]->altitude, -128);
}

static void transport_accepts_the_ways_of_moving_of_the_game(void **state)
{
    Game *game = *state;
    World *world = game_open(game);
    const PlayerContext ctx = local_context(world);
    for (uint32_t i = 0; i < 4; i++) {
        game_run(game, arena_format(game->arena, "transport(%u)", i).at);
        assert_int_equal(context_actor(ctx)->transport, i);
    }
    game_run(game, "transport(4) transport(-1) transport(2147483647)");
    assert_int_equal(context_actor(ctx)->transport, 3);
}

static void a_game_may_have_a_fifth_way_of_moving(void **state)
{
    Game *game = *state;
    game->transport_count = 5;
    const PlayerContext ctx = local_context(game_open(game));
    game_run(game, "transport(4)");
    assert_int_equal(context_actor(ctx)->transport, 4);
    game_run(game, "transport(5)");
    assert_int_equal(context_actor(ctx)->transport, 4);
}

int main(void)
{
#define RUN(name) cmocka_unit_test_setup_teardown(name, handler_set_up, handler_tear_down)
    const struct CMUnitTest tests[] = {
        RUN(exit_in_a_cutscene_clears_all_state),
        RUN(exit_from_a_change_ends_the_handler_that_changed),
        RUN(exit_by_an_answer_leads_to_the_menu),
        RUN(zero_delay_does_not_wait_and_huge_delay_does),
        RUN(location_puts_the_player_anywhere_on_a_map),
        RUN(quest_opens_once_and_ends_once),
        RUN(scene_works_in_cutscenes_only),
        RUN(a_scene_has_the_minute_of_a_day_of_24_hours),
        RUN(outer_cutscene_continues_after_inner_cutscene),
        RUN(inner_cutscene_gives_the_outer_one_its_music_back),
        RUN(only_a_dialog_in_a_cutscene_has_a_time_and_no_answers),
        RUN(cancelled_chooser_sets_nothing),
        RUN(canim_plays_an_action_for_its_time),
        RUN(oanim_is_shown_for_its_time_and_bounded),
        RUN(npc_is_placed_beside_an_occupied_cell),
        RUN(npc_count_is_limited_and_npcs_off_the_map_are_rejected),
        RUN(missing_actor_is_not_replaced_by_the_player),
        RUN(handler_outlives_its_npc_without_an_owner),
        RUN(behave_applies_to_npcs_and_five_behaviours),
        RUN(market_opens_the_npcs_goods_or_nothing),
        RUN(eight_commands_move_in_eight_directions),
        RUN(blocked_order_is_given_up),
        RUN(waitnpc_waits_for_the_selected_npc),
        RUN(altitude_is_clamped_to_a_byte),
        RUN(transport_accepts_the_ways_of_moving_of_the_game),
        RUN(a_game_may_have_a_fifth_way_of_moving),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
