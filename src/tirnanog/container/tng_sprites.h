/* Images of a game: sprites composed from their atlases. */
#ifndef OISIN_TIRNANOG_CONTAINER_TNG_SPRITES_H
#define OISIN_TIRNANOG_CONTAINER_TNG_SPRITES_H

#include "base/quota.h"
#include "tirnanog/container/tng.h"
#include "tirnanog/container/tng_sprite_names.h"
#include "base/image/image.h"

/* Whether the cell of the frame is inside the atlas, and the transformed cell inside the
 * sprite. */
bool tng_frame_fits(const TngFrame *frame, const TngAnimation *animation, uint32_t atlas_w,
                    uint32_t atlas_h);

/* Draws a frame including its margins to (x, y) of `target`; returns false if it does not fit.
 */
bool tng_frame_draw(const TngFrame *frame, const TngAnimation *animation, const Image *atlas,
                    const Image *target, uint32_t x, uint32_t y);

/* The decoded atlases of a game, each read on first use. Entries with the same bytes of the
 * file share one atlas, which is decoded once; all together may have TNG_ATLAS_PIXELS_MAX
 * pixels. */
typedef struct TngAtlases {
    const TngFile *game;
    uint32_t *first; /* by index: the first entry with the same bytes, usually the index itself
                      */
    Image *images;   /* by such a first index; pixels are NULL until read */
    size_t count;
    Quota pixels; /* remaining pixels */
    Arena *arena;
} TngAtlases;
TngAtlases tng_atlases(const TngFile *game, Arena *arena);
/* The image of an index; NULL and an error if the index is invalid or the atlas cannot be read.
 */
const Image *tng_atlas(TngAtlases *atlases, size_t index, Report *report);
/* Reads all of them, in parallel. */
bool tng_atlases_read(TngAtlases *atlases, Report *report);
/* Like `tng_atlases_read`, but discards the pixels: to check whether all atlases can be read,
 * and to get their sizes (`w` and `h` of the images). */
bool tng_atlases_measure(TngAtlases *atlases, Report *report);

/* All frames of a direction next to each other, as in the image of a project. */
bool tng_strip(TngAtlases *atlases, const TngAnimation *animation, Image *out, Arena *arena,
               Report *report);

#endif
