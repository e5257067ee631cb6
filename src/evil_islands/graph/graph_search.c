/* Parts, in order: the window of a cell, the tiles that its search sees; its nodes; the nodes
 * of its neighbours and its own; the ways between them; all cells. */
#include "evil_islands/graph/graph_search.h"

#include "base/disjoint_sets.h"
#include "base/tasks.h"

const int8_t graph_directions[GRAPH_DIRECTIONS][2] = {{0, -1}, {-1, -1}, {-1, 0}, {-1, 1},
                                                      {0, 1},  {1, 1},   {1, 0},  {1, -1}};

/* A step to a tile costs base * slope * factor, where 1024 is 1 in each. */
enum { PART = 1024, DIAGONAL = 1448 };
static const uint16_t factors[16] = {0,    25600, 20734, 16793, 13601, 11016, 8922, 7226,
                                     5852, 4740,  3839,  3109,  2518,  2040,  1024, 1229};

enum {
    WINDOW = 3 * GRAPH_CELL + 1, /* tiles per side */
    PITCH = WINDOW + 2,          /* with a border of blocked tiles */
    AREA = PITCH * PITCH,
    KNOWN = 127, /* differences of height that have an entry in the tables */
};

/* Costs of steps to a tile, straight and diagonal, by its value and by how much higher it is.
 * 0: too steep. */
typedef struct Costs {
    double scale;
    bool free; /* up to cliffs, without an effect on costs */
    uint32_t known[2][COUNT_OF(factors)][2 * KNOWN + 1];
} Costs;

/* The factor of a slope, 1024 for even land; 0 if it is too steep. Up costs more, down less. */
static uint32_t slope_of(const Costs *costs, int32_t difference)
{
    const double tangent = difference * costs->scale, square = tangent * tangent;
    const double sine = square / (1 + square);
    if (square > (costs->free ? GRAPH_CLIFF : GRAPH_STEEP))
        return 0;
    if (costs->free || !difference)
        return PART;
    const double factor = difference > 0 ? PART * ((1 + sine) * (1 + sine)) : PART / (1 + sine);
    return (uint32_t)floor(factor + 0.5);
}

static uint32_t find_cost(const Costs *costs, bool diagonal, uint8_t value, int32_t difference)
{
    const uint64_t base = diagonal ? DIAGONAL : PART;
    return (uint32_t)(base * slope_of(costs, difference) * factors[value] >> 20);
}

/* Differences beyond the table are rare, and are computed. */
static uint32_t cost_of(const Costs *costs, bool diagonal, uint8_t value, int32_t difference)
{
    if (difference < -KNOWN || difference > KNOWN)
        return find_cost(costs, diagonal, value, difference);
    return costs->known[diagonal][value][difference + KNOWN];
}

/* Computed once for a layer: each cell looks up thousands of them. */
static void find_costs(const GraphLayer *layer, Costs *out)
{
    out->scale = layer->step / GRAPH_TILE;
    out->free = !layer->layer;
    for (unsigned diagonal = 0; diagonal < 2; diagonal++)
        for (uint8_t value = 0; value < COUNT_OF(factors); value++)
            for (int32_t i = -KNOWN; i <= KNOWN; i++)
                out->known[diagonal][value][i + KNOWN] = find_cost(out, diagonal, value, i);
}

/* ---- windows ---- */

/* Tiles from 8 to the west and south of a cell to 8 beyond it, and one more. */
typedef struct Window {
    const Costs *costs;
    uint8_t values[AREA];
    int32_t heights[AREA];
} Window;

/* Index of a tile in the window; 0, 0 is the first of the cell. */
static unsigned tile_at(int x, int y)
{
    return (unsigned)((y + GRAPH_CELL + 1) * PITCH + x + GRAPH_CELL + 1);
}

/* The part of a row of the window that the map has. */
typedef struct Cut {
    int64_t first, last; /* before which it ends */
} Cut;

static Cut cut_of(uint32_t cell, uint32_t size)
{
    const int64_t first = (int64_t)cell * GRAPH_CELL - GRAPH_CELL, last = first + WINDOW;
    return (Cut){first < 0 ? 0 : first, last > size ? size : last};
}

/* Tiles outside of the map stay 0, which blocks. */
static void open_window(const GraphLayer *layer, uint32_t cx, uint32_t cy, Window *window)
{
    const Cut columns = cut_of(cx, layer->w), rows = cut_of(cy, layer->h);
    const size_t width = (size_t)(columns.last - columns.first);
    memset(window->values, 0, sizeof window->values);
    for (int64_t y = rows.first; y < rows.last; y++) {
        const size_t from = (size_t)y * layer->w + (size_t)columns.first;
        const unsigned to = tile_at((int)(columns.first - (int64_t)cx * GRAPH_CELL),
                                    (int)(y - (int64_t)cy * GRAPH_CELL));
        memcpy(&window->values[to], &layer->values[from], width);
        memcpy(&window->heights[to], &layer->heights[from], width * sizeof(int32_t));
    }
}

/* Whether the values of a window are those of the layer before. */
static bool is_known(const GraphLayer *layer, uint32_t cx, uint32_t cy)
{
    const Cut columns = cut_of(cx, layer->w), rows = cut_of(cy, layer->h);
    for (int64_t y = rows.first; layer->previous && y < rows.last; y++) {
        const size_t from = (size_t)y * layer->w + (size_t)columns.first;
        if (memcmp(&layer->values[from], &layer->previous[from],
                   (size_t)(columns.last - columns.first)) != 0)
            return false;
    }
    return layer->previous != NULL;
}

/* ---- nodes ---- */

enum { CROSSING = GRAPH_CELL + 1, WEST = 1, EAST = 2, SOUTH = 4, NORTH = 8 };

/* The crossing includes the first row and column of the next cells, so that sides are
 * shared. */
static unsigned sides_of(int x, int y)
{
    return (x == 0 ? WEST : 0u) | (x == GRAPH_CELL ? EAST : 0u) | (y == 0 ? SOUTH : 0u) |
           (y == GRAPH_CELL ? NORTH : 0u);
}

/* Marks the tiles of the crossing, CROSSING x CROSSING, that are connected to a tile; returns
 * the sides that they touch. */
static unsigned spread(const Window *window, int x, int y, uint8_t number,
                       uint8_t numbers[CROSSING * CROSSING])
{
    uint8_t queue[CROSSING * CROSSING];
    unsigned count = 0, sides = 0;
    numbers[y * CROSSING + x] = number;
    queue[count++] = (uint8_t)(y * CROSSING + x);
    for (unsigned i = 0; i < count; i++) {
        const int fx = queue[i] % CROSSING, fy = queue[i] / CROSSING;
        const unsigned from = tile_at(fx, fy);
        sides |= sides_of(fx, fy);
        for (unsigned d = 0; d < GRAPH_DIRECTIONS; d++) {
            const int tx = fx + graph_directions[d][0], ty = fy + graph_directions[d][1];
            if (tx < 0 || ty < 0 || tx >= CROSSING || ty >= CROSSING)
                continue;
            const unsigned to = tile_at(tx, ty);
            uint8_t *at = &numbers[ty * CROSSING + tx];
            if (*at || !cost_of(window->costs, d & 1, window->values[to],
                                window->heights[to] - window->heights[from]))
                continue;
            *at = number;
            queue[count++] = (uint8_t)(ty * CROSSING + tx);
        }
    }
    return sides;
}

/* From each tile of the cell, whether the cell can be crossed. */
static void find_crossings(const Window *window, bool crosses[GRAPH_CELL][GRAPH_CELL])
{
    uint8_t numbers[CROSSING * CROSSING] = {0};
    bool crossing[CROSSING * CROSSING + 1] = {false};
    uint8_t last = 0;
    for (int y = 0; y < GRAPH_CELL; y++)
        for (int x = 0; x < GRAPH_CELL; x++) {
            const uint8_t *number = &numbers[y * CROSSING + x];
            if (window->values[tile_at(x, y)] && !*number) {
                const unsigned sides = spread(window, x, y, ++last, numbers);
                crossing[last] = (sides & (WEST | EAST)) == (WEST | EAST) ||
                                 (sides & (SOUTH | NORTH)) == (SOUTH | NORTH);
            }
            crosses[y][x] = crossing[*number];
        }
}

/* GRAPH_NO_TILE if all tiles are blocked. The search goes backwards. */
static uint8_t last_walkable(const Window *window)
{
    for (int y = GRAPH_CELL; y--;)
        for (int x = GRAPH_CELL; x--;)
            if (window->values[tile_at(x, y)])
                return (uint8_t)(x | y << 4);
    return GRAPH_NO_TILE;
}

/* The best tile nearest to the middle: squares around it are searched from small to large. */
static uint8_t node_of(const Window *window)
{
    bool crosses[GRAPH_CELL][GRAPH_CELL];
    find_crossings(window, crosses);
    for (int half = 1; half <= GRAPH_CELL / 2; half++) {
        uint8_t best = 0, node = 0;
        for (int y = GRAPH_CELL / 2 - half; y < GRAPH_CELL / 2 + half; y++)
            for (int x = GRAPH_CELL / 2 - half; x < GRAPH_CELL / 2 + half; x++) {
                const uint8_t value = window->values[tile_at(x, y)];
                if (crosses[y][x] && value > best) {
                    best = value;
                    node = (uint8_t)(x | y << 4);
                }
            }
        if (best)
            return node;
    }
    return last_walkable(window);
}

/* ---- ways ---- */

/* Tiles wait in buckets by their distance. A bucket is narrower than the shortest step (725,
 * downhill), so the tiles in one cannot shorten the ways to each other, and their order is
 * irrelevant. The longest step (72,294) spans fewer buckets than there are. */
enum { BUCKET_BITS = 9, BUCKETS = 256, ENTRIES = WINDOW * WINDOW * GRAPH_DIRECTIONS + 1 };

typedef struct Ways {
    uint32_t distances[AREA]; /* UINT32_MAX: not reached */
    bool settled[AREA];
    uint16_t heads[BUCKETS], next[ENTRIES], tiles[ENTRIES]; /* entries from 1; 0: none */
    uint16_t count, waiting;
} Ways;

/* A tile may wait several times; only its shortest way counts. ENTRIES is enough for all. */
static void wait_for(Ways *ways, unsigned tile, uint32_t distance)
{
    uint16_t *head = &ways->heads[(distance >> BUCKET_BITS) % BUCKETS];
    const uint16_t entry = ++ways->count;
    ways->distances[tile] = distance;
    ways->tiles[entry] = (uint16_t)tile;
    ways->next[entry] = *head;
    *head = entry;
    ways->waiting++;
}

/* Blocked tiles have distance 0, so the first test excludes them, too. */
static inline void step_to(const Window *window, Ways *ways, unsigned from, int offset,
                           bool diagonal)
{
    const unsigned to = (unsigned)((int)from + offset);
    const uint32_t so_far = ways->distances[from], known = ways->distances[to];
    if (known <= so_far) /* or blocked */
        return;
    const uint32_t cost = cost_of(window->costs, diagonal, window->values[to],
                                  window->heights[to] - window->heights[from]);
    if (cost && so_far + cost < known)
        wait_for(ways, to, so_far + cost);
}

static void step_from(const Window *window, Ways *ways, unsigned from)
{
    step_to(window, ways, from, -PITCH, false);
    step_to(window, ways, from, -1, false);
    step_to(window, ways, from, 1, false);
    step_to(window, ways, from, PITCH, false);
    step_to(window, ways, from, -PITCH - 1, true);
    step_to(window, ways, from, -PITCH + 1, true);
    step_to(window, ways, from, PITCH - 1, true);
    step_to(window, ways, from, PITCH + 1, true);
}

/* Finds the ways from a tile, until `wanted` of those that are marked are settled. */
static void find_ways(const Window *window, unsigned start, const bool *marked, unsigned wanted,
                      Ways *ways)
{
    for (unsigned i = 0; i < AREA; i++) /* blocked tiles need no way */
        ways->distances[i] = window->values[i] ? UINT32_MAX : 0;
    memset(ways->settled, 0, sizeof ways->settled);
    memset(ways->heads, 0, sizeof ways->heads);
    ways->count = ways->waiting = 0;
    wait_for(ways, start, 0);
    for (uint32_t bucket = 0; ways->waiting && wanted; bucket++) {
        uint16_t *head = &ways->heads[bucket % BUCKETS];
        while (*head && wanted) {
            const uint16_t entry = *head, tile = ways->tiles[entry];
            *head = ways->next[entry];
            ways->waiting--;
            if (ways->settled[tile]) /* it also waited with a longer way */
                continue;
            ways->settled[tile] = true;
            wanted -= marked[tile];
            step_from(window, ways, tile);
        }
    }
}

/* ---- even land ---- */

/* The largest difference of height between neighbours of a row, or between two rows. */
static int32_t difference_of(const int32_t *a, const int32_t *b, unsigned count)
{
    int32_t most = 0;
    for (unsigned i = 0; i < count; i++)
        most = abs(a[i] - b[i]) > most ? abs(a[i] - b[i]) : most;
    return most;
}

/* Whether all tiles of a window have one value, and slopes have no effect: then no search is
 * needed. `columns` and `rows` are those of the window that the map has. */
static bool is_even(const Window *window, int left, int bottom, unsigned columns, unsigned rows)
{
    const unsigned first = tile_at(left, bottom);
    const uint8_t value = window->values[first];
    const bool free = window->costs->free;
    int32_t most = 0;
    for (unsigned y = 0; y < rows; y++) {
        const uint8_t *values = &window->values[first + y * PITCH];
        const int32_t *heights = &window->heights[first + y * PITCH];
        unsigned other = !value;
        for (unsigned x = 0; x < columns; x++)
            other |= values[x] ^ value;
        const int32_t row = difference_of(heights, heights + 1, columns - 1);
        most = row > most ? row : most;
        for (unsigned i = 0; y + 1 < rows && i < 3; i++) { /* straight and both diagonals */
            const int32_t *above = heights + PITCH;
            const int32_t next =
                difference_of(heights + (i == 1), above + (i == 2), columns - (i > 0));
            most = next > most ? next : most;
        }
        if (other || (most && (!free || !slope_of(window->costs, most))))
            return false;
    }
    return true;
}

/* The shortest way to a tile so many columns and rows away. */
static uint32_t even_way(const Window *window, int columns, int rows, uint8_t value)
{
    const uint32_t x = (uint32_t)abs(columns), y = (uint32_t)abs(rows);
    const uint32_t diagonal = x < y ? x : y, straight = (x < y ? y : x) - diagonal;
    return diagonal * cost_of(window->costs, true, value, 0) +
           straight * cost_of(window->costs, false, value, 0);
}

/* ---- cells ---- */

typedef struct Search {
    const GraphLayer *layer;
    Costs costs;
} Search;

static uint32_t columns_of(const GraphLayer *layer) { return layer->w / GRAPH_CELL; }
static uint32_t rows_of(const GraphLayer *layer) { return layer->h / GRAPH_CELL; }

/* Index of the neighbour of a cell; -1: outside the map. */
static int64_t neighbour(const GraphLayer *layer, uint32_t cx, uint32_t cy, unsigned direction)
{
    const int64_t x = (int64_t)cx + graph_directions[direction][0];
    const int64_t y = (int64_t)cy + graph_directions[direction][1];
    if (x < 0 || y < 0 || x >= columns_of(layer) || y >= rows_of(layer))
        return -1;
    return y * columns_of(layer) + x;
}

/* Rows of cells are independent, so each is a task. Cells as in the layer before are kept. */
static void find_nodes(void *context, size_t row)
{
    const Search *search = context;
    const GraphLayer *layer = search->layer;
    Window window = {.costs = &search->costs};
    for (uint32_t x = 0; x < columns_of(layer); x++)
        if (!is_known(layer, x, (uint32_t)row)) {
            open_window(layer, x, (uint32_t)row, &window);
            layer->nodes[row * columns_of(layer) + x] = node_of(&window);
        }
}

/* The node of a neighbour in the window; returns false if there is none. */
static bool target_of(const GraphLayer *layer, const Window *window, uint32_t cx, uint32_t cy,
                      unsigned direction, int *x, int *y)
{
    const int64_t other = neighbour(layer, cx, cy, direction);
    const uint8_t node = other < 0 ? 0 : layer->nodes[other];
    *x = graph_directions[direction][0] * GRAPH_CELL + (node & 15);
    *y = graph_directions[direction][1] * GRAPH_CELL + (node >> 4);
    return other >= 0 && window->values[tile_at(*x, *y)];
}

/* Finds the distances to the nodes of the neighbours; UINT32_MAX: not reached. */
static void find_distances(const GraphLayer *layer, const Window *window, uint32_t cx,
                           uint32_t cy, Ways *ways, uint32_t out[GRAPH_DIRECTIONS])
{
    const uint8_t node = layer->nodes[(size_t)cy * columns_of(layer) + cx];
    const Cut columns = cut_of(cx, layer->w), rows = cut_of(cy, layer->h);
    const bool even =
        is_even(window, (int)(columns.first - (int64_t)cx * GRAPH_CELL),
                (int)(rows.first - (int64_t)cy * GRAPH_CELL),
                (unsigned)(columns.last - columns.first), (unsigned)(rows.last - rows.first));
    bool marked[AREA] = {false};
    unsigned wanted = 0;
    int x, y;
    for (unsigned d = 0; d < GRAPH_DIRECTIONS; d++)
        if (target_of(layer, window, cx, cy, d, &x, &y)) {
            marked[tile_at(x, y)] = true;
            wanted++;
        }
    if (!even)
        find_ways(window, tile_at(node & 15, node >> 4), marked, wanted, ways);
    for (unsigned d = 0; d < GRAPH_DIRECTIONS; d++) {
        out[d] = UINT32_MAX;
        if (!target_of(layer, window, cx, cy, d, &x, &y))
            continue;
        if (even)
            out[d] = even_way(window, x - (node & 15), y - (node >> 4),
                              window->values[tile_at(x, y)]);
        else if (ways->settled[tile_at(x, y)])
            out[d] = ways->distances[tile_at(x, y)];
    }
}

/* Steps have units of 128 and are limited to what the format can hold. */
static void find_steps_of(const GraphLayer *layer, const Window *window, uint32_t cx,
                          uint32_t cy, Ways *ways)
{
    const size_t cell = (size_t)cy * columns_of(layer) + cx;
    const uint8_t node = layer->nodes[cell];
    uint32_t distances[GRAPH_DIRECTIONS];
    memset(layer->steps[cell], 0xFF, sizeof layer->steps[cell]);
    if (!window->values[tile_at(node & 15, node >> 4)])
        return;
    find_distances(layer, window, cx, cy, ways, distances);
    for (unsigned d = 0; d < GRAPH_DIRECTIONS; d++)
        if (distances[d] != UINT32_MAX) {
            const uint32_t step = distances[d] / 128;
            layer->steps[cell][d] = (uint16_t)(step > GRAPH_STEP_MAX ? GRAPH_STEP_MAX : step);
        }
}

/* Needs the nodes of the neighbours: all nodes must have been found. */
static void find_steps(void *context, size_t row)
{
    const Search *search = context;
    const GraphLayer *layer = search->layer;
    Window window = {.costs = &search->costs};
    Ways ways;
    for (uint32_t x = 0; x < columns_of(layer); x++)
        if (!is_known(layer, x, (uint32_t)row)) {
            open_window(layer, x, (uint32_t)row, &window);
            find_steps_of(layer, &window, x, (uint32_t)row, &ways);
        }
}

void graph_search(const GraphLayer *layer)
{
    Search search = {.layer = layer};
    find_costs(layer, &search.costs);
    tasks_run(find_nodes, &search, rows_of(layer));
    tasks_run(find_steps, &search, rows_of(layer));
}

/* ---- all cells ---- */

/* A way counts only if it exists in both directions; the shorter one is stored for both. */
static void pair_steps(const GraphLayer *layer, uint32_t cx, uint32_t cy,
                       uint16_t (*out)[GRAPH_DIRECTIONS], uint32_t *parents)
{
    const uint32_t cell = cy * columns_of(layer) + cx;
    for (unsigned d = 0; d < GRAPH_DIRECTIONS; d++) {
        const int64_t other = neighbour(layer, cx, cy, d);
        const uint16_t there = layer->steps[cell][d];
        const uint16_t back = other < 0 ? GRAPH_NO_STEP : layer->steps[other][d ^ 4];
        const bool none = there == GRAPH_NO_STEP || back == GRAPH_NO_STEP;
        out[cell][d] = none ? GRAPH_NO_STEP : there < back ? there : back;
        if (!none)
            disjoint_join(parents, cell, (uint32_t)other);
    }
}

/* Components are numbered from 1 in the order of their first cells. */
void graph_join(const GraphLayer *layer, uint16_t (*steps)[GRAPH_DIRECTIONS],
                uint16_t *components, Arena *arena)
{
    const uint32_t count = columns_of(layer) * rows_of(layer);
    uint32_t *parents = ARENA_ALLOC(arena, uint32_t, count), last = 0;
    for (uint32_t i = 0; i < count; i++)
        parents[i] = i;
    for (uint32_t y = 0; y < rows_of(layer); y++)
        for (uint32_t x = 0; x < columns_of(layer); x++)
            pair_steps(layer, x, y, steps, parents);
    for (uint32_t i = 0; i < count; i++) { /* the root of a component is its first cell */
        const uint32_t root = disjoint_root(parents, i);
        last += root == i;
        components[i] =
            root < i ? components[root] : (uint16_t)(last > UINT16_MAX ? UINT16_MAX : last);
    }
}
