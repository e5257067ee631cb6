/* Parts, in order: reading rules; neighbours on each grid; replacement; the reference. Rules
 * form a chain for each tile in their middle, and one for rules without such a tile (`first`,
 * `next`), so that each cell is compared with few rules. */
#include "tirnanog/maps/automap.h"

#include "base/text.h"
#include "tirnanog/sheets/reference.h"

/* ---- rules ---- */

static bool read_mask(Project *project, const ProjectFile *file, Text word, uint16_t *out)
{
    uint32_t sprite;
    *out = TNG_NO_SPRITE;
    if (text_is(word, "-"))
        return true;
    if (!names_find(&project->names.sprites[CATEGORY_TILES], word, &sprite)) {
        Report about = report_child(project->report, file->path);
        return report_error(&about, "automap rule: no image tiles/%.*s_....png", (int)word.size,
                            word.at);
    }
    *out = (uint16_t)sprite;
    return true;
}

void automap_link(Automap *automap, Arena *arena)
{
    automap->first = ARENA_ALLOC(arena, uint32_t, automap->tile_count + 1);
    for (size_t i = automap->count; i-- > 0;) {
        AutomapRule *rule = &automap->rules[i];
        const uint16_t centre = rule->masks[AUTOMAP_CENTRE];
        uint32_t *first =
            &automap->first[centre < automap->tile_count ? centre : automap->tile_count];
        rule->next = *first;
        *first = (uint32_t)i + 1;
    }
}

bool automap_of(Project *project, Automap *out)
{
    const NameList *tiles = &project->names.kinds[NAME_TILE];
    const NameList *sprites = &project->names.sprites[CATEGORY_TILES];
    bool ok = true;
    *out = (Automap){.tile_count = sprites->count};
    for (size_t i = 0; i < tiles->count; i++) {
        uint32_t sprite;
        if (!names_find(sprites, tiles->items[i], &sprite))
            continue; /* an error already */
        for (size_t j = 0; j < project->tiles[i].rule_count; j++) {
            AutomapRule *rule = ARENA_PUSH(project->arena, out->rules, out->count);
            *rule = (AutomapRule){.place = (uint16_t)sprite};
            for (size_t k = 0; k < AUTOMAP_MASKS; k++)
                ok &= read_mask(project, project->entities[NAME_TILE][i],
                                project->tiles[i].rules[j].masks[k], &rule->masks[k]);
        }
    }
    automap_link(out, project->arena);
    return ok;
}

/* ---- neighbours ---- */

enum { HEXV = 2, HEXH = 3 };

/* Where mask `i` looks, from the cell (x, y). The pictures of the format's document for the two
 * hexagonal grids are exchanged here: only then are all six of them neighbours
 * (docs/explain/decisions/tirnanog.md). False: this grid has no such neighbour. */
static bool offset_of(unsigned type, uint32_t x, uint32_t y, unsigned i, int32_t *dx,
                      int32_t *dy)
{
    /* Of even and odd rows: NW, NE, W, (centre), E, SW, SE. */
    static const int8_t hexv[2][7][2] = {
        {{-1, -1}, {0, -1}, {-1, 0}, {0, 0}, {1, 0}, {-1, 1}, {0, 1}},
        {{0, -1}, {1, -1}, {-1, 0}, {0, 0}, {1, 0}, {0, 1}, {1, 1}},
    };
    /* Of even and odd columns: N, NE, NW, (centre), SE, SW, S. */
    static const int8_t hexh[2][7][2] = {
        {{0, -1}, {1, -1}, {-1, -1}, {0, 0}, {1, 0}, {-1, 0}, {0, 1}},
        {{0, -1}, {1, 0}, {-1, 0}, {0, 0}, {1, 1}, {-1, 1}, {0, 1}},
    };
    if (type != HEXV && type != HEXH) {
        *dx = (int32_t)(i % 3) - 1;
        *dy = (int32_t)(i / 3) - 1;
        return true;
    }
    if (i == 0 || i == AUTOMAP_MASKS - 1)
        return false;
    const int8_t *step = type == HEXV ? hexv[y & 1][i - 1] : hexh[x & 1][i - 1];
    *dx = step[0];
    *dy = step[1];
    return true;
}

/* ---- replacement ---- */

static bool rule_fits(const AutomapRule *rule, unsigned type, uint32_t side,
                      const uint16_t *cells, uint32_t x, uint32_t y)
{
    for (unsigned i = 0; i < AUTOMAP_MASKS; i++) {
        int32_t dx, dy;
        if (rule->masks[i] == TNG_NO_SPRITE || !offset_of(type, x, y, i, &dx, &dy))
            continue;
        const uint32_t there_x = x + (uint32_t)dx, there_y = y + (uint32_t)dy;
        if (there_x >= side || there_y >= side ||
            cells[(size_t)there_y * side + there_x] != rule->masks[i])
            return false;
    }
    return true;
}

/* The first rule of a chain that fits; NULL: none. */
static const AutomapRule *find_rule(const Automap *automap, uint32_t first, unsigned type,
                                    uint32_t side, const uint16_t *cells, uint32_t x,
                                    uint32_t y)
{
    while (first) {
        const AutomapRule *rule = &automap->rules[first - 1];
        if (rule_fits(rule, type, side, cells, x, y))
            return rule;
        first = rule->next;
    }
    return NULL;
}

const AutomapRule *automap_rule(const Automap *automap, unsigned type, uint32_t side,
                                const uint16_t *cells, uint32_t x, uint32_t y)
{
    const uint16_t tile = cells[(size_t)y * side + x];
    return tile < automap->tile_count
               ? find_rule(automap, automap->first[tile], type, side, cells, x, y)
               : NULL;
}

void automap_apply(const Automap *automap, unsigned type, uint32_t side, uint16_t *cells,
                   Arena *scratch)
{
    const size_t count = (size_t)side * side;
    uint16_t *drawn = arena_alloc_raw(scratch, count + 1, sizeof *drawn);
    memcpy(drawn, cells, count * sizeof *drawn);
    for (uint32_t y = 0; y < side; y++)
        for (uint32_t x = 0; x < side; x++) {
            const AutomapRule *rule = automap_rule(automap, type, side, drawn, x, y);
            if (!rule)
                rule = find_rule(automap, automap->first[automap->tile_count], type, side,
                                 drawn, x, y);
            if (rule)
                cells[(size_t)y * side + x] = rule->place;
        }
}

/* ---- the reference ---- */

void automap_describe(Writer *out)
{
    write_format(
        out,
        "Automap rules choose the tiles where terrains meet, so that a map is drawn with one "
        "tile for each terrain. A line of nine words in `tiles/NAME.til` is a rule: the cell "
        "gets the tile NAME if the cell itself and its neighbours are the tiles of these "
        "names. `-` is any tile. The fifth word is the cell itself. All rules look at the map "
        "as it was drawn; the first rule that fits is used, in the order of the files, and "
        "those with a fifth word before those with `-` there.\n\nThey are used in three "
        "ways:\n\n- `oisin build --automap` applies them to the maps of the game; the project "
        "is not changed.\n- `oisin maps paint` applies them to the maps of the project.\n- "
        "`oisin maps sync` writes terrain sets for Tiled's terrain brush.\n\n| grid | words "
        "|\n|---|---|\n| `ortho`, `3d` | "
        "three rows of three: north-west, north, north-east, west, the cell, east, south-west, "
        "south, south-east |\n| `iso` | the same rows of the map: on the screen north, "
        "north-east, east, north-west, the cell, south-east, west, south-west, south |\n| "
        "`hexv` | `-`, north-west, north-east, west, the cell, east, south-west, south-east, "
        "`-` |\n| `hexh` | `-`, north, north-east, north-west, the cell, south-east, "
        "south-west, south, `-` |\n\nExample: with this line in `tiles/sand_1.til`, `sand_15` "
        "below `water_15` becomes `sand_1`.\n\n    - water_15 - - sand_15 - - - -\n\n"
        "## Painting maps\n\n`oisin maps paint` works in two steps. Each tile that a rule "
        "places becomes its terrain again, which is the fifth word of the rule; then the "
        "rules are applied to the map that was drawn. So a map can be painted again after "
        "every change, and painting twice is the same as painting once. For maps that have "
        "only terrains, painting and building gives the same game as `oisin build "
        "--automap`. Because the terrain of each tile must be known, these rules are "
        "errors:\n\n- a rule with `-` as the fifth word,\n- rules that place the same tile "
        "for two terrains,\n- a rule that looks for a tile which the rules place for another "
        "terrain.\n\n"
        "## Terrain sets\n\nA terrain (a fifth word) whose tiles depend only on the corners "
        "of the cell, only on its edges, or on both is a terrain set (Wang set) of Tiled, of "
        "the type corner, edge or mixed. An edge has the terrain beyond it. A corner has the "
        "other terrain if one of the three cells there has it, otherwise the cell's own. Of "
        "rules that look only for their own terrain, such as walls, edges and corners next "
        "to anything else are empty. Terrains that meet are in the same set. A set has one "
        "place for each tile, the one with the fewest other terrains, and one tile for each "
        "place: a cell that is full of another terrain is that terrain.\n\n"
        "No terrain set is written for:\n\n- rules with `-` as the fifth word,\n- two "
        "terrains of which each changes next to the other,\n- tiles that depend on more than "
        "corners and edges, for example on a diagonal neighbour beside an edge,\n- hexagonal "
        "grids, on which Tiled's terrain brush does not work.\n");
}
