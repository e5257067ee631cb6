/* Adds up the runs of each handler by its key, and prints them by cost. Instructions are
 * counted, not time: the same input gives the same table on every machine. */
#include "engine/state/profile.h"

#include "engine/state/state.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

Profile profile_new(Arena *arena)
{
    return (Profile){.index = {.arena = arena}, .arena = arena};
}

void profile_ran(void *context, PlayerContext ctx, ScriptRef ref, uint32_t instructions,
                 bool done)
{
    Profile *profile = context;
    const uint64_t key = tng_script_key(ref);
    (void)ctx;
    void **known = number_map_get(&profile->index, key);
    if (!known) {
        *ARENA_PUSH(profile->arena, profile->rows, profile->count) = (ProfileRow){.ref = ref};
        known = number_map_put(&profile->index, key);
        *known = (void *)(uintptr_t)(profile->count - 1);
    }
    ProfileRow *row = &profile->rows[(uintptr_t)*known];
    row->runs += done;
    row->instructions += instructions;
    if (instructions > row->max)
        row->max = instructions;
}

/* Equal ones in the order of the file, so that the table is deterministic. */
static int compare_rows(const void *a, const void *b)
{
    const ProfileRow *x = a, *y = b;
    if (x->instructions != y->instructions)
        return x->instructions < y->instructions ? 1 : -1;
    return memcmp(&x->ref, &y->ref, sizeof x->ref);
}

const ProfileRow *profile_sorted(const Profile *profile)
{
    ProfileRow *rows = ARENA_ALLOC(profile->arena, ProfileRow, profile->count + 1);
    if (profile->count)
        memcpy(rows, profile->rows, profile->count * sizeof *rows);
    qsort(rows, profile->count, sizeof *rows, compare_rows);
    return rows;
}

void profile_write(const Profile *profile, const TngFile *game, Writer *out)
{
    const ProfileRow *rows = profile_sorted(profile);
    uint64_t all = 0;
    for (size_t i = 0; i < profile->count; i++)
        all += rows[i].instructions;
    write_format(out, "%-32s %8s %12s %6s %10s\n", "handler", "runs", "instructions", "share",
                 "most");
    for (size_t i = 0; i < profile->count; i++) {
        const ProfileRow *row = &rows[i];
        Text name = tng_script_name(game, row->ref, profile->arena);
        if (!name.size)
            name = TEXT("handler"); /* an external script */
        const uint64_t share = all ? row->instructions * 1000 / all : 0;
        write_format(out, "%-32.*s %8" PRIu64 " %12" PRIu64 " %4" PRIu64 ".%" PRIu64 "%% %9u\n",
                     (int)name.size, name.at, row->runs, row->instructions, share / 10,
                     share % 10, row->max);
    }
}
