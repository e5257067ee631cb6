/* A tiny game made in memory: two maps of 16 x 16 cells of 16 x 16 pixels, some
 * objects, two people, dialogs and a quest. Tests change what they need before
 * `game_open`. */
#ifndef OISIN_TESTS_GAME_KIT_H
#define OISIN_TESTS_GAME_KIT_H

#include "kit.h"

#include "base/deflate.h"
#include "engine/world.h"
#include "base/image/atlas.h"
#include "base/image/png_write.h"
#include "tirnanog/script/script.h"

#ifndef GAME_LOG2
#define GAME_LOG2 4
#endif
enum { GAME_SIDE = 1 << GAME_LOG2, GAME_CELLS = GAME_SIDE * GAME_SIDE, GAME_TILE = 16 };
/* Tiles, by sprite index. */
enum { GRASS, WALL, COIN, DOOR, ROOF, SWORD, TREE, WATER, TILE_COUNT };
enum { HERO, WOMAN, CHAR_COUNT };
enum { TOWN, CAVE, MAP_COUNT };
enum { GUARD, SLIME, NPC_COUNT };

static const char *const game_tiles[] = {"grass", "wall",  "coin", "door",
                                         "roof",  "sword", "tree", "water"};

typedef struct Game {
    Kit *kit;
    Arena *arena;
    TngFile file;
    Writer strings, texts;
    uint32_t text_count;
    uint16_t maps[MAP_COUNT][TNG_LAYERS][GAME_CELLS];
    TngMap map_records[MAP_COUNT];
    bool maps_reversed; /* their order in the file */
    TngNpc npcs[NPC_COUNT];
    TngObject objects[TILE_COUNT]; /* title TNG_NO_TEXT and `has` false: none */
    bool has_object[TILE_COUNT];
    TngDialog dialogs[2];
    TngAttribute attributes[4];
    TngQuest quest;
    TngCutscene cutscene;
    TngChooser chooser;
    TngCrafting crafting;
    TngSpawner spawner;
    const char *start;
    const char *timer; /* run again each second, or NULL */
    TngHud hud;
    bool has_hud;
    TngOptions groups[2]; /* of character options */
    unsigned group_count;
    uint16_t points, points_max; /* to give away while a character is made */
    uint32_t speed;              /* name of the attribute with the speed of players; 0 none */
    uint32_t weight;             /* name of the attribute with the limit of the load; 0 none */
    uint32_t level_points;       /* name of the attribute with points for levels; 0 none */
    bool has_menu;               /* enabled, with this intro */
    uint32_t intro;
    const MenuLook *menu_look; /* of the menu, or NULL */
    bool has_audio;            /* music "song", sound "bell", voice "hello", four alerts */
    unsigned type;             /* of grid */
    bool ui_is_tiles; /* sprites of the interface are those of the tiles; without: none */
    uint32_t tile_w, tile_h;          /* of its cells; GAME_TILE */
    uint32_t tree_w;                  /* of the image of the tree; GAME_TILE */
    bool half_coin;                   /* the left half of its image is transparent */
    uint8_t frame_rate, action_count; /* of the header; 0: 30 and 9 */
    uint8_t delta_y, transport_count; /* the same; 0: 0 and 4 */
    const char *actions[9];           /* default actions, if there are any */
    uint32_t action_range;            /* name of the attribute with their range; 0 none */
    TngTile tiles[TILE_COUNT];
    unsigned tile_count; /* of them, with speeds for 4 ways of moving */
    TngElements elements;
    bool has_elements;
    World *world;
} Game;

uint32_t game_string(Game *game, const char *name);
uint32_t game_text(Game *game, const char *text);
bool game_index(void *context, ScriptKind kind, Text name, uint32_t *out);
Bytes game_code(Game *game, const char *source);
TngEvent *game_event(Game *game, unsigned type, uint32_t parameter, const char *source);

/* An object with one handler and the usual mask. */
void game_object(Game *game, unsigned sprite, unsigned event, const char *source);
void game_mask(Game *game, unsigned sprite, uint8_t value);
void game_npc(Game *game, unsigned npc, unsigned event, const char *source);
Game *game_new(Kit *kit);
void game_put(Game *game, unsigned map, unsigned layer, unsigned x, unsigned y, unsigned value);
TngSection *game_section(Game *game, unsigned type, size_t count, size_t size);
void game_asset(Game *game, TngSection *section, size_t index, const char *name,
                const void *record);
Image game_picture(Game *game, uint32_t w, uint32_t h, Pixel colour);

/* The game's bytes, as a builder would have written them. */
Bytes game_bytes(Game *game);
World *game_open(Game *game);
void game_ticks(Game *game, WorldInput input, unsigned count);
void game_walk(Game *game, Direction direction, unsigned ticks);
void game_press(Game *game, uint32_t button);
Cell game_player(const Game *game);
int32_t game_value(Game *game, const char *name);

#define assert_player_at(game, x_, y_)                                                         \
    do {                                                                                       \
        const Cell cell_ = game_player(game);                                                  \
        assert_int_equal(cell_.x, x_);                                                         \
        assert_int_equal(cell_.y, y_);                                                         \
    } while (0)

#endif
