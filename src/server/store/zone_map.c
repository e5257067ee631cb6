/* Divides the maps of a game into zones. Parts, in order: groups of joined maps, as disjoint
 * sets; the kind of zones of a state (whole groups or single maps), which the first server
 * stores and all later ones must accept. */
#include "server/store/zone_map.h"

#include "base/disjoint_sets.h"
#include "engine/state/content.h"
#include "server/store/build_names.h"
#include "server/store/store_export.h"

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

bool zone_map(const TngFile *game, bool split, ZoneMap *out, Arena *arena, Report *report)
{
    Arena *scratch = arena_new();
    Content *content = content_new(game, 0, scratch, report);
    const uint32_t count = (uint32_t)content_count(content, SECTION_MAPS);
    uint32_t *joined = ARENA_ALLOC(scratch, uint32_t, count + 1);
    *out = (ZoneMap){.of_map = ARENA_ALLOC(arena, uint32_t, count + 1), .map_count = count};
    for (uint32_t i = 0; i < count; i++)
        joined[i] = i;
    if (!split)
        join_all(content, joined, count);
    for (uint32_t i = 0; i < count; i++)
        out->of_map[i] = disjoint_root(joined, i) == i ? out->zone_count++
                                                       : out->of_map[disjoint_root(joined, i)];
    list_globals(content, out, arena);
    arena_free(scratch);
    return count || report_error(report, "the game has no map");
}

/* ---- the kind of zones of a state ---- */

static const Text kinds[] = {{"groups", 6}, {"maps", 4}};

static StoreFound find_kind(Store *store, bool *split, Report *report)
{
    StoreMeta row = {.key = text_of(STORE_ZONES_KEY)};
    Arena *scratch = arena_new();
    const StoreFound found = store_find(store, STORE_META, "key", &row, scratch, report);
    if (found == STORE_FOUND)
        *split = text_equal(text_of_bytes(row.value), kinds[true]);
    arena_free(scratch);
    return found;
}

/* Another server may do the same at this moment: then its kind is the state's. */
static bool set_kind(Store *store, bool split)
{
    StoreBatch *batch = store_batch(store);
    store_add(batch, STORE_META,
              &(StoreMeta){text_of(STORE_ZONES_KEY), bytes_of_text(kinds[split])});
    if (!store_commit(store, &batch, NULL, NULL)) {
        store_drop_batch(batch);
        return false;
    }
    store_wait(store);
    return true;
}

bool zone_map_is_split(Store *store, bool wanted, bool *out, Report *report)
{
    bool old; /* from before there were two kinds */
    *out = false;
    StoreFound found = find_kind(store, out, report);
    if (found == STORE_NONE) {
        if (!store_has_zones(store, &old, report))
            return false;
        if (!set_kind(store, wanted && !old))
            return report_error(report, "the store does not save");
        found = find_kind(store, out, report);
    }
    if (found != STORE_FOUND)
        return found == STORE_NONE && report_error(report, "the store does not save");
    return *out || !wanted ||
           report_error(report,
                        "joined maps are one zone in this state: start the server "
                        "without --split-maps, or export the state and import it again");
}

/* Those of the build that has saved the state. */
static bool zones_of_other_build(Store *store, ZoneMap *out, Arena *arena, Report *report)
{
    BuildNames names;
    bool several;
    const StoreFound found = build_names_load(store, &names, arena, report);
    if (found == STORE_FOUND)
        *out = (ZoneMap){.of_map = names.zones,
                         .map_count = names.maps.count,
                         .zone_count = names.zone_count};
    if (found != STORE_NONE)
        return found == STORE_FOUND;
    return store_has_zones(store, &several, report) &&
           (!several ||
            report_error(report, "several servers with another build of the game have saved "
                                 "this state: export it with that build"));
}

bool zone_map_of_state(Store *store, const TngFile *game, ZoneMap *out, Arena *arena,
                       Report *report)
{
    bool split = false;
    return find_kind(store, &split, report) != STORE_UNREADABLE &&
           zone_map(game, split, out, arena, report) &&
           (!store_is_moved(store) || zones_of_other_build(store, out, arena, report));
}

uint32_t zone_map_get(const ZoneMap *zones, uint32_t map)
{
    return map < zones->map_count ? zones->of_map[map] : 0;
}
