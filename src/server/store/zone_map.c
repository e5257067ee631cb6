#include "server/store/zone_map.h"

#include "base/disjoint_sets.h"
#include "engine/state/content.h"

static void join_all(Content *content, uint32_t *joined, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        const TngMap *map = content_record(content, SECTION_MAPS, i);
        for (size_t k = 0; map && k < COUNT_OF(map->neighbours); k++) {
            const uint32_t other = content_find(content, SECTION_MAPS, map->neighbours[k]);
            if (other < count)
                disjoint_join(joined, i, other);
        }
    }
}

/* Calculated ones are not state. */
static void list_globals(const Content *content, ZoneMap *out, Arena *arena)
{
    const TngAttributes *attributes = content->attributes;
    out->globals = ARENA_ALLOC(arena, uint32_t, attributes->attribute_count + 1u);
    for (uint32_t i = 0; i < attributes->attribute_count; i++)
        if (attributes->attributes[i].type == ATTRIBUTE_GLOBAL)
            out->globals[out->global_count++] = i;
}

bool zone_map(const TngFile *game, ZoneMap *out, Arena *arena, Report *report)
{
    Arena *scratch = arena_new();
    Content *content = content_new(game, 0, scratch, report);
    const uint32_t count = (uint32_t)content_count(content, SECTION_MAPS);
    uint32_t *joined = ARENA_ALLOC(scratch, uint32_t, count + 1);
    *out = (ZoneMap){.of_map = ARENA_ALLOC(arena, uint32_t, count + 1), .map_count = count};
    for (uint32_t i = 0; i < count; i++)
        joined[i] = i;
    join_all(content, joined, count);
    for (uint32_t i = 0; i < count; i++)
        out->of_map[i] = disjoint_root(joined, i) == i ? out->zone_count++
                                                       : out->of_map[disjoint_root(joined, i)];
    list_globals(content, out, arena);
    arena_free(scratch);
    return count || report_error(report, "the game has no map");
}

uint32_t zone_map_get(const ZoneMap *zones, uint32_t map)
{
    return map < zones->map_count ? zones->of_map[map] : 0;
}
