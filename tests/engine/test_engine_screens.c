/* What lies over the map: the menu, making a character, the bag, the pause. */
#include "lib/game_kit.h"

#include "engine/screens/screens.h"

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

static void press(Game *game, uint32_t button)
{
    game_ticks(game, (WorldInput){.buttons = button}, 1);
}

static void tick(Game *game) { game_ticks(game, (WorldInput){0}, 1); }

static uint32_t row_of(World *world, uint32_t option)
{
    const PlayerContext ctx = local_context(world);
    for (uint32_t i = 0; i < ctx.player->screen.option_count; i++)
        if (ctx.player->screen.options[i] == option)
            return i + 1;
    return 0;
}

static void choose(Game *game, uint32_t option)
{
    const uint32_t row = row_of(game->world, option);
    assert_int_not_equal(row, 0);
    game_ticks(game, (WorldInput){.option = row}, 1);
}

static void adjust(Game *game, uint32_t option, int32_t step)
{
    const uint32_t row = row_of(game->world, option);
    assert_int_not_equal(row, 0);
    game_ticks(game, (WorldInput){.option = row, .adjust = step}, 1);
}

/* Two groups: the second one's second option asks for a level of three. */
static void make_groups(Game *game)
{
    const uint32_t level = game_string(game, "level");
    game->group_count = 2;
    for (size_t i = 0; i < 2; i++) {
        CharacterOption *options = ARENA_ALLOC(game->arena, CharacterOption, 2);
        for (size_t k = 0; k < 2; k++) {
            options[k].name = game_text(game, "option");
            options[k].description = TNG_NO_TEXT;
            options[k].attribute_count = 1;
            options[k].attributes = ARENA_ALLOC(game->arena, AttributeRule, 2);
            options[k].attributes[0] = (AttributeRule){0xFF, level, (int32_t)(1 + k)};
        }
        game->groups[i] = (TngOptions){.name = game_text(game, "group"),
                                       .palettes = {0, TNG_NO_SPRITE},
                                       .option_count = 2,
                                       .options = options};
    }
    CharacterOption *choosy = &game->groups[1].options[1];
    choosy->attributes[1] = choosy->attributes[0];
    choosy->attributes[0] = (AttributeRule){2, level, 2}; /* level >= 2 */
    choosy->attribute_count = 2;
}

static World *open_menu(Game *game)
{
    game->has_menu = true;
    World *world = game_open(game);
    tick(game);
    return world;
}

/* ---- the menu ---- */

static void menu_lists_the_offers(void **state)
{
    Game *game = *state;
    World *world = open_menu(game);
    const PlayerContext ctx = local_context(world);
    assert_int_equal(ctx.player->screen.screen, SCREEN_MENU);
    assert_int_equal(ctx.player->screen.option_count, 2);
    game_ticks(
        game,
        (WorldInput){.offers = OFFER_CONTINUE | OFFER_LOAD | OFFER_OPTIONS | OFFER_LANGUAGES},
        1);
    assert_int_equal(ctx.player->screen.option_count, 6);
    assert_int_equal(ctx.player->screen.options[0], CHOICE_CONTINUE);
    game_ticks(game, (WorldInput){.offers = OFFER_OPTIONS, .option = 2}, 1);
    size_t count;
    const Effect *effects = world_effects(ctx, &count);
    bool wanted = false;
    for (size_t i = 0; i < count; i++)
        wanted |= effects[i].kind == EFFECT_OPTIONS;
    assert_true(wanted);
    assert_int_equal(ctx.player->screen.screen, SCREEN_MENU);
}

static uint32_t sound_heard(const Game *game)
{
    size_t count;
    const Effect *effects = world_effects(local_context(game->world), &count);
    for (size_t i = count; i-- > 0;)
        if (effects[i].kind == EFFECT_SOUND)
            return effects[i].name;
    return 0;
}

/* The three sounds of ui/elements.cfg. */
static void rows_have_sounds_for_selecting_pressing_and_errors(void **state)
{
    Game *game = *state;
    u32 sounds[] = {game_string(game, "selected"), game_string(game, "pressed"),
                    game_string(game, "error")};
    game->has_elements = true;
    game->elements.sounds = sounds;
    game->elements.sound_count = 3;
    game->points = 1;
    open_menu(game);
    press(game, BUTTON_DOWN);
    assert_int_equal(sound_heard(game), sounds[0]);
    choose(game, CHOICE_NEW);
    assert_int_equal(sound_heard(game), sounds[1]);
    adjust(game, OPTION_POINTS + 1, 1);
    assert_int_equal(sound_heard(game), sounds[0]);
    adjust(game, OPTION_POINTS + 1, 1); /* none is left */
    assert_int_equal(sound_heard(game), sounds[2]);
    choose(game, OPTION_POINTS + 1); /* the same by the confirm key */
    assert_int_equal(sound_heard(game), sounds[2]);
    tick(game);
    assert_int_equal(sound_heard(game), 0);
}

static void intro_plays_before_the_menu(void **state)
{
    Game *game = *state;
    game->intro = game_string(game, "scene");
    game->cutscene.slide_count = 1;
    game->cutscene.slides = ARENA_ALLOC(game->arena, Slide, 1);
    game->cutscene.slides[0] = (Slide){0, 0, 0, 200, PIXEL(9, 9, 9, 255), {4, TNG_NO_SPRITE}};
    World *world = open_menu(game);
    const PlayerContext ctx = local_context(world);
    assert_int_equal(ctx.player->screen.screen, SCREEN_CUTSCENE);
    assert_false(ctx.player->started);
    game_ticks(game, (WorldInput){0}, 60);
    assert_int_equal(ctx.player->screen.screen, SCREEN_MENU);
}

/* ---- making a character ---- */

static void new_game_without_options_starts_immediately(void **state)
{
    Game *game = *state;
    World *world = open_menu(game);
    const PlayerContext ctx = local_context(world);
    choose(game, CHOICE_NEW);
    assert_true(ctx.player->started);
    assert_int_equal(ctx.player->screen.screen, SCREEN_GAME);
}

static void attributes_of_options_add_up_and_are_required(void **state)
{
    Game *game = *state;
    make_groups(game);
    World *world = open_menu(game);
    const PlayerContext ctx = local_context(world);
    choose(game, CHOICE_NEW);
    assert_int_equal(ctx.player->screen.screen, SCREEN_CREATE);
    assert_false(ctx.player->started);
    assert_int_equal(context_actor(ctx)->values[1], 2); /* 1 + 1 */
    assert_int_equal(row_of(world, 1), 0); /* its other option needs a level of two */
    adjust(game, 0, 1);
    assert_int_equal(context_actor(ctx)->values[1], 3); /* 2 + 1 */
    adjust(game, 1, 1);
    assert_int_equal(ctx.player->choices[1], 1);
    assert_int_equal(context_actor(ctx)->values[1], 4);
    adjust(game, 0, -1); /* what is no longer possible gives way */
    assert_int_equal(ctx.player->choices[1], 0);
    assert_int_equal(context_actor(ctx)->values[1], 2);
    choose(game, OPTION_DONE);
    assert_true(ctx.player->started);
    assert_int_equal(context_actor(ctx)->values[1], 2);
}

static void points_have_a_sum_and_a_max(void **state)
{
    Game *game = *state;
    game->points = 5;
    game->points_max = 3;
    World *world = open_menu(game);
    const PlayerContext ctx = local_context(world);
    choose(game, CHOICE_NEW);
    for (int i = 0; i < 9; i++)
        adjust(game, OPTION_POINTS + 1, 1);
    assert_int_equal(context_actor(ctx)->values[1], 3);
    assert_int_equal(world_points_left(ctx), 2);
    for (int i = 0; i < 9; i++)
        adjust(game, OPTION_POINTS + 1, -1);
    assert_int_equal(context_actor(ctx)->values[1], 0);
    assert_int_equal(world_points_left(ctx), 5);
}

static void name_is_cut_at_a_character(void **state)
{
    Game *game = *state;
    game->points = 1;
    World *world = open_menu(game);
    const PlayerContext ctx = local_context(world);
    choose(game, CHOICE_NEW);
    game_ticks(game, (WorldInput){.text = "  Níamh\tÓg  "}, 1);
    assert_string_equal(ctx.player->name, "Níamh Óg");
    /* 16 letters of two bytes: one too many with the zero behind them. */
    game_ticks(game, (WorldInput){.text = "óóóóóóóóóóóóóóóó"}, 1);
    assert_int_equal(strlen(ctx.player->name), NAME_SIZE - 2);
    choose(game, OPTION_BACK);
    assert_int_equal(ctx.player->screen.screen, SCREEN_MENU);
}

/* ---- the pause ---- */

static void time_stops_during_a_pause(void **state)
{
    Game *game = *state;
    game->start = "location(town,4,4,so) delay(100) score=1 dialog(first,0)";
    World *world = game_open(game);
    const PlayerContext ctx = local_context(world);
    game_ticks(game, (WorldInput){0}, 20);
    press(game, BUTTON_PAUSE);
    const uint32_t at = world->tick;
    game_ticks(game, (WorldInput){0}, 300);
    assert_int_equal(world->tick, at);
    assert_int_equal(world->globals[3], 0);
    press(game, BUTTON_PAUSE);
    game_ticks(game, (WorldInput){0}, 20);
    assert_int_equal(ctx.player->screen.screen, SCREEN_DIALOG);
    press(game, BUTTON_PAUSE); /* over a dialog, too */
    assert_int_equal(ctx.player->screen.screen, SCREEN_PAUSE);
    choose(game, CHOICE_RESUME);
    assert_int_equal(ctx.player->screen.screen, SCREEN_DIALOG);
    assert_int_equal(world->globals[3], 1);
}

static void a_cutscene_can_be_paused_and_skipped(void **state)
{
    Game *game = *state;
    game->cutscene.slide_count = 1;
    game->cutscene.slides = ARENA_ALLOC(game->arena, Slide, 1);
    game->cutscene.slides[0] = (Slide){0, 0, 0, 500, PIXEL(9, 9, 9, 255), {4, TNG_NO_SPRITE}};
    game->start = "location(town,4,4,so) cutscn(scene) score=1";
    World *world = game_open(game);
    const PlayerContext ctx = local_context(world);
    tick(game);
    press(game, BUTTON_PAUSE);
    game_ticks(game, (WorldInput){0}, 900);
    press(game, BUTTON_CANCEL); /* leaves the pause, not the cutscene */
    assert_int_equal(ctx.player->screen.screen, SCREEN_CUTSCENE);
    press(game, BUTTON_CANCEL);
    tick(game);
    assert_int_equal(ctx.player->screen.screen, SCREEN_GAME);
    assert_int_equal(world->globals[3], 1);
}

/* ---- the bag ---- */

static void tabs_are_cyclic(void **state)
{
    Game *game = *state;
    World *world = game_open(game);
    const PlayerContext ctx = local_context(world);
    static const uint32_t order[] = {SCREEN_INVENTORY, SCREEN_STATS, SCREEN_SKILLS,
                                     SCREEN_QUESTS};
    press(game, BUTTON_INVENTORY);
    for (size_t i = 0; i < 8; i++) {
        assert_int_equal(ctx.player->screen.screen, order[i % 4]);
        press(game, BUTTON_NEXT);
    }
    press(game, BUTTON_PREVIOUS);
    assert_int_equal(ctx.player->screen.screen, SCREEN_QUESTS);
    game_ticks(game, (WorldInput){.tab = 1 + TAB_STATS}, 1);
    assert_int_equal(ctx.player->screen.screen, SCREEN_STATS);
    press(game, BUTTON_STATS);
    assert_int_equal(ctx.player->screen.screen, SCREEN_GAME);
}

static void skills_have_a_separate_tab(void **state)
{
    Game *game = *state;
    game_object(game, SWORD, TNG_EVENT_CLICK, "score=score+1");
    game->objects[SWORD].equip_mask = UINT32_MAX;
    game_object(game, COIN, 0, NULL);
    game->start = "location(town,4,4,so) give(coin,2) give(sword,3)";
    World *world = game_open(game);
    const PlayerContext ctx = local_context(world);
    press(game, BUTTON_INVENTORY);
    assert_int_equal(ctx.player->screen.option_count, 1);
    assert_int_equal(ctx.player->items[ctx.player->screen.options[0]].sprite, COIN);
    press(game, BUTTON_SKILLS);
    assert_int_equal(ctx.player->screen.option_count, 1);
    assert_int_equal(ctx.player->items[ctx.player->screen.options[0]].sprite, SWORD);
    press(game, BUTTON_CONFIRM);
    assert_int_equal(world->globals[3], 1);
    assert_int_equal(ctx.player->belt[0], COIN);
    assert_int_equal(ctx.player->belt[1], TNG_NO_SPRITE);
}

static void the_belt_is_filled_rearranged_and_used(void **state)
{
    Game *game = *state;
    game_object(game, COIN, TNG_EVENT_CLICK, "score=1");
    game_object(game, SWORD, TNG_EVENT_CLICK, "score=2");
    game->start = "location(town,4,4,so) give(coin,2) give(sword,1)";
    World *world = game_open(game);
    const PlayerContext ctx = local_context(world);
    assert_int_equal(ctx.player->belt[1], SWORD);
    game_ticks(game, (WorldInput){.belt = 2}, 1);
    assert_int_equal(world->globals[3], 2);
    press(game, BUTTON_INVENTORY);
    game_ticks(game, (WorldInput){.belt = 5}, 1); /* the coins to the fifth place */
    assert_int_equal(ctx.player->belt[0], TNG_NO_SPRITE);
    assert_int_equal(ctx.player->belt[4], COIN);
    game_ticks(game, (WorldInput){.belt = 2}, 1); /* to where the sword is: they change */
    assert_int_equal(ctx.player->belt[1], COIN);
    assert_int_equal(ctx.player->belt[4], SWORD);
    press(game, BUTTON_CANCEL);
    game_ticks(game, (WorldInput){.belt = 2}, 1);
    assert_int_equal(world->globals[3], 1);
    game_ticks(game, (WorldInput){.belt = 9}, 1); /* empty */
}

static void attributes_without_a_title_are_not_listed(void **state)
{
    Game *game = *state;
    game->attributes[2].title = game_text(game, "Strength");
    World *world = game_open(game);
    const ScreenState *screen = &local_context(world).player->screen;
    press(game, BUTTON_STATS);
    assert_int_equal(screen->screen, SCREEN_STATS);
    assert_int_equal(screen->option_count, 1);
    assert_int_equal(screen->options[0], 2);
}

static void levels_give_points_for_primary_attributes(void **state)
{
    Game *game = *state;
    game->level_points = game_string(game, "hp");
    game->points_max = 2;
    game->attributes[1].title = game_text(game, "Level");
    game->attributes[0].title = game_text(game, "Points");
    game->start = "location(town,4,4,so) hp=3";
    World *world = game_open(game);
    const PlayerContext ctx = local_context(world);
    press(game, BUTTON_STATS);
    assert_int_equal(ctx.player->screen.option_count, 2);
    choose(game, 1);
    choose(game, 1);
    choose(game, 1); /* two are the most */
    assert_int_equal(context_actor(ctx)->values[1], 2);
    assert_int_equal(context_actor(ctx)->values[0], 1);
    choose(game, 0); /* no primary one */
    assert_int_equal(context_actor(ctx)->values[0], 1);
}

/* ---- crafting by order ---- */

/* Two coins in the first field and a sword in the sixth make a door. */
static World *open_forge(Game *game)
{
    game_object(game, COIN, 0, NULL);
    game_object(game, SWORD, 0, NULL);
    game_object(game, DOOR, 0, NULL);
    Recipe *recipe = ARENA_ALLOC(game->arena, Recipe, 1);
    *recipe = (Recipe){.quantity = 1, .product = DOOR};
    for (size_t i = 0; i < CRAFT_FIELDS; i++)
        recipe->ingredients[i].object = TNG_NO_SPRITE;
    recipe->ingredients[0] = (Ingredient){2, COIN};
    recipe->ingredients[5] = (Ingredient){0, SWORD}; /* must be there, stays */
    game->crafting = (TngCrafting){.title = TNG_NO_TEXT,
                                   .message = TNG_NO_TEXT,
                                   .portrait = {3, TNG_NO_SPRITE},
                                   .recipe_count = 1,
                                   .recipes = recipe};
    game->start = "location(town,4,4,so) give(coin,3) give(sword,1) craft(forge)";
    World *world = game_open(game);
    tick(game);
    assert_int_equal(local_context(world).player->screen.screen, SCREEN_CRAFT);
    return world;
}

static void objects_in_the_right_fields_are_crafted(void **state)
{
    Game *game = *state;
    World *world = open_forge(game);
    const PlayerContext ctx = local_context(world);
    choose(game, OPTION_SELL + 0);
    choose(game, OPTION_SELL + 0);
    choose(game, OPTION_FIELD + 5);
    choose(game, OPTION_SELL + 1);
    assert_non_null(world_recipe(ctx));
    choose(game, OPTION_DONE);
    assert_int_equal(world_count(ctx, DOOR), 1);
    assert_int_equal(world_count(ctx, COIN), 1);
    assert_int_equal(world_count(ctx, SWORD), 1);
    assert_null(world_recipe(ctx));
}

static void objects_in_the_wrong_fields_are_not_crafted(void **state)
{
    Game *game = *state;
    World *world = open_forge(game);
    const PlayerContext ctx = local_context(world);
    choose(game, OPTION_FIELD + 1);
    choose(game, OPTION_SELL + 0);
    choose(game, OPTION_SELL + 0);
    choose(game, OPTION_FIELD + 5);
    choose(game, OPTION_SELL + 1);
    assert_null(world_recipe(ctx));
    choose(game, OPTION_DONE);
    assert_int_equal(world_count(ctx, DOOR), 0);
    assert_int_equal(world_count(ctx, COIN), 3);
}

static void fields_are_limited_to_inventory_quantity(void **state)
{
    Game *game = *state;
    World *world = open_forge(game);
    const PlayerContext ctx = local_context(world);
    for (int i = 0; i < 9; i++)
        choose(game, OPTION_SELL + 0);
    assert_int_equal(ctx.player->fields[0].quantity, 3);
    adjust(game, OPTION_FIELD + 0, -1);
    assert_int_equal(ctx.player->fields[0].quantity, 2);
    choose(game, OPTION_SELL + 1); /* takes the place of the coins */
    assert_int_equal(ctx.player->fields[0].object, SWORD);
    assert_int_equal(ctx.player->fields[0].quantity, 1);
    choose(game, OPTION_SELL + 1);
    assert_int_equal(ctx.player->fields[0].quantity, 1);
}

/* The ingredients of what does not fit into the bag would be lost. */
static void full_inventory_is_unchanged_by_new_items(void **state)
{
    Game *game = *state;
    World *world = open_forge(game);
    const PlayerContext ctx = local_context(world);
    for (uint32_t i = ctx.player->item_count; i < ITEMS_MAX;
         i++) /* things that are not even known */
        ctx.player->items[ctx.player->item_count++] = (Item){1000 + i, 1};
    choose(game, OPTION_SELL + 0);
    choose(game, OPTION_SELL + 0);
    choose(game, OPTION_FIELD + 5);
    choose(game, OPTION_SELL + 1);
    assert_non_null(world_recipe(ctx));
    choose(game, OPTION_DONE);
    assert_int_equal(world_count(ctx, COIN), 3);
    assert_int_equal(world_count(ctx, DOOR), 0);
}

/* ---- the chat ---- */

static void chat_lists_messages_and_items_received_and_lost(void **state)
{
    Game *game = *state;
    game_object(game, COIN, 0, NULL);
    game->timer = "give(coin,2) take(coin,1)";
    World *world = game_open(game);
    const PlayerContext ctx = local_context(world);
    game_ticks(game, (WorldInput){.text = "Anybody here?"}, 1);
    assert_int_equal(ctx.player->chat_count, 3);
    assert_string_equal(ctx.player->chat[2].text, "Anybody here?");
    game_ticks(game, (WorldInput){.text = "   "}, 1);
    assert_int_equal(ctx.player->chat_count, 3);
    game_ticks(game, (WorldInput){0}, 40);
    assert_true(ctx.player->chat_count >= 5);
    assert_int_equal(ctx.player->chat[3].kind, CHAT_GOT);
    assert_int_equal(ctx.player->chat[3].amount, 2);
    assert_int_equal(ctx.player->chat[4].kind, CHAT_LOST);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(menu_lists_the_offers),
        TEST(rows_have_sounds_for_selecting_pressing_and_errors),
        TEST(intro_plays_before_the_menu),
        TEST(new_game_without_options_starts_immediately),
        TEST(attributes_of_options_add_up_and_are_required),
        TEST(points_have_a_sum_and_a_max),
        TEST(name_is_cut_at_a_character),
        TEST(time_stops_during_a_pause),
        TEST(a_cutscene_can_be_paused_and_skipped),
        TEST(tabs_are_cyclic),
        TEST(skills_have_a_separate_tab),
        TEST(the_belt_is_filled_rearranged_and_used),
        TEST(attributes_without_a_title_are_not_listed),
        TEST(levels_give_points_for_primary_attributes),
        TEST(objects_in_the_right_fields_are_crafted),
        TEST(objects_in_the_wrong_fields_are_not_crafted),
        TEST(fields_are_limited_to_inventory_quantity),
        TEST(full_inventory_is_unchanged_by_new_items),
        TEST(chat_lists_messages_and_items_received_and_lost),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
