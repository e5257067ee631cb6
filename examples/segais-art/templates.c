/* The templates of `oisin new`: what each has of all that is drawn, and what it calls it. */
#include "art.h"

typedef struct Area {
    const char *name;
    unsigned frames;
    const char *til[2]; /* walking, swimming, flying, driving: at the border, inside */
    AreaDraw *draw;
} Area;

typedef struct Template {
    const char *name;
    const ArtName *names;
    const Area *areas;
    size_t area_count;
    const CastRow *cast;
    size_t cast_count;
    void (*maps)(Art *art);
    bool half;
} Template;

/* ---- what all have ---- */

#define INTERFACE                                                                              \
    {"ui/actions", NULL}, {"ui/bag", NULL}, {"ui/cloth_dyes", NULL}, {"ui/elements", NULL},    \
        {"ui/enemy_bar", NULL}, {"ui/equipment", NULL}, {"ui/hair_dyes", NULL},                \
        {"ui/hearts", NULL}, {"ui/itembar", NULL}, {"ui/navigation", NULL}, {"ui/orb", NULL},  \
        {"ui/slot", NULL}, {"ui/status", NULL}, {"fonts/meadow", "fonts/plain"},               \
        {"maps/", NULL},                                                                       \
    {                                                                                          \
        "npcs/", NULL                                                                          \
    }
#define EFFECTS                                                                                \
    {"sounds/click", NULL}, {"sounds/coin", NULL}, {"sounds/door", NULL},                      \
        {"sounds/drink", NULL}, {"sounds/error", NULL}, {"sounds/hit", NULL},                  \
        {"sounds/knock", NULL}, {"sounds/pickup", NULL}, {"sounds/quest", NULL},               \
        {"sounds/select", NULL}, {"sounds/step_", NULL},                                       \
    {                                                                                          \
        "sounds/swing", NULL                                                                   \
    }
/* The player's looks. */
#define HERO                                                                                   \
    {"chars/body_fair", NULL}, {"chars/tunic_green", NULL}, {"chars/dress_violet", NULL},      \
        {"chars/hair_short", NULL}, {"chars/hair_long", NULL}, {"chars/hair_bun", NULL},       \
        {"chars/hold_sword", NULL}, {"portraits/hero", NULL}, {"portraits/hair_short", NULL},  \
        {"portraits/hair_long", NULL},                                                         \
    {                                                                                          \
        "portraits/hair_bun", NULL                                                             \
    }

/* ---- village ---- */

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

/* ---- dungeon ---- */

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

/* ---- sea: cells of 16 x 16 pixels ---- */

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

static const Template templates[] = {
    {"village", village_names, village_areas, COUNT_OF(village_areas), village_cast,
     COUNT_OF(village_cast), village_maps, false},
    {"dungeon", dungeon_names, dungeon_areas, COUNT_OF(dungeon_areas), dungeon_cast,
     COUNT_OF(dungeon_cast), dungeon_maps, false},
    {"sea", sea_names, sea_areas, COUNT_OF(sea_areas), sea_cast, COUNT_OF(sea_cast), sea_maps,
     true},
};

void templates_write(const char *folder, Arena *arena)
{
    static void (*const subjects[])(Art * art) = {
        meadow_files,    deep_files,  terrain_files, trees_files,  buildings_files,
        props_files,     wilds_files, riding_files,  cavern_files, items_files,
        inside_files,    crypt_files, people_files,  beasts_files, portraits_files,
        interface_files, hud_files,   scenery_files, masks_files,  furniture_masks_files,
        font_files,      music_files, sounds_files,
    };
    for (size_t t = 0; t < COUNT_OF(templates); t++) {
        const Template *template = &templates[t];
        Art art = {.folder = arena_format(arena, "%s/%s", folder, template->name).at,
                   .names = template->names,
                   .half = template->half,
                   .arena = arena};
        for (size_t i = 0; i < COUNT_OF(subjects); i++)
            subjects[i](&art);
        for (size_t i = 0; i < template->area_count; i++)
            area_files(&art, template->areas[i].name, template->areas[i].frames,
                       template->areas[i].til, template->areas[i].draw);
        cast_draw(&art, template->cast, template->cast_count);
        sheets_write(&art);
        template->maps(&art);
    }
}
