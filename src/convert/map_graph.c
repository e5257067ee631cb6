#include "convert/map_graph.h"

#include "formats/evil_islands/mob.h"

static uint32_t word_at(Bytes data, size_t at)
{
    return (uint32_t)uint_of(data.data + at, 4, false);
}

bool map_graph_check(const MpFile *map, Bytes objects, Arena *arena, Report *report)
{
    Mob mob;
    Report silent = report_to(NULL, NULL); /* oddities of nodes do not concern the map */
    if (!mob_read(objects, &mob, arena, &silent))
        return report_error(report, "not map objects: the file does not begin with a node");
    const MobNode *graph = mob_top(&mob, MOB_AIGRAPH);
    if (!graph || graph->raw)
        return true;
    const uint32_t width = word_at(graph->data, 0), height = word_at(graph->data, 4);
    const uint64_t columns = (uint64_t)map->sectors_x * MAP_GRAPH_CELLS;
    const uint64_t rows = (uint64_t)map->sectors_y * MAP_GRAPH_CELLS;
    if (width != columns || height != rows)
        report_warning(report,
                       "the navigation graph (AIGRAPH) is out of date: it has %u x %u cells, "
                       "the map has %llu x %llu",
                       width, height, (unsigned long long)columns, (unsigned long long)rows);
    return true;
}
