/* Painting with terrains: automap rules (automap.h) that can be applied again and again.
 *
 * A layer is painted in two steps: each tile that a rule places becomes its terrain again,
 * which is the tile in the middle of the rule; what is left is the layer as it was drawn, and
 * the rules are applied to that.
 *
 * For this a tile must have one terrain. Rules for which this is not so are errors: without a
 * tile in the middle, of two terrains that place the same tile, and masks that look for a tile
 * which the rules place. */
#ifndef OISIN_TIRNANOG_MAPS_TERRAIN_RULES_H
#define OISIN_TIRNANOG_MAPS_TERRAIN_RULES_H

#include "tirnanog/maps/automap.h"

typedef struct TerrainRules {
    Automap automap;
    uint16_t *terrains; /* for each tile, what it was drawn as: itself, if no rule places it */
} TerrainRules;

/* The rules of a project. All errors are reported to `report`. */
bool terrain_rules_of(Project *project, TerrainRules *out, Arena *arena, Report *report);

/* Whether rules choose among tiles for this one. */
bool terrain_has_rules(const TerrainRules *rules, uint16_t tile);

/* Paints a layer of side x side cells. `type`: as in ProjectConfig. */
void terrain_paint(const TerrainRules *rules, unsigned type, uint32_t side, uint16_t *cells,
                   Arena *scratch);

/* The same only for the cells of this part and those around it, on which the rules for it
 * depend: what was drawn elsewhere stays, even where rules would change it. The part is within
 * the layer. */
void terrain_paint_part(const TerrainRules *rules, unsigned type, uint32_t side,
                        uint16_t *cells, uint32_t x, uint32_t y, uint32_t w, uint32_t h,
                        Arena *scratch);

#endif
