/* What the files of render/ tell each other; not for others. */
#ifndef OISIN_RENDER_PARTS_H
#define OISIN_RENDER_PARTS_H

#include "formats/open/font_builtin.h"
#include "formats/open/ssfn_draw.h"
#include "render/cells.h"
#include "render/pictures.h"
#include "render/render.h"

enum { HOTS_MOST = 320, LINE_GAP = 2 };

/* Hot areas that are no options: the bag, and items of the belt from HOT_ITEM on. */
enum { HOT_BAG = 0x10000, HOT_ITEM = 0x20000 };

/* Where a click chooses an option. */
typedef struct Hot {
    Rect area;
    uint32_t option;
} Hot;

/* A picture on the map, to be sorted. */
typedef struct Stander {
    int64_t key;
    const Picture *picture;
    int32_t x, y;
    uint32_t order;
} Stander;

typedef enum ThemeColour { /* in the order of TngElements */
                           COLOUR_BUTTON,
                           COLOUR_SELECTED,
                           COLOUR_PRESSED,
                           COLOUR_INACTIVE,
                           COLOUR_CHAT,
                           COLOUR_TAB,
                           COLOUR_TAB_SELECTED,
                           COLOUR_TITLE,
                           COLOUR_TEXT,
                           COLOUR_TEXT_SELECTED,
} ThemeColour;

typedef enum ThemeFont { /* the same */
                         FONT_TAB,
                         FONT_TAB_SELECTED,
                         FONT_TITLE,
                         FONT_TEXT,
                         FONT_TEXT_SELECTED,
                         FONT_BUTTON,
} ThemeFont;

struct Renderer {
    Content *content;
    Pictures pictures;
    const SsfnFont *builtin;
    Numbers fonts; /* names to `const SsfnFont *[2]` */
    TextCache cache;
    Arena *arena, *scratch;
    Report *report;
    int32_t most_w, most_h; /* of the tiles */
    Stander *standers;
    size_t stander_count, stander_room;
    uint8_t *hidden; /* per cell: roofs that are not drawn */
    uint32_t hidden_map, hidden_cell;
    bool any_hidden;
    Hot hots[HOTS_MOST];
    size_t hot_count;
    Spot camera; /* pixel of the map at the frame's top left corner */
    uint32_t w, h;
};

/* theme.c */
TextStyle theme_style(Renderer *renderer, FontStyle font, Pixel colour);
TextStyle theme_font(Renderer *renderer, ThemeFont font, Pixel colour);
Pixel theme_colour(const Renderer *renderer, ThemeColour colour);
/* A window of the interface: returns the area inside its border. */
Rect theme_panel(const Image *target, Rect area);
typedef enum Align { ALIGN_LEFT, ALIGN_CENTRE, ALIGN_RIGHT } Align;
/* A line with a shadow; returns its width. */
int32_t theme_text(Renderer *renderer, const Image *target, int32_t x, int32_t y,
                   const TextStyle *style, Text text, Align align);
int32_t theme_line(const TextStyle *style);
/* Wrapped; returns the height. With target NULL it only measures. */
int32_t theme_paragraph(Renderer *renderer, const Image *target, int32_t x, int32_t y,
                        int32_t w, const TextStyle *style, Text text, Align align);
/* A line that can be chosen, with a bar behind the selected one. */
void theme_option(Renderer *renderer, const Image *target, Rect area, uint32_t option,
                  bool selected, Text text, bool possible);
void theme_hot(Renderer *renderer, Rect area, uint32_t option);
/* A picture in the middle of an area, made smaller if it is too large. */
void theme_icon(const Image *target, Rect area, const Picture *picture);
Text object_title(Renderer *renderer, uint32_t sprite, Arena *scratch);
const Picture *object_icon(Renderer *renderer, uint32_t sprite);

/* scene.c, light.c, actors.c */
void scene_draw(Renderer *renderer, World *world, const Image *target);
void light_draw(Renderer *renderer, World *world, const Image *target);
void actors_draw(Renderer *renderer, const World *world, uint32_t map);
void stander_add(Renderer *renderer, Stander stander);
SpriteRef actor_portrait(Renderer *renderer, const World *world);

/* screens */
void hud_draw(Renderer *renderer, World *world, const Image *target);
void dialog_draw(Renderer *renderer, World *world, const Image *target);
void chooser_draw(Renderer *renderer, World *world, const Image *target);
void cutscene_draw(Renderer *renderer, World *world, const ScreenState *screen,
                   const Image *target);
void menu_draw(Renderer *renderer, World *world, const Image *target);
void pause_draw(Renderer *renderer, World *world, const Image *target);
void credits_draw(Renderer *renderer, World *world, const Image *target);
void inventory_draw(Renderer *renderer, World *world, const Image *target);
void quests_draw(Renderer *renderer, World *world, const Image *target);
void market_draw(Renderer *renderer, World *world, const Image *target);
void craft_draw(Renderer *renderer, World *world, const Image *target);
void alerts_draw(Renderer *renderer, World *world, const Image *target);

#endif
