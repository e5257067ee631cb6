/* Two small games in other grids: a ring fort of rhombuses, a causeway of hexagons. */
#include "cells.h"
#include "maps.h"

enum { BOARD = 32 };

typedef struct Board {
    Map map;
    CellShape shape;
    int ground[BOARD][BOARD];
} Board;

/* The cell beyond a side. */
static Spot beyond(const Board *board, int x, int y, int side)
{
    static const Spot rhombus[4] = {{0, -1}, {1, 0}, {0, 1}, {-1, 0}};
    static const Spot even[6] = {{0, -1}, {1, 0}, {0, 1}, {-1, 1}, {-1, 0}, {-1, -1}};
    static const Spot odd[6] = {{1, -1}, {1, 0}, {1, 1}, {0, 1}, {-1, 0}, {0, -1}};
    const Spot *ways = board->shape.sides == 4 ? rhombus : y % 2 ? odd : even;
    return (Spot){x + ways[side].x, y + ways[side].y};
}

static bool on_board(int x, int y) { return x >= 0 && y >= 0 && x < BOARD && y < BOARD; }

static void disc(Board *board, int ground, int x, int y, int r)
{
    for (int j = 0; j < BOARD; j++)
        for (int i = 0; i < BOARD; i++)
            if ((i - x) * (i - x) + (j - y) * (j - y) + noise(2701, i, j, 4, 64) / 48 < r * r)
                board->ground[j][i] = ground;
}

static void lane(Board *board, int ground, const Spot *spots, size_t count)
{
    for (size_t s = 0; s + 1 < count; s++)
        for (int i = 0; i <= 32; i++) {
            const int x = spots[s].x + (spots[s + 1].x - spots[s].x) * i / 32;
            const int y = spots[s].y + (spots[s + 1].y - spots[s].y) * i / 32;
            board->ground[y][x] = board->ground[y][x + 1] = ground;
        }
}

/* Turf lies under everything, but for the sea beside basalt; the water's things keep walkers
 * out. */
static void lay(Board *board)
{
    Map *map = &board->map;
    for (int y = 0; y < BOARD; y++)
        for (int x = 0; x < BOARD; x++) {
            const int ground = board->ground[y][x];
            int ends = 0;
            bool rocky = false;
            for (int side = 0; side < board->shape.sides; side++) {
                const Spot next = beyond(board, x, y, side);
                if (!on_board(next.x, next.y))
                    continue;
                if (board->ground[next.y][next.x] != ground)
                    ends |= 1 << side;
                rocky |= board->ground[next.y][next.x] == BASALT;
            }
            const int part = (int)(hash_of(2702, x, y) % 4);
            map_set(map, GROUND_1, x, y,
                    rocky ? cell_ground(map->art, &board->shape, BASALT, 0, 0)
                          : cell_ground(map->art, &board->shape, TURF, 0, part));
            if (ground != TURF)
                map_set(map, GROUND_2, x, y,
                        cell_ground(map->art, &board->shape, ground, ends, ends ? 0 : part));
            if (ground == SEA)
                map_set(map, OBJECTS, x, y, "deep");
        }
}

static void strew(Board *board, const char *name, int ground, int one_in, uint32_t seed)
{
    for (int y = 1; y < BOARD - 1; y++)
        for (int x = 1; x < BOARD - 1; x++)
            if (board->ground[y][x] == ground && !map_get(&board->map, OBJECTS, x, y) &&
                map_free(&board->map, x, y, 0) && hash_of(seed, x, y) % (unsigned)one_in == 0)
                map_set(&board->map, OBJECTS, x, y, name);
}

static void deep(Art *art, const CellShape *shape)
{
    const Image image = image_new((uint32_t)shape->w * 4, (uint32_t)shape->h, art->arena);
    for (int frame = 0; frame < 4; frame++)
        line(&image, frame * shape->w + shape->w / 2 - 2 - frame, shape->h / 2,
             frame * shape->w + shape->w / 2 + 2 + frame, shape->h / 2,
             ink(WATER, 5 - frame % 2));
    art_sprite(art, "tiles", "deep", "so", 'l', 4, &image);
    art_file(art, "objects/deep.obj",
             bytes_of_text(TEXT("TirNanoG Object\n\n1 1 - - - 0 - 0 0 0\n2\n")));
}

static Board *board_new(Art *art, CellShape shape)
{
    Board *board = ARENA_ALLOC(art->arena, Board, 1);
    board->shape = shape;
    board->map.art = art;
    board->map.side = BOARD;
    board->map.tile_w = shape.w;
    board->map.tile_h = shape.h;
    board->map.shape = shape.sides == 4 ? RHOMBUS : HEXAGON;
    cell_things(art, &board->shape);
    deep(art, &board->shape);
    return board;
}

/* ---- the ring fort ---- */

static void ring(Board *board, int x, int y, int r)
{
    for (int j = -r; j <= r; j++)
        for (int i = -r; i <= r; i++) {
            const int far = i * i + j * j;
            const bool gate = j > 0 && i >= 0 && i <= 1;
            if (far * 4 >= (2 * r - 1) * (2 * r - 1) && far * 4 < (2 * r + 1) * (2 * r + 1) &&
                !gate)
                map_set(&board->map, OBJECTS, x + i, y + j, "rampart");
        }
    map_take(&board->map, x - r, y - r, 2 * r + 1, 2 * r + 1);
}

static void fort(Art *art)
{
    static const char *const properties[][2] = {
        {"title", "The Ring Fort"}, {"daylight", "10 daylight"}, {"music", "forest"}};
    static const Spot road[] = {{15, 30}, {14, 24}, {15, 20}, {15, 17}};
    static const Spot spur[] = {{14, 24}, {8, 25}, {5, 22}};
    static const Thing things[] = {
        {15, 11, "beacon", -OBJECTS}, {17, 20, "fintan", -PEOPLE}, {12, 15, "aoife", -PEOPLE},
        {6, 20, "furze", -OBJECTS},   {25, 24, "furze", -OBJECTS}, {27, 12, "furze", -OBJECTS},
        {26, 14, "wolf", -PEOPLE},    {19, 24, "hen", -PEOPLE},    {18, 12, "hen", -PEOPLE}};
    Board *board = board_new(art, (CellShape){64, 32, 4});
    memcpy(board->map.properties, properties, sizeof properties);
    disc(board, SEA, 28, 3, 6);
    disc(board, SEA, 3, 5, 4);
    disc(board, FLAGS, 15, 12, 5);
    lane(board, TRACK, road, COUNT_OF(road));
    lane(board, TRACK, spur, COUNT_OF(spur));
    lay(board);
    ring(board, 15, 12, 7);
    map_things(&board->map, things, COUNT_OF(things));
    map_take(&board->map, 12, 18, 8, 13);
    map_take(&board->map, 23, 10, 6, 6);
    for (int i = 0; i < BOARD; i++) { /* a hedge around the world */
        for (int side = 0; side < 2; side++) {
            if (board->ground[i][side * (BOARD - 1)] != SEA)
                map_set(&board->map, OBJECTS, side * (BOARD - 1), i, "hawthorn");
            if (board->ground[side * (BOARD - 1)][i] != SEA)
                map_set(&board->map, OBJECTS, i, side * (BOARD - 1), "hawthorn");
        }
    }
    strew(board, "hawthorn", TURF, 14, 2711);
    strew(board, "pillar_low", TURF, 90, 2712);
    map_write(&board->map, "fort");
}

/* ---- the causeway ---- */

static void causeway(Art *art)
{
    static const char *const properties[][2] = {{"title", "The Giants' Causeway"},
                                                {"music", "shore"},
                                                {"parallax", "1 6 24 0 0 8 mist"}};
    static const Spot path[] = {{3, 27}, {9, 25}, {14, 26}, {20, 24}};
    static const Spot ways[][4] = {{{9, 25}, {10, 19}, {13, 13}, {18, 9}},
                                   {{18, 9}, {22, 6}, {26, 8}, {27, 5}},
                                   {{13, 13}, {7, 10}, {5, 6}, {6, 5}}};
    static const Thing things[] = {{8, 23, "cathal", -PEOPLE},    {21, 21, "curragh", -OBJECTS},
                                   {27, 5, "oar_lost", -OBJECTS}, {5, 6, "oar_lost", -OBJECTS},
                                   {22, 7, "slime", -PEOPLE},     {18, 9, "slime", -PEOPLE},
                                   {7, 10, "slime", -PEOPLE},     {24, 26, "liban", -PEOPLE}};
    Board *board = board_new(art, (CellShape){48, 40, 6});
    memcpy(board->map.properties, properties, sizeof properties);
    for (int y = 0; y < BOARD; y++)
        for (int x = 0; x < BOARD; x++)
            board->ground[y][x] = y < 21 + wave(x * 9) * 2 / 256 ? SEA : TURF;
    for (size_t i = 0; i < COUNT_OF(ways); i++)
        for (int s = 0; s < 3; s++)
            for (int k = 0; k <= 8; k++)
                disc(board, BASALT, ways[i][s].x + (ways[i][s + 1].x - ways[i][s].x) * k / 8,
                     ways[i][s].y + (ways[i][s + 1].y - ways[i][s].y) * k / 8, 3);
    disc(board, BASALT, 9, 22, 4);
    disc(board, BASALT, 18, 9, 4);
    lane(board, TRACK, path, COUNT_OF(path));
    lay(board);
    map_things(&board->map, things, COUNT_OF(things));
    for (size_t i = 0; i < COUNT_OF(ways); i++) /* the ways stay free */
        for (int s = 0; s < 3; s++)
            for (int k = 0; k <= 16; k++)
                map_take(&board->map, ways[i][s].x + (ways[i][s + 1].x - ways[i][s].x) * k / 16,
                         ways[i][s].y + (ways[i][s + 1].y - ways[i][s].y) * k / 16, 2, 2);
    map_take(&board->map, 2, 22, 24, 7);
    strew(board, "pillar_low", BASALT, 4, 2721);
    strew(board, "pillar_high", BASALT, 5, 2722);
    strew(board, "wrack", BASALT, 9, 2723);
    strew(board, "hawthorn", TURF, 9, 2724);
    for (int x = 0; x < BOARD; x++)
        map_set(&board->map, OBJECTS, x, BOARD - 1, "hawthorn");
    map_write(&board->map, "causeway");
}

/* ---- both ---- */

#define COMMON                                                                                 \
    "chars/body_fair", "chars/tunic_green", "chars/dress_violet", "chars/dress_blue",          \
        "chars/hair_short", "chars/hair_long", "chars/hair_grey", "chars/beard_grey",          \
        "chars/beasts", "portraits/hero", "portraits/hair_short", "portraits/hair_long",       \
        "fonts/", "maps/", "objects/deep", "objects/hawthorn", "objects/pillar_low",           \
        "tiles/turf", "tiles/track", "tiles/sea", "tiles/deep", "tiles/hawthorn",              \
        "tiles/pillar_low", "tiles/broth", "tiles/sword", "backs/mist", "music/title",         \
        "ui/actions", "ui/bag", "ui/cloth_dyes", "ui/elements", "ui/enemy_bar",                \
        "ui/equipment", "ui/hearts", "ui/itembar", "ui/navigation", "ui/slot", "ui/status",    \
        "sounds/click", "sounds/drink", "sounds/error", "sounds/hit", "sounds/pickup",         \
        "sounds/quest", "sounds/select", "sounds/step_grass", "sounds/step_stone",             \
        "sounds/splash", "sounds/swing"

static const char *const fort_files[] = {COMMON,
                                         "chars/robe_white",
                                         "chars/hair_blond",
                                         "chars/wolf",
                                         "chars/hen",
                                         "portraits/fintan",
                                         "portraits/aoife",
                                         "npcs/fintan",
                                         "npcs/aoife",
                                         "npcs/wolf_npc",
                                         "npcs/hen",
                                         "tiles/flags",
                                         "tiles/rampart",
                                         "tiles/furze",
                                         "tiles/bundle",
                                         "tiles/beacon",
                                         "objects/rampart",
                                         "backs/night",
                                         "music/forest",
                                         "sounds/howl",
                                         "sounds/magic",
                                         "ui/daylight",
                                         NULL};
static const char *const causeway_files[] = {
    COMMON,          "chars/body_tan",   "chars/tunic_blue", "chars/hair_raven",
    "chars/slime",   "portraits/cathal", "portraits/liban",  "npcs/cathal",
    "npcs/liban",    "npcs/slime_npc",   "tiles/basalt",     "tiles/pillar_high",
    "tiles/wrack",   "tiles/curragh",    "tiles/oar",        "objects/pillar_high",
    "objects/wrack", "backs/lake",       "music/shore",      NULL};

void companion_files(Art *art)
{
    static void (*const subjects[])(Art * art) = {
        items_files,     people_files, beasts_files,  portraits_files,
        interface_files, hud_files,    scenery_files, cast_files,
        riding_files,    font_files,   music_files,   sounds_files};
    static const struct {
        const char *name, *const *files;
        void (*draw)(Art *art);
    } games[] = {{"iso", fort_files, fort}, {"hex", causeway_files, causeway}};
    for (size_t g = 0; g < COUNT_OF(games); g++) {
        Art own = {.folder = arena_format(art->arena, "%s-%s", art->folder, games[g].name).at,
                   .wanted = games[g].files,
                   .arena = art->arena};
        for (size_t i = 0; i < COUNT_OF(subjects); i++)
            subjects[i](&own);
        games[g].draw(&own);
    }
}
