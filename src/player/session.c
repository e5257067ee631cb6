/* Parts, in order: starting a world, and replacing it (a saved game, another build, a visit to
 * a server's world); running source; ticks. Every replacement goes through play_on,
 * which frees the previous world and its renderer. session_tick takes the input from the
 * recording while one is replayed, records it, and advances the world or the visit. */
#include "player/session_internal.h"

#include "base/image/png_write.h"
#include "player/player_languages.h"
#include "tirnanog/script/script.h"

#include <assert.h>

void session_show_world(Session *session, World *world)
{
    if (session->renderer)
        renderer_free(session->renderer);
    if (session->play)
        arena_free(session->play);
    session->world = world;
    session->play = arena_new();
    session->renderer = renderer_new(world, session->play, session->report);
    renderer_set(session->renderer, &session->render);
    session->drawn = false;
    session->loads++;
}

void session_leave_world(const Session *session)
{
    if (session->leaving)
        session->leaving(session->leaving_context);
}

/* Replaces the previous world. `state`: of the new one; NULL: it belongs to another module. */
static void play_on(Session *session, World *world, Arena *state)
{
    session_leave_world(session);
    Arena *before = session->state;
    session->state = state;
    if (session->history)
        history_begin(session->history, world);
    session_show_world(session, world);
    if (before && !session->history)
        arena_free(before);
}

/* False if the recording does not fit the game: a replay with another one would only
 * diverge. */
static bool read_input(Session *session)
{
    const PlayerOptions *options = session->options;
    if (!options->input.size)
        return true;
    Report about = report_child(session->report, options->input_name);
    if (!recording_read(options->input, &session->recording, session->arena, &about))
        return false;
    session->replaying = true;
    return recording_check(&session->recording, session->game, options->extensions,
                           options->extension_count, &about);
}

/* Resizing a window must not leave a frame of each size in memory. */
static void new_frame(Session *session, uint32_t w, uint32_t h)
{
    if (session->canvas)
        arena_free(session->canvas);
    session->canvas = arena_new();
    for (uint32_t i = 0; i < 2; i++) {
        session->images[i] = image_new(w, h, session->canvas);
        session->numbers[i] = 0;
    }
}

/* A replay starts where its recording did, whatever the options say. */
static bool skips_menu(const Session *session)
{
    return session->options->skip_menu || session->recording.skip_menu;
}

/* Before the login to a server, the game only provides fonts and colours: nothing of it runs.
 */
static WorldOptions world_options(const Session *session, uint64_t seed)
{
    return (WorldOptions){.seed = seed,
                          .content = session->content,
                          .skip_menu = skips_menu(session),
                          .wait = session->options->debug || session->options->server,
                          .observer = session->options->observer};
}

/* Another world was not created: the current one continues. */
static void keep_world(const Session *session)
{
    if (session->world && !session->visit.world)
        world_use_content(session->world);
}

/* Starts a new game, or its menu. */
static bool begin(Session *session, uint64_t seed)
{
    const WorldOptions wanted = world_options(session, seed);
    Arena *state = arena_new();
    World *world = world_new(session->game, &wanted, state, session->report);
    if (!world) {
        keep_world(session);
        arena_free(state);
        return false;
    }
    session->waiting = session->options->debug != NULL;
    play_on(session, world, state);
    return true;
}

/* The notes of a load (what the save had and the game has not) are warnings here, as there is
 * no page to show them. */
static bool load_first(Session *session)
{
    SaveNotes notes = {NULL, 0};
    if (!session->options->load.size)
        return true;
    Report about = report_child(session->report, session->options->load_name);
    const bool ok = session_load(session, session->options->load, &notes, &about);
    for (size_t i = 0; i < notes.count; i++)
        report_warning(&about, "%.*s", (int)notes.lines[i].size, notes.lines[i].at);
    return ok;
}

/* Reports which language is used if the requested one does not exist. */
static void report_language(const Session *session)
{
    const Text wanted = session->options->language;
    if (!session->options->language_given || !tng_language_count(session->game))
        return;
    const TngLanguage *language = tng_language(session->game, session->language)->record;
    size_t found;
    if (!languages_find(session->game, wanted, &found))
        report_warning(session->report, "the game has no language \"%.*s\": using \"%.2s\"",
                       (int)wanted.size, wanted.at, language->code);
}

Text session_language_code(const TngFile *game, size_t language)
{
    const TngLanguage *record = tng_language(game, language)->record;
    return (Text){record->code, sizeof record->code};
}

/* Everything that decides the first frame is written: seed, language, extensions, menu. */
static void begin_recording(Session *session, uint64_t seed)
{
    const PlayerOptions *options = session->options;
    Recording start = {.seed = seed, .skip_menu = skips_menu(session)};
    if (tng_language_count(session->game))
        start.language.name = session_language_code(session->game, session->language);
    for (size_t i = 0; i < options->extension_count; i++)
        *ARENA_PUSH(session->arena, start.extensions, start.extension_count) =
            (RecordedName){.name = options->extensions[i]};
    recording_begin(&session->record, &start);
}

/* Without a number of frames a replay ends with its recording; 0 means no end. */
static void begin_outputs(Session *session, uint64_t seed)
{
    const PlayerOptions *options = session->options;
    session->last = options->frames ? options->frames : session->recording.frames;
    session->record = writer_to(session->arena);
    if (options->record)
        begin_recording(session, seed);
    if (options->every)
        session->animation =
            apng_begin(RENDER_WIDTH, RENDER_HEIGHT, (uint16_t)options->every,
                       (uint16_t)session->world->content->rate, session->arena);
}

/* Options beat the recording, which beats the defaults: a seed or a language given by the user
 * is meant to differ from the recorded one. */
static bool open_all(Session *session, Bytes game)
{
    const PlayerOptions *options = session->options;
    TngFile *file = ARENA_ALLOC(session->games[0], TngFile, 1);
    session->game = file;
    if (!tng_read(game, file, session->games[0], session->report) || !read_input(session))
        return false;
    const uint64_t seed = options->has_seed             ? options->seed
                          : session->recording.has_seed ? session->recording.seed
                                                        : 0;
    session->language = languages_choose(
        session->game, options->language_given || !session->recording.language.name.size
                           ? options->language
                           : session->recording.language.name);
    report_language(session);
    session->content =
        content_new(session->game, session->language, session->games[0], session->report);
    if (!begin(session, seed))
        return false;
    new_frame(session, RENDER_WIDTH, RENDER_HEIGHT);
    begin_outputs(session, seed);
    return load_first(session);
}

/* `games[1]` is the previous build of the project, which sounds may still use. */
static void free_all(Session *session)
{
    Arena *const arenas[] = {session->play, session->canvas, session->games[0],
                             session->games[1]};
    if (session->renderer)
        renderer_free(session->renderer);
    if (session->history) /* it owns the state */
        history_free(session->history);
    else if (session->state)
        arena_free(session->state);
    for (size_t i = 0; i < COUNT_OF(arenas); i++)
        if (arenas[i])
            arena_free(arenas[i]);
}

/* The session keeps a pointer to `options`; `arena` must outlive it. */
bool session_open(Session *session, Bytes game, const PlayerOptions *options, Arena *arena,
                  Report *report)
{
    *session = (Session){.options = options, .arena = arena, .report = report};
    session->games[0] = arena_new();
    session->render = (RenderOptions){.zoom = 1, .ui_zoom = 1, .text_percent = 100};
    if (open_all(session, game))
        return true;
    free_all(session);
    return false;
}

/* Sizes in pixels. The next session_draw() draws again. */
void session_resize(Session *session, uint32_t w, uint32_t h, const RenderOptions *options)
{
    if (w != session->images[0].w || h != session->images[0].h)
        new_frame(session, w, h);
    session->render = *options;
    renderer_set(session->renderer, options);
    session->drawn = false;
}

/* ---- visits ---- */

/* The visited world belongs to the caller and must live until session_return(). */
void session_visit(Session *session, const SessionVisit *visit, Text language)
{
    if (!session->visit.world)
        session->home = session->game;
    session->visit = *visit;
    session->game = visit->game;
    session->language = languages_choose(visit->game, language);
    content_set_language(visit->world->content, session->language);
    assert(!session->history); /* only games of an author's own project have one */
    play_on(session, visit->world, NULL);
}

/* Starts the own game again: its state was freed when the visit began. */
void session_return(Session *session, Text language)
{
    if (!session->visit.world)
        return;
    session->visit = (SessionVisit){0};
    session->game = session->home;
    session->language = languages_choose(session->game, language);
    content_set_language(session->content, session->language);
    session->failed |= !begin(session, 0);
}

static void announce_loading(const Session *session)
{
    if (session->loading)
        session->loading(session->loading_context);
}

/* The new world exists before the previous one is given up: after an error the game continues.
 * keep_world() because world_load() has made the new world the user of the shared content. */
bool session_load(Session *session, Bytes save, SaveNotes *notes, Report *report)
{
    announce_loading(session);
    const WorldOptions wanted = world_options(session, 0);
    Arena *state = arena_new();
    World *world = world_load(session->game, save, &wanted, notes, state, report);
    keep_world(session);
    if (!world) {
        arena_free(state);
        return false;
    }
    session_forget_future(session);
    if (session->options->record)
        recording_load(&session->record, session->frames, save);
    session->waiting = false;
    play_on(session, world, state);
    world_use_content(world);
    return true;
}

/* The running game is saved with the old build and loaded with the new one. On error all
 * members that were changed are restored from `before`. */
bool session_replace(Session *session, Bytes bytes, SaveNotes *notes, Report *report)
{
    announce_loading(session);
    Arena *scratch = arena_new(), *fresh = arena_new();
    TngFile *game = ARENA_ALLOC(fresh, TngFile, 1);
    Bytes save;
    Report silent = report_to(NULL, NULL);
    const bool goes_on = local_context(session->world).player->started &&
                         world_save(session->world, NULL, &save, scratch, &silent);
    bool ok = tng_read(bytes, game, fresh, report);
    const Session before = *session;
    if (ok) {
        session_rewind_recording(session);
        session->game = game;
        session->content = content_new(game, session->language, fresh, session->report);
        session->history = NULL; /* its worlds are of the game before */
        session->state = before.history ? NULL : before.state;
        /* The menu has no state to keep: the new game starts there. */
        ok = goes_on ? session_load(session, save, notes, report) : begin(session, 0);
    }
    if (ok) {
        session->names = NULL;
        if (before.history) {
            history_free(before.history);
            session_keep_history(session);
            session->reloaded = true;
        }
        if (session->games[1])
            arena_free(session->games[1]);
        session->games[1] = session->games[0];
        session->games[0] = fresh;
    } else {
        session->game = before.game;
        session->content = before.content;
        session->history = before.history;
        session->state = before.state;
        session->record = before.record; /* the file gets its end again */
        session->done = before.done;
        arena_free(fresh);
    }
    arena_free(scratch);
    return ok;
}

/* ---- running source ---- */

const ScriptNames *session_names(Session *session, Report *report)
{
    if (!session->names && session->options->names)
        session->names = session->options->names(session->game, session->games[0], report);
    return session->names;
}

/* The code is copied: handlers that it installs run later, from the world's arena. */
static bool run_code(const Session *session, Bytes code, uint32_t self, Report *report)
{
    World *world = session->world;
    if (session->history)
        return history_run(session->history, code, self, report);
    return world_run(local_context(world), arena_copy(world->arena, code), self, ENTITY_NONE,
                     report);
}

/* Records the source only if it ran: a replay must not repeat an error. */
bool session_run(Session *session, Text code, uint32_t self, Report *report)
{
    const ScriptNames *names = session_names(session, report);
    const ScriptSource source = script_source(arena_text(session->play, code));
    ScriptCode compiled;
    session_scene_now(session);
    if (!names)
        return report_error(report, "the game's names are not available: cannot run source");
    if (!script_compile(&source, names, NULL, &compiled, session->play, report))
        return false;
    session_forget_future(session);
    if (!run_code(session, compiled.bytes, self, report))
        return false;
    if (session->options->record)
        recording_run(&session->record, session->frames,
                      &(RecordedRun){.self = self, .code = code});
    session->drawn = false;
    return true;
}

/* What the recording has between two ticks. */
static void repeat(Session *session, const RecordedInput *item)
{
    SaveNotes notes;
    session->done = session->frames + 1;
    if (item->load.size)
        session->failed = !session_load(session, item->load, &notes, session->report);
    for (size_t i = 0; i < item->run_count; i++) {
        const RecordedRun *run = &item->runs[i];
        if (run->code.size)
            session->failed |= !session_run(session, run->code, run->self, session->report);
        else
            session_set_language(session, recording_language(session->game, run->language));
    }
}

/* Applies the events of the recording. */
static void replay(Session *session, WorldInput *now)
{
    const RecordedInput *item = session->replay_at < session->recording.count
                                    ? &session->recording.items[session->replay_at]
                                    : NULL;
    if (item && item->frame == session->frames && session->done <= session->frames)
        repeat(session, item);
    session->done = session->done > session->frames ? session->done : session->frames + 1;
    *now = session->input;
    recording_input(&session->recording, session->frames, &session->replay_at, now);
}

/* Once a second, since lost input makes a replay impossible. */
static void flush_recording(Session *session)
{
    const PlayerOptions *options = session->options;
    if (!options->record || !options->recorded ||
        session->frames % session->world->content->rate != 0)
        return;
    const Bytes all = writer_bytes(&session->record);
    if (all.size > session->told)
        options->recorded(options->record_context,
                          bytes_slice(all, session->told, all.size - session->told));
    session->told = all.size;
}

/* PlayerOptions.place: cutscenes before it are skipped by a press in each second tick. */
static void place(Session *session, WorldInput *now)
{
    enum { BEGUN = 2 };
    const Text source = session->options->place;
    if (!source.size || session->placed || session->frames < BEGUN)
        return;
    if (local_context(session->world).player->screen.screen == SCREEN_CUTSCENE) {
        now->buttons |= session->frames & 1 ? BUTTON_CANCEL : 0;
        return;
    }
    session->placed = true;
    session->failed |= !session_run(
        session, source, context_entity(local_context(session->world)), session->report);
}

/* The input is recorded before the world ticks, so that a crash within the tick can be
 * replayed. */
void session_tick(Session *session, const WorldInput *input)
{
    WorldInput now = *input;
    session_scene_now(session);
    session_forget_future(session);
    if (session->replaying && session->frames < session->recording.frames)
        replay(session, &now);
    place(session, &now);
    if (session->options->record)
        recording_write(&session->record, session->frames, &session->input, &now);
    if (session->waiting) {
        session->waiting = false;
        session->failed = !world_begin(session->world, skips_menu(session));
    }
    if (session->failed)
        return;
    if (session->visit.world)
        session->visit.tick(session->visit.context, &now);
    else if (session->history)
        history_tick(session->history, &now);
    else
        world_tick(session->world, &now);
    session->input = now;
    session->drawn = false;
    if (session->options->every && session->frames % session->options->every == 0)
        apng_frame(&session->animation, session_draw(session));
    session->frames++;
    flush_recording(session);
}

bool session_over(const Session *session)
{
    return session->failed || (session->last && session->frames >= session->last);
}

/* `result` is in the arena of session_open(), which outlives the session. */
void session_close(Session *session, PlayerResult *result)
{
    *result = (PlayerResult){.frames = session->frames, .hash = world_hash(session->world)};
    if (session->options->screenshot)
        result->screenshot = png_write(session_draw(session), NULL, session->arena);
    if (session->options->save)
        session->failed |= !world_save(session->world, session_scene(session), &result->save,
                                       session->arena, session->report);
    if (session->options->every && session->animation.frames)
        result->animation = apng_end(&session->animation);
    if (session->options->record) {
        recording_end(&session->record, session->frames);
        result->recording = writer_bytes(&session->record);
    }
    free_all(session);
}
