/* Plays one scenario: a world, its ticks, its steps. */
#include "studio/scenario/scenario_internal.h"
#include "studio/scenario/transcript.h"

/* ---- starting ---- */

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
        if (run_is_over(run))
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
    if (!scenario_language(run->game, TEXT("en"), &run->options.language))
        run->options.language = 0;
    run->options.seed = 1;
    return settings(run, scenario->background) && settings(run, &scenario->own) &&
           !run_is_over(run) && begin(run, coverage) &&
           (!scenario->background || run_steps(run, scenario->background)) &&
           run_steps(run, &scenario->own);
}
