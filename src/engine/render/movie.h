/* Decodes the movies of a game to images: Ogg Theora, 4:2:0.
 *
 * The frame depends on the time only, not on previous calls. Moving forward continues
 * decoding; moving back, or wrapping a loop, restarts at the beginning or at a key frame.
 * YUV is converted to RGB according to ITU-R BT.601 (16 to 235), with integers, so that
 * the result is the same on every machine.
 *
 * A damaged movie is reported once; a checkerboard replaces it, or those of its frames
 * that cannot be decoded. */
#ifndef OISIN_ENGINE_RENDER_MOVIE_H
#define OISIN_ENGINE_RENDER_MOVIE_H

#include "tirnanog/container/tng.h"
#include "base/image/image.h"

enum { MOVIES_OPEN = 2 }; /* maximum open decoders; each holds a few frames */

typedef struct Movies Movies;

/* Game and report must outlive the result. */
Movies *movies_new(const TngFile *game, Arena *arena, Report *report);
void movies_free(Movies *movies);

/* Length in 1/100 s; 0: the movie is missing or damaged. */
uint32_t movie_length(Movies *movies, uint32_t name);

/* The frame at a time after the start, in 1/100 s: opaque, valid until the next call. After
 * its end, a movie restarts if it `loops`; otherwise the last frame remains. NULL if the
 * game has no movie of this name (a string offset). */
const Image *movie_frame(Movies *movies, uint32_t name, uint32_t centiseconds, bool loops);

/* Draws the frame scaled to the target with bilinear filtering, keeping its aspect ratio.
 * `whole`: all of it, with black bars; else it covers the target. */
void movie_draw(const Image *target, const Image *frame, bool whole, Arena *scratch);

#endif
