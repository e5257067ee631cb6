/* Profiler: instructions per handler, a row for each handler that ran.
 *
 *     Profile profile = profile_new(arena);
 *     const Observer observer = {.context = &profile, .ran = profile_ran};
 *     world->observer = &observer;
 *     ... ticks ...
 *     profile_write(&profile, game, out);
 *
 * Instructions of a calculated attribute count for the attribute, not for the handler
 * that reads it. */
#ifndef OISIN_ENGINE_PROFILE_H
#define OISIN_ENGINE_PROFILE_H

#include "base/stream.h"
#include "engine/state/script_observers.h"

typedef struct ProfileRow {
    ScriptRef ref;
    uint64_t runs;         /* how often it ended */
    uint64_t instructions; /* of all runs */
    uint32_t max;          /* maximum between two waits or ticks */
} ProfileRow;

typedef struct Profile {
    ProfileRow *rows; /* in the order of their first run */
    size_t count;
    NumberMap index;
    Arena *arena;
} Profile;

Profile profile_new(Arena *arena);
/* For Observer.ran; `context` is the Profile. */
void profile_ran(void *context, PlayerContext ctx, ScriptRef ref, uint32_t instructions,
                 bool done);
/* The rows, most instructions first; allocated in the profile's arena. */
const ProfileRow *profile_sorted(const Profile *profile);
/* A printable table: handler, runs, instructions, share, maximum without a pause. */
void profile_write(const Profile *profile, const TngFile *game, Writer *out);

#endif
