/* Packs full images of a character into a sprite layout and its sheet, by the rule of the
 * original packer (specs/lay.md, Writer): the content that all images share is the base, the
 * content that the mouths of a face share is its sub, the rest are deps; cells with equal
 * content are stored once.
 *
 *     LayPacker *packer = lay_packer_new(w, h, origin_x, origin_y, arena);
 *     lay_packer_add(packer, &picture, report)   ... faces in order, mouths in order, overlays
 *     lay_packer_finish(packer, LAY_A, &lay, &sheet, arena, report)
 *
 * Images are processed one after the other; only their cells are kept. Converting the result
 * yields the same pixels, except that the colour of fully transparent ones is lost. Where the
 * rule would lose an image because it equals another one, an entry without chunks preserves it.
 */
#ifndef OISIN_MAGES_SPRITES_LAY_PACK_H
#define OISIN_MAGES_SPRITES_LAY_PACK_H

#include "base/report.h"
#include "mages/sprites/lay.h"
#include "base/image/image.h"

enum {
    LAY_SHEET_COLUMNS = 64, /* in cells; 2048 pixels */
    LAY_SHEET_ROWS = 512,   /* maximum: 16384 pixels, the limit of our PNG writer */
};

typedef struct LayPacker LayPacker;

typedef struct LayFull {
    Text name;                 /* used in messages */
    uint32_t face, mouth, eye; /* a character without faces: face 0 and no mouths */
    bool overlay;              /* `face` is the number of an overlay */
    Image image;
    int32_t x, y; /* position on the canvas */
} LayFull;

/* The canvas, at most 16384 pixels per side, and the position of the screen's centre on it. */
LayPacker *lay_packer_new(uint32_t w, uint32_t h, int32_t origin_x, int32_t origin_y,
                          Arena *arena);

/* Eyes and mouths become separate entries instead of one for each pair: sprites of triangles
 * (.mvl) have no pairs. Call it before `lay_packer_finish`, which then fails if the eyes and
 * the mouths of a face change the same cell, or if an image is not composed of both. */
void lay_packer_separate(LayPacker *packer);

/* The right and bottom edge of the canvas, in pixels from the screen's centre. */
void lay_packer_edges(const LayPacker *packer, int32_t *right, int32_t *bottom);

/* Adds the cells of an image. Fails with a report if the image exceeds the canvas, its numbers
 * do not fit a layout (maximum: face 65535, mouth and overlay 255; with eyes 3 * eye + mouth
 * 255 and mouth 2), it was added before, or there are more cells than a sheet can have. */
bool lay_packer_add(LayPacker *packer, const LayFull *picture, Report *report);

/* Returns the layout in a flavour, with opaque flags as its tail, and the sheet. The caller
 * sets `lay->zlib`. Flavour C supports only 4096 cells. */
bool lay_packer_finish(LayPacker *packer, LayFlavour flavour, Lay *out, Image *sheet,
                       Arena *arena, Report *report);

#endif
