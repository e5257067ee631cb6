/* The moor south of the wood: heather and bog, a brook to leap over, a crag to climb. */
#include "maps.h"

static void brook(Map *map)
{
    static const Spot course[] = {{10, 12}, {15, 22}, {21, 30}, {23, 40}, {31, 47}, {36, 53}};
    for (int i = 0; i < 2; i++) { /* two corners wide, and never more than three cells */
        Spot side[COUNT_OF(course)];
        for (size_t s = 0; s < COUNT_OF(course); s++)
            side[s] = (Spot){course[s].x + i, course[s].y};
        map_lane(map, WATERS, side, COUNT_OF(course), 0);
    }
    map_disc(map, WATERS, 9, 9, 6, 5);
    map_disc(map, WATERS, 38, 55, 6, 5);
    map_disc(map, WATERS, 6, 27, 4, 3);
}

/* Its water is deep where it stands; where it runs one leaps. */
static void brook_masks(Map *map)
{
    for (int y = 0; y < SIDE; y++)
        for (int x = 0; x < SIDE; x++) {
            const bool pool = (x < 16 && y < 15) || (x > 30 && y > 48) || x < 11;
            if (!pool && map_ground(map, WATERS, x, y, 2))
                map_set(map, OBJECTS, x, y, "brook");
            else if (pool && map_ground(map, WATERS, x, y, 4) && hash_of(2402, x, y) % 6 == 0)
                map_set(map, OBJECTS, x, y, "lily");
        }
}

static void heath(Map *map)
{
    for (int y = 2; y < SIDE - 1; y++)
        for (int x = 2; x < SIDE - 1; x++) {
            const int edge = x < y          ? (x < SIDE - y ? x : SIDE - y)
                             : y < SIDE - x ? y
                                            : SIDE - x;
            const int fade = edge < 10 ? (10 - edge) * 8 : 0; /* the neighbours are green */
            const int n = (noise(2401, x, y, 16, SIDE) * 3 + noise(2404, x, y, 4, SIDE)) / 4;
            if (n > 136 + fade)
                map_box(map, HEATH, x, y, 0, 0);
            else if (n < 90 - fade)
                map_box(map, MOSS, x, y, 0, 0);
        }
}

/* Flat above, with a side towards the south; boulders lie where it is steep. */
static void crag(Map *map, int x, int y, int w, int h, int stairs)
{
    map_take(map, x - 1, y - 1, w + 2, h + 4);
    for (int i = 0; i < w; i++)
        for (int j = 0; j < 2; j++)
            map_set(map, OBJECTS, x + i, y + h + j, i == stairs ? "crag_holds" : "crag_face");
    for (int j = 0; j < h; j++)
        for (int i = 0; i < w; i++)
            if (j == 0 || i == 0 || i == w - 1 || (j == h - 1 && i != stairs))
                map_set(map, OBJECTS, x + i, y + j,
                        hash_of(2403, i, j) % 3 ? "rock_0" : "rock_1");
}

static void circle(Map *map, int x, int y)
{
    static const Spot ring[] = {{0, -5}, {4, -3}, {6, 0}, {4, 3}, {-4, 3}, {-6, 0}, {-4, -3}};
    for (size_t i = 0; i < COUNT_OF(ring); i++)
        map_place(map, x + ring[i].x, y + ring[i].y, "menhir", 1);
    map_take(map, x - 7, y - 6, 15, 12);
}

static const Thing things[] = {
    {28, 4, "sign_moor", 1},
    {28, 33, "signpost", 1},
    {46, 40, "cairn", 1},
    {55, 9, "nest", 1},
    {31, 57, "willow", 3},
    {46, 56, "willow", 3},
    {26, 51, "willow", 3},
    {18, 16, "willow", 3},
    {41, 21, "hay", 1},
    {32, 21, "barrel", 1},
    {36, 18, "loom", 2},
    {34, 18, "crate", 1},
    {12, 45, "clover", 1},
    {42, 60, "herb", 1},
    {20, 50, "herb", 1},
    {57, 44, "herb", 1},
    {10, 36, "mushroom", 1},
    {59, 56, "mushroom", 1},
    {37, 20, "muireann", -PEOPLE},
    {50, 32, "ruadan", -PEOPLE},
    {11, 42, "pony", -PEOPLE},
    {52, 35, "sheep", -PEOPLE},
    {55, 37, "sheep", -PEOPLE},
    {49, 36, "sheep", -PEOPLE},
    {48, 48, "wisps", -SPAWNERS},
    {14, 54, "wisps", -SPAWNERS},
    {56, 58, "wolves", -SPAWNERS},
    {6, 18, "wolves", -SPAWNERS},
};

void moor_map(Art *art)
{
    static const Spot north_road[] = {{26, 0}, {26, 12}, {27, 22}, {26, 30}};
    static const Spot east_road[] = {{26, 30}, {40, 31}, {52, 30}, {63, 30}};
    static const Spot to_hut[] = {{36, 23}, {36, 30}};
    static const Spot to_circle[] = {{44, 31}, {46, 37}};
    static const char *const kinds[8] = {"birch", "birch", "pine", "birch",
                                         "pine",  "birch", "pine", "willow"};
    static const char *const properties[][2] = {
        {"title", "The Moor of Lights"},    {"daylight", "12 daylight"}, {"music", "moor"},
        {"parallax", "1 -8 3 1 24 3 rain"}, {"north", "forest"},         {"east", "shore"}};
    Map *map = ARENA_ALLOC(art->arena, Map, 1);
    map->art = art;
    memcpy(map->properties, properties, sizeof properties);
    map_floor(map, "grass");
    heath(map);
    brook(map);
    map_lane(map, PATH, north_road, COUNT_OF(north_road), 1);
    map_lane(map, PATH, east_road, COUNT_OF(east_road), 1);
    map_lane(map, PATH, to_hut, 2, 1);
    map_lane(map, PATH, to_circle, 2, 1);
    map_box(map, CRAG, 50, 7, 10, 6);
    map_grounds(map);
    brook_masks(map);
    crag(map, 50, 7, 10, 6, 4);
    circle(map, 46, 41);
    map_hut(map, 34, 18, 5, 4, 2);
    map_things(map, things, COUNT_OF(things));
    map_take(map, 6, 38, 10, 9); /* where the pony grazes */
    map_trees(map, kinds, 2411, CLOSED_WEST | CLOSED_SOUTH, 70);
    map_strew(map, OBJECTS, "bush", 120, 2421);
    map_strew(map, OBJECTS, "rock_1", 90, 2422);
    static const char *const strewn[] = {"heather_0", "heather_1", "heather_0",
                                         "tuft_0",    "tuft_2",    "pebbles"};
    for (uint32_t i = 0; i < COUNT_OF(strewn); i++)
        map_strew(map, GROUND_4, strewn[i], 9, 2430 + i);
    map_write(map, "moor");
}
