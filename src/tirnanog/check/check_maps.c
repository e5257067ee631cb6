/* The contents of all maps, decoded once for the checks that need them. */
#include "tirnanog/check/check.h"

#include "tirnanog/maps/map_layers.h"

static uint16_t *copy_layer(const Project *project, const uint16_t *cells, size_t count,
                            unsigned layer)
{
    uint16_t *copy = ARENA_ALLOC(project->arena, uint16_t, count);
    memcpy(copy, cells + layer * count, count * sizeof *copy);
    return copy;
}

MapContents project_map_contents(const Project *project)
{
    const TngSection *section = &project->by_type[SECTION_MAPS];
    const size_t count = (size_t)project->config.map_size * project->config.map_size;
    MapContents contents = {.map_count = section->kind ? section->count : 0,
                            .cell_count = count};
    contents.npcs = ARENA_ALLOC(project->arena, uint16_t *, contents.map_count + 1);
    contents.objects = ARENA_ALLOC(project->arena, uint16_t *, contents.map_count + 1);
    contents.spawners = ARENA_ALLOC(project->arena, uint16_t *, contents.map_count + 1);
    contents.ground = ARENA_ALLOC(project->arena, bool, TNG_NO_SPRITE + 1);
    Arena *scratch = arena_new();
    Report silent = report_to(NULL, NULL);
    uint16_t *cells = ARENA_ALLOC(scratch, uint16_t, count * TNG_LAYERS);
    for (size_t i = 0; i < contents.map_count; i++) {
        const TngMap *map = project_asset(project, SECTION_MAPS, i);
        if (!map ||
            !tng_map_layers_read(&project->header, (Bytes){map->layers, map->layers_size},
                                 cells, count, &silent))
            continue;
        contents.npcs[i] = copy_layer(project, cells, count, MAP_LAYER_NPCS);
        contents.spawners[i] = copy_layer(project, cells, count, MAP_LAYER_SPAWNERS);
        contents.objects[i] = copy_layer(project, cells, count, MAP_LAYER_OBJECTS);
        for (size_t k = 0; k < count; k++)
            contents.ground[cells[k]] = true;
    }
    arena_free(scratch);
    return contents;
}
