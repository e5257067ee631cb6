/* What the files of render/ tell each other; not for others. */
#ifndef OISIN_RENDER_PARTS_H
#define OISIN_RENDER_PARTS_H

#include "formats/open/font_builtin.h"
#include "formats/open/ssfn_draw.h"
#include "render/cells.h"
#include "render/movie.h"
#include "render/overlay.h"
#include "render/pictures.h"
#include "render/render.h"
#include "render/theme.h"
#include "render/words.h"

enum { HIT_AREAS_MAX = 512, LINE_GAP = 2, ZOOM_MAX = 8, FOCUS_SIZE = 512 };

/* A picture on the map, to be sorted by `key`; pixels of the joined picture of all shown maps.
 */
typedef struct DepthSprite {
    int64_t key;
    const Picture *picture;
    int32_t x, y;
} DepthSprite;

typedef struct DepthSprites {
    DepthSprite *list, *sorted; /* `sorted` is scratch */
    size_t count, room;
} DepthSprites;

/* A strip of the world's picture: it is drawn to the end while it is in the cache. */
typedef struct Band {
    Image image;
    int32_t top; /* its first line in the world's picture */
} Band;

/* Day and night, and the player's lamp; see light.c. */
typedef struct Light {
    Pixel tint;
    int32_t x, y;       /* the lamp in the world's picture */
    int64_t reach;      /* pixels; 0: none */
    uint64_t per_left;  /* 255 in the middle, 0 at the edge, by the square of the distance */
    Pixel factors[256]; /* by that */
} Light;

/* What is known about a sprite of the tiles without a look at its record. */
typedef struct TileFacts {
    bool moves;    /* it has more than one picture */
    uint8_t masks; /* of its object: bits, 0 not asked for yet; see objects.c */
} TileFacts;

/* Layers that are kept from frame to frame; see ground.h. */
enum { GROUND_LAYERS = 4 };
enum { ROW_STEPS = 1 << 16 }; /* of a stander's key for a pixel of its row */
typedef struct Ground {
    Image kept;
    uint8_t *dirty; /* scratch: blocks of it */
    unsigned first; /* layer */
    bool solid, valid;
    Spot at; /* the camera it was drawn for */
    uint32_t tick;
    uint64_t signature;
} Ground;

typedef struct RoofCell {
    uint32_t slot, index; /* of the shown map; of its cell */
} RoofCell;

enum { SEEDS_MAX = 64 };

/* Roofs that are not drawn, as the player is below them; see roofs.c. */
typedef struct Roofs {
    uint32_t *bits; /* for each shown map a bit per cell */
    RoofCell *cells;
    size_t count, room;
    RoofCell seeds[SEEDS_MAX]; /* right over the player */
    size_t seed_count, parts;  /* parts: that do not hang together */
    uint64_t maps, changes;    /* where it was found; what was found */
    bool any;
} Roofs;

/* The pictures that make up a frame; see layers.c. */
typedef struct Layers {
    Arena *arena;   /* taken anew when a size changes */
    uint32_t w, h;  /* of the target */
    Image world;    /* no pixels: drawn into the target */
    Image ui;       /* premultiplied; no pixels: drawn where the world is, or the target */
    Image text;     /* as large as ui: a text before it goes there */
    Pixel *rows[2]; /* an enlarged row of each */
    Pixel *factors; /* of light for a row */
    bool ui_clear;  /* the interface is drawn on `ui` now */
} Layers;

struct Renderer {
    Content *content;
    Pictures pictures;
    Movies *movies;
    const SsfnFont *builtin, *letters; /* letters: of the system, or NULL */
    Numbers fonts;                     /* names to `const SsfnFont *[2]` */
    Numbers coloured;                  /* pictures in other colours, see recolour.c */
    TextCache cache;
    Arena *arena, *scratch;
    Report *report;
    int32_t max_w, max_h; /* of the tiles */
    TileFacts *tiles;
    uint32_t tile_count;
    bool tiles_move;           /* some of them */
    ShownMap shown[SHOWN_MAX]; /* of this frame */
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
    RenderAuthor author;
    bool press_down;
    Spot press; /* pixel of the interface */
    char focus[FOCUS_SIZE];
    uint32_t finished; /* the dialog that is shown whole: 1 + its `since` */
    Spot camera;       /* pixel of the map at the world's top left corner */
    uint32_t w, h;     /* of the world's picture: the target's by the zoom, rounded up */
};

/* hots.c: what a click there is as input; what the mouse does that rests there */
bool hit_area_pick(const Renderer *renderer, const World *world, int32_t x, int32_t y,
                   WorldInput *input);
/* Where the mouse rests: the row there is selected. True over the interface. */
bool hit_area_hover(const Renderer *renderer, const World *world, int32_t x, int32_t y,
                    WorldInput *input);
/* Round the middle of an area eight directions, in the middle what `BUTTON_CONFIRM` does. */
void hit_circle(Renderer *renderer, Rect area);

/* bag.c, trade.c: what several windows have */
Rect tabs_draw(Renderer *renderer, const Image *target, uint32_t open); /* TAB_... */
void slot_draw(Renderer *renderer, const Image *target, Rect area, bool selected);
void count_draw(Renderer *renderer, const Image *target, Rect area, uint32_t count);
int32_t object_facts_draw(Renderer *renderer, World *world, const Image *target, Rect area,
                          uint32_t sprite);
Rect trade_window_draw(Renderer *renderer, const Image *target, Text title, Text message);
/* Of a list with pictures. */
int32_t trade_row_height(Renderer *renderer);
/* `taken` pixels at its right are for something else. */
void trade_row_draw(Renderer *renderer, const Image *target, Rect area, uint32_t option,
                    bool selected, uint32_t sprite, Text text, bool possible, int32_t taken);

/* recolour.c: as a row of the palettes sprite says; the picture itself for row 0. */
const Picture *picture_recoloured(Renderer *renderer, const Picture *picture,
                                  SpriteRef palettes, uint32_t row);
void menu_background_draw(Renderer *renderer, World *world, const Image *target);

/* scene.c, objects.c, standers.c, light.c, actors.c, roofs.c */
void scene_draw(Renderer *renderer, World *world, const Image *target);
/* False if it is day. */
bool light_find(Renderer *renderer, World *world, Light *out);
void light_draw(const Renderer *renderer, const Light *light, const Band *band);
void objects_add(Renderer *renderer, const World *world, size_t slot);
/* Where something on top of the objects in a cell is to be sorted, at least. */
int64_t objects_top(Renderer *renderer, size_t slot, Spot feet, int64_t row);
/* Where a figure beneath what people walk above or below is to be sorted, at most: before all
 * such pictures that it reaches into. */
int64_t objects_bottom(Renderer *renderer, size_t slot, const DepthSprite *figure, int64_t row);
void actors_add(Renderer *renderer, const World *world);
void shots_add(Renderer *renderer, const World *world);
void depth_sprite_add(Renderer *renderer, DepthSprite depth_sprite);
void depth_sprites_sort(Renderer *renderer);
void depth_sprites_draw(const Renderer *renderer, const Band *band);
void roofs_find(Renderer *renderer, const World *world);
bool roof_hidden(const Renderer *renderer, size_t slot, uint32_t index);
SpriteRef actor_portrait(Renderer *renderer, const World *world);
/* The cells of a shown map's layer. */
static inline const uint16_t *shown_layer(const Renderer *renderer, size_t slot, unsigned layer)
{
    const size_t side = (size_t)renderer->content->grid.side;
    return renderer->shown[slot].map->cells + layer * side * side;
}
/* The slot of a map; SHOWN_MAX if it is not shown. */
static inline size_t shown_slot(const Renderer *renderer, uint32_t map)
{
    size_t slot = 0;
    while (slot < renderer->shown_count && renderer->shown[slot].index != map)
        slot++;
    return slot < renderer->shown_count ? slot : SHOWN_MAX;
}
/* Where a pixel of the joined picture of all shown maps is in the interface. */
static inline Spot interface_spot(const Renderer *renderer, Spot spot)
{
    const int32_t zoom = (int32_t)renderer->options.zoom;
    const int32_t ui_zoom = (int32_t)renderer->options.ui_zoom;
    return (Spot){(spot.x - renderer->camera.x) * zoom / ui_zoom,
                  (spot.y - renderer->camera.y) * zoom / ui_zoom};
}

/* layers.c, colours.c */
void layers_fit(Renderer *renderer, const Image *target);
/* Where to draw the world, then the interface, then that all is in the target. */
Image layers_world(Renderer *renderer, const Image *target);
Image layers_interface(Renderer *renderer, const Image *target);
void layers_finish(Renderer *renderer, const Image *target);
void colours_filter(const Image *target, uint32_t colours);

/* screens */
void hud_draw(Renderer *renderer, World *world, const Image *target);
void chat_draw(Renderer *renderer, World *world, const Image *target);
void dialog_draw(Renderer *renderer, World *world, const Image *target);
void chooser_draw(Renderer *renderer, World *world, const Image *target);
void cutscene_draw(Renderer *renderer, World *world, const ScreenState *screen,
                   const Image *target);
void menu_draw(Renderer *renderer, World *world, const Image *target);
void pause_draw(Renderer *renderer, World *world, const Image *target);
void credits_draw(Renderer *renderer, World *world, const Image *target);
void inventory_draw(Renderer *renderer, World *world, const Image *target);
void quests_draw(Renderer *renderer, World *world, const Image *target);
void stats_draw(Renderer *renderer, World *world, const Image *target);
void skills_draw(Renderer *renderer, World *world, const Image *target);
void create_draw(Renderer *renderer, World *world, const Image *target);
void market_draw(Renderer *renderer, World *world, const Image *target);
void craft_draw(Renderer *renderer, World *world, const Image *target);
void alerts_draw(Renderer *renderer, World *world, const Image *target);

#endif
