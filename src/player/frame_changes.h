/* Which parts of a frame differ from the frame that the window shows: only these are sent to
 * the screen, and none if nothing has changed. */
#ifndef OISIN_PLAYER_FRAME_CHANGES_H
#define OISIN_PLAYER_FRAME_CHANGES_H

#include "base/image/image.h"

/* Of lines; with more, a change in two corners would send all that is between them. */
enum { FRAME_BAND = 32, FRAME_AREAS_MAX = 68 /* bands of FIT_MAX_H lines */ };

/* At most one rectangle for each band, from its first changed column to its last one; bands
 * that changed as a whole become one rectangle. Both images have the same size, at most
 * FRAME_BAND * FRAME_AREAS_MAX lines. Returns their number. */
size_t frame_changes(const Image *before, const Image *now, Rect out[FRAME_AREAS_MAX]);

#endif
