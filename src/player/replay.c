/* Parts, in order: starting a replay; loading saved games; running source; ticks. Loading makes
 * a new world in its own arena, and the previous world is freed only if that succeeds. */
#include "player/replay.h"

#include "engine/save/save.h"
#include "tirnanog/script/script.h"

#include <assert.h>

typedef struct ReplayCode {
    Text source;
    Bytes code; /* empty: it is invalid */
} ReplayCode;

ReplayGame replay_game(const TngFile *game, const ScriptNames *names, Arena *arena,
                       Report *report)
{
    return (ReplayGame){.game = game,
                        .names = names,
                        .content = content_new(game, 0, arena, report),
                        .arena = arena,
                        .report = report};
}

/* The language of a recording that has none: as for a new session. */
static size_t first_language(const TngFile *game, Text code)
{
    const size_t wanted = code.size ? recording_language(game, code) : SIZE_MAX;
    const size_t english = recording_language(game, TEXT("en"));
    return wanted != SIZE_MAX ? wanted : english != SIZE_MAX ? english : 0;
}

bool replay_begin(Replay *replay, ReplayGame *game, const Recording *recording)
{
    *replay = (Replay){.game = game, .recording = recording, .state = arena_new()};
    const WorldOptions options = {.seed = recording->has_seed ? recording->seed : 0,
                                  .content = game->content,
                                  .skip_menu = recording->skip_menu};
    content_set_language(game->content, first_language(game->game, recording->language.name));
    replay->world = world_new(game->game, &options, replay->state, game->report);
    if (!replay->world)
        replay_end(replay);
    return replay->world != NULL;
}

void replay_end(Replay *replay)
{
    if (replay->state)
        arena_free(replay->state);
    replay->state = NULL;
    replay->world = NULL;
}

bool replay_goes_on(const Replay *replay)
{
    return replay->recording && !replay->left && replay->frame < replay->recording->frames;
}

static bool load(Replay *replay, Bytes save)
{
    ReplayGame *game = replay->game;
    SaveNotes notes;
    const WorldOptions options = {.content = game->content};
    Arena *state = arena_new();
    World *world = world_load(game->game, save, &options, &notes, state, game->report);
    if (!world) {
        /* The new world may have taken the content before loading failed. */
        if (replay->world)
            world_use_content(replay->world);
        arena_free(state);
        return false;
    }
    if (replay->state)
        arena_free(replay->state);
    replay->state = state;
    replay->world = world;
    return true;
}

bool replay_begin_saved(Replay *replay, ReplayGame *game, Bytes save)
{
    *replay = (Replay){.game = game};
    return load(replay, save);
}

/* Compiles each source once. */
static Bytes compiled(ReplayGame *game, Text source)
{
    for (size_t i = 0; i < game->code_count; i++)
        if (text_equal(game->codes[i].source, source))
            return game->codes[i].code;
    ReplayCode *entry = ARENA_PUSH(game->arena, game->codes, game->code_count);
    ScriptCode code;
    entry->source = arena_text(game->arena, source);
    entry->code = (Bytes){NULL, 0};
    if (!game->names) {
        report_error(game->report, "the game's names are not available: cannot run source");
        return entry->code;
    }
    const ScriptSource text = script_source(entry->source);
    if (script_compile(&text, game->names, NULL, &code, game->arena, game->report))
        entry->code = code.bytes;
    return entry->code;
}

static bool run(Replay *replay, const RecordedRun *run)
{
    World *world = replay->world;
    if (!run->code.size) {
        content_set_language(world->content, first_language(replay->game->game, run->language));
        return true;
    }
    const Bytes code = compiled(replay->game, run->code);
    return code.size && world_run(local_context(world), arena_copy(world->arena, code),
                                  run->self, ENTITY_NONE, replay->game->report);
}

bool replay_tick(Replay *replay)
{
    const Recording *recording = replay->recording;
    const RecordedInput *item =
        replay->at < recording->count && recording->items[replay->at].frame == replay->frame
            ? &recording->items[replay->at]
            : NULL;
    size_t count;
    assert(replay_goes_on(replay));
    if (item && item->load.size && !load(replay, item->load))
        return false;
    for (size_t i = 0; item && i < item->run_count; i++)
        if (!run(replay, &item->runs[i]))
            return false;
    recording_input(recording, replay->frame, &replay->at, &replay->input);
    world_tick(replay->world, &replay->input);
    replay->frame++;
    const Effect *effects = world_effects(local_context(replay->world), &count);
    for (size_t i = 0; i < count; i++)
        replay->left |= effects[i].kind == EFFECT_EXIT;
    return true;
}
