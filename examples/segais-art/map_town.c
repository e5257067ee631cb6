/* The village: two streets, a square with a well, a river, the dry spring. */
#include "maps.h"

static void river(Map *map)
{
    for (int y = 0; y < CORNERS; y++)
        map_box(map, WATERS, map_river(y) - 1, y, 4, 0);
}

static void streets(Map *map)
{
    static const Spot main_street[] = {{0, 32}, {62, 32}};
    static const Spot cross_street[] = {{31, 4},  {31, 20}, {32, 26}, {31, 40},
                                        {31, 46}, {33, 58}, {33, 63}};
    static const Spot lane[] = {{14, 45}, {22, 45}, {32, 46}, {41, 45}};
    static const Spot to_spring[] = {{55, 32}, {57, 28}, {57, 23}};
    map_lane(map, PATH, main_street, 2, 2);
    map_lane(map, PATH, cross_street, 7, 1);
    map_lane(map, PATH, lane, 4, 1);
    map_lane(map, PATH, to_spring, 3, 1);
    static const Spot doors[] = {{24, 29}, {40, 28}, {14, 29}, {23, 43}, {41, 43}, {14, 43}};
    for (size_t i = 0; i < COUNT_OF(doors); i++)
        map_box(map, PATH, doors[i].x, doors[i].y, 1, i < 3 ? 33 - doors[i].y : 3);
    map_disc(map, COBBLE, 32, 33, 7, 6);
    map_disc(map, PATH, 57, 21, 6, 5);
}

static void houses(Map *map)
{
    static const struct {
        int x, y;
        const char *name;
    } list[] = {{24, 28, "inn"},         {40, 27, "house_thatch"}, {14, 28, "house_slate"},
                {23, 42, "house_white"}, {41, 42, "smithy"},       {14, 42, "house_thatch"}};
    for (size_t i = 0; i < COUNT_OF(list); i++) {
        map_place(map, list[i].x, list[i].y, list[i].name, 5);
        map_set(map, ROOF_1, list[i].x + 1, list[i].y - 5, "smoke");
    }
}

static void bridge(Map *map)
{
    for (int x = 40; x < 58; x++)
        for (int y = 31; y <= 34; y++) {
            if (!map_ground(map, WATERS, x, y, 1))
                continue;
            const bool deep = map_ground(map, WATERS, x, y, 3);
            map_set(map, OBJECTS, x, y,
                    y == 32 || y == 33 ? "deck"
                    : deep             ? "rail_over"
                                       : "railing");
            map_take(map, x, y, 1, 1);
        }
}

static void garden(Map *map, int x, int y, int w, int h)
{
    map_box(map, SOIL, x, y, w, h);
    for (int i = -1; i <= w; i++) {
        map_set(map, OBJECTS, x + i, y - 1, "fence");
        if (i != w / 2)
            map_set(map, OBJECTS, x + i, y + h, "fence");
    }
    for (int j = 0; j < h; j++) {
        map_set(map, OBJECTS, x - 1, y + j, "fence_side");
        map_set(map, OBJECTS, x + w, y + j, "fence_side");
        for (int i = 0; i < w; i++)
            if ((i + j) % 2 == 0)
                map_set(map, OBJECTS, x + i, y + j, "cabbage");
    }
    map_take(map, x - 1, y - 1, w + 2, h + 2);
}

static void things(Map *map)
{
    static const Thing list[] = {
        {32, 30, "well", 3},     {36, 29, "stall", 3},  {27, 36, "lamp", 1},
        {37, 36, "lamp", 1},     {27, 31, "lamp", 1},   {20, 31, "lamp", 1},
        {44, 35, "lamp", 1},     {53, 31, "lamp", 1},   {10, 35, "lamp", 1},
        {30, 44, "lamp", 1},     {34, 50, "lamp", 1},   {6, 31, "signpost", 1},
        {54, 35, "signpost", 1}, {27, 28, "barrel", 1}, {27, 27, "barrel", 1},
        {21, 29, "crate", 1},    {44, 43, "forge", 1},  {44, 45, "anvil", 1},
        {37, 43, "crate", 1},    {37, 42, "barrel", 1}, {29, 29, "cauldron", 1},
        {10, 29, "hay", 1},      {11, 30, "hay", 1},    {18, 42, "hay", 1},
        {43, 29, "bush", 1},     {37, 27, "bush", 1},   {17, 29, "bush", 1},
        {26, 43, "bush", 1},     {20, 43, "bush", 1},   {57, 21, "spring_dry", 3},
        {53, 20, "ogham", 1},    {54, 17, "ogham", 1},  {57, 15, "ogham", 1},
        {61, 17, "ogham", 1},    {62, 21, "ogham", 1},  {60, 24, "ogham", 1},
        {29, 35, "clover", 1},   {60, 27, "herb", 1},   {20, 52, "mushroom", 1},
        {9, 20, "herb", 1},      {28, 12, "stump", 1},  {52, 44, "hazelnut", 1},
        {10, 46, "penny", 1},    {38, 14, "rock_0", 1},
    };
    for (size_t i = 0; i < COUNT_OF(list); i++)
        map_place(map, list[i].x, list[i].y, list[i].name, list[i].wide);
    static const Thing people[] = {
        {35, 35, "aoife", 0}, {54, 23, "fintan", 0}, {25, 30, "brid", 0},
        {42, 44, "goban", 0}, {38, 30, "cormac", 0}, {38, 34, "watchman", 0},
        {18, 31, "hen", 0},   {12, 31, "hen", 0},    {24, 47, "hen", 0},
    };
    for (size_t i = 0; i < COUNT_OF(people); i++) {
        map_set(map, PEOPLE, people[i].x, people[i].y, people[i].name);
        map_take(map, people[i].x, people[i].y, 1, 1);
    }
    map_take(map, 26, 32, 13, 7); /* the first steps of a game, and the watchman's round */
}

void town_map(Art *art)
{
    static const Spot round[] = {{26, 32}, {38, 32}, {38, 38}, {26, 38}};
    Map *map = ARENA_ALLOC(art->arena, Map, 1);
    static const char *const properties[][2] = {{"title", "Coll Meadow"},
                                                {"daylight", "12 daylight"},
                                                {"music", "town"},
                                                {"west", "forest"},
                                                {"south", "shore"}};
    map->art = art;
    memcpy(map->properties, properties, sizeof properties);
    map->path = round;
    map->path_count = COUNT_OF(round);
    map_floor(map, "grass");
    river(map);
    streets(map);
    garden(map, 16, 36, 4, 3);
    garden(map, 6, 38, 4, 5);
    garden(map, 36, 51, 5, 3);
    map_grounds(map);
    houses(map);
    bridge(map);
    things(map);
    static const char *const kinds[8] = {"oak",   "oak", "oak_small", "pine",
                                         "birch", "oak", "birch",     "oak"};
    map_trees(map, kinds, 2001, CLOSED_NORTH | CLOSED_EAST, 60);
    map_strew(map, OBJECTS, "bush", 90, 2011);
    map_strew(map, OBJECTS, "rock_1", 170, 2012);
    static const char *const strewn[] = {"flowers_0", "flowers_1", "flowers_2", "flowers_3",
                                         "tuft_0",    "tuft_1",    "tuft_2",    "pebbles"};
    for (uint32_t i = 0; i < COUNT_OF(strewn); i++)
        map_strew(map, GROUND_4, strewn[i], 16, 2020 + i);
    map_write(map, "town");
}
