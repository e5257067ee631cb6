/* The look of the interface: what screens of the game, and the player program's own, are
 * made of. The game's fonts, colours and pictures where it has them, else ours.
 *
 * Everything is drawn into the interface's layer during `render_frame`; areas that can be
 * clicked are kept until the next frame, in pixels of that layer. */
#ifndef OISIN_RENDER_THEME_H
#define OISIN_RENDER_THEME_H

#include "formats/open/ssfn_draw.h"
#include "render/pictures.h"
#include "render/render.h"

/* What a click in an area means. */
typedef enum HitAreaKind {
    HIT_OPTION, /* value: the row */
    HIT_SELECT, /* the same, but the first click only selects it */
    HIT_LESS,   /* of what the row is about */
    HIT_MORE,
    HIT_TAB,       /* which */
    HIT_BELT,      /* which place */
    HIT_ACTION,    /* 1-9 */
    HIT_DIRECTION, /* as long as it is held */
    HIT_BUTTONS,   /* WorldButton */
    HIT_NOTHING,   /* a window: nothing behind it is meant */
} HitAreaKind;

typedef struct HitArea {
    Rect area;
    HitAreaKind kind;
    uint32_t value;
} HitArea;

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

/* ---- text and boxes: theme.c ---- */
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
/* Large letters made smaller where there is no room for them: until a line is at most `room.y`
 * high, but never smaller than at 100 %; until the text is at most `room.x` wide, but never
 * smaller than two thirds of that. */
TextStyle theme_fit(const Renderer *renderer, const TextStyle *style, Text text, Spot room);
/* The same for a text of several lines. */
TextStyle theme_fit_paragraph(Renderer *renderer, const TextStyle *style, Text text, Spot room);
/* As theme_text, fitted, in the middle of where a line of the style would be. */
int32_t theme_text_in(Renderer *renderer, const Image *target, int32_t x, int32_t y, Spot room,
                      const TextStyle *style, Text text, Align align);
/* A window's place: so large at 100 %, larger with large letters, within the target. */
Rect theme_window(const Renderer *renderer, const Image *target, int32_t w, int32_t h,
                  int32_t margin);
/* The text, or as much of it as is so wide with dots behind it. */
Text theme_fitting(const TextStyle *style, Text text, int32_t w, Arena *arena);
/* Wrapped; returns the height. With target NULL it only measures. */
int32_t theme_paragraph(Renderer *renderer, const Image *target, int32_t x, int32_t y,
                        int32_t w, const TextStyle *style, Text text, Align align);
/* Only its first letters, where they would stand in the whole. */
int32_t theme_paragraph_part(Renderer *renderer, const Image *target, Rect area,
                             const TextStyle *style, Text text, Align align, size_t letters);
/* A line that can be chosen, with a bar behind the selected one. */
void theme_option(Renderer *renderer, const Image *target, Rect area, uint32_t option,
                  bool selected, Text text, bool possible);
/* The same where something else stands at the right: `taken` pixels of it. */
void theme_option_next_to(Renderer *renderer, const Image *target, Rect area, uint32_t option,
                          bool selected, Text text, bool possible, int32_t taken);
void theme_hit_area(Renderer *renderer, Rect area, uint32_t option);
/* What the player has before them: the selected row, what somebody says. */
void theme_focus(Renderer *renderer, Text text);

/* hots.c: the same for more than options; and what a click there is as input */
void hit_area_add(Renderer *renderer, Rect area, HitAreaKind kind, uint32_t value);
/* Whether the mouse is down in there. */
bool hit_area_pressed(const Renderer *renderer, Rect area);
/* The uppermost at a pixel of the interface; NULL if there is none. */
const HitArea *hit_area_at(const Renderer *renderer, int32_t x, int32_t y);

/* elements.c: the game's own pictures for windows and what is in them */
typedef enum Element {
#define ELEMENT(name) ELEMENT_##name,
#include "render/elements.def"
    ELEMENTS
} Element;
const Picture *element_picture(Renderer *renderer, Element element);
/* A window with what it is for; returns the area inside. */
Rect window_draw(Renderer *renderer, const Image *target, Rect area);
Rect dialog_frame_draw(Renderer *renderer, const Image *target, Rect area);
/* How much wider and higher the frame of a dialog is than what is inside. */
Spot dialog_frame_border(Renderer *renderer);
/* A strip: left end, middle, right end, from `left` on in the list of elements; false if
 * the game has none. Made higher for large letters, if the area is. */
bool strip_draw(Renderer *renderer, const Image *target, Rect area, Element left);
/* A heading; returns what is below it. */
Rect heading_draw(Renderer *renderer, const Image *target, Rect area, Text title);

/* bag.c: a button with a word on it. */
/* How large a button is for its word in large letters; else `least`. */
Spot push_button_size(Renderer *renderer, Text text, Spot min);
void push_button_draw(Renderer *renderer, const Image *target, Rect area, Text text,
                      HitAreaKind kind, uint32_t value);

/* Marks at the edges of a list that has more rows than are seen. */
void theme_more(const Renderer *renderer, const Image *target, Rect area, bool above,
                bool below);
/* A picture in the middle of an area, made smaller if it is too large. */
void theme_icon(const Image *target, Rect area, const Picture *picture);
Text object_title(Renderer *renderer, uint32_t sprite, Arena *scratch);
const Picture *object_icon(Renderer *renderer, uint32_t sprite);

#endif
