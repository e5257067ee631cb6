/* The world: walking, doors, talking, picking up, scripts, determinism. */
#include "lib/game_kit.h"

static int set_up(void **state)
{
    *state = game_new(kit_new());
    return 0;
}

static int tear_down(void **state)
{
    kit_free(((Game *)*state)->kit);
    return 0;
}

static void start_script_positions_the_player(void **state)
{
    Game *game = *state;
    game_open(game);
    assert_player_at(game, 4, 4);
    assert_int_equal(context_actor(local_context(game->world))->map, TOWN);
    assert_int_equal(context_actor(local_context(game->world))->direction, SOUTH);
}

static void default_location_is_the_centre_of_the_first_map(void **state)
{
    Game *game = *state;
    game->start = "a=1";
    game_open(game);
    assert_player_at(game, 8, 8);
}

static void four_cells_are_walked_in_a_second(void **state)
{
    Game *game = *state;
    game_open(game);
    game_walk(game, EAST, 30);
    /* 1/256 pixels a tick are rounded down: it is a little less than four cells. */
    assert_in_range(context_actor(local_context(game->world))->at.x, 136 * SUB - 30, 136 * SUB);
    assert_int_equal(context_actor(local_context(game->world))->at.y, 72 * SUB);
}

static void walking_speed_does_not_depend_on_the_frame_rate(void **state)
{
    static const uint8_t rates[] = {15, 20, 60, 100};
    for (size_t i = 0; i < COUNT_OF(rates); i++) {
        Game *game = game_new(((Game *)*state)->kit);
        game->frame_rate = rates[i];
        game_open(game);
        game_walk(game, EAST, rates[i]);
        assert_in_range(context_actor(local_context(game->world))->at.x, 136 * SUB - 100,
                        136 * SUB);
    }
}

static void player_stops_at_walls_and_slides_past_corners(void **state)
{
    Game *game = *state;
    for (unsigned y = 0; y < 16; y++)
        if (y != 8)
            game_put(game, TOWN, LAYER_OBJECTS, 8, y, WALL);
    game_open(game);
    game_walk(game, EAST, 90);
    assert_player_at(game, 7, 4);
    game_walk(game, SOUTH, 30);
    assert_player_at(game, 7, 8);
    game_walk(game, EAST, 40);
    assert_true(game_player(game).x > 8);
}

static void player_slips_into_a_gap_nearby(void **state)
{
    Game *game = *state;
    for (unsigned y = 0; y < 16; y++)
        if (y != 4)
            game_put(game, TOWN, LAYER_OBJECTS, 8, y, WALL);
    game_open(game);
    context_actor(local_context(game->world))->at.y += 6 * SUB; /* six pixels too low */
    game_walk(game, EAST, 60);
    assert_true(game_player(game).x > 8);
}

static void the_edge_of_a_map_without_neighbour_is_a_wall(void **state)
{
    Game *game = *state;
    game_open(game);
    game_walk(game, NORTH_WEST, 200);
    assert_player_at(game, 0, 0);
    assert_int_equal(context_actor(local_context(game->world))->map, TOWN);
}

static void walking_off_the_edge_continues_on_the_neighbour(void **state)
{
    Game *game = *state;
    game->map_records[TOWN].neighbours[3] = game_string(game, "cave"); /* west */
    game_open(game);
    game_walk(game, WEST, 45);
    assert_int_equal(context_actor(local_context(game->world))->map, CAVE);
    assert_true(game_player(game).x > 12);
}

static void touching_a_door_leads_to_another_map(void **state)
{
    Game *game = *state;
    game_object(game, DOOR, 1, "location(cave,3,5,no)");
    game_mask(game, DOOR, 8);
    game_put(game, TOWN, LAYER_OBJECTS, 6, 4, DOOR);
    game_open(game);
    game_walk(game, EAST, 20);
    assert_int_equal(context_actor(local_context(game->world))->map, CAVE);
    assert_int_equal(game_player(game).y, 5);
}

static void a_coin_is_picked_up_by_acting_in_front_of_it(void **state)
{
    Game *game = *state;
    game_object(game, COIN, 0, "give(coin,3) remove()");
    game_put(game, TOWN, LAYER_OBJECTS, 4, 5, COIN);
    World *world = game_open(game);
    const PlayerContext ctx = local_context(world);
    assert_int_equal(world_count(ctx, COIN), 0);
    game_press(game, BUTTON_CONFIRM);
    assert_int_equal(world_count(ctx, COIN), 3);
    assert_int_equal(world->maps[TOWN]->cells[4 * GAME_CELLS + 5 * GAME_SIDE + 4],
                     TNG_NO_SPRITE);
    game_press(game, BUTTON_CONFIRM);
    assert_int_equal(world_count(ctx, COIN), 3);
}

static void add_options(Game *game)
{
    TngDialog *dialog = &game->dialogs[0];
    dialog->option_count = 3;
    dialog->options = ARENA_ALLOC(game->arena, DialogOption, 3);
    for (size_t i = 0; i < 3; i++)
        dialog->options[i].text = game_text(game, "an answer");
    dialog->options[1].requires = (Needs){game_string(game, "hp"), 2, 50};
    dialog->options[2].provides = (Gives){game_string(game, "level"), 7};
}

static void options_are_numbered_downwards_and_unavailable_ones_hidden(void **state)
{
    Game *game = *state;
    add_options(game);
    game->start = "location(town,4,4,so) dialog(first,0) hp=a+100";
    World *world = game_open(game);
    const PlayerContext ctx = local_context(world);
    game_ticks(game, (WorldInput){0}, 3);
    assert_int_equal(ctx.player->screen.screen, SCREEN_DIALOG);
    assert_int_equal(ctx.player->screen.option_count, 2); /* hp is 0 */
    game_press(game, BUTTON_CANCEL);
    assert_int_equal(ctx.player->screen.screen, SCREEN_DIALOG); /* an answer is wanted */
    game_press(game, BUTTON_CONFIRM);
    assert_int_equal(ctx.player->screen.screen, SCREEN_GAME);
    assert_int_equal(game_value(game, "hp"), 102);
}

static void last_option_is_0_and_sets_provided_attributes(void **state)
{
    Game *game = *state;
    add_options(game);
    game->start = "location(town,4,4,so) hp=60 dialog(first,0) hp=a+100";
    World *world = game_open(game);
    game_ticks(game, (WorldInput){0}, 3);
    assert_int_equal(local_context(world).player->screen.option_count, 3);
    game_press(game, BUTTON_UP); /* round to the last */
    game_press(game, BUTTON_CONFIRM);
    assert_int_equal(game_value(game, "hp"), 100);
    assert_int_equal(game_value(game, "level"), 7);
}

static void talking_to_an_npc_turns_it_and_stops_the_player(void **state)
{
    Game *game = *state;
    game_npc(game, GUARD, 0, "dialog(first,0) @hp=5");
    game_put(game, TOWN, LAYER_NPCS, 4, 5, GUARD);
    World *world = game_open(game);
    game_press(game, BUTTON_CONFIRM);
    assert_int_equal(local_context(world).player->screen.screen, SCREEN_DIALOG);
    assert_int_equal(world->actors[1]->direction, NORTH);
    game_walk(game, EAST, 20);
    assert_player_at(game, 4, 4);
    game_press(game, BUTTON_CONFIRM);
    game_press(game, 0);
    assert_int_equal(game_value(game, "hp"), 5);
}

static void npc_blocks_the_player(void **state)
{
    Game *game = *state;
    game_put(game, TOWN, LAYER_NPCS, 6, 4, GUARD);
    game_open(game);
    game_walk(game, EAST, 60);
    assert_true(game_player(game).x < 7 || game_player(game).y != 4);
}

static void endless_loop_does_not_block_or_starve_others(void **state)
{
    Game *game = *state;
    game->start = "location(town,4,4,so) while(1) { }";
    game->timer = "hp=hp+1";
    game_open(game);
    game_walk(game, EAST, 31);
    assert_int_equal(game_player(game).x, 8);
    assert_int_equal(game_value(game, "hp"), 2);
}

static void delay_suspends_only_its_handler(void **state)
{
    Game *game = *state;
    game->start = "location(town,4,4,so) delay(100) hp=1";
    game_open(game);
    game_walk(game, EAST, 29);
    assert_int_equal(game_value(game, "hp"), 0);
    game_walk(game, EAST, 3);
    assert_int_equal(game_value(game, "hp"), 1);
}

static void onchange_that_changes_itself_ends(void **state)
{
    Game *game = *state;
    const Bytes code = game_code(game, "hp=hp+1 score=score+1");
    game->attributes[0].handler_size = (u32)code.size;
    game->attributes[0].script = (u8 *)(uintptr_t)code.data;
    game->start = "hp=10";
    game_open(game);
    assert_int_equal(game_value(game, "hp"), 11);
    assert_int_equal(game_value(game, "score"), 1);
}

static void recursive_calculated_attribute_is_bounded(void **state)
{
    Game *game = *state;
    const ScriptNames names = {game_index, NULL, NULL, game};
    const ScriptSource source = script_source(TEXT("total+1"));
    ScriptCode code;
    assert_true(script_compile_expression(&source, &names, NULL, &code, game->arena,
                                          &game->kit->report));
    game->attributes[2].expression_size = (u16)code.bytes.size;
    game->attributes[2].script = (u8 *)(uintptr_t)code.bytes.data;
    game_open(game);
    assert_in_range(game_value(game, "total"), 1, 10);
}

static void event_runs_another_object_and_returns_a(void **state)
{
    Game *game = *state;
    game_object(game, COIN, 0, "a=b*2 b=0");
    game->start = "location(town,4,4,so) b=21 event(coin) hp=a level=b";
    game_open(game);
    game_ticks(game, (WorldInput){0}, 3);
    assert_int_equal(game_value(game, "hp"), 42);
    assert_int_equal(game_value(game, "level"), 21);
}

static void objects_can_be_added_matched_replaced_and_deleted(void **state)
{
    Game *game = *state;
    game->start = "location(town,4,4,so) add(town,2,3,tree) match(town,2,3,tree) hp=a "
                  "delete(town,2,3) match(town,2,3,tree) level=a";
    game_open(game);
    assert_int_equal(game_value(game, "hp"), 1);
    assert_int_equal(game_value(game, "level"), 0);
}

/* FNCk counts a map as two values or as one argument: the document permits both. */
static void map_arguments_may_count_as_one(void **state)
{
    Game *game = *state;
    game_object(game, DOOR, 1,
                "add(town,2,3,tree) match(town,2,3,tree) @hp=a+40 npc(town,8,8,guard) "
                "location(cave,3,5,no)");
    game_mask(game, DOOR, 8);
    game_put(game, TOWN, LAYER_OBJECTS, 6, 4, DOOR);
    TngEvent *event = game->objects[DOOR].events;
    unsigned changed = 0;
    Instruction it;
    for (size_t at = 0; at < event->script_size; at += it.size) {
        assert_int_equal(instruction_read((Bytes){event->script, event->script_size}, at, &it),
                         DECODED);
        if (opcode_info(it.op)->shape != SHAPE_COMMAND)
            continue;
        const unsigned count = command_argument_count(command_info(it.value));
        changed += count != command_values(command_info(it.value));
        event->script[at] = (u8)(OP_FNC0 + count);
    }
    assert_int_equal(changed, 4);
    game_open(game);
    game_walk(game, EAST, 20);
    assert_int_equal(context_actor(local_context(game->world))->map, CAVE);
    assert_int_equal(game_player(game).y, 5);
    assert_int_equal(game_value(game, "hp"), 41);
    assert_int_equal(game->world->actor_count, 2);
}

static void npc_follows_orders_and_waitnpc_waits(void **state)
{
    Game *game = *state;
    game->start = "location(town,4,4,so) npc(town,8,8,guard) east(2) south(1) waitnpc() hp=1";
    World *world = game_open(game);
    assert_int_equal(game_value(game, "hp"), 0);
    game_ticks(game, (WorldInput){0}, 60);
    assert_int_equal(game_value(game, "hp"), 1);
    assert_int_equal(world->actors[1]->at.x / SUB / 16, 10);
    assert_int_equal(world->actors[1]->at.y / SUB / 16, 9);
}

static void spawner_respects_its_maximum(void **state)
{
    Game *game = *state;
    SpawnerKind *kind = ARENA_ALLOC(game->arena, SpawnerKind, 1);
    *kind = (SpawnerKind){.animation = {0, TNG_NO_SPRITE}, .npc = {TNG_NPC_CATEGORY, SLIME}};
    game->spawner = (TngSpawner){.most = 3, .period = 50, .kind_count = 1, .kinds = kind};
    game_put(game, TOWN, LAYER_SPAWNERS, 10, 10, 0);
    World *world = game_open(game);
    game_ticks(game, (WorldInput){0}, 300);
    uint32_t count = 0;
    for (uint32_t i = 1; i < world->actor_count; i++)
        count += world->actors[i]->used && world->actors[i]->npc == SLIME;
    assert_int_equal(count, 3);
}

static void quest_is_given_once_and_completion_runs_its_script(void **state)
{
    Game *game = *state;
    const Bytes code = game_code(game, "score=score+5");
    game->quest =
        (TngQuest){.script_size = (u32)code.size, .script = (u8 *)(uintptr_t)code.data};
    game->start = "location(town,4,4,so) quest(0,errand) quest(1,errand) quest(1,errand)";
    World *world = game_open(game);
    assert_int_equal(local_context(world).player->quests[0], QUEST_DONE);
    assert_int_equal(game_value(game, "score"), 5);
}

static void cutscene_ends_after_its_time_or_by_a_key(void **state)
{
    Game *game = *state;
    Slide *slide = ARENA_ALLOC(game->arena, Slide, 1);
    *slide = (Slide){.to = 100, .colour = PIXEL(9, 9, 9, 255), .image = {0, TNG_NO_SPRITE}};
    game->cutscene = (TngCutscene){.slide_count = 1, .slides = slide};
    game->start = "location(town,4,4,so) cutscn(scene) hp=1 cutscn(scene) hp=2";
    World *world = game_open(game);
    const PlayerContext ctx = local_context(world);
    game_ticks(game, (WorldInput){0}, 20);
    assert_int_equal(ctx.player->screen.screen, SCREEN_CUTSCENE);
    assert_int_equal(game_value(game, "hp"), 0);
    game_ticks(game, (WorldInput){0}, 20);
    assert_int_equal(game_value(game, "hp"), 1);
    game_press(game, BUTTON_CANCEL);
    assert_int_equal(game_value(game, "hp"), 2);
    assert_int_equal(ctx.player->screen.screen, SCREEN_GAME);
}

static void crafting_replaces_ingredients_by_the_product(void **state)
{
    Game *game = *state;
    Recipe *recipe = ARENA_ALLOC(game->arena, Recipe, 1);
    *recipe = (Recipe){.quantity = 1, .product = SWORD};
    for (size_t i = 0; i < 16; i++)
        recipe->ingredients[i].object = TNG_NO_SPRITE;
    recipe->ingredients[3] = (Ingredient){2, COIN};
    game->crafting = (TngCrafting){
        .portrait = {3, TNG_NO_SPRITE}, .any_order = 1, .recipe_count = 1, .recipes = recipe};
    game->start = "location(town,4,4,so) give(coin,3) craft(forge)";
    World *world = game_open(game);
    const PlayerContext ctx = local_context(world);
    game_ticks(game, (WorldInput){0}, 2);
    assert_int_equal(ctx.player->screen.screen, SCREEN_CRAFT);
    game_press(game, BUTTON_CONFIRM);
    assert_int_equal(world_count(ctx, SWORD), 1);
    assert_int_equal(world_count(ctx, COIN), 1);
    game_press(game, BUTTON_CONFIRM); /* there is not enough */
    assert_int_equal(world_count(ctx, SWORD), 1);
    game_press(game, BUTTON_CANCEL);
    assert_int_equal(ctx.player->screen.screen, SCREEN_GAME);
}

static void trade_moves_goods_and_money(void **state)
{
    Game *game = *state;
    game_object(game, SWORD, 0, NULL);
    game->objects[SWORD].price = 5;
    game->objects[SWORD].unit = COIN;
    game_npc(game, GUARD, 0, "market()");
    NpcItem *item = ARENA_ALLOC(game->arena, NpcItem, 1);
    *item = (NpcItem){100, 2, 0, {1, SWORD}};
    game->npcs[GUARD].item_count = 1;
    game->npcs[GUARD].items = item;
    game_put(game, TOWN, LAYER_NPCS, 4, 5, GUARD);
    game->start = "location(town,4,4,so) give(coin,7)";
    World *world = game_open(game);
    const PlayerContext ctx = local_context(world);
    game_press(game, BUTTON_CONFIRM);
    assert_int_equal(ctx.player->screen.screen, SCREEN_MARKET);
    game_press(game, BUTTON_CONFIRM);
    assert_int_equal(world_count(ctx, SWORD), 1);
    assert_int_equal(world_count(ctx, COIN), 2);
    game_ticks(game, (WorldInput){.option = 1}, 1); /* too dear now */
    assert_int_equal(world_count(ctx, SWORD), 1);
    game_ticks(game, (WorldInput){.option = 2}, 1); /* sell it back */
    assert_int_equal(world_count(ctx, SWORD), 0);
    assert_int_equal(world_count(ctx, COIN), 7);
}

static void projectile_needs_time_and_ammunition(void **state)
{
    Game *game = *state;
    game_object(game, SWORD, 0, NULL);
    game->objects[SWORD].action = 1;
    game->objects[SWORD].equip_mask = 1;
    game->objects[SWORD].projectile = (SpriteRef){1, COIN};
    game->objects[SWORD].projectile_time = 50;
    game->objects[SWORD].ammunition = (SpriteRef){1, COIN};
    game_npc(game, GUARD, 4, "@hp=@hp+1");
    game_put(game, TOWN, LAYER_NPCS, 4, 5, GUARD);
    game->start = "location(town,4,4,so) give(sword,1) give(coin,1)";
    World *world = game_open(game);
    game_ticks(game, (WorldInput){.item = 1}, 2); /* into the hand */
    game_ticks(game, (WorldInput){.item = 1}, 5);
    assert_int_equal(world->shot_count, 1);
    assert_int_equal(world_count(local_context(world), COIN), 0);
    assert_int_equal(game_value(game, "hp"), 0);
    game_ticks(game, (WorldInput){0}, 15);
    assert_int_equal(game_value(game, "hp"), 1);
    game_ticks(game, (WorldInput){.item = 1}, 30); /* nothing left to throw */
    assert_int_equal(world->shot_count, 0);
    assert_int_equal(game_value(game, "hp"), 1);
}

static void bought_item_is_restocked(void **state)
{
    Game *game = *state;
    NpcItem *item = ARENA_ALLOC(game->arena, NpcItem, 1);
    *item = (NpcItem){100, 2, 1, {1, SWORD}};
    game->npcs[GUARD].item_count = 1;
    game->npcs[GUARD].items = item;
    game_put(game, TOWN, LAYER_NPCS, 4, 9, GUARD);
    World *world = game_open(game);
    int32_t *quantity = &world->actors[1]->values[world->content->attributes->attribute_count];
    assert_int_equal(*quantity, 2);
    *quantity = 0;
    game_ticks(game, (WorldInput){0}, 1795);
    assert_int_equal(*quantity, 0);
    game_ticks(game, (WorldInput){0}, 10);
    assert_int_equal(*quantity, 2);
}

static void click_finds_a_path_around_walls_and_talks(void **state)
{
    Game *game = *state;
    for (unsigned y = 0; y < 15; y++)
        game_put(game, TOWN, LAYER_OBJECTS, 8, y, WALL);
    game_npc(game, GUARD, 0, "hp=1 @hp=3");
    game_put(game, TOWN, LAYER_NPCS, 12, 4, GUARD);
    game_open(game);
    game_ticks(game, (WorldInput){.go = 1, .target_x = 12 * 16 + 8, .target_y = 4 * 16 + 8},
               400);
    assert_int_equal(game_value(game, "hp"), 3);
    assert_true(game_player(game).x > 9);
}

static void play_a_while(Game *game, uint64_t *hashes, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const WorldInput input = {.direction = (uint32_t)(i / 17 % 9),
                                  .buttons = i % 41 == 3 ? BUTTON_CONFIRM : 0};
        world_tick(game->world, &input);
        hashes[i] = world_hash(game->world);
    }
}

static Game *busy_game(void)
{
    Game *game = game_new(kit_new());
    game_npc(game, GUARD, 0, "dialog(first,0) a=rnd(100) hp=a");
    game->npcs[GUARD].movement = 1;
    game_npc(game, SLIME, 0, NULL);
    game->npcs[SLIME].movement = 1;
    game_put(game, TOWN, LAYER_NPCS, 6, 6, GUARD);
    game_put(game, TOWN, LAYER_NPCS, 9, 3, SLIME);
    game->timer = "score=score+rnd(1000)";
    game_open(game);
    return game;
}

static void same_input_has_the_same_hash_in_every_tick(void **state)
{
    (void)state;
    enum { TICKS = 600 };
    uint64_t *hashes = calloc(2 * TICKS, sizeof *hashes);
    for (size_t i = 0; i < 2; i++) {
        Game *game = busy_game();
        play_a_while(game, hashes + i * TICKS, TICKS);
        kit_free(game->kit);
    }
    assert_memory_equal(hashes, hashes + TICKS, TICKS * sizeof *hashes);
    for (size_t i = 1; i < TICKS; i++)
        assert_true(hashes[i] != hashes[i - 1]); /* the tick itself is in it */
    free(hashes);
}

static void a_game_without_maps_is_rejected(void **state)
{
    Game *game = *state;
    TngFile read;
    assert_true(tng_read(game_bytes(game), &read, game->arena, &game->kit->report));
    for (size_t i = 0; i < read.section_count; i++)
        if (read.sections[i].type == SECTION_MAPS)
            read.sections[i].count = 0;
    assert_null(world_new(&read, &(WorldOptions){0}, game->arena, &game->kit->report));
    assert_true(kit_has_message(game->kit, "no map"));
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(start_script_positions_the_player),
        TEST(default_location_is_the_centre_of_the_first_map),
        TEST(four_cells_are_walked_in_a_second),
        TEST(walking_speed_does_not_depend_on_the_frame_rate),
        TEST(player_stops_at_walls_and_slides_past_corners),
        TEST(player_slips_into_a_gap_nearby),
        TEST(the_edge_of_a_map_without_neighbour_is_a_wall),
        TEST(walking_off_the_edge_continues_on_the_neighbour),
        TEST(touching_a_door_leads_to_another_map),
        TEST(a_coin_is_picked_up_by_acting_in_front_of_it),
        TEST(options_are_numbered_downwards_and_unavailable_ones_hidden),
        TEST(last_option_is_0_and_sets_provided_attributes),
        TEST(talking_to_an_npc_turns_it_and_stops_the_player),
        TEST(npc_blocks_the_player),
        TEST(endless_loop_does_not_block_or_starve_others),
        TEST(delay_suspends_only_its_handler),
        TEST(onchange_that_changes_itself_ends),
        TEST(recursive_calculated_attribute_is_bounded),
        TEST(event_runs_another_object_and_returns_a),
        TEST(objects_can_be_added_matched_replaced_and_deleted),
        TEST(map_arguments_may_count_as_one),
        TEST(npc_follows_orders_and_waitnpc_waits),
        TEST(spawner_respects_its_maximum),
        TEST(quest_is_given_once_and_completion_runs_its_script),
        TEST(cutscene_ends_after_its_time_or_by_a_key),
        TEST(crafting_replaces_ingredients_by_the_product),
        TEST(trade_moves_goods_and_money),
        TEST(projectile_needs_time_and_ammunition),
        TEST(bought_item_is_restocked),
        TEST(click_finds_a_path_around_walls_and_talks),
        TEST(same_input_has_the_same_hash_in_every_tick),
        TEST(a_game_without_maps_is_rejected),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
