/* In order, each reading the whole result of the one before: values of single tiles; the room
 * that a walker needs; cliffs and the map's edges. */
#include "evil_islands/graph/graph_values.h"

#include "base/tasks.h"

enum {
    SPEED = 1024, /* unhindered */
    SPEED_WADING = 880,
    SPEED_SWIMMING = 800,
    COST_SWIMMING = 30,
    COST_MAX = 70, /* beyond: blocked */
    COST_FILLED = 290,
    PARTS = 64, /* of a walker's height */
    VALUE_MAX = 15,
};

/* Height of a walker of each layer, in units. */
static const double heights[GRAPH_LAYERS] = {2, 0.4, 1, 1.6, 2.2, 1.7, 3, 6};

/* Room of a walker in tiles. */
static const uint8_t radii[GRAPH_LAYERS] = {1, 1, 1, 1, 1, 2, 2, 3};

/* SPEED * 0.6 ^ (7 * part / PARTS) */
static const uint16_t speeds[PARTS + 1] = {
    1024, 968, 916, 866, 819, 774, 732, 693, 655, 619, 586, 554, 524, 495, 468, 443, 419,
    396,  375, 354, 335, 317, 300, 283, 268, 253, 240, 227, 214, 203, 192, 181, 171, 162,
    153,  145, 137, 130, 123, 116, 110, 104, 98,  93,  88,  83,  78,  74,  70,  66,  63,
    59,   56,  53,  50,  47,  45,  42,  40,  38,  36,  34,  32,  30,  29};

typedef struct Values {
    const GraphTiles *tiles;
    const uint8_t *slopes;
    unsigned layer;
    double height; /* of the walker, in steps */
    uint8_t *first, *out;
} Values;

/* ---- single tiles ---- */

typedef struct Hindrance {
    uint32_t cost, speed;
} Hindrance;

/* Returns false if the water is too deep. */
static bool wade(const Values *values, uint8_t depth, Hindrance *out)
{
    if (!values->layer || !depth)
        return true;
    if (values->layer == 1 || depth >= values->height)
        return false;
    out->speed = SPEED_WADING;
    if (depth > values->height / 2) {
        out->speed = SPEED_SWIMMING;
        out->cost += COST_SWIMMING;
    }
    return true;
}

static void squeeze(const Values *values, const GraphVolume *volume, int32_t base,
                    Hindrance *out)
{
    const double top = base + values->height;
    const double high = volume->high < top ? volume->high : top;
    const double overlap = high - (volume->low > base ? volume->low : base);
    if (!(overlap > 0))
        return;
    const double part = floor(overlap / values->height * PARTS + 0.5);
    const uint32_t parts = part > PARTS ? PARTS : (uint32_t)part;
    out->cost += COST_FILLED * parts / PARTS;
    out->speed = out->speed * speeds[parts] / SPEED;
}

static uint8_t value_of(Hindrance is)
{
    const uint32_t speed = (is.speed + 50) / 102;
    const int capped = speed > VALUE_MAX ? VALUE_MAX : (int)speed;
    const int less = is.cost < 2    ? 0
                     : is.cost < 3  ? 1
                     : is.cost < 10 ? 3
                     : is.cost < 35 ? 6
                                    : 9;
    const int value = capped + 4 - less;
    if (is.cost > COST_MAX || !capped)
        return 0;
    return (uint8_t)(value < 1 ? 1 : value > VALUE_MAX ? VALUE_MAX : value);
}

static uint8_t tile_value(const Values *values, size_t at)
{
    const GraphTiles *tiles = values->tiles;
    const int32_t base = tiles->ground[at] + (values->layer ? 0 : tiles->depth[at]);
    Hindrance is = {values->layer ? tiles->cost[at] : 1, SPEED};
    if (!wade(values, tiles->depth[at], &is))
        return 0;
    for (uint32_t i = tiles->first[at]; i < tiles->first[at + 1] && is.cost <= COST_MAX; i++)
        squeeze(values, &tiles->volumes[i], base, &is);
    return value_of(is);
}

static void first_of_row(void *context, size_t y)
{
    const Values *values = context;
    const size_t start = y * values->tiles->w;
    for (size_t i = start; i < start + values->tiles->w; i++)
        values->first[i] = tile_value(values, i);
}

/* ---- neighbours ---- */

/* Slopes that block, and how far from them. */
static const struct {
    uint8_t most, radius;
} cliffs[GRAPH_LAYERS] = {{1, 0}, {0, 0}, {0, 0}, {0, 0}, {0, 0}, {0, 1}, {0, 1}, {0, 2}};

/* Blocks those of `count` tiles that have a number outside low .. high within the radius. The
 * edges of the map are blocked anyway, so no neighbour is outside. */
static void block_near(const uint8_t *from, size_t pitch, int radius, uint8_t low, uint8_t high,
                       uint8_t *blocked, size_t count)
{
    for (int dy = -radius; dy <= radius; dy++)
        for (int dx = -radius; dx <= radius; dx++) {
            const uint8_t *at = from + dy * (ptrdiff_t)pitch + dx;
            if (dx * dx + dy * dy > radius * radius)
                continue;
            for (size_t i = 0; i < count; i++)
                blocked[i] |= (uint8_t)((at[i] < low) | (at[i] > high));
        }
}

static void rest_of_row(void *context, size_t y)
{
    const Values *values = context;
    const unsigned layer = values->layer;
    const size_t w = values->tiles->w, start = y * w + GRAPH_EDGE, count = w - 2 * GRAPH_EDGE;
    uint8_t *out = values->out + start;
    memset(values->out + y * w, 0, w);
    if (y < GRAPH_EDGE || y + GRAPH_EDGE >= values->tiles->h)
        return;
    block_near(values->first + start, w, radii[layer], 1, UINT8_MAX, out, count);
    block_near(values->slopes + start, w, cliffs[layer].radius, 0, cliffs[layer].most, out,
               count);
    for (size_t i = 0; i < count; i++)
        out[i] = out[i] ? 0 : values->first[start + i];
}

void graph_values(const GraphTiles *tiles, const uint8_t *slopes, unsigned layer, uint8_t *out,
                  uint8_t *scratch)
{
    Values values = {tiles, slopes, layer, heights[layer] / tiles->step, scratch, out};
    tasks_run(first_of_row, &values, tiles->h);
    tasks_run(rest_of_row, &values, tiles->h);
}
