/* The headless player: runs ticks without a window, as fast as possible, until the last tick is
 * reached, the game exits or the debugger stops it. */
#include "player/session.h"

bool player_run_headless(Bytes game, const PlayerOptions *options, PlayerResult *result,
                         Arena *arena, Report *report)
{
    Session session;
    *result = (PlayerResult){0};
    if (!session_open(&session, game, options, arena, report))
        return false;
    bool leave = false;
    const PlayerDebug *debug = options->debug;
    if (debug)
        debug->attach(debug->context, session.world, NULL, NULL);
    /* Without a last tick the game might never end: it then runs for one tick. */
    do {
        size_t count;
        if (debug && !debug->tick(debug->context))
            break;
        session_tick(&session, &(WorldInput){0});
        const Effect *effects = world_effects(local_context(session.world), &count);
        for (size_t i = 0; i < count; i++)
            leave |= effects[i].kind == EFFECT_EXIT;
    } while (!leave && session.last && !session_over(&session));
    session_close(&session, result);
    return !session.failed;
}
