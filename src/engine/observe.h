/* Who watches what handlers do: a trace, a profile, a debugger.
 *
 * An observer sees; it changes nothing. It is no part of the world's state, so
 * a watched world goes the same way as one that is not: same ticks, same hash.
 * Any of the functions may be NULL. They are called in the middle of a tick:
 * they must not start, run or advance anything. */
#ifndef OISIN_ENGINE_OBSERVE_H
#define OISIN_ENGINE_OBSERVE_H

#include "engine/content.h"

struct World;
struct Task;

typedef struct Observer {
    void *context;
    /* Before each instruction; `task` is NULL in a calculated attribute, whose run
     * is `run` all the same. With it, the machine runs instruction by instruction. */
    void (*instruction)(void *context, struct World *world, ScriptRef ref,
                        const struct Task *task, MachineRun *run);
    /* A command is about to be called; arguments as in MachineHost. */
    void (*command)(void *context, struct World *world, const struct Task *task,
                    unsigned number, const int32_t *arguments);
    /* A handler is about to set an attribute: `entity` as in world.h. */
    void (*set)(void *context, struct World *world, uint32_t entity, uint32_t attribute,
                int32_t value);
    /* So many instructions were run in one go; `done`: the script came to its end. */
    void (*ran)(void *context, struct World *world, ScriptRef ref, uint32_t instructions,
                bool done);
} Observer;

#endif
