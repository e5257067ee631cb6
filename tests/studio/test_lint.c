/* Warnings of `check` that need a world. */
#include "lib/game_kit.h"

#include "studio/lint/lint_positions.h"
#include "base/text.h"

static void blocked_positions_are_reported(void **state)
{
    (void)state;
    Game *game = game_new(kit_new());
    Kit *kit = game->kit;
    game_object(game, WALL, 0, NULL);
    game_mask(game, WALL, 1);
    game_object(game, WATER, 0, NULL);
    game_mask(game, WATER, 2);
    game_put(game, TOWN, LAYER_OBJECTS, 9, 9, WALL);
    game_put(game, CAVE, LAYER_OBJECTS, 3, 3, WATER);
    World *world = game_open(game);
    assert_false(world_cell_is_open(world, TOWN, (Cell){9, 9}));
    assert_true(world_cell_is_open(world, TOWN, (Cell){3, 3}));
    assert_true(world_cell_is_open(world, CAVE, (Cell){9, 9}));
    assert_true(world_cell_is_open(world, CAVE, (Cell){3, 3})); /* one can swim there */
    assert_true(world_cell_is_open(world, 99, (Cell){9, 9}));
    const Text text = TEXT("location(town,8,8,so)\n"
                           "location(town,9,9,so)\n"
                           "location(cave,9,9,so)\n"
                           "npc(town,9,9,guard)\n"
                           "location(town,9,9,a)\n");
    const ScriptNames names = {game_index, NULL, NULL, game};
    const ScriptSource source = script_source(text);
    ProjectScript script = {
        .ref = {SECTION_STARTUP, 0, 0}, .file = TEXT("game/startup.cfg"), .text = text};
    script.to = text.size;
    assert_true(script_compile(&source, &names, &(ScriptOptions){.positions = true},
                               &script.code, kit->arena, &kit->report));
    const ProjectScripts scripts = {&script, 1};
    kit_clear(kit);
    lint_positions(world->content->game, &scripts, kit->arena, &kit->report);
    assert_int_equal(kit->report.warnings, 2);
    assert_true(kit_has_message(
        kit, "game/startup.cfg:2: warning: nobody can leave cell 9,9: it is blocked"));
    assert_true(kit_has_message(kit, "game/startup.cfg:5: warning: nobody can leave cell 9,9"));
    kit_free(kit);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(blocked_positions_are_reported)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
