/* Pixel formats of .gxt and the order of pixels in memory. */
#include "mages/textures/gxt.h"

#include "base/bits.h"
#include "base/text.h"

enum {
    TYPE_SWIZZLED = 0,
    TYPE_TILES_SHIFT = 5,
    TYPE_TILE = 1 << TYPE_TILES_SHIFT,
    ROW_ALIGNMENT = 8,
    ORDER_SHIFT = 12,
    ORDER_MASK = 7,
    COMPONENTS = 4,
};

#define TYPE_LINEAR 0x60000000u
#define TYPE_TILED 0x80000000u
#define TYPE_ANY_SIZE 0xA0000000u

/* ---- formats ---- */

/* Orders of channels by their number. Of three and four components a word has the channel that
 * each is, the highest first; of one and two it has what alpha, blue, green and red are: R is
 * the lower component, G the upper one. An undefined alpha is 1, an undefined colour 0. */
enum { ORDERS_1, ORDERS_2, ORDERS_3, ORDERS_4 };
static const char *const orders[][ORDER_MASK + 1] = {
    {"100R", "000R", "111R", "RRRR", "0RRR", "1RRR", "R000", "R111"},
    {"10GR", "00GR", "GRRR", "RGGG", "GRGR", "00RG", NULL, NULL},
    {"1BGR", "1RGB", NULL, NULL, NULL, NULL, NULL, NULL},
    {"ABGR", "ARGB", "RGBA", "BGRA", "1BGR", "1RGB", "RGB1", "BGR1"},
};

typedef struct FormatRow {
    const char *name;
    uint8_t base;
    bool known; /* by name only */
    GxtKind kind;
    unsigned bits;
    BlockKind block;
    uint8_t widths[COMPONENTS];
    unsigned orders;
} FormatRow;

static const FormatRow rows[] = {
#define MASKS(name, base, bits, c0, c1, c2, c3, orders)                                        \
    {#name, base, false, GXT_MASKS, bits, BLOCK_DXT1, {c0, c1, c2, c3}, orders},
#define PALETTE(name, base, bits)                                                              \
    {#name, base, false, GXT_PALETTE, bits, BLOCK_DXT1, {8, 8, 8, 8}, ORDERS_4},
#define BLOCKS(name, base, block)                                                              \
    {#name, base, false, GXT_BLOCKS, 0, block, {8, 8, 8, 8}, ORDERS_4},
#define OTHER(name, base) {#name, base, true, GXT_MASKS, 0, BLOCK_DXT1, {0}, 0},
#include "mages/textures/gxt_formats.def"
#undef OTHER
#undef BLOCKS
#undef PALETTE
#undef MASKS
};

/* The channels of a Pixel, from its lowest byte, and the members of PixelMasks. */
static const char channels[COMPONENTS + 1] = "RGBA";

static void set_mask(PixelMasks *masks, unsigned channel, uint32_t mask)
{
    uint32_t *const members[COMPONENTS] = {&masks->r, &masks->g, &masks->b, &masks->a};
    *members[channel] = mask;
}

/* The bits of a component; an alpha of one bit is the highest or the lowest. */
static uint32_t component_mask(const FormatRow *row, const char *order, unsigned component)
{
    uint8_t widths[COMPONENTS];
    memcpy(widths, row->widths, sizeof widths);
    if (row->orders == ORDERS_4 && (order[3] == 'A' || order[3] == '1')) {
        widths[0] = row->widths[3];
        widths[3] = row->widths[0];
    }
    unsigned from = 0;
    for (unsigned i = 0; i < component; i++)
        from += widths[i];
    return (uint32_t)(((uint64_t)1 << widths[component]) - 1) << from;
}

static void channel_set(GxtPixels *pixels, unsigned channel, char what)
{
    const Pixel bits = (Pixel)0xFF << 8 * channel;
    if (what == '1' && channel < 3)
        pixels->ones |= bits;
    if (what == '0' && channel == 3)
        pixels->zeros |= bits;
}

/* `what` each channel is, for words of the first two kinds. */
static void values_set(const FormatRow *row, GxtPixels *out)
{
    for (unsigned i = 0; i < COMPONENTS; i++) {
        const char what = out->order[COMPONENTS - 1 - i];
        channel_set(out, i, what);
        if (what == 'R' || what == 'G')
            set_mask(&out->masks, i, component_mask(row, out->order, what == 'G'));
    }
}

static void components_set(const FormatRow *row, GxtPixels *out)
{
    for (unsigned i = 0; i < COMPONENTS; i++) {
        const char *channel = strchr(channels, out->order[COMPONENTS - 1 - i]);
        if (channel)
            set_mask(&out->masks, (unsigned)(channel - channels),
                     component_mask(row, out->order, i));
    }
}

static bool order_set(const FormatRow *row, unsigned number, GxtPixels *out, Report *report)
{
    out->order = orders[row->orders][number];
    /* Blocks have channels in one order; a constant alpha is possible. */
    const bool possible =
        out->order && (row->kind != GXT_BLOCKS || text_ends(text_of(out->order), "BGR"));
    if (!possible)
        return report_error(report, "%s with the order of channels %u (%s) is not decoded here",
                            row->name, number, out->order ? out->order : "unknown");
    if (row->orders == ORDERS_1 || row->orders == ORDERS_2)
        values_set(row, out);
    else
        components_set(row, out);
    /* UBC1 has no transparent pixels: those of index 3 in blocks of three colours are black. */
    if (row->kind == GXT_BLOCKS && (out->order[0] == '1' || row->block == BLOCK_DXT1))
        out->ones = 0xFF000000;
    return true;
}

bool gxt_pixels(uint32_t format, GxtPixels *out, Report *report)
{
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        const FormatRow *row = &rows[i];
        if (row->base != format >> 24)
            continue;
        if (row->known)
            return report_error(report, "the pixel format %s is not decoded here", row->name);
        const bool blocks = row->kind == GXT_BLOCKS;
        *out = (GxtPixels){.name = row->name,
                           .kind = row->kind,
                           .bits = blocks ? 8 * (unsigned)block_size(row->block) : row->bits,
                           .block = row->block};
        return order_set(row, format >> ORDER_SHIFT & ORDER_MASK, out, report);
    }
    return report_error(report, "unknown pixel format 0x%08x", format);
}

/* ---- order in memory ---- */

const char *gxt_type_word(uint32_t type)
{
    static const struct {
        uint32_t type;
        const char *word;
    } words[] = {{TYPE_SWIZZLED, "swizzled"},
                 {TYPE_LINEAR, "linear"},
                 {TYPE_TILED, "tiled"},
                 {TYPE_ANY_SIZE, "swizzled with any size"}};
    for (size_t i = 0; i < COUNT_OF(words); i++)
        if (words[i].type == type)
            return words[i].word;
    return NULL;
}

static inline uint32_t rounded(uint32_t value, uint32_t step)
{
    return (value + step - 1) / step * step;
}

static unsigned bits_of(uint32_t side)
{
    unsigned bits = 0;
    while ((uint32_t)1 << bits < side)
        bits++;
    return bits;
}

static inline uint32_t elements(const GxtImage *image, uint32_t side)
{
    return image->pixels.kind == GXT_BLOCKS ? (side + 3) / 4 : side;
}

/* Elements from one row to the next of a linear texture. */
static uint32_t stride_of(const GxtImage *image)
{
    const uint32_t wide = elements(image, rounded(image->w, ROW_ALIGNMENT)),
                   high = elements(image, image->h);
    const uint64_t needed = (uint64_t)wide * high * image->pixels.bits;
    return needed <= (uint64_t)image->data.size * 8 ? wide : elements(image, image->w);
}

/* A part of the place: of a column by x, of a row by y. */
static uint32_t place(const GxtImage *image, uint32_t at, bool is_row, uint32_t stride,
                      unsigned square)
{
    if (image->type == TYPE_LINEAR)
        return is_row ? at * stride : at;
    if (image->type == TYPE_TILED) {
        const uint32_t tile = at >> TYPE_TILES_SHIFT, within = at & (TYPE_TILE - 1);
        const uint32_t tiles = rounded(image->w, TYPE_TILE) >> TYPE_TILES_SHIFT;
        return (is_row ? tile * tiles : tile) * TYPE_TILE * TYPE_TILE +
               (is_row ? within * TYPE_TILE : within);
    }
    const uint32_t within = bits_spread(at & (((uint32_t)1 << square) - 1));
    return (at >> square << 2 * square) + (is_row ? within : within << 1);
}

uint64_t gxt_level_size(const GxtImage *image)
{
    const uint32_t wide = elements(image, image->w), high = elements(image, image->h);
    uint64_t count = (uint64_t)1 << (bits_of(wide) + bits_of(high));
    if (image->type == TYPE_LINEAR)
        count = (uint64_t)wide * high;
    if (image->type == TYPE_TILED)
        count = (uint64_t)rounded(image->w, TYPE_TILE) * rounded(image->h, TYPE_TILE);
    return (count * image->pixels.bits + 7) / 8;
}

static const uint32_t *side_places(const GxtImage *image, uint32_t count, bool is_row,
                                   unsigned square, Arena *arena)
{
    uint32_t *places = arena_alloc_raw(arena, count, sizeof *places);
    const uint32_t stride = stride_of(image);
    for (uint32_t i = 0; i < count; i++)
        places[i] = place(image, i, is_row, stride, square);
    return places;
}

GxtPlaces gxt_places(const GxtImage *image, Arena *arena)
{
    const uint32_t columns = elements(image, image->w), rows_count = elements(image, image->h);
    const unsigned wide = bits_of(columns), high = bits_of(rows_count);
    const unsigned square = wide < high ? wide : high;
    return (GxtPlaces){columns, rows_count, side_places(image, columns, false, square, arena),
                       side_places(image, rows_count, true, square, arena)};
}

/* ---- decoding ---- */

/* Inline, so that each constant size has its own loop. */
static inline void rows_take(const GxtImage *image, const GxtPlaces *places, size_t bytes,
                             uint8_t *to)
{
    const uint8_t *data = image->data.data;
    for (uint32_t y = 0; y < places->rows; y++)
        for (uint32_t x = 0; x < places->columns; x++, to += bytes)
            memcpy(to, data + ((size_t)places->x[x] + places->y[y]) * bytes, bytes);
}

static void halves_take(const GxtImage *image, const GxtPlaces *places, uint8_t *to)
{
    for (uint32_t y = 0; y < places->rows; y++)
        for (uint32_t x = 0; x < places->columns; x++) {
            const size_t at = (size_t)places->x[x] + places->y[y];
            *to++ = image->data.data[at / 2] >> (at % 2 ? 4 : 0) & 15;
        }
}

/* The elements in rows. A P4 gets a byte for each pixel. */
static uint8_t *linear(const GxtImage *image, Arena *arena)
{
    const GxtPlaces places = gxt_places(image, arena);
    const unsigned bits = image->pixels.bits;
    uint8_t *out =
        arena_alloc_raw(arena, (size_t)places.columns * places.rows, bits < 8 ? 1 : bits / 8);
    switch (bits) {
    case 4:
        halves_take(image, &places, out);
        break;
    case 8:
        rows_take(image, &places, 1, out);
        break;
    case 16:
        rows_take(image, &places, 2, out);
        break;
    case 24:
        rows_take(image, &places, 3, out);
        break;
    case 32:
        rows_take(image, &places, 4, out);
        break;
    case 64:
        rows_take(image, &places, 8, out);
        break;
    default:
        rows_take(image, &places, 16, out);
    }
    return out;
}

static void constants_set(const GxtPixels *pixels, const Image *out)
{
    if (pixels->ones | pixels->zeros)
        for (size_t i = 0; i < (size_t)out->w * out->h; i++)
            out->pixels[i] = (out->pixels[i] | pixels->ones) & ~pixels->zeros;
}

static Image image_raw(uint32_t w, uint32_t h, Arena *arena)
{
    return (Image){w, h, w, arena_alloc_raw(arena, (size_t)w * h, sizeof(Pixel))};
}

/* The colours of a palette; there are 16 or 256. */
static Image colours_of(const GxtImage *image, Arena *arena)
{
    const Image colours = image_raw((uint32_t)image->palette.size / 4, 1, arena);
    masks_decode(&image->pixels.masks, 4, image->palette.data, false, &colours);
    return colours;
}

Image gxt_picture(const GxtImage *image, Arena *arena)
{
    Arena *scratch = arena_new();
    const Image out = image_raw(image->w, image->h, arena);
    const uint8_t *data = linear(image, scratch);
    if (image->pixels.kind == GXT_BLOCKS) {
        blocks_decode(image->pixels.block, data, false, &out);
    } else if (image->pixels.kind == GXT_MASKS) {
        masks_decode(&image->pixels.masks, image->pixels.bits / 8, data, false, &out);
    } else {
        const Image colours = colours_of(image, scratch);
        for (size_t i = 0; i < (size_t)out.w * out.h; i++)
            out.pixels[i] = colours.pixels[data[i]];
    }
    constants_set(&image->pixels, &out);
    arena_free(scratch);
    return out;
}

/* ---- encoding ---- */

/* The colour of fully transparent pixels is not drawn. */
static inline bool same(Pixel a, Pixel b) { return a == b || !(PIXEL_A(a) | PIXEL_A(b)); }

static Pixel decoded(const GxtPixels *pixels, uint32_t raw)
{
    Pixel pixel;
    uint8_t bytes[4];
    for (int i = 0; i < 4; i++)
        bytes[i] = (uint8_t)(raw >> 8 * i);
    const Image one = {1, 1, 1, &pixel};
    masks_decode(&pixels->masks, 4, bytes, false, &one);
    return (pixel | pixels->ones) & ~pixels->zeros;
}

static size_t put_masked(const GxtImage *image, const Image *now, const Image *then,
                         const GxtPlaces *places, uint8_t *data)
{
    const unsigned bytes = image->pixels.bits / 8;
    size_t off = 0;
    for (uint32_t y = 0; y < now->h; y++)
        for (uint32_t x = 0; x < now->w; x++) {
            const Pixel pixel = *image_at(now, x, y);
            uint8_t *at = data + ((size_t)places->x[x] + places->y[y]) * bytes;
            if (same(pixel, *image_at(then, x, y)))
                continue;
            uint32_t raw = 0;
            for (unsigned i = 0; i < bytes; i++)
                raw |= (uint32_t)at[i] << 8 * i;
            raw = masks_encode(&image->pixels.masks, pixel, raw);
            for (unsigned i = 0; i < bytes; i++)
                at[i] = (uint8_t)(raw >> 8 * i);
            off += !same(decoded(&image->pixels, raw), pixel);
        }
    return off;
}

static uint32_t nearest(const Image *colours, Pixel pixel)
{
    uint32_t best = 0, least = UINT32_MAX;
    for (uint32_t i = 0; i < colours->w && least; i++) {
        const Pixel other = colours->pixels[i];
        uint32_t off = 0;
        for (int k = 0; k < 32 && !same(pixel, other); k += 8) {
            const int step = (int)(pixel >> k & 255) - (int)(other >> k & 255);
            off += (uint32_t)(step * step);
        }
        if (off < least) {
            least = off;
            best = i;
        }
    }
    return best;
}

static size_t put_numbers(const GxtImage *image, const Image *now, const Image *then,
                          const GxtPlaces *places, uint8_t *data, Arena *arena)
{
    const Image colours = colours_of(image, arena);
    constants_set(&image->pixels, &colours);
    size_t off = 0;
    enum { KNOWN = 4096 };
    struct {
        Pixel pixel;
        uint32_t number; /* + 1; 0: not known yet */
    } *known = arena_alloc(arena, KNOWN, sizeof *known);
    for (uint32_t y = 0; y < now->h; y++)
        for (uint32_t x = 0; x < now->w; x++) {
            const Pixel pixel = *image_at(now, x, y);
            const size_t at = (size_t)places->x[x] + places->y[y];
            if (same(pixel, *image_at(then, x, y)))
                continue;
            const size_t slot = (pixel * 2654435761u) >> 20;
            if (!known[slot].number || known[slot].pixel != pixel) {
                known[slot].pixel = pixel;
                known[slot].number = nearest(&colours, pixel) + 1;
            }
            const uint32_t number = known[slot].number - 1;
            off += !same(colours.pixels[number], pixel);
            if (image->pixels.bits == 8)
                data[at] = (uint8_t)number;
            else if (at % 2)
                data[at / 2] = (uint8_t)((data[at / 2] & 0x0F) | number << 4);
            else
                data[at / 2] = (uint8_t)((data[at / 2] & 0xF0) | number);
        }
    return off;
}

/* The number of pixels of a block that differ. */
static size_t block_off(const Image *a, const Image *b, uint32_t column, uint32_t row)
{
    size_t off = 0;
    for (uint32_t y = 4 * row; y < a->h && y < 4 * row + 4; y++)
        for (uint32_t x = 4 * column; x < a->w && x < 4 * column + 4; x++)
            off += !same(*image_at(a, x, y), *image_at(b, x, y));
    return off;
}

static size_t put_blocks(const GxtImage *image, const Image *now, const Image *then,
                         const GxtPlaces *places, uint8_t *data, Arena *arena)
{
    const BlockKind kind = image->pixels.block;
    const size_t size = block_size(kind);
    uint8_t *blocks = arena_alloc_raw(arena, (size_t)places->columns * places->rows, size);
    const Image after = image_raw(now->w, now->h, arena);
    size_t off = 0;
    if (image_equal(now, then))
        return 0;
    const Image wanted = image_raw(now->w, now->h, arena);
    image_copy(&wanted, 0, 0, now);
    constants_set(&image->pixels, &wanted);
    blocks_encode(kind, &wanted, false, blocks);
    blocks_decode(kind, blocks, false, &after);
    constants_set(&image->pixels, &after);
    for (uint32_t y = 0; y < places->rows; y++)
        for (uint32_t x = 0; x < places->columns; x++, blocks += size) {
            if (!block_off(now, then, x, y))
                continue;
            memcpy(data + ((size_t)places->x[x] + places->y[y]) * size, blocks, size);
            off += block_off(now, &after, x, y);
        }
    return off;
}

size_t gxt_put_picture(const GxtImage *image, const Image *picture, uint8_t *data, Arena *arena)
{
    const GxtPlaces places = gxt_places(image, arena);
    const Image then = gxt_picture(image, arena);
    switch (image->pixels.kind) {
    case GXT_MASKS:
        return put_masked(image, picture, &then, &places, data);
    case GXT_PALETTE:
        return put_numbers(image, picture, &then, &places, data, arena);
    default:
        return put_blocks(image, picture, &then, &places, data, arena);
    }
}
