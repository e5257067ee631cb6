/* A world drawn into a picture: map, people, light, and the screens over it.
 *
 * Drawing never changes the world: a game that is not drawn goes on the same. What is drawn
 * depends on world, options and the target's size alone, not on the frames before.
 * The target is filled completely and is opaque afterwards.
 *
 * World and interface are drawn in sizes of their own and enlarged into the target, nearest
 * pixel; where both are enlarged alike they are drawn together, at 1 straight into it. */
#ifndef OISIN_RENDER_RENDER_H
#define OISIN_RENDER_RENDER_H

#include "engine/world.h"
#include "image/image.h"

enum { RENDER_WIDTH = 640, RENDER_HEIGHT = 360 }; /* of the usual target */

typedef struct Renderer Renderer;

typedef enum RenderColours {
    COLOURS_USUAL,
    COLOURS_PROTANOPIA, /* what red-blind, ... people cannot tell is moved to what they can */
    COLOURS_DEUTERANOPIA,
    COLOURS_TRITANOPIA,
    COLOURS_CONTRAST, /* our own interface colours, at least 7:1 against our windows */
} RenderColours;

/* What is out of range is taken as the nearest that is in it. */
typedef struct RenderOptions {
    uint32_t zoom;         /* pixels of the frame for one of the world, 1 to 8 */
    uint32_t ui_zoom;      /* the same for the interface */
    uint32_t text_percent; /* of the size of fonts, 50 to 300 */
    bool reduced_motion;   /* parallaxes stay on the map, maps change without a fade */
    uint32_t colours;      /* of RenderColours */
    uint32_t text_speed;   /* of dialogs: letters a second; 0 all at once */
    bool subtitle_back;    /* a dark backing behind subtitles */
    bool scene_only;       /* without the interface */
} RenderOptions;

/* What is drawn is kept in `arena`; scratch memory is freed by `renderer_free`. */
Renderer *renderer_new(World *world, Arena *arena, Report *report);
void renderer_free(Renderer *renderer);

/* From the next frame on; a new renderer has 1, 1, 100, false, COLOURS_USUAL. */
void renderer_set(Renderer *renderer, const RenderOptions *options);

/* Something drawn over the game's own interface, into its layer. While `modal`, nothing
 * of the game under it can be clicked. */
typedef struct RenderOverlay {
    void (*draw)(void *context, Renderer *renderer, World *world, const Image *layer);
    void *context;
    bool modal;
} RenderOverlay;
/* From the next frame on; `draw` NULL for none. */
void renderer_overlay(Renderer *renderer, RenderOverlay overlay);

/* Who wants the map as the next frame has it, in the world's own size, before anything is
 * drawn over it. Only of that frame; `take` NULL for nobody. */
typedef struct SceneCapture {
    void (*take)(void *context, const Image *scene);
    void *context;
} SceneCapture;
void renderer_scene(Renderer *renderer, SceneCapture taker);
/* Whether somebody waits for it. */
bool renderer_capture_pending(const Renderer *renderer);

void render_frame(Renderer *renderer, World *world, const Image *target);

/* A click at a pixel of the target drawn last, as input: an option of the open
 * screen, or a place on the map. False if nothing is there. */
bool render_pick(const Renderer *renderer, const World *world, int32_t x, int32_t y,
                 WorldInput *input);
/* The mouse rests there: as input, the row under it is selected. True if it is over the
 * interface and not over the map. */
bool render_hover(const Renderer *renderer, const World *world, int32_t x, int32_t y,
                  WorldInput *input);
/* Whether the mouse or a finger is down, and where: buttons under it look pressed. */
void render_press(Renderer *renderer, bool down, int32_t x, int32_t y);
/* The text that matters most in the frame drawn last, to be read aloud: the selected row, or
 * what is said; empty for none. */
const char *render_focus(const Renderer *renderer);
/* Whether any of the fonts in use has the character; one more font (SSFN) behind them, for
 * those that lack it, in the place of the one before. */
bool render_can_show(const Renderer *renderer, uint32_t code);
void renderer_letters(Renderer *renderer, Bytes sfn);
/* Whether the open screen has points to give, as it shows then. */
bool render_has_points(const World *world);
/* Whether a dialog's words are still coming; shows them all. */
bool render_text_pending(const Renderer *renderer, const World *world);
void render_text_finish(Renderer *renderer, const World *world);
/* Who or what stands at a pixel of the target, as scripts know it; ENTITY_NONE for nobody. */
uint32_t render_entity(const Renderer *renderer, World *world, int32_t x, int32_t y);
/* A pixel of the target as one of the interface's layer. */
Spot render_layer_spot(const Renderer *renderer, int32_t x, int32_t y);

#endif
