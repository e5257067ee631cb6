/* Modifiers of objects: attributes of the player with what is carried and worn. */
#include "lib/people_kit.h"

#include "engine/rules/rules.h"
#include "engine/save/save.h"

enum { WORN = 1, PERCENT = 2 };

/* The sword goes into slot 0; its modifier changes one attribute. */
static void add_modifier(Game *game, unsigned type, const char *attribute, int32_t value)
{
    game_object(game, SWORD, 0, NULL);
    game->objects[SWORD].equip_mask = 1;
    game->objects[SWORD].modifier_count = 1;
    game->objects[SWORD].modifiers = ARENA_ALLOC(game->arena, ObjectModifier, 1);
    game->objects[SWORD].modifiers[0] =
        (ObjectModifier){(u8)type, game_string(game, attribute), value};
}

static void wear_or_remove(Game *game) { inventory_equip(local_context(game->world), SWORD); }

static int32_t stored(Game *game, unsigned ordinal)
{
    return context_actor(local_context(game->world))->values[ordinal];
}

static void set(Game *game, const char *name, int32_t value)
{
    const PlayerContext ctx = local_context(game->world);
    attribute_set(ctx, context_entity(ctx), game_string(game, name), value);
}

static void worn_object_modifies_a_variable(void **state)
{
    Game *game = *state;
    add_modifier(game, WORN, "hp", 7);
    game->start = "location(town,4,4,so) give(sword,1) hp=20";
    game_open(game);
    assert_int_equal(game_value(game, "hp"), 20);
    wear_or_remove(game);
    assert_int_equal(game_value(game, "hp"), 27);
    assert_int_equal(stored(game, 0), 20);
    wear_or_remove(game);
    assert_int_equal(game_value(game, "hp"), 20);
}

static void carried_object_modifies_a_variable(void **state)
{
    Game *game = *state;
    add_modifier(game, 0, "hp", 7);
    game->start = "location(town,4,4,so) hp=20 give(sword,2) score=hp take(sword,2)";
    game_open(game);
    assert_int_equal(game_value(game, "score"), 27); /* once for both swords */
    assert_int_equal(game_value(game, "hp"), 20);
}

static void scripts_read_with_modifiers_and_write_the_base_value(void **state)
{
    Game *game = *state;
    add_modifier(game, 0, "hp", 7);
    game->start = "location(town,4,4,so) hp=20 give(sword,1)"
                  " while(a<5) { a=a+1 hp=hp+1 } score=hp";
    game_open(game);
    assert_int_equal(game_value(game, "score"), 32);
    assert_int_equal(stored(game, 0), 25);
    set(game, "hp", 20);
    assert_int_equal(game_value(game, "hp"), 20);
    assert_int_equal(stored(game, 0), 13);
}

static void primary_attribute_does_not_accumulate_modifiers(void **state)
{
    Game *game = *state;
    add_modifier(game, 0, "level", 3);
    game->start = "location(town,4,4,so) give(sword,1) level=5 level=level+1 level=level+1";
    game_open(game);
    assert_int_equal(game_value(game, "level"), 7);
    assert_int_equal(stored(game, 1), 4);
}

/* Not every value can be reached with a percentage, but each step makes progress and
 * setting the same value changes nothing. */
static void percentages_count_up_and_down(void **state)
{
    static const int32_t percents[] = {50, 1, 333, -50, -95, -1, 900};
    for (size_t i = 0; i < COUNT_OF(percents); i++) {
        Game *game = *state;
        add_modifier(game, PERCENT, "hp", percents[i]);
        game->start = "location(town,4,4,so) hp=40 give(sword,1)";
        game_open(game);
        const int32_t factor = 100 + percents[i];
        assert_int_equal(game_value(game, "hp"), 40 + 40 * percents[i] / 100);
        for (int32_t step = 1; step >= -1; step -= 2)
            for (int k = 0; k < 50; k++) {
                const int32_t before = game_value(game, "hp"), kept = stored(game, 0);
                set(game, "hp", before);
                assert_int_equal(stored(game, 0), kept);
                set(game, "hp", before + step);
                const int32_t moved = (game_value(game, "hp") - before) * step;
                assert_in_range(moved, 1, 1 + factor / 100);
            }
        people_tear_down(state);
        people_set_up(state);
    }
}

/* The percentages have no inverse: what is written is stored. */
static void percentage_of_minus_hundred_stores_what_is_written(void **state)
{
    Game *game = *state;
    add_modifier(game, PERCENT, "hp", -100);
    game->start = "location(town,4,4,so) give(sword,1) hp=9";
    game_open(game);
    assert_int_equal(game_value(game, "hp"), 0);
    assert_int_equal(stored(game, 0), 9);
}

/* The player's own speed of 100 percent is stored; a horse of 300 percent triples it. */
static void speed_as_a_variable_is_modified(void **state)
{
    int32_t way[2];
    for (unsigned horse = 0; horse < 2; horse++) {
        Game *game = *state;
        add_modifier(game, WORN, "hp", 200);
        game->speed = game_string(game, "hp");
        game->attributes[0].value = 100;
        game->start = "location(town,1,4,so) give(sword,1)";
        game_open(game);
        if (horse)
            wear_or_remove(game);
        game_walk(game, EAST, 22);
        way[horse] = game_player(game).x - 1;
        people_tear_down(state);
        people_set_up(state);
    }
    assert_in_range(way[0], 2, 4);
    assert_in_range(way[1], way[0] * 2, way[0] * 4);
}

/* Pixels that a patrolling NPC goes in a second, whose file has a speed of 80 percent. */
static int32_t npc_way(void **state, int32_t speed)
{
    const MapPoint points[] = {{2, 5}, {14, 5}};
    Game *game = *state;
    game->speed = game_string(game, "hp");
    game_npc(game, GUARD, 0, NULL);
    patrol(game, GUARD, 1, points, COUNT_OF(points));
    game->npcs[GUARD].speed = 80;
    game->npcs[GUARD].attribute_count = 1;
    game->npcs[GUARD].attributes = ARENA_ALLOC(game->arena, AttributeRule, 1);
    game->npcs[GUARD].attributes[0] = (AttributeRule){255, game->speed, speed};
    game_put(game, TOWN, LAYER_NPCS, 2, 5, GUARD);
    game->start = "location(town,4,10,so) hp=100";
    World *world = game_open(game);
    game_ticks(game, (WorldInput){0}, 5);
    const Spot from = world->actors[1]->at;
    game_ticks(game, (WorldInput){0}, 30);
    const Spot to = world->actors[1]->at;
    people_tear_down(state);
    people_set_up(state);
    return abs(to.x - from.x) + abs(to.y - from.y);
}

static void speed_of_an_npc_is_in_percent_of_its_own(void **state)
{
    const int32_t usual = npc_way(state, 100);
    assert_true(usual > 0);
    assert_in_range(npc_way(state, 200), usual * 19 / 10, usual * 21 / 10);
    assert_in_range(npc_way(state, 50), usual * 4 / 10, usual * 6 / 10);
    assert_int_equal(npc_way(state, 0), usual); /* not set */
}

/* The bar over enemies makes hp the hit points. */
static void hit_points_count_with_modifiers(void **state)
{
    Game *game = *state;
    static HudBar bar;
    bar = (HudBar){.direction = 3, .value = game_string(game, "hp")};
    game->hud.bars = &bar;
    game->hud.bar_count = 1;
    game->has_hud = true;
    add_modifier(game, WORN, "hp", 7);
    game->start = "location(town,4,4,so) hp=5 give(sword,1)";
    World *world = game_open(game);
    const PlayerContext ctx = local_context(world);
    wear_or_remove(game);
    game_ticks(game, (WorldInput){0}, 3);
    set(game, "hp", 4); /* stored: -3 */
    game_ticks(game, (WorldInput){0}, 10);
    assert_int_equal(context_actor(ctx)->dying, 0);
    assert_int_equal(game_value(game, "hp"), 4);
    wear_or_remove(game);
    game_ticks(game, (WorldInput){0}, 3);
    assert_true(context_actor(ctx)->dying > 0);
}

/* ---- required attributes ---- */

static void require_level(Game *game, unsigned sprite, int32_t level)
{
    game->objects[sprite].required_count = 1;
    game->objects[sprite].required = ARENA_ALLOC(game->arena, AttributeRule, 1);
    game->objects[sprite].required[0] = (AttributeRule){2, game_string(game, "level"), level};
}

static void open_with_error_sound(Game *game)
{
    static uint32_t sounds[3];
    sounds[2] = game_string(game, "bell");
    game->has_audio = game->has_elements = true;
    game->elements.sound_count = 3;
    game->elements.sounds = sounds;
    game_open(game);
}

static unsigned sounds_in_tick(Game *game)
{
    size_t count;
    unsigned sounds = 0;
    const Effect *effects = world_effects(local_context(game->world), &count);
    for (size_t i = 0; i < count; i++)
        sounds +=
            effects[i].kind == EFFECT_SOUND && effects[i].name == game_string(game, "bell");
    return sounds;
}

/* ---- an object's own attributes ---- */

/* Two wells with three buckets each: a click takes one, and counts up what is left. */
static Game *game_with_wells(Game *game, const char *handler)
{
    game_object(game, DOOR, TNG_EVENT_CLICK, handler);
    game_mask(game, DOOR, 9);
    game->objects[DOOR].modifier_count = 1;
    game->objects[DOOR].modifiers = ARENA_ALLOC(game->arena, ObjectModifier, 1);
    game->objects[DOOR].modifiers[0] = (ObjectModifier){0, game_string(game, "hp"), 3};
    game_put(game, TOWN, LAYER_OBJECTS, 4, 5, DOOR);
    game_put(game, TOWN, LAYER_OBJECTS, 4, 3, DOOR);
    return game;
}

static void click_well(Game *game, Direction direction)
{
    context_actor(local_context(game->world))->direction = direction;
    game_press(game, BUTTON_CONFIRM);
}

static void an_object_keeps_the_attributes_that_its_handler_changes(void **state)
{
    Game *game = game_with_wells(*state, "hp=hp-1 score=score*10+hp @hp=7");
    World *first = game_open(game);
    game_ticks(game, (WorldInput){0}, 3);
    click_well(game, SOUTH);
    click_well(game, SOUTH);
    click_well(game, NORTH);
    assert_int_equal(game_value(game, "score"), 212);
    assert_int_equal(game_value(game, "hp"), 7); /* the player's */
    assert_int_equal(first->object_value_count, 2);
    Bytes file;
    SaveNotes notes;
    assert_true(world_save(first, NULL, &file, game->arena, &game->kit->report));
    game->world = world_load(first->content->game, file, &(WorldOptions){0}, &notes,
                             game->arena, &game->kit->report);
    assert_non_null(game->world);
    assert_int_equal(world_hash(game->world), world_hash(first));
    click_well(game, SOUTH);
    assert_int_equal(game_value(game, "score"), 2120);
    /* Another object of the kind is a new one. */
    map_put(game->world, game->world->maps[TOWN], (Cell){4, 5}, DOOR);
    click_well(game, SOUTH);
    assert_int_equal(game_value(game, "score"), 21202);
    click_well(game, NORTH);
    assert_int_equal(game_value(game, "score"), 212021);
    world_new_game(local_context(game->world));
    assert_int_equal(game->world->object_value_count, 0);
}

/* `event` runs the handler of another object, and the caller goes on with its own values. */
static void values_of_nested_handlers_are_those_of_their_objects(void **state)
{
    Game *game = game_with_wells(*state, "hp=hp-1 event(tree) score=score*100+hp");
    game_object(game, TREE, TNG_EVENT_CLICK, "score=score+hp hp=hp+5");
    game_open(game);
    game_ticks(game, (WorldInput){0}, 3);
    click_well(game, SOUTH);
    click_well(game, SOUTH);
    assert_int_equal(game_value(game, "score"), 201);
}

/* The default action of the game is the player's; the object is the other party. */
static void a_default_action_changes_the_object_that_it_strikes(void **state)
{
    Game *game = game_with_wells(*state, NULL);
    game->actions[0] = "@hp=@hp-1 score=score*10+@hp";
    game_open(game);
    game_ticks(game, (WorldInput){0}, 3);
    for (unsigned i = 0; i < 3; i++)
        player_strike(local_context(game->world), 1, (Location){TOWN, {4, 5}});
    assert_int_equal(game_value(game, "score"), 210);
}

/* ---- sounds of objects ---- */

/* Four sounds; as many as `count` are in the list of the coin. */
static const char *const object_sounds[] = {"picked", "used", "dropped", "worn"};

static Game *game_with_sounds(Game *game, u8 count)
{
    game_object(game, COIN, 0, NULL);
    TngObject *coin = &game->objects[COIN];
    coin->sound = game_string(game, "placed");
    coin->sound_count = count;
    coin->sounds = ARENA_ALLOC(game->arena, SoundIndex, 4);
    for (size_t i = 0; i < 4; i++)
        coin->sounds[i] = game_string(game, object_sounds[i]);
    game_put(game, TOWN, LAYER_OBJECTS, 4, 5, COIN);
    game_open(game);
    return game;
}

static void assert_sound(Game *game, const char *wanted)
{
    size_t count;
    const Effect *effects = world_effects(local_context(game->world), &count);
    const char *found = "";
    unsigned sounds = 0;
    for (size_t i = 0; i < count; i++)
        if (effects[i].kind == EFFECT_SOUND) {
            found = (const char *)game->strings.data + effects[i].name;
            sounds++;
        }
    assert_string_equal(found, wanted);
    assert_int_equal(sounds, *wanted != 0);
}

/* The order of the list; without a list, or with a short one, as before. */
static void objects_have_sounds_for_picking_up_using_dropping_and_wearing(void **state)
{
    for (u8 count = 0; count < 5; count++)
        for (u8 worn = 0; worn < 2; worn++) {
            Game *game = *state;
            game->start = "location(town,4,4,so)";
            game_with_sounds(game, count);
            const PlayerContext ctx = local_context(game->world);
            ((TngObject *)content_object(game->world->content, COIN, NULL))->equip_mask = worn;
            game_ticks(game, (WorldInput){0}, 1);
            while (!ctx.player->item_count)
                game_ticks(game, (WorldInput){.buttons = BUTTON_CONFIRM}, 1);
            assert_sound(game, count > 0 ? "picked" : "placed");
            game_ticks(game, (WorldInput){.item = 1}, 1);
            assert_sound(game,
                         worn ? (count > 3 ? "worn" : "placed") : (count > 1 ? "used" : ""));
            game_press(game, BUTTON_INVENTORY);
            game_ticks(game, (WorldInput){.buttons = BUTTON_DROP}, 1);
            assert_int_equal(ctx.player->item_count, 0);
            assert_sound(game, count > 2 ? "dropped" : "");
            people_tear_down(state);
            people_set_up(state);
        }
}

/* A potion with a click handler, one with a default action, and a key for `e using1`. */
static void using_an_object_needs_its_required_attributes(void **state)
{
    for (unsigned how = 0; how < 3; how++)
        for (int32_t level = 4; level <= 5; level++) {
            Game *game = *state;
            game_object(game, COIN, TNG_EVENT_CLICK, "score=score+1");
            game->actions[0] = "score=score+1";
            game->objects[COIN].action = how == 1 ? 1 : 255;
            require_level(game, COIN, 5);
            game->start = level == 5 ? "location(town,4,4,so) give(coin,1) level=5"
                                     : "location(town,4,4,so) give(coin,1) level=4";
            if (how == 2) {
                game_npc(game, GUARD, TNG_EVENT_USING1, "score=score+1");
                game->npcs[GUARD].events[0].parameter = COIN << 8 | 1;
                game_put(game, TOWN, LAYER_NPCS, 4, 5, GUARD);
            }
            open_with_error_sound(game);
            game_ticks(game, (WorldInput){0}, 1);
            game_ticks(game, (WorldInput){.item = 1}, 1);
            assert_int_equal(sounds_in_tick(game), level < 5);
            game_ticks(game, (WorldInput){0}, 40);
            assert_int_equal(game_value(game, "score"), level >= 5);
            people_tear_down(state);
            people_set_up(state);
        }
}

static void an_object_can_be_taken_off_whatever_it_requires(void **state)
{
    Game *game = *state;
    game_object(game, SWORD, 0, NULL);
    game->objects[SWORD].equip_mask = 1;
    require_level(game, SWORD, 5);
    game->start = "location(town,4,4,so) give(sword,1) level=5";
    game_open(game);
    const Player *player = local_context(game->world).player;
    game_ticks(game, (WorldInput){.item = 1}, 1);
    assert_int_equal(player->equipped[0], SWORD);
    set(game, "level", 1);
    game_ticks(game, (WorldInput){.item = 1}, 1);
    assert_int_equal(player->equipped[0], TNG_NO_SPRITE);
    game_ticks(game, (WorldInput){.item = 1}, 1);
    assert_int_equal(player->equipped[0], TNG_NO_SPRITE);
}

/* The guard speaks only with players of level 5 or more; a timer is its own business. */
static void an_npc_acts_only_with_players_who_meet_its_requirements(void **state)
{
    for (int32_t level = 4; level <= 5; level++) {
        Game *game = *state;
        game_npc(game, GUARD, 0, NULL);
        TngEvent *events = ARENA_ALLOC(game->arena, TngEvent, 3);
        events[0] = *game_event(game, TNG_EVENT_CLICK, 0, "score=score+1");
        events[1] = *game_event(game, TNG_EVENT_APPROACH, 3, "score=score+10");
        events[2] = *game_event(game, TNG_EVENT_TIMER, 1, "score=score+100");
        game->npcs[GUARD].events = events;
        game->npcs[GUARD].event_count = 3;
        game->npcs[GUARD].attribute_count = 2;
        game->npcs[GUARD].attributes = ARENA_ALLOC(game->arena, AttributeRule, 2);
        game->npcs[GUARD].attributes[0] = (AttributeRule){255, game_string(game, "hp"), 6};
        game->npcs[GUARD].attributes[1] = (AttributeRule){2, game_string(game, "level"), 5};
        game_put(game, TOWN, LAYER_NPCS, 4, 5, GUARD);
        game->start =
            level == 5 ? "location(town,4,4,so) level=5" : "location(town,4,4,so) level=4";
        game_open(game);
        game_ticks(game, (WorldInput){0}, 3);
        assert_int_equal(game_value(game, "score"), level < 5 ? 0 : 10);
        game_press(game, BUTTON_CONFIRM);
        game_ticks(game, (WorldInput){0}, 3);
        assert_int_equal(game_value(game, "score"), level < 5 ? 0 : 11);
        game_ticks(game, (WorldInput){0}, 30);
        assert_int_equal(game_value(game, "score"), level < 5 ? 100 : 111);
        set(game, "level", 5); /* as if the player came near now */
        game_ticks(game, (WorldInput){0}, 2);
        assert_int_equal(game_value(game, "score"), level < 5 ? 110 : 111);
        people_tear_down(state);
        people_set_up(state);
    }
}

/* ---- ways of moving ---- */

static uint32_t transport(Game *game)
{
    return context_actor(local_context(game->world))->transport;
}

static void carried_object_provides_a_way_of_moving(void **state)
{
    Game *game = *state;
    game_object(game, COIN, 0, NULL);
    game_object(game, SWORD, 0, NULL);
    game_object(game, TREE, 0, NULL);
    static ObjectModifier boat = {0, 0, 1}, wings = {1, 0, 2};
    game->objects[COIN].modifiers = &boat;
    game->objects[SWORD].modifiers = &wings;
    game->objects[COIN].modifier_count = game->objects[SWORD].modifier_count = 1;
    game->objects[SWORD].equip_mask = 1;
    game->start = "location(town,4,4,so)";
    const PlayerContext ctx = local_context(game_open(game));
    assert_int_equal(transport(game), 0);
    inventory_give(ctx, COIN, 2);
    assert_int_equal(transport(game), 1);
    inventory_take(ctx, COIN, 1);
    assert_int_equal(transport(game), 1);
    inventory_give(ctx, SWORD, 1); /* wings have an effect only when worn */
    assert_int_equal(transport(game), 1);
    inventory_equip(ctx, SWORD);
    assert_int_equal(transport(game), 2);
    inventory_equip(ctx, SWORD);
    assert_int_equal(transport(game), 1);
    inventory_take(ctx, COIN, 1);
    assert_int_equal(transport(game), 0);
    transport_set(ctx, 3); /* by a script: other objects do not change it */
    inventory_give(ctx, TREE, 1);
    inventory_take(ctx, TREE, 1);
    assert_int_equal(transport(game), 3);
}

/* ---- the load ---- */

/* Cells in two seconds, by keys or by a click, with pieces of weight 5 and a limit of 20. */
static int32_t way_with(void **state, int32_t pieces, int32_t limit, bool click)
{
    Game *game = *state;
    add_modifier(game, 0, "hp", 5);
    game->weight = game_string(game, "hp");
    game->attributes[0].value = limit;
    game->start = "location(town,1,4,so)";
    const PlayerContext ctx = local_context(game_open(game));
    inventory_give(ctx, SWORD, pieces);
    assert_int_equal(game_value(game, "hp"), limit); /* weights do not change the limit */
    const Spot to = grid_centre(&game->world->content->grid, (Cell){14, 4});
    const int32_t from = context_actor(ctx)->at.x;
    for (int i = 0; i < 60; i++)
        game_ticks(game,
                   click ? (WorldInput){.go = i == 0, .target_x = to.x, .target_y = to.y}
                         : (WorldInput){.direction = 1 + EAST},
                   1);
    const int32_t way = context_actor(ctx)->at.x - from;
    people_tear_down(state);
    people_set_up(state);
    return way / SUB;
}

static void load_slows_and_then_stops_the_player(void **state)
{
    for (unsigned click = 0; click < 2; click++) {
        const int32_t full = way_with(state, 0, 20, click);
        assert_in_range(full, 7 * GAME_TILE, 9 * GAME_TILE);
        assert_int_equal(way_with(state, 4, 20, click), full); /* 20: the limit */
        assert_in_range(way_with(state, 6, 20, click), full / 2 - 8, full / 2 + 8);
        assert_in_range(way_with(state, 7, 20, click), full / 4 - 8, full / 4 + 8);
        assert_int_equal(way_with(state, 8, 20, click), 0);
        assert_int_equal(way_with(state, 1000000000, 20, click), 0);
        assert_int_equal(way_with(state, 1000, 0, click), full); /* no limit */
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(worn_object_modifies_a_variable),
        TEST(carried_object_modifies_a_variable),
        TEST(scripts_read_with_modifiers_and_write_the_base_value),
        TEST(primary_attribute_does_not_accumulate_modifiers),
        TEST(percentages_count_up_and_down),
        TEST(percentage_of_minus_hundred_stores_what_is_written),
        TEST(speed_as_a_variable_is_modified),
        TEST(speed_of_an_npc_is_in_percent_of_its_own),
        TEST(hit_points_count_with_modifiers),
        TEST(a_default_action_changes_the_object_that_it_strikes),
        TEST(values_of_nested_handlers_are_those_of_their_objects),
        TEST(an_object_keeps_the_attributes_that_its_handler_changes),
        TEST(objects_have_sounds_for_picking_up_using_dropping_and_wearing),
        TEST(using_an_object_needs_its_required_attributes),
        TEST(an_object_can_be_taken_off_whatever_it_requires),
        TEST(an_npc_acts_only_with_players_who_meet_its_requirements),
        TEST(carried_object_provides_a_way_of_moving),
        TEST(load_slows_and_then_stops_the_player),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
