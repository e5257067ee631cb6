/* Scenarios that are written from what is played: those of the examples are played, written
 * from the input alone, and pass again. */
#include "lib/cli.h"

#include "studio/scenario/scenario.h"
#include "studio/scenario/transcript.h"
#include "cli/recording_scenario.h"
#include "tirnanog/container/tng.h"
#include "tirnanog/jobs/project_files.h"
#include "tirnanog/project/project.h"
#include "tirnanog/sheets/script_names.h"

typedef struct Example {
    ProjectFiles files;
    TngFile game;
    Names names;
    ScriptNames script_names;
} Example;

static void open_example(const char *folder, Example *out, Arena *arena, Report *report)
{
    TngOutput built;
    assert_true(project_open_files(folder, &out->files, arena, report));
    assert_true(project_build(&out->files, &(BuildOptions){0}, &built, arena, report));
    assert_true(tng_read(tng_output_bytes(&built, arena), &out->game, arena, report));
    assert_true(project_game_names(&out->game, &out->names, arena, report));
    out->script_names = script_names_of(&out->names);
}

/* Plays all scenarios of an example, writes them from their input, and returns how many of
 * these pass. Those without any step of the player cannot be written. */
static size_t write_again(const char *folder, size_t *all, Writer *texts, Arena *arena)
{
    Report report = report_to(NULL, NULL);
    Example example = {0};
    ScenarioResults results;
    size_t right = 0;
    open_example(folder, &example, arena, &report);
    const Scenarios *scenarios =
        scenarios_read(&example.files, &example.script_names, arena, &report);
    assert_non_null(scenarios);
    assert_true(scenarios_run(scenarios, &example.game, &(ScenarioOptions){.transcripts = true},
                              &results, arena, &report));
    assert_int_equal(results.failed, 0);
    *all = 0;
    for (size_t i = 0; i < results.count; i++) {
        const ScenarioResult *result = &results.items[i];
        const Text problem = result->transcript_problem;
        if (text_starts(problem, "nothing was done"))
            continue;
        ++*all;
        right += !problem.size;
        write_text(texts, result->transcript);
        if (problem.size)
            print_error("%.*s: %.*s\n", (int)result->name.size, result->name.at,
                        (int)problem.size, problem.at);
    }
    return right;
}

static void scenarios_of_the_examples_are_written_again(void **state)
{
    static const struct {
        const char *folder;
        size_t least;
    } examples[] = {{"examples/segais", 80},
                    {"examples/segais-iso", 2},
                    {"examples/segais-hex", 2},
                    {"examples/skerry", 9}};
    (void)state;
    for (size_t i = 0; i < COUNT_OF(examples); i++) {
        Arena *arena = arena_new();
        Writer texts = writer_to(arena);
        size_t all;
        const size_t right = write_again(examples[i].folder, &all, &texts, arena);
        assert_int_equal(right, all);
        assert_true(all >= examples[i].least);
        arena_free(arena);
    }
}

/* Every kind of step is written, not only walks. */
static void all_kinds_of_steps_are_written(void **state)
{
    static const char *const words[] = {"  begin menu\n",
                                        "  pick \"",
                                        "  choose \"",
                                        "  talk aoife\n",
                                        "  touch ",
                                        "  click ",
                                        "  go ",
                                        "  hold ",
                                        "  buy ",
                                        "  sell ",
                                        "  craft ",
                                        "  leave\n",
                                        "  equip ",
                                        "  unequip ",
                                        "  use ",
                                        "  defeat ",
                                        "  attack ",
                                        "  action ",
                                        "  continue\n",
                                        "  place ",
                                        "  expect quest ",
                                        "  expect has ",
                                        "  expect dialog ",
                                        "  expect cutscene ",
                                        "  expect market ",
                                        "  expect crafting ",
                                        "  wait until no cutscene "};
    (void)state;
    Arena *arena = arena_new();
    Writer texts = writer_to(arena);
    size_t all;
    write_again("examples/segais", &all, &texts, arena);
    const char *all_texts = arena_text(arena, writer_text(&texts)).at;
    for (size_t i = 0; i < COUNT_OF(words); i++)
        if (!strstr(all_texts, words[i]))
            fail_msg("%s", words[i]);
    arena_free(arena);
}

static bool record(const Example *example, const char *recording, const char *name,
                   TranscriptResult *out, Messages *messages)
{
    Report report = report_to(messages_sink, messages);
    return recorded_scenario(&example->game, &example->script_names, text_of(recording),
                             text_of(name), out, messages->arena, &report);
}

static void recordings_become_scenarios(void **state)
{
    static const struct {
        const char *recording, *name, *text;
    } right[] = {
        {"# oisin input 1\nskip-menu\nseed 1\n30 run location(town,30,30,so)\n90 end\n", " a ",
         "scenario a\n  place town 30 30 so\n"},
        {"# oisin input 1\nskip-menu\nseed 5\n9 press confirm\n30 run give(penny,2)\n60 end\n",
         "b", "scenario b\n  seed 5\n  run { give(penny,2) }\n  expect has penny = 7\n"},
    };
    static const struct {
        const char *recording, *name, *sentence;
    } wrong[] = {
        {"# oisin input 1\nskip-menu\n90 end\n", "a",
         "nothing was done that a scenario has a step for"},
        {"# oisin input 1\nskip-menu\n30 run give(penny,2)\n60 end\n", "a\nb",
         "the name of a scenario is one line of text"},
        {"# oisin input 1\nskip-menu\n30 run give(penny,2)\n60 end\n", " ",
         "the name of a scenario is one line of text"},
        {"# oisin input 1\nskip-menu\n12 load 00\n60 end\n", "a",
         "a saved game is loaded at tick 12; a scenario begins with a new game"},
        {"nonsense\n", "a", NULL},
    };
    (void)state;
    Arena *arena = arena_new();
    Report report = report_to(NULL, NULL);
    Example example = {0};
    TranscriptResult result;
    open_example("examples/segais", &example, arena, &report);
    for (size_t i = 0; i < COUNT_OF(right); i++) {
        Messages messages = {.arena = arena};
        assert_true(record(&example, right[i].recording, right[i].name, &result, &messages));
        assert_int_equal(result.problem.size, 0);
        if (!text_is(result.text, right[i].text))
            fail_msg("%.*s", (int)result.text.size, result.text.at);
    }
    for (size_t i = 0; i < COUNT_OF(wrong); i++) {
        Messages messages = {.arena = arena};
        assert_false(record(&example, wrong[i].recording, wrong[i].name, &result, &messages));
        assert_int_equal(messages.count, 1);
        if (wrong[i].sentence && !text_is(messages.items[0].text, wrong[i].sentence))
            fail_msg("%.*s", (int)messages.items[0].text.size, messages.items[0].text.at);
    }
    arena_free(arena);
}

static void recording_of_an_hour_is_stopped_in_time(void **state)
{
    (void)state;
    Arena *arena = arena_new();
    Messages messages = {.arena = arena};
    Report report = report_to(messages_sink, &messages);
    Example example = {0};
    TranscriptResult result;
    open_example("examples/segais", &example, arena, &report);
    assert_false(recorded_scenario_within(
        0, &example.game, &example.script_names,
        TEXT("# oisin input 1\nskip-menu\n9 press confirm\n200000 end\n"), TEXT("a"), &result,
        arena, &report));
    assert_int_equal(messages.count, 1);
    assert_true(text_starts(messages.items[0].text, "stopped at tick "));
    arena_free(arena);
}

static void replay_test_writes_a_file(void **state)
{
    Cli *cli = *state;
    expect(cli, 0, "oisin new g -q");
    expect(cli, 0,
           "printf '# oisin input 1\\nskip-menu\\n5 run location(meadow,19,12,so)\\n9 press "
           "confirm\\n60 press confirm\\n120 end\\n' > walk.input");
    expect(cli, 0, "oisin replay test g walk.input -o g/tests/walk.test");
    assert_string_equal(content(cli, "out"), "3 steps; the scenario passes\n");
    assert_string_equal(content(cli, "g/tests/walk.test"),
                        "scenario walk\n  seed 0\n  place meadow 19 12 so\n  talk guide\n"
                        "  expect dialog welcome\n  choose \"How does it work?\"\n"
                        "  expect dialog how\n");
    expect(cli, 0, "oisin test g walk");
    expect(cli, 0, "oisin check g");
    /* a file of the project is not replaced */
    expect(cli, 1, "oisin replay test g walk.input -o g/tests/walk.test");
    expect(cli, 0, "oisin replay test g walk.input --name 'The guide' -o new.test -q");
    assert_true(text_starts(text_of(content(cli, "new.test")), "scenario The guide\n"));
    expect(cli, 2, "oisin replay test g walk.input");
    expect(cli, 2, "oisin replay test g walk.input -o x.test --json");
    expect(cli, 2, "oisin replay diff g walk.input walk.input --name x");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(scenarios_of_the_examples_are_written_again),
        cmocka_unit_test(all_kinds_of_steps_are_written),
        cmocka_unit_test(recordings_become_scenarios),
        cmocka_unit_test(recording_of_an_hour_is_stopped_in_time),
        cmocka_unit_test_setup_teardown(replay_test_writes_a_file, cli_begin, cli_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
