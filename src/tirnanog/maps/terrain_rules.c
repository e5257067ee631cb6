/* Parts, in order: the terrain of each tile; painting. */
#include "tirnanog/maps/terrain_rules.h"

#include "tirnanog/project/build.h"

/* ---- the terrain of each tile ---- */

typedef struct Finding {
    const Project *project;
    TerrainRules *rules;
    Arena *arena;
    Report *report;
} Finding;

static Text tile_name(const Finding *finding, uint16_t sprite)
{
    return finding->project->names.sprites[CATEGORY_TILES].items[sprite];
}

static Report rule_report(const Finding *finding, const AutomapRule *rule)
{
    const Text name = tile_name(finding, rule->place);
    return report_child(finding->report, arena_format(finding->arena, "tiles/%.*s.til",
                                                      (int)name.size, name.at));
}

/* From the rules backwards: a tile that a rule places stands for what is in the rule's
 * middle. */
static bool find_terrain(const Finding *finding, const AutomapRule *rule)
{
    const uint16_t middle = rule->masks[AUTOMAP_CENTRE];
    uint16_t *terrain = &finding->rules->terrains[rule->place];
    Report about = rule_report(finding, rule);
    if (middle == TNG_NO_SPRITE)
        return report_error(&about, "an automap rule with \"-\" in the middle cannot be "
                                    "painted, because it would not be known later which tile "
                                    "it has replaced; expected a tile as the fifth word");
    if (middle == rule->place)
        return true;
    if (*terrain != rule->place && *terrain != middle) {
        const Text first = tile_name(finding, *terrain), second = tile_name(finding, middle);
        return report_error(&about,
                            "the automap rules place this tile for %.*s and for %.*s; to "
                            "paint maps, each tile must have one terrain",
                            (int)first.size, first.at, (int)second.size, second.at);
    }
    *terrain = middle;
    return true;
}

/* Otherwise painting would see its own result, and a second run would change it again. */
static bool check_masks(const Finding *finding, const AutomapRule *rule)
{
    const uint16_t *terrains = finding->rules->terrains;
    for (unsigned i = 0; i < AUTOMAP_MASKS; i++) {
        const uint16_t mask = rule->masks[i];
        if (mask == TNG_NO_SPRITE || terrains[mask] == mask)
            continue;
        Report about = rule_report(finding, rule);
        const Text name = tile_name(finding, mask),
                   terrain = tile_name(finding, terrains[mask]);
        return report_error(&about,
                            "an automap rule looks for %.*s, which the rules place for %.*s; "
                            "to paint maps, rules may only look for tiles that are drawn",
                            (int)name.size, name.at, (int)terrain.size, terrain.at);
    }
    return true;
}

bool terrain_rules_of(Project *project, TerrainRules *out, Arena *arena, Report *report)
{
    const Finding finding = {project, out, arena, report};
    bool ok = true;
    *out = (TerrainRules){0};
    project->report = report;
    if (!automap_of(project, &out->automap))
        return false;
    const Automap *automap = &out->automap;
    out->terrains = arena_alloc_raw(arena, automap->tile_count + 1, sizeof(uint16_t));
    for (size_t i = 0; i < automap->tile_count; i++)
        out->terrains[i] = (uint16_t)i;
    for (size_t i = 0; i < automap->count; i++)
        ok &= find_terrain(&finding, &automap->rules[i]);
    for (size_t i = 0; i < automap->count && ok; i++)
        ok = check_masks(&finding, &automap->rules[i]);
    return ok;
}

bool terrain_has_rules(const TerrainRules *rules, uint16_t tile)
{
    return tile < rules->automap.tile_count && rules->automap.first[tile];
}

/* ---- painting ---- */

static uint16_t terrain_of(const TerrainRules *rules, uint16_t tile)
{
    return tile < rules->automap.tile_count ? rules->terrains[tile] : tile;
}

void terrain_paint(const TerrainRules *rules, unsigned type, uint32_t side, uint16_t *cells,
                   Arena *scratch)
{
    for (size_t i = 0; i < (size_t)side * side; i++)
        cells[i] = terrain_of(rules, cells[i]);
    automap_apply(&rules->automap, type, side, cells, scratch);
}

static uint32_t less(uint32_t value, uint32_t by) { return value > by ? value - by : 0; }
static uint32_t more(uint32_t value, uint32_t by, uint32_t max)
{
    return max - value > by ? value + by : max;
}

void terrain_paint_part(const TerrainRules *rules, unsigned type, uint32_t side,
                        uint16_t *cells, uint32_t x, uint32_t y, uint32_t w, uint32_t h,
                        Arena *scratch)
{
    const size_t first = (size_t)less(y, 2) * side, end = (size_t)more(y + h, 2, side) * side;
    uint16_t *drawn = arena_alloc_raw(scratch, (size_t)side * side, sizeof *drawn);
    for (size_t i = first; i < end; i++)
        drawn[i] = terrain_of(rules, cells[i]);
    for (uint32_t row = less(y, 1); row < more(y + h, 1, side); row++)
        for (uint32_t column = less(x, 1); column < more(x + w, 1, side); column++) {
            const AutomapRule *rule =
                automap_rule(&rules->automap, type, side, drawn, column, row);
            const size_t at = (size_t)row * side + column;
            cells[at] = rule ? rule->place : drawn[at];
        }
}
