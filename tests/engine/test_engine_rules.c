/* Rules with numbers: relations, timers, masks, slots, limits of items, leaps. */
#include "lib/people_kit.h"

#include "engine/rules/rules.h"

static void again(void **state)
{
    people_tear_down(state);
    people_set_up(state);
}

static void relations_compare(void **state)
{
    static const char *const holds[] = {"=", "<>", ">=", ">", "<=", "<"};
    (void)state;
    for (unsigned i = 0; i < COUNT_OF(holds); i++) {
        assert_int_equal(relation_is_met(i, 3, 3), strchr(holds[i], '=') != NULL);
        assert_int_equal(relation_is_met(i, -4, 3), strchr(holds[i], '<') != NULL);
        assert_int_equal(relation_is_met(i, 4, -3), strchr(holds[i], '>') != NULL);
    }
    assert_true(relation_is_met(6, 1, 2) && relation_is_met(255, 1, 2));
}

/* Code 0 is a tenth of a second; then 1, 10, 20, 30 s, 1, 2, 5, 10, 15, 20, 30, 60 min. */
static void timers_have_their_intervals(void **state)
{
    static const uint32_t seconds[] = {1, 10, 20, 30, 60, 120, 300, 600, 900, 1200, 1800, 3600};
    for (unsigned code = 0; code < 14; code++) {
        Game *game = *state;
        game_npc(game, GUARD, TNG_EVENT_TIMER, "score=score+1");
        game->npcs[GUARD].events[0].parameter = code;
        game_put(game, TOWN, LAYER_NPCS, 12, 12, GUARD);
        game->start = "location(town,4,4,so)";
        World *world = game_open(game);
        const uint32_t interval = code == 0 ? 3 : code < 13 ? seconds[code - 1] * 30 : 0;
        const uint32_t ticks = interval ? interval : 200;
        while (world->tick % (ticks > 3600 ? 3600 : ticks))
            game_ticks(game, (WorldInput){0}, 1);
        const int32_t before = game_value(game, "score");
        if (ticks <= 3600) {
            game_ticks(game, (WorldInput){0}, ticks * 2);
            assert_int_equal(game_value(game, "score") - before, interval ? 2 : 0);
        } else { /* just before, and then */
            world->tick = ticks - 2;
            game_ticks(game, (WorldInput){0}, 1);
            assert_int_equal(game_value(game, "score"), before);
            game_ticks(game, (WorldInput){0}, 1);
            assert_int_equal(game_value(game, "score"), before + 1);
        }
        again(state);
    }
}

/* Which ways of moving may enter a cell: walk, swim, fly, drive; how they look there, and
 * whether they are drawn above (+) or below (-). */
static void masks_decide_who_may_enter(void **state)
{
    static const char *const masks[] = {"w.s.f.r.", "",       "s.f.",     "f.",
                                        "c.f.",     "j.f.j.", "w+s-f+r+", "w-s-f+r-"};
    static const char gaits[] = {[ROW_WALK] = 'w', [ROW_CLIMB] = 'c', [ROW_JUMP] = 'j',
                                 [ROW_RUN] = 'r',  [ROW_SWIM] = 's',  [ROW_FLY] = 'f'};
    for (unsigned mask = 0; mask < 8; mask++) {
        Game *game = *state;
        char seen[16] = {0};
        size_t size = 0;
        game_object(game, ROOF, 0, NULL);
        game_mask(game, ROOF, (uint8_t)mask);
        game_put(game, TOWN, LAYER_OBJECTS, 9, 9, ROOF);
        World *world = game_open(game);
        for (uint32_t transport = 0; transport < 4; transport++) {
            const Passage passage =
                map_passage(world, world->maps[TOWN], (Cell){9, 9}, transport);
            if (!passage.open)
                continue;
            seen[size++] = gaits[passage.gait];
            seen[size++] = passage.lift > 0 ? '+' : passage.lift < 0 ? '-' : '.';
        }
        assert_string_equal(seen, masks[mask]);
        assert_int_equal(map_blocks(world, world->maps[TOWN], (Cell){9, 9}), mask == 1);
        again(state);
    }
}

static void ditches_of_three_cells_are_leapt_over(void **state)
{
    for (unsigned width = 1; width < 6; width++) {
        Game *game = *state;
        game_object(game, WATER, 0, NULL);
        game_mask(game, WATER, 5);
        for (unsigned x = 0; x < width; x++)
            for (unsigned y = 0; y < GAME_SIDE; y++)
                game_put(game, TOWN, LAYER_OBJECTS, 6 + x, y, WATER);
        game_open(game);
        game_walk(game, EAST, 100);
        if (width <= 3)
            assert_true(game_player(game).x >= (int32_t)(6 + width));
        else
            assert_int_equal(game_player(game).x, 5);
        again(state);
    }
}

static void belts_have_the_places_of_the_display(void **state)
{
    static const struct {
        uint8_t count, gap;
        uint32_t places;
    } cases[] = {{5, 0, 5},   {5, 1, 4},   {0, 1, 0}, {32, 0, 32},
                 {33, 0, 32}, {33, 9, 32}, {1, 1, 0}};
    assert_int_equal(belt_slots(game_open(*state)), 9);
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        again(state);
        Game *game = *state;
        game->has_hud = true;
        game->hud = (TngHud){.item_count = cases[i].count, .hand_gap = cases[i].gap};
        assert_int_equal(belt_slots(game_open(game)), cases[i].places);
    }
}

/* Each object is in one place; a second one swaps with it. */
static void belt_keeps_objects_once(void **state)
{
    Game *game = *state;
    const PlayerContext ctx = local_context(game_open(game));
    uint16_t *belt = ctx.player->belt;
    inventory_give(ctx, COIN, 1);
    inventory_give(ctx, SWORD, 1);
    inventory_give(ctx, COIN, 1);
    assert_int_equal(belt[0], COIN);
    assert_int_equal(belt[1], SWORD);
    assert_int_equal(belt[2], TNG_NO_SPRITE);
    belt_put(ctx, 8, COIN);
    assert_int_equal(belt[8], COIN);
    assert_int_equal(belt[0], TNG_NO_SPRITE);
    belt_put(ctx, 8, SWORD);
    assert_int_equal(belt[8], SWORD);
    assert_int_equal(belt[1], COIN);
    belt_put(ctx, 9, COIN); /* there is no such place */
    assert_int_equal(belt[1], COIN);
    inventory_take(ctx, COIN, 2);
    assert_int_equal(belt[1], TNG_NO_SPRITE);
    assert_int_equal(belt[8], SWORD);
}

static void items_have_limits(void **state)
{
    const PlayerContext ctx = local_context(game_open(*state));
    inventory_give(ctx, COIN, INT32_MAX);
    assert_int_equal(world_count(ctx, COIN), 1000000000);
    inventory_give(ctx, COIN, -999999999);
    assert_int_equal(world_count(ctx, COIN), 1);
    inventory_give(ctx, COIN, INT32_MIN);
    inventory_give(ctx, COIN, 0);
    assert_int_equal(world_count(ctx, COIN), 1);
    assert_true(inventory_take(ctx, COIN, 0));
    assert_true(inventory_take(ctx, COIN, -3));
    assert_false(inventory_take(ctx, SWORD, 1));
    for (uint32_t i = 100; ctx.player->item_count < ITEMS_MAX; i++) {
        assert_true(inventory_has_room(ctx.player, i));
        inventory_give(ctx, i, 1);
    }
    assert_false(inventory_has_room(ctx.player, SWORD));
    assert_true(inventory_has_room(ctx.player, COIN));
    inventory_give(ctx, SWORD, 1);
    assert_int_equal(world_count(ctx, SWORD), 0);
    assert_false(inventory_take(ctx, COIN, 2)); /* takes the one there is */
    assert_int_equal(world_count(ctx, COIN), 0);
    assert_int_equal(ctx.player->item_count, ITEMS_MAX - 1);
    assert_int_equal(ctx.player->items[0].sprite, 100);
    assert_int_equal(ctx.player->items[ITEMS_MAX - 1].sprite, 0);
}

static void objects_take_the_first_free_slot(void **state)
{
    static const uint8_t objects[] = {SWORD, TREE, COIN};
    Game *game = *state;
    for (size_t i = 0; i < COUNT_OF(objects); i++) {
        game_object(game, objects[i], 0, NULL);
        game->objects[objects[i]].equip_mask = 6; /* the slots 1 and 2 */
    }
    game_object(game, DOOR, 0, NULL);
    game_object(game, ROOF, 0, NULL);
    game->objects[ROOF].equip_mask = UINT32_MAX; /* a skill */
    const PlayerContext ctx = local_context(game_open(game));
    const uint16_t *worn = ctx.player->equipped;
    assert_true(inventory_equip(ctx, SWORD));
    assert_true(inventory_equip(ctx, TREE));
    assert_int_equal(worn[0], TNG_NO_SPRITE);
    assert_int_equal(worn[1], SWORD);
    assert_int_equal(worn[2], TREE);
    assert_true(inventory_equip(ctx, COIN)); /* instead of the first */
    assert_int_equal(worn[1], COIN);
    assert_int_equal(worn[2], TREE);
    assert_true(inventory_equip(ctx, TREE)); /* off */
    assert_int_equal(worn[2], TNG_NO_SPRITE);
    assert_false(inventory_equip(ctx, DOOR));
    assert_false(inventory_equip(ctx, ROOF));
    assert_false(inventory_equip(ctx, WATER)); /* no object */
}

/* Regions of a map that a wall divides; a hole joins them again. */
static void clicks_beyond_a_wall_find_no_way(void **state)
{
    for (unsigned hole = 0; hole < 2; hole++) {
        Game *game = *state;
        for (unsigned y = 0; y < GAME_SIDE; y++)
            if (!hole || y != 15)
                game_put(game, TOWN, LAYER_OBJECTS, 8, y, WALL);
        const PlayerContext ctx = local_context(game_open(game));
        assert_int_equal(walk_path(ctx, (Cell){4, 4}, (Cell){12, 4}), hole);
        assert_int_equal(ctx.player->path_count, hole ? 24 : 0);
        assert_true(walk_path(ctx, (Cell){4, 4}, (Cell){7, 4}));
        assert_int_equal(ctx.player->path_count, 3);
        assert_true(walk_path(ctx, (Cell){4, 4}, (Cell){8, 4})); /* to the wall itself */
        assert_int_equal(walk_path(ctx, (Cell){4, 4}, (Cell){9, 4}), hole);
        again(state);
    }
}

/* Sum, and percent of the value without it. */
static void items_modify_attributes(void **state)
{
    static const struct {
        int32_t base, sum, percent, result;
    } cases[] = {{10, 5, 50, 20},
                 {10, -15, 0, -5},
                 {-10, 0, 50, -15},
                 {3, 0, 50, 4},
                 {INT32_MAX, 1, 0, INT32_MAX},
                 {INT32_MIN, -1, 0, INT32_MIN},
                 {1, INT32_MAX, 100, INT32_MAX}};
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        Game *game = *state;
        const uint32_t total = game_string(game, "total"), level = game_string(game, "level");
        game_object(game, SWORD, 0, NULL);
        TngObject *object = &game->objects[SWORD];
        object->modifier_count = 4;
        object->modifiers = ARENA_ALLOC(game->arena, ObjectModifier, 4);
        object->modifiers[0] = (ObjectModifier){0, level, cases[i].sum};
        object->modifiers[1] = (ObjectModifier){3, level, cases[i].percent};
        object->modifiers[2] = (ObjectModifier){0, total, 77};
        object->modifiers[3] = (ObjectModifier){1, game_string(game, "hp"), 77};
        object->equip_mask = 1;
        game->start = "location(town,4,4,so)";
        const PlayerContext ctx = local_context(game_open(game));
        context_actor(ctx)->values[1] = cases[i].base;
        assert_int_equal(game_value(game, "level"), cases[i].base);
        inventory_give(ctx, SWORD, 1);
        if (cases[i].percent)
            inventory_equip(ctx, SWORD);
        assert_int_equal(game_value(game, "level"), cases[i].result);
        /* A variable; the modifier counts while the sword is worn. */
        assert_int_equal(game_value(game, "hp"), cases[i].percent ? 77 : 0);
        again(state);
    }
}

/* Into the nearest free cell, at most five away. */
static void things_are_put_around(void **state)
{
    Game *game = *state;
    World *world = game_open(game);
    unsigned count = 0;
    while (thing_put(world, (Location){TOWN, {8, 8}}, COIN, 1))
        count++;
    assert_int_equal(count, 11 * 11);
    for (unsigned i = 0; i < GAME_CELLS; i++) {
        const unsigned x = i % GAME_SIDE, y = i / GAME_SIDE;
        const bool near = x >= 3 && x <= 13 && y >= 3 && y <= 13;
        assert_int_equal(object_at(game, TOWN, x, y), near ? COIN : TNG_NO_SPRITE);
    }
    for (count = 0; thing_put(world, (Location){CAVE, {0, 0}}, COIN, 2); count++)
        ;
    assert_int_equal(count, 6 * 6);
    assert_int_equal(world->loot_count, 36);
}

static void actions_are_those_of_the_game(void **state)
{
    for (uint32_t action = 1; action < 12; action++) {
        Game *game = *state;
        World *world = game_open(game);
        game_ticks(game, (WorldInput){.action = action}, 1);
        const Actor *player = context_actor(local_context(world));
        assert_int_equal(player->action, action <= 9 ? ROW_ACTION + action - 1 : 0);
        assert_int_equal(player->action_until, action <= 9 ? world->tick + 12 : 0);
        again(state);
    }
}

static void open_forge(Game *game)
{
    Recipe *recipes = ARENA_ALLOC(game->arena, Recipe, 3);
    for (size_t i = 0; i < 3; i++) {
        recipes[i] = (Recipe){.quantity = (u16)(i * 3), .product = SWORD};
        for (size_t k = 0; k < CRAFT_FIELDS; k++)
            recipes[i].ingredients[k] = (Ingredient){0, TNG_NO_SPRITE};
        recipes[i].ingredients[15] = (Ingredient){(u16)(2 + i), COIN};
    }
    recipes[1].ingredients[2] = (Ingredient){0, TREE}; /* must be there */
    recipes[2].product = TNG_NO_SPRITE;
    game->crafting = (TngCrafting){.title = TNG_NO_TEXT, .recipe_count = 3, .recipes = recipes};
    game->start = "location(town,4,4,so) give(coin,6) craft(forge)";
}

static void recipes_take_their_ingredients(void **state)
{
    Game *game = *state;
    open_forge(game);
    const PlayerContext ctx = local_context(game_open(game));
    game_ticks(game, (WorldInput){0}, 2);
    assert_int_equal(ctx.player->screen.screen, SCREEN_CRAFT);
    assert_true(world_can_craft(ctx, &game->crafting.recipes[0]));
    assert_false(world_can_craft(ctx, &game->crafting.recipes[1])); /* no tree */
    assert_false(world_can_craft(ctx, &game->crafting.recipes[2])); /* no product */
    assert_true(craft_choose(ctx, 0));
    assert_int_equal(world_count(ctx, COIN), 4);
    assert_int_equal(world_count(ctx, SWORD), 1);
    assert_false(craft_choose(ctx, 1));
    inventory_give(ctx, TREE, 1);
    assert_true(craft_choose(ctx, 1));
    assert_int_equal(world_count(ctx, COIN), 1);
    assert_int_equal(world_count(ctx, TREE), 1);
    assert_int_equal(world_count(ctx, SWORD), 4);
    assert_false(craft_choose(ctx, 0)); /* a coin is missing */
    assert_false(craft_choose(ctx, 3));
    assert_false(craft_choose(ctx, OPTION_SELL | 3)); /* the bag has three items */
    assert_int_equal(world_option_object(ctx, 1), SWORD);
    assert_int_equal(world_option_object(ctx, 3), TNG_NO_SPRITE);
    assert_int_equal(world_option_object(ctx, OPTION_SELL | 1), SWORD);
    assert_int_equal(world_option_object(ctx, OPTION_SELL | 3), TNG_NO_SPRITE);
}

static void fields_are_filled_one_by_one(void **state)
{
    Game *game = *state;
    open_forge(game);
    const PlayerContext ctx = local_context(game_open(game));
    const Ingredient *fields = ctx.player->fields;
    assert_true(craft_choose(ctx, OPTION_FIELD | 15));
    assert_int_equal(ctx.player->field, 15);
    assert_null(world_recipe(ctx));
    assert_false(craft_choose(ctx, OPTION_DONE));
    for (unsigned i = 1; i <= 3; i++) {
        assert_true(craft_choose(ctx, OPTION_SELL | 0));
        assert_int_equal(fields[15].quantity, i);
        assert_int_equal(world_recipe(ctx) == NULL, i != 2);
    }
    assert_true(craft_choose(ctx, OPTION_FIELD | 1));
    for (unsigned i = 0; i < 3; i++)
        assert_true(craft_choose(ctx, OPTION_SELL | 0));
    assert_false(craft_choose(ctx, OPTION_SELL | 0));      /* all six are laid */
    assert_false(craft_choose(ctx, OPTION_SELL | 1));      /* no such item */
    assert_false(craft_adjust(ctx, OPTION_FIELD | 2, -1)); /* nothing is there */
    assert_true(craft_choose(ctx, OPTION_FIELD | 1));
    assert_false(craft_adjust(ctx, OPTION_FIELD | 1, 1));
    assert_false(craft_adjust(ctx, 1, -1));
    for (unsigned left = 3; left-- > 0;) {
        assert_true(craft_adjust(ctx, OPTION_FIELD | 1, -1));
        assert_int_equal(fields[1].quantity, left);
    }
    assert_int_equal(fields[1].object, TNG_NO_SPRITE);
    assert_false(craft_adjust(ctx, OPTION_FIELD | 1, -1));
    assert_true(craft_adjust(ctx, OPTION_FIELD | 15, -1));
    assert_true(craft_choose(ctx, OPTION_DONE));
    assert_int_equal(world_count(ctx, COIN), 4);
    assert_int_equal(world_count(ctx, SWORD), 1);
    assert_int_equal(fields[15].object, TNG_NO_SPRITE);
    assert_int_equal(ctx.player->field, 0);
    assert_true(text_is(world_craft_word(OPTION_FIELD | 2, game->arena), "field 3"));
    assert_true(text_is(world_craft_word(OPTION_DONE, game->arena), "make"));
    assert_int_equal(world_craft_word(OPTION_SELL | OPTION_FIELD, game->arena).size, 0);
    assert_int_equal(world_craft_word(2, game->arena).size, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(relations_compare),
        TEST(timers_have_their_intervals),
        TEST(masks_decide_who_may_enter),
        TEST(ditches_of_three_cells_are_leapt_over),
        TEST(belts_have_the_places_of_the_display),
        TEST(belt_keeps_objects_once),
        TEST(items_have_limits),
        TEST(objects_take_the_first_free_slot),
        TEST(clicks_beyond_a_wall_find_no_way),
        TEST(items_modify_attributes),
        TEST(things_are_put_around),
        TEST(actions_are_those_of_the_game),
        TEST(recipes_take_their_ingredients),
        TEST(fields_are_filled_one_by_one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
