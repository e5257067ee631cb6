/* The pictures of a game, cut out of its atlases when they are first wanted.
 *
 * Atlases are premultiplied once and stay in memory; a picture is a view on
 * its atlas unless it must be turned. What is missing or damaged is reported
 * once and becomes a visible placeholder. One thread at a time; pictures that
 * were fetched may be read by many. */
#ifndef OISIN_RENDER_PICTURES_H
#define OISIN_RENDER_PICTURES_H

#include "engine/content.h"
#include "formats/tirnanog/tng_sprites.h"
#include "render/blit.h"

typedef struct Picture {
    Image image;       /* premultiplied; what is left without the margins */
    int32_t left, top; /* of the image within the whole frame */
    int32_t w, h;      /* of the whole frame */
    Opacity opacity;
    const Runs *runs; /* NULL for none */
} Picture;

enum { PICTURE_CATEGORIES = 5 };

typedef struct Pictures {
    Content *content;
    TngAtlases atlases;
    bool *ready;                                     /* atlases that are premultiplied */
    struct SpriteStrips **known[PICTURE_CATEGORIES]; /* by sprite; NULL: not asked for yet */
    size_t known_count[PICTURE_CATEGORIES];
    Arena *arena;
    Report *report;
} Pictures;

Pictures pictures_of(Content *content, Arena *arena, Report *report);

/* The picture of a sprite (category 0 to 4), `age` ticks after its animation
 * began; NULL for none (index 65535, or no such sprite). */
const Picture *picture_at(Pictures *pictures, unsigned category, uint32_t index,
                          unsigned direction, uint32_t age);
static inline const Picture *picture_of(Pictures *pictures, SpriteRef sprite, uint32_t age)
{
    return picture_at(pictures, sprite.category, sprite.index, 0, age);
}
/* Which frame is shown `age` ticks after the start. */
uint32_t animation_frame(const Content *content, const TngAnimation *animation, uint32_t age);

/* (x, y) is the whole frame's top left corner. */
void picture_draw(const Image *target, int32_t x, int32_t y, const Picture *picture);

#endif
