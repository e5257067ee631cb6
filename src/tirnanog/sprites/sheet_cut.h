/* Layouts (.lyt): describe how a sprite sheet is cut into a project's images.
 *
 * Source: seeds/proj_format.txt (Layout Files). Rules that it leaves open:
 * - A block (x,y) is column x and row y of the grid, both from 0; (x1,y1,x2,y2) names
 *   its first and last block, both included. (The two examples in the source contradict
 *   its own syntax line; we follow the syntax line.)
 * - `vpad` is the gap between two rows, `hpad` that between two columns. Gaps are
 *   never part of an image: the blocks of one frame are joined without them.
 * - A sprite line without blocks causes a warning and has no result. */
#ifndef OISIN_TIRNANOG_SPRITES_SHEET_CUT_H
#define OISIN_TIRNANOG_SPRITES_SHEET_CUT_H

#include "base/report.h"
#include "base/stream.h"
#include "base/image/image.h"

enum { SHEET_FRAMES_MAX = 32, SHEET_NUMBER_MAX = 16384 /* PNG_SIDE_MAX */ };

typedef struct SheetBlock {
    uint16_t x1, y1, x2, y2; /* x1 <= x2, y1 <= y2 */
    uint32_t column;         /* position in its line; for messages */
} SheetBlock;

typedef struct SheetSprite {
    uint8_t direction; /* 0-7, tng_direction_names */
    char loop;         /* 'o', 'f', 'l' */
    Text suffix;       /* letters, digits, `_` and `.`; empty: none */
    SheetBlock *blocks;
    size_t block_count; /* 0 to SHEET_FRAMES_MAX */
    uint32_t line;
} SheetSprite;

typedef struct SheetLayout {
    uint16_t w, h;       /* of a block, 1 or more */
    uint16_t left, top;  /* of the first block */
    uint16_t vpad, hpad; /* pixels between rows, between columns */
    Text category;       /* "ui", "tiles", "chars", "portraits", "backs", or empty */
    SheetSprite *sprites;
    size_t sprite_count;
} SheetLayout;

/* Texts are slices of `file`. Continues after an error in a line; returns false if there was
 * one. */
bool sheet_layout_read(Text file, SheetLayout *out, Arena *arena, Report *report);

/* The page about layouts, in Markdown, of the reference of projects
 * (tirnanog/sheets/reference.h). */
void sheet_layout_describe(Writer *out);
extern const char sheet_layout_example[];

/* Formats a layout with CRLF; reading it returns the same layout. */
Text sheet_layout_write(const SheetLayout *layout, Arena *arena);

typedef struct SheetPicture {
    Text path;   /* "tiles/NAME_SUFFIX_sol3.png"; for category "-" without the folder */
    Image image; /* the frames side by side */
} SheetPicture;

typedef struct SheetPictures {
    SheetPicture *items;
    size_t count;
} SheetPictures;

/* Whether a text can be the first part of the names of sprites; otherwise reports it. */
bool sheet_name_ok(Text name, Report *report);

/* Cuts all sprites; `name` is the first part of their names, of letters, digits, `_` and `.`. A
 * block outside the sheet, frames of different sizes, a duplicate name, and images of more than
 * PNG_PIXELS_MAX pixels in total are errors. */
bool sheet_cut(const SheetLayout *layout, const Image *sheet, Text name, SheetPictures *out,
               Arena *arena, Report *report);

#endif
