/* The author's console: typing, completion, commands, what is recorded of them. */
#include "lib/small_game.h"

#include "tirnanog/container/tng_names.h"
#include "player/menus/console.h"
#include "tirnanog/sheets/script_names.h"
#include "tirnanog/script/script.h"

typedef struct Fixture {
    Kit *kit;
    TngFile game;
    World *world;
    Names names;
    ScriptNames scripts;
    Console console;
    ConsoleHost host;
    char code[256]; /* run last */
    uint32_t self, speed, passed;
} Fixture;

static bool run(void *context, Text code, uint32_t self, Report *report)
{
    Fixture *fixture = context;
    const ScriptSource source = script_source(arena_text(fixture->kit->arena, code));
    ScriptCode out;
    snprintf(fixture->code, sizeof fixture->code, "%.*s", (int)code.size, code.at);
    fixture->self = self;
    return script_compile(&source, &fixture->scripts, NULL, &out, fixture->kit->arena,
                          report) &&
           world_run(local_context(fixture->world), out.bytes, self, ENTITY_NONE, report);
}

static void speed(void *context, uint32_t ticks) { ((Fixture *)context)->speed = ticks; }

static void pass(void *context, uint32_t ticks) { ((Fixture *)context)->passed = ticks; }

static int set_up(void **state)
{
    Kit *kit = kit_new();
    Fixture *fixture = ARENA_ALLOC(kit->arena, Fixture, 1);
    fixture->kit = kit;
    assert_true(tng_read(small_game(kit), &fixture->game, kit->arena, &kit->report));
    assert_true(project_game_names(&fixture->game, &fixture->names, kit->arena, &kit->report));
    fixture->scripts = script_names_of(&fixture->names);
    fixture->world = world_new(&fixture->game, &(WorldOptions){.seed = 1, .skip_menu = true},
                               kit->arena, &kit->report);
    assert_non_null(fixture->world);
    for (int i = 0; i < 3; i++)
        world_tick(fixture->world, &(WorldInput){0});
    fixture->host = (ConsoleHost){fixture->world, &fixture->scripts, run, speed, pass, fixture};
    *state = fixture;
    return 0;
}

static int tear_down(void **state)
{
    kit_free(((Fixture *)*state)->kit);
    return 0;
}

static const char *enter(Fixture *fixture, const char *line)
{
    console_text(&fixture->console, text_of(line));
    console_enter(&fixture->console, &fixture->host);
    return console_line(&fixture->console, 0);
}

static uint32_t sprite(Fixture *fixture, const char *name)
{
    uint32_t index = 0;
    assert_true(fixture->scripts.index(&fixture->names, SCRIPT_OBJECT, text_of(name), &index));
    return index;
}

static int32_t attribute(Fixture *fixture, const char *name)
{
    return world_attribute(local_context(fixture->world), ENTITY_PLAYER,
                           names_string(&fixture->names, text_of(name)));
}

static void attribute_can_be_set_and_shown(void **state)
{
    Fixture *fixture = *state;
    assert_string_equal(enter(fixture, "set hp 7"), "done");
    assert_int_equal(attribute(fixture, "hp"), 7);
    assert_string_equal(enter(fixture, "show hp"), "hp = 7");
    assert_string_equal(enter(fixture, "set hp seven"), "\"seven\" is not a valid number");
    assert_int_equal(attribute(fixture, "hp"), 7);
}

static void items_can_be_given_and_taken(void **state)
{
    Fixture *fixture = *state;
    const uint32_t coin = sprite(fixture, "coin");
    enter(fixture, "give coin 5");
    assert_int_equal(world_count(local_context(fixture->world), coin), 5);
    enter(fixture, "give coin");
    enter(fixture, "take coin 2");
    assert_int_equal(world_count(local_context(fixture->world), coin), 4);
}

static void player_can_be_put_on_a_map(void **state)
{
    Fixture *fixture = *state;
    assert_string_equal(enter(fixture, "map meadow 3 4"), "done");
    assert_string_equal(enter(fixture, "where"), "meadow 3 4 so");
    enter(fixture, "map meadow");
    assert_string_equal(enter(fixture, "where"), "meadow 16 16 so");
}

static uint32_t people(const World *world)
{
    uint32_t count = 0;
    for (uint32_t i = 1; i < world->actor_count; i++)
        count += world->actors[i]->used && !world->actors[i]->dying;
    return count;
}

static void arriving_actor_appears_and_disappears(void **state)
{
    Fixture *fixture = *state;
    const uint32_t before = people(fixture->world);
    enter(fixture, "npc guide");
    assert_int_equal(people(fixture->world), before + 1);
    enter(fixture, "kill guide");
    assert_string_equal(fixture->code, "remove()"); /* nobody has hit points here */
    assert_true(fixture->self > ENTITY_PLAYER);
    assert_int_equal(people(fixture->world), before);
}

static void console_runs_handlers_and_reports_errors(void **state)
{
    Fixture *fixture = *state;
    assert_string_equal(enter(fixture, "run hp=2 hp=hp*4"), "done");
    assert_int_equal(attribute(fixture, "hp"), 8);
    enter(fixture, "run hp=nothing");
    assert_non_null(strstr(console_line(&fixture->console, 0), "nothing"));
}

static void errors_include_suggestions(void **state)
{
    Fixture *fixture = *state;
    assert_string_equal(enter(fixture, "give coim"),
                        "unknown object \"coim\"; did you mean \"coin\"?");
    assert_string_equal(enter(fixture, "fly away"),
                        "unknown command \"fly\"; help lists all commands");
    assert_non_null(strstr(enter(fixture, "set hp"), "ATTRIBUTE NUMBER"));
    assert_string_equal(enter(fixture, "show hp 3"), "\"3\" is unexpected in this line");
    assert_string_equal(enter(fixture, "speed 0"), "expected 1 to 100");
}

static void time_and_speed_are_passed_to_the_host(void **state)
{
    Fixture *fixture = *state;
    enter(fixture, "speed 8");
    enter(fixture, "time 2");
    assert_int_equal(fixture->speed, 8);
    assert_int_equal(fixture->passed, 2 * 60 * 30);
}

static void tab_completes_commands_and_names(void **state)
{
    static const char *const cases[][2] = {{"wh", "where "},           {"s", "s"},
                                           {"give co", "give coin "},  {"map ", "map meadow "},
                                           {"kill gu", "kill guide "}, {"quest x ", "quest x "},
                                           {"set h", "set hp "},       {"no such", "no such"}};
    Fixture *fixture = *state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        fixture->console.line[0] = 0;
        console_text(&fixture->console, text_of(cases[i][0]));
        console_complete(&fixture->console, &fixture->host);
        assert_string_equal(fixture->console.line, cases[i][1]);
    }
    fixture->console.line[0] = 0;
    console_text(&fixture->console, TEXT("s"));
    console_complete(&fixture->console, &fixture->host);
    assert_string_equal(console_line(&fixture->console, 0), "set speed show ");
}

static void up_and_down_recall_lines(void **state)
{
    Fixture *fixture = *state;
    Console *console = &fixture->console;
    enter(fixture, "where");
    enter(fixture, "show hp");
    console_recall(console, 1);
    assert_string_equal(console->line, "show hp");
    console_recall(console, 1);
    console_recall(console, 1);
    assert_string_equal(console->line, "where");
    console_recall(console, -1);
    console_recall(console, -1);
    assert_string_equal(console->line, "");
    for (int i = 0; i < 100; i++)
        enter(fixture, "where");
    for (int i = 0; i < 100; i++)
        console_recall(console, 1);
    assert_string_equal(console->line, "where");
}

static void line_has_a_maximum_length(void **state)
{
    Fixture *fixture = *state;
    for (int i = 0; i < 300; i++)
        console_text(&fixture->console, TEXT("\xC3\xA4\n"));
    assert_true(strlen(fixture->console.line) < CONSOLE_TEXT);
    for (int i = 0; i < 300; i++)
        console_erase(&fixture->console);
    assert_string_equal(fixture->console.line, "");
    enter(fixture, "help");
    enter(fixture, "help give");
    assert_non_null(strstr(console_line(&fixture->console, 0), "add to the bag"));
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(attribute_can_be_set_and_shown),
        TEST(items_can_be_given_and_taken),
        TEST(player_can_be_put_on_a_map),
        TEST(arriving_actor_appears_and_disappears),
        TEST(console_runs_handlers_and_reports_errors),
        TEST(errors_include_suggestions),
        TEST(time_and_speed_are_passed_to_the_host),
        TEST(tab_completes_commands_and_names),
        TEST(up_and_down_recall_lines),
        TEST(line_has_a_maximum_length),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
