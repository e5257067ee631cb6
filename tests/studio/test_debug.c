#include "lib/kit.h"

#include "base/text.h"
#include "kit/jobs/files.h"
#include "studio/debug/debugger.h"
#include "player/player.h"
#include "tirnanog/project/project.h"
#include "tirnanog/sheets/script_names.h"

/* A debugger session: the lines that were sent, and all output. */
typedef struct Talk {
    Kit *kit;
    ProjectFiles files;
    ProjectScripts scripts;
    TngFile game;
    Bytes bytes;
    Names names;
    Text rest; /* what is still to be said */
    Text line;
    Writer answers;  /* lines said and answers; said ones behind "> " */
    bool interrupts; /* lines may be read while play goes on */
    Debugger *debugger;
} Talk;

static DebugRead say(void *context, bool wait, Text *line)
{
    Talk *talk = context;
    (void)wait;
    if (!text_line(&talk->rest, line))
        return DEBUG_READ_END;
    if (text_is(*line, "(nothing yet)"))
        return DEBUG_READ_NOTHING;
    write_format(&talk->answers, "> %.*s\n", (int)line->size, line->at);
    return DEBUG_READ_LINE;
}

static void hear(void *context, Text line)
{
    Talk *talk = context;
    write_format(&talk->answers, "%.*s\n", (int)line.size, line.at);
}

static bool always_idle(void *context)
{
    (void)context;
    return true;
}

static void attach(void *context, World *world, bool (*idle)(void *idle_context),
                   void *idle_context)
{
    Talk *talk = context;
    (void)idle;
    (void)idle_context;
    debugger_attach(talk->debugger, world, talk->interrupts ? always_idle : NULL, talk);
}

static bool before_tick(void *context) { return debugger_tick(((Talk *)context)->debugger); }

static void build(Talk *talk)
{
    Kit *kit = talk->kit;
    TngOutput out;
    if (!project_build(&talk->files, &(BuildOptions){.scripts = &talk->scripts}, &out,
                       kit->arena, &kit->report))
        fail_msg("%s", kit_message(kit, 0));
    talk->bytes = tng_output_bytes(&out, kit->arena);
    assert_true(tng_read(talk->bytes, &talk->game, kit->arena, &kit->report));
    assert_true(project_game_names(&talk->game, &talk->names, kit->arena, &kit->report));
}

static const char startup[] = "TirNanoG StartUp\r\n"
                              "e start {\r\n"
                              "    a=1\r\n"
                              "    b=a+hp*2\r\n"
                              "    while(a<5) {\r\n"
                              "        a=a+1\r\n"
                              "    }\r\n"
                              "    delay(10)\r\n"
                              "    hp=7\r\n"
                              "}\r\n";

static void put(Talk *talk, const char *path, const char *text)
{
    for (size_t i = 0; i < talk->files.count; i++)
        if (text_is(talk->files.items[i].path, path))
            talk->files.items[i].bytes = bytes_of_text(text_of(text));
}

static void *project(Kit *kit)
{
    Talk *talk = ARENA_ALLOC(kit->arena, Talk, 1);
    talk->kit = kit;
    assert_true(project_new(TEXT("mygame"), &talk->files, kit->arena, &kit->report));
    put(talk, "game/startup.cfg", startup);
    return talk;
}

/* Plays so many ticks, saying `lines`; the transcript. */
static const char *session(Talk *talk, const char *lines, Text input, uint32_t ticks,
                           uint64_t *hash)
{
    Kit *kit = talk->kit;
    const ScriptNames names = script_names_of(&talk->names);
    const DebuggerOptions options = {&talk->game, &talk->scripts, &names, {talk, say, hear}};
    talk->rest = text_of(lines);
    talk->answers = writer_to(kit->arena);
    talk->debugger = debugger_new(&options, kit->arena);
    const PlayerDebug debug = {attach, before_tick, talk};
    const PlayerOptions player = {
        .input = input, .frames = ticks, .skip_menu = true, .debug = &debug};
    PlayerResult result;
    assert_true(player_run_headless(talk->bytes, &player, &result, kit->arena, &kit->report));
    debugger_free(talk->debugger);
    if (hash)
        *hash = result.hash;
    write_u8(&talk->answers, 0);
    return (const char *)talk->answers.data;
}

static const char *talk_of(Talk *talk, const char *lines)
{
    return session(talk, lines, TEXT(""), 60, NULL);
}

static void assert_has(const char *transcript, const char *part)
{
    if (!strstr(transcript, part))
        fail_msg("not said: %s\nbut:\n%s", part, transcript);
}

/* The page of the manual is a session that is held here. */
static void session_in_the_manual_matches(void **state)
{
    Talk *talk = ARENA_ALLOC(((Kit *)*state)->arena, Talk, 1);
    Bytes page;
    talk->kit = *state;
    assert_true(project_load_files("examples/segais", &talk->files, talk->kit->arena,
                                   &talk->kit->report));
    assert_true(file_load("docs/how-to/debug-handlers.md", &page, talk->kit->arena,
                          &talk->kit->report));
    build(talk);
    Text rest = text_of_bytes(page), line;
    Writer said = writer_to(talk->kit->arena), wanted = writer_to(talk->kit->arena);
    while (text_line(&rest, &line) && !text_starts(line, "$ oisin play"))
        ;
    while (text_line(&rest, &line) && !text_is(line, "```")) {
        const bool command = text_starts(line, "(oisin) ");
        const Text words = command ? text_slice(line, 8, line.size) : line;
        write_format(&wanted, "%s%.*s\n", command ? "> " : "", (int)words.size, words.at);
        if (command)
            write_format(&said, "%.*s\n", (int)words.size, words.at);
    }
    write_u8(&said, 0);
    write_u8(&wanted, 0);
    const char *transcript = session(talk, (const char *)said.data,
                                     TEXT("# oisin input 1\n200 press confirm\n"), 600, NULL);
    assert_string_equal(transcript, (const char *)wanted.data);
    Writer reference = writer_to(talk->kit->arena);
    debugger_reference(&reference);
    write_u8(&reference, 0);
    assert_has(arena_text(talk->kit->arena, text_of_bytes(page)).at,
               (const char *)reference.data);
}

static void debugging_does_not_change_the_game(void **state)
{
    Talk *talk = project(*state);
    uint64_t alone, watched, changed;
    build(talk);
    session(talk, "continue\n", TEXT(""), 60, &alone);
    session(talk, "break startup.cfg:6 if a>2\nc\nprint rnd(100)\nstepi\nstepi\nnext\nc\n",
            TEXT(""), 60, &watched);
    session(talk, "break startup.cfg:8\nc\nset b = 99\nstep\nset z = 3\nc\n", TEXT(""), 2,
            &changed);
    assert_true(alone == watched);
    session(talk, "", TEXT(""), 2, &alone);
    assert_true(alone != changed);
}

static void lines_can_be_stepped(void **state)
{
    Talk *talk = project(*state);
    build(talk);
    const char *transcript =
        talk_of(talk, "break startup.cfg:3\nc\nn\nn\nlocals\nn\nn\nlocals\nfinish\n");
    assert_has(transcript, "stopped: breakpoint 1 at game/startup.cfg:3 (startup:start+0)\n"
                           ">   3      a=1\n> n\nok\n"
                           "stopped: step at game/startup.cfg:4 (startup:start+4)\n"
                           ">   4      b=a+hp*2\n> n\nok\n"
                           "stopped: step at game/startup.cfg:5");
    assert_has(transcript, "> locals\na = 1\nb = ");
    assert_has(transcript, ">   6          a=a+1\n> n\nok\n"
                           "stopped: step at game/startup.cfg:5");
    assert_has(transcript, "> finish\nok\nended: startup:start\nstopped: before tick ");
}

/* `step` goes into the expression of an attribute that is read, `next` does not. */
static void breakpoint_conditions_and_expressions_are_supported(void **state)
{
    Talk *talk = project(*state);
    build(talk);
    const char *transcript =
        talk_of(talk, "break startup.cfg:6 if a=3\nc\np a*10\nbreak\ndelete 1\nbreak\nc\n");
    assert_has(transcript, ">   6          a=a+1\n> p a*10\n30\nok\n");
    assert_has(transcript, "> break\n1  game/startup.cfg:6 (startup:start+");
    assert_has(transcript, " if a=3, hit 1 times\nok\n> delete 1\nok\n> break\nnone\nok\n");
}

static void invalid_commands_are_reported_and_ignored(void **state)
{
    static const struct {
        const char *said, *answer;
    } mistakes[] = {
        {"brek", "error: no command \"brek\"; did you mean \"break\"?"},
        {"break nowhere.cfg:3", "error: no handler at nowhere.cfg:3"},
        {"break startup:start+1", "error: no handler at startup:start+1"},
        {"break startup.cfg:3 when a", "error: expected \"if EXPRESSION\" after the position"},
        {"break startup.cfg:3 if a+", "error: expected a value, found the end"},
        {"delete 7", "error: no breakpoint 7"},
        {"delete all", "error: expected the number of a breakpoint"},
        {"locals", "error: the game is not stopped in a handler"},
        {"next", "error: the game is not stopped in a handler"},
        {"pause", "error: play is stopped"},
        {"print nonsense", "error: no attribute \"nonsense\""},
        {"attributes me", "error: expected no argument, or @ for the opponent's attributes"},
    };
    Talk *talk = project(*state);
    build(talk);
    for (size_t i = 0; i < COUNT_OF(mistakes); i++) {
        const char *transcript = talk_of(talk, mistakes[i].said);
        assert_has(transcript, arena_format(talk->kit->arena, "> %s\n%s\n", mistakes[i].said,
                                            mistakes[i].answer)
                                   .at);
    }
    const char *transcript =
        talk_of(talk, "break startup.cfg:4\nc\nset hp = 3\nset a 3\nset a=\n"
                      "set c = 1/0\nlocals\n");
    assert_has(transcript, "error: only the local variables a to z can be set\n");
    assert_has(transcript, "error: expected LOCAL = EXPRESSION\n");
    assert_has(transcript, "> set c = 1/0\nc = 0\nok\n> locals\na = 1\nall others are 0\nok\n");
}

static void state_prints_the_members_of_an_entity(void **state)
{
    Talk *talk = project(*state);
    build(talk);
    const char *transcript = talk_of(talk, "tick\ntick\nstate\nstate you\nquit\n");
    assert_has(transcript, "> state\nof the player:\nactor.used = 1\nactor.npc = 4294967295\n");
    assert_has(transcript, "\nplayer.started = 1\n");
    assert_has(transcript, "\nplayer.screen.screen = 0\n");
    assert_has(transcript, "\nok\n> state you\nerror: expected no argument, or @ for the "
                           "opponent's state\n");
}

static void game_continues_at_end_of_input(void **state)
{
    Talk *talk = project(*state);
    uint64_t alone, left;
    build(talk);
    session(talk, "c\n", TEXT(""), 60, &alone);
    session(talk, "break startup.cfg:4\nbreak startup.cfg:6\nc\nstep\n", TEXT(""), 60, &left);
    assert_true(alone == left);
    const char *transcript = talk_of(talk, "quit\n");
    assert_string_equal(transcript, "stopped: before tick 0\n> quit\nok\n");
}

static void running_game_can_be_paused(void **state)
{
    Talk *talk = project(*state);
    build(talk);
    talk->interrupts = true;
    const char *transcript = talk_of(talk, "c\n(nothing yet)\npause\ntasks\nwhere\nquit\n");
    assert_has(transcript, "> pause\nstopped: before tick 2\n> tasks\n");
    assert_has(transcript, "startup:start+");
    assert_has(transcript, "of the player: waits for a tick, tick ");
    uint64_t left, short_left, not_left;
    session(talk, "c\n(nothing yet)\nquit\n", TEXT(""), 60, &left);
    session(talk, "c\n(nothing yet)\nq\n", TEXT(""), 60, &short_left);
    session(talk, "c\n", TEXT(""), 60, &not_left);
    assert_true(left == short_left && left != not_left);
    /* Other commands wait until play is stopped. */
    transcript = talk_of(talk, "c\n(nothing yet)\nwhere\n(nothing yet)\npause\n");
    assert_null(strstr(transcript, "before tick 1"));
}

static const char *const two_signs = "TirNanoG StartUp\n"
                                     "e start {\n"
                                     "    event(sign)\n"
                                     "}\n"
                                     "e timer1 {\n"
                                     "    z=1\n"
                                     "    event(sign)\n"
                                     "}\n";
static const char *const sign = "TirNanoG Object\n"
                                "Sign\n"
                                "1 1 - - - 0 - 0 0 0\n"
                                "9\n"
                                "e click {\n"
                                "    delay(200-z*190)\n"
                                "    b=1\n"
                                "}\n";

/* The second sign's handler begins after a second and is over before the first's. */
static void step_ignores_other_tasks_of_the_handler(void **state)
{
    Talk *talk = project(*state);
    put(talk, "game/startup.cfg", two_signs);
    put(talk, "objects/sign.obj", sign);
    build(talk);
    const char *transcript =
        session(talk, "b sign.obj:6\nc\ndelete\nfinish\n", TEXT(""), 200, NULL);
    assert_has(transcript, "> finish\nok\nended: object:sign:click\nstopped: before tick 60\n");
    transcript = session(talk, "b sign.obj:6\nc\ndelete\nn\ntasks\nn\n", TEXT(""), 200, NULL);
    assert_has(transcript, "> n\nok\nstopped: step at objects/sign.obj:7 ");
    assert_has(transcript, "> n\nok\nstopped: step at objects/sign.obj:8 ");
}

static void removed_handler_is_reported_as_ended(void **state)
{
    Talk *talk = project(*state);
    put(talk, "game/startup.cfg",
        "TirNanoG StartUp\ne start {\n    a=1\n    delay(10000)\n    b=2\n}\n"
        "e timer1 {\n    exit()\n}\n");
    build(talk);
    const char *transcript =
        session(talk, "b startup.cfg:3\nc\nfinish\ntasks\n", TEXT(""), 200, NULL);
    assert_has(transcript, "> finish\nok\nended: startup:start\nstopped: before tick 1\n"
                           "> tasks\nnone\nok\n");
}

/* Without the project a game is debugged by its instructions. */
static void game_file_without_project_is_debugged_by_bytecode(void **state)
{
    Talk *talk = project(*state);
    build(talk);
    talk->scripts = (ProjectScripts){0};
    const char *transcript =
        talk_of(talk, "break startup:start+4\nc\ncode\nstack\nsi\nstack\nc\n");
    assert_has(transcript, "stopped: breakpoint 1 at startup:start+4\n> 000004  22 00");
    assert_has(transcript, "> stack\nno values\nok\n> si\nok\n");
    assert_has(transcript, "> stack\n1\nok\n");
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, kit_set_up, kit_tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(session_in_the_manual_matches),
        TEST(debugging_does_not_change_the_game),
        TEST(lines_can_be_stepped),
        TEST(breakpoint_conditions_and_expressions_are_supported),
        TEST(invalid_commands_are_reported_and_ignored),
        TEST(state_prints_the_members_of_an_entity),
        TEST(game_continues_at_end_of_input),
        TEST(running_game_can_be_paused),
        TEST(step_ignores_other_tasks_of_the_handler),
        TEST(removed_handler_is_reported_as_ended),
        TEST(game_file_without_project_is_debugged_by_bytecode),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
