/* A 512 x 512 map of 11 CSV layers: from Tiled's file to the game's asset (read, packed
 * in runs, deflated) against Tiled's own export to JSON, in CPU time; and from the
 * asset to cells in memory against the least that must be done (inflate, unpack).
 * Prints `tmx ours_ms peer_ms` and `map-load ours_ms floor_ms peak_ratio`: medians of
 * five interleaved runs; `-` without Tiled. */
#include "kit.h"

#include "base/deflate.h"
#include "tirnanog/maps/tmx.h"
#include "tirnanog/container/tng.h"

#include <sys/resource.h>
#include <unistd.h>

enum { SIDE = 512, LAYERS = 11, SPRITES = 2000 };

/* Not clock_ms: ours and the peer, a child, are measured by the same clock. */
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
    map.tilesets = ARENA_ALLOC(arena, TmxTileset, SPRITES);
    for (uint32_t i = 0; i < SPRITES; i++)
        map.tilesets[i] =
            (TmxTileset){.first = i + 1, .name = arena_format(arena, "tiles_thing%u", i)};
    map.layers = ARENA_ALLOC(arena, TmxLayer, LAYERS);
    for (uint32_t layer = 0; layer < LAYERS; layer++) {
        uint32_t *cells = ARENA_ALLOC(arena, uint32_t, SIDE * SIDE);
        for (size_t i = 0; i < SIDE * SIDE; i++)
            if (next_random(1000) < thousandths[layer])
                cells[i] = 1 + next_random(layer ? SPRITES : 60);
        map.layers[layer] = (TmxLayer){.id = layer + 1, .w = SIDE, .h = SIDE, .cells = cells};
    }
    return tmx_write(&map, arena);
}

/* The asset, from the cells of the file. */
static Bytes map_pack(const TmxMap *map, Arena *arena)
{
    const size_t size = (size_t)SIDE * SIDE;
    uint16_t *cells = arena_alloc_raw(arena, size * LAYERS, sizeof *cells);
    for (size_t layer = 0; layer < LAYERS; layer++)
        for (size_t i = 0; i < size; i++)
            cells[layer * size + i] = (uint16_t)(map->layers[layer].cells[i] - 1);
    const Bytes packed = tng_layers_write(cells, size * LAYERS, arena);
    const TngMap record = {.layers = (byte *)packed.data, .layers_size = (u24)packed.size};
    return tng_pack_record(&TngMap_layout, &record, arena);
}

static double ours(Bytes file, Bytes *asset, Arena *keep)
{
    Arena *arena = arena_new();
    Report report = report_to(NULL, NULL);
    TmxMap map;
    const double before = cpu_ms(RUSAGE_SELF);
    if (!tmx_read(file, &map, arena, &report))
        abort();
    const Bytes packed = map_pack(&map, arena);
    const double after = cpu_ms(RUSAGE_SELF);
    if (keep)
        *asset = arena_copy(keep, packed);
    arena_free(arena);
    return after - before;
}

/* A game with nothing but the map, so that the whole way of a reader is measured. */
static double load(Bytes asset, double *ratio)
{
    TngEntry entry = {.stored = asset};
    const TngSection section = {.type = SECTION_MAPS,
                                .kind = tng_section_kind(SECTION_MAPS),
                                .entries = &entry,
                                .count = 1};
    TngFile game = {0};
    Report report = report_to(NULL, NULL);
    Arena *arena = arena_new();
    const size_t count = (size_t)SIDE * SIDE * LAYERS;
    const double before = cpu_ms(RUSAGE_SELF);
    const TngMap *map = tng_asset(&game, &section, 0, arena, &report);
    uint16_t *cells = arena_alloc_raw(arena, count, sizeof *cells);
    if (!map || !tng_layers_read((Bytes){map->layers, map->layers_size}, cells, count, &report))
        abort();
    const double after = cpu_ms(RUSAGE_SELF);
    *ratio = (double)arena_used(arena) / (double)(count * sizeof *cells);
    arena_free(arena);
    return after - before;
}

static double floor_of(Bytes asset)
{
    Report report = report_to(NULL, NULL);
    Arena *arena = arena_new();
    const size_t count = (size_t)SIDE * SIDE * LAYERS;
    uint16_t *cells = arena_alloc_raw(arena, count, sizeof *cells);
    const double before = cpu_ms(RUSAGE_SELF);
    const Bytes bytes = inflate_bytes(asset, WRAPPING_ZLIB, 16 << 20, 16 << 20, arena).bytes;
    tng_layers_read(bytes_slice(bytes, 34, bytes.size - 34), cells, count, &report);
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

int main(void)
{
    Arena *arena = arena_new();
    const Bytes file = map_make(arena);
    char folder[] = "/tmp/oisin_bench_XXXXXX";
    double mine[RUNS], theirs[RUNS] = {-1, -1, -1, -1, -1}, loads[RUNS], floors[RUNS],
                       ratio = 0;
    Bytes asset = {0};
    if (!mkdtemp(folder))
        return 1;
    file_save(folder, "map.tmx", file);
    ours(file, &asset, arena); /* pages and caches too */
    for (int i = 0; i < RUNS; i++) {
        mine[i] = ours(file, &asset, NULL);
        loads[i] = load(asset, &ratio);
        floors[i] = floor_of(asset);
        if (i == 0 || theirs[0] >= 0)
            theirs[i] = peer(folder, arena);
    }
    const double their_time = median(theirs, RUNS);
    printf("tmx %.2f ", median(mine, RUNS));
    if (their_time < 0)
        printf("-\n");
    else
        printf("%.2f\n", their_time);
    printf("map-load %.2f %.2f %.2f\n", median(loads, RUNS), median(floors, RUNS), ratio);
    fprintf(stderr, "tmx: %zu bytes, asset: %zu\n", file.size, asset.size);
    if (system(arena_format(arena, "rm -r %s", folder).at) != 0)
        return 1;
    arena_free(arena);
    return 0;
}
