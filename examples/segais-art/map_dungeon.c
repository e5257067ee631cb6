/* The maps of the template "dungeon", drawn with letters. */
#include "maps.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WIDE = 32 };

/* A letter of a map: what stands there. */
typedef struct Letter {
    char letter;
    int layer;
    const char *name;
} Letter;

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

static const Letter *letter_of(char letter)
{
    for (size_t i = 0; i < COUNT_OF(legend); i++)
        if (legend[i].letter == letter)
            return &legend[i];
    fprintf(stderr, "no letter %c\n", letter);
    exit(1);
}

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
                map_set(map, letter_of(letter)->layer, x, y, letter_of(letter)->name);
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

void dungeon_maps(Art *art)
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
