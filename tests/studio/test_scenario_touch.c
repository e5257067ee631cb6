/* Steps of scenario tests that walk up to something: from every cell, on every grid, in a time
 * that a player needs, and refused in such a time. */
#include "lib/game_kit.h"

#include "studio/scenario/scenario.h"

static const unsigned grid_types[] = {GRID_ORTHO, GRID_ISO, GRID_HEXV, GRID_HEXH};

enum { MIDDLE = 8 };

static Game *game_on(unsigned grid)
{
    Game *game = game_new(kit_new());
    game->type = grid;
    game->tile_w = 64, game->tile_h = grid == GRID_ORTHO ? 64 : 32;
    game->objects[WALL].inventory.index = TNG_NO_SPRITE;
    return game;
}

static ScenarioResults play(Game *game, Text text)
{
    ScenarioResults results;
    const ScriptNames names = {game_index, NULL, NULL, game};
    ProjectFile file = {TEXT("tests/t.test"), bytes_of_text(text)};
    const ProjectFiles files = {.items = &file, .count = 1};
    const Scenarios *scenarios =
        scenarios_read(&files, &names, game->arena, &game->kit->report);
    if (!scenarios)
        fail_msg("%s", kit_message(game->kit, 0));
    TngFile *read = ARENA_ALLOC(game->arena, TngFile, 1);
    assert_true(tng_read(game_bytes(game), read, game->arena, &game->kit->report));
    assert_true(scenarios_run(scenarios, read, &(ScenarioOptions){0}, &results, game->arena,
                              &game->kit->report));
    return results;
}

/* One scenario with this step from each open cell, which must pass in so many seconds. */
static void assert_from_everywhere(Game *game, const char *step, uint32_t seconds)
{
    Writer text = writer_to(game->arena);
    const int32_t large = game->objects[TREE].mask_width == 3 ? 3 : -1;
    for (int32_t i = 0; i < GAME_CELLS; i++)
        if (game->maps[TOWN][LAYER_OBJECTS][i] == TNG_NO_SPRITE &&
            (abs(i % GAME_SIDE - MIDDLE - 1) > large ||
             abs(i / GAME_SIDE - MIDDLE + 1) > large))
            write_format(&text, "scenario from %d %d\n  place town %d %d\n  %s\n",
                         i % GAME_SIDE, i / GAME_SIDE, i % GAME_SIDE, i / GAME_SIDE, step);
    const ScenarioResults results = play(game, writer_text(&text));
    for (size_t i = 0; i < results.count; i++) {
        const ScenarioResult *result = &results.items[i];
        if (!result->passed || result->centiseconds > 100 * seconds)
            fail_msg("grid %u, %.*s: %.*s (%u.%02u s)", game->type, (int)result->name.size,
                     result->name.at, (int)result->problem.size, result->problem.at,
                     result->centiseconds / 100, result->centiseconds % 100);
    }
}

static void touch_reaches_what_stands_free_from_every_cell(void **state)
{
    /* blocking; blocking, and clicks have a handler, too; a plate to walk over */
    static const uint8_t masks[] = {9, 9, 8};
    (void)state;
    for (size_t g = 0; g < COUNT_OF(grid_types); g++)
        for (size_t i = 0; i < COUNT_OF(masks); i++) {
            Game *game = game_on(grid_types[g]);
            game_object(game, TREE, TNG_EVENT_TOUCH, "@hp=@hp+1");
            game_mask(game, TREE, masks[i]);
            if (i == 1) {
                TngEvent *events = ARENA_ALLOC(game->arena, TngEvent, 2);
                events[0] = *game->objects[TREE].events;
                events[1] = *game_event(game, TNG_EVENT_CLICK, 0, "@hp=100");
                game->objects[TREE].events = events;
                game->objects[TREE].event_count = 2;
            }
            game_put(game, TOWN, LAYER_OBJECTS, MIDDLE, MIDDLE, TREE);
            assert_from_everywhere(game, "touch tree\n  expect hp = 1", 8);
            kit_free(game->kit);
        }
}

/* A large one, and one in a niche that is open in the north only. */
static void touch_reaches_large_and_hidden_objects_from_every_cell(void **state)
{
    (void)state;
    for (size_t g = 0; g < COUNT_OF(grid_types); g++)
        for (size_t niche = 0; niche < 2; niche++) {
            Game *game = game_on(grid_types[g]);
            game_object(game, TREE, TNG_EVENT_TOUCH, "@hp=@hp+1");
            game_mask(game, TREE, 9);
            if (niche) {
                static const int8_t walls[][2] = {{-1, 0}, {1, 0}, {-1, 1}, {0, 1}, {1, 1}};
                for (size_t i = 0; i < COUNT_OF(walls); i++)
                    game_put(game, TOWN, LAYER_OBJECTS, (unsigned)(MIDDLE + walls[i][0]),
                             (unsigned)(MIDDLE + walls[i][1]), WALL);
            } else {
                game->objects[TREE].mask_width = game->objects[TREE].mask_height = 3;
                game->objects[TREE].mask = ARENA_ALLOC(game->arena, u8, 9);
                memset(game->objects[TREE].mask, 9, 9);
            }
            game_put(game, TOWN, LAYER_OBJECTS, MIDDLE, MIDDLE, TREE);
            assert_from_everywhere(game, "touch tree\n  expect hp = 1", 12);
            kit_free(game->kit);
        }
}

static void touch_and_talk_reach_npcs_from_every_cell(void **state)
{
    (void)state;
    for (size_t g = 0; g < COUNT_OF(grid_types); g++)
        for (unsigned event = TNG_EVENT_CLICK; event <= TNG_EVENT_TOUCH; event++) {
            Game *game = game_on(grid_types[g]);
            game_npc(game, SLIME, event, "@hp=@hp+1");
            game_put(game, TOWN, LAYER_NPCS, MIDDLE, MIDDLE, SLIME);
            assert_from_everywhere(game,
                                   event == TNG_EVENT_CLICK ? "talk slime" : "touch slime", 12);
            kit_free(game->kit);
        }
}

/* What is behind walls, or an NPC whose `r` lines this player does not meet. */
static void impossible_steps_are_refused_soon(void **state)
{
    static const char *const steps[] = {"touch tree", "talk tree",   "go 8 8",
                                        "talk slime", "touch slime", "attack slime 1"};
    enum { SECONDS_MAX = 12 };
    (void)state;
    for (size_t g = 0; g < COUNT_OF(grid_types); g++)
        for (size_t i = 0; i < COUNT_OF(steps); i++) {
            Game *game = game_on(grid_types[g]);
            TngEvent *events = ARENA_ALLOC(game->arena, TngEvent, 3);
            events[0] = *game_event(game, TNG_EVENT_CLICK, 0, "@hp=1");
            events[1] = *game_event(game, TNG_EVENT_TOUCH, 0, "@hp=1");
            events[2] = *game_event(game, TNG_EVENT_ACTION1, 0, "@hp=1");
            game_object(game, TREE, TNG_EVENT_CLICK, "");
            game->objects[TREE].events = game->npcs[SLIME].events = events;
            game->objects[TREE].event_count = game->npcs[SLIME].event_count = 3;
            game->actions[0] = "@level=1";
            AttributeRule *rule = ARENA_ALLOC(game->arena, AttributeRule, 1);
            *rule = (AttributeRule){0, game_string(game, "level"), 50};
            game->npcs[SLIME].attributes = rule;
            game->npcs[SLIME].attribute_count = 1;
            for (unsigned y = MIDDLE - 2; y <= MIDDLE + 2; y++)
                for (unsigned x = MIDDLE - 2; x <= MIDDLE + 2; x++)
                    if (x == MIDDLE - 2 || x == MIDDLE + 2 || y == MIDDLE - 2 ||
                        y == MIDDLE + 2)
                        game_put(game, TOWN, LAYER_OBJECTS, x, y, WALL);
            game_put(game, TOWN, LAYER_OBJECTS, MIDDLE, MIDDLE, TREE);
            game_put(game, TOWN, LAYER_NPCS, 2, 13, SLIME);
            const ScenarioResults results =
                play(game, arena_format(game->arena,
                                        "scenario refused\n  place town 4 4\n  cannot %s\n  "
                                        "expect hp = 0\n",
                                        steps[i]));
            if (!results.items[0].passed || results.items[0].centiseconds > 100 * SECONDS_MAX)
                fail_msg("grid %u, %s: %.*s (%u s)", game->type, steps[i],
                         (int)results.items[0].problem.size, results.items[0].problem.at,
                         results.items[0].centiseconds / 100);
            kit_free(game->kit);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(touch_reaches_what_stands_free_from_every_cell),
        cmocka_unit_test(touch_reaches_large_and_hidden_objects_from_every_cell),
        cmocka_unit_test(touch_and_talk_reach_npcs_from_every_cell),
        cmocka_unit_test(impossible_steps_are_refused_soon),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
