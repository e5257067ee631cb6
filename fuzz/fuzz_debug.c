/* Lines said to the debugger of a game with handlers that call, wait and go round. Whatever is
 * said, each answer ends as the manual says, and unless a variable was set, the game goes the
 * way it goes alone. */
#include "base/text.h"
#include "studio/debug/debugger.h"
#include "kit/jobs/files.h"
#include "tirnanog/project/project.h"
#include "tirnanog/sheets/script_names.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { TICKS = 30 };

typedef struct Game {
    Bytes bytes;
    ProjectScripts scripts;
} Game;

static const Game *game(void)
{
    static Game built;
    if (built.bytes.data)
        return &built;
    Arena *arena = arena_new(); /* for ever */
    Report report = report_to(NULL, NULL);
    ProjectFiles files = {0};
    TngOutput out;
    if (!project_load_files("tests/scripts/world", &files, arena, &report) ||
        !project_build(&files, &(BuildOptions){.scripts = &built.scripts}, &out, arena,
                       &report))
        abort();
    built.bytes = tng_output_bytes(&out, arena);
    return &built;
}

typedef struct Talk {
    Text rest;
    bool asked;   /* and the answer has not ended */
    bool changed; /* a variable was set, or play left */
} Talk;

static DebugRead say(void *context, bool wait, Text *line)
{
    Talk *talk = context;
    if (!wait && !text_starts(talk->rest, "pause\n")) /* others would wait for a stop */
        return DEBUG_READ_NOTHING;
    if (talk->asked)
        __builtin_trap();
    if (!text_line(&talk->rest, line))
        return DEBUG_READ_END;
    const Text words = text_trimmed(*line);
    talk->changed |= text_starts(words, "set") || text_starts(words, "q");
    talk->asked = words.size > 0;
    return DEBUG_READ_LINE;
}

static void hear(void *context, Text line)
{
    Talk *talk = context;
    if (memchr(line.at, '\n', line.size))
        __builtin_trap();
    if (text_is(line, "ok") || text_starts(line, "error: "))
        talk->asked = false;
}

/* What the world is after these ticks, with a debugger or without. */
static uint64_t play(const TngFile *file, const DebuggerOptions *options, Arena *arena)
{
    Report report = report_to(NULL, NULL);
    World *world = world_new(file, &(WorldOptions){.skip_menu = true}, arena, &report);
    if (!world)
        abort();
    Debugger *debugger = options ? debugger_new(options, arena) : NULL;
    if (debugger)
        debugger_attach(debugger, world, NULL, NULL);
    for (unsigned i = 0; i < TICKS; i++) {
        if (debugger && !debugger_tick(debugger))
            break;
        world_tick(world, &(WorldInput){.option = i % 5 == 4});
    }
    const uint64_t hash = world_hash(world);
    if (debugger)
        debugger_free(debugger);
    return hash;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static uint64_t alone;
    const Game *built = game();
    Report report = report_to(NULL, NULL);
    TngFile file;
    Names names;
    Arena *arena = arena_new();
    if (size > 4096 || !tng_read(built->bytes, &file, arena, &report) ||
        !project_game_names(&file, &names, arena, &report)) {
        arena_free(arena);
        return 0;
    }
    if (!alone)
        alone = play(&file, NULL, arena);
    Talk talk = {.rest = {(const char *)data, size}};
    const ScriptNames script_names = script_names_of(&names);
    const DebuggerOptions options = {&file, &built->scripts, &script_names, {&talk, say, hear}};
    if (play(&file, &options, arena) != alone && !talk.changed)
        __builtin_trap();
    arena_free(arena);
    return 0;
}
