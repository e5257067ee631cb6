/* Compares a navigation graph with the land of its map. Parts, in order: what is certain about
 * each cell; what the graph has there. Cells are judged by the land alone, then all cells near
 * any object are cleared, since what an object does to the graph is unproven. */
#include "evil_islands/graph/graph_check.h"

#include "evil_islands/graph/graph_build.h"
#include "evil_islands/graph/graph_search.h"

enum {
    WINDOW = 3 * GRAPH_CELL + 1,                       /* tiles */
    REACH = GRAPH_CHECK_DISTANCE * 2 + GRAPH_CELL + 1, /* tiles from an object to a cell */
    FLAT = 1,                                          /* and dry, with all cells around it */
    BLOCKED = 2,
};

typedef struct Checking {
    const Map *map;
    GraphTiles tiles;
    uint32_t w, h;  /* cells */
    uint8_t *cells; /* FLAT or BLOCKED; 0: nothing is certain */
    Bytes graph;
} Checking;

/* ---- what is certain ---- */

static bool is_known(const Checking *checking, int64_t x, int64_t y)
{
    const GraphTiles *tiles = &checking->tiles;
    return x >= 0 && y >= 0 && x < tiles->w && y < tiles->h &&
           map_sector(checking->map, (uint32_t)x / GRAPH_TILES_OF_SECTOR,
                      (uint32_t)y / GRAPH_TILES_OF_SECTOR);
}

static bool is_edge(const GraphTiles *tiles, int64_t x, int64_t y)
{
    return x < GRAPH_EDGE || y < GRAPH_EDGE || x + GRAPH_EDGE >= tiles->w ||
           y + GRAPH_EDGE >= tiles->h;
}

static bool is_flat(const Checking *checking, int64_t left, int64_t bottom)
{
    const GraphTiles *tiles = &checking->tiles;
    int32_t ground = 0;
    for (int64_t y = bottom; y < bottom + WINDOW; y++)
        for (int64_t x = left; x < left + WINDOW; x++) {
            if (!is_known(checking, x, y) || is_edge(tiles, x, y))
                return false;
            const size_t at = (size_t)y * tiles->w + (size_t)x;
            if (x == left && y == bottom)
                ground = tiles->ground[at];
            if (tiles->depth[at] || tiles->ground[at] != ground)
                return false;
        }
    return true;
}

static bool is_blocked(const Checking *checking, const uint8_t *slopes, int64_t left,
                       int64_t bottom)
{
    const GraphTiles *tiles = &checking->tiles;
    for (int64_t y = bottom; y < bottom + GRAPH_CELL; y++)
        for (int64_t x = left; x < left + GRAPH_CELL; x++)
            if (!is_known(checking, x, y) ||
                (slopes[(size_t)y * tiles->w + (size_t)x] < 2 && !is_edge(tiles, x, y)))
                return false;
    return true;
}

/* A cliff beside a missing sector is not certain. */
static bool has_sectors(const Checking *checking, int64_t left, int64_t bottom)
{
    const int64_t right = left + GRAPH_CELL, top = bottom + GRAPH_CELL;
    const int64_t corners[][2] = {
        {left - 1, bottom}, {right, bottom}, {left, bottom - 1}, {left, top}};
    for (size_t i = 0; i < COUNT_OF(corners); i++) {
        const int64_t x = corners[i][0], y = corners[i][1];
        const bool inside = x >= 0 && y >= 0 && x < checking->tiles.w && y < checking->tiles.h;
        if (inside && !is_known(checking, x, y))
            return false;
    }
    return true;
}

static void judge_cells(Checking *checking, Arena *arena)
{
    const uint8_t *slopes = graph_slopes(&checking->tiles, arena);
    for (uint32_t cy = 0; cy < checking->h; cy++)
        for (uint32_t cx = 0; cx < checking->w; cx++) {
            const int64_t x = (int64_t)cx * GRAPH_CELL, y = (int64_t)cy * GRAPH_CELL;
            uint8_t *cell = &checking->cells[(size_t)cy * checking->w + cx];
            if (is_blocked(checking, slopes, x, y) && has_sectors(checking, x, y))
                *cell = BLOCKED;
            else if (is_flat(checking, x - GRAPH_CELL, y - GRAPH_CELL))
                *cell = FLAT;
        }
}

/* Cells whose window may be near a tile: from `first` to before `last`. */
typedef struct Range {
    int64_t first, last;
} Range;

static Range range_of(float place, uint32_t cells)
{
    const double tile = floor((double)place / GRAPH_TILE);
    const double first = floor((tile - REACH) / GRAPH_CELL);
    const double last = floor((tile + REACH) / GRAPH_CELL) + 1;
    return (Range){first > 0 ? first < cells ? (int64_t)first : cells : 0,
                   last > 0 ? last < cells ? (int64_t)last : cells : 0};
}

/* Nothing is certain near an object of any kind. */
static void clear_around(Checking *checking, Vec3 place)
{
    const Range columns = range_of(place.x, checking->w), rows = range_of(place.y, checking->h);
    for (int64_t y = rows.first; y < rows.last; y++)
        for (int64_t x = columns.first; x < columns.last; x++)
            checking->cells[y * checking->w + x] = 0;
}

static void clear_objects(Checking *checking, const MobNode *nodes, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const MobNode *position = mob_child(&nodes[i], MOB_OBJPOSITION);
        const Vec3 place = mob_vec3(position, (Vec3){NAN, NAN, NAN});
        if (vec3_finite(place))
            clear_around(checking, place);
        clear_objects(checking, nodes[i].children, nodes[i].count);
    }
}

/* ---- what the graph has ---- */

static uint16_t step_at(const Checking *checking, unsigned layer, int64_t x, int64_t y,
                        unsigned direction)
{
    const uint64_t row = (uint64_t)layer * checking->h + (uint64_t)y;
    const uint64_t at = GRAPH_HEAD + row * checking->w * GRAPH_CELL_BYTES +
                        ((uint64_t)x * GRAPH_DIRECTIONS + direction) * 2;
    return (uint16_t)uint_of(checking->graph.data + at, 2, false);
}

static uint8_t cell_at(const Checking *checking, int64_t x, int64_t y, bool turned)
{
    if (x < 0 || y < 0 || x >= checking->w || y >= checking->h)
        return 0;
    const int64_t row = turned ? checking->h - 1 - y : y;
    return checking->cells[row * checking->w + x];
}

/* x, y: in the graph. Sets `certain` if something is. */
static bool contradicts(const Checking *checking, int64_t x, int64_t y, bool turned,
                        bool *certain)
{
    const uint8_t cell = cell_at(checking, x, y, turned);
    bool wrong = false;
    *certain = cell == BLOCKED;
    for (unsigned d = 0; d < GRAPH_DIRECTIONS && cell; d++) {
        const uint8_t other =
            cell_at(checking, x + graph_directions[d][0], y + graph_directions[d][1], turned);
        if (cell == FLAT && other != FLAT)
            continue;
        *certain = true;
        for (unsigned layer = 0; layer < GRAPH_LAYERS; layer++) {
            const bool steps = step_at(checking, layer, x, y, d) != GRAPH_NO_STEP;
            wrong |= steps == (cell == BLOCKED);
        }
    }
    return wrong;
}

static size_t count_wrong(const Checking *checking, bool turned, size_t *certain)
{
    size_t wrong = 0;
    *certain = 0;
    for (int64_t y = 0; y < checking->h; y++)
        for (int64_t x = 0; x < checking->w; x++) {
            bool known;
            wrong += contradicts(checking, x, y, turned, &known);
            *certain += known;
        }
    return wrong;
}

void graph_check(const Map *map, const Mob *objects, Bytes graph, Report *report)
{
    Arena *arena = arena_new();
    Checking checking = {.map = map, .tiles = graph_land(map, arena), .graph = graph};
    size_t certain, of_turned;
    checking.w = checking.tiles.w / GRAPH_CELL;
    checking.h = checking.tiles.h / GRAPH_CELL;
    checking.cells = ARENA_ALLOC(arena, uint8_t, (size_t)checking.w * checking.h);
    judge_cells(&checking, arena);
    clear_objects(&checking, objects->nodes, objects->count);
    size_t wrong = count_wrong(&checking, false, &certain);
    const size_t turned = count_wrong(&checking, true, &of_turned);
    if (turned < wrong) {
        wrong = turned;
        certain = of_turned;
    }
    if (wrong >= GRAPH_CHECK_CELLS && wrong * 100 >= certain * GRAPH_CHECK_PERCENT)
        report_warning(report,
                       "the navigation graph (AIGRAPH) is out of date: %zu of %zu cells that "
                       "were compared contradict the land (oisin convert MAP --mob FILE -o "
                       "FILE --rebuild-aigraph makes a new one)",
                       wrong, certain);
    arena_free(arena);
}
