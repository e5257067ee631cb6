/* Parts, in order: neighbourhoods; terrains and their type of set; sets. All neighbourhoods of
 * a terrain are tried instead of analysing the rules: the order of rules and `-` then need no
 * code of their own. WORK_MAX bounds the time. */
#include "tirnanog/maps/wang.h"

#include "tirnanog/maps/tmx.h"

enum {
    SIDE = 3,            /* of a neighbourhood */
    CASES = 6561,        /* 3 ^ WANG_PLACES: each place has one of three terrains */
    WORK_MAX = 1 << 30,  /* rules that are tried for a terrain: about a second */
    NONE = TNG_NO_SPRITE /* a neighbour that no rule looks for */
};

/* Cells around the middle of a neighbourhood. */
static const uint8_t ring[WANG_PLACES] = {1, 2, 5, 8, 7, 6, 3, 0};

const char *wang_type_word(WangType type)
{
    static const char *const words[WANG_TYPES] = {"corner", "edge", "mixed"};
    return words[type];
}

typedef struct Pair {
    uint16_t a, b;
} Pair;

/* A tile with the terrains of its places. */
typedef struct Placed {
    uint16_t tile, terrains[WANG_PLACES];
    unsigned foreign; /* number of places with another terrain */
} Placed;

/* A terrain of which the rules place other tiles. */
typedef struct Centre {
    uint16_t tile;
    uint16_t *around; /* the other terrains; NONE may be one */
    size_t around_count;
    Pair *pairs; /* terrains that occur together */
    size_t pair_count;
    WangType type; /* WANG_TYPES: none */
    Placed *placed;
    size_t placed_count;
} Centre;

typedef struct Derivation {
    const Automap *automap;
    Centre *centres;
    size_t count;
    WangSets *out;
    Arena *arena;
} Derivation;

/* ---- neighbourhoods ---- */

/* The tile that the rules make of a terrain among its neighbours. */
static uint16_t result_of(const Automap *automap, uint16_t terrain,
                          const uint16_t around[WANG_PLACES])
{
    uint16_t cells[SIDE * SIDE];
    cells[AUTOMAP_CENTRE] = terrain;
    for (unsigned i = 0; i < WANG_PLACES; i++)
        cells[ring[i]] = around[i];
    const AutomapRule *rule = automap_rule(automap, TMX_ORTHOGONAL, SIDE, cells, 1, 1);
    return rule ? rule->place : terrain;
}

static uint16_t pure_result(const Automap *automap, uint16_t terrain)
{
    uint16_t around[WANG_PLACES];
    for (unsigned i = 0; i < WANG_PLACES; i++)
        around[i] = terrain;
    return result_of(automap, terrain, around);
}

/* Whether tiles of a terrain are different next to another. */
static bool depends_on(const Automap *automap, uint16_t terrain, uint16_t other)
{
    const uint16_t pure = pure_result(automap, terrain);
    for (unsigned bits = 1; bits < 1u << WANG_PLACES; bits++) {
        uint16_t around[WANG_PLACES];
        for (unsigned i = 0; i < WANG_PLACES; i++)
            around[i] = bits >> i & 1 ? other : terrain;
        if (result_of(automap, terrain, around) != pure)
            return true;
    }
    return false;
}

/* Which of the three terrains each place has: 0 the terrain itself. False: a corner has two
 * others. */
static bool colours_of(WangType type, const uint8_t around[WANG_PLACES],
                       uint8_t colours[WANG_PLACES])
{
    for (unsigned i = 0; i < WANG_PLACES; i++) {
        const bool corner = i % 2;
        colours[i] = 0;
        if (!corner && type != WANG_CORNER)
            colours[i] = around[i];
        for (unsigned j = 0; corner && type != WANG_EDGE && j < 3; j++) {
            const uint8_t there = around[(i + WANG_PLACES - 1 + j) % WANG_PLACES];
            if (there && colours[i] && there != colours[i])
                return false;
            colours[i] = there ? there : colours[i];
        }
    }
    return true;
}

static void add_placed(Centre *centre, const Placed *placed, Arena *arena)
{
    for (size_t i = 0; i < centre->placed_count; i++)
        if (centre->placed[i].tile == placed->tile) {
            if (placed->foreign < centre->placed[i].foreign)
                centre->placed[i] = *placed;
            return;
        }
    *ARENA_PUSH(arena, centre->placed, centre->placed_count) = *placed;
}

/* Tries all neighbourhoods of the terrain with two others (or one, twice). False: the tile is
 * not a function of its places. */
static bool try_pair(const Derivation *derivation, Centre *centre, WangType type, Pair pair)
{
    const uint16_t terrains[] = {centre->tile, pair.a, pair.b};
    const unsigned base = pair.a == pair.b ? 2 : 3;
    int32_t found[CASES];
    memset(found, 0xFF, sizeof found);
    for (unsigned n = 0; n < CASES; n++) {
        uint8_t around[WANG_PLACES], colours[WANG_PLACES];
        uint16_t tiles[WANG_PLACES];
        unsigned rest = n;
        for (unsigned i = 0; i < WANG_PLACES; i++, rest /= base) {
            around[i] = (uint8_t)(rest % base);
            tiles[i] = terrains[around[i]];
        }
        if (rest) /* there are only 2 ^ 8 */
            break;
        if (!colours_of(type, around, colours))
            continue;
        Placed placed = {.tile = result_of(derivation->automap, centre->tile, tiles)};
        unsigned key = 0;
        for (unsigned i = 0; i < WANG_PLACES; i++) {
            key = key * 3 + colours[i];
            placed.terrains[i] = terrains[colours[i]];
            placed.foreign += colours[i] != 0;
        }
        if (found[key] >= 0 && found[key] != placed.tile)
            return false;
        found[key] = placed.tile;
        add_placed(centre, &placed, derivation->arena);
    }
    return true;
}

/* ---- terrains ---- */

static void add_around(Derivation *derivation, Centre *centre, uint16_t tile)
{
    for (size_t i = 0; i < centre->around_count; i++)
        if (centre->around[i] == tile)
            return;
    *ARENA_PUSH(derivation->arena, centre->around, centre->around_count) = tile;
    *ARENA_PUSH(derivation->arena, centre->pairs, centre->pair_count) = (Pair){tile, tile};
}

static void add_pair(Derivation *derivation, Centre *centre, Pair pair)
{
    for (size_t i = 0; i < centre->pair_count; i++)
        if ((centre->pairs[i].a == pair.a && centre->pairs[i].b == pair.b) ||
            (centre->pairs[i].a == pair.b && centre->pairs[i].b == pair.a))
            return;
    *ARENA_PUSH(derivation->arena, centre->pairs, centre->pair_count) = pair;
}

/* The terrains that a rule looks for. One that looks only for its own terrain tells it from
 * everything else. */
static void add_rule(Derivation *derivation, Centre *centre, const AutomapRule *rule)
{
    bool own = false, other = false;
    for (unsigned i = 0; i < WANG_PLACES; i++) {
        const uint16_t tile = rule->masks[ring[i]];
        own |= tile == centre->tile;
        if (tile == TNG_NO_SPRITE || tile == centre->tile)
            continue;
        other = true;
        add_around(derivation, centre, tile);
        for (unsigned j = 0; j < i; j++) {
            const uint16_t second = rule->masks[ring[j]];
            if (second != TNG_NO_SPRITE && second != centre->tile && second != tile)
                add_pair(derivation, centre, (Pair){tile, second});
        }
    }
    if (own && !other && rule->place != centre->tile)
        add_around(derivation, centre, NONE);
}

/* Whether a rule looks for the terrain and for another. */
static bool in_pair(const Centre *centre, uint16_t tile)
{
    bool found = false;
    for (size_t i = 0; i < centre->pair_count; i++)
        found |= centre->pairs[i].a != centre->pairs[i].b &&
                 (centre->pairs[i].a == tile || centre->pairs[i].b == tile);
    return found;
}

static void find_centre(Derivation *derivation, uint16_t tile)
{
    const Automap *automap = derivation->automap;
    Centre centre = {.tile = tile, .type = WANG_TYPES};
    uint64_t rules = 0;
    for (uint32_t at = automap->first[tile]; at; at = automap->rules[at - 1].next, rules++)
        add_rule(derivation, &centre, &automap->rules[at - 1]);
    bool changes = false, ok = centre.pair_count * rules <= WORK_MAX / CASES;
    for (size_t i = 0; i < centre.around_count; i++) {
        const uint16_t other = centre.around[i];
        const bool depends = in_pair(&centre, other) || depends_on(automap, tile, other);
        changes |= depends;
        ok &= !depends || other == NONE || !depends_on(automap, other, tile);
    }
    if (!changes) /* rules that keep the tile say nothing */
        return;
    for (WangType type = 0; ok && type < WANG_TYPES && centre.type == WANG_TYPES; type++) {
        bool fits = true;
        centre.placed_count = 0;
        for (size_t i = 0; i < centre.pair_count && fits; i++)
            fits = try_pair(derivation, &centre, type, centre.pairs[i]);
        centre.type = fits ? type : WANG_TYPES;
    }
    *ARENA_PUSH(derivation->arena, derivation->centres, derivation->count) = centre;
}

/* ---- sets ---- */

/* 1 + the index of a terrain, which is added if it is new; 0 for NONE. */
static size_t colour_of(WangSet *set, uint16_t terrain, Arena *arena)
{
    size_t i = 0;
    if (terrain == NONE)
        return 0;
    while (i < set->terrain_count && set->terrains[i] != terrain)
        i++;
    if (i == set->terrain_count)
        *ARENA_PUSH(arena, set->terrains, set->terrain_count) = terrain;
    return i + 1;
}

static bool has_place(WangType type, unsigned place)
{
    return type == WANG_MIXED || (type == WANG_CORNER) == (place % 2);
}

static void add_tile(WangSet *set, const Placed *placed, Arena *arena)
{
    WangTile tile = {.sprite = placed->tile};
    for (unsigned i = 0; i < WANG_PLACES; i++)
        if (has_place(set->type, i))
            tile.colours[i] = (uint8_t)colour_of(set, placed->terrains[i], arena);
    for (size_t i = 0; i < set->tile_count; i++)
        if (set->tiles[i].sprite == tile.sprite || /* the rules of two terrains place it */
            memcmp(set->tiles[i].colours, tile.colours, sizeof tile.colours) == 0)
            return;
    *ARENA_PUSH(arena, set->tiles, set->tile_count) = tile;
}

static void add_terrains(const Derivation *derivation, WangSet *set, const Centre *centre)
{
    colour_of(set, centre->tile, derivation->arena);
    for (size_t i = 0; i < centre->around_count; i++)
        colour_of(set, centre->around[i], derivation->arena);
}

/* Before all others: a tile of one terrain that is full of another would take its place. */
static void add_pure_tiles(const Derivation *derivation, WangSet *set)
{
    for (size_t i = 0; i < set->terrain_count; i++) {
        Placed pure = {.tile = pure_result(derivation->automap, set->terrains[i])};
        for (unsigned j = 0; j < WANG_PLACES; j++)
            pure.terrains[j] = set->terrains[i];
        add_tile(set, &pure, derivation->arena);
    }
}

/* Terrains that meet are in the same set: `labels` has its number for each tile. */
static void join(uint32_t *labels, size_t count, uint16_t a, uint16_t b)
{
    const uint32_t from = labels[b], to = labels[a];
    for (size_t i = 0; i < count && from != to; i++)
        labels[i] = labels[i] == from ? to : labels[i];
}

static void put_others(const Derivation *derivation, const uint32_t *labels, uint32_t label,
                       WangType type)
{
    for (size_t i = 0; i < derivation->count; i++) {
        const Centre *centre = &derivation->centres[i];
        if (centre->type == type && (!labels || labels[centre->tile] == label))
            *ARENA_PUSH(derivation->arena, derivation->out->others,
                        derivation->out->other_count) = centre->tile;
    }
}

static bool is_member(const Centre *centre, const uint32_t *labels, WangType type, size_t label)
{
    return centre->type == type && labels[centre->tile] == label;
}

static void make_sets(const Derivation *derivation, WangType type)
{
    const size_t tiles = derivation->automap->tile_count;
    uint32_t *labels = ARENA_ALLOC(derivation->arena, uint32_t, tiles + 1);
    for (size_t i = 0; i < tiles; i++)
        labels[i] = (uint32_t)i;
    for (size_t i = 0; i < derivation->count; i++) {
        const Centre *centre = &derivation->centres[i];
        for (size_t j = 0; j < centre->around_count && centre->type == type; j++)
            if (centre->around[j] != NONE)
                join(labels, tiles, centre->tile, centre->around[j]);
    }
    for (size_t i = 0; i < tiles; i++) {
        WangSet set = {.type = type};
        for (size_t j = 0; j < derivation->count && labels[i] == i; j++)
            if (is_member(&derivation->centres[j], labels, type, i))
                add_terrains(derivation, &set, &derivation->centres[j]);
        if (!set.terrain_count)
            continue;
        add_pure_tiles(derivation, &set);
        for (size_t j = 0; j < derivation->count; j++) {
            const Centre *centre = &derivation->centres[j];
            for (size_t k = 0; k < centre->placed_count; k++)
                if (is_member(centre, labels, type, i))
                    add_tile(&set, &centre->placed[k], derivation->arena);
        }
        if (set.terrain_count > WANG_COLOURS_MAX)
            put_others(derivation, labels, (uint32_t)i, type);
        else
            *ARENA_PUSH(derivation->arena, derivation->out->items, derivation->out->count) =
                set;
    }
}

void wang_derive(const Automap *automap, unsigned type, WangSets *out, Arena *arena)
{
    Derivation derivation = {.automap = automap, .out = out, .arena = arena};
    *out = (WangSets){0};
    if (type == TMX_HEXAGONAL_VERTICAL || type == TMX_HEXAGONAL_HORIZONTAL)
        return;
    for (size_t i = 0; i < automap->tile_count; i++)
        find_centre(&derivation, (uint16_t)i);
    for (WangType each = 0; each < WANG_TYPES; each++)
        make_sets(&derivation, each);
    put_others(&derivation, NULL, 0, WANG_TYPES);
}
