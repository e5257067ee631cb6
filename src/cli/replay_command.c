/* replay: reduces a recording to the part that matters, makes a scenario of one, or finds where
 * two recordings differ. */
#include "base/system/signals.h"
#include "cli/progress_bar.h"
#include "cli/invocation.h"
#include "cli/messages.h"
#include "cli/recording_scenario.h"
#include "kit/jobs/files.h"
#include "tirnanog/jobs/open_game.h"
#include "kit/jobs/job_inputs.h"
#include "base/output/output.h"
#include "base/path.h"
#include "base/tasks.h"
#include "base/text.h"
#include "studio/scenario/scenario.h"
#include "engine/state/state_difference.h"
#include "tirnanog/container/sav.h"
#include "player/shrink.h"
#include "tirnanog/sheets/script_names.h"

#include <stdio.h>

/* Exit status of diff, like that of the command diff. */
enum { EXIT_SAME = 0, EXIT_DIFFERENT = 1, EXIT_TROUBLE = 2 };

/* The game with its extensions, and their names. */
typedef struct Played {
    TngFile game;
    Names names;
    ScriptNames script_names;
    Text *extensions;
    size_t extension_count;
    const char *path;
} Played;

/* The arguments from the second to those of the verb, of which there are `own` at the end. */
static bool load_game(Invocation *invocation, size_t own, Played *out, Arena *arena)
{
    const char *const *paths = invocation->arguments + 1;
    const size_t count = invocation->argument_count - 1 - own;
    Report about = report_child(&invocation->report, text_of(paths[0]));
    Bytes bytes;
    *out = (Played){.path = paths[0]};
    for (size_t i = 1; i < count; i++)
        *ARENA_PUSH(arena, out->extensions, out->extension_count) =
            game_path_name(paths[i], arena);
    if (!games_load(paths, count, NULL, &bytes, arena, &invocation->report) ||
        !tng_read(bytes, &out->game, arena, &about) ||
        !project_game_names(&out->game, &out->names, arena, &about))
        return false;
    out->script_names = script_names_of(&out->names);
    return true;
}

/* ---- shrink ---- */

static bool is_interrupted(void *context)
{
    (void)context;
    return interrupted();
}

static bool condition_of_worker(void *context, World *world)
{
    return condition_holds(context, world);
}

/* Each thread has its own content and condition. */
static ShrinkWorker *new_workers(Played *played, Text until, size_t count, Report *silent,
                                 Arena *arena, Report *report)
{
    ShrinkWorker *workers = ARENA_ALLOC(arena, ShrinkWorker, count);
    for (size_t i = 0; i < count; i++) {
        Condition *condition =
            condition_new(until, &played->game, &played->script_names, arena, report);
        if (!condition)
            return NULL;
        Arena *own = arena_new_within(arena); /* threads allocate from it */
        silent[i] = report_to(NULL, NULL);
        workers[i] = (ShrinkWorker){
            .game = replay_game(&played->game, &played->script_names, own, &silent[i]),
            .holds = condition_of_worker,
            .context = condition};
    }
    return workers;
}

static bool shrink_to(Invocation *invocation, Text file, const ShrinkOptions *how, Arena *arena,
                      Report *about)
{
    ShrinkResult result;
    interrupt_note(true); /* the best recording so far is kept */
    const bool ok = recording_shrink(file, how, &result, arena, about);
    interrupt_note(false);
    const Bytes bytes = bytes_of_text(result.recording);
    if (!ok ||
        !file_save(option_text(invocation, OPTION_output), &bytes, 1, &invocation->report))
        return false;
    if (!option_given(invocation, OPTION_quiet))
        printf("%zu of %zu inputs, %u of %u ticks%s\n", result.inputs, result.inputs_before,
               result.frames, result.frames_before,
               result.stopped ? "; interrupted, a shorter recording may exist" : "");
    return true;
}

static bool shrink(Invocation *invocation, Arena *arena)
{
    Played played;
    Recording recording;
    Bytes file;
    Bar bar;
    Report *report = &invocation->report;
    const char *path = invocation->arguments[invocation->argument_count - 1];
    const size_t count = tasks_threads();
    Report *silent = ARENA_ALLOC(arena, Report, count);
    InputFiles inputs = {.arena = arena};
    for (size_t i = 1; i < invocation->argument_count; i++)
        input_files_note_below(&inputs, invocation->arguments[i]);
    if (!input_files_check_output(&inputs, option_text(invocation, OPTION_output), report) ||
        !load_game(invocation, 1, &played, arena) || !file_load(path, &file, arena, report))
        return false;
    Report about = report_child(report, text_of(path));
    Report until = report_child(report, TEXT("--until"));
    if (!recording_read(text_of_bytes(file), &recording, arena, &about) ||
        !recording_check(&recording, &played.game, played.extensions, played.extension_count,
                         &about))
        return false;
    const ShrinkOptions how = {
        .workers = new_workers(&played, text_of(option_text(invocation, OPTION_until)), count,
                               silent, arena, &until),
        .worker_count = count,
        .progress = bar_begin(&bar, option_given(invocation, OPTION_quiet)),
        .stop = is_interrupted};
    return how.workers && shrink_to(invocation, text_of_bytes(file), &how, arena, &about);
}

/* ---- diff ---- */

/* A recording while it is replayed, or a saved game. */
typedef struct Side {
    const char *path;
    bool is_save;
    ReplayGame game;
    Recording recording;
    Replay replay;
} Side;

static bool side_open(Side *side, const char *path, Played *played, Arena *arena,
                      Report *report)
{
    Bytes file;
    *side = (Side){.path = path};
    if (!file_load(path, &file, arena, report))
        return false;
    Report *about = ARENA_ALLOC(arena, Report, 1);
    *about = report_child(report, text_of(path));
    side->game = replay_game(&played->game, &played->script_names, arena, about);
    side->is_save = sav_is(file);
    if (side->is_save)
        return replay_begin_saved(&side->replay, &side->game, file);
    return recording_read(text_of_bytes(file), &side->recording, arena, about) &&
           recording_check(&side->recording, &played->game, played->extensions,
                           played->extension_count, about) &&
           replay_begin(&side->replay, &side->game, &side->recording);
}

/* What differs, in words of the game. */
typedef struct Place {
    const char *kind; /* "actor" */
    Text name, map;   /* empty: not known */
    Cell cell;
    bool has_cell;
    Text of; /* the attribute or quest that a value belongs to; or empty */
} Place;

static Text name_of(const World *world, unsigned section, uint32_t index)
{
    const Content *content = world->content;
    return index < content_count(content, section)
               ? tng_string(content->game, content_name(content, section, index))
               : TEXT("");
}

static void place_actor(const World *world, uint32_t index, Place *place)
{
    const Actor *actor = world->actors[index];
    place->name =
        actor->npc == NONE ? TEXT("player") : name_of(world, SECTION_NPCS, actor->npc);
    place->map = name_of(world, SECTION_MAPS, actor->map);
    place->cell =
        grid_cell_at(&world->content->grid, (Spot){actor->at.x / SUB, actor->at.y / SUB});
    place->has_cell = place->map.size > 0;
}

static Text attribute_name(const World *world, size_t ordinal)
{
    const TngAttributes *all = world->content->attributes;
    return ordinal < all->attribute_count
               ? tng_string(world->content->game, all->attributes[ordinal].name)
               : TEXT("");
}

/* `world`: one that has the entity. */
static Place place_of(const World *world, const StateDifference *difference, Arena *arena)
{
    static const char *const kinds[] = {"actor", "player", "map", "handler", "world"};
    Place place = {.kind = kinds[difference->kind]};
    const StateMember *member = difference->members;
    const uint32_t index = difference->index;
    if (difference->kind == STATE_DIFFERENCE_ACTOR)
        place_actor(world, index, &place);
    else if (difference->kind == STATE_DIFFERENCE_PLAYER)
        place_actor(world, world->players[index]->actor, &place);
    else if (difference->kind == STATE_DIFFERENCE_MAP)
        place.name = place.map = name_of(world, SECTION_MAPS, index);
    else if (difference->kind == STATE_DIFFERENCE_TASK)
        place.name = tng_script_name(world->content->game, world->tasks[index]->ref, arena);
    if (difference->is_cell) {
        place.cell = difference->cell;
        place.has_cell = true;
    }
    if (member && (member->shape == MEMBER_PER_ATTRIBUTE || !strcmp(member->name, "values")))
        place.of = attribute_name(world, difference->value);
    else if (member && member->shape == MEMBER_PER_QUEST)
        place.of = name_of(world, SECTION_QUESTS, (uint32_t)difference->value);
    return place;
}

static void print_text_difference(const Side sides[2], const Text tick,
                                  const StateDifference *difference, const Place *place,
                                  Writer *out)
{
    write_format(out, "%.*s: %s", (int)tick.size, tick.at, place->kind);
    if (place->name.size)
        write_format(out, " %.*s", (int)place->name.size, place->name.at);
    if (place->has_cell && difference->kind == STATE_DIFFERENCE_MAP)
        write_format(out, " %d %d", place->cell.x, place->cell.y);
    else if (place->has_cell)
        write_format(out, " at %.*s %d %d", (int)place->map.size, place->map.at, place->cell.x,
                     place->cell.y);
    if (difference->member.size)
        write_format(out, ": %.*s", (int)difference->member.size, difference->member.at);
    if (place->of.size)
        write_format(out, " (%.*s)", (int)place->of.size, place->of.at);
    for (int i = 0; i < 2; i++)
        write_format(out, "%s %.*s in %s", i ? "," : ":", (int)difference->values[i].size,
                     difference->values[i].at, sides[i].path);
    write_text(out, TEXT("\n"));
}

static void put_json_difference(JsonWriter *json, const StateDifference *difference,
                                const Place *place)
{
    json_put_text(json, "kind", text_of(place->kind));
    json_put_uint(json, "index", difference->index);
    json_put_text(json, "name", place->name);
    if (place->map.size)
        json_put_text(json, "map", place->map);
    if (place->has_cell) {
        json_put_int(json, "x", place->cell.x);
        json_put_int(json, "y", place->cell.y);
    }
    json_put_text(json, "member", difference->member);
    if (place->of.size)
        json_put_text(json, "of", place->of);
    json_put_text(json, "a", difference->values[0]);
    json_put_text(json, "b", difference->values[1]);
}

/* Describes the state after a tick; -1: before the first one; -2: of saved games. */
enum { BEFORE_FIRST = -1, AT_END = -2 };

static int report_states(const Side sides[2], int64_t tick, Arena *arena)
{
    JsonWriter *json = messages_json();
    Writer out = writer_to(arena);
    StateDifference difference = {0};
    const bool found =
        state_difference(sides[0].replay.world, sides[1].replay.world, &difference, arena);
    const World *having = text_is(difference.values[0], "missing") && !difference.member.size
                              ? sides[1].replay.world
                              : sides[0].replay.world;
    const Text when = tick >= 0              ? arena_format(arena, "tick %lld", (long long)tick)
                      : tick == BEFORE_FIRST ? TEXT("before the first tick")
                                             : TEXT("saved game");
    if (json) {
        json_open(json, "difference");
        if (tick >= 0)
            json_put_int(json, "tick", tick);
    }
    if (found) {
        const Place place = place_of(having, &difference, arena);
        if (json)
            put_json_difference(json, &difference, &place);
        else
            print_text_difference(sides, when, &difference, &place, &out);
    } else if (!json) {
        write_format(&out, "%.*s: the worlds differ in memory that has no member\n",
                     (int)when.size, when.at);
    }
    if (json)
        json_close(json);
    print_result(&out);
    return EXIT_DIFFERENT;
}

/* One recording goes on after the other has ended. */
static int report_lengths(const Side sides[2], Arena *arena)
{
    const Side *longer = replay_goes_on(&sides[0].replay) ? &sides[0] : &sides[1];
    const uint32_t ticks = longer->replay.frame;
    JsonWriter *json = messages_json();
    Writer out = writer_to(arena);
    if (json) {
        json_open(json, "difference");
        json_put_uint(json, "tick", ticks);
        json_put_text(json, "kind", TEXT("length"));
        json_put_uint(json, "a", sides[0].recording.frames);
        json_put_uint(json, "b", sides[1].recording.frames);
        json_close(json);
    } else {
        write_format(&out, "tick %u: %s ends here, %s continues; no difference before\n", ticks,
                     longer == &sides[0] ? sides[1].path : sides[0].path, longer->path);
    }
    print_result(&out);
    return EXIT_DIFFERENT;
}

static bool play_to_end(Replay *replay)
{
    bool ok = true;
    while (ok && replay_goes_on(replay))
        ok = replay_tick(replay);
    return ok;
}

static int compare_sides(Side sides[2], Arena *arena)
{
    if (sides[0].is_save || sides[1].is_save) { /* one state of each */
        if (!play_to_end(&sides[0].replay) || !play_to_end(&sides[1].replay))
            return EXIT_TROUBLE;
        return world_hash(sides[0].replay.world) == world_hash(sides[1].replay.world)
                   ? EXIT_SAME
                   : report_states(sides, AT_END, arena);
    }
    if (world_hash(sides[0].replay.world) != world_hash(sides[1].replay.world))
        return report_states(sides, BEFORE_FIRST, arena);
    while (replay_goes_on(&sides[0].replay) && replay_goes_on(&sides[1].replay)) {
        const uint32_t tick = sides[0].replay.frame;
        if (!replay_tick(&sides[0].replay) || !replay_tick(&sides[1].replay))
            return EXIT_TROUBLE;
        if (world_hash(sides[0].replay.world) != world_hash(sides[1].replay.world))
            return report_states(sides, tick, arena);
    }
    return replay_goes_on(&sides[0].replay) || replay_goes_on(&sides[1].replay)
               ? report_lengths(sides, arena)
               : EXIT_SAME;
}

static int diff(Invocation *invocation, Arena *arena)
{
    Played played;
    Side sides[2] = {{0}, {0}};
    int status = EXIT_TROUBLE;
    const char *const *paths = invocation->arguments + invocation->argument_count - 2;
    if (load_game(invocation, 2, &played, arena) &&
        side_open(&sides[0], paths[0], &played, arena, &invocation->report) &&
        side_open(&sides[1], paths[1], &played, arena, &invocation->report))
        status = compare_sides(sides, arena);
    for (int i = 0; i < 2; i++)
        replay_end(&sides[i].replay);
    if (messages_json() && status != EXIT_TROUBLE)
        json_put_bool(messages_json(), "same", status == EXIT_SAME);
    return status;
}

/* ---- test ---- */

static int make_test(Invocation *invocation, Arena *arena)
{
    Played played;
    Bytes file;
    TranscriptResult result;
    Report *report = &invocation->report;
    const char *path = invocation->arguments[invocation->argument_count - 1];
    const char *given = option_text(invocation, OPTION_name);
    InputFiles inputs = {.arena = arena};
    for (size_t i = 1; i < invocation->argument_count; i++)
        input_files_note_below(&inputs, invocation->arguments[i]);
    if (!input_files_check_output(&inputs, option_text(invocation, OPTION_output), report) ||
        !load_game(invocation, 1, &played, arena) || !file_load(path, &file, arena, report))
        return EXIT_FAILED;
    Report about = report_child(report, text_of(path));
    if (!recorded_scenario(&played.game, &played.script_names, text_of_bytes(file),
                           given ? text_of(given)
                                 : path_without_suffix(path_base(text_of(path))),
                           &result, arena, &about))
        return EXIT_FAILED;
    const Bytes bytes = bytes_of_text(result.text);
    if (!file_save(option_text(invocation, OPTION_output), &bytes, 1, report))
        return EXIT_FAILED;
    if (result.problem.size) {
        report_error(report, "%s:%.*s; please change the scenario there",
                     option_text(invocation, OPTION_output), (int)result.problem.size,
                     result.problem.at);
        return EXIT_FAILED;
    }
    if (!option_given(invocation, OPTION_quiet))
        printf("%zu steps; the scenario passes\n", result.steps);
    return EXIT_DONE;
}

static int make_shorter(Invocation *invocation, Arena *arena)
{
    return shrink(invocation, arena) ? EXIT_DONE : EXIT_FAILED;
}

/* ---- the command ---- */

static const struct Verb {
    const char *word;
    size_t recordings;
    bool until, output, json, name;
    int (*run)(Invocation *invocation, Arena *arena);
} verbs[] = {{"shrink", 1, true, true, false, false, make_shorter},
             {"test", 1, false, true, false, true, make_test},
             {"diff", 2, false, false, true, false, diff}};

static const struct Verb *find_verb(const char *word)
{
    for (size_t i = 0; i < COUNT_OF(verbs); i++)
        if (!strcmp(word, verbs[i].word))
            return &verbs[i];
    return NULL;
}

/* An option that the verb does not accept; NULL: none. */
static const char *unknown_option(const Invocation *invocation, const struct Verb *verb)
{
    return !verb->until && option_given(invocation, OPTION_until)     ? "until"
           : !verb->output && option_given(invocation, OPTION_output) ? "output"
           : !verb->json && option_given(invocation, OPTION_json)     ? "json"
           : !verb->name && option_given(invocation, OPTION_name)     ? "name"
                                                                      : NULL;
}

int command_replay(Invocation *invocation)
{
    const char *word = invocation->arguments[0];
    const struct Verb *verb = find_verb(word);
    if (!verb)
        return usage_error(invocation, "replay: expected shrink, test or diff, found \"%s\"",
                           word);
    const char *unknown = unknown_option(invocation, verb);
    if (invocation->argument_count < 2 + verb->recordings)
        return usage_error(invocation, "replay %s requires a game and %s", word,
                           verb->recordings == 1 ? "a recording" : "two recordings");
    if ((verb->until && !option_given(invocation, OPTION_until)) ||
        (verb->output && !option_given(invocation, OPTION_output)))
        return usage_error(invocation, "replay %s requires %s-o OUT", word,
                           verb->until ? "--until CONDITION and " : "");
    if (unknown)
        return usage_error(invocation, "replay %s does not accept --%s", word, unknown);
    Arena *arena = arena_new();
    const int status = verb->run(invocation, arena);
    arena_free(arena);
    return status;
}
