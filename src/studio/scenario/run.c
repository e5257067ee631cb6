/* Plays one scenario: a world, its ticks, its steps. */
#include "studio/scenario/scenario_internal.h"
#include "studio/scenario/transcript.h"

enum { SETTLE_TICKS = 12, TICKS_PER_LOOK = 256 };

bool run_fail(Run *run, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    run->problem = arena_vformat(run->results, format, arguments);
    va_end(arguments);
    return false;
}

bool run_fail_anyway(Run *run, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    run->problem = arena_vformat(run->results, format, arguments);
    va_end(arguments);
    run->senseless = true;
    return false;
}

void run_hear(Run *run, size_t from)
{
    size_t count;
    const Effect *effects = world_effects(local_context(run->world), &count);
    for (size_t i = from; i < count && run->heard_count < EFFECTS_HEARD_MAX; i++)
        run->heard[run->heard_count++] = effects[i];
    for (uint32_t i = 0; i < local_context(run->world).player->alert_count; i++)
        run->alerts |= (uint64_t)1 << (local_context(run->world).player->alerts[i].alert & 63);
}

/* Whether the time of all scenarios is over. */
static bool is_over(Run *run)
{
    const ScenarioClock *clock = &run->limits->clock;
    return clock->is_over && clock->is_over(clock->context) &&
           !run_fail_anyway(run, "stopped: the scenarios take too much time");
}

bool run_tick(Run *run, const WorldInput *input)
{
    const uint32_t rate = run->world->content->rate;
    if (run->step_ticks >= run->limits->step_seconds * rate)
        return run_fail_anyway(run, "the step has not ended after %u seconds of play",
                               run->limits->step_seconds);
    if (run->world->tick >= run->limits->total_seconds * rate)
        return run_fail_anyway(run, "the scenario has not ended after %u seconds of play",
                               run->limits->total_seconds);
    if (run->world->tick % TICKS_PER_LOOK == 0 && is_over(run))
        return false;
    run->step_ticks++;
    world_tick(run->world, input);
    if (run->transcript)
        transcript_tick(run->transcript, input);
    run_hear(run, 0);
    return true;
}

bool run_script(Run *run, Bytes code, uint32_t self)
{
    size_t before;
    world_effects(local_context(run->world), &before);
    if (!world_run(local_context(run->world), code, self, ENTITY_PLAYER, &run->report))
        return run_fail_anyway(run, "the handler cannot be started");
    run_hear(run, before);
    /* The masks of changed maps are recomputed in a tick. */
    return run_tick(run, &(WorldInput){0});
}

/* Whether a handler is still running and not waiting for time, actors or the player. */
static bool is_busy(PlayerContext ctx)
{
    for (uint32_t i = 0; i < ctx.world->task_count; i++) {
        const Task *task = ctx.world->tasks[i];
        if (task->used &&
            (task->wait == WAIT_NOTHING ||
             (task->wait == WAIT_FREE && ctx.player->screen.screen == SCREEN_GAME)))
            return true;
    }
    return false;
}

bool run_settle(Run *run)
{
    for (unsigned i = 0; i < SETTLE_TICKS && is_busy(local_context(run->world)); i++)
        if (!run_tick(run, &(WorldInput){0}))
            return false;
    return true;
}

/* ---- starting ---- */

bool setting_seed(Run *run, const Step *step)
{
    run->options.seed = (uint64_t)step->values[0].number;
    return true;
}

bool setting_begin(Run *run, const Step *step)
{
    run->beginning = step->values[0].number;
    return true;
}

static bool find_language(const TngFile *game, Text code, size_t *out)
{
    for (size_t i = 0; i < tng_language_count(game); i++) {
        const TngLanguage *language = tng_language(game, i)->record;
        if (text_equal((Text){language->code, 2}, code)) {
            *out = i;
            return true;
        }
    }
    return false;
}

bool setting_language(Run *run, const Step *step)
{
    const Text word = step->values[0].word;
    return find_language(run->game, word, &run->options.language) ||
           run_fail(run, "the game has no language \"%.*s\"", (int)word.size, word.at);
}

static bool settings(Run *run, const Block *block)
{
    for (size_t i = 0; block && i < block->count && step_is_setting(&block->steps[i]); i++) {
        run->step = &block->steps[i];
        if (!run->step->row->step(run, run->step))
            return false;
    }
    return true;
}

static void begin_transcript(Run *run)
{
    if (!run->transcripts)
        return;
    const TngLanguage *language = tng_language(run->game, run->options.language)->record;
    const TranscriptOptions options = {.seed = run->options.seed,
                                       .language = {language->code, 2},
                                       .skip_menu = run->options.skip_menu};
    run->transcript =
        transcript_new(run->world, run->game, run->scenarios->names, &options, run->arena);
}

static bool begin(Run *run, bool coverage)
{
    enum { GAME, INTRO, MENU };
    run->options.skip_menu = run->beginning != MENU;
    run_observe(run, coverage);
    run->world = world_new(run->game, &run->options, run->arena, &run->report);
    if (!run->world)
        return run_fail(run, "the game cannot be started");
    begin_transcript(run);
    if (!run_tick(run, &(WorldInput){0}))
        return false;
    if (run->beginning != INTRO &&
        local_context(run->world).player->screen.screen == SCREEN_CUTSCENE &&
        !run_tick(run, &(WorldInput){.buttons = BUTTON_CONFIRM}))
        return false;
    return run_settle(run);
}

/* ---- steps ---- */

static bool check(Run *run, const Step *step, Writer *found)
{
    arena_reset(run->scratch);
    *found = writer_to(run->scratch);
    return step->row->condition(run, step->values, found) != step->inverse;
}

static bool fail_condition(Run *run, const Step *step, const Writer *found, const char *what)
{
    const Text words = writer_text(found);
    return run_fail(run, "%s %.*s; %.*s", what, (int)step->condition.size, step->condition.at,
                    (int)words.size, words.at);
}

static bool wait_until(Run *run, const Step *step)
{
    const uint32_t ticks =
        step->ticks ? step->ticks : world_ticks_of(run->world, step->centiseconds);
    Writer found;
    for (uint32_t i = 0; !check(run, step, &found); i++)
        if (i >= ticks || !run_tick(run, &(WorldInput){0}))
            return fail_condition(run, step, &found, "timeout while waiting for");
    return true;
}

static bool run_steps(Run *run, const Block *block);

static bool call(Run *run, const Step *step)
{
    if (run->depth >= CALLS_MAX)
        return run_fail(run, "steps are nested too deeply (maximum %d levels)", CALLS_MAX);
    run->depth++;
    const bool ok = run_steps(run, step->block);
    run->depth--;
    return ok;
}

static bool do_step(Run *run, const Step *step)
{
    Writer found;
    if (step->form == FORM_EXPECT)
        return check(run, step, &found) || fail_condition(run, step, &found, "expected");
    arena_reset(run->scratch);
    run->step_ticks = run->heard_count = 0;
    run->alerts = 0;
    if (step->form == FORM_WAIT)
        return wait_until(run, step);
    run->wanted = (Wanted){0};
    run->removed = NONE;
    run->senseless = false;
    const bool done = step->row->step(run, step) && run_settle(run);
    if (!step->inverse)
        return done;
    if (done)
        return run_fail(run, "the step succeeded, but should have been refused");
    if (run->senseless)
        return run_fail(run, "the step failed, but the game did not refuse it: %.*s",
                        (int)run->problem.size, run->problem.at);
    run->problem = TEXT("");
    return true;
}

static bool run_steps(Run *run, const Block *block)
{
    for (size_t i = 0; i < block->count; i++) {
        const Step *step = &block->steps[i];
        if (step_is_setting(step))
            continue;
        run->step = step;
        if (is_over(run))
            return false;
        if (run->step_count++ >= run->limits->steps)
            return run_fail(run, "more than %u steps", run->limits->steps);
        run_note_step(run, step);
        if (run->transcript && step->row && *step->row->script)
            transcript_line(run->transcript, step->text);
        if (!(step->form == FORM_CALL ? call(run, step) : do_step(run, step)))
            return false;
        if (run->history)
            history_write(run, HAPPENINGS_MAX, run->history);
    }
    return true;
}

bool run_scenario(Run *run, const Scenario *scenario, bool coverage)
{
    if (!find_language(run->game, TEXT("en"), &run->options.language))
        run->options.language = 0;
    run->options.seed = 1;
    return settings(run, scenario->background) && settings(run, &scenario->own) &&
           !is_over(run) && begin(run, coverage) &&
           (!scenario->background || run_steps(run, scenario->background)) &&
           run_steps(run, &scenario->own);
}
