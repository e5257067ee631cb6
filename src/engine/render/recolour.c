/* Recoloured character options: the palettes sprite of a group has a row of colours for each
 * choice; its first row has the original colours. */
#include "base/hash.h"
#include "engine/render/render_internal.h"

/* Straight alpha: those colours of a row that the picture contains. */
static Pixel straight(Pixel pixel)
{
    const uint32_t a = PIXEL_A(pixel);
    if (!a || a == 255)
        return pixel;
    return PIXEL((PIXEL_R(pixel) * 255 + a / 2) / a, (PIXEL_G(pixel) * 255 + a / 2) / a,
                 (PIXEL_B(pixel) * 255 + a / 2) / a, a);
}

/* A colour of a palettes sprite; none in its transparent margins. */
static Pixel colour_at(const SpriteFrame *palettes, int32_t x, int32_t row)
{
    x -= palettes->left;
    row -= palettes->top;
    if (x < 0 || row < 0 || x >= (int32_t)palettes->image.w ||
        row >= (int32_t)palettes->image.h)
        return 0;
    return straight(*image_at(&palettes->image, (uint32_t)x, (uint32_t)row));
}

static Pixel recoloured(Pixel pixel, const SpriteFrame *palettes, int32_t row)
{
    const Pixel wanted = straight(pixel) & 0xFFFFFF;
    for (int32_t x = 0; x < palettes->w; x++) {
        const Pixel from = colour_at(palettes, x, 0);
        if (!PIXEL_A(from) || (from & 0xFFFFFF) != wanted)
            continue;
        const Pixel to = colour_at(palettes, x, row);
        return pixel_premultiplied((to & 0xFFFFFF) | (Pixel)PIXEL_A(pixel) << 24);
    }
    return pixel;
}

const SpriteFrame *picture_recoloured(Renderer *renderer, const SpriteFrame *picture,
                                      SpriteRef palettes, uint32_t row)
{
    const SpriteFrame *colours = row ? picture_of(&renderer->pictures, palettes, 0) : NULL;
    if (!picture || !colours || !picture->image.pixels || (int32_t)row >= colours->h)
        return picture;
    uint64_t key = hash_mix((uint64_t)(uintptr_t)picture, (uint64_t)row << 32 | palettes.index);
    key = hash_mix(key, palettes.category);
    void **known = number_map_put(&renderer->coloured, key | 1);
    if (*known)
        return *known;
    SpriteFrame *copy = ARENA_ALLOC(renderer->arena, SpriteFrame, 1);
    *copy = *picture;
    copy->image = image_new(picture->image.w, picture->image.h, renderer->arena);
    for (uint32_t y = 0; y < copy->image.h; y++)
        for (uint32_t x = 0; x < copy->image.w; x++)
            *image_at(&copy->image, x, y) =
                recoloured(*image_at(&picture->image, x, y), colours, (int32_t)row);
    *known = copy;
    return copy;
}
