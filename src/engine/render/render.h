/* Renders a world to an image: map, actors, light, and the screens over it.
 *
 * Rendering never changes the world, so a game that is not drawn runs identically. The
 * result depends only on world, options and the target's size, not on earlier frames. The
 * target is filled completely and is opaque afterwards.
 *
 * World and interface are drawn at their own scale and enlarged into the target (nearest
 * pixel); if both scales are equal, they are drawn together, at scale 1 directly. */
#ifndef OISIN_ENGINE_RENDER_RENDER_H
#define OISIN_ENGINE_RENDER_RENDER_H

#include "engine/world.h"
#include "base/image/image.h"

enum { RENDER_WIDTH = 640, RENDER_HEIGHT = 360 }; /* of the default target */

typedef struct Renderer Renderer;

typedef enum RenderColours {
    COLOURS_USUAL,
    COLOURS_PROTANOPIA, /* shift colours that red-blind, ... people cannot distinguish */
    COLOURS_DEUTERANOPIA,
    COLOURS_TRITANOPIA,
    COLOURS_CONTRAST, /* built-in interface colours, contrast at least 7:1 */
} RenderColours;

/* Values out of range are clamped. */
typedef struct RenderOptions {
    uint32_t zoom;         /* target pixels per world pixel, 1 to 8 */
    uint32_t ui_zoom;      /* the same for the interface */
    uint32_t text_percent; /* of the size of fonts, 50 to 300 */
    bool reduced_motion;   /* no parallax, fades, flashes, shaking, blinking, scrolling,
                              typewriter */
    uint32_t colours;      /* of RenderColours */
    uint32_t text_speed;   /* of dialogs: characters per second; 0: immediately */
    bool subtitle_back;    /* a dark background behind subtitles */
    bool hide_touch_pad;   /* without the circle and the buttons for fingers */
    uint32_t touch;        /* the smallest side of what a finger chooses; 0: no finger does */
    uint32_t letters;      /* the smallest size of letters; both in pixels of the interface */
    bool scene_only;       /* without the interface */
    bool interface_only;   /* without maps, slides and movies */
} RenderOptions;

/* Caches are allocated in `arena`; `renderer_free` frees the scratch memory. */
Renderer *renderer_new(World *world, Arena *arena, Report *report);
void renderer_free(Renderer *renderer);

/* Takes effect with the next frame. Defaults: zoom 1, ui_zoom 1, text_percent 100, all others
 * 0 or false. */
void renderer_set(Renderer *renderer, const RenderOptions *options);

/* An overlay over the game's own interface, in its layer. While `modal`, the game's
 * interface under it does not react to clicks. */
typedef struct RenderOverlay {
    void (*draw)(void *context, Renderer *renderer, PlayerContext ctx, const Image *layer);
    void *context;
    bool modal;
} RenderOverlay;
/* Takes effect with the next frame; `draw` NULL: none. */
void renderer_overlay(Renderer *renderer, RenderOverlay overlay);

/* A text that does not fit into its box, even with the smallest letters that are used. */
typedef struct RenderOverflow {
    Text text;
    bool is_height;        /* needed and space are heights; otherwise widths */
    int32_t needed, space; /* pixels of the interface */
} RenderOverflow;
typedef struct OverflowWatch {
    void (*take)(void *context, const RenderOverflow *overflow);
    void *context;
} OverflowWatch;
/* Calls `take` for each such text that is drawn; `take` NULL: none. */
void renderer_watch_overflows(Renderer *renderer, OverflowWatch watch);

/* Requests the map of the next frame, at the world's own scale, before anything is drawn
 * over it. Applies to one frame; `take` NULL: no request. */
typedef struct SceneCapture {
    void (*take)(void *context, const Image *scene);
    void *context;
} SceneCapture;
void renderer_scene(Renderer *renderer, SceneCapture taker);
/* Whether a request is pending. */
bool renderer_capture_pending(const Renderer *renderer);

void render_frame(Renderer *renderer, PlayerContext ctx, const Image *target);

/* Translates a click at a pixel of the last target to input: an option of the open screen,
 * or a position on the map. False if nothing is there. */
bool render_pick(const Renderer *renderer, PlayerContext ctx, int32_t x, int32_t y,
                 WorldInput *input);
/* Translates the mouse position to input: the row under it is selected. True if it is over
 * the interface and not over the map. */
bool render_hover(const Renderer *renderer, PlayerContext ctx, int32_t x, int32_t y,
                  WorldInput *input);
/* Sets whether the mouse button or a finger is down, and where: buttons there look pressed. */
void render_press(Renderer *renderer, bool down, int32_t x, int32_t y);
/* render_can_show: whether any of the fonts in use has the character. renderer_letters:
 * sets the fallback font (SSFN) for missing characters, replacing the previous one. */
bool render_can_show(const Renderer *renderer, uint32_t code);
void renderer_letters(Renderer *renderer, Bytes sfn);
/* Sets the outline fonts for scripts that need shaping, replacing the previous ones. The bytes
 * must outlive the renderer, or the next call. A damaged font is reported and left out. */
typedef struct OutlineFile {
    Bytes file;
    uint32_t face; /* in a collection; otherwise 0 */
} OutlineFile;
void renderer_outlines(Renderer *renderer, const OutlineFile *files, size_t count,
                       Report *report);
/* Whether the interface is in a language that is written from right to left. */
bool render_right_to_left(const Renderer *renderer);
/* Whether the open screen has points to distribute. */
bool render_has_points(PlayerContext ctx);
/* Whether a dialog's text is still appearing; render_text_finish shows all of it. */
bool render_text_pending(const Renderer *renderer, PlayerContext ctx);
void render_text_finish(Renderer *renderer, PlayerContext ctx);
/* The entity at a pixel of the target, as scripts refer to it; ENTITY_NONE: none. */
uint32_t render_entity(const Renderer *renderer, PlayerContext ctx, int32_t x, int32_t y);
/* Converts a pixel of the target to one of the interface's layer. */
Spot render_layer_spot(const Renderer *renderer, int32_t x, int32_t y);

#endif
