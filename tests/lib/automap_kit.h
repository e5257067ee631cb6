/* Automap rules of four kinds, complete: each neighbourhood of a terrain has its own tile. */
#ifndef OISIN_TESTS_AUTOMAP_KIT_H
#define OISIN_TESTS_AUTOMAP_KIT_H

#include "kit.h"

typedef enum RuleShape {
    RULES_CORNERS, /* 15 transitions from `ground` to `over` */
    RULES_EDGES,   /* 15 */
    RULES_MIXED,   /* 46 */
    RULES_WALL,    /* 15 tiles of `ground` that is beside itself */
} RuleShape;

typedef struct RuleFile {
    const char *name; /* of the tile: GROUND_000 and so on */
    const char *text; /* of its .til file */
} RuleFile;

/* Rules with most masks come first, so "-" is what no rule before has found. */
RuleFile *automap_rules(RuleShape shape, const char *ground, const char *over, size_t *count,
                        Arena *arena);

/* A map of side x side cells as Tiled writes it, whose only tileset is tiles.tsx from ID 1 on.
 * `cells` has IDs. */
const char *automap_map(const uint32_t *cells, uint32_t side, const char *orientation,
                        Arena *arena);

#endif
