/* The navigation graph as a conversion and as a check. Parts, in order: making the graph
 * (`--rebuild-aigraph`) and putting it in its place among the nodes; checking the one that a
 * map has. */
#include "evil_islands/graph/map_graph.h"

#include "evil_islands/graph/graph_build.h"
#include "evil_islands/graph/graph_check.h"

/* ---- generation ---- */

/* One line about all objects without a figure. */
static void warn_of_figures(const GraphObjects *objects, bool given, Report *report)
{
    if (objects->without)
        report_warning(report,
                       "%zu object%s no figure%s, first %.*s: the navigation graph has no "
                       "obstacles for %s%s",
                       objects->without, objects->without == 1 ? " has" : "s have",
                       given ? " that was found undamaged" : "", (int)objects->first.size,
                       objects->first.at, objects->without == 1 ? "it" : "them",
                       given ? "" : " (--models figures.res gives figures)");
}

static void put_graph(Mob *mob, Bytes graph, Arena *arena)
{
    const MobNode node = {.id = MOB_AIGRAPH, .kind = mob_kind(MOB_AIGRAPH), .data = graph};
    MobNode *nodes = ARENA_ALLOC(arena, MobNode, mob->count + 1);
    size_t at = 0;
    while (at < mob->count && mob->nodes[at].id != MOB_AIGRAPH)
        at++;
    const bool replaced = at < mob->count;
    if (!replaced)
        for (at = 0; at < mob->count && mob->nodes[at].id != MOB_OBJECTDBFILE;)
            at++;
    const size_t kept = replaced || at == mob->count ? at : at + 1;
    memcpy(nodes, mob->nodes, kept * sizeof *nodes);
    nodes[kept] = node;
    for (size_t i = kept + replaced; i < mob->count; i++)
        nodes[i + !replaced] = mob->nodes[i];
    mob->nodes = nodes;
    mob->count += !replaced;
}

static bool rebuild(const Map *map, const MapSettings *settings, Bytes *out, Arena *arena,
                    Report *report)
{
    Report about = report_child(report, TEXT("--mob"));
    Report about_models = report_child(report, TEXT("--models"));
    GraphFigures figures;
    Mob mob;
    Bytes graph;
    if (!mob_read(settings->objects, &mob, arena, &about))
        return false;
    if (!mob_top(&mob, MOB_OBJECTDBFILE))
        return report_error(&about, "these are not the objects of a map: there is no "
                                    "OBJECTDBFILE");
    if (settings->models && !graph_figures(settings->models, &figures, arena, &about_models))
        return false;
    const GraphObjects objects =
        graph_find_objects(&mob, settings->models ? &figures : NULL, arena);
    if (!graph_build(map, &objects, &graph, arena, report))
        return false;
    warn_of_figures(&objects, settings->models != NULL, report);
    put_graph(&mob, graph, arena);
    return mob_write(&mob, out, arena, report);
}

bool map_to_graph(ConversionJob *job, Arena *arena, Report *report)
{
    const MapSource source = map_source(job);
    Map *map = ARENA_ALLOC(arena, Map, 1);
    if (!map_settings(job)->rebuild_graph || !map_settings(job)->objects.data)
        return report_error(report, "a map becomes objects only with --mob MAP.mob and "
                                    "--rebuild-aigraph: their navigation graph is replaced");
    return map_load(&source, map, arena, report) &&
           rebuild(map, map_settings(job), &job->output, arena, report);
}

/* ---- checks ---- */

static uint32_t word_at(Bytes data, size_t at)
{
    return (uint32_t)uint_of(data.data + at, 4, false);
}

bool map_graph_check(const MapSource *source, Bytes objects, Arena *arena, Report *report,
                     Report *map_report)
{
    Map *map = ARENA_ALLOC(arena, Map, 1);
    Mob mob;
    Report silent = report_to(NULL, NULL); /* map and nodes have been checked on their own */
    if (!mob_read(objects, &mob, arena, &silent))
        return report_error(report, "not map objects: the file does not begin with a node");
    const MobNode *graph = mob_top(&mob, MOB_AIGRAPH);
    if (!graph || graph->raw)
        return true;
    const bool whole = map_load(source, map, arena, &silent);
    if (!whole && !map_load_head(source, &map->mp, arena, map_report))
        return false;
    const uint32_t width = word_at(graph->data, 0), height = word_at(graph->data, 4);
    const uint64_t columns = (uint64_t)map->mp.sectors_x * GRAPH_CELLS_OF_SECTOR;
    const uint64_t rows = (uint64_t)map->mp.sectors_y * GRAPH_CELLS_OF_SECTOR;
    if (width != columns || height != rows)
        report_warning(report,
                       "the navigation graph (AIGRAPH) is out of date: it has %u x %u cells, "
                       "the map has %llu x %llu",
                       width, height, (unsigned long long)columns, (unsigned long long)rows);
    else if (whole)
        graph_check(map, &mob, graph->data, report);
    return true;
}
