/* Parts, in order: the thread that replays the game; the functions that the editor calls.
 * Commands and answers are exchanged under a mutex. They have a separate arena, because both
 * threads allocate from it, each while it holds the mutex. */
#include "cli/edit_debug.h"

#include "studio/debug/debugger.h"
#include "base/text.h"
#include "player/replay.h"
#include "tirnanog/sheets/script_names.h"

#include <pthread.h>

struct EditorDebug {
    TngFile *game;
    ProjectScripts scripts;
    Names names;
    ScriptNames script_names;
    Recording recording;
    ReplayGame played;
    Debugger *debugger;
    Report silent;
    Arena *arena;
    pthread_t thread;
    /* shared with the thread */
    pthread_mutex_t mutex;
    pthread_cond_t wake;
    Arena *shared;
    Writer lines, commands;
    size_t told;      /* bytes of `lines` that were read */
    size_t taken;     /* bytes of `commands` */
    bool over, ended; /* no more commands; the play has ended */
    char line[4096];
};

/* ---- the thread ---- */

/* The next command; the mutex is locked. */
static bool take_command(EditorDebug *debug, Text *out)
{
    size_t end;
    const Text all = writer_text(&debug->commands);
    const Text rest = text_slice(all, debug->taken, all.size);
    if (!text_find(rest, '\n', &end))
        return false;
    const size_t size = end < sizeof debug->line ? end : sizeof debug->line;
    memcpy(debug->line, rest.at, size);
    debug->taken += end + 1;
    *out = text_trimmed((Text){debug->line, size});
    return true;
}

static DebugRead read_command(void *context, bool wait, Text *out)
{
    EditorDebug *debug = context;
    pthread_mutex_lock(&debug->mutex);
    bool taken = false;
    while (!debug->over && !(taken = take_command(debug, out)) && wait)
        pthread_cond_wait(&debug->wake, &debug->mutex);
    const bool over = debug->over;
    pthread_mutex_unlock(&debug->mutex);
    return over ? DEBUG_READ_END : taken ? DEBUG_READ_LINE : DEBUG_READ_NOTHING;
}

static void write_answer(void *context, Text line)
{
    EditorDebug *debug = context;
    pthread_mutex_lock(&debug->mutex);
    write_text(&debug->lines, line);
    write_u8(&debug->lines, '\n');
    pthread_mutex_unlock(&debug->mutex);
}

static bool is_over(EditorDebug *debug)
{
    pthread_mutex_lock(&debug->mutex);
    const bool over = debug->over;
    pthread_mutex_unlock(&debug->mutex);
    return over;
}

static void *play(void *context)
{
    EditorDebug *debug = context;
    Replay replay;
    if (replay_begin(&replay, &debug->played, &debug->recording)) {
        debugger_attach(debug->debugger, replay.world, NULL, NULL);
        while (!is_over(debug) && replay_goes_on(&replay) && debugger_tick(debug->debugger))
            if (!replay_tick(&replay))
                break;
        replay.world->observer = NULL;
        replay_end(&replay);
    }
    pthread_mutex_lock(&debug->mutex);
    debug->ended = true;
    pthread_mutex_unlock(&debug->mutex);
    return NULL;
}

/* ---- the editor ---- */

static bool has_load(const Recording *recording)
{
    for (size_t i = 0; i < recording->count; i++)
        if (recording->items[i].load.size)
            return true;
    return false;
}

static bool prepare(EditorDebug *debug, const EditorHost *host, Text recording, Report *report)
{
    ProjectFiles files;
    TngOutput built;
    Arena *arena = debug->arena;
    debug->game = ARENA_ALLOC(arena, TngFile, 1);
    if (!host->load(host->context, &files, arena, report) ||
        !project_build(&files, &(BuildOptions){.scripts = &debug->scripts}, &built, arena,
                       report) ||
        !tng_read(tng_output_bytes(&built, arena), debug->game, arena, report) ||
        !project_game_names(debug->game, &debug->names, arena, report))
        return false;
    Report about = report_child(report, TEXT("recording"));
    if (!recording_read(arena_text(arena, recording), &debug->recording, arena, &about))
        return false;
    if (has_load(&debug->recording))
        return report_error(report,
                            "the game was changed, or loaded, while it was played; please "
                            "play again from the start");
    debug->script_names = script_names_of(&debug->names);
    debug->silent = report_to(NULL, NULL);
    debug->played = replay_game(debug->game, &debug->script_names, arena, &debug->silent);
    return true;
}

static void free_all(EditorDebug *debug)
{
    arena_free(debug->shared);
    arena_free(debug->arena); /* it is in it */
}

EditorDebug *edit_debug_begin(const EditorHost *host, Text recording, Report *report)
{
    Arena *arena = arena_new();
    EditorDebug *debug = ARENA_ALLOC(arena, EditorDebug, 1);
    *debug = (EditorDebug){.arena = arena, .shared = arena_new()};
    debug->lines = writer_to(debug->shared);
    debug->commands = writer_to(debug->shared);
    if (!prepare(debug, host, recording, report)) {
        free_all(debug);
        return NULL;
    }
    const DebuggerOptions options = {.game = debug->game,
                                     .scripts = &debug->scripts,
                                     .names = &debug->script_names,
                                     .io = {debug, read_command, write_answer}};
    debug->debugger = debugger_new(&options, arena);
    pthread_mutex_init(&debug->mutex, NULL);
    pthread_cond_init(&debug->wake, NULL);
    if (pthread_create(&debug->thread, NULL, play, debug) != 0) {
        report_error(report, "no thread can be started");
        debugger_free(debug->debugger);
        free_all(debug);
        return NULL;
    }
    return debug;
}

void edit_debug_send(EditorDebug *debug, Text line)
{
    pthread_mutex_lock(&debug->mutex);
    write_text(&debug->commands, line);
    write_u8(&debug->commands, '\n');
    pthread_cond_signal(&debug->wake);
    pthread_mutex_unlock(&debug->mutex);
}

bool edit_debug_read(EditorDebug *debug, Writer *out)
{
    pthread_mutex_lock(&debug->mutex);
    const Text all = writer_text(&debug->lines);
    write_text(out, text_slice(all, debug->told, all.size));
    debug->told = all.size;
    const bool goes_on = !debug->ended;
    pthread_mutex_unlock(&debug->mutex);
    return goes_on;
}

void edit_debug_end(EditorDebug *debug)
{
    pthread_mutex_lock(&debug->mutex);
    debug->over = true;
    pthread_cond_signal(&debug->wake);
    pthread_mutex_unlock(&debug->mutex);
    pthread_join(debug->thread, NULL);
    debugger_free(debug->debugger);
    pthread_mutex_destroy(&debug->mutex);
    pthread_cond_destroy(&debug->wake);
    free_all(debug);
}
