/* bench_model: figures of eight variants, read and written as .glb: microseconds each.
 * bench_model make FOLDER COUNT: files of such figures for bench/read_fig.py. */
#include "kit.h"

#include "../tests/lib/evil_creature.h"
#include "evil_islands/models/model_export.h"

static void convert_one(Bytes file)
{
    Arena *arena = arena_new();
    Report report = report_to(NULL, NULL);
    const ModelSource source = {.path = TEXT("figure.fig"), .file = file};
    const ModelSettings settings = {.complexion = {0.5f, 0.25f, 1}};
    Model model;
    Gltf scene;
    Bytes out;
    if (!model_load(&source, &model, arena, &report) ||
        !model_scene(&model, &settings, &scene, arena, &report) ||
        !gltf_write(&scene, &out, arena, &report))
        abort();
    arena_free(arena);
}

int main(int count, char **words)
{
    enum { FIGURES = 1000 };
    Arena *arena = arena_new();
    if (count == 4 && !strcmp(words[1], "make")) {
        for (unsigned i = 0; i < strtoul(words[3], NULL, 10); i++)
            file_save(words[2], arena_format(arena, "%05u.fig", i).at,
                      creature_fig(i % CREATURE_BONES, arena));
        arena_free(arena);
        return 0;
    }
    Bytes files[CREATURE_BONES];
    double times[RUNS];
    for (unsigned i = 0; i < CREATURE_BONES; i++)
        files[i] = creature_fig(i, arena);
    for (unsigned run = 0; run < RUNS; run++) {
        const double start = clock_ms(CLOCK_PROCESS_CPUTIME_ID);
        for (unsigned i = 0; i < FIGURES; i++)
            convert_one(files[i % CREATURE_BONES]);
        times[run] = clock_ms(CLOCK_PROCESS_CPUTIME_ID) - start;
    }
    printf("figures %.3f\n", median(times, RUNS));
    arena_free(arena);
    return 0;
}
