/* The look of the interface: the elements of the game's screens and of the player program's
 * own. The game's fonts, colours and images are used if it has them, otherwise built-in
 * ones.
 *
 * All is drawn into the interface's layer during `render_frame`; clickable areas are valid
 * until the next frame, in pixels of that layer. */
#ifndef OISIN_ENGINE_RENDER_THEME_H
#define OISIN_ENGINE_RENDER_THEME_H

#include "tirnanog/fonts/ssfn_draw.h"
#include "engine/render/description.h"
#include "engine/render/sprite_frames.h"
#include "engine/render/render.h"

/* The effect of a click in an area. */
typedef enum HitAreaKind {
    HIT_OPTION, /* value: the row */
    HIT_SELECT, /* the same, but the first click only selects it */
    HIT_LESS,   /* decrease the row's value */
    HIT_MORE,
    HIT_TAB,       /* value: the tab */
    HIT_BELT,      /* value: the place of the belt */
    HIT_ACTION,    /* 1-9 */
    HIT_DIRECTION, /* as long as it is held */
    HIT_BUTTONS,   /* WorldButton */
    HIT_NOTHING,   /* a window: covers everything behind it */
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

/* Lines between rows and around places: built in, no element of a game has it. */
#define COLOUR_LINE PIXEL(150, 132, 84, 255)

typedef enum ThemeFont { /* the same */
                         FONT_TAB,
                         FONT_TAB_SELECTED,
                         FONT_TITLE,
                         FONT_TEXT,
                         FONT_TEXT_SELECTED,
                         FONT_BUTTON,
} ThemeFont;

typedef enum ThemePadding { /* the paddings of ui/elements.cfg, one with each font */
                            PADDING_TAB_TOP,
                            PADDING_TAB_SELECTED_TOP,
                            PADDING_TITLE_TOP,
                            PADDING_WINDOW_TOP,
                            PADDING_WINDOW_LEFT,
                            PADDING_BUTTON_TOP,
} ThemePadding;

/* ---- text and boxes: theme.c ---- */
TextStyle theme_style(Renderer *renderer, FontStyle font, Pixel colour);
TextStyle theme_font(Renderer *renderer, ThemeFont font, Pixel colour);
Pixel theme_colour(const Renderer *renderer, ThemeColour colour);
/* Of the text of a row. */
Pixel theme_row_colour(const Renderer *renderer, bool selected, bool possible);
/* Of the bar behind a selected row: the contrast to its text is at least 4.5:1. */
Pixel theme_bar_colour(Pixel text);
/* The colour, made lighter or darker until its contrast to what is drawn in an area is at least
 * 4.5:1, or 3:1 if it is not `possible` to choose it. For labels on images of the game, whose
 * colours may not fit. */
Pixel theme_legible(const Image *target, Rect area, Pixel colour, bool possible);
/* The game's padding in pixels, at most 64; `otherwise` if it has none. */
int32_t theme_padding(const Renderer *renderer, ThemePadding which, int32_t otherwise);
/* touch.c: whether letters or buttons are larger than those that a game has pictures for. */
bool theme_enlarged(const Renderer *renderer);
/* The upper edge of a label of the usual size in an area: below the game's padding; if it has
 * none or there is no space, `middle` pixels below the centre. */
int32_t theme_label(const Renderer *renderer, ThemePadding which, Rect area,
                    const TextStyle *style, int32_t middle);
/* Draws a window; returns the area inside its border. */
Rect theme_panel(const Image *target, Rect area);
typedef enum Align { ALIGN_LEFT, ALIGN_CENTRE, ALIGN_RIGHT } Align;
/* Draws a line with a shadow; returns its width. */
int32_t theme_text(Renderer *renderer, const Image *target, int32_t x, int32_t y,
                   const TextStyle *style, Text text, Align align);
/* A line under another one, which is neither read aloud nor reported. */
void theme_shadow(Renderer *renderer, const Image *target, int32_t x, int32_t y,
                  const TextStyle *style, Text text, Align align);
/* The same for an arrow or a mark, which is not read aloud. */
int32_t theme_sign(Renderer *renderer, const Image *target, int32_t x, int32_t y,
                   const TextStyle *style, Text sign, Align align);
int32_t theme_line(const TextStyle *style);
/* In languages that are written from right to left, mirrors a part of a row; otherwise
 * returns it unchanged. */
Rect theme_mirror(const Renderer *renderer, Rect row, Rect part);
/* Like theme_text, with its position mirrored in a row. */
int32_t theme_text_mirrored(Renderer *renderer, const Image *target, Rect row, int32_t x,
                            int32_t y, const TextStyle *style, Text text, Align align);
int32_t theme_sign_mirrored(Renderer *renderer, const Image *target, Rect row, int32_t x,
                            int32_t y, const TextStyle *style, Text sign, Align align);
/* Reduces large letters that do not fit: until a line is at most `room.y` high, but not
 * below 100 %; until the text is at most `room.x` wide, but not below two thirds of
 * that. */
TextStyle theme_fit(const Renderer *renderer, const TextStyle *style, Text text, Spot space);
/* The same for a text of several lines. */
TextStyle theme_fit_paragraph(Renderer *renderer, const TextStyle *style, Text text,
                              Spot space);
/* Reports to the renderer's watch if more is needed than there is. */
void theme_note_overflow(const Renderer *renderer, Text text, bool is_height, int32_t needed,
                         int32_t space);
/* Like theme_text, fitted and centred vertically in a line of the style. */
int32_t theme_text_in(Renderer *renderer, const Image *target, int32_t x, int32_t y, Spot space,
                      const TextStyle *style, Text text, Align align);
/* touch.c: the area of a window: w x h at 100 %, larger with large letters, within the target.
 */
Rect theme_window(const Renderer *renderer, const Image *target, int32_t w, int32_t h,
                  int32_t margin);
/* The text, or as much of it as fits into `w` pixels, followed by dots. */
Text theme_fitting(const TextStyle *style, Text text, int32_t w, Arena *arena);
/* Draws wrapped text; returns the height. `target` NULL: only measures. */
int32_t theme_paragraph(Renderer *renderer, const Image *target, int32_t x, int32_t y,
                        int32_t w, const TextStyle *style, Text text, Align align);
/* Draws only the first letters, at their positions in the whole text. */
int32_t theme_paragraph_part(Renderer *renderer, const Image *target, Rect area,
                             const TextStyle *style, Text text, Align align, size_t letters);
/* touch.c: the upper edge of the text of a row. */
int32_t theme_row_text(const Renderer *renderer, Rect row, const TextStyle *style);
/* Draws a selectable row; the selected one has a background. */
void theme_option(Renderer *renderer, const Image *target, Rect area, uint32_t option,
                  bool selected, Text text, bool possible);
/* The same with `taken` free pixels at the right. */
void theme_option_next_to(Renderer *renderer, const Image *target, Rect area, uint32_t option,
                          bool selected, Text text, bool possible, int32_t taken);
void theme_hit_area(Renderer *renderer, Rect area, uint32_t option);

/* hit_areas.c: areas other than options */
void hit_area_add(Renderer *renderer, Rect area, HitAreaKind kind, uint32_t value);
/* Whether the mouse button is down inside the area. */
bool hit_area_pressed(const Renderer *renderer, Rect area);
/* All areas of the last frame; later ones cover earlier ones. */
const HitArea *hit_areas_all(const Renderer *renderer, size_t *count);
/* The topmost area at a pixel of the interface; NULL if there is none. */
const HitArea *hit_area_at(const Renderer *renderer, int32_t x, int32_t y);

/* draw_elements.c: the game's own images for windows and their elements */
typedef enum Element {
#define ELEMENT(name) ELEMENT_##name,
#include "engine/render/draw_elements.def"
    ELEMENTS
} Element;
const SpriteFrame *element_picture(Renderer *renderer, Element element);
/* Draws a window and adds its hit area; returns the area inside. */
Rect window_draw(Renderer *renderer, const Image *target, Rect area);
Rect dialog_frame_draw(Renderer *renderer, const Image *target, Rect area);
/* How much wider and higher the frame of a dialog is than its content. */
Spot dialog_frame_border(Renderer *renderer);
/* Draws a strip of left end, middle, right end, which start at `left` in the list of
 * elements; false if the game has none. It is stretched if the area is higher. */
bool strip_draw(Renderer *renderer, const Image *target, Rect area, Element left);
/* Draws the box of the main menu in which names are typed; false if the game has none. */
bool menu_box_draw(Renderer *renderer, const Image *target, Rect area);
/* The colour of letters in it. */
Pixel menu_box_colour(const Renderer *renderer, Pixel otherwise);
/* Draws a heading; returns the area below it. */
Rect heading_draw(Renderer *renderer, const Image *target, Rect area, Text title);

/* draw_bag.c: a button with a label. */
/* The size of a button for its label in large letters; at least `min`. */
Spot push_button_size(Renderer *renderer, Text text, Spot min);
void push_button_draw(Renderer *renderer, const Image *target, Rect area, Text text,
                      HitAreaKind kind, uint32_t value);

/* touch.c: whether fingers choose: rows and buttons are larger. */
bool touch_used(const Renderer *renderer);
/* The smallest side of what fingers choose, at least `size`. */
int32_t touch_size(const Renderer *renderer, int32_t size);
/* The rows `begin` to `end`, of which so many are visible from `first` on. A grid scrolls by
 * `step`, the rows of one line; a list by 1. */
typedef struct ListView {
    uint32_t begin, end, first, shown, step;
} ListView;
/* Draws buttons for fingers beside a list that has more rows than are visible; returns the area
 * that is left for the rows. */
Rect touch_scroll(Renderer *renderer, const Image *target, Rect area, ListView view);
/* The same with given areas of the buttons. */
void touch_scroll_by(Renderer *renderer, const Image *target, Rect up, Rect down,
                     ListView view);

/* Draws marks at the edges of a list that has more rows than are visible. */
void theme_more(const Renderer *renderer, const Image *target, Rect area, bool above,
                bool below);
/* Draws a picture in the centre of an area, scaled down if it is too large. */
void theme_icon(const Image *target, Rect area, const SpriteFrame *picture);
Text object_title(Renderer *renderer, uint32_t sprite, Arena *scratch);
const SpriteFrame *object_icon(Renderer *renderer, uint32_t sprite);

#endif
