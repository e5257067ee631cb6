/* The movies of a game as pictures: Ogg Theora, 4:2:0.
 *
 * Which frame is shown follows from the time alone, not from what was shown before. Going
 * on decodes on; going back, or around a loop, begins anew at the start or at a key frame.
 * YUV becomes RGB as ITU-R BT.601 says for 16 to 235, in integers, the same everywhere.
 *
 * A movie that is damaged is reported once; a checkerboard stands for it, or for those of
 * its frames that cannot be decoded. */
#ifndef OISIN_RENDER_MOVIE_H
#define OISIN_RENDER_MOVIE_H

#include "formats/tirnanog/tng.h"
#include "image/image.h"

enum { MOVIES_OPEN = 2 }; /* decoders at once; each holds a few frames */

typedef struct Movies Movies;

/* Game and report must live as long. */
Movies *movies_new(const TngFile *game, Arena *arena, Report *report);
void movies_free(Movies *movies);

/* How long it is, 1/100 s; 0: there is no such movie, or it is damaged. */
uint32_t movie_length(Movies *movies, uint32_t name);

/* What is seen so many 1/100 s after the start: opaque, valid until the next call. Behind
 * its end a movie begins again if it `loops`, else its last frame stays. NULL if the game
 * has no movie of this name (a string's offset). */
const Image *movie_frame(Movies *movies, uint32_t name, uint32_t hsec, bool loops);

/* Stretched over a target in its own shape, between pixels bilinear: all of it and black
 * bars if it is to be seen whole, else so large that it covers the target. */
void movie_draw(const Image *target, const Image *frame, bool whole, Arena *scratch);

#endif
