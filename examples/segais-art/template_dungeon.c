/* The maps of the template "dungeon", drawn with letters. */
#include "maps.h"
#include "templates.h"

#include <string.h>

enum { WIDE = LETTERS_WIDE };

static const Letter legend[] = {
    {'t', OBJECTS, "torch"},        {'p', OBJECTS, "pillar"},
    {'C', OBJECTS, "chest"},        {'K', OBJECTS, "key"},
    {'G', OBJECTS, "gate"},         {'L', OBJECTS, "lever"},
    {'^', OBJECTS, "spikes"},       {'>', OBJECTS, "stairs_down"},
    {'<', OBJECTS, "stairs_up"},    {'o', OBJECTS, "bones"},
    {'b', OBJECTS, "barrel"},       {'c', OBJECTS, "crate"},
    {'x', OBJECTS, "crystal_blue"}, {'X', OBJECTS, "crystal_violet"},
    {'!', OBJECTS, "potion"},       {'$', OBJECTS, "coin"},
    {'O', OBJECTS, "crown"},        {'a', OBJECTS, "altar"},
    {'l', OBJECTS, "stalagmite"},   {'H', PEOPLE, "hermit"},
    {'W', PEOPLE, "worm"},          {'s', SPAWNERS, "slimes"},
    {'v', SPAWNERS, "bats"},        {'w', SPAWNERS, "wisps"},
};

/* `#`: rock; `.`: floor; `~`: water; `=`: a rug; others: see the legend. */
static void draw(Art *art, const char *name, const char *title, const char *const rows[WIDE])
{
    Map *map = ARENA_ALLOC(art->arena, Map, 1);
    const char *const properties[][2] = {{"title", title},
                                         {"daylight", "1 dark"},
                                         {"music", "cave"},
                                         {"parallax", "0 1 5 1 5 12 mist"}};
    map->art = art;
    map->side = WIDE;
    memcpy(map->properties, properties, sizeof properties);
    for (int y = 0; y < WIDE; y++)
        for (int x = 0; x < WIDE; x++) {
            const char letter = rows[y][x];
            if (letter == '#') {
                map_area(map, GROUND_1, "rock", x, y, 1, 1);
                continue;
            }
            map_set(map, GROUND_1, x, y,
                    hash_of(3301, x, y) % 3 ? "floor_flags" : "floor_flags_1");
            if (letter == '~' || letter == '=')
                map_area(map, GROUND_2, letter == '~' ? "water" : "rug", x, y, 1, 1);
            else if (letter != '.')
                map_letter(map, legend, COUNT_OF(legend), letter, x, y);
            if (letter == '.' && hash_of(3302, x, y) % 19 == 0)
                map_set(map, GROUND_4, x, y, "floor_pebbles");
        }
    map_areas(map);
    for (int y = 1; y < WIDE; y++)
        for (int x = 0; x < WIDE; x++)
            if (rows[y][x] != '#' && rows[y - 1][x] == '#')
                map_set(map, GROUND_3, x, y, "floor_shade");
    map_write(map, name);
}

static void draw_maps(Art *art)
{
    static const char *const crypt[WIDE] = {
        "################################", "################################",
        "#####.......########........####", "#####.t.L.t.########.t....t.####",
        "#####...=...########....K...####", "#####.C.=.!.########..o.....####",
        "#####...=...########..s...b.####", "########.###########......bc####",
        "########G#############..########", "########.#############..########",
        "####....=..........#....########", "####.t..=...p....t.#..##########",
        "####p...=.........p#..##########", "####...............v...#########",
        "####...o...............#########", "####p.........s...p#############",
        "####.t.........o.t.#############", "####............b..#############",
        "###########..###################", "###########..###################",
        "########........######........##", "########.t....t.######.t....t.##",
        "########....=.....^^..........##", "########....=.....^^......>...##",
        "########.H..=...######........##", "########....=...######.o....$.##",
        "########b...=...################", "########bc..=...################",
        "################################", "################################",
        "################################", "################################"};
    static const char *const depths[WIDE] = {
        "################################", "################################",
        "################################", "##########............##########",
        "##########.t...aa...t.##########", "##########.....O......##########",
        "##########............##########", "##########.x........x.##########",
        "##########.....W......##########", "##########............##########",
        "##########.t........t.##########", "##########............##########",
        "##############.==.##############", "##############.==.##############",
        "####..........................##", "####.t....x....o..~~~~...X..t.##",
        "####.............~~~~~~.......##", "####...v........~~~~~~~~...l..##",
        "####.....l......~~~~~~~~......##", "####.t...........~~~~~.w....t.##",
        "####..!...................C...##", "##############.==.##############",
        "##############.==.##############", "###########....==....###########",
        "###########.t......t.###########", "###########....<.....###########",
        "###########..........###########", "################################",
        "################################", "################################",
        "################################", "################################"};
    draw(art, "crypt", "The crypt", crypt);
    draw(art, "depths", "The depths", depths);
}

/* ---- what it has of all that is drawn ---- */

static const ArtName dungeon_names[] = {INTERFACE,
                                        EFFECTS,
                                        HERO,
                                        {"ui/dark", NULL},
                                        {"tiles/flagstones", "floor/flags"},
                                        {"tiles/flagstones_cracked", "floor/flags_1"},
                                        {"tiles/pebbles", "floor/pebbles"},
                                        {"tiles/rockshade", "floor/shade"},
                                        {"tiles/tiled_floor", "floor/tiles"},
                                        {"tiles/planks", "floor/planks"},
                                        {"tiles/gate", NULL},
                                        {"tiles/gate_open", NULL},
                                        {"tiles/lever", NULL},
                                        {"tiles/lever_down", NULL},
                                        {"tiles/spikes", NULL},
                                        {"tiles/spikes_down", NULL},
                                        {"tiles/stairs_down", NULL},
                                        {"tiles/stairs_up", NULL},
                                        {"tiles/bones", NULL},
                                        {"tiles/pillar", NULL},
                                        {"tiles/altar", NULL},
                                        {"tiles/torch", NULL},
                                        {"tiles/crystal_blue", NULL},
                                        {"tiles/crystal_violet", NULL},
                                        {"tiles/stalagmite_0", "stalagmite"},
                                        {"tiles/mist", NULL},
                                        {"tiles/barrel", NULL},
                                        {"tiles/crate", NULL},
                                        {"tiles/chest", NULL},
                                        {"tiles/chest_open", NULL},
                                        {"tiles/burst", NULL},
                                        {"tiles/flying_spark", "spark"},
                                        {"tiles/key", NULL},
                                        {"tiles/crown", NULL},
                                        {"tiles/penny", "coin"},
                                        {"tiles/draught", "potion"},
                                        {"tiles/sword", NULL},
                                        {"tiles/tunic", "leather"},
                                        {"tiles/hood", NULL},
                                        {"chars/tunic_leather", NULL},
                                        {"chars/hood_green", NULL},
                                        {"chars/robe_white", NULL},
                                        {"chars/hair_grey", NULL},
                                        {"chars/beard_grey", NULL},
                                        {"chars/beasts", NULL},
                                        {"chars/slime", NULL},
                                        {"chars/bat", NULL},
                                        {"chars/wisp", NULL},
                                        {"chars/worm", NULL},
                                        {"chars/appear", NULL},
                                        {"portraits/fintan", "portraits/hermit"},
                                        {"portraits/hood_green", NULL},
                                        {"portraits/tunic_leather", NULL},
                                        {"backs/night", NULL},
                                        {"music/title", NULL},
                                        {"music/cave", NULL},
                                        {"sounds/magic", NULL},
                                        {"sounds/roar", NULL},
                                        {"sounds/splash", NULL},
                                        {NULL, NULL}};

static const Area dungeon_areas[] = {
    {"rock", 1, {"0 -\n0 -\n0 -\n0 -\n", "0 -\n0 -\n0 -\n0 -\n"}, wall_area},
    {"water",
     4,
     {"0 -\n120 splash\n100 -\n0 -\n", "0 -\n120 splash\n100 -\n0 -\n"},
     terrain_area},
    {"moss",
     1,
     {"90 step_grass\n0 -\n100 -\n80 -\n", "90 step_grass\n0 -\n100 -\n80 -\n"},
     terrain_area},
    {"rug",
     1,
     {"100 step_grass\n0 -\n100 -\n100 -\n", "100 step_grass\n0 -\n100 -\n100 -\n"},
     rug_area},
};

static const CastRow dungeon_cast[] = {
    {"hermit", NULL, NULL, {"body_fair", "robe_white", "hair_grey", "beard_grey"}},
    {"slime", "slimes", "slime", {0}},
    {"bat", "bats", "bat", {0}},
    {"wisp", "wisps", "wisp", {0}},
    {"worm", NULL, "worm", {0}},
};

const Template dungeon_template = {
    "dungeon",    dungeon_names,          dungeon_areas, COUNT_OF(dungeon_areas),
    dungeon_cast, COUNT_OF(dungeon_cast), draw_maps,     false};
