/* Scenario tests for authors, played in the example game: what is read, what each step
 * and condition does and says, the report. */
#include "lib/kit.h"

#include "base/tasks.h"
#include "kit/jobs/files.h"
#include "tirnanog/project/project.h"
#include "tirnanog/sheets/script_names.h"
#include "studio/scenario/scenario.h"

#include <stdio.h>
#include <sys/wait.h>

static Kit *kit;
static TngFile game;
static Names names;
static ScriptNames script_names;
static Arena *lasting;

static int build_game(void **state)
{
    ProjectFiles files;
    TngOutput out;
    Report report = report_to(NULL, NULL);
    (void)state;
    lasting = arena_new();
    return !(project_load_files("examples/segais", &files, lasting, &report) &&
             project_build(&files, &(BuildOptions){0}, &out, lasting, &report) &&
             tng_read(tng_output_bytes(&out, lasting), &game, lasting, &report) &&
             project_game_names(&game, &names, lasting, &report));
}

static int free_game(void **state)
{
    (void)state;
    arena_free(lasting);
    return 0;
}

static int set_up(void **state)
{
    kit = *state = kit_new();
    script_names = script_names_of(&names);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    kit_free(kit);
    tasks_set_threads(0);
    return 0;
}

static const Scenarios *read_file(const char *path, const char *text)
{
    ProjectFile file = {text_of(path), bytes_of_text(text_of(text))};
    const ProjectFiles files = {.items = &file, .count = 1};
    return scenarios_read(&files, &script_names, kit->arena, &kit->report);
}

static ScenarioResults play_with(const char *text, const ScenarioOptions *options)
{
    ScenarioResults results;
    const Scenarios *scenarios = read_file("tests/t.test", text);
    if (!scenarios)
        fail_msg("%s", kit_message(kit, 0));
    assert_true(scenarios_run(scenarios, &game, options, &results, kit->arena, &kit->report));
    return results;
}

static ScenarioResults play(const char *text) { return play_with(text, &(ScenarioOptions){0}); }

/* ---- reading ---- */

static void errors_have_position_and_suggestion(void **state)
{
    static const struct {
        const char *line, *message;
        unsigned column;
    } cases[] = {
        {"tlak brid", "no step \"tlak\"; did you mean \"talk\"?", 1},
        {"talk bird", "no npc or object \"bird\"; did you mean \"brid\"?", 6},
        {"talk", "expected THING: the name of an NPC or an object: the nearest one on the map",
         5},
        {"talk brid now", "unexpected \"now\"", 11},
        {"set hp 3", "expected \"=\": set ATTRIBUTE [of NPC] = VALUE", 8},
        {"set hpp = 3", "no attribute \"hpp\"; did you mean \"hp\"?", 5},
        {"set hp of brod = 3", "no NPC \"brod\"; did you mean \"brid\"?", 11},
        {"set hp = 99999999999",
         "NUMBER is a number from -2147483648 to 2147483647, not \"99999999999\"", 10},
        {"walk nroth",
         "no DIRECTION \"nroth\": it is one of so sw we nw no ne ea se; did you mean "
         "\"north\"?",
         6},
        {"place twon 3 4", "no map \"twon\"; did you mean \"town\"?", 7},
        {"place town 3 -1", "Y is a number from 0 to 4095, not \"-1\"", 14},
        {"quest spring finished", "no CHANGE \"finished\": it is one of open done failed", 14},
        {"expect dialog brid_helo", "no dialog \"brid_helo\"; did you mean \"brid_hello\"?",
         15},
        {"expect dilog brid_hello",
         "no condition or attribute \"dilog\"; did you mean \"dialog\"?", 8},
        {"expect hp is 3", "expected RELATION: `=` `!=` `>=` `>` `<=` `<`", 11},
        {"expect text hello", "expected TEXT: a text in double quotes; `\\\"` is a quote in it",
         13},
        {"expect text \"never closed", "missing closing quote", 13},
        {"expect text \"\"", "the text is empty", 13},
        {"expect", "expected a condition", 7},
        {"wait 3", "expected a time like 2s, 1.5s, 500ms, 3min or 50 ticks", 6},
        {"wait until dialog at least 3s", "no dialog \"at\"", 19},
        {"wait until hp = 3 at most", "expected a time like 2s, 1.5s, 500ms, 3min or 50 ticks",
         26},
        {"wait until hp = 3 at last 3s", "expected \"at most TIME\"", 22},
        {"run { hp = hp + }", "expected a value, found the end", 17},
        {"run { hp = 3", "this \"{\" is not closed", 5},
        {"run { gold = 3 }", "no attribute \"gold\"; did you mean \"told\"?", 7},
        {"cannot expect hp = 3", "unexpected \"expect\"", 8},
        {"do", "expected the name of steps", 3},
        {"language english", "expected a language code of two letters", 10},
        {"\"talk\"", "no step \"talk\"", 1},
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        kit_clear(kit);
        const char *text =
            arena_format(kit->arena, "# head\nscenario one\n%s\n", cases[i].line).at;
        assert_null(read_file("tests/t.test", text));
        kit_message_is_at(kit, cases[i].line, 3, cases[i].column);
        if (!text_is(kit->messages.items[0].text, cases[i].message))
            fail_msg("%s: %s", cases[i].line, kit->messages.items[0].text.at);
        assert_true(text_is(kit->messages.items[0].subject, "tests/t.test"));
    }
}

static void parsing_continues_after_an_error(void **state)
{
    (void)state;
    assert_null(read_file("tests/t.test",
                          "scenario one\n  tlak brid\n  talk brid\n  run { x }\n"
                          "  talk bird\nscenario two\n  wiat 2s\n"));
    assert_int_equal(kit->messages.count, 4);
    assert_int_equal(kit->messages.items[3].line, 7);
}

static void blocks_are_checked(void **state)
{
    static const struct {
        const char *text, *message;
        unsigned line;
    } cases[] = {
        {"talk brid\n", "a step outside of a scenario; start one with \"scenario NAME\"", 1},
        {"scenario\n", "a scenario needs a name", 1},
        {"scenario a\n wait 1s\n seed 3\n", "\"seed\" must come before all other steps", 3},
        {"scenario a\n do sing\n", "no steps \"sing\"", 2},
        {"scenario a\n do sin\nsteps sing\n", "no steps \"sin\"; did you mean \"sing\"?", 2},
        {"steps sing\nsteps sing\n",
         "duplicate steps \"sing\", first defined at tests/t.test:1", 2},
        {"background\nbackground\n", "duplicate background", 2},
        {"background x\n", "a background has no name", 1},
        {"scenario a\n\nscenario b\n wait 1s\n", "the scenario \"a\" has no steps", 1},
        {"scenario b\n wait 1s\nscenario a\n seed 3\n", "the scenario \"a\" has no steps", 3},
        {"scenario a\n wait 1s\nscenario a\n wait 2s\n",
         "duplicate scenario \"a\", first defined at line 1", 3},
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        kit_clear(kit);
        assert_null(read_file("tests/t.test", cases[i].text));
        assert_int_equal(kit->messages.count, 1);
        assert_string_equal(kit->messages.items[0].text.at, cases[i].message);
        assert_int_equal(kit->messages.items[0].line, cases[i].line);
    }
}

static void only_test_files_are_read(void **state)
{
    (void)state;
    assert_true(scenario_path(TEXT("tests/a.test")));
    assert_false(scenario_path(TEXT("tests/a.txt")));
    assert_false(scenario_path(TEXT("tests/old/a.test")));
    assert_false(scenario_path(TEXT("maps/a.test")));
    assert_int_equal(scenarios_count(read_file("maps/a.test", "nonsense")), 0);
    assert_null(read_file("tests/a.test", "\xFF"));
    assert_true(kit_has_message(kit, "tests/a.test: no UTF-8 text: byte 0"));
}

static void line_ends_and_comments_do_not_matter(void **state)
{
    (void)state;
    const ScenarioResults results = play(
        "scenario one # the first\r\n\twait 1 tick# no\r\n  expect hp=24#\r\n"
        "scenario two\r\n  run {\r\n    hp = 3\r\n    mana = 4\r\n  }\r\n  expect hp = 3\r\n"
        "  expect mana = 5");
    assert_int_equal(results.count, 2);
    assert_string_equal(arena_text(kit->arena, results.items[0].name).at, "one");
    assert_true(results.items[0].passed);
    assert_string_equal(results.items[1].problem.at, "expected mana = 5; mana is 4");
    assert_int_equal(results.items[1].failed_line, 10);
}

/* ---- steps and conditions ---- */

typedef struct Case {
    const char *steps, *problem; /* NULL: it passes */
} Case;

static void check_cases(const Case *cases, size_t count)
{
    Writer text = writer_to(kit->arena);
    for (size_t i = 0; i < count; i++)
        write_format(&text, "scenario %zu\n%s\n", i, cases[i].steps);
    write_u8(&text, 0);
    const ScenarioResults results = play((const char *)text.data);
    assert_int_equal(results.count, count);
    for (size_t i = 0; i < count; i++) {
        const char *problem = results.items[i].passed ? NULL : results.items[i].problem.at;
        if ((!problem) != (!cases[i].problem) ||
            (problem && strcmp(problem, cases[i].problem) != 0))
            fail_msg("%s\n%s", cases[i].steps, problem ? problem : "passed");
    }
}

static void steps_can_set_up_the_world(void **state)
{
    static const Case cases[] = {
        {"place cave 33 18 north\nexpect at cave 33 18\nexpect facing north\nexpect music cave",
         NULL},
        {"place town 100 3", "the map has 64 columns and rows"},
        {"set hp = 7\nexpect hp = 7\nset stage=2\nexpect told = 50", NULL},
        {"set maxhp = 7", "maxhp is calculated"},
        {"set strength = 5\nset hp = maxhp\nexpect hp = 26", NULL},
        {"set hp of wolf = 3", "no wolf on the map town"},
        {"npc wolf town 32 38\nset hp of wolf = 3\nexpect hp of wolf = 3", NULL},
        {"npc wolf town 32 38\nset friend of wolf = mana\nexpect friend of wolf = 10", NULL},
        {"npc wolf town 32 38\nremove wolf\nexpect no npc wolf", NULL},
        {"remove wolf", "no wolf on the map town"},
        {"give herb 3\ntake herb\nexpect has herb 2\ntake herb 5\nexpect has no herb", NULL},
        {"quest spring open\nexpect quest spring open\nquest spring done\nexpect has torc\n"
         "expect quest spring done",
         NULL},
        {"quest broth failed\nexpect quest broth failed\nexpect alert 2", NULL},
        {"add chest town 33 37\nexpect object chest at 33 37\ndelete town 33 37\n"
         "expect no object chest",
         NULL},
        {"run { sound(door) give(penny,2) }\nexpect has penny 7\nexpect sound door", NULL},
    };
    (void)state;
    check_cases(cases, COUNT_OF(cases));
}

static void steps_can_control_the_player(void **state)
{
    static const Case cases[] = {
        {"talk aoife\nexpect dialog aoife_hello", NULL},
        {"talk salmon", "no salmon on the map town"},
        {"talk lamp", "lamp has no handler for click"},
        {"talk aoife\ntalk brid",
         "this needs the map, but the screen shows dialog aoife_hello"},
        {"click well\nexpect dialog well_dry", NULL},
        {"click 32 30\nexpect dialog well_dry", NULL},
        {"go 30 36\nexpect at town 30 36", NULL},
        /* somebody who walks about stands there */
        {"npc cathal town 30 36\ngo 30 36\nexpect at town 30 36\nexpect screen game", NULL},
        {"go 39 25", "no path from town 32 35 to town 39 25"},
        /* over two edges, past a wood; and back */
        {"go moor 24 30\nexpect at moor 24 30\ngo town 32 33\nexpect at town 32 33", NULL},
        {"place moor 46 46\ngive lantern\nset worm_met = 1\ngo cave 33 18\nexpect at cave 33 "
         "18\n"
         "go moor 46 46\nexpect at moor 46 46",
         NULL},
        {"place moor 46 46\ngo cave 27 50",
         "stopped at forest 12 15: the screen shows dialog mound_shut"},
        {"go moor 64 30", "the map has 64 columns and rows"},
        {"walk west 3\nexpect at 29 35\nexpect facing west\nexpect has clover", NULL},
        {"place town 4 32\nwalk west 5\nexpect map forest", NULL},
        {"hold west 2s\nexpect no at 32 35", NULL},
        {"touch clover\nexpect has clover 1", NULL},
        {"touch well", "well has no handler for touch, but for click"},
        {"npc wolf town 32 38\nattack wolf\nexpect hp of wolf = 12", NULL},
        /* She has no handlers: the default action answers, if the game has it. */
        {"attack aoife\nexpect sound swing", NULL},
        {"set mana = 5\nattack aoife 2\nexpect mana = 3", NULL},
        {"attack lamp\nexpect sound swing", NULL},
        {"attack aoife 3", "aoife has no handler for action3"},
        {"npc slime town 32 38\ndefeat slime 2\nexpect xp = 2", NULL},
        {"action 1\nexpect sound swing", NULL},
        {"give mushroom\nset hp = 1\nuse mushroom\nexpect hp = 3", NULL},
        {"use mushroom", "the player has no mushroom"},
        {"give fang\nuse fang on goban\nexpect dialog goban_fang", NULL},
        {"give fang\nuse fang on brid", "brid has no handler for using fang"},
        {"give tunic\nequip tunic\nexpect wears tunic\nunequip tunic\nexpect wears no tunic",
         NULL},
        {"give herb\nequip herb", "herb fits no slot"},
        {"give tunic\nunequip tunic", "tunic is not equipped"},
        {"set strength = 0\ngive sword\nequip sword",
         "the player does not meet the requirements of sword"},
        {"press inventory\nexpect screen inventory\npress inventory\nexpect screen game", NULL},
        {"wait 2s\nwait 500ms\nwait 10 ticks", NULL},
        {"cannot talk lamp", NULL},
        {"cannot go 39 25", NULL},
        {"place moor 46 46\ncannot go cave 27 50", NULL},
        {"cannot wait 1s", "the step succeeded, but should have been refused"},
    };
    (void)state;
    check_cases(cases, COUNT_OF(cases));
}

/* Otherwise a test would pass by mistake. */
static void only_refusals_of_the_game_are_reported_as_refusals(void **state)
{
    static const Case cases[] = {
        {"cannot talk salmon",
         "the step failed, but the game did not refuse it: no salmon on the map town"},
        {"cannot hold south 100000s", "the step failed, but the game did not refuse it: the "
                                      "step has not ended after 600 seconds of play"},
        {"cannot go 500 500",
         "the step failed, but the game did not refuse it: the map has 64 columns and rows"},
        {"cannot use mushroom",
         "the step failed, but the game did not refuse it: the player has no mushroom"},
        {"give tunic\ncannot unequip tunic",
         "the step failed, but the game did not refuse it: tunic is not equipped"},
        {"cannot set maxhp = 3",
         "the step failed, but the game did not refuse it: maxhp is calculated"},
        {"cannot choose \"nothing is open\"",
         "the step failed, but the game did not refuse it: no row contains this text: the "
         "screen shows the map without options"},
        {"cannot choose 1",
         "the step failed, but the game did not refuse it: no such row: the screen shows the "
         "map without options"},
        {"talk aoife\ncannot choose \"a\"",
         "the step failed, but the game did not refuse it: several rows contain this text: "
         "there is 1 \"What happened "
         "to the water?\", 2 \"Do you have a riddle for me?\", 3 \"Farewell.\""},
        {"cannot buy penny", "the step failed, but the game did not refuse it: this needs a "
                             "market, but the screen shows the map"},
        {"talk brid\nchoose 1\ncannot sell herb",
         "the step failed, but the game did not refuse it: the player has no herb"},
        {"cannot leave", "the step failed, but the game did not refuse it: no screen is open"},
        {"talk aoife\ncannot choose 4\ncannot choose \"soup\"\ncannot continue", NULL},
        {"talk brid\nchoose 1\ncannot buy draught\ncannot buy torc", NULL},
        {"talk cauldron\ncannot craft charm", NULL},
        {"give herb\ncannot equip herb\ncannot attack aoife 3", NULL},
    };
    (void)state;
    check_cases(cases, COUNT_OF(cases));
}

static void walls_stop_the_player(void **state)
{
    (void)state;
    const ScenarioResults results = play("scenario one\nplace town 32 33\nwalk north 9\n");
    assert_true(text_starts(results.items[0].problem, "the player is stopped at town "));
}

static void the_player_answers_and_trades(void **state)
{
    static const Case cases[] = {
        {"talk aoife\nchoose 1\nexpect dialog aoife_spring\ncontinue\nexpect screen game",
         NULL},
        {"talk aoife\nchoose \"riddle\"\nexpect dialog aoife_riddle\ncontinue\n"
         "expect chooser riddle\nchoose 2\nexpect dialog aoife_right",
         NULL},
        {"talk aoife\nchoose 4",
         "no such row: there is 1 \"What happened to the water?\", 2 \"Do you have a riddle "
         "for me?\", 3 \"Farewell.\""},
        {"choose 1", "no such row: the screen shows the map without options"},
        {"talk aoife\nchoose \"a\"", "several rows contain this text: there is 1 \"What "
                                     "happened to the water?\", 2 \"Do you "
                                     "have a riddle for me?\", 3 \"Farewell.\""},
        {"talk watchman\nchoose \"a\"",
         "no row contains this text: the screen shows dialog watchman without options"},
        {"talk aoife\ncontinue",
         "the dialog waits for an answer: there is 1 \"What happened to the water?\", 2 \"Do "
         "you have a riddle for me?\", 3 \"Farewell.\""},
        {"continue", "this needs a dialog or a cutscene, but the screen shows the map"},
        {"leave", "no screen is open"},
        {"talk brid\nchoose 1\nexpect market brid\nbuy broth\nexpect has broth\n"
         "expect has no penny\nleave\nexpect screen game",
         NULL},
        {"talk brid\nchoose 1\nbuy draught", "draught costs 9 penny, and the player has 5"},
        {"buy broth", "this needs a market, but the screen shows the map"},
        {"give herb\ntalk brid\nchoose 1\nsell herb\nexpect has penny 7", NULL},
        {"give hazelnut 3\ngive herb\ntalk cauldron\nexpect crafting cauldron\ncraft charm\n"
         "expect has charm",
         NULL},
        {"talk cauldron\ncraft charm", "ingredients for charm are missing"},
    };
    (void)state;
    check_cases(cases, COUNT_OF(cases));
}

static void failed_expectation_reports_the_actual_state(void **state)
{
    static const Case cases[] = {
        {"expect hp = 3", "expected hp = 3; hp is 24"},
        {"expect hp = mana", "expected hp = mana; hp is 24, mana is 10"},
        {"expect no hp > 3", "expected no hp > 3; hp is 24"},
        {"expect hp of wolf > 3", "expected hp of wolf > 3; no wolf on this map"},
        {"expect has penny 6", "expected has penny 6; the player has 5"},
        {"expect has penny >= 6", "expected has penny >= 6; the player has 5"},
        {"expect has no penny", "expected has no penny; the player has 5"},
        {"expect wears sword", "expected wears sword; the player wears nothing"},
        {"expect quest spring done", "expected quest spring done; it is unknown"},
        {"expect dialog brid_hello", "expected dialog brid_hello; the screen shows the map"},
        {"talk aoife\nexpect no dialog",
         "expected no dialog; the screen shows dialog aoife_hello"},
        {"talk watchman\nexpect text \"soup\"",
         "expected text \"soup\"; the screen says \"Watchman\", \"Round the square, and round "
         "again. West is the wood, east the bridge. After dark keep to the lamps.\""},
        {"expect text \"soup\"",
         "expected text \"soup\"; the screen shows the map without text"},
        {"talk aoife\nexpect option 1 \"water\"\nexpect option \"Farewell\"\n"
         "expect options 3\nexpect options > 2\nexpect option 2 \"water\"",
         "expected option 2 \"water\"; there is 1 \"What happened to the water?\", 2 \"Do you "
         "have a riddle for me?\", 3 \"Farewell.\""},
        {"expect screen menu", "expected screen menu; the screen shows the map"},
        {"expect at cave 3 4", "expected at cave 3 4; the player is at town 32 35"},
        {"expect map cave", "expected map cave; the player is at town 32 35"},
        {"expect facing east", "expected facing east; the player faces south"},
        {"expect near clover 3\nexpect near clover",
         "expected near clover; it is 3 cells away, at town 29 35"},
        {"expect near salmon", "expected near salmon; none on this map"},
        {"expect npc aoife = 2", "expected npc aoife = 2; there is 1 on town"},
        {"expect npc salmon at cave 1 1", "expected npc salmon at cave 1 1; there are 0 at "
                                          "cave 1 1"},
        {"expect no object clover at 29 35",
         "expected no object clover at 29 35; there is 1 at town 29 35"},
        {"wait 1 tick\nexpect sound door", "expected sound door; the last step was silent"},
        {"run { sound(door) }\nexpect sound coin",
         "expected sound coin; the last step played door"},
        {"expect music cave", "expected music cave; town plays"},
        {"expect alert 3", "expected alert 3; there was none"},
        {"run { alert(1) }\nexpect alert 3", "expected alert 3; shown was 1"},
        {"expect transport swim", "expected transport swim; the player walks"},
        {"expect transport walk\nexpect altitude = 1", "expected altitude = 1; it is 0"},
        {"expect hour > 23", "expected hour > 23; it is 0 o'clock"},
        {"wait until hp = 3 at most 2s", "timeout while waiting for hp = 3; hp is 24"},
        {"place town 33 30\nexpect speech aoife",
         "expected speech aoife; the last step was silent"},
    };
    (void)state;
    check_cases(cases, COUNT_OF(cases));
}

/* ---- a whole scenario ---- */

static void scenario_starts_in_game_intro_or_menu(void **state)
{
    static const Case cases[] = {
        {"begin game\nexpect screen game", NULL},
        {"begin intro\nexpect cutscene intro\nwait until text \"Nine hazels\"\ncontinue\n"
         "expect screen game",
         NULL},
        {"begin menu\nexpect screen menu\nchoose \"new game\"\n"
         "expect screen create\nchoose \"begin\"\nexpect screen game",
         NULL},
        {"begin menu\nchoose \"new game\"\npick \"Fighter\"\nexpect option \"Fighter\"\n"
         "pick \"Herder\" of \"Calling\"\nexpect option \"Calling: Herder\"",
         NULL},
        {"begin menu\nchoose \"new game\"\npick \"Figther\"",
         "no group has an option with this name: there is 1 \"name\", 2 \"Hero: Lad of the "
         "meadow\", 3 \"Hero\", 4 \"Calling: Herder\", 5 \"Hair: Cropped\", 6 \"Hair\", 7 "
         "\"Strength\", 8 \"Wit\", 9 \"begin\", 10 \"back\""},
        {"pick \"Fighter\"", "this needs character creation, but the screen shows the map"},
        {"language de\ntalk signpost\nexpect text \"Westen\"", NULL},
        {"language xx\nwait 1s", "the game has no language \"xx\""},
    };
    (void)state;
    check_cases(cases, COUNT_OF(cases));
}

/* The example's fighter, who needs more strength than anybody has. */
static void pick_reports_conditions(void **state)
{
    ProjectFiles files;
    TngOutput out;
    TngFile before = game;
    (void)state;
    assert_true(project_load_files("examples/segais", &files, kit->arena, &kit->report));
    for (size_t i = 0; i < files.count; i++)
        if (text_is(files.items[i].path, "game/calling.opt")) {
            const Text text = text_of_bytes(files.items[i].bytes);
            const char *at = memmem(text.at, text.size, "strength>=3", 11);
            assert_non_null(at);
            Writer changed = writer_to(kit->arena);
            write_format(&changed, "%.*sstrength>=99%.*s", (int)(at - text.at), text.at,
                         (int)(text.at + text.size - at - 11), at + 11);
            files.items[i].bytes = writer_bytes(&changed);
        }
    assert_true(project_build(&files, &(BuildOptions){0}, &out, kit->arena, &kit->report) &&
                tng_read(tng_output_bytes(&out, kit->arena), &game, kit->arena, &kit->report));
    const ScenarioResults results =
        play("scenario one\nbegin menu\nchoose \"new game\"\npick \"Fighter\"");
    game = before;
    assert_string_equal(results.items[0].problem.at,
                        "\"Fighter\" cannot be chosen: it has a condition");
}

static void background_and_shared_steps_are_done(void **state)
{
    (void)state;
    const ScenarioResults results =
        play("background\n  give penny 5\nsteps get rich\n  give penny 10\n"
             "scenario one\n  expect has penny 10\n  do get rich\n  do get rich\n"
             "  expect has penny 30\nscenario two\n  expect has penny 10\n");
    assert_int_equal(results.passed, 2);
    assert_int_equal(results.items[0].steps, 7);
}

static void recursive_steps_end(void **state)
{
    (void)state;
    const ScenarioResults results = play("steps a\n do a\nscenario one\n do a\n");
    assert_string_equal(results.items[0].problem.at,
                        "steps are nested too deeply (maximum 8 levels)");
}

static void endless_scenario_is_stopped(void **state)
{
    (void)state;
    const ScenarioOptions options = {.limits = {2, 5, 20}};
    const ScenarioResults results =
        play_with("scenario long step\n wait 3s\n"
                  "scenario long story\n wait 2s\n wait 2s\n wait 2s\n"
                  "steps four\n wait 1 tick\n wait 1 tick\n wait 1 tick\n wait 1 tick\n"
                  "scenario many steps\n do four\n do four\n do four\n do four\n do four\n",
                  &options);
    assert_string_equal(results.items[0].problem.at,
                        "the step has not ended after 2 seconds of play");
    assert_string_equal(results.items[1].problem.at,
                        "the scenario has not ended after 5 seconds of play");
    assert_string_equal(results.items[2].problem.at, "more than 20 steps");
}

static bool third_look(const void *context) { return ++*(unsigned *)(uintptr_t)context >= 3; }

/* The clock is asked before a scenario, in each step and in long ones. */
static void clock_stops_all_scenarios(void **state)
{
    (void)state;
    unsigned looks = 0;
    const ScenarioOptions options = {.limits.clock = {third_look, &looks}};
    tasks_set_threads(1);
    const ScenarioResults results =
        play_with("scenario long\n wait 599s\nscenario next\n wait 1 tick\n", &options);
    assert_int_equal(results.passed, 0);
    for (size_t i = 0; i < 2; i++)
        assert_string_equal(results.items[i].problem.at,
                            "stopped: the scenarios take too much time");
    assert_true(results.items[0].centiseconds < 1000);
    assert_int_equal(results.items[1].steps, 0);
}

static const char *const story = "scenario good\n talk aoife\n choose 2\n continue\n"
                                 "scenario bad\n talk aoife\n choose 2\n expect hp = 3\n"
                                 "scenario wolves\n seed 3\n place forest 26 42\n wait 20s\n";

static const char *report_of(const ScenarioOptions *options)
{
    const ScenarioResults results = play_with(story, options);
    Writer out = writer_to(kit->arena);
    scenarios_show(&results, options, &out);
    if (options->coverage)
        scenarios_show_coverage(&results, &out);
    write_u8(&out, 0);
    return (const char *)out.data;
}

static void report_lists_failure_and_last_events(void **state)
{
    (void)state;
    const char *report = report_of(&(ScenarioOptions){0});
    assert_non_null(strstr(report, "tests/t.test\n  ok      good  (0."));
    assert_non_null(strstr(report, "  FAILED  bad  (0."));
    assert_non_null(strstr(report, "        tests/t.test:8: expect hp = 3\n"
                                   "        expected hp = 3; hp is 24\n"
                                   "        last events:\n"));
    assert_non_null(strstr(report, "npc:aoife:click: dialog(aoife_riddle, 0)\n"));
    assert_non_null(strstr(report, "> expect hp = 3\n"));
    assert_non_null(strstr(report, "\n2 passed, 1 failed; played for 21."));
    assert_null(strstr(report_of(&(ScenarioOptions){.quiet = true}), "good"));
}

static void report_is_independent_of_thread_count(void **state)
{
    (void)state;
    const ScenarioOptions options = {.verbose = true, .coverage = true};
    tasks_set_threads(1);
    const char *one = report_of(&options);
    tasks_set_threads(3);
    assert_string_equal(one, report_of(&options));
}

static void same_seed_has_the_same_result(void **state)
{
    (void)state;
    const ScenarioResults results =
        play("scenario a\n seed 5\n place forest 26 42\n wait 20s\n"
             "scenario b\n seed 5\n place forest 26 42\n wait 20s\n"
             "scenario c\n seed 6\n place forest 26 42\n wait 20s\n");
    assert_true(results.items[0].hash == results.items[1].hash);
    assert_true(results.items[0].hash != results.items[2].hash);
}

static void names_select_scenarios(void **state)
{
    static const struct {
        const char *name;
        size_t count;
    } cases[] = {{"t", 3}, {"tests/t.test", 3}, {"wo", 1}, {"x", 0}};
    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        const Text wanted = text_of(cases[i].name);
        const ScenarioOptions options = {.wanted = &wanted, .wanted_count = 1};
        assert_int_equal(play_with(story, &options).count, cases[i].count);
    }
}

static void failed_scenario_has_a_screenshot_if_requested(void **state)
{
    (void)state;
    const ScenarioOptions options = {.screenshots = true};
    const ScenarioResults results = play_with(story, &options);
    assert_int_equal(results.items[0].picture.size, 0);
    assert_memory_equal(results.items[1].picture.data, "\x89PNG", 4);
}

static void coverage_counts_instructions(void **state)
{
    (void)state;
    const ScenarioOptions options = {.coverage = true};
    const ScenarioResults results = play_with("scenario a\n talk signpost\n", &options);
    size_t seen = 0;
    for (size_t i = 0; i < results.handler_count; i++) {
        const ScenarioCoverage *handler = &results.handlers[i];
        assert_true(handler->run <= handler->all && handler->all);
        if (text_is(handler->name, "object:signpost:click")) {
            assert_int_equal(handler->run, handler->all - 1); /* not its end yet */
            seen++;
        }
        if (text_is(handler->name, "npc:wolf:click") || text_is(handler->name, "action:1"))
            assert_int_equal(handler->run, 0);
    }
    assert_int_equal(seen, 1);
}

static void assert_covers(const Scenarios *scenarios, const TngFile *played)
{
    ScenarioResults results;
    assert_non_null(scenarios);
    assert_true(scenarios_run(scenarios, played, &(ScenarioOptions){.coverage = true}, &results,
                              kit->arena, &kit->report));
    for (size_t i = 0; i < results.count; i++)
        if (!results.items[i].passed)
            fail_msg("%s: %s", arena_text(kit->arena, results.items[i].name).at,
                     results.items[i].problem.at);
    for (size_t i = 0; i < results.handler_count; i++)
        if (!results.handlers[i].run)
            fail_msg("%s was not run", results.handlers[i].name.at);
}

/* The tests of the example cover its story: all pass, every handler is run. */
static void example_tests_cover_its_story(void **state)
{
    ProjectFiles files;
    (void)state;
    assert_true(project_load_files("examples/segais", &files, kit->arena, &kit->report));
    project_files_sort(&files);
    assert_covers(scenarios_read(&files, &script_names, kit->arena, &kit->report), &game);
}

static void companion_tests_cover_their_stories(void **state)
{
    static const char *const folders[] = {"examples/segais-iso", "examples/segais-hex",
                                          "examples/skerry"};
    (void)state;
    for (size_t i = 0; i < COUNT_OF(folders); i++) {
        ProjectFiles files;
        TngOutput out;
        TngFile small;
        Names known;
        assert_true(project_load_files(folders[i], &files, kit->arena, &kit->report));
        assert_true(project_build(&files, &(BuildOptions){0}, &out, kit->arena, &kit->report));
        assert_true(
            tng_read(tng_output_bytes(&out, kit->arena), &small, kit->arena, &kit->report));
        assert_true(project_game_names(&small, &known, kit->arena, &kit->report));
        const ScriptNames own = script_names_of(&known);
        project_files_sort(&files);
        assert_covers(scenarios_read(&files, &own, kit->arena, &kit->report), &small);
        assert_int_equal(kit->messages.count, 0);
    }
}

static void a_new_projects_tests_pass(void **state)
{
    ProjectFiles files;
    TngOutput out;
    TngFile fresh;
    Names known;
    ScenarioResults results;
    (void)state;
    assert_true(project_new(TEXT("mygame"), &files, kit->arena, &kit->report));
    assert_true(project_build(&files, &(BuildOptions){0}, &out, kit->arena, &kit->report));
    assert_true(tng_read(tng_output_bytes(&out, kit->arena), &fresh, kit->arena, &kit->report));
    assert_true(project_game_names(&fresh, &known, kit->arena, &kit->report));
    const ScriptNames own = script_names_of(&known);
    const Scenarios *scenarios = scenarios_read(&files, &own, kit->arena, &kit->report);
    assert_non_null(scenarios);
    assert_true(scenarios_run(scenarios, &fresh, &(ScenarioOptions){0}, &results, kit->arena,
                              &kit->report));
    assert_int_equal(results.passed, 2);
    assert_int_equal(results.failed, 0);
    assert_int_equal(kit->messages.count, 0);
}

/* Runs a shell line in an empty folder, `$oisin` being the program. */
static int shell(const char *line)
{
    const char *program = getenv("OISIN");
    const int status = system(
        arena_format(kit->arena,
                     "oisin=$(realpath %s); desk=$(mktemp -d); cd $desk; (%s) >out 2>&1; "
                     "status=$?; rm -rf $desk; exit $status",
                     program ? program : "build/release/oisin", line)
            .at);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static void command_prints_failures(void **state)
{
    (void)state;
    assert_int_equal(shell("$oisin new valley; $oisin test valley -q"), 0);
    assert_int_equal(
        shell("$oisin new valley; cd valley; sed -i s/Welcome/Hello/ tests/first.test; "
              "$oisin test . --screenshots pictures > out; test $? = 1 && "
              "grep -q '1 passed, 1 failed' out && test -s pictures/first-3.png"),
        0);
    assert_int_equal(shell("$oisin new valley; sed -i s/guide/giude/ valley/tests/first.test; "
                           "$oisin check valley 2> err; test $? = 1 && "
                           "grep -q 'valley/tests/first.test:4:10: no npc or object' err"),
                     0);
    assert_int_equal(shell("$oisin new valley; $oisin build valley -q; "
                           "$oisin test valley/game.tng valley/tests 'the sign' > out && "
                           "grep -q '1 passed, 0 failed' out"),
                     0);
    assert_int_equal(shell("$oisin new valley; $oisin test valley nothing"), 1);
    assert_int_equal(shell("$oisin test"), 2);
}

/* The engine removes an enemy without health by itself; `defeat` expected a handler to do it,
 * and attacked the next one. */
static void enemies_die_of_lost_health(void **state)
{
    (void)state;
    assert_int_equal(
        shell(
            "cp -r \"$OLDPWD/examples/segais\" game; rm game/tests/*; "
            "printf 'TirNanoG NPC\\nSlime\\nstand 40 0 0\\na hp 6\\nl slime_walk - - - - - - - "
            "- - - - - - - - - - - -\\ne action1 {\\n hp=hp-2\\n}\\n' > game/npcs/slime.npc; "
            "printf 'scenario one\\n npc slime town 32 38\\n defeat slime\\n expect no near "
            "slime 20\\n\\nscenario two\\n npc slime town 32 38\\n npc slime town 33 38\\n "
            "defeat slime\\n expect near slime 20\\n defeat slime\\n expect no near slime "
            "20\\n' > game/tests/d.test; $oisin test game"),
        0);
}

/* Written by --update-pictures, then compared: equal, moved, within a tolerance, missing. */
static void screen_is_compared_with_pictures(void **state)
{
    (void)state;
    assert_int_equal(
        shell(
            "set -e; $oisin new game; rm game/tests/*\n"
            /* the status and part of the output of a test with these steps */
            "try() {\n"
            "  printf 'scenario one\\n%b\\n' \"$3\" >game/tests/t.test\n"
            "  status=0; $oisin test game $4 >out 2>&1 || status=$?\n"
            "  [ $status = $1 ] && grep -q \"$2\" out || { echo \"$3\"; cat out; exit 1; }\n"
            "}\n"
            "try 1 'there is no tests/a.png' 'expect picture \"a.png\"'\n"
            "try 1 'there is no tests/a.png' 'expect no picture \"a.png\"'\n"
            "try 1 't.test:2:16: expected the name' 'expect picture \"../a.png\"'\n"
            "try 0 'game/tests/a.png' 'expect picture \"a.png\"' --update-pictures\n"
            "try 0 '1 passed' 'expect picture \"a.png\"'\n"
            "try 1 'a.png\"; 0 pixels differ' 'expect no picture \"a.png\"'\n"
            "try 1 'of 230400 pixels differ (' 'walk east 1\\nexpect picture \"a.png\"' "
            "'--screenshots shots'\n"
            "ls shots/t-1.png shots/t-1-difference.png\n"
            "try 0 '1 passed' 'walk east 1\\nexpect no picture \"a.png\" within 5' "
            "--update-pictures\n"
            "try 0 '1 passed' 'walk east 1\\nexpect picture \"a.png\" within 90'\n"
            "try 0 '1 passed' 'expect picture \"a.png\"'\n" /* it is unchanged */
            "cp game/config game/tests/a.png\n"
            "try 1 'tests/a.png is not a PNG image' 'expect no picture \"a.png\"'\n"
            "try 1 't.test:2:16: expected the name' 'expect picture \".png\"'\n"
            /* neither of a scenario that fails, nor two images for one file */
            "rm game/tests/a.png\n"
            "try 1 'not updated' 'expect picture \"a.png\"\\nexpect hp = 99' "
            "--update-pictures\n"
            "! ls game/tests/a.png\n"
            "try 1 'and \"two\" expect different images' 'expect picture \"b.png\"\\n"
            "scenario two\\nwalk east 1\\nexpect picture \"b.png\"' --update-pictures\n"
            /* recordings have no pictures */
            "printf '# oisin input 1\\nskip-menu\\n30 end\\n' >r.input\n"
            "$oisin replay shrink game r.input --until 'picture \"b.png\"' -o s.input 2>out && "
            "exit 1\n"
            "grep -q 'only tests compare' out\n"
            "$oisin build game -q; "
            "! $oisin test game.tng --update-pictures"),
        0);
}

static void author_page_ends_with_the_reference(void **state)
{
    Bytes page;
    Writer out = writer_to(kit->arena);
    (void)state;
    assert_true(file_load("docs/how-to/test-a-story.md", &page, kit->arena, &kit->report));
    scenarios_reference(&out);
    assert_true(page.size > out.size);
    assert_memory_equal(page.data + page.size - out.size, out.data, out.size);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(errors_have_position_and_suggestion),
        TEST(parsing_continues_after_an_error),
        TEST(blocks_are_checked),
        TEST(only_test_files_are_read),
        TEST(line_ends_and_comments_do_not_matter),
        TEST(steps_can_set_up_the_world),
        TEST(steps_can_control_the_player),
        TEST(only_refusals_of_the_game_are_reported_as_refusals),
        TEST(walls_stop_the_player),
        TEST(the_player_answers_and_trades),
        TEST(failed_expectation_reports_the_actual_state),
        TEST(scenario_starts_in_game_intro_or_menu),
        TEST(pick_reports_conditions),
        TEST(background_and_shared_steps_are_done),
        TEST(recursive_steps_end),
        TEST(endless_scenario_is_stopped),
        TEST(clock_stops_all_scenarios),
        TEST(report_lists_failure_and_last_events),
        TEST(report_is_independent_of_thread_count),
        TEST(same_seed_has_the_same_result),
        TEST(names_select_scenarios),
        TEST(failed_scenario_has_a_screenshot_if_requested),
        TEST(coverage_counts_instructions),
        TEST(example_tests_cover_its_story),
        TEST(companion_tests_cover_their_stories),
        TEST(a_new_projects_tests_pass),
        TEST(command_prints_failures),
        TEST(enemies_die_of_lost_health),
        TEST(screen_is_compared_with_pictures),
        TEST(author_page_ends_with_the_reference),
    };
    return cmocka_run_group_tests(tests, build_game, free_game);
}
