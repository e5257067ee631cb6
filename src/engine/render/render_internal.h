/* Private to render/: types and functions that its files share. */
#ifndef OISIN_ENGINE_RENDER_RENDER_INTERNAL_H
#define OISIN_ENGINE_RENDER_RENDER_INTERNAL_H

#include "tirnanog/fonts/font_builtin.h"
#include "tirnanog/fonts/ssfn_draw.h"
#include "tirnanog/fonts/text_layout.h"
#include "engine/render/visible_cells.h"
#include "engine/render/description.h"
#include "engine/render/movie.h"
#include "engine/render/debug_overlay.h"
#include "engine/render/sprite_frames.h"
#include "engine/render/render.h"
#include "engine/render/theme.h"
#include "engine/render/screen_words.h"

enum { HIT_AREAS_MAX = 512, LINE_GAP = 2, ZOOM_MAX = 8, TOUCH_MAX = 512 };

/* A sprite on the map, sorted by `key`; position in pixels of the joined image of all
 * visible maps. */
typedef struct DepthSprite {
    int64_t key;
    const SpriteFrame *picture;
    int32_t x, y;
    unsigned flash; /* how white it is, 0 to 255 */
} DepthSprite;

typedef struct DepthSprites {
    DepthSprite *list, *sorted; /* `sorted` is scratch */
    size_t count, space;
} DepthSprites;

/* A strip of the view. It is finished before the next one is started, so that it stays in
 * the processor's cache. */
typedef struct Band {
    Image image;
    int32_t top; /* its first row in the view */
} Band;

/* Day and night, and what shines at night; see daylight.c. */
typedef struct Lamp {
    int32_t x, y;      /* its centre in the view */
    int64_t reach;     /* radius in pixels */
    uint64_t per_left; /* brightness: 255 in the centre to 0 at the edge, by the square */
} Lamp;

enum { LAMPS_MAX = 64 };

typedef struct Light {
    Pixel tint;
    Lamp lamps[LAMPS_MAX]; /* the player's is the first */
    size_t count;
    Pixel factors[256]; /* of colours, by brightness */
} Light;

/* Facts about a tile's sprite, cached to avoid a look at its record. */
typedef struct TileFacts {
    bool moves;    /* it has more than one frame */
    uint8_t masks; /* of its object: bits, 0: not computed yet; see objects.c */
    uint8_t light; /* of its object: the radius in cells; see daylight.c */
} TileFacts;

/* Layers that are cached between frames; see ground_cache.h. */
enum { GROUND_LAYERS = 4 };
enum { ROW_STEPS = 1 << 16 }; /* depth keys per pixel row */
typedef struct Ground {
    Image kept;
    uint8_t *dirty; /* scratch: flags of its blocks */
    unsigned first; /* layer */
    bool solid, valid;
    Spot at; /* the camera for which it was drawn */
    uint32_t tick;
    uint64_t signature;
} Ground;

typedef struct RoofCell {
    uint32_t slot, index; /* of the visible map; of its cell */
} RoofCell;

enum { SEEDS_MAX = 64 };

/* Roofs that are hidden because the player is below them; see roofs.c. */
typedef struct Roofs {
    uint32_t *bits; /* for each visible map a bit per cell */
    RoofCell *cells;
    size_t count, space;
    RoofCell seeds[SEEDS_MAX]; /* directly above the player */
    size_t seed_count, parts;  /* parts: number of roofs that are not connected */
    uint64_t maps, changes;    /* the maps it was computed for; its revision */
    bool any;
} Roofs;

/* The images that make up a frame; see draw_layers.c. */
typedef struct Layers {
    Arena *arena;   /* reset when a size changes */
    uint32_t w, h;  /* of the target */
    Image world;    /* no pixels: drawn into the target */
    Image ui;       /* premultiplied; no pixels: drawn into the world's image or the target */
    Image text;     /* as large as ui: buffer for a text before it is drawn there */
    Pixel *rows[2]; /* an enlarged row of each */
    Pixel *factors; /* of light for a row */
    bool ui_clear;  /* the interface is now drawn on `ui` */
} Layers;

struct Renderer {
    Content *content;
    Pictures pictures;
    Movies *movies;
    const SsfnFont *builtin, *letters; /* letters: the system's fallback font, or NULL */
    NumberMap fonts;                   /* names to `const SsfnFont *[2]` */
    NumberMap coloured;                /* recoloured pictures, see recolour.c */
    TextCache cache;
    TextShaper *shaper;
    Arena *arena, *scratch;
    Report *report;
    int32_t max_w, max_h; /* of the tiles */
    TileFacts *tiles;
    uint32_t tile_count;
    bool tiles_move;           /* at least one of them is animated */
    ShownMap shown[SHOWN_MAX]; /* maps visible in this frame */
    size_t shown_count;
    DepthSprites depth_sprites;
    Ground ground, roof;
    Roofs roofs;
    RenderOptions options;
    Layers layers;
    HitArea hit_areas[HIT_AREAS_MAX];
    size_t hit_area_count;
    RenderOverlay overlay;
    SceneCapture taker;
    OverflowWatch overflows;
    RenderAuthor author;
    uint32_t light_max; /* the largest TileFacts.light */
    bool press_down;
    Spot press;              /* pixel of the interface */
    Description description; /* of this frame, in `scratch` */
    bool inactive;           /* texts that are drawn now belong to an inactive button */
    TextPart part;           /* of texts that are drawn now */
    uint64_t notice_id;
    Rect row_area, window; /* the selected row; the window that is drawn now */
    TextWatch watch;
    uint32_t finished;  /* the dialog whose text was completed: 1 + its `since` */
    bool windowed;      /* a window covers the middle of the frame */
    int32_t toasts_end; /* row of the interface: the last toast is above it */
    Spot camera;        /* pixel of the map at the view's top left corner */
    uint32_t w, h;      /* of the view: the target's size by the zoom, rounded up */
};

/* hit_areas.c: translates clicks and the mouse position to input */
bool hit_area_pick(const Renderer *renderer, PlayerContext ctx, int32_t x, int32_t y,
                   WorldInput *input);
/* Selects the row under the mouse. True if it is over the interface. */
bool hit_area_hover(const Renderer *renderer, PlayerContext ctx, int32_t x, int32_t y,
                    WorldInput *input);
/* Adds areas around the centre of `area`: eight directions; in the centre BUTTON_CONFIRM. */
void hit_circle(Renderer *renderer, Rect area);

/* The first three actions and, below, BUTTON_CONFIRM around the centre of `area`. */
void hit_actions(Renderer *renderer, Rect area);

/* touch.c: a finger chooses in an area that is higher than wide: parts stand below each other.
 */
bool touch_upright(const Renderer *renderer, Rect area);
/* A part of a picture, enlarged for fingers, but not sideways over more than a gap. */
Rect touch_around(const Renderer *renderer, Rect area, int32_t gap);
/* Buttons on the map, below `top`: the bag unless the game has one, pause, quests. */
void touch_buttons(Renderer *renderer, const Image *target, int32_t top, bool has_bag);
/* Above `bottom`: the first three actions. */
void touch_actions(Renderer *renderer, const Image *target, int32_t bottom);

/* draw_bag.c, draw_trade.c: parts shared by several windows */
Rect tabs_draw(Renderer *renderer, const Image *target, uint32_t open); /* TAB_... */
void slot_draw(Renderer *renderer, const Image *target, Rect area, bool selected);
/* Where the item of a slot is, as ui/hud.cfg says. */
Rect slot_item(Renderer *renderer, Rect slot);
/* A number over a slot and its icon, in a colour that is legible there. */
void number_draw(Renderer *renderer, const Image *target, Spot at, TextStyle style, Text text,
                 Align align);
void count_draw(Renderer *renderer, const Image *target, Rect area, uint32_t count);
/* Adds the number of a selected object to the description, unless it is 1. */
void describe_count(Renderer *renderer, uint32_t count);
int32_t object_facts_draw(Renderer *renderer, PlayerContext ctx, const Image *target, Rect area,
                          uint32_t sprite, Pixel colour);
Rect trade_window_draw(Renderer *renderer, const Image *target, Text title, Text message);
/* The player's money, right-aligned in a row; returns its width. */
enum { PURSE_UNITS = 4 };
typedef struct Purse {
    uint32_t units[PURSE_UNITS]; /* objects */
    size_t count;
} Purse;
/* Adds the currency of an object's price. */
void purse_add(const Renderer *renderer, Purse *purse, uint32_t sprite);
int32_t purse_draw(Renderer *renderer, PlayerContext ctx, const Image *target, Rect row,
                   const Purse *purse);
/* At the bottom of a window: the effects of an object, and what the player wears in its slots.
 * Returns the area above; `sprite` TNG_NO_SPRITE: only that; at most a third of the window. */
Rect comparison_draw(Renderer *renderer, PlayerContext ctx, const Image *target, Rect in,
                     uint32_t sprite, int32_t lines);
/* The height of a row of a list with icons. */
int32_t trade_row_height(Renderer *renderer);
/* `taken` pixels at its right edge remain free. */
void trade_row_draw(Renderer *renderer, const Image *target, Rect area, uint32_t option,
                    bool selected, uint32_t sprite, Text text, bool possible, int32_t taken);

/* recolour.c: recolours by a row of the palettes sprite; row 0 is the unchanged picture. */
const SpriteFrame *picture_recoloured(Renderer *renderer, const SpriteFrame *picture,
                                      SpriteRef palettes, uint32_t row);
void menu_background_draw(Renderer *renderer, PlayerContext ctx, const Image *target);

/* map_scene.c, objects.c, depth_sprites.c, daylight.c, actors.c, roofs.c */
void scene_draw(Renderer *renderer, PlayerContext ctx, const Image *target);
/* False in daylight. */
/* Finds out which objects shine. */
void light_measure(Renderer *renderer);
bool light_find(Renderer *renderer, PlayerContext ctx, Light *out);
void light_draw(const Renderer *renderer, const Light *light, const Band *band);
void objects_add(Renderer *renderer, const World *world, size_t slot);
/* The minimum depth key of a sprite above the objects in a cell. */
int64_t objects_top(Renderer *renderer, size_t slot, Spot feet, int64_t row);
/* The maximum depth key of a figure beneath objects that actors walk above or below: before
 * all such sprites that it overlaps. */
int64_t objects_bottom(Renderer *renderer, size_t slot, const DepthSprite *figure, int64_t row);
void actors_add(Renderer *renderer, PlayerContext ctx);
/* A chosen option of a character, and its row of palettes. */
typedef struct OptionChoice {
    uint32_t group, option, palette;
} OptionChoice;
typedef struct ActorPose {
    uint32_t column; /* of a row of sprites */
    unsigned direction;
    uint32_t age; /* ticks since the animation began */
} ActorPose;
/* The picture of an option in its colours, and its animation; NULL: it has none. A missing
 * column is replaced by a similar one. */
const SpriteFrame *choice_picture(Renderer *renderer, OptionChoice choice, ActorPose pose);
const TngAnimation *choice_animation(Renderer *renderer, OptionChoice choice, ActorPose pose);
/* impact.c: pixels by which a figure is pushed back after a hit, and the view shaken. */
Spot impact_push(const Renderer *renderer, const World *world, const Actor *actor);
Spot impact_shake(const Renderer *renderer, PlayerContext ctx);
void shots_add(Renderer *renderer, const World *world);
void depth_sprite_add(Renderer *renderer, DepthSprite depth_sprite);
void depth_sprites_sort(Renderer *renderer);
void depth_sprites_draw(const Renderer *renderer, const Band *band);
void roofs_find(Renderer *renderer, PlayerContext ctx);
bool roof_hidden(const Renderer *renderer, size_t slot, uint32_t index);
/* The layers of what a player wears, bottom first; `out` has TNG_EQUIP_SLOTS places. */
size_t worn_layers(Renderer *renderer, const World *world, const Player *player,
                   const ObjectLayers **out);

enum { PORTRAIT_LAYERS_MAX = 2 * TNG_EQUIP_SLOTS + 64 };
/* portrait.c: the layers of a face, bottom first; none: nothing is drawn. */
typedef struct Portrait {
    const SpriteFrame *layers[PORTRAIT_LAYERS_MAX];
    size_t count;
    int32_t w, h; /* of the largest layer */
} Portrait;
Portrait portrait_of_player(Renderer *renderer, PlayerContext ctx, uint32_t age);
Portrait portrait_of_sprite(Renderer *renderer, SpriteRef sprite, uint32_t age);
Portrait portrait_of_npc(Renderer *renderer, uint32_t npc, uint32_t age);
/* In the centre of an area, scaled down if it is too large. */
void portrait_draw(const Image *target, Rect area, const Portrait *portrait);

/* The cells of a visible map's layer. */
static inline const uint16_t *shown_layer(const Renderer *renderer, size_t slot, unsigned layer)
{
    const size_t side = (size_t)renderer->content->grid.side;
    return renderer->shown[slot].map->cells + layer * side * side;
}
/* The slot of a map; SHOWN_MAX if it is not visible. */
static inline size_t shown_slot(const Renderer *renderer, uint32_t map)
{
    size_t slot = 0;
    while (slot < renderer->shown_count && renderer->shown[slot].index != map)
        slot++;
    return slot < renderer->shown_count ? slot : SHOWN_MAX;
}
/* Converts a pixel of the joined image of all visible maps to one of the interface. */
static inline Spot interface_spot(const Renderer *renderer, Spot spot)
{
    const int32_t zoom = (int32_t)renderer->options.zoom;
    const int32_t ui_zoom = (int32_t)renderer->options.ui_zoom;
    return (Spot){(spot.x - renderer->camera.x) * zoom / ui_zoom,
                  (spot.y - renderer->camera.y) * zoom / ui_zoom};
}

/* draw_layers.c, colour_filter.c */
void layers_fit(Renderer *renderer, const Image *target);
/* The image for the world, then the image for the interface, then their composition. */
Image layers_world(Renderer *renderer, const Image *target);
Image layers_interface(Renderer *renderer, const Image *target);
void layers_finish(Renderer *renderer, const Image *target);
void colours_filter(const Image *target, uint32_t colours);

/* screens */
void names_draw(Renderer *renderer, PlayerContext ctx, const Image *target);
void hud_draw(Renderer *renderer, PlayerContext ctx, const Image *target);
void chat_draw(Renderer *renderer, PlayerContext ctx, const Image *target);
void dialog_draw(Renderer *renderer, PlayerContext ctx, const Image *target);
void chooser_draw(Renderer *renderer, PlayerContext ctx, const Image *target);
void cutscene_draw(Renderer *renderer, World *world, const ScreenState *screen,
                   const Image *target);
void menu_draw(Renderer *renderer, PlayerContext ctx, const Image *target);
void pause_draw(Renderer *renderer, PlayerContext ctx, const Image *target);
void credits_draw(Renderer *renderer, PlayerContext ctx, const Image *target);
void inventory_draw(Renderer *renderer, PlayerContext ctx, const Image *target);
void quests_draw(Renderer *renderer, PlayerContext ctx, const Image *target);
void stats_draw(Renderer *renderer, PlayerContext ctx, const Image *target);
void skills_draw(Renderer *renderer, PlayerContext ctx, const Image *target);
void create_draw(Renderer *renderer, PlayerContext ctx, const Image *target);
void market_draw(Renderer *renderer, PlayerContext ctx, const Image *target);
void craft_draw(Renderer *renderer, PlayerContext ctx, const Image *target);
void alerts_draw(Renderer *renderer, PlayerContext ctx, const Image *target);

#endif
