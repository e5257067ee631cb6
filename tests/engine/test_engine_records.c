/* What the members of the records of a game do in the world: attributes, default actions,
 * options, NPCs, spawners, objects, tiles, maps. Each test has values that differ from the
 * usual ones. */
#include "lib/people_kit.h"

#include "engine/rules/rules.h"

static const Effect *heard(const Game *game, EffectKind kind)
{
    size_t count;
    const Effect *effects = world_effects(local_context(game->world), &count);
    for (size_t i = count; i-- > 0;)
        if (effects[i].kind == kind)
            return &effects[i];
    return NULL;
}

static void set_script(Game *game, TngAttribute *attribute, const char *source)
{
    const Bytes code = game_code(game, source);
    attribute->handler_size = (u24)code.size;
    attribute->script = (u8 *)(uintptr_t)code.data;
}

/* ---- attributes and default actions ---- */

static void variables_have_defaults_and_handlers_and_others_have_not(void **state)
{
    Game *game = *state;
    game->attributes[0].value = 5;                           /* hp, a variable */
    set_script(game, &game->attributes[0], "score=score+1"); /* on change */
    game->attributes[3].value = 7;                           /* score, global */
    game->start = "location(town,4,4,so)";
    const PlayerContext ctx = local_context(game_open(game));
    game_ticks(game, (WorldInput){0}, 2);
    assert_int_equal(game_value(game, "hp"), 5);
    assert_int_equal(game_value(game, "score"), 7);
    assert_int_equal(game_value(game, "level"), 0);
    attribute_set(ctx, ENTITY_PLAYER, game_string(game, "hp"), 6);
    attribute_set(ctx, ENTITY_PLAYER, game_string(game, "level"), 4);
    attribute_set(ctx, ENTITY_PLAYER, game_string(game, "total"), 3); /* is calculated */
    game_ticks(game, (WorldInput){0}, 2);
    assert_int_equal(game_value(game, "hp"), 6);
    assert_int_equal(game_value(game, "level"), 4);
    assert_int_equal(context_actor(ctx)->values[2], 0);
    assert_int_equal(game_value(game, "score"), 8);
    attribute_set(ctx, ENTITY_PLAYER, game_string(game, "hp"), 6); /* no change */
    game_ticks(game, (WorldInput){0}, 2);
    assert_int_equal(game_value(game, "score"), 8);
}

/* The guard is three cells away; the range of all actions is the level. */
static void default_actions_have_their_script_and_range(void **state)
{
    (void)state;
    for (int32_t level = 1; level <= 4; level++) {
        Game *game = game_new(((Game *)*state)->kit);
        game->actions[0] = "score=score+1 @hp=@hp+1";
        game->actions[1] = "score=score+10 @hp=@hp+10";
        game->action_range = game_string(game, "level");
        game_put(game, TOWN, LAYER_NPCS, 4, 7, GUARD);
        const PlayerContext ctx = local_context(game_open(game));
        context_actor(ctx)->values[1] = level;
        for (uint32_t action = 1; action <= 2; action++)
            game_ticks(game, (WorldInput){.action = action}, 30);
        assert_int_equal(game_value(game, "score"), 11);
        assert_int_equal(world_attribute(ctx, 2, game_string(game, "hp")), level < 3 ? 0 : 11);
    }
}

/* ---- character options ---- */

static void chosen_options_give_items_and_have_palettes(void **state)
{
    Game *game = *state;
    StartItem items[2] = {{3, {1, COIN}}, {1, {1, SWORD}}};
    CharacterOption options[2] = {
        {.name = game_text(game, "Herder"), .description = TNG_NO_TEXT},
        {.name = game_text(game, "Poet"),
         .description = TNG_NO_TEXT,
         .item_count = 2,
         .items = items}};
    game_object(game, COIN, 0, NULL);
    game_object(game, SWORD, 0, NULL);
    game->group_count = 1;
    game->groups[0] = (TngOptions){.name = game_text(game, "Kin"),
                                   .palettes = {2, WOMAN},
                                   .option_count = 2,
                                   .options = options};
    game->has_menu = true;
    World *world = game_open(game);
    const PlayerContext ctx = local_context(world);
    game_ticks(game, (WorldInput){0}, 1);
    game_press(game, BUTTON_CONFIRM);
    assert_int_equal(ctx.player->screen.screen, SCREEN_CREATE);
    /* A palette for each row of the sprite's first picture. */
    const TngAnimation *colours = sprite_direction(content_sprite(world->content, 2, WOMAN), 0);
    assert_int_not_equal(colours->w, colours->h);
    assert_int_equal(world_palettes(world, 0), colours->h);
    assert_int_equal(world_count(ctx, COIN), 0);
    game_ticks(game, (WorldInput){.option = 2, .adjust = 1}, 1);
    assert_int_equal(ctx.player->choices[0], 1);
    assert_int_equal(world_count(ctx, COIN), 3);
    assert_int_equal(world_count(ctx, SWORD), 1);
}

/* ---- NPCs ---- */

static unsigned turns_in(Game *game, unsigned ticks)
{
    const Actor *actor = game->world->actors[1];
    unsigned turns = 0;
    for (unsigned i = 0; i < ticks; i++) {
        const uint32_t before = actor->direction;
        game_ticks(game, (WorldInput){0}, 1);
        turns += actor->direction != before;
    }
    return turns;
}

static void npcs_stand_stroll_or_patrol_as_their_record_says(void **state)
{
    static const MapPoint points[2][2] = {{{8, 8}, {8, 12}}, {{8, 8}, {12, 8}}};
    for (unsigned movement = 0; movement < 3; movement++)
        for (unsigned path = 1; path <= 2; path++) {
            Game *game = game_new(((Game *)*state)->kit);
            patrol(game, SLIME, 1, points[0], 2);
            patrol(game, SLIME, 2, points[1], 2);
            game->npcs[SLIME].movement = (u8)movement;
            game->npcs[SLIME].path = (u8)path;
            game_put(game, TOWN, LAYER_NPCS, 8, 8, SLIME);
            World *world = game_open(game);
            bool moved = false, aside = false;
            for (unsigned i = 0; i < 600; i++) {
                game_ticks(game, (WorldInput){0}, 1);
                const Cell cell = actor_cell(world, world->actors[1]);
                moved |= cell.x != 8 || cell.y != 8;
                aside |= path == 1 ? cell.x != 8 : cell.y != 8;
            }
            assert_int_equal(moved, movement != 0);
            if (movement == 2)
                assert_false(aside);
        }
}

static void strolling_npcs_turn_as_often_as_their_record_says(void **state)
{
    unsigned turns[2];
    for (unsigned i = 0; i < 2; i++) {
        Game *game = game_new(((Game *)*state)->kit);
        game->npcs[GUARD].movement = 1;
        game->npcs[GUARD].turn_time = i ? 1000 : 50;
        game_put(game, TOWN, LAYER_NPCS, 8, 8, GUARD);
        game_open(game);
        turns[i] = turns_in(game, 1800); /* a minute */
    }
    assert_in_range(turns[0], 50, 150);
    assert_in_range(turns[1], 1, 12);
}

static void npcs_walk_with_the_speed_of_their_record(void **state)
{
    static const MapPoint points[] = {{2, 8}, {12, 8}};
    static const uint16_t speeds[] = {50, 100, 200};
    uint32_t ticks[3];
    for (size_t i = 0; i < 3; i++) {
        Game *game = game_new(((Game *)*state)->kit);
        patrol(game, SLIME, 0, points, 2);
        game->npcs[SLIME].speed = speeds[i];
        game_put(game, TOWN, LAYER_NPCS, 2, 8, SLIME);
        game_open(game);
        ticks[i] = comes_to(game, 1, 12, 8, 1000);
    }
    assert_in_range(ticks[0], 140, 170); /* ten cells, two a second */
    assert_in_range(ticks[1], 70, 85);
    assert_in_range(ticks[2], 35, 45);
}

static void npcs_have_the_attributes_that_their_record_sets(void **state)
{
    Game *game = *state;
    AttributeRule rules[] = {{0xFF, game_string(game, "hp"), 9},
                             {0xFF, game_string(game, "level"), -3},
                             {2, game_string(game, "hp"), 1}}; /* a requirement */
    game->npcs[GUARD].attributes = rules;
    game->npcs[GUARD].attribute_count = 3;
    game_put(game, TOWN, LAYER_NPCS, 8, 8, GUARD);
    game_put(game, TOWN, LAYER_NPCS, 9, 8, SLIME);
    const PlayerContext ctx = local_context(game_open(game));
    game_ticks(game, (WorldInput){0}, 1);
    assert_int_equal(world_attribute(ctx, 2, game_string(game, "hp")), 9);
    assert_int_equal(world_attribute(ctx, 2, game_string(game, "level")), -3);
    assert_int_equal(world_attribute(ctx, 3, game_string(game, "hp")), 0);
}

/* ---- spawners ---- */

/* The first kind needs a level of 5; both are equally frequent. */
static void spawner_chooses_among_the_kinds_that_the_player_allows(void **state)
{
    for (int32_t level = 4; level <= 5; level++) {
        Game *game = game_new(((Game *)*state)->kit);
        SpawnerKind kinds[2] = {
            {.requires = {game_string(game, "level"), 2, 5},
             .animation = {0, TNG_NO_SPRITE},
             .npc = {TNG_NPC_CATEGORY, GUARD}},
            {.animation = {0, TNG_NO_SPRITE}, .npc = {TNG_NPC_CATEGORY, SLIME}}};
        game->spawner = (TngSpawner){.most = 40, .period = 10, .kind_count = 2, .kinds = kinds};
        game_put(game, TOWN, LAYER_SPAWNERS, 10, 10, 0);
        game->npcs[GUARD].movement = game->npcs[SLIME].movement = 1; /* they make room */
        World *world = game_open(game);
        context_actor(local_context(world))->values[1] = level;
        game_ticks(game, (WorldInput){0}, 1500);
        unsigned count[NPC_COUNT] = {0};
        for (uint32_t i = 1; i < world->actor_count; i++)
            count[world->actors[i]->npc]++;
        assert_in_range(count[SLIME], level < 5 ? 30 : 8, 40);
        assert_in_range(count[GUARD], level < 5 ? 0 : 8, level < 5 ? 0 : 32);
    }
}

static void spawner_waits_for_its_period(void **state)
{
    Game *game = *state;
    nest(game, 4, 200, (SpawnerKind){.animation = {0, TNG_NO_SPRITE}});
    game_put(game, TOWN, LAYER_SPAWNERS, 10, 10, 0);
    World *world = game_open(game);
    while (!count_used(world))
        game_ticks(game, (WorldInput){0}, 1);
    game_ticks(game, (WorldInput){0}, 59);
    assert_int_equal(count_used(world), 1);
    game_ticks(game, (WorldInput){0}, 1);
    assert_int_equal(count_used(world), 2);
}

/* ---- dialogs ---- */

static void dialogs_and_their_answers_are_spoken(void **state)
{
    Game *game = *state;
    DialogOption options[2] = {
        {.text = game_text(game, "Yes"), .speech = game_string(game, "answer")},
        {.text = game_text(game, "No")}};
    game->dialogs[0].speech = game_string(game, "hello");
    game->dialogs[0].options = options;
    game->dialogs[0].option_count = 2;
    game_npc(game, GUARD, TNG_EVENT_CLICK, "dialog(first,0)");
    game_put(game, TOWN, LAYER_NPCS, 4, 5, GUARD);
    game_open(game);
    for (uint32_t option = 1; option <= 2; option++) {
        game_ticks(game, (WorldInput){0}, 2);
        game_ticks(game, (WorldInput){.buttons = BUTTON_CONFIRM}, 1);
        assert_int_equal(local_context(game->world).player->screen.screen, SCREEN_DIALOG);
        assert_int_equal(heard(game, EFFECT_SPEECH)->name, game_string(game, "hello"));
        game_ticks(game, (WorldInput){.option = option}, 1);
        const Effect *spoken = heard(game, EFFECT_SPEECH);
        assert_int_equal(spoken ? spoken->name : 0, options[option - 1].speech);
    }
}

/* ---- choosers, the menu ---- */

static uint32_t options_shown(Game *game, const char *script)
{
    game->start = script;
    game_open(game);
    game_ticks(game, (WorldInput){0}, 3);
    return local_context(game->world).player->screen.option_count;
}

/* Both conditions, on attributes or on local variables, with any relation. */
static void options_of_a_chooser_have_two_conditions(void **state)
{
    static const struct {
        const char *script;
        uint32_t shown;
    } cases[] = {{"location(town,4,4,so) chooser(choice)", 1},
                 {"location(town,4,4,so) hp=4 chooser(choice)", 1},
                 {"location(town,4,4,so) score=2 chooser(choice)", 1},
                 {"location(town,4,4,so) hp=4 score=2 chooser(choice)", 2},
                 {"location(town,4,4,so) hp=3 score=2 chooser(choice)", 1},
                 {"location(town,4,4,so) b=7 chooser(choice)", 2},
                 {"location(town,4,4,so) c=7 chooser(choice)", 1}};
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        Game *game = game_new(((Game *)*state)->kit);
        ChooserOption options[3] = {
            {.requires = {{3 << 5, game_string(game, "hp"), 3}, /* hp > 3 */
                          {0, game_string(game, "score"), 2}}}, /* score = 2 */
            {.requires = {{3, 0, 7}, {0}}},                     /* b = 7 */
            {.position = 1}};
        game->chooser = (TngChooser){.option_count = 3, .options = options};
        assert_int_equal(options_shown(game, cases[i].script), cases[i].shown);
    }
}

static void options_of_a_chooser_set_values_and_may_keep_it_open(void **state)
{
    Game *game = *state;
    ChooserOption options[2] = {
        {.position = 0x80, .provides = {0, game_string(game, "score"), 5}},
        {.position = 0, .provides = {4, 0, 8}}}; /* c */
    game->chooser = (TngChooser){.option_count = 2, .options = options};
    const char *script = "location(town,4,4,so) chooser(choice) hp=c";
    assert_int_equal(options_shown(game, script), 2);
    const PlayerContext ctx = local_context(game->world);
    game_ticks(game, (WorldInput){.option = 1}, 2);
    assert_int_equal(ctx.player->screen.screen, SCREEN_CHOOSER);
    assert_int_equal(game_value(game, "score"), 5);
    game_ticks(game, (WorldInput){.option = 2}, 3);
    assert_int_equal(ctx.player->screen.screen, SCREEN_GAME);
    assert_int_equal(game_value(game, "hp"), 8);
}

static void menu_and_credits_have_their_music_and_movie(void **state)
{
    Game *game = *state;
    MenuLook look = {.background = {0, TNG_NO_SPRITE},
                     .title = {0, TNG_NO_SPRITE},
                     .music = game_string(game, "song"),
                     .movie = game_string(game, "film")};
    game->has_menu = true;
    game->menu_look = &look;
    World *world = game_open(game);
    const PlayerContext ctx = local_context(world);
    TngCredits credits = {.music = game_string(game, "thanks")};
    CreditsGroup group = {.category = 'g'};
    credits.groups = &group;
    credits.groups_count = 1;
    world->content->credits = &credits;
    assert_non_null(heard(game, EFFECT_MUSIC));
    assert_non_null(heard(game, EFFECT_MOVIE_LOOP));
    assert_int_equal(heard(game, EFFECT_MUSIC)->name, look.music);
    assert_int_equal(heard(game, EFFECT_MOVIE_LOOP)->name, look.movie);
    game_ticks(game, (WorldInput){0}, 1);
    for (uint32_t i = 0; i < ctx.player->screen.option_count; i++)
        if (ctx.player->screen.options[i] == CHOICE_CREDITS)
            game_ticks(game, (WorldInput){.option = i + 1}, 1);
    assert_int_equal(ctx.player->screen.screen, SCREEN_CREDITS);
    assert_int_equal(heard(game, EFFECT_MUSIC)->name, credits.music);
}

/* ---- objects ---- */

/* Three cells wide and two high, at 8, 8: its lower row begins in its own cell. */
static void mask_of_an_object_has_a_value_for_each_cell(void **state)
{
    static const u8 mask[] = {1, 0, 1, 0, 1, 0};
    Game *game = *state;
    game_object(game, TREE, 0, NULL);
    game->objects[TREE].mask_width = 3;
    game->objects[TREE].mask_height = 2;
    game->objects[TREE].mask = (u8 *)(uintptr_t)mask;
    game_put(game, TOWN, LAYER_OBJECTS, 8, 8, TREE);
    World *world = game_open(game);
    for (int32_t y = 6; y <= 9; y++)
        for (int32_t x = 7; x <= 11; x++) {
            const bool inside = x >= 8 && x <= 10 && (y == 7 || y == 8);
            const bool closed = inside && mask[(y - 7) * 3 + x - 8];
            assert_int_equal(map_open(world, world->maps[TOWN], (Cell){x, y}, 0), !closed);
        }
}

static void using_an_object_runs_its_own_default_action(void **state)
{
    Game *game = *state;
    game->actions[0] = "score=score+1";
    game->actions[1] = "score=score+10";
    game->actions[2] = "score=score+100";
    game_object(game, COIN, 0, NULL);
    game->objects[COIN].action = 3;
    game->objects[COIN].sound = game_string(game, "bell");
    game->has_audio = true;
    const PlayerContext ctx = local_context(game_open(game));
    inventory_give(ctx, COIN, 1);
    assert_int_equal(heard(game, EFFECT_SOUND)->name, game_string(game, "bell"));
    game_ticks(game, (WorldInput){.item = 1}, 30);
    assert_int_equal(game_value(game, "score"), 100);
}

static void projectile_has_its_own_sprite(void **state)
{
    Game *game = *state;
    game_object(game, SWORD, 0, NULL);
    game->objects[SWORD].action = 1;
    game->objects[SWORD].equip_mask = 1;
    game->objects[SWORD].projectile = (SpriteRef){2, WOMAN};
    game->objects[SWORD].projectile_time = 100;
    game->start = "location(town,4,4,so) give(sword,1)";
    World *world = game_open(game);
    game_ticks(game, (WorldInput){.item = 1}, 2); /* into the hand */
    game_ticks(game, (WorldInput){.item = 1}, 2);
    assert_int_equal(world->shot_count, 1);
    assert_int_equal(world->shots[0].sprite, 2u << 16 | WOMAN);
}

/* In the bag, too: there an object is put on, not used. */
static void object_is_put_on_only_with_its_required_attributes(void **state)
{
    Game *game = *state;
    AttributeRule rule = {2, game_string(game, "level"), 5};
    game_object(game, SWORD, 0, NULL);
    game->objects[SWORD].equip_mask = 1;
    game->objects[SWORD].required = &rule;
    game->objects[SWORD].required_count = 1;
    game->start = "location(town,4,4,so) give(sword,1)";
    const PlayerContext ctx = local_context(game_open(game));
    for (int32_t level = 4; level <= 5; level++) {
        context_actor(ctx)->values[1] = level;
        game_press(game, BUTTON_INVENTORY);
        game_ticks(game, (WorldInput){.option = 1}, 1);
        assert_int_equal(ctx.player->equipped[0], level < 5 ? TNG_NO_SPRITE : SWORD);
        game_press(game, BUTTON_INVENTORY);
    }
}

/* ---- tiles and maps ---- */

/* Half as fast, then three times as fast as usual, for each way of moving. */
static void tiles_have_a_speed_for_each_way_of_moving(void **state)
{
    static const uint16_t speeds[] = {50, 100, 200, 300};
    Game *game = *state;
    TileSpeed records[4] = {{0}};
    for (size_t i = 0; i < 4; i++)
        records[i].speed = speeds[i];
    game->tiles[0] = (TngTile){.sprite = GRASS, .transport_count = 4, .speeds = records};
    game->tile_count = 1;
    const PlayerContext ctx = local_context(game_open(game));
    for (uint32_t transport = 0; transport < 4; transport++) {
        world_place_player(ctx, TOWN, (Cell){1, 1}, EAST);
        context_actor(ctx)->transport = transport;
        const int32_t from = context_actor(ctx)->at.x;
        game_walk(game, EAST, 30);
        const int32_t walked = (context_actor(ctx)->at.x - from) * 100 / speeds[transport];
        assert_in_range(walked, 4 * GAME_TILE * SUB - 200, 4 * GAME_TILE * SUB);
    }
}

static void map_begins_its_music_when_it_is_entered(void **state)
{
    Game *game = *state;
    game->map_records[TOWN].neighbours[1] = game_string(game, "cave");
    game->map_records[CAVE].music = game_string(game, "song");
    game->has_audio = true;
    game->start = "location(town,14,4,ea)";
    const PlayerContext ctx = local_context(game_open(game));
    const Effect *music = NULL;
    for (uint32_t i = 0; i < 60 && !music; i++) {
        assert_int_equal(context_actor(ctx)->map, TOWN);
        game_ticks(game, (WorldInput){.direction = 1 + EAST}, 1);
        music = heard(game, EFFECT_MUSIC);
    }
    assert_int_equal(context_actor(ctx)->map, CAVE);
    assert_int_equal(music->name, game_string(game, "song"));
}

static void day_has_the_minutes_of_the_map(void **state)
{
    static const uint16_t minutes[] = {1, 2, 10};
    for (size_t i = 0; i < COUNT_OF(minutes); i++) {
        Game *game = game_new(((Game *)*state)->kit);
        game->map_records[TOWN].day_length = minutes[i];
        World *world = game_open(game);
        const PlayerContext ctx = local_context(world);
        const uint32_t day = minutes[i] * 60u * 30u;
        while (world->tick < day / 4)
            game_ticks(game, (WorldInput){0}, 1);
        assert_in_range(world_daytime(ctx), 65536 / 4 - 40, 65536 / 4 + 40);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(variables_have_defaults_and_handlers_and_others_have_not),
        TEST(default_actions_have_their_script_and_range),
        TEST(chosen_options_give_items_and_have_palettes),
        TEST(npcs_stand_stroll_or_patrol_as_their_record_says),
        TEST(strolling_npcs_turn_as_often_as_their_record_says),
        TEST(npcs_walk_with_the_speed_of_their_record),
        TEST(npcs_have_the_attributes_that_their_record_sets),
        TEST(spawner_chooses_among_the_kinds_that_the_player_allows),
        TEST(spawner_waits_for_its_period),
        TEST(dialogs_and_their_answers_are_spoken),
        TEST(options_of_a_chooser_have_two_conditions),
        TEST(options_of_a_chooser_set_values_and_may_keep_it_open),
        TEST(menu_and_credits_have_their_music_and_movie),
        TEST(mask_of_an_object_has_a_value_for_each_cell),
        TEST(using_an_object_runs_its_own_default_action),
        TEST(projectile_has_its_own_sprite),
        TEST(object_is_put_on_only_with_its_required_attributes),
        TEST(tiles_have_a_speed_for_each_way_of_moving),
        TEST(map_begins_its_music_when_it_is_entered),
        TEST(day_has_the_minutes_of_the_map),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
