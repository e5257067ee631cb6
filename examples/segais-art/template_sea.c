/* The map of the template "sea": four islands. */
#include "maps.h"
#include "templates.h"

#include <string.h>

/* An ellipse with a ragged coast. */
static void blob(Map *map, int layer, const char *area, int cx, int cy, int rx, int ry,
                 uint32_t seed)
{
    for (int y = cy - ry - 2; y <= cy + ry + 2; y++)
        for (int x = cx - rx - 2; x <= cx + rx + 2; x++) {
            const int dx = (x - cx) * 256 / rx, dy = (y - cy) * 256 / ry;
            if ((dx * dx + dy * dy) / 256 + (noise(seed, x, y, 8, 64) - 128) * 3 / 4 < 256)
                map_area(map, layer, area, x, y, 1, 1);
        }
}

static void island(Map *map, int cx, int cy, int rx, int ry, uint32_t seed)
{
    blob(map, GROUND_2, "beach", cx, cy, rx, ry, seed);
    blob(map, GROUND_3, "turf", cx, cy, rx - 3, ry - 3, seed);
}

/* Trees on turf, where nothing else is. */
static void grove(Map *map, uint32_t seed, int one_in)
{
    static const char *const kinds[8] = {"tree_oak",  "tree_pine",   "tree_small", "tree_pine",
                                         "tree_pine", "tree_willow", "tree_small", "tree_oak"};
    for (int y = 3; y < SIDE; y++)
        for (int x = 2; x < SIDE - 2; x++) {
            const uint32_t h = hash_of(hash_of(seed, x, 0), y, 1);
            const char *ground = map_get(map, GROUND_3, x, y);
            bool free = ground && !strcmp(ground, "turf_00") && h % (uint32_t)one_in == 0;
            for (int j = -2; j <= 1 && free; j++)
                for (int i = -2; i <= 2; i++)
                    free = free && !map_get(map, OBJECTS, x + i, y + j) &&
                           !map_get(map, PEOPLE, x + i, y + j) &&
                           !map_get(map, GROUND_4, x + i, y + j);
            if (free)
                map_set(map, OBJECTS, x - 1, y, kinds[h / 64 % 8]);
        }
}

static void strewn(Map *map, uint32_t seed)
{
    static const char *const plants[] = {"plant_tuft", "plant_flowers_white",
                                         "plant_flowers_yellow", "plant_flowers_red"};
    for (int y = 0; y < SIDE; y++)
        for (int x = 0; x < SIDE; x++) {
            const uint32_t h = hash_of(hash_of(seed, x, 0), y, 1);
            const char *turf = map_get(map, GROUND_3, x, y),
                       *sand = map_get(map, GROUND_2, x, y);
            if (map_get(map, GROUND_4, x, y) || map_get(map, OBJECTS, x, y))
                continue;
            if (turf && h % 5 == 0)
                map_set(map, GROUND_4, x, y, plants[h / 64 % 4]);
            else if (!turf && sand && h % 23 == 0)
                map_set(map, GROUND_4, x, y, "plant_pebbles");
            else if (!turf && !sand && h % 37 == 0)
                map_set(map, GROUND_4, x, y, "sea_glitter");
        }
}

static void draw_maps(Art *art)
{
    static const char *const properties[][2] = {
        {"title", "The islands"}, {"daylight", "12 daylight"}, {"music", "sea"}};
    static const Thing things[] = {
        {14, 41, "house_thatch", 5}, {22, 43, "house_white", 5}, {18, 47, "well", 3},
        {12, 47, "stall", 3},        {18, 41, "lamp", 1},        {24, 48, "lamp", 1},
        {26, 44, "barrel", 1},       {10, 42, "barrel", 1},      {10, 41, "crate", 1},
        {20, 50, "signpost", 1},     {31, 47, "mooring", 1},     {10, 50, "herb", 1},
        {24, 39, "herb", 1},         {17, 52, "herb", 1},        {13, 37, "herb", 1},
        {48, 42, "pearl", 1},        {51, 46, "rock", 1},        {44, 47, "rock_mossy", 1},
        {44, 14, "stone", 1},        {40, 14, "stone", 1},       {48, 15, "stone", 1},
        {13, 11, "chest", 1},        {17, 14, "stump", 1},       {10, 15, "rock", 1},
        {55, 28, "rock", 1},         {30, 26, "rock_mossy", 1},  {28, 60, "rock", 1},
    };
    static const Thing people[] = {
        {16, 45, "elder", -PEOPLE},    {28, 48, "fisher", -PEOPLE},
        {14, 48, "merchant", -PEOPLE}, {44, 17, "mermaid", -PEOPLE},
        {20, 46, "hen", -PEOPLE},      {16, 38, "hen", -PEOPLE},
        {11, 45, "sheep", -PEOPLE},    {9, 46, "sheep", -PEOPLE},
        {48, 44, "serpent", -PEOPLE},  {33, 34, "salmon", -PEOPLE},
        {26, 22, "salmon", -PEOPLE},   {56, 36, "salmon", -PEOPLE},
        {15, 13, "slimes", -SPAWNERS},
    };
    static const char *const seas[8] = {"sea_deep", "sea_deep",   "sea_deep",   "sea_deep",
                                        "sea_deep", "sea_deep_1", "sea_deep_1", "sea_deep_2"};
    Map *map = ARENA_ALLOC(art->arena, Map, 1);
    map->art = art;
    map->tile_w = map->tile_h = 16;
    memcpy(map->properties, properties, sizeof properties);
    for (int y = 0; y < SIDE; y++)
        for (int x = 0; x < SIDE; x++)
            map_set(map, GROUND_1, x, y, seas[hash_of(hash_of(3400, x, 0), y, 1) % 8]);
    island(map, 18, 44, 15, 12, 3401);
    island(map, 48, 45, 10, 8, 3402);
    island(map, 44, 16, 12, 8, 3403);
    island(map, 14, 13, 10, 7, 3404);
    map_area(map, GROUND_4, "cobble", 14, 42, 2, 6);
    map_area(map, GROUND_4, "cobble", 14, 48, 13, 2);
    map_area(map, GROUND_4, "cobble", 22, 44, 1, 5);
    map_things(map, things, COUNT_OF(things));
    map_things(map, people, COUNT_OF(people));
    map_set(map, ROOF_1, 14, 36, "smoke");
    for (int x = 29; x < 36; x++)
        for (int y = 48; y < 50; y++)
            map_set(map, OBJECTS, x, y, "floor_pier");
    grove(map, 3405, 7);
    strewn(map, 3406);
    map_areas(map);
    map_write(map, "islands");
}

/* ---- what it has of all that is drawn ---- */

static const ArtName sea_names[] = {INTERFACE,
                                    EFFECTS,
                                    HERO,
                                    {"ui/daylight", NULL},
                                    {"tiles/deep_0", "sea/deep"},
                                    {"tiles/deep_1", "sea/deep_1"},
                                    {"tiles/deep_2", "sea/deep_2"},
                                    {"tiles/ripple_0", "sea/glitter"},
                                    {"tiles/lily", "sea/lily"},
                                    {"tiles/tuft_0", "plant/tuft"},
                                    {"tiles/flowers_0", "plant/flowers_white"},
                                    {"tiles/flowers_1", "plant/flowers_yellow"},
                                    {"tiles/flowers_3", "plant/flowers_red"},
                                    {"tiles/pebbles", "plant/pebbles"},
                                    {"tiles/deck", "floor/pier"},
                                    {"tiles/planks", "floor/planks"},
                                    {"tiles/oak", "tree_oak"},
                                    {"tiles/oak_small", "tree_small"},
                                    {"tiles/pine", "tree_pine"},
                                    {"tiles/willow", "tree_willow"},
                                    {"tiles/bush", NULL},
                                    {"tiles/stump", NULL},
                                    {"tiles/rock_0", "rock"},
                                    {"tiles/rock_1", "rock_mossy"},
                                    {"tiles/menhir", "stone"},
                                    {"tiles/fence", NULL},
                                    {"tiles/fence_side", NULL},
                                    {"tiles/well", NULL},
                                    {"tiles/stall", NULL},
                                    {"tiles/signpost", NULL},
                                    {"tiles/lamp", NULL},
                                    {"tiles/barrel", NULL},
                                    {"tiles/crate", NULL},
                                    {"tiles/mooring", NULL},
                                    {"tiles/chest", NULL},
                                    {"tiles/chest_open", NULL},
                                    {"tiles/house_thatch", NULL},
                                    {"tiles/house_white", NULL},
                                    {"tiles/smoke", NULL},
                                    {"tiles/burst", NULL},
                                    {"tiles/penny", "coin"},
                                    {"tiles/draught", "potion"},
                                    {"tiles/trout", "fish"},
                                    {"tiles/herb", NULL},
                                    {"tiles/pearl", NULL},
                                    {"tiles/sword", NULL},
                                    {"tiles/coracle", NULL},
                                    {"tiles/hood", NULL},
                                    {"chars/body_tan", NULL},
                                    {"chars/tunic_blue", NULL},
                                    {"chars/dress_blue", NULL},
                                    {"chars/robe_white", NULL},
                                    {"chars/hair_raven", NULL},
                                    {"chars/hair_grey", NULL},
                                    {"chars/beard_grey", NULL},
                                    {"chars/hood_green", NULL},
                                    {"portraits/hood_green", NULL},
                                    {"chars/coracle", NULL},
                                    {"chars/beasts", NULL},
                                    {"chars/hen", NULL},
                                    {"chars/sheep", NULL},
                                    {"chars/slime", NULL},
                                    {"chars/salmon", NULL},
                                    {"chars/worm", NULL},
                                    {"chars/appear", NULL},
                                    {"portraits/fintan", "portraits/elder"},
                                    {"portraits/cathal", "portraits/fisher"},
                                    {"portraits/cormac", "portraits/merchant"},
                                    {"portraits/liban", "portraits/mermaid"},
                                    {"backs/lake", NULL},
                                    {"backs/clouds", NULL},
                                    {"music/title", NULL},
                                    {"music/shore", "music/sea"},
                                    {"sounds/roar", NULL},
                                    {"sounds/splash", NULL},
                                    {NULL, NULL}};

/* At the border of a beach one walks and swims: there a boat is put on and taken off. */
static const Area sea_areas[] = {
    {"beach",
     1,
     {"90 step_grass\n110 splash\n100 -\n80 -\n", "90 step_grass\n0 -\n100 -\n80 -\n"},
     terrain_area},
    {"turf",
     1,
     {"100 step_grass\n0 -\n100 -\n100 -\n", "100 step_grass\n0 -\n100 -\n100 -\n"},
     terrain_area},
    {"cobble",
     1,
     {"115 step_stone\n0 -\n100 -\n130 -\n", "115 step_stone\n0 -\n100 -\n130 -\n"},
     terrain_area},
    {"water",
     4,
     {"0 -\n120 splash\n100 -\n0 -\n", "0 -\n120 splash\n100 -\n0 -\n"},
     terrain_area},
};

static const CastRow sea_cast[] = {
    {"elder", NULL, NULL, {"body_fair", "robe_white", "hair_grey", "beard_grey"}},
    {"fisher", NULL, NULL, {"body_tan", "tunic_blue", "hair_grey", "beard_grey"}},
    {"merchant", NULL, NULL, {"body_tan", "tunic_blue", "hood_green", NULL}},
    {"mermaid", NULL, NULL, {"body_fair", "dress_blue", "hair_raven", NULL}},
    {"hen", NULL, "hen", {0}},
    {"sheep", NULL, "sheep", {0}},
    {"salmon", NULL, "salmon", {0}},
    {"slime", "slimes", "slime", {0}},
    {"serpent", NULL, "worm", {0}},
};

const Template sea_template = {"sea",    sea_names,          sea_areas, COUNT_OF(sea_areas),
                               sea_cast, COUNT_OF(sea_cast), draw_maps, true};
