/* Full pictures of a character into a sprite layout and its sheet, by the rule of
 * the genuine packer (specs/lay.md, Writer): what all pictures share is the base,
 * what the mouths of a face share is its sub, the rest are deps, and cells of equal
 * content are stored once.
 *
 *     LayPacker *packer = lay_packer_new(w, h, origin_x, origin_y, arena);
 *     lay_packer_add(packer, &picture, report)   ... faces in order, mouths in order, overlays
 *     lay_packer_finish(packer, LAY_A, &lay, &sheet, arena, report)
 *
 * Pictures are looked at one after the other; only their cells are kept. Converting
 * the result gives the same pixels, except that the colour of fully transparent ones
 * is forgotten. Where the rule would lose a picture because it equals another one, an
 * entry without chunks keeps it. */
#ifndef OISIN_CONVERT_LAY_PACK_H
#define OISIN_CONVERT_LAY_PACK_H

#include "base/report.h"
#include "formats/mages/lay.h"
#include "image/image.h"

enum {
    LAY_SHEET_COLUMNS = 64, /* cells; 2048 pixels */
    LAY_SHEET_ROWS = 512,   /* at most: 16384 pixels, what a PNG of ours can have */
};

typedef struct LayPacker LayPacker;

typedef struct LayFull {
    Text name;                 /* for messages */
    uint32_t face, mouth, eye; /* face 0, and no mouths: a character without faces */
    bool overlay;              /* then `face` is its number */
    Image image;
    int32_t x, y; /* where it lies on the canvas */
} LayFull;

/* The canvas, at most 16384 a side, and where the centre of the screen is on it. */
LayPacker *lay_packer_new(uint32_t w, uint32_t h, int32_t origin_x, int32_t origin_y,
                          Arena *arena);

/* Takes a picture's cells. False and a report: it leaves the canvas, its numbers do not
 * fit a layout (face 65535, mouth and overlay 255; with eyes 3 * eye + mouth 255 and mouth
 * 2), it was there before, or there are more cells than a sheet has. */
bool lay_packer_add(LayPacker *packer, const LayFull *picture, Report *report);

/* The layout in a flavour (`lay->zlib` is left to the caller) with opaque flags as its
 * tail, and the sheet. C can address 4096 cells only. */
bool lay_packer_finish(LayPacker *packer, LayFlavour flavour, Lay *out, Image *sheet,
                       Arena *arena, Report *report);

#endif
