/* Observers of running handlers: a trace, a profile, a debugger.
 *
 * An observer must not change anything and is not part of the world's state, so an
 * observed world runs identically: same ticks, same hash. Each function may be NULL.
 * They are called during a tick and must not start, run or advance anything. */
#ifndef OISIN_ENGINE_STATE_SCRIPT_OBSERVERS_H
#define OISIN_ENGINE_STATE_SCRIPT_OBSERVERS_H

#include "engine/state/content.h"

struct Task;
typedef struct PlayerContext PlayerContext; /* engine/state/state.h */

typedef struct Observer {
    void *context;
    /* Before each instruction; `task` is NULL in a calculated attribute. `run` is always
     * valid. If it is set, the machine executes instructions one by one. */
    void (*instruction)(void *context, PlayerContext ctx, ScriptRef ref,
                        const struct Task *task, MachineRun *run);
    /* Before a command is called; arguments as in MachineHost. */
    void (*command)(void *context, PlayerContext ctx, const struct Task *task, unsigned number,
                    const int32_t *arguments);
    /* Before a handler sets an attribute; `entity` as in state.h. */
    void (*set)(void *context, PlayerContext ctx, uint32_t entity, uint32_t attribute,
                int32_t value);
    /* After a script ran this many instructions; `done`: it has ended. */
    void (*ran)(void *context, PlayerContext ctx, ScriptRef ref, uint32_t instructions,
                bool done);
} Observer;

#endif
