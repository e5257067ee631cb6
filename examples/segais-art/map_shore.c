/* The shore in the south-east: the river comes down from the meadow into the lake of the
 * island; a road crosses it, a jetty leads out. */
#include "maps.h"

enum { ISLAND_X = 44, ISLAND_Y = 52 };

static int shoreline(int x)
{
    const int west = x < 12 ? (12 - x) * 4 : 0;
    return 36 + wave(x * 6 + 40) * 2 / 256 + west;
}

static bool on_island(int x, int y, int rx, int ry)
{
    const int dx = x - ISLAND_X, dy = y - ISLAND_Y;
    return dx * dx * ry * ry + dy * dy * rx * rx < rx * rx * ry * ry;
}

static void water(Map *map)
{
    for (int y = 0; y < 41; y++)
        map_box(map, WATERS, map_river(SIDE + y) - 1, y, 4, 0);
    for (int y = 0; y < CORNERS; y++)
        for (int x = 2; x < CORNERS; x++) {
            if (y >= shoreline(x) && !on_island(x, y, 9, 6))
                map_box(map, LAKE, x, y, 0, 0);
            if (y >= shoreline(x) - 3 && !on_island(x, y, 7, 4))
                map_box(map, SAND, x, y, 0, 0);
        }
}

/* Where the river comes in, no edge is to be seen; its banks lie on the sand. */
static void mouth(Map *map)
{
    for (int y = 0; y < SIDE; y++)
        for (int x = 0; x < SIDE; x++) {
            const char *bank = map_get(map, GROUND_2, x, y);
            if (!map_ground(map, WATERS, x, y, 1) || map_ground(map, LAKE, x, y, 4))
                continue;
            if (map_ground(map, WATERS, x, y, 4))
                map_set(map, GROUND_3, x, y, NULL);
            else if (map_ground(map, SAND, x, y, 1)) {
                map_set(map, GROUND_4, x, y, bank);
                map_set(map, GROUND_2, x, y, map_tile(map, SAND, x, y));
            }
        }
}

static void bridge(Map *map, int y)
{
    for (int x = 40; x < 62; x++)
        for (int j = -1; j <= 2; j++) {
            if (!map_ground(map, WATERS, x, y + j, 1))
                continue;
            const bool deep = map_ground(map, WATERS, x, y + j, 3);
            map_set(map, OBJECTS, x, y + j,
                    j == 0 || j == 1 ? "deck"
                    : deep           ? "rail_over"
                                     : "railing");
            map_take(map, x, y + j, 1, 1);
        }
}

static void jetty(Map *map, int x, int y, int length)
{
    for (int j = 0; j < length; j++)
        for (int i = 0; i < 2; i++)
            map_set(map, OBJECTS, x + i, y + j, "deck");
    map_take(map, x, y, 2, length);
}

static const Thing things[] = {
    {31, 3, "sign_shore", 1},      {36, 12, "signpost", 1},      {28, 33, "mooring", 1},
    {41, 49, "mooring", 1},        {31, 37, "shoal", 1},         {28, 38, "shoal", 1},
    {21, 25, "barrel", 1},         {15, 23, "crate", 1},         {22, 26, "hay", 1},
    {40, 31, "cathal", -PEOPLE},   {45, 51, "liban", -PEOPLE},   {47, 51, "arch", 3},
    {49, 53, "oak_small", 3},      {40, 54, "bush", 1},          {57, 10, "arch", 3},
    {59, 8, "annals", 1},          {55, 7, "menhir", 1},         {61, 10, "menhir", 1},
    {58, 5, "menhir", 1},          {7, 34, "willow", 3},         {45, 23, "willow", 3},
    {56, 26, "willow", 3},         {30, 20, "mushroom", 1},      {8, 44, "herb", 1},
    {12, 12, "herb", 1},           {60, 30, "herb", 1},          {43, 54, "herb", 1},
    {50, 52, "chest", 1},          {12, 33, "rock_0", 1},        {16, 34, "rock_1", 1},
    {60, 20, "slimes", -SPAWNERS}, {9, 54, "slimes", -SPAWNERS}, {28, 25, "hen", -PEOPLE},
};

void shore_map(Art *art)
{
    static const Spot north_road[] = {{33, 0}, {34, 8}, {33, 15}, {34, 30}};
    static const Spot west_road[] = {{0, 30}, {12, 29}, {34, 30}, {30, 32}};
    static const Spot east_road[] = {{33, 15}, {42, 14}, {57, 14}, {57, 10}};
    static const Spot to_hut[] = {{17, 27}, {17, 29}};
    static const Spot rounds[] = {{38, 31}, {46, 31}, {46, 33}, {38, 33}};
    static const char *const kinds[8] = {"birch", "oak",   "birch", "oak_small",
                                         "pine",  "birch", "oak",   "willow"};
    static const char *const properties[][2] = {
        {"title", "The Shore of Lough Segais"}, {"daylight", "12 daylight"}, {"music", "shore"},
        {"parallax", "1 2 1 0 0 6 shade"},      {"north", "town"},           {"west", "moor"}};
    Map *map = ARENA_ALLOC(art->arena, Map, 1);
    map->art = art;
    memcpy(map->properties, properties, sizeof properties);
    map->path = rounds;
    map->path_count = COUNT_OF(rounds);
    map_floor(map, "grass");
    water(map);
    map_lane(map, PATH, north_road, COUNT_OF(north_road), 1);
    map_lane(map, PATH, west_road, COUNT_OF(west_road), 1);
    map_lane(map, PATH, east_road, COUNT_OF(east_road), 1);
    map_lane(map, PATH, to_hut, 2, 1);
    map_grounds(map);
    mouth(map);
    bridge(map, 14);
    jetty(map, 29, 34, 6);
    map_hut(map, 15, 23, 5, 3, 2);
    map_things(map, things, COUNT_OF(things));
    map_take(map, 37, 30, 11, 5); /* where Cathal walks */
    map_take(map, 54, 4, 9, 9);
    map_take(map, ISLAND_X - 8, ISLAND_Y - 6, 17, 12);
    map_trees(map, kinds, 2511, CLOSED_EAST | CLOSED_SOUTH, 48);
    map_strew(map, OBJECTS, "bush", 110, 2521);
    map_strew(map, OBJECTS, "rock_1", 190, 2522);
    static const char *const strewn[] = {"flowers_0", "flowers_1", "flowers_3", "tuft_0",
                                         "tuft_1",    "tuft_2",    "pebbles"};
    for (uint32_t i = 0; i < COUNT_OF(strewn); i++)
        map_strew(map, GROUND_4, strewn[i], 15, 2530 + i);
    map_write(map, "shore");
}
