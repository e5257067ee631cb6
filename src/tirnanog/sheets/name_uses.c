/* Parts, in order: the list of uses; uses in maps. A recorded name is a slice of some file's
 * bytes: the file is found by comparing addresses. Values in maps were decoded by the XML
 * parser, so their positions are found in the text. */
#include "tirnanog/sheets/name_uses.h"

#include "base/text.h"

#include <stdlib.h>

/* ---- the list ---- */

typedef struct FileRange {
    const char *from, *to;
    Text path;
} FileRange;

static int compare_ranges(const void *a, const void *b)
{
    const char *x = ((const FileRange *)a)->from, *y = ((const FileRange *)b)->from;
    return (x > y) - (x < y);
}

static FileRange *ranges_of(const ProjectFiles *files, Arena *arena)
{
    FileRange *ranges = ARENA_ALLOC(arena, FileRange, files->count + 1);
    for (size_t i = 0; i < files->count; i++) {
        const Text text = text_of_bytes(files->items[i].bytes);
        ranges[i] = (FileRange){text.at, text.at + text.size, files->items[i].path};
    }
    qsort(ranges, files->count, sizeof *ranges, compare_ranges);
    return ranges;
}

/* The file that contains the text; NULL: none. */
static const FileRange *range_of(const FileRange *ranges, size_t count, Text text)
{
    size_t low = 0, high = count;
    while (low < high) {
        const size_t middle = (low + high) / 2;
        if (ranges[middle].from <= text.at)
            low = middle + 1;
        else
            high = middle;
    }
    return low && text.at + text.size <= ranges[low - 1].to ? &ranges[low - 1] : NULL;
}

static int compare_uses(const void *a, const void *b)
{
    const ProjectUse *x = a, *y = b;
    if (x->kind != y->kind)
        return x->kind < y->kind ? -1 : 1;
    if (x->number != y->number)
        return x->number < y->number ? -1 : 1;
    const int order = text_compare(x->path, y->path);
    return order ? order : (x->from > y->from) - (x->from < y->from);
}

ProjectUses project_uses(const NameUses *found, const ProjectFiles *files, Arena *arena)
{
    Arena *scratch = arena_new();
    const FileRange *ranges = ranges_of(files, scratch);
    ProjectUses out = {ARENA_ALLOC(arena, ProjectUse, found->count + found->placed_count + 1),
                       0};
    for (size_t i = 0; i < found->count; i++) {
        const NameUse *use = &found->items[i];
        ProjectUse place = {use->kind, use->number,           use->path,
                            use->from, use->from + use->size, 0};
        if (!use->path.size) {
            const FileRange *range = range_of(ranges, files->count, use->at);
            if (!range)
                continue;
            place.path = range->path;
            place.from = (size_t)(use->at.at - range->from);
            place.to = place.from + use->at.size;
        }
        out.items[out.count++] = place;
    }
    for (size_t i = 0; i < found->placed_count; i++) {
        const NamePlaced *placed = &found->placed[i];
        out.items[out.count++] =
            (ProjectUse){placed->kind, placed->number, placed->path, 0, 0, placed->cells};
    }
    qsort(out.items, out.count, sizeof *out.items, compare_uses);
    size_t kept = 0;
    for (size_t i = 0; i < out.count; i++) /* some names are looked up more than once */
        if (!kept || compare_uses(&out.items[kept - 1], &out.items[i]) != 0)
            out.items[kept++] = out.items[i];
    out.count = kept;
    arena_free(scratch);
    return out;
}

/* The first use that does not come before the name. */
static size_t first_of(const ProjectUses *uses, uint16_t kind, uint32_t number)
{
    size_t low = 0, high = uses->count;
    while (low < high) {
        const size_t middle = (low + high) / 2;
        const ProjectUse *use = &uses->items[middle];
        if (use->kind < kind || (use->kind == kind && use->number < number))
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

ProjectUses project_uses_of(const ProjectUses *uses, uint16_t kind, uint32_t number)
{
    const size_t from = first_of(uses, kind, number);
    size_t to = from;
    while (to < uses->count && uses->items[to].kind == kind && uses->items[to].number == number)
        to++;
    return (ProjectUses){uses->items + from, to - from};
}

ProjectUses project_uses_in(const ProjectUses *uses, Text path, Arena *arena)
{
    ProjectUses out = {0};
    for (size_t i = 0; i < uses->count; i++)
        if (text_equal(uses->items[i].path, path))
            *ARENA_PUSH(arena, out.items, out.count) = uses->items[i];
    return out;
}

/* ---- maps ---- */

void uses_place_property(NameUses *uses, size_t first, Text path, const MapProperty *property)
{
    size_t from = 0, kept = first;
    const bool found = uses->count > first && map_property_find(property, &from);
    const Text value = property->property->value;
    for (size_t i = first; i < uses->count; i++) {
        NameUse use = uses->items[i];
        if (!found || use.at.at < value.at || use.at.at >= value.at + value.size)
            continue;
        use.path = path;
        use.from = from + (size_t)(use.at.at - value.at);
        use.size = use.at.size;
        use.at = TEXT("");
        uses->items[kept++] = use;
    }
    uses->count = kept;
}

void uses_count_cells(NameUses *uses, Text path, const TmxMap *map,
                      const TileMeanings *meanings, Arena *scratch)
{
    static const uint16_t kinds[CONTENTS] = {
        [CONTENT_TILES] = NAME_SPRITE + CATEGORY_TILES,
        [CONTENT_NPCS] = NAME_NPC,
        [CONTENT_SPAWNERS] = NAME_SPAWNER,
    };
    uint32_t *counts = ARENA_ALLOC(scratch, uint32_t, meanings->count + 1);
    for (size_t i = 0; i < map->layer_count; i++) {
        const TmxLayer *layer = &map->layers[i];
        const TileMeaning *meaning = NULL;
        for (size_t j = 0; j < (size_t)layer->w * layer->h; j++) {
            if (!meaning || meaning->id != layer->cells[j])
                meaning = tile_meaning(meanings, layer->cells[j]);
            if (meaning)
                counts[meaning - meanings->items]++;
        }
    }
    for (size_t i = 0; i < meanings->count; i++)
        if (counts[i])
            *ARENA_PUSH(uses->arena, uses->placed, uses->placed_count) = (NamePlaced){
                kinds[meanings->items[i].content], meanings->items[i].number, path, counts[i]};
}
