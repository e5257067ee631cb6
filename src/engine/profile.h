/* Where the instructions go: a row for each handler that ran.
 *
 *     Profile profile = profile_new(arena);
 *     const Observer observer = {.context = &profile, .ran = profile_ran};
 *     world->observer = &observer;
 *     ... ticks ...
 *     profile_write(&profile, game, out);
 *
 * Instructions of calculated attributes count as theirs and not as those of the
 * handler that reads them. */
#ifndef OISIN_ENGINE_PROFILE_H
#define OISIN_ENGINE_PROFILE_H

#include "base/stream.h"
#include "engine/observe.h"

typedef struct ProfileRow {
    ScriptRef ref;
    uint64_t runs;         /* how often it came to its end */
    uint64_t instructions; /* of all runs */
    uint32_t max;          /* in one go, between two waits or ticks */
} ProfileRow;

typedef struct Profile {
    ProfileRow *rows; /* in the order in which they first ran */
    size_t count;
    Numbers index;
    Arena *arena;
} Profile;

Profile profile_new(Arena *arena);
/* For Observer.ran; `context` is the Profile. */
void profile_ran(void *context, struct World *world, ScriptRef ref, uint32_t instructions,
                 bool done);
/* The rows, those with the most instructions first; from the profile's arena. */
const ProfileRow *profile_sorted(const Profile *profile);
/* A table for people: handler, runs, instructions, share, most in one go. */
void profile_write(const Profile *profile, const TngFile *game, Writer *out);

#endif
