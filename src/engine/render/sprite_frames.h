/* The frames of a game's sprites, cut from its atlases on first use.
 *
 * Atlases are premultiplied once and stay in memory; a picture is a view into its atlas,
 * unless it must be rotated. Missing or damaged sprites are reported once and replaced by
 * a visible placeholder. Fetching is not thread-safe; many threads may read pictures that
 * were fetched. */
#ifndef OISIN_ENGINE_RENDER_SPRITE_FRAMES_H
#define OISIN_ENGINE_RENDER_SPRITE_FRAMES_H

#include "engine/state/content.h"
#include "tirnanog/container/tng_sprites.h"
#include "engine/render/blit.h"

typedef struct SpriteFrame {
    Image image;       /* premultiplied; without transparent margins */
    int32_t left, top; /* of the image within the whole frame */
    int32_t w, h;      /* of the whole frame */
    Opacity opacity;
    const Runs *runs; /* or NULL */
} SpriteFrame;

enum { PICTURE_CATEGORIES = 5 };

typedef struct Pictures {
    Content *content;
    TngAtlases atlases;
    bool *ready;                                     /* atlases that are premultiplied */
    struct SpriteStrips **known[PICTURE_CATEGORIES]; /* by sprite; NULL: not fetched yet */
    size_t known_count[PICTURE_CATEGORIES];
    Arena *arena;
    Report *report;
} Pictures;

Pictures pictures_of(Content *content, Arena *arena, Report *report);

/* The frame of a sprite (category 0 to 4), `age` ticks after its animation started; NULL:
 * none (index 65535, or no such sprite). */
const SpriteFrame *picture_at(Pictures *pictures, unsigned category, uint32_t index,
                              unsigned direction, uint32_t age);
static inline const SpriteFrame *picture_of(Pictures *pictures, SpriteRef sprite, uint32_t age)
{
    return picture_at(pictures, sprite.category, sprite.index, 0, age);
}
/* The index of the frame `age` ticks after the start. */
uint32_t animation_frame(const Content *content, const TngAnimation *animation, uint32_t age);

/* (x, y) is the whole frame's top left corner. */
void picture_draw(const Image *target, int32_t x, int32_t y, const SpriteFrame *picture);

/* A factor, as a fraction: the same one for the parts of a whole, which then fit each other.
 * `from` > 0. */
typedef struct Scale {
    int32_t to, from;
} Scale;

static inline int32_t scaled(int64_t length, Scale scale)
{
    return (int32_t)(length * scale.to / scale.from);
}
/* w x h just fits into the space, w, h > 0: it is as wide or as high, and no larger. */
Scale scale_to_fit(int32_t w, int32_t h, int32_t space_w, int32_t space_h);
/* It just covers the space. */
Scale scale_to_cover(int32_t w, int32_t h, int32_t space_w, int32_t space_h);
/* As picture_draw: (x, y) is the whole frame's top left corner, after scaling. */
void picture_draw_scaled(const Image *target, int32_t x, int32_t y, const SpriteFrame *picture,
                         Scale scale, unsigned alpha);

#endif
