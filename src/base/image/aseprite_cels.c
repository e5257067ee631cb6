/* The pixels of a cel, decoded row by row: RGBA, greyscale or indexed, plain or compressed, or
 * a tilemap. All pixels are charged to one limit for the file before they are decompressed,
 * because linked cels and large tilemaps make much work of few bytes. */
#include "base/image/aseprite_internal.h"

#include "base/deflate.h"
#include "base/image/picture.h"
#include "base/image/png.h"

/* A byte of a deflate stream becomes at most this many. */
enum { DEFLATE_RATIO_MAX = 1032 };

bool aseprite_work(Aseprite *aseprite, uint64_t pixels, Report *report)
{
    aseprite->work += pixels;
    return aseprite->work <= ASEPRITE_WORK_MAX ||
           report_error(report, "the layers are too large; they may have %d pixels together",
                        ASEPRITE_WORK_MAX);
}

static bool decompress(Bytes data, uint64_t size, const AsepriteLayer *layer, Bytes *out,
                       Arena *arena, Report *report)
{
    Inflated inflated = {.problem = "the data end too early"};
    if (size / DEFLATE_RATIO_MAX <= data.size)
        inflated = inflate_bytes(data, WRAPPING_ZLIB, (size_t)size, (size_t)size, arena);
    if (!inflated.problem && inflated.bytes.size < size)
        inflated.problem = "the data end too early";
    *out = inflated.bytes;
    return !inflated.problem ||
           report_error(report, "the pixels of layer \"%.*s\" cannot be decompressed: %s",
                        (int)layer->name.size, layer->name.at, inflated.problem);
}

static const AsepriteTileset *tileset_find(const Aseprite *aseprite, const AsepriteLayer *layer,
                                           Report *report)
{
    for (size_t i = 0; i < aseprite->tileset_count; i++) {
        const AsepriteTileset *tileset = &aseprite->tilesets[i];
        if (tileset->id != layer->tileset)
            continue;
        if (!tileset->external)
            return tileset;
        report_error(report, "the tileset \"%.*s\" is in another file; embed it",
                     (int)tileset->name.size, tileset->name.at);
        return NULL;
    }
    report_error(report, "layer \"%.*s\" has tileset %u, which does not exist",
                 (int)layer->name.size, layer->name.at, layer->tileset);
    return NULL;
}

static bool tilemap_open(Aseprite *aseprite, AsepritePixels *out, Arena *arena, Report *report)
{
    const AsepriteCel *cel = out->cel;
    const AsepriteTileset *tileset = tileset_find(aseprite, out->layer, report);
    Bytes tiles;
    if (!tileset)
        return false;
    const uint64_t count = (uint64_t)tileset->w * tileset->h * tileset->count;
    if (!tileset->w || !tileset->h || !tileset->count || count > PNG_PIXELS_MAX)
        return report_error(report, "tileset \"%.*s\" has %u tiles of %u x %u pixels",
                            (int)tileset->name.size, tileset->name.at, tileset->count,
                            tileset->w, tileset->h);
    out->tileset = tileset;
    out->w = cel->w * tileset->w;
    out->h = cel->h * tileset->h;
    if (!picture_size_check(out->w, out->h, report) ||
        !aseprite_work(aseprite, count + (uint64_t)out->w * out->h, report) ||
        !decompress(cel->data, (uint64_t)cel->w * cel->h * 4, out->layer, &tiles, arena,
                    report))
        return false;
    out->tiles = tiles.data;
    return decompress(tileset->data, count * (aseprite->bits / 8), out->layer, &out->bytes,
                      arena, report);
}

bool aseprite_pixels_open(Aseprite *aseprite, const AsepriteFrame *frame,
                          const AsepriteLayer *layer, const AsepriteCel *cel,
                          AsepritePixels *out, Arena *arena, Report *report)
{
    *out = (AsepritePixels){.aseprite = aseprite,
                            .frame = frame,
                            .layer = layer,
                            .cel = cel,
                            .w = cel->w,
                            .h = cel->h};
    if (!cel->w || !cel->h) {
        out->w = out->h = 0;
        return true;
    }
    if ((cel->kind == CEL_TILEMAP) != (layer->kind == LAYER_TILEMAP))
        return report_error(report, "layer \"%.*s\" has a cel of another kind",
                            (int)layer->name.size, layer->name.at);
    if (cel->kind == CEL_TILEMAP)
        return tilemap_open(aseprite, out, arena, report);
    const uint64_t count = (uint64_t)cel->w * cel->h, size = count * (aseprite->bits / 8);
    if (!picture_size_check(cel->w, cel->h, report) || !aseprite_work(aseprite, count, report))
        return false;
    if (cel->kind == CEL_COMPRESSED)
        return decompress(cel->data, size, layer, &out->bytes, arena, report);
    out->bytes = cel->data;
    return cel->data.size >= size ||
           report_error(report, "layer \"%.*s\" has %zu bytes of pixels; expected %llu",
                        (int)layer->name.size, layer->name.at, cel->data.size,
                        (unsigned long long)size);
}

/* The pixel at an index of `bytes`. */
static inline bool pixel_at(const AsepritePixels *pixels, size_t index, Pixel *out)
{
    const uint8_t *bytes = pixels->bytes.data;
    switch (pixels->aseprite->bits) {
    case 32:
        bytes += index * 4;
        *out = PIXEL(bytes[0], bytes[1], bytes[2], bytes[3]);
        return true;
    case 16:
        bytes += index * 2;
        *out = PIXEL(bytes[0], bytes[0], bytes[0], bytes[1]);
        return true;
    default:
        if (bytes[index] == pixels->aseprite->transparent && !pixels->layer->background)
            *out = 0;
        else if (bytes[index] < pixels->frame->colour_count)
            *out = pixels->frame->colours[bytes[index]];
        else
            return false;
        return true;
    }
}

/* The index of the pixel of a tilemap in the pixels of all tiles; SIZE_MAX: empty. */
static bool tile_pixel(const AsepritePixels *pixels, uint32_t x, uint32_t y, size_t *out,
                       Report *report)
{
    const AsepriteTileset *set = pixels->tileset;
    const AsepriteCel *cel = pixels->cel;
    const size_t at = (size_t)(y / set->h) * cel->w + x / set->w;
    const uint32_t tile = (uint32_t)uint_of(pixels->tiles + at * 4, 4, false);
    const uint32_t id = tile & cel->id_mask;
    uint32_t inside_x = x % set->w, inside_y = y % set->h;
    *out = SIZE_MAX;
    if (set->empty_is_zero ? !id : tile == UINT32_MAX)
        return true;
    if (id >= set->count)
        return report_error(report, "layer \"%.*s\" has tile %u of %u",
                            (int)pixels->layer->name.size, pixels->layer->name.at, id,
                            set->count);
    if (tile & cel->diagonal_mask)
        return report_cause(report, CAUSE_UNSUPPORTED,
                            "layer \"%.*s\" has a rotated tile; that is not supported",
                            (int)pixels->layer->name.size, pixels->layer->name.at);
    if (tile & cel->x_mask)
        inside_x = set->w - 1 - inside_x;
    if (tile & cel->y_mask)
        inside_y = set->h - 1 - inside_y;
    *out = ((size_t)id * set->h + inside_y) * set->w + inside_x;
    return true;
}

bool aseprite_pixels_row(const AsepritePixels *pixels, uint32_t y, uint32_t from, uint32_t end,
                         Pixel *out, Report *report)
{
    for (uint32_t x = from; x < end; x++) {
        size_t index = (size_t)y * pixels->w + x;
        if (pixels->tileset && !tile_pixel(pixels, x, y, &index, report))
            return false;
        out[x - from] = 0;
        if (index != SIZE_MAX && !pixel_at(pixels, index, &out[x - from]))
            return report_error(report, "colour %u is not in the palette of %u",
                                pixels->bytes.data[index], pixels->frame->colour_count);
    }
    return true;
}
