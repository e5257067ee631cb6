/* Ticks of the world that a scenario plays in, within the limits of a step and of time. */
#include "studio/scenario/scenario_internal.h"
#include "studio/scenario/transcript.h"

enum { SETTLE_TICKS = 12, TICKS_PER_LOOK = 256 };

void run_hear(Run *run, size_t from)
{
    size_t count;
    const Effect *effects = world_effects(local_context(run->world), &count);
    for (size_t i = from; i < count && run->heard_count < EFFECTS_HEARD_MAX; i++)
        run->heard[run->heard_count++] = effects[i];
    for (uint32_t i = 0; i < local_context(run->world).player->alert_count; i++)
        run->alerts |= (uint64_t)1 << (local_context(run->world).player->alerts[i].alert & 63);
}

bool run_is_over(Run *run)
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
    if (run->world->tick % TICKS_PER_LOOK == 0 && run_is_over(run))
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
