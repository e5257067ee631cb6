/* The pictures that a sprite layout (.lay) describes: every expression of a
 * character, drawn from the parts that its sheet holds. Source: specs/lay.md.
 *
 * Planning finds out which pictures there are and of which layers they are put
 * together; drawing makes one of them; composing makes all of them into PNG
 * files. What pictures have in common is drawn and packed once, on all cores.
 * The result does not depend on the number of threads.
 *
 *   base, sub, mouth, both, eyes, overlays     drawn in this order, what exists
 *   NAME_f01.png                               face 1, mouth 0, eye 0
 *   NAME_f01_m1, _f01_e1_m2                    with `all_frames`
 *   NAME_o1.png, NAME_f01+o1.png               an overlay, alone and composed
 *
 * A face that has mouths, eyes or both is no picture without them: there is a
 * hole. Bad input is refused before pixels are asked for. */
#ifndef OISIN_CONVERT_LAY_PICTURES_H
#define OISIN_CONVERT_LAY_PICTURES_H

#include "formats/mages/lay.h"
#include "image/image.h"

enum {
    LAY_PICTURES_MAX = 4096, /* of a file */
    /* Pixels to draw and pack, things in common once, with what drawing costs in that
     * measure: a genuine file takes 5 to 35 million. Noise would need 4 bytes for each, and a
     * damaged file is to stay within 256 MB. */
    LAY_WORK_MAX = 48 << 20,
    /* Pixels of all pictures together, as they are on the disk. */
    LAY_PIXELS_MAX = 1 << 29,
};

typedef enum LayGeometry {
    LAY_GEOMETRY_AUTO,   /* the engine's if all places lie on its lattice of 30 pixels */
    LAY_GEOMETRY_ENGINE, /* cells of 30 x 30, without their gutter */
    LAY_GEOMETRY_SEED, /* cells of 32 x 32 with it, which replace; the canvas has the origin */
} LayGeometry;

typedef struct LayOptions {
    bool all_frames;          /* all mouths and eyes; else the first of each face */
    bool trim;                /* cut off what is transparent around a picture */
    bool layers;              /* the entries themselves instead of expressions */
    bool strict;              /* refuse what would be clipped */
    bool all_overlays;        /* put every overlay on every picture ... */
    const uint32_t *overlays; /* ... or these, by number */
    size_t overlay_count;     /* 0: overlays are pictures of their own */
    LayGeometry geometry;
    int level; /* of deflate; 0 is DEFLATE_NORMAL */
} LayOptions;

/* A rectangle of the sheet and where it goes on the canvas. */
typedef struct LayCell {
    int32_t x, y;
    uint16_t source_x, source_y, w, h;
} LayCell;

/* An entry that is drawn. */
typedef struct LayLayer {
    uint32_t type, face, frame; /* LayType */
    LayCell *cells;
    size_t count;
} LayLayer;

typedef struct LayPicture {
    Text name;                 /* of the file, without ".png" */
    uint32_t type;             /* LayType of its topmost layer that is no overlay */
    uint32_t face, mouth, eye; /* 0 where there is none */
    const uint32_t *overlays;  /* numbers of those on it, or its own */
    size_t overlay_count;
    const uint16_t *layers; /* what to draw, from the bottom up */
    size_t layer_count;
    Rect box;           /* on the canvas */
    const Bytes *parts; /* of the PNG file, once it is composed */
    size_t part_count;
} LayPicture;

typedef struct LayPlan {
    const Image *sheet;
    bool replace;               /* layers replace what is below, but for overlays */
    uint32_t w, h;              /* of the canvas: all cells of the file */
    int32_t origin_x, origin_y; /* of the screen's centre, from the canvas' top left */
    const LayLayer *layers;     /* by type, face, frame */
    size_t layer_count;
    LayPicture *pictures;
    size_t picture_count;
    bool parts;    /* pictures are the entries themselves: `layers` was asked for */
    uint64_t work; /* that composing took, of LAY_WORK_MAX; twice that with trimming */
} LayPlan;

/* Which pictures there are. `name` begins their names. Nothing is drawn yet, and boxes
 * are not trimmed. `sheet` is kept by reference. */
bool lay_plan(const Lay *lay, const Image *sheet, const LayOptions *options, Text name,
              LayPlan *out, Arena *arena, Report *report);

/* Draws a picture's box into an empty image of its size. */
void lay_draw(const LayPlan *plan, const LayPicture *picture, const Image *target);

/* Makes boxes as small as what is drawn; one pixel if nothing is. */
bool lay_trim(LayPlan *plan, Arena *arena, Report *report);

/* Plans, trims if asked to, and makes every picture's PNG file. */
bool lay_compose(const Lay *lay, const Image *sheet, const LayOptions *options, Text name,
                 LayPlan *out, Arena *arena, Report *report);

/* Whether the layout's pictures are within the limits of `lay_compose`, for check: nothing is
 * drawn, and its sheet need not be there. An error if it refuses them without options, a
 * warning if it does so with `all_frames`. */
bool lay_limits_check(const Lay *lay, Report *report);
/* Plans and draws as `lay_compose` does, and packs nothing: for measuring. */
bool lay_draw_bands(const Lay *lay, const Image *sheet, const LayOptions *options, Arena *arena,
                    Report *report);

/* A picture's file in one piece. */
Bytes lay_picture_file(const LayPicture *picture, Arena *arena);

#endif
