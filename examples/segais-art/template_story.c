/* The stages of the template "story": a room of an inn, and a shore at night. */
#include "maps.h"
#include "templates.h"

#include <string.h>

enum { WIDE = LETTERS_WIDE };

static const Letter legend[] = {
    {'h', OBJECTS, "hearth"},    {'s', OBJECTS, "shelf_books"}, {'j', OBJECTS, "shelf_jars"},
    {'t', OBJECTS, "table"},     {'o', OBJECTS, "stool"},       {'f', OBJECTS, "flower_pot"},
    {'b', OBJECTS, "barrel"},    {'c', OBJECTS, "counter"},     {'w', GROUND_3, "window"},
    {'T', OBJECTS, "tree_pine"}, {'r', OBJECTS, "rock"},        {'m', OBJECTS, "mooring"},
    {'l', OBJECTS, "lamp"},      {'I', PEOPLE, "innkeeper"},    {'S', PEOPLE, "singer"},
    {'F', PEOPLE, "fisher"},
};

/* `#`: wall; `.`: floor; `=`: rug; `~`: sea; `:`: beach; `,`: turf. Letters stand on the ground
 * to their left. */
static void stage(Art *art, const char *name, const char *const properties[3][2],
                  const char *const rows[])
{
    Map *map = ARENA_ALLOC(art->arena, Map, 1);
    map->art = art;
    map->side = WIDE;
    memcpy(map->properties, properties, sizeof(const char *) * 6);
    char ground = '#';
    for (int y = 0; y < WIDE; y++)
        for (int x = 0; x < WIDE; x++) {
            const char letter = rows[y][x];
            if (strchr("#.=~:,", letter))
                ground = letter;
            else
                map_letter(map, legend, COUNT_OF(legend), letter, x, y);
            if (ground == '#' || letter == 'w')
                map_area(map, GROUND_1, "wall", x, y, 1, 1);
            else if (ground == '.' || ground == '=')
                map_set(map, GROUND_1, x, y, "floor_boards");
            else
                map_set(map, GROUND_1, x, y,
                        hash_of(3501, x, y) % 6 ? "sea_deep" : "sea_deep_1");
            if (ground == '=')
                map_area(map, GROUND_2, "rug", x, y, 1, 1);
            if (ground == ':' || ground == ',')
                map_area(map, GROUND_2, "beach", x, y, 1, 1);
            if (ground == ',')
                map_area(map, GROUND_3, "turf", x, y, 1, 1);
        }
    map_areas(map);
    map_write(map, name);
}

static void draw_maps(Art *art)
{
    static const char *const inn[3][2] = {
        {"title", "The inn"}, {"music", "inn"}, {"daylight", "1 evening"}};
    static const char *const shore[3][2] = {
        {"title", "The shore"}, {"music", "shore"}, {"daylight", "1 dark"}};
    static const char *const inn_rows[WIDE] = {
        "################################", "################################",
        "################################", "################################",
        "################################", "################################",
        "################################", "################################",
        "################################", "################################",
        "###########w#####w###w##########", "########.....................###",
        "########j.s...h.......t....o.###", "########.............o.......###",
        "########.....................###", "########.I......S............###",
        "########ccc...====......F....###", "########......====...........###",
        "########b.....====.......t...###", "########b.....====..........f###",
        "################################", "################################",
        "################################", "################################",
        "################################", "################################",
        "################################", "################################",
        "################################", "################################",
        "################################", "################################"};
    static const char *const shore_rows[WIDE] = {
        "~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~", "~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~",
        "~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~", "~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~",
        "~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~", "~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~",
        "~~~~~~~~~~~~~~~~~~~~~~r~~~~~~~~~", "~~~~~~~~~~~~~~~~~~~~~rr~~~~~~~~~",
        "~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~", "~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~",
        "~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~", "~~~~r~~~~~~~~~~~~~~~~~~~~~~~~~~~",
        "~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~", "~~~~~~~~:::::~~~~~~~~~~~~~~~~~~~",
        "~~~~~::::::::::::::::~~~~~~~~~~~", ":::::::::::::::::m:::::::::~~~~~",
        "::::::::::::::S:::::::::::::::::", ",,,,,,:::::::::::::::::::,,,,,,,",
        ",,,,,,,,,,,::::::::::,,,,,,,,,,,", ",,,T,,,,,,,,,,,,,,,,,l,,,,T,,,,,",
        ",,,,,,,,T,,,,,,,,,,,,,,,,,,,,,T,", ",,T,,,,,,,,,,,,,,,,,,,,T,,,,,,,,",
        ",,,,,,T,,,,T,,,,,,,,T,,,,,,,T,,,", ",,,,T,,,,,,,,,T,,,,,,,,,,T,,,,,,",
        ",,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,", ",,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,",
        ",,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,", ",,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,",
        ",,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,", ",,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,",
        ",,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,", ",,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,"};
    stage(art, "inn", inn, inn_rows);
    stage(art, "shore", shore, shore_rows);
}

/* ---- what it has of all that is drawn ---- */

static const ArtName story_names[] = {{"ui/elements", NULL},
                                      {"ui/hair_dyes", NULL},
                                      {"ui/cloth_dyes", NULL},
                                      {"ui/dark", NULL},
                                      {"ui/evening", NULL},
                                      {"fonts/meadow", "fonts/plain"},
                                      {"maps/", NULL},
                                      {"npcs/", NULL},
                                      {"tiles/boards", "floor/boards"},
                                      {"tiles/deep_0", "sea/deep"},
                                      {"tiles/deep_1", "sea/deep_1"},
                                      {"tiles/hearth", NULL},
                                      {"tiles/shelf_books", NULL},
                                      {"tiles/shelf_jars", NULL},
                                      {"tiles/table", NULL},
                                      {"tiles/stool", NULL},
                                      {"tiles/flower_pot", NULL},
                                      {"tiles/barrel", NULL},
                                      {"tiles/counter", NULL},
                                      {"tiles/window", NULL},
                                      {"tiles/mooring", NULL},
                                      {"tiles/lamp", NULL},
                                      {"tiles/pine", "tree_pine"},
                                      {"tiles/rock_0", "rock"},
                                      {"chars/body_", NULL},
                                      {"chars/tunic_green", NULL},
                                      {"chars/tunic_blue", NULL},
                                      {"chars/dress_violet", NULL},
                                      {"chars/dress_red", NULL},
                                      {"chars/dress_blue", NULL},
                                      {"chars/hair_short", NULL},
                                      {"chars/hair_long", NULL},
                                      {"chars/hair_bun", NULL},
                                      {"chars/hair_blond", NULL},
                                      {"chars/hair_grey", NULL},
                                      {"chars/beard_grey", NULL},
                                      {"portraits/hero", NULL},
                                      {"portraits/hair_", NULL},
                                      {"portraits/brid", "portraits/innkeeper"},
                                      {"portraits/aoife", "portraits/singer"},
                                      {"portraits/cathal", "portraits/fisher"},
                                      {"backs/lake", NULL},
                                      {"backs/night", NULL},
                                      {"backs/rain", NULL},
                                      {"backs/return", "backs/morning"},
                                      {"music/title", NULL},
                                      {"music/town", "music/inn"},
                                      {"music/moor", "music/shore"},
                                      {"sounds/click", NULL},
                                      {"sounds/select", NULL},
                                      {"sounds/error", NULL},
                                      {"sounds/door", NULL},
                                      {"sounds/splash", NULL},
                                      {"sounds/magic", NULL},
                                      {"sounds/water", NULL},
                                      {NULL, NULL}};

static const Area story_areas[] = {
    {"wall", 1, {"0 -\n0 -\n0 -\n0 -\n", "0 -\n0 -\n0 -\n0 -\n"}, wall_area},
    {"rug", 1, {"100 -\n0 -\n100 -\n100 -\n", "100 -\n0 -\n100 -\n100 -\n"}, rug_area},
    {"beach", 1, {"90 -\n0 -\n100 -\n80 -\n", "90 -\n0 -\n100 -\n80 -\n"}, terrain_area},
    {"turf", 1, {"100 -\n0 -\n100 -\n100 -\n", "100 -\n0 -\n100 -\n100 -\n"}, terrain_area},
};

static const CastRow story_cast[] = {
    {"innkeeper", NULL, NULL, {"body_fair", "dress_red", "hair_bun", NULL}},
    {"singer", NULL, NULL, {"body_fair", "dress_blue", "hair_blond", NULL}},
    {"fisher", NULL, NULL, {"body_tan", "tunic_blue", "hair_grey", "beard_grey"}},
};

const Template story_template = {
    "story",    story_names,          story_areas, COUNT_OF(story_areas),
    story_cast, COUNT_OF(story_cast), draw_maps,   false};
