/* A sprite's frames are cut when they are first drawn. `strips_of` returns them from the cache
 * or makes them from the record and its atlas; backgrounds are separate image files without an
 * atlas. */
#include "engine/render/sprite_frames.h"

#include "base/image/atlas.h"
#include "base/image/png.h"

enum { BACKGROUNDS = 4 }; /* the category whose images are separate files */

/* The frames of one direction. */
typedef struct Strip {
    const TngAnimation *animation;
    SpriteFrame *frames; /* image.pixels is NULL until it is fetched; see `done` */
    bool *done;
} Strip;

typedef struct SpriteStrips {
    const TngSprite *sprite;
    Strip strips[8];   /* by requested direction */
    SpriteFrame whole; /* a background */
    bool background;
} SpriteStrips;

Pictures pictures_of(Content *content, Arena *arena, Report *report)
{
    Pictures pictures = {.content = content, .arena = arena, .report = report};
    pictures.atlases = tng_atlases(content->game, arena);
    pictures.ready = ARENA_ALLOC(arena, bool, pictures.atlases.count + 1);
    for (unsigned i = 0; i < PICTURE_CATEGORIES; i++) {
        pictures.known_count[i] =
            content_count(content, i == BACKGROUNDS ? SECTION_BACKS : SECTION_UI + i);
        pictures.known[i] = ARENA_ALLOC(arena, SpriteStrips *, pictures.known_count[i] + 1);
    }
    return pictures;
}

static const Image *atlas_of(Pictures *pictures, uint32_t index)
{
    if (index >= pictures->atlases.count)
        return NULL;
    index = pictures->atlases.first[index];
    Image *image = &pictures->atlases.images[index];
    if (pictures->ready[index])
        return image->pixels ? image : NULL;
    pictures->ready[index] = true; /* a damaged one is reported once */
    Report about =
        report_child(pictures->report, arena_format(pictures->arena, "atlas %u", index));
    if (!tng_atlas(&pictures->atlases, index, &about))
        return NULL;
    image_premultiply(image);
    return image;
}

/* A conspicuous checkerboard; its size is limited, because the record may be damaged. */
static SpriteFrame placeholder(Pictures *pictures, int32_t w, int32_t h)
{
    enum { SIDE_MAX = 256 };
    w = w < 1 ? 16 : w < SIDE_MAX ? w : SIDE_MAX;
    h = h < 1 ? 16 : h < SIDE_MAX ? h : SIDE_MAX;
    SpriteFrame picture = {.image = image_new((uint32_t)w, (uint32_t)h, pictures->arena),
                           .w = w,
                           .h = h,
                           .opacity = PICTURE_OPAQUE};
    for (int32_t y = 0; y < h; y++)
        for (int32_t x = 0; x < w; x++)
            *image_at(&picture.image, (uint32_t)x, (uint32_t)y) =
                (x ^ y) & 4 ? PIXEL(255, 0, 255, 255) : PIXEL(0, 0, 0, 255);
    return picture;
}

static SpriteFrame cut(Pictures *pictures, const TngAnimation *animation, const TngFrame *frame)
{
    SpriteFrame picture = {
        .left = frame->left, .top = frame->top, .w = animation->w, .h = animation->h};
    if (!frame->w || !frame->h)
        return picture;
    const Image *atlas = atlas_of(pictures, frame->atlas & 0xFFF);
    if (!atlas || !tng_frame_fits(frame, animation, atlas->w, atlas->h))
        return placeholder(pictures, animation->w, animation->h);
    const unsigned operation = frame->atlas >> 12;
    picture.image = image_part(atlas, frame->x, frame->y, frame->w, frame->h);
    if (operation != ATLAS_COPY)
        picture.image =
            image_turned(&picture.image, atlas_way((AtlasOperation)operation), pictures->arena);
    picture.opacity = image_opacity(&picture.image);
    if (picture.opacity == PICTURE_MIXED)
        picture.runs = image_runs(&picture.image, pictures->arena);
    return picture;
}

static SpriteStrips *background(Pictures *pictures, uint32_t index)
{
    const TngSection *section = tng_section(pictures->content->game, SECTION_BACKS);
    if (!section || index >= section->count)
        return NULL;
    SpriteStrips *strips = ARENA_ALLOC(pictures->arena, SpriteStrips, 1);
    strips->background = true;
    Image image;
    const Text name = tng_string(pictures->content->game,
                                 content_name(pictures->content, SECTION_BACKS, index));
    Report about =
        report_child(pictures->report,
                     arena_format(pictures->arena, "background %.*s", (int)name.size, name.at));
    const bool ok =
        png_read(section->entries[index].stored, &image, NULL, pictures->arena, &about);
    if (ok) {
        image_premultiply(&image);
        strips->whole = (SpriteFrame){.image = image,
                                      .w = (int32_t)image.w,
                                      .h = (int32_t)image.h,
                                      .opacity = image_opacity(&image)};
    } else {
        strips->whole = placeholder(pictures, 0, 0);
    }
    return strips;
}

/* Represents a missing sprite. */
static SpriteStrips nothing; /* never modified */

static SpriteStrips *make_strips(Pictures *pictures, unsigned category, uint32_t index)
{
    if (category == BACKGROUNDS)
        return background(pictures, index);
    const TngSprite *sprite = content_sprite(pictures->content, category, index);
    if (!sprite || !sprite->directions_count)
        return NULL;
    SpriteStrips *strips = ARENA_ALLOC(pictures->arena, SpriteStrips, 1);
    strips->sprite = sprite;
    return strips;
}

static SpriteStrips *strips_of(Pictures *pictures, unsigned category, uint32_t index)
{
    if (index >= pictures->known_count[category])
        return NULL;
    SpriteStrips **known = &pictures->known[category][index];
    if (!*known) {
        SpriteStrips *strips = make_strips(pictures, category, index);
        *known = strips ? strips : &nothing;
    }
    return *known == &nothing ? NULL : *known;
}

uint32_t animation_frame(const Content *content, const TngAnimation *animation, uint32_t age)
{
    const uint32_t count = animation->frame_count;
    if (count < 2)
        return 0;
    const uint32_t at = age / content->picture_ticks;
    switch (animation->type >> 6) {
    case 0: /* once */
        return at < count ? at : count - 1;
    case 1: { /* back and forth */
        const uint32_t phase = at % (2 * count - 2);
        return phase < count ? phase : 2 * count - 2 - phase;
    }
    }
    return at % count;
}

const SpriteFrame *picture_at(Pictures *pictures, unsigned category, uint32_t index,
                              unsigned direction, uint32_t age)
{
    if (index == TNG_NO_SPRITE || category >= PICTURE_CATEGORIES)
        return NULL;
    SpriteStrips *strips = strips_of(pictures, category, index);
    if (!strips)
        return NULL;
    if (strips->background)
        return &strips->whole;
    Strip *strip = &strips->strips[direction & 7];
    if (!strip->animation) {
        strip->animation = sprite_direction(strips->sprite, direction & 7);
        strip->frames =
            ARENA_ALLOC(pictures->arena, SpriteFrame, strip->animation->frame_count + 1u);
        strip->done = ARENA_ALLOC(pictures->arena, bool, strip->animation->frame_count + 1u);
    }
    if (!strip->animation->frame_count)
        return NULL;
    const uint32_t frame_index = animation_frame(pictures->content, strip->animation, age);
    if (!strip->done[frame_index]) {
        strip->frames[frame_index] =
            cut(pictures, strip->animation, &strip->animation->frames[frame_index]);
        strip->done[frame_index] = true;
    }
    return &strip->frames[frame_index];
}

void picture_draw(const Image *target, int32_t x, int32_t y, const SpriteFrame *picture)
{
    if (picture && picture->runs)
        blit_runs(target, x + picture->left, y + picture->top, &picture->image, picture->runs);
    else if (picture)
        blit(target, x + picture->left, y + picture->top, &picture->image, picture->opacity);
}

static bool is_broader(int32_t w, int32_t h, int32_t space_w, int32_t space_h)
{
    return (int64_t)w * space_h > (int64_t)h * space_w;
}

Scale scale_to_fit(int32_t w, int32_t h, int32_t space_w, int32_t space_h)
{
    return is_broader(w, h, space_w, space_h) ? (Scale){space_w, w} : (Scale){space_h, h};
}

Scale scale_to_cover(int32_t w, int32_t h, int32_t space_w, int32_t space_h)
{
    return is_broader(space_w, space_h, w, h) ? (Scale){space_w, w} : (Scale){space_h, h};
}

void picture_draw_scaled(const Image *target, int32_t x, int32_t y, const SpriteFrame *picture,
                         Scale scale, unsigned alpha)
{
    if (picture->opacity == PICTURE_EMPTY)
        return;
    const Rect to = {x + scaled(picture->left, scale), y + scaled(picture->top, scale),
                     scaled(picture->image.w, scale), scaled(picture->image.h, scale)};
    blit_scaled(target, to, &picture->image, alpha);
}
