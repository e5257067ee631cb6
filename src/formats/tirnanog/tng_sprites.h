/* Pictures of a game: sprites put together from their atlases. */
#ifndef OISIN_FORMATS_TIRNANOG_TNG_SPRITES_H
#define OISIN_FORMATS_TIRNANOG_TNG_SPRITES_H

#include "base/quota.h"
#include "formats/tirnanog/tng.h"
#include "image/image.h"

/* Names of directions (0-7, "so" to "se") and loop types ('o', 'f', 'l'). */
extern const char *const tng_direction_names[8];
extern const char tng_loop_letters[4];
/* A frame count of 1 to 32 as the letter that file names use: 0-9, A-V. */
char tng_frame_letter(unsigned count);

/* Whether the frame's cell lies inside the atlas, and the cell, as it will be
 * turned, inside the sprite. */
bool tng_frame_fits(const TngFrame *frame, const TngAnimation *animation, uint32_t atlas_w,
                    uint32_t atlas_h);

/* Draws a frame, margins and all, to (x, y) of `target`; false if it does not fit. */
bool tng_frame_draw(const TngFrame *frame, const TngAnimation *animation, const Image *atlas,
                    const Image *target, uint32_t x, uint32_t y);

/* Decoded atlases of a game, each read when it is first wanted. Entries that are the same bytes
 * of the file are one atlas, decoded once; all together may have TNG_ATLAS_PIXELS_MAX pixels.
 */
typedef struct TngAtlases {
    const TngFile *game;
    uint32_t *first; /* by index: the first entry of the same bytes, often the index itself */
    Image *images;   /* by such a first index; pixels NULL until read */
    size_t count;
    Quota pixels; /* not yet claimed */
    Arena *arena;
} TngAtlases;
TngAtlases tng_atlases(const TngFile *game, Arena *arena);
/* The image of any index; NULL and an error if there is none, or it cannot be read. */
const Image *tng_atlas(TngAtlases *atlases, size_t index, Report *report);
/* Reads all of them, in parallel. */
bool tng_atlases_read(TngAtlases *atlases, Report *report);
/* As `tng_atlases_read`, but no pixels are kept: for those who want to know whether all can be
 * read, and how large they are (`w` and `h` of the images). */
bool tng_atlases_measure(TngAtlases *atlases, Report *report);

/* All frames of a direction side by side, as in a project's picture. */
bool tng_strip(TngAtlases *atlases, const TngAnimation *animation, Image *out, Arena *arena,
               Report *report);

#endif
