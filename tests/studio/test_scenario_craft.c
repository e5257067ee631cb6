/* The step `craft` of scenario tests, in both kinds of crafting dialogs. */
#include "lib/game_kit.h"

#include "studio/scenario/scenario.h"

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

/* A sword: a coin at the upper left, two trees further on, and water, which stays, at the lower
 * right. Or, with less, three trees in one field. The door has no recipe. */
static void put_recipes(Game *game, bool any_order)
{
    Recipe *recipes = ARENA_ALLOC(game->arena, Recipe, 2);
    for (size_t i = 0; i < 2; i++) {
        recipes[i] = (Recipe){.quantity = 1, .product = SWORD};
        for (size_t k = 0; k < CRAFT_FIELDS; k++)
            recipes[i].ingredients[k].object = TNG_NO_SPRITE;
    }
    recipes[0].ingredients[0] = (Ingredient){1, COIN};
    recipes[0].ingredients[5] = (Ingredient){2, TREE};
    recipes[0].ingredients[15] = (Ingredient){0, WATER};
    recipes[1].ingredients[7] = (Ingredient){3, TREE};
    game->crafting = (TngCrafting){.title = TNG_NO_TEXT,
                                   .message = TNG_NO_TEXT,
                                   .portrait = {3, TNG_NO_SPRITE},
                                   .any_order = any_order,
                                   .recipe_count = 2,
                                   .recipes = recipes};
    static const unsigned things[] = {COIN, TREE, WATER, SWORD, DOOR};
    for (size_t i = 0; i < COUNT_OF(things); i++)
        game_object(game, things[i], 0, NULL);
}

static ScenarioResult play(Game *game, const char *steps)
{
    ScenarioResults results;
    const ScriptNames names = {game_index, NULL, NULL, game};
    const Text text = arena_format(game->arena, "scenario one\n%s", steps);
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
    return results.items[0];
}

static void fields_are_filled_where_order_matters(void **state)
{
    static const char *const cases[] = {
        "give coin 2\ngive tree 4\ngive water\nrun { craft(forge) }\ncraft sword 2\n"
        "expect has sword 2\nexpect has no coin\nexpect has no tree\nexpect has water 1\n",
        "give tree 6\nrun { craft(forge) }\ncraft sword 2\nexpect has sword 2\n",
        /* wrong things are in the fields: field 1 has trees, field 8 too many */
        "give coin\ngive tree 9\ngive water\nrun { craft(forge) }\nchoose \"field 1\"\n"
        "choose 19\nchoose 19\nchoose \"field 8\"\nchoose 19\nchoose 19\nchoose 19\nchoose 19\n"
        "craft sword\nexpect has sword\nexpect has tree 7\nexpect has no coin\n",
    };
    Game *game = *state;
    put_recipes(game, false);
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        const ScenarioResult result = play(game, cases[i]);
        if (!result.passed)
            fail_msg("case %zu, line %u: %.*s", i, result.failed_line, (int)result.problem.size,
                     result.problem.at);
    }
}

static void products_are_chosen_where_order_does_not_matter(void **state)
{
    Game *game = *state;
    put_recipes(game, true);
    const ScenarioResult result =
        play(game, "give coin\ngive tree 5\ngive water\nrun { craft(forge) }\ncraft sword 2\n"
                   "expect has sword 2\nexpect has no tree\n");
    if (!result.passed)
        fail_msg("%.*s", (int)result.problem.size, result.problem.at);
}

static void impossible_products_are_refused_with_the_reason(void **state)
{
    static const struct {
        const char *steps, *problem;
    } cases[] = {
        {"give coin 9\nrun { craft(forge) }\ncraft sword", "ingredients for sword are missing"},
        {"run { craft(forge) }\ncraft door", "door cannot be made here"},
        {"craft sword", "this needs a crafting dialog, but the screen shows the map"},
    };
    for (unsigned any_order = 0; any_order < 2; any_order++) {
        Game *game = *state;
        put_recipes(game, any_order);
        for (size_t i = 0; i < COUNT_OF(cases); i++) {
            const ScenarioResult result = play(game, cases[i].steps);
            const Text found = result.problem;
            assert_false(result.passed);
            if (!text_starts(found, cases[i].problem))
                fail_msg("%.*s instead of %s", (int)found.size, found.at, cases[i].problem);
        }
    }
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(fields_are_filled_where_order_matters),
        TEST(products_are_chosen_where_order_does_not_matter),
        TEST(impossible_products_are_refused_with_the_reason),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
