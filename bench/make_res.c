/* make_res FILE COUNT [SUFFIX]: an archive of COUNT small members in folders of 500, as large
 * as those of the game: 200 bytes to 2 KB. SUFFIX (sec) says what they seem to be. */
#include "kit.h"

#include "evil_islands/archives/res.h"

static bool write_file(const char *path, const ArchiveParts *parts)
{
    FILE *file = fopen(path, "wb");
    bool ok = file != NULL;
    for (size_t i = 0; ok && i < parts->count; i++)
        ok =
            fwrite(parts->items[i].data, 1, parts->items[i].size, file) == parts->items[i].size;
    return file && fclose(file) == 0 && ok;
}

int main(int count, char **words)
{
    enum { MIN = 200, MAX = 2000, FOLDER = 500, NOISE = 1 << 16 };
    const size_t members = count == 3 || count == 4 ? strtoul(words[2], NULL, 10) : 0;
    Arena *arena = arena_new();
    Report report = report_to(NULL, NULL);
    Res res = {.alignment = RES_ALIGNMENT, .count = members};
    const char *suffix = count == 4 ? words[3] : "sec";
    ArchiveParts parts;
    uint8_t *noise = arena_alloc(arena, NOISE, 1);
    if (!members) {
        fprintf(stderr, "usage: make_res FILE COUNT [SUFFIX]\n");
        return 2;
    }
    for (size_t i = 0; i < NOISE; i++)
        noise[i] = (uint8_t)next_random(256);
    res.entries = ARENA_ALLOC(arena, ResEntry, members);
    for (size_t i = 0; i < members; i++)
        res.entries[i] = (ResEntry){
            .name = arena_format(arena, "zone%zu\\sector%06zu.%s", i / FOLDER, i, suffix),
            .data = {noise + next_random(NOISE - MAX), MIN + next_random(MAX - MIN)},
            .time = 972518400 + (uint32_t)i,
            .offset = UINT64_MAX};
    const bool ok =
        res_parts(&res, false, &parts, arena, &report) && write_file(words[1], &parts);
    if (!ok)
        perror(words[1]);
    arena_free(arena);
    return !ok;
}
