/* The maps of the template "village": a village by a river, the wood north of it, and the inn.
 */
#include "maps.h"
#include "templates.h"

#include <string.h>

enum { WIDE = 32 };

static Map *map_new(Art *art)
{
    Map *map = ARENA_ALLOC(art->arena, Map, 1);
    map->art = art;
    map->side = WIDE;
    return map;
}

static void grass(Map *map, uint32_t seed)
{
    static const char *const kinds[8] = {"grass_plain",   "grass_plain",   "grass_plain",
                                         "grass_plain_1", "grass_plain_1", "grass_plain_2",
                                         "grass_plain_2", "grass_plain_3"};
    for (int y = 0; y < WIDE; y++)
        for (int x = 0; x < WIDE; x++)
            map_set(map, GROUND_1, x, y, kinds[hash_of(hash_of(seed, x, 0), y, 1) % 8]);
}

/* Trees in a border of so many cells, where nothing else is. */
static void border_trees(Map *map, uint32_t seed, int deep)
{
    static const char *const kinds[8] = {"tree_oak",   "tree_pine", "tree_small", "tree_pine",
                                         "tree_birch", "tree_oak",  "tree_birch", "tree_pine"};
    for (int y = 1; y < WIDE; y++)
        for (int x = 0; x < WIDE; x++) {
            const int far = x < WIDE - 1 - x ? x : WIDE - 1 - x,
                      deeper = y < WIDE - y ? y - 1 : WIDE - 1 - y;
            const uint32_t h = hash_of(hash_of(seed, x, 0), y, 1);
            if ((far < deeper ? far : deeper) >= deep || h % 5 < 2 || !map_free(map, x, y, 1) ||
                !map_free(map, x, y - 2, 1))
                continue;
            map_set(map, OBJECTS, x - 1, y, kinds[h / 64 % 8]);
            map_take(map, x, y, 1, 1);
        }
}

/* Bushes close what the trees leave open at the edges of a map. */
static void hedge(Map *map, bool north, bool east, bool south, bool west)
{
    for (int i = 0; i < WIDE; i++) {
        const Spot cells[] = {{i, 0}, {WIDE - 1, i}, {i, WIDE - 1}, {0, i}};
        const bool closed[] = {north, east, south, west};
        for (int side = 0; side < 4; side++)
            if (closed[side] && !map_get(map, OBJECTS, cells[side].x, cells[side].y) &&
                map_free(map, cells[side].x, cells[side].y, 0)) {
                map_set(map, OBJECTS, cells[side].x, cells[side].y, "bush");
                map_take(map, cells[side].x, cells[side].y, 1, 1);
            }
    }
}

static void strewn(Map *map, uint32_t seed)
{
    static const char *const names[] = {"grass_flowers_white",  "grass_flowers_yellow",
                                        "grass_flowers_violet", "grass_flowers_red",
                                        "grass_tuft",           "grass_tuft_1",
                                        "grass_tuft_2",         "grass_pebbles"};
    for (uint32_t i = 0; i < COUNT_OF(names); i++)
        map_strew(map, GROUND_4, names[i], 18, seed + i);
}

/* ---- the village ---- */

static void village_grounds(Map *map)
{
    map_area(map, GROUND_3, "sand", 25, 0, 5, WIDE);
    for (int y = 0; y < WIDE; y++)
        map_area(map, GROUND_4, "water", 26 + (y > 20), y, 3, 1);
    map_area(map, GROUND_2, "path", 15, 0, 2, 28);
    map_area(map, GROUND_2, "path", 3, 16, 29, 2);
    map_area(map, GROUND_2, "path", 8, 12, 1, 5);  /* to the inn */
    map_area(map, GROUND_2, "path", 21, 12, 1, 5); /* to the smithy */
    map_area(map, GROUND_2, "path", 7, 27, 15, 1); /* to the houses in the south */
    map_area(map, GROUND_3, "cobble", 12, 14, 8, 6);
    map_area(map, GROUND_3, "soil", 4, 19, 5, 3);
}

static void bridge(Map *map)
{
    for (int x = 26; x < 29; x++)
        for (int y = 15; y <= 18; y++)
            map_set(map, OBJECTS, x, y, y == 15 || y == 18 ? "bridge_rail" : "floor_bridge");
}

static void field(Map *map)
{
    for (int x = 3; x <= 9; x++) {
        map_set(map, OBJECTS, x, 22, "fence");
        if (x != 6)
            map_set(map, OBJECTS, x, 18, "fence");
    }
    for (int y = 19; y < 22; y++) {
        map_set(map, OBJECTS, 3, y, "fence_side");
        map_set(map, OBJECTS, 9, y, "fence_side");
        for (int x = 4; x < 9; x++)
            if (x != 6)
                map_set(map, OBJECTS, x, y, "cabbage");
    }
    map_take(map, 3, 18, 7, 5);
}

static void village(Art *art)
{
    static const char *const properties[][2] = {{"title", "The village"},
                                                {"daylight", "12 daylight"},
                                                {"music", "village"},
                                                {"north", "wood"}};
    static const Thing houses[] = {{8, 11, "house_inn", 5},
                                   {21, 11, "house_smithy", 5},
                                   {7, 26, "house_thatch", 5},
                                   {21, 26, "house_white", 5}};
    static const Thing things[] = {
        {16, 15, "well", 3},   {19, 20, "stall", 3},      {12, 13, "lamp", 1},
        {19, 13, "lamp", 1},   {12, 20, "lamp", 1},       {24, 19, "lamp", 1},
        {14, 3, "lamp", 1},    {17, 23, "signpost", 1},   {5, 12, "barrel", 1},
        {4, 12, "barrel", 1},  {11, 12, "flower_pot", 1}, {18, 11, "crate", 1},
        {18, 10, "barrel", 1}, {24, 11, "anvil", 1},      {11, 25, "hay", 1},
        {12, 25, "hay", 1},    {24, 27, "flower_pot", 1}, {18, 26, "flower_pot", 1},
        {30, 8, "chest", 1},   {2, 9, "rock", 1},         {23, 30, "rock_mossy", 1},
        {3, 29, "stump", 1},
    };
    static const Thing people[] = {
        {14, 17, "elder", -PEOPLE},  {23, 13, "smith", -PEOPLE},  {17, 20, "merchant", -PEOPLE},
        {12, 28, "weaver", -PEOPLE}, {25, 21, "fisher", -PEOPLE}, {6, 17, "farmer", -PEOPLE},
        {10, 14, "hen", -PEOPLE},    {6, 14, "hen", -PEOPLE},     {20, 22, "sheep", -PEOPLE},
        {22, 21, "sheep", -PEOPLE},  {30, 23, "pony", -PEOPLE},   {18, 7, "hen", -PEOPLE},
    };
    Map *map = map_new(art);
    memcpy(map->properties, properties, sizeof properties);
    grass(map, 3101);
    village_grounds(map);
    map_areas(map);
    map_things(map, houses, COUNT_OF(houses));
    map_set(map, ROOF_1, 9, 6, "smoke");
    map_set(map, ROOF_1, 22, 21, "smoke");
    field(map);
    bridge(map);
    map_things(map, things, COUNT_OF(things));
    map_things(map, people, COUNT_OF(people));
    border_trees(map, 3102, 3);
    hedge(map, true, true, true, true);
    strewn(map, 3110);
    map_write(map, "village");
}

/* ---- the wood ---- */

static void wood(Art *art)
{
    static const char *const properties[][2] = {{"title", "The wood"},
                                                {"daylight", "12 daylight"},
                                                {"music", "wood"},
                                                {"south", "village"}};
    static const Thing things[] = {
        {20, 22, "mushroom", 1}, {9, 18, "mushroom", 1}, {23, 12, "mushroom", 1},
        {12, 7, "mushroom", 1},  {19, 5, "mushroom", 1}, {11, 24, "herb", 1},
        {24, 17, "herb", 1},     {8, 12, "herb", 1},     {6, 5, "chest", 1},
        {20, 15, "stump", 1},    {10, 10, "rock", 1},    {22, 8, "rock_mossy", 1},
        {18, 25, "stump", 1},
    };
    static const Thing spawners[] = {
        {22, 19, "slimes", -SPAWNERS}, {9, 8, "wolves", -SPAWNERS}, {23, 6, "bats", -SPAWNERS}};
    Map *map = map_new(art);
    memcpy(map->properties, properties, sizeof properties);
    grass(map, 3201);
    map_area(map, GROUND_2, "path", 15, 14, 2, 18);
    map_area(map, GROUND_2, "path", 9, 13, 8, 2);
    map_area(map, GROUND_2, "path", 9, 6, 2, 9);
    map_area(map, GROUND_2, "path", 15, 20, 7, 1);
    map_area(map, GROUND_3, "water", 18, 9, 4, 3);
    map_area(map, GROUND_3, "water", 19, 12, 4, 1);
    map_areas(map);
    map_set(map, OBJECTS, 19, 10, "lily");
    map_take(map, 5, 4, 7, 6); /* where the wolves are */
    map_things(map, things, COUNT_OF(things));
    map_things(map, spawners, COUNT_OF(spawners));
    border_trees(map, 3202, 9);
    hedge(map, true, true, true, true);
    map_strew(map, OBJECTS, "bush", 40, 3203);
    strewn(map, 3210);
    map_write(map, "wood");
}

/* ---- the inn: a wall everywhere but in its rooms ---- */

static void inn(Art *art)
{
    static const char *const properties[][2] = {{"title", "The inn"}, {"music", "village"}};
    static const Thing things[] = {
        {15, 20, "mat", 1},         {16, 20, "mat", 1},        {12, 12, "counter", 1},
        {13, 12, "counter", 1},     {14, 12, "counter", 1},    {11, 10, "shelf_jars", 2},
        {13, 10, "shelf_books", 2}, {19, 10, "hearth", 2},     {12, 17, "table", 2},
        {19, 16, "table", 2},       {13, 17, "stool", 1},      {17, 16, "stool", 1},
        {20, 16, "stool", 1},       {10, 19, "flower_pot", 1}, {21, 19, "flower_pot", 1},
        {24, 11, "bed", 1},         {26, 11, "bed", 1},        {28, 11, "bed", 1},
        {28, 14, "barrel", 1},      {27, 14, "crate", 1},      {10, 14, "barrel", 1},
        {10, 15, "barrel", 1},
    };
    static const Thing people[] = {{13, 11, "innkeeper", -PEOPLE}, {18, 13, "singer", -PEOPLE}};
    Map *map = map_new(art);
    memcpy(map->properties, properties, sizeof properties);
    map_area(map, GROUND_1, "wall", 0, 0, WIDE, WIDE);
    for (int y = 10; y < 21; y++)
        for (int x = 10; x < 30; x++) {
            const bool hall = x < 22 && y<20, room = x> 22 && x < 30 && y < 16,
                       door = (x == 22 && (y == 13)) || (y == 20 && (x == 15 || x == 16));
            if (hall || room || door)
                map_set(map, GROUND_1, x, y, room ? "floor_tiles" : "floor_boards");
        }
    map_area(map, GROUND_2, "rug", 15, 14, 2, 5);
    map_area(map, GROUND_2, "rug", 24, 13, 3, 2);
    map_areas(map);
    map_things(map, things, COUNT_OF(things));
    map_things(map, people, COUNT_OF(people));
    map_set(map, ROOF_1, 14, 11, "candle");
    map_set(map, GROUND_3, 16, 9, "window");
    map_set(map, GROUND_3, 25, 9, "window");
    map_set(map, GROUND_3, 27, 9, "window");
    map_write(map, "inn");
}

static void draw_maps(Art *art)
{
    village(art);
    wood(art);
    inn(art);
}

/* ---- what it has of all that is drawn ---- */

static const ArtName village_names[] = {INTERFACE,
                                        EFFECTS,
                                        HERO,
                                        {"ui/daylight", NULL},
                                        {"tiles/meadow_0", "grass/plain"},
                                        {"tiles/meadow_1", "grass/plain_1"},
                                        {"tiles/meadow_2", "grass/plain_2"},
                                        {"tiles/meadow_3", "grass/plain_3"},
                                        {"tiles/tuft_0", "grass/tuft"},
                                        {"tiles/tuft_1", "grass/tuft_1"},
                                        {"tiles/tuft_2", "grass/tuft_2"},
                                        {"tiles/pebbles", "grass/pebbles"},
                                        {"tiles/flowers_0", "grass/flowers_white"},
                                        {"tiles/flowers_1", "grass/flowers_yellow"},
                                        {"tiles/flowers_2", "grass/flowers_violet"},
                                        {"tiles/flowers_3", "grass/flowers_red"},
                                        {"tiles/boards", "floor/boards"},
                                        {"tiles/flagstones", "floor/flags"},
                                        {"tiles/tiled_floor", "floor/tiles"},
                                        {"tiles/planks", "floor/planks"},
                                        {"tiles/deck", "floor/bridge"},
                                        {"tiles/rail_over", "bridge_rail"},
                                        {"tiles/lily", "lily"},
                                        {"tiles/oak", "tree_oak"},
                                        {"tiles/oak_small", "tree_small"},
                                        {"tiles/birch", "tree_birch"},
                                        {"tiles/pine", "tree_pine"},
                                        {"tiles/bush", NULL},
                                        {"tiles/stump", NULL},
                                        {"tiles/rock_0", "rock"},
                                        {"tiles/rock_1", "rock_mossy"},
                                        {"tiles/fence", NULL},
                                        {"tiles/fence_side", NULL},
                                        {"tiles/well", NULL},
                                        {"tiles/stall", NULL},
                                        {"tiles/signpost", NULL},
                                        {"tiles/lamp", NULL},
                                        {"tiles/barrel", NULL},
                                        {"tiles/crate", NULL},
                                        {"tiles/hay", NULL},
                                        {"tiles/anvil", NULL},
                                        {"tiles/forge", NULL},
                                        {"tiles/cabbage", NULL},
                                        {"tiles/chest", NULL},
                                        {"tiles/chest_open", NULL},
                                        {"tiles/inn", "house_inn"},
                                        {"tiles/smithy", "house_smithy"},
                                        {"tiles/house_thatch", NULL},
                                        {"tiles/house_slate", NULL},
                                        {"tiles/house_white", NULL},
                                        {"tiles/smoke", NULL},
                                        {"tiles/bed", NULL},
                                        {"tiles/table", NULL},
                                        {"tiles/stool", NULL},
                                        {"tiles/counter", NULL},
                                        {"tiles/shelf_books", NULL},
                                        {"tiles/shelf_jars", NULL},
                                        {"tiles/hearth", NULL},
                                        {"tiles/window", NULL},
                                        {"tiles/mat", NULL},
                                        {"tiles/flower_pot", NULL},
                                        {"tiles/candle", NULL},
                                        {"tiles/burst", NULL},
                                        {"tiles/penny", "coin"},
                                        {"tiles/draught", "potion"},
                                        {"tiles/broth", "soup"},
                                        {"tiles/mushroom", NULL},
                                        {"tiles/herb", NULL},
                                        {"tiles/sword", NULL},
                                        {"tiles/tunic", "leather"},
                                        {"tiles/hood", NULL},
                                        {"tiles/pelt", NULL},
                                        {"chars/body_tan", NULL},
                                        {"chars/tunic_", NULL},
                                        {"chars/dress_", NULL},
                                        {"chars/robe_white", NULL},
                                        {"chars/hair_", NULL},
                                        {"chars/beard_", NULL},
                                        {"chars/hood_green", NULL},
                                        {"chars/beasts", NULL},
                                        {"chars/pony", NULL},
                                        {"chars/hen", NULL},
                                        {"chars/sheep", NULL},
                                        {"chars/wolf", NULL},
                                        {"chars/slime", NULL},
                                        {"chars/bat", NULL},
                                        {"chars/appear", NULL},
                                        {"portraits/fintan", "portraits/elder"},
                                        {"portraits/brid", "portraits/innkeeper"},
                                        {"portraits/goban", "portraits/smith"},
                                        {"portraits/cormac", "portraits/merchant"},
                                        {"portraits/muireann", "portraits/weaver"},
                                        {"portraits/cathal", "portraits/fisher"},
                                        {"portraits/ruadan", "portraits/farmer"},
                                        {"portraits/aoife", "portraits/singer"},
                                        {"portraits/hood_green", NULL},
                                        {"portraits/tunic_leather", NULL},
                                        {"backs/lake", NULL},
                                        {"backs/clouds", NULL},
                                        {"backs/mist", NULL},
                                        {"backs/bough", NULL},
                                        {"music/title", NULL},
                                        {"music/town", "music/village"},
                                        {"music/forest", "music/wood"},
                                        {"sounds/howl", NULL},
                                        {"sounds/splash", NULL},
                                        {NULL, NULL}};

static const Area village_areas[] = {
    {"path",
     1,
     {"110 step_grass\n0 -\n100 -\n130 -\n", "110 step_grass\n0 -\n100 -\n130 -\n"},
     terrain_area},
    {"cobble",
     1,
     {"115 step_stone\n0 -\n100 -\n130 -\n", "115 step_stone\n0 -\n100 -\n130 -\n"},
     terrain_area},
    {"soil",
     1,
     {"75 step_grass\n0 -\n100 -\n60 -\n", "75 step_grass\n0 -\n100 -\n60 -\n"},
     terrain_area},
    {"sand",
     1,
     {"90 step_grass\n0 -\n100 -\n80 -\n", "90 step_grass\n0 -\n100 -\n80 -\n"},
     terrain_area},
    {"water",
     4,
     {"0 -\n120 splash\n100 -\n0 -\n", "0 -\n120 splash\n100 -\n0 -\n"},
     terrain_area},
    {"wall", 1, {"0 -\n0 -\n0 -\n0 -\n", "0 -\n0 -\n0 -\n0 -\n"}, wall_area},
    {"rug",
     1,
     {"100 step_grass\n0 -\n100 -\n100 -\n", "100 step_grass\n0 -\n100 -\n100 -\n"},
     rug_area},
};

static const CastRow village_cast[] = {
    {"elder", NULL, NULL, {"body_fair", "robe_white", "hair_grey", "beard_grey"}},
    {"innkeeper", NULL, NULL, {"body_fair", "dress_red", "hair_bun", NULL}},
    {"smith", NULL, NULL, {"body_tan", "tunic_leather", "hair_raven", "beard_black"}},
    {"merchant", NULL, NULL, {"body_tan", "tunic_blue", "hood_green", NULL}},
    {"weaver", NULL, NULL, {"body_fair", "dress_green", "hair_grey", NULL}},
    {"fisher", NULL, NULL, {"body_tan", "tunic_blue", "hair_grey", "beard_grey"}},
    {"farmer", NULL, NULL, {"body_fair", "tunic_red", "hair_short", "beard_red"}},
    {"singer", NULL, NULL, {"body_fair", "dress_blue", "hair_blond", NULL}},
    {"hen", NULL, "hen", {0}},
    {"sheep", NULL, "sheep", {0}},
    {"pony", NULL, "pony", {0}},
    {"wolf", "wolves", "wolf", {0}},
    {"slime", "slimes", "slime", {0}},
    {"bat", "bats", "bat", {0}},
};

const Template village_template = {
    "village",    village_names,          village_areas, COUNT_OF(village_areas),
    village_cast, COUNT_OF(village_cast), draw_maps,     false};
