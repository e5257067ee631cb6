/* Tiles: squares of 64 x 64 pixels, smaller at the right and lower edges. */
#include "base/image/xcf_internal.h"

#include "base/deflate.h"

typedef struct Tile {
    size_t at; /* in the file */
    uint32_t column, row;
    size_t pixel_count, size; /* bytes */
} Tile;

static bool tile_short(const XcfFile *xcf, const Tile *tile)
{
    return report_error(xcf->report, "at byte %zu: the tile at column %u, row %u is incomplete",
                        tile->at, tile->column, tile->row);
}

/* Each byte of the pixels has its own sequence of runs. */
static bool tile_unpack_rle(const XcfFile *xcf, const Tile *tile, uint8_t *out)
{
    const size_t step = tile->size / tile->pixel_count;
    const uint8_t *at = xcf->bytes.data + tile->at, *end = xcf->bytes.data + xcf->bytes.size;
    for (size_t plane = 0; plane < step; plane++)
        for (size_t done = 0; done < tile->pixel_count;) {
            if (at == end)
                return tile_short(xcf, tile);
            const unsigned code = *at++;
            const bool repeats = code < 128;
            size_t count = repeats ? code + 1 : 256 - code;
            if (code == 127 || code == 128) {
                if (end - at < 2)
                    return tile_short(xcf, tile);
                count = (size_t)at[0] << 8 | at[1];
                at += 2;
            }
            if ((size_t)(end - at) < (repeats ? 1 : count))
                return tile_short(xcf, tile);
            if (count > tile->pixel_count - done)
                return report_error(
                    xcf->report, "at byte %zu: a run of %zu pixels; the tile has %zu left",
                    (size_t)(at - xcf->bytes.data), count, tile->pixel_count - done);
            for (size_t i = 0; i < count; i++)
                out[(done + i) * step + plane] = at[repeats ? 0 : i];
            at += repeats ? 1 : count;
            done += count;
        }
    return true;
}

static bool tile_unpack(const XcfFile *xcf, const Tile *tile, uint8_t *out)
{
    const size_t left = xcf->bytes.size - tile->at;
    if (xcf->compression == XCF_RLE)
        return tile_unpack_rle(xcf, tile, out);
    if (xcf->compression == XCF_PLAIN) {
        if (left < tile->size)
            return tile_short(xcf, tile);
        memcpy(out, xcf->bytes.data + tile->at, tile->size);
        return true;
    }
    const Inflated inflated =
        inflate_bytes(bytes_slice(xcf->bytes, tile->at, left), WRAPPING_ZLIB, tile->size,
                      tile->size, xcf->scratch);
    if (inflated.problem)
        return report_error(xcf->report, "at byte %zu: the tile at column %u, row %u: %s",
                            tile->at, tile->column, tile->row, inflated.problem);
    if (inflated.bytes.size != tile->size)
        return tile_short(xcf, tile);
    memcpy(out, inflated.bytes.data, tile->size);
    return true;
}

static uint32_t tile_side(uint32_t index, uint32_t size)
{
    const uint32_t left = size - index * XCF_TILE;
    return left < XCF_TILE ? left : XCF_TILE;
}

static bool tile_decode(XcfFile *xcf, const XcfPixels *pixels, uint32_t column, uint32_t row)
{
    const size_t pixel_size = (size_t)pixels->samples * xcf->sample_size;
    const uint32_t w = tile_side(column, pixels->w), h = tile_side(row, pixels->h);
    const size_t pointer =
        pixels->tiles_at + ((size_t)row * pixels->columns + column) * xcf->pointer_size;
    Tile tile = {.column = column,
                 .row = row,
                 .pixel_count = (size_t)w * h,
                 .size = (size_t)w * h * pixel_size};
    if (pointer > xcf->bytes.size - xcf->pointer_size)
        return report_error(xcf->report, "at byte %zu: the list of tiles is incomplete",
                            pointer);
    const uint64_t at = uint_of(xcf->bytes.data + pointer, xcf->pointer_size, true);
    if (!at || at >= xcf->bytes.size)
        return report_error(xcf->report,
                            "at byte %zu: the tile at column %u, row %u is outside the file",
                            pointer, column, row);
    tile.at = (size_t)at;
    arena_reset(xcf->scratch);
    uint8_t *bytes = arena_alloc_raw(xcf->scratch, tile.size, 1);
    if (!tile_unpack(xcf, &tile, bytes))
        return false;
    uint8_t *to = pixels->strip + (size_t)(column - pixels->first) * XCF_TILE * pixel_size;
    for (uint32_t y = 0; y < h; y++)
        memcpy(to + y * pixels->strip_row_size, bytes + y * w * pixel_size, w * pixel_size);
    return true;
}

const uint8_t *xcf_row(XcfFile *xcf, XcfPixels *pixels, uint32_t y)
{
    const uint32_t row = y / XCF_TILE;
    if (pixels->strip_tile_row != row && pixels->tiles_at)
        for (uint32_t column = pixels->first; column < pixels->end; column++)
            if (!tile_decode(xcf, pixels, column, row))
                return NULL;
    pixels->strip_tile_row = row;
    return pixels->strip + y % XCF_TILE * pixels->strip_row_size;
}
