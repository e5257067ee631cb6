/* make_mob FILE OBJECTS: a map with so many objects, some 340 bytes each, and a script. */
#include "../tests/lib/evil_mob.h"

#include <stdio.h>
#include <stdlib.h>

int main(int count, char **words)
{
    const uint32_t objects = count == 3 ? (uint32_t)strtoul(words[2], NULL, 10) : 0;
    Arena *arena = arena_new();
    if (!objects) {
        fprintf(stderr, "usage: make_mob FILE OBJECTS\n");
        return 2;
    }
    const Bytes file = evil_mob_large(arena, objects);
    FILE *out = fopen(words[1], "wb");
    const bool ok = out && fwrite(file.data, 1, file.size, out) == file.size && !fclose(out);
    if (!ok)
        perror(words[1]);
    arena_free(arena);
    return !ok;
}
