/* The wood in the west, and the cave under the mound. */
#include "maps.h"

/* ---- the forest ---- */

static const Thing forest_things[] = {
    {12, 14, "mound", 5},          {50, 12, "hazel", 3},          {49, 15, "hazelnut", 1},
    {52, 14, "hazelnut", 1},       {47, 13, "hazelnut", 1},       {51, 17, "hazelnut", 1},
    {8, 17, "ogham", 1},           {16, 17, "ogham", 1},          {58, 31, "signpost", 1},
    {34, 47, "rock_0", 1},         {46, 47, "rock_1", 1},         {44, 46, "herb", 1},
    {35, 50, "herb", 1},           {33, 28, "mushroom", 1},       {22, 33, "mushroom", 1},
    {44, 37, "mushroom", 1},       {18, 22, "herb", 1},           {54, 34, "mushroom", 1},
    {24, 44, "mushroom", 1},       {20, 40, "herb", 1},           {36, 20, "chest", 1},
    {26, 27, "pebble", 1},         {30, 34, "stump", 1},          {46, 28, "stump", 1},
    {24, 40, "wolves", -SPAWNERS}, {36, 16, "slimes", -SPAWNERS}, {52, 50, "wolves", -SPAWNERS},
};

static void forest_trees(Map *map)
{
    static const char *const kinds[] = {"oak",   "pine", "pine", "oak_small",
                                        "birch", "oak",  "pine", "oak"};
    for (int y = 1; y < SIDE; y++)
        for (int x = 1; x < SIDE; x++) {
            const uint32_t h = hash_of(2101, x, y);
            const bool edge = x < 3 || y < 3; /* elsewhere the country goes on */
            const int thick = noise(2102, x, y, 8, SIDE);
            const int one_in = edge ? 2 : thick > 120 ? 3 : thick > 80 ? 8 : 30;
            if (h % (unsigned)one_in || !map_free(map, x, y, 1))
                continue;
            map_set(map, OBJECTS, x - 1, y, kinds[(h / 64 + (unsigned)thick / 40) % 8]);
            map_take(map, x, y, 1, 1);
        }
}

static const Thing clearings[] = {{50, 14, "", 6}, {41, 51, "", 8}, {13, 16, "", 6},
                                  {24, 42, "", 5}, {36, 18, "", 5}, {40, 35, "", 4}};

/* Towards the meadow and the moor, where no moss grows. */
static int moss_fades(int x, int y)
{
    const int edge = x > y ? SIDE - x : SIDE - y;
    return edge < 1 ? 999 : edge < 8 ? (8 - edge) * 12 : 0;
}

/* Paths, a pond, and moss where it is not clear. */
static void forest_ground(Map *map)
{
    static const Spot main_path[] = {{63, 32}, {54, 31}, {48, 30}, {40, 36},
                                     {27, 30}, {19, 22}, {12, 16}};
    static const Spot to_moor[] = {{25, 42}, {28, 54}, {26, 63}};
    static const Spot to_hazel[] = {{48, 30}, {46, 22}, {50, 15}};
    static const Spot to_pond[] = {{40, 36}, {43, 42}, {41, 47}};
    static const Spot west_path[] = {{27, 30}, {25, 40}, {24, 43}};
    static const Spot north_path[] = {{27, 30}, {34, 24}, {36, 18}};
    map_lane(map, PATH, main_path, 7, 1);
    map_box(map, PATH, 58, 32, 6, 2);
    map_lane(map, PATH, to_moor, 3, 1);
    map_lane(map, PATH, to_hazel, 3, 1);
    map_lane(map, PATH, to_pond, 3, 1);
    map_lane(map, PATH, west_path, 3, 1);
    map_lane(map, PATH, north_path, 3, 1);
    map_disc(map, WATERS, 41, 53, 6, 4);
    map_disc(map, WATERS, 37, 54, 4, 3);
    for (int y = 0; y < CORNERS; y++)
        for (int x = 0; x < CORNERS; x++) {
            bool clear = false;
            for (size_t i = 0; i < COUNT_OF(clearings); i++) {
                const int dx = x - clearings[i].x, dy = y - clearings[i].y,
                          r = clearings[i].wide;
                clear |= dx * dx + dy * dy < r * r;
            }
            if (clear)
                map_take(map, x, y, 1, 1);
            else if (noise(2111, x, y, 8, SIDE) > 95 + moss_fades(x, y))
                map_box(map, MOSS, x, y, 0, 0);
        }
}

void forest_map(Art *art)
{
    static const char *const properties[][2] = {{"title", "The Wood of Nine Hazels"},
                                                {"daylight", "12 daylight"},
                                                {"music", "forest"},
                                                {"parallax", "1 4 30 1 20 6 mist"},
                                                {"east", "town"},
                                                {"south", "moor"}};
    Map *map = ARENA_ALLOC(art->arena, Map, 1);
    map->art = art;
    memcpy(map->properties, properties, sizeof properties);
    map_floor(map, "grass");
    forest_ground(map);
    map_grounds(map);
    for (int y = 0; y < SIDE; y++) /* no moss under water */
        for (int x = 0; x < SIDE; x++)
            if (map_ground(map, WATERS, x, y, 4) && hash_of(2112, x, y) % 5 == 0)
                map_set(map, OBJECTS, x, y, "lily");
    map_things(map, forest_things, COUNT_OF(forest_things));
    forest_trees(map);
    for (size_t i = 0; i < COUNT_OF(clearings); i++) /* flowers may grow there */
        for (int y = -8; y <= 8; y++)
            for (int x = -8; x <= 8; x++) {
                const int cx = clearings[i].x + x, cy = clearings[i].y + y;
                if (map_has(cx, cy) && !map_get(map, OBJECTS, cx, cy) &&
                    !map_get(map, GROUND_3, cx, cy) && !map_ground(map, WATERS, cx, cy, 1))
                    map->taken[cy * SIDE + cx] = false;
            }
    map_strew(map, OBJECTS, "bush", 60, 2121);
    map_strew(map, OBJECTS, "rock_0", 150, 2122);
    map_strew(map, OBJECTS, "stump", 200, 2123);
    static const char *const strewn[] = {"tuft_0",    "tuft_1",    "tuft_2",
                                         "flowers_2", "flowers_0", "pebbles"};
    for (uint32_t i = 0; i < COUNT_OF(strewn); i++)
        map_strew(map, GROUND_4, strewn[i], 12, 2130 + i);
    map_write(map, "forest");
}

/* ---- the cave ---- */

static bool solid[SIDE + 4][SIDE + 4]; /* the rim around the map is solid too */

static bool rock(int x, int y) { return !map_has(x, y) || solid[y][x]; }

static void carve(int cx, int cy, int rx, int ry)
{
    for (int y = -ry; y <= ry; y++)
        for (int x = -rx; x <= rx; x++) {
            const int ragged = noise(2201, cx + x, cy + y, 4, SIDE) / 5;
            if (x * x * 256 / (rx * rx) + y * y * 256 / (ry * ry) + ragged <= 276 &&
                cx + x > 1 && cy + y > 3 && cx + x < SIDE - 2 && cy + y < SIDE - 2)
                solid[cy + y][cx + x] = false;
        }
}

static void tunnel(const Spot *spots, size_t count)
{
    for (size_t s = 0; s + 1 < count; s++)
        for (int i = 0; i <= 64; i++)
            carve(spots[s].x + (spots[s + 1].x - spots[s].x) * i / 64,
                  spots[s].y + (spots[s + 1].y - spots[s].y) * i / 64, 2, 2);
}

/* Walls thinner than their own height would look odd: they go. */
static void smooth(void)
{
    for (int pass = 0; pass < 6; pass++)
        for (int x = 1; x < SIDE - 1; x++)
            for (int y = 1; y < SIDE - 1; y++) {
                int tall = 0;
                if (!solid[y][x] || rock(x, y - 1))
                    continue;
                while (rock(x, y + tall) && tall < 4)
                    tall++;
                if (tall < 4 || (!rock(x - 1, y) && !rock(x + 1, y)))
                    for (int j = 0; j < tall && tall < 4; j++)
                        solid[y + j][x] = false;
                if (!rock(x - 1, y) && !rock(x + 1, y))
                    solid[y][x] = false;
            }
}

/* Rock above floor shows its face for two cells, the rest its top. */
static bool is_face(int x, int y) { return rock(x, y) && (!rock(x, y + 1) || !rock(x, y + 2)); }

static void walls(Map *map)
{
    Arena *arena = map->art->arena;
    for (int y = 0; y < SIDE; y++)
        for (int x = 0; x < SIDE; x++) {
            if (!rock(x, y)) {
                if (rock(x, y - 1))
                    map_set(map, GROUND_4, x, y, "rockshade");
                continue;
            }
            map_take(map, x, y, 1, 1);
            if (is_face(x, y)) {
                map_set(map, OBJECTS, x, y,
                        arena_format(arena, "rockface_%d%d", !rock(x, y + 1), x & 1).at);
                continue;
            }
            static const Spot sides[4] = {{0, -1}, {1, 0}, {0, 1}, {-1, 0}};
            int ends = 0;
            for (int i = 0; i < 4; i++) {
                const int nx = x + sides[i].x, ny = y + sides[i].y;
                if (!rock(nx, ny) || (map_has(nx, ny) && is_face(nx, ny)))
                    ends |= 1 << i;
            }
            map_set(map, OBJECTS, x, y, arena_format(arena, "rocktop_%d", ends).at);
        }
}

/* Torches and stones along the walls. */
static void decorate(Map *map)
{
    for (int y = 1; y < SIDE - 1; y++)
        for (int x = 1; x < SIDE - 1; x++) {
            const uint32_t h = hash_of(2211, x, y);
            if (rock(x, y) || !map_free(map, x, y, 0))
                continue;
            const bool under = rock(x, y - 1), beside = rock(x - 1, y) != rock(x + 1, y);
            const char *name = NULL;
            if (under && x % 6 == 0)
                name = "torch";
            else if ((under || beside) && h % 4 == 0)
                name = h / 8 % 5 == 0   ? "crystal_blue"
                       : h / 8 % 5 == 1 ? "crystal_violet"
                       : h / 8 % 5 == 2 ? "rock_0"
                       : h / 8 % 5 == 3 ? "stalagmite_0"
                                        : "stalagmite_1";
            if (name && !rock(x, y + 1))
                map_place(map, x, y, name, 1);
            else if (h % 40 == 7)
                map_set(map, GROUND_4, x, y, "pebbles");
        }
}

static const Thing cave_things[] = {
    {34, 17, "salmon", -PEOPLE},   {25, 18, "worm", -PEOPLE},   {32, 40, "bats", -SPAWNERS},
    {52, 19, "slimes", -SPAWNERS}, {14, 40, "bats", -SPAWNERS}, {14, 20, "chest", 1},
    {53, 36, "draught", 1},        {12, 39, "penny", 1},        {16, 41, "penny", 1},
    {50, 40, "mushroom", 1},       {55, 20, "sling", 1},        {28, 19, "crystal_blue", 1},
    {40, 19, "crystal_violet", 1},
};

void cave_map(Art *art)
{
    static const Thing rooms[] = {{32, 54, "", 8}, {32, 39, "", 10}, {14, 40, "", 8},
                                  {51, 38, "", 8}, {14, 20, "", 8},  {34, 15, "", 13},
                                  {53, 19, "", 7}};
    static const Spot routes[][2] = {
        {{32, 52}, {32, 40}}, {{32, 40}, {14, 41}}, {{32, 39}, {51, 39}}, {{14, 40}, {14, 20}},
        {{14, 21}, {32, 17}}, {{51, 38}, {53, 19}}, {{40, 17}, {53, 19}}};
    static const char *const properties[][2] = {
        {"title", "Under the Mound"}, {"music", "cave"}, {"parallax", "0 1 5 1 5 12 mist"}};
    Map *map = ARENA_ALLOC(art->arena, Map, 1);
    map->art = art;
    memcpy(map->properties, properties, sizeof properties);
    memset(solid, 1, sizeof solid);
    for (size_t i = 0; i < COUNT_OF(rooms); i++)
        carve(rooms[i].x, rooms[i].y, rooms[i].wide, rooms[i].wide * 2 / 3);
    for (size_t i = 0; i < COUNT_OF(routes); i++)
        tunnel(routes[i], 2);
    smooth();
    map_floor(map, "floor");
    map_disc(map, WATERS, 34, 15, 6, 3);
    map_grounds(map);
    walls(map);
    map_take(map, 24, 47, 14, 10);
    int top = 54; /* the way out is in the first room's wall, left of the tunnel */
    while (!rock(27, top - 1))
        top--;
    for (int x = 26; x <= 28; x++)
        map_set(map, OBJECTS, x, top - 1, x == 26 ? "way_out" : NULL);
    map_things(map, cave_things, COUNT_OF(cave_things));
    decorate(map);
    for (int x = 0; x < SIDE; x += 3)
        for (int y = 3; y < SIDE - 3; y++)
            if (is_face(x, y) && rock(x, y + 1) && rock(x, y - 2) &&
                (x < 22 || x > 30 || y < 44) && hash_of(2221, x, y) % 5 == 0)
                map_set(map, ROOF_1, x, y + 1, "stalactites");
    map_write(map, "cave");
}
