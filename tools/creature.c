/* creature DIR NAME [loose]: a model of our own (tests/lib/evil_creature.h) as DIR/NAME.mod
 * .bon .anm .mmp; or with loose files: DIR/NAME.lnk, NAMEhp.fig, NAMEhp.bon, ... */
#include "../tests/lib/evil_creature.h"

#include <stdio.h>
#include <sys/stat.h>

static bool save(const char *folder, const char *name, const char *rest, const char *suffix,
                 Bytes bytes)
{
    char path[1000];
    snprintf(path, sizeof path, "%s/%s%s%s", folder, name, rest, suffix);
    FILE *file = fopen(path, "wb");
    const bool ok = file && fwrite(bytes.data, 1, bytes.size, file) == bytes.size;
    if (!ok || fclose(file)) {
        perror(path);
        return false;
    }
    return true;
}

int main(int count, char **words)
{
    if (count < 3) {
        fprintf(stderr, "usage: creature DIR NAME [loose]\n");
        return 2;
    }
    const char *folder = words[1], *name = words[2];
    Arena *arena = arena_new();
    const Creature creature = creature_make(name, arena);
    mkdir(folder, 0777);
    bool ok = save(folder, name, "", ".anm", creature.motions) &&
              save(folder, name, "", ".mmp", creature.texture);
    if (count == 3)
        ok = ok && save(folder, name, "", ".mod", creature.model) &&
             save(folder, name, "", ".bon", creature.bones);
    else
        ok = ok && save(folder, name, "", ".lnk", creature_lnk(arena));
    for (unsigned i = 0; count > 3 && ok && i < CREATURE_BONES; i++)
        ok = save(folder, name, creature_bones[i].name, ".fig", creature_fig(i, arena)) &&
             save(folder, name, creature_bones[i].name, ".bon", creature_bon(i, arena));
    arena_free(arena);
    return !ok;
}
