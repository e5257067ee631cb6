/* Images of an arena's memory at several moments, each of which can be restored.
 *
 * The idea. A structure that is built in one arena, and in nothing else, can be set back to an
 * earlier moment by copying the arena's memory back to the same addresses. The pointers in it
 * are then valid as well, so no code for the single structs is needed, and nothing of them can
 * be forgotten. Pointers into the arena from outside are valid only if they point to what
 * existed at that moment.
 *
 * How it is stored. The memory of one image is kept in full (the mirror). For every other image
 * only the difference to the image before is stored: the exclusive or of both, compressed,
 * without what did not change. Applying it to the older image gives the newer one, and the
 * other way round, so the mirror can be moved along the list in both directions. To shorten long
 * ways, some images are stored as a whole, too.
 *
 * The images form one line of development: the arena's memory must follow from the newest
 * image, or from an older one that was restored; in the second case `arena_images_truncate`
 * must remove the images after it before one is added. Blocks of memory that the arena got
 * after a restored image stay allocated as long as an image needs them. The arena must not own
 * resources other than memory, must not be reset, and must not adopt another one. */
#ifndef OISIN_BASE_ARENA_IMAGE_H
#define OISIN_BASE_ARENA_IMAGE_H

#include "base/arena.h"

typedef struct ArenaImages ArenaImages;

ArenaImages *arena_images_new(Arena *arena);
/* The arena keeps its current memory. */
void arena_images_free(ArenaImages *images);

/* Adds an image of the current memory as the newest one. */
void arena_images_add(ArenaImages *images);
size_t arena_images_count(const ArenaImages *images);
/* Sets the arena back to an image, from 0, the oldest. */
void arena_images_restore(ArenaImages *images, size_t index);

/* Removes one image; neither the first nor the last one. */
void arena_images_remove(ArenaImages *images, size_t index);
/* Removes the oldest one of several images. */
void arena_images_remove_first(ArenaImages *images);
/* Keeps the first `count` images, at least one. The memory of the arena must follow from one of
 * them. */
void arena_images_truncate(ArenaImages *images, size_t count);

/* Frees the mirror until the next call, which needs another one: for an arena that is not used
 * for a while. Its memory is set to one of the images. */
void arena_images_rest(ArenaImages *images);

/* Bytes that the images take, at most; while they rest, with the memory of the arena itself,
 * which then takes the place of the mirror: the size does not change when they are restored. */
size_t arena_images_size(const ArenaImages *images);

#endif
