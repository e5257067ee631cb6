/* Composes the images that a sprite layout (.lay) or a sprite of triangles (.mvl) describes:
 * every expression of a character, drawn from the parts in its sheet. Source: specs/lay.md.
 *
 * The plan lists the images and the layers of each; drawing renders one image; composing
 * creates the PNG files of all. Content that images share is drawn and compressed once, on all
 * cores. The result does not depend on the number of threads.
 *
 *   base, sub, mouth, both, eyes, overlays     drawing order, if they exist
 *   NAME_f01.png                               face 1, mouth 0, eye 0
 *   NAME_f01_m1, _f01_e1_m2                    with `all_frames`
 *   NAME_o1.png, NAME_f01+o1.png               an overlay, alone and composed
 *
 * A face that has mouths, eyes or both is never shown without them, because it has a hole
 * there. Invalid input is rejected before pixels are allocated. */
#ifndef OISIN_MAGES_SPRITES_LAY_PICTURES_H
#define OISIN_MAGES_SPRITES_LAY_PICTURES_H

#include "mages/sprites/lay.h"
#include "mages/sprites/mvl.h"
#include "base/image/flat_triangle.h"
#include "base/image/image.h"

enum {
    LAY_PICTURES_MAX = 4096, /* per file */
    /* Work for drawing and compression of all bands, in pixels: a genuine file takes 5 to 35
     * million. Noise would compress to 4 bytes per pixel, and a damaged file must not use more
     * than 256 MB. */
    LAY_WORK_MAX = 48 << 20,
    /* Pixels of all images together, as stored on disk. */
    LAY_PIXELS_MAX = 1 << 29,
};

typedef enum LayGeometry {
    LAY_GEOMETRY_AUTO,   /* the engine's if positions are multiples of 30 pixels */
    LAY_GEOMETRY_ENGINE, /* cells of 30 x 30, without their gutter */
    LAY_GEOMETRY_SEED,   /* cells of 32 x 32 including the gutter, which replace; the canvas
                          * includes the origin */
} LayGeometry;

typedef struct LayOptions {
    bool all_frames;          /* all mouths and eyes; false: only the first of each face */
    bool trim;                /* crop transparent borders */
    bool layers;              /* single entries instead of expressions */
    bool strict;              /* clipped cells are errors */
    bool all_overlays;        /* draw every overlay on every image ... */
    const uint32_t *overlays; /* ... or these, by number */
    size_t overlay_count;     /* 0: overlays are separate images */
    LayGeometry geometry;
    int level; /* of deflate; 0: DEFLATE_NORMAL */
} LayOptions;

/* A rectangle of the sheet and its position on the canvas. */
typedef struct LayCell {
    int32_t x, y;
    uint16_t source_x, source_y, w, h;
} LayCell;

/* A triangle of the sheet on the canvas. */
typedef struct LayTriangle {
    FlatVertex corners[3];
} LayTriangle;

/* A drawable entry. */
typedef struct LayLayer {
    uint32_t type, face, frame; /* LayType */
    LayCell *cells;
    LayTriangle *triangles; /* of a sprite of triangles; each cell is the box of one. Otherwise
                             * NULL */
    size_t count;
} LayLayer;

typedef struct LayPicture {
    Text name;                 /* file name without ".png" */
    uint32_t type;             /* LayType of its topmost layer that is not an overlay */
    uint32_t face, mouth, eye; /* 0 if absent */
    const uint32_t *overlays;  /* numbers of its overlays, or its own number */
    size_t overlay_count;
    const uint16_t *layers; /* the layers to draw, bottom first */
    size_t layer_count;
    Rect box;           /* on the canvas */
    const Bytes *parts; /* of the PNG file, after composing */
    size_t part_count;
} LayPicture;

typedef struct LayPlan {
    const Image *sheet;
    bool replace;               /* layers replace the pixels below them, except overlays */
    uint32_t w, h;              /* of the canvas: the bounding box of all cells */
    int32_t origin_x, origin_y; /* the centre of the screen, relative to the top left of the
                                 * canvas */
    const LayLayer *layers;     /* sorted by type, face, frame */
    size_t layer_count;
    LayPicture *pictures;
    size_t picture_count;
    bool parts;    /* images are single entries: `layers` was requested */
    uint64_t work; /* work of composing, see LAY_WORK_MAX; twice that with trimming */
} LayPlan;

/* Creates the list of images. `name` is the prefix of their names. Nothing is drawn, and boxes
 * are not trimmed. `sheet` is stored by reference. */
bool lay_plan(const Lay *lay, const Image *sheet, const LayOptions *options, Text name,
              LayPlan *out, Arena *arena, Report *report);

/* The same for a sprite of triangles. It has no base and no overlays; its canvas is the
 * bounding box of all its triangles. `options->geometry` is ignored. */
bool mvl_plan(const Mvl *mvl, const Image *sheet, const LayOptions *options, Text name,
              LayPlan *out, Arena *arena, Report *report);

/* Draws an image's box into an empty image of its size. */
void lay_draw(const LayPlan *plan, const LayPicture *picture, const Image *target);

/* Reduces boxes to the drawn pixels; to one pixel if there are none. */
bool lay_trim(LayPlan *plan, Arena *arena, Report *report);

/* Trims a plan on request, and creates every image's PNG file. */
bool lay_compose_plan(LayPlan *plan, const LayOptions *options, Arena *arena, Report *report);
/* Plans and composes. */
bool lay_compose(const Lay *lay, const Image *sheet, const LayOptions *options, Text name,
                 LayPlan *out, Arena *arena, Report *report);

/* For check: whether the images of the layout are within the limits of `lay_compose`. Nothing
 * is drawn, and the sheet is not needed. Reports an error if the limits are exceeded without
 * options, a warning if they are exceeded with `all_frames`. */
bool lay_limits_check(const Lay *lay, Report *report);
bool mvl_limits_check(const Mvl *mvl, Report *report);
/* The same of a file. */
bool lay_check_limits(Bytes file, Arena *arena, Report *report);
bool mvl_check_limits(Bytes file, Arena *arena, Report *report);
/* Plans and draws like `lay_compose`, without compression; for measurements. */
bool lay_draw_bands(const Lay *lay, const Image *sheet, const LayOptions *options, Arena *arena,
                    Report *report);

/* The file of an image in one piece. */
Bytes lay_picture_file(const LayPicture *picture, Arena *arena);

#endif
