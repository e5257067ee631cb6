/* Recordings are reduced to what matters; two of them are compared tick by tick. */
#include "lib/app_kit.h"
#include "lib/cli.h"

#include "studio/scenario/scenario.h"
#include "engine/state/state_difference.h"
#include "player/shrink.h"
#include "tirnanog/project/project.h"

#include <unistd.h>

/* ---- planted faults ---- */

enum { NOISE_FRAMES = 5400, INPUTS_MAX = 20 }; /* three minutes */

/* A game with a fault that appears only after several things happened in this order. */
typedef struct Fault {
    const char *what, *startup, *guide, *until;
} Fault;

#define IF(condition, then) "    switch(" condition ") { case 1 { " then " } }\n"
static const Fault faults[] = {
    {"a talk with a coin hurts", "", IF("@cnt(coin) > 0", "@hp = 7"), "hp = 7"},
    {"a talk with two coins kills", "", IF("@cnt(coin) = 2", "@hp = -1"), "hp < 0"},
    {"three coins hurt", "e timer1 {\n" IF("cnt(coin) = 3", "hp = 11") "}\n", "", "hp = 11"},
    {"coins heal", "e timer1 {\n" IF("cnt(coin) > 0", "hp = hp + 1") "}\n", "", "hp = 23"},
    {"the guide gives coins without end", "", "    give(coin,2)\n", "has coin >= 5"},
    {"the guide leaves if there is one coin", "", IF("@cnt(coin) = 1", "remove()"),
     "no npc guide"},
    {"a talk with two coins moves the hero", "",
     IF("@cnt(coin) = 2", "location(meadow,3,3,so)"), "at meadow 3 3"},
    {"two talks", "", "    @hp = @hp + 100\n", "hp >= 220"},
    {"three talks", "", "    @hp = @hp + 100\n", "hp >= 320"},
    {"a talk with two coins, after they changed something",
     "e timer1 {\n" IF("cnt(coin) = 2", "hp = hp / 2 * 2 + 1") "}\n",
     IF("@hp = 21", "@hp = 500"), "hp = 500"},
};

typedef struct Noisy {
    Kit *kit;
    TngFile game;
    Names names;
    ScriptNames scripts;
} Noisy;

static void open_faulty(Noisy *noisy, const Fault *fault)
{
    ProjectFiles files;
    TngOutput out;
    Kit *kit = noisy->kit = kit_new();
    assert_true(project_new(TEXT("mygame"), &files, kit->arena, &kit->report));
    for (size_t i = 0; i < files.count; i++) {
        ProjectFile *file = &files.items[i];
        if (text_is(file->path, "game/startup.cfg"))
            file->bytes = bytes_of_text(arena_format(
                kit->arena, "TirNanoG StartUp\ne start {\n    location(meadow,16,16,so)\n}\n%s",
                fault->startup));
        if (text_is(file->path, "npcs/guide.npc"))
            file->bytes = bytes_of_text(
                arena_format(kit->arena,
                             "TirNanoG NPC\nGuide\nstand 100 200 0\nl hero hero_walk - - - - - "
                             "- - - - - - - "
                             "- - - - - -\ne click {\n    dialog(welcome,0)\n%s}\n",
                             fault->guide));
    }
    if (!project_build(&files, &(BuildOptions){0}, &out, kit->arena, &kit->report) ||
        !tng_read(tng_output_bytes(&out, kit->arena), &noisy->game, kit->arena, &kit->report) ||
        !project_game_names(&noisy->game, &noisy->names, kit->arena, &kit->report))
        fail_msg("%s: %s", fault->what, kit_message(kit, 0));
    noisy->scripts = script_names_of(&noisy->names);
}

/* The pixels of people and coins. */
static size_t spots_of(Noisy *noisy, Spot *spots, size_t room)
{
    size_t count = 0;
    const World *world = world_new(&noisy->game, &(WorldOptions){.skip_menu = true},
                                   noisy->kit->arena, &noisy->kit->report);
    const Grid *grid = &world->content->grid;
    const MapState *map = world->maps[world->actors[0]->map];
    for (uint32_t i = 1; i < world->actor_count && count < room; i++)
        spots[count++] = (Spot){world->actors[i]->at.x / SUB, world->actors[i]->at.y / SUB};
    uint32_t coin;
    assert_true(
        noisy->scripts.index(noisy->scripts.context, SCRIPT_OBJECT, TEXT("coin"), &coin));
    for (size_t i = 0; i < grid_cells(grid) && count < room; i++)
        if (map->cells[LAYER_OBJECTS * grid_cells(grid) + i] == coin)
            spots[count++] =
                grid_centre(grid, (Cell){(int32_t)i % grid->side, (int32_t)i / grid->side});
    return count;
}

/* Somebody who clicks and presses at random. */
static Text noise(Noisy *noisy, uint32_t seed)
{
    enum { SPOTS_MAX = 64 };
    Spot spots[SPOTS_MAX];
    const size_t spot_count = spots_of(noisy, spots, SPOTS_MAX);
    static const char *const buttons[] = {"confirm", "confirm", "confirm",  "up",
                                          "down",    "next",    "inventory"};
    static const char *const ways[] = {"none", "so", "sw", "we", "nw", "no", "ne", "ea", "se"};
    Writer out = writer_to(noisy->kit->arena);
    random_state = seed;
    write_format(&out, "# oisin input 1\nseed %u\nskip-menu\n", seed);
    for (uint32_t frame = 1; frame < NOISE_FRAMES; frame += 1 + next_random(12)) {
        const uint32_t choice = next_random(10);
        if (choice < 4)
            write_format(&out, "%u press %s\n", frame, buttons[next_random(COUNT_OF(buttons))]);
        else if (choice < 6)
            write_format(&out, "%u direction %s\n", frame, ways[next_random(COUNT_OF(ways))]);
        else if (choice < 8)
            write_format(&out, "%u go %u %u\n", frame, next_random(1024), next_random(1024));
        else {
            const Spot spot = spots[next_random((uint32_t)spot_count)];
            write_format(&out, "%u direction none\n%u go %d %d\n", frame, frame, spot.x,
                         spot.y);
            frame += next_random(160); /* it takes a while */
        }
    }
    write_format(&out, "%u end\n", NOISE_FRAMES);
    return writer_text(&out);
}

static bool holds(void *context, World *world) { return condition_holds(context, world); }

static void free_arena(void *arena) { arena_free(arena); }

static ShrinkWorker *workers_of(Noisy *noisy, const char *until, size_t count)
{
    Kit *kit = noisy->kit;
    ShrinkWorker *workers = ARENA_ALLOC(kit->arena, ShrinkWorker, count);
    for (size_t i = 0; i < count; i++) {
        Report *silent = ARENA_ALLOC(kit->arena, Report, 1);
        Arena *own = arena_new(); /* of a thread */
        arena_own(kit->arena, free_arena, own);
        *silent = report_to(NULL, NULL);
        workers[i] =
            (ShrinkWorker){.game = replay_game(&noisy->game, &noisy->scripts, own, silent),
                           .holds = holds,
                           .context = condition_new(text_of(until), &noisy->game,
                                                    &noisy->scripts, kit->arena, &kit->report)};
        if (!workers[i].context)
            fail_msg("%s", kit_message(kit, 0));
    }
    return workers;
}

/* Whether the condition holds after the last tick of a recording, and not before. */
static bool ends_with_fault(Noisy *noisy, const char *until, Text file)
{
    const ShrinkWorker *worker = workers_of(noisy, until, 1);
    Recording recording;
    Replay replay;
    ReplayGame game = worker->game;
    assert_true(recording_read(file, &recording, noisy->kit->arena, &noisy->kit->report));
    assert_true(replay_begin(&replay, &game, &recording));
    bool found = false, earlier = false;
    while (replay_goes_on(&replay)) {
        earlier |= found;
        assert_true(replay_tick(&replay));
        found = condition_holds(worker->context, replay.world);
    }
    replay_end(&replay);
    return found && !earlier;
}

static void each_planted_fault_is_reduced_to_few_inputs(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(faults); i++) {
        Noisy noisy;
        ShrinkResult result;
        open_faulty(&noisy, &faults[i]);
        const ShrinkOptions options = {.workers = workers_of(&noisy, faults[i].until, 2),
                                       .worker_count = 2};
        bool ok = false;
        for (uint32_t seed = 1; seed < 40 && !ok; seed++) /* noise that has the fault */
            ok = recording_shrink(noise(&noisy, seed), &options, &result, noisy.kit->arena,
                                  &noisy.kit->report);
        if (!ok)
            fail_msg("%s: never", faults[i].what);
        assert_true(result.inputs_before > 200);
        assert_true(result.inputs > 0 && result.inputs <= INPUTS_MAX);
        assert_true(ends_with_fault(&noisy, faults[i].until, result.recording));
        kit_free(noisy.kit);
    }
}

static bool after_some_steps(void *context) { return ++*(unsigned *)context > 6; }

/* The number of threads changes the time, not the result; an interrupt keeps what was found. */
static void result_is_the_same_with_any_number_of_threads(void **state)
{
    (void)state;
    Noisy noisy;
    ShrinkResult results[3];
    open_faulty(&noisy, &faults[8]);
    for (size_t i = 0; i < COUNT_OF(results); i++) {
        const ShrinkOptions options = {.workers =
                                           workers_of(&noisy, faults[8].until, 1 + 2 * i),
                                       .worker_count = 1 + 2 * i};
        assert_true(recording_shrink(noise(&noisy, 1), &options, &results[i], noisy.kit->arena,
                                     &noisy.kit->report));
        assert_true(text_equal(results[i].recording, results[0].recording));
    }
    unsigned asked = 0;
    ShrinkResult part;
    const ShrinkOptions options = {.workers = workers_of(&noisy, faults[8].until, 1),
                                   .worker_count = 1,
                                   .stop = after_some_steps,
                                   .stop_context = &asked};
    assert_true(recording_shrink(noise(&noisy, 1), &options, &part, noisy.kit->arena,
                                 &noisy.kit->report));
    assert_true(part.stopped);
    assert_true(part.inputs > results[0].inputs && part.inputs < part.inputs_before);
    assert_true(ends_with_fault(&noisy, faults[8].until, part.recording));
    kit_free(noisy.kit);
}

static void recording_without_the_fault_is_an_error(void **state)
{
    (void)state;
    Noisy noisy;
    ShrinkResult result;
    open_faulty(&noisy, &faults[0]);
    const ShrinkOptions options = {.workers = workers_of(&noisy, "hp = 12345", 1),
                                   .worker_count = 1};
    assert_false(recording_shrink(noise(&noisy, 1), &options, &result, noisy.kit->arena,
                                  &noisy.kit->report));
    assert_string_equal(kit_message(noisy.kit, 0),
                        "the condition does not hold at any of the 5400 ticks");
    kit_free(noisy.kit);
}

/* ---- differences ---- */

static World *same_world(Noisy *noisy)
{
    World *world = world_new(&noisy->game, &(WorldOptions){.skip_menu = true},
                             noisy->kit->arena, &noisy->kit->report);
    for (int i = 0; i < 20; i++)
        world_tick(world, &(WorldInput){.direction = 1 + SOUTH});
    return world;
}

static void first_difference_of_two_worlds_is_found(void **state)
{
    (void)state;
    Noisy noisy;
    StateDifference found;
    open_faulty(&noisy, &faults[0]);
    Arena *arena = noisy.kit->arena;
    World *a = same_world(&noisy), *b = same_world(&noisy);
    assert_false(state_difference(a, b, &found, arena));
    b->random++;
    assert_true(state_difference(a, b, &found, arena));
    assert_int_equal(found.kind, STATE_DIFFERENCE_WORLD);
    assert_true(text_is(found.member, "random"));
    b->players[0]->quests[0] += b->quest_count > 0;
    b->players[0]->screen.selected = 3;
    assert_true(state_difference(a, b, &found, arena));
    assert_int_equal(found.kind, STATE_DIFFERENCE_PLAYER);
    assert_true(text_is(found.member, "screen.selected"));
    assert_true(text_is(found.values[0], "0") && text_is(found.values[1], "3"));
    b->actors[1]->values[0] = -5;
    assert_true(state_difference(a, b, &found, arena));
    assert_int_equal(found.kind, STATE_DIFFERENCE_ACTOR);
    assert_int_equal(found.index, 1);
    assert_true(text_is(found.member, "values[0]") && text_is(found.values[1], "-5"));
    assert_string_equal(found.members->name, "values");
    b->actors[1]->at.y++;
    assert_true(state_difference(a, b, &found, arena));
    assert_true(text_is(found.member, "at.y"));
    b->actors[0]->used = 0;
    assert_true(state_difference(a, b, &found, arena));
    assert_int_equal(found.index, 0);
    assert_int_equal(found.member.size, 0);
    assert_true(text_is(found.values[0], "present") && text_is(found.values[1], "missing"));
    World *c = same_world(&noisy);
    const uint32_t map = c->actors[0]->map;
    c->maps[map]->cells[LAYER_OBJECTS * grid_cells(&c->content->grid) + 33] = TNG_NO_SPRITE - 7;
    assert_true(state_difference(a, c, &found, arena));
    assert_int_equal(found.kind, STATE_DIFFERENCE_MAP);
    assert_true(found.is_cell && found.cell.x == 1 && found.cell.y == 1);
    kit_free(noisy.kit);
}

/* ---- the command ---- */

static const char start[] = "# oisin input 1\nseed 1\nskip-menu\n";

static void put_recording(Cli *cli, const char *name, const char *lines)
{
    cli_put(cli, name, bytes_of_text(arena_format(cli->arena, "%s%s", start, lines)));
}

static void recordings_are_compared_tick_by_tick(void **state)
{
    Cli *cli = *state;
    expect(cli, 0, "oisin new g -q");
    put_recording(cli, "a.input", "10 direction ea\n60 end\n");
    put_recording(cli, "b.input", "10 direction ea\n30 run hp=5\n60 end\n");
    put_recording(cli, "c.input", "10 direction ea\n70 end\n");
    expect(cli, 0, "oisin replay diff g a.input a.input");
    assert_string_equal(content(cli, "out"), "");
    expect(cli, 1, "oisin replay diff g a.input b.input");
    assert_string_equal(content(cli, "out"), "tick 30: actor player at meadow 19 16: values[0] "
                                             "(hp): 20 in a.input, 5 in b.input\n");
    expect(cli, 1, "oisin replay diff g a.input b.input --json");
    assert_non_null(strstr(content(cli, "out"), "\"tick\": 30"));
    assert_non_null(strstr(content(cli, "out"), "\"of\": \"hp\""));
    assert_non_null(strstr(content(cli, "out"), "\"same\": false"));
    expect(cli, 1, "oisin replay diff g a.input c.input");
    assert_string_equal(content(cli, "out"),
                        "tick 60: a.input ends here, c.input continues; no "
                        "difference before\n");
    expect(cli, 0, "oisin play g --headless --input b.input --save b.sav -q");
    expect(cli, 0, "oisin replay diff g b.input b.sav");
    expect(cli, 1, "oisin replay diff g b.sav a.input");
    assert_non_null(strstr(content(cli, "out"), "saved game: actor player at meadow"));
    expect(cli, 2, "oisin replay diff g a.input missing.input");
    put_recording(cli, "d.input", "language xy\n5 end\n");
    expect(cli, 2, "oisin replay diff g a.input d.input");
    assert_non_null(
        strstr(content(cli, "err"), "d.input:4:10: the game has no language \"xy\""));
    expect(cli, 2, "oisin replay diff g a.input");
    expect(cli, 2, "oisin replay walk g a.input");
}

static void recording_is_shortened_by_the_command(void **state)
{
    Cli *cli = *state;
    expect(cli, 0, "oisin new g -q");
    put_recording(cli, "a.input",
                  "10 direction ea\n20 press up\n30 run hp=5\n40 direction so\n"
                  "60 end\n");
    expect(cli, 0, "oisin replay shrink g a.input --until 'hp = 5' -o s.input");
    assert_string_equal(content(cli, "out"), "1 of 4 inputs, 1 of 60 ticks\n");
    assert_string_equal(content(cli, "s.input"),
                        arena_format(cli->arena, "%s0 run hp=5\n1 end\n", start).at);
    expect(cli, 1, "oisin replay shrink g a.input --until 'hp = 6' -o n.input");
    expect(cli, 0, "test ! -e n.input");
    expect(cli, 1, "oisin replay shrink g a.input --until 'hpp = 6' -o n.input");
    assert_non_null(strstr(content(cli, "err"), "--until:1:1: no attribute \"hpp\""));
    expect(cli, 1, "oisin replay shrink g a.input --until 'hp = 5' -o a.input");
    expect(cli, 2, "oisin replay shrink g a.input -o n.input");
}

/* The recording repeats the game only with the same extensions and language. */
static void extensions_and_language_are_recorded(void **state)
{
    Cli *cli = *state;
    expect(cli, 0,
           "oisin new g -q && mkdir g/ext && "
           "printf 'TirNanoG Extension\\n0 -\\nm meadow\\n' > g/ext/winter.cfg && "
           "oisin build g -o g.tng -q && "
           "oisin build g --extension winter -o winter.tng -q");
    expect(cli, 0, "oisin play g.tng winter.tng --headless --frames 20 --record r.input -q");
    assert_non_null(strstr(content(cli, "r.input"), "\nextension winter\n"));
    expect(cli, 0, "oisin play g.tng winter.tng --headless --input r.input -q");
    expect(cli, 1, "oisin play g.tng --headless --input r.input -q");
    assert_non_null(strstr(content(cli, "err"),
                           "r.input:4:11: the recording was made with "
                           "extension \"winter\"; list it after the game"));
}

/* Also behind the cutscene with which the example game begins; what is recorded does it again.
 */
static void a_game_begins_at_a_place(void **state)
{
    Cli *cli = *state;
    char root[4096];
    assert_non_null(getcwd(root, sizeof root));
    assert_int_equal(
        sh(cli,
           "cp -r '%s/examples/segais' g && oisin play g --headless --place town,20,21 "
           "--frames 60 --record r.input -q",
           root),
        0);
    expect(cli, 0, "oisin replay shrink g r.input --until 'at town 20 21' -o n.input -q");
    expect(cli, 1, "oisin replay shrink g r.input --until 'at town 21 20' -o m.input -q");
    expect(cli, 1, "oisin play g --headless --place twon,20,21 --frames 60 -q");
    assert_non_null(strstr(content(cli, "err"), "no map \"twon\"; did you mean \"town\"?"));
    static const char *const wrong[] = {"town",      "town,1",  "town,1,x",
                                        "town,1,-1", "a b,1,1", "town,1,99999"};
    for (size_t i = 0; i < COUNT_OF(wrong); i++) {
        assert_int_equal(sh(cli, "oisin play g --headless --place '%s' -q", wrong[i]), 1);
        assert_non_null(strstr(content(cli, "err"), "expected MAP,X,Y"));
    }
    expect(cli, 2, "oisin play g --headless --place town,1,1 --input r.input -q");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(result_is_the_same_with_any_number_of_threads),
        cmocka_unit_test(recording_without_the_fault_is_an_error),
        cmocka_unit_test(first_difference_of_two_worlds_is_found),
        cmocka_unit_test_setup_teardown(recordings_are_compared_tick_by_tick, cli_begin,
                                        cli_end),
        cmocka_unit_test_setup_teardown(recording_is_shortened_by_the_command, cli_begin,
                                        cli_end),
        cmocka_unit_test_setup_teardown(extensions_and_language_are_recorded, cli_begin,
                                        cli_end),
        cmocka_unit_test_setup_teardown(a_game_begins_at_a_place, cli_begin, cli_end),
        cmocka_unit_test(each_planted_fault_is_reduced_to_few_inputs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
