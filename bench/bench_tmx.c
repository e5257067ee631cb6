/* Reading a 512 x 512 map of 11 CSV layers against Tiled's export of it, in CPU time.
 * Prints `tmx ours_ms peer_ms`: medians of five interleaved runs; `-` without Tiled. */
#include "formats/open/tmx.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <unistd.h>

enum { RUNS = 5, SIDE = 512, LAYERS = 11, SPRITES = 2000 };

static uint32_t state = 12345;

static uint32_t next_random(uint32_t below)
{
    state = state * 1664525u + 1013904223u;
    return (uint32_t)(((uint64_t)state * below) >> 32);
}

static double cpu_ms(int who)
{
    struct rusage usage;
    getrusage(who, &usage);
    return (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) * 1e3 +
           (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e3;
}

/* Ground is full, the layers above hold things here and there, roofs are rare. */
static Bytes map_make(Arena *arena)
{
    static const uint32_t thousandths[LAYERS] = {1000, 400, 200, 100, 150, 2,
                                                 1,    60,  40,  20,  10};
    TmxMap map = {.w = SIDE,
                  .h = SIDE,
                  .tile_w = 32,
                  .tile_h = 32,
                  .layer_count = LAYERS,
                  .tileset_count = SPRITES};
    map.tilesets = ARENA_TAKE(arena, TmxTileset, SPRITES);
    for (uint32_t i = 0; i < SPRITES; i++)
        map.tilesets[i] =
            (TmxTileset){.first = i + 1, .name = arena_format(arena, "tiles_thing%u", i)};
    map.layers = ARENA_TAKE(arena, TmxLayer, LAYERS);
    for (uint32_t layer = 0; layer < LAYERS; layer++) {
        uint32_t *cells = ARENA_TAKE(arena, uint32_t, SIDE * SIDE);
        for (size_t i = 0; i < SIDE * SIDE; i++)
            if (next_random(1000) < thousandths[layer])
                cells[i] = 1 + next_random(layer ? SPRITES : 60);
        map.layers[layer] = (TmxLayer){.id = layer + 1, .w = SIDE, .h = SIDE, .cells = cells};
    }
    return tmx_write(&map, arena);
}

static double ours(Bytes file)
{
    Arena *arena = arena_new();
    Report report = report_to(NULL, NULL);
    TmxMap map;
    const double before = cpu_ms(RUSAGE_SELF);
    if (!tmx_read(file, &map, arena, &report))
        abort();
    const double after = cpu_ms(RUSAGE_SELF);
    arena_free(arena);
    return after - before;
}

/* Below 0 if Tiled is not there. */
static double peer(const char *folder, Arena *arena)
{
    const double before = cpu_ms(RUSAGE_CHILDREN);
    const int status =
        system(arena_format(arena,
                            "HOME=%s XDG_CONFIG_HOME=%s QT_QPA_PLATFORM=offscreen "
                            "tiled --export-map json %s/map.tmx %s/map.json "
                            ">/dev/null 2>&1",
                            folder, folder, folder, folder)
                   .at);
    return status == 0 ? cpu_ms(RUSAGE_CHILDREN) - before : -1;
}

static int order(const void *a, const void *b)
{
    const double first = *(const double *)a, second = *(const double *)b;
    return (first > second) - (first < second);
}

int main(void)
{
    Arena *arena = arena_new();
    const Bytes file = map_make(arena);
    char folder[] = "/tmp/oisin_bench_XXXXXX";
    double mine[RUNS], theirs[RUNS] = {-1, -1, -1, -1, -1};
    if (!mkdtemp(folder))
        return 1;
    FILE *out = fopen(arena_format(arena, "%s/map.tmx", folder).at, "wb");
    if (!out || fwrite(file.data, 1, file.size, out) != file.size || fclose(out) != 0)
        return 1;
    ours(file); /* pages and caches */
    for (int i = 0; i < RUNS; i++) {
        mine[i] = ours(file);
        if (i == 0 || theirs[0] >= 0)
            theirs[i] = peer(folder, arena);
    }
    qsort(mine, RUNS, sizeof *mine, order);
    qsort(theirs, RUNS, sizeof *theirs, order);
    printf("tmx %.2f ", mine[RUNS / 2]);
    if (theirs[RUNS / 2] < 0)
        printf("-\n");
    else
        printf("%.2f\n", theirs[RUNS / 2]);
    fprintf(stderr, "tmx: %zu bytes\n", file.size);
    if (system(arena_format(arena, "rm -r %s", folder).at) != 0)
        return 1;
    arena_free(arena);
    return 0;
}
