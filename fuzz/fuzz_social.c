/* Chat, parties and trade: each eight bytes are a step of somebody in a small town, the first
 * says how full it is. What is shown, agreed to and kept is witnessed: tests/lib/social_kit.h. */
#include <stdlib.h>

#include "../tests/lib/social_steps.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    enum { PEOPLE = 6, STEP = 8 };
    if (!size)
        return 0;
    Arena *arena = arena_new();
    Town *town = town_new(PEOPLE, 3 + data[0] % 4, arena);
    for (size_t at = 1; at + STEP <= size; at += STEP) {
        town_step(town, data + at);
        if (town->broken) {
            fprintf(stderr, "at byte %zu it is not so that %s\n", at, town->broken);
            abort();
        }
    }
    town_free(town);
    arena_free(arena);
    return 0;
}
