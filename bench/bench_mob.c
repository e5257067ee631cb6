/* bench_mob: map objects of 2 MB read into a tree and written again, in memory.
 *
 * Prints `mob MILLISECONDS BYTES`. */
#include "kit.h"

#include "../tests/lib/evil_mob.h"

int main(void)
{
    enum { OBJECTS = 8300 };
    Arena *arena = arena_new();
    Report silent = report_to(NULL, NULL);
    const Bytes file = evil_mob_large(arena, OBJECTS);
    double times[RUNS];
    for (int i = 0; i < RUNS; i++) {
        Arena *scratch = arena_new();
        Mob mob;
        Bytes back;
        const double start = clock_ms(CLOCK_MONOTONIC);
        if (!mob_read(file, &mob, scratch, &silent) ||
            !mob_write(&mob, &back, scratch, &silent))
            abort();
        times[i] = clock_ms(CLOCK_MONOTONIC) - start;
        if (!bytes_equal(back, file))
            abort();
        arena_free(scratch);
    }
    printf("mob %.3f %zu\n", median(times, RUNS), file.size);
    arena_free(arena);
    return 0;
}
