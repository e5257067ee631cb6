/* Parts, in order: decoding one block; a whole level; turning blocks upside down without
 * decoding them. For speed, colours are computed two channels or four pixels at a time, and
 * each frequent kind of block has its own loop. */
#include "base/image/blocks_internal.h"

#include "base/stream.h"

size_t blocks_size(BlockKind kind, uint32_t w, uint32_t h)
{
    return (((size_t)w + 3) / 4) * (((size_t)h + 3) / 4) * block_size(kind);
}

/* ---- one block ---- */

/* A colour as two numbers, so that red and blue are computed together: red in the lower half of
 * `rb`, blue in the upper. */
typedef struct Parts {
    uint64_t rb;
    uint32_t g;
} Parts;

#define BOTH(value) ((uint64_t)(value) << 32 | (value))

static inline Parts wide(unsigned colour)
{
    const uint64_t rb = (uint64_t)(colour & 31) << 32 | colour >> 11;
    return (Parts){(rb * 527 + BOTH(23)) >> 6 & BOTH(255), blocks_wide6(colour >> 5 & 63)};
}

static inline Pixel pixel_of(Parts parts)
{
    return (Pixel)parts.rb | parts.g << 8 | (Pixel)(parts.rb >> 32) << 16 | 0xFF000000;
}

/* floor((2 near + far) / 3) of each channel; exact, since sums stay below 766. */
static inline Pixel third(Parts near, Parts far)
{
    return pixel_of((Parts){(2 * near.rb + far.rb) * 21846 >> 16 & BOTH(255),
                            (2 * near.g + far.g) * 21846 >> 16});
}

static inline void palette_make(unsigned first, unsigned second, bool four, Pixel palette[4])
{
    const Parts a = wide(first), b = wide(second);
    palette[0] = pixel_of(a);
    palette[1] = pixel_of(b);
    if (four || first > second) {
        palette[2] = third(a, b);
        palette[3] = third(b, a);
    } else {
        palette[2] = pixel_of((Parts){(a.rb + b.rb) >> 1 & BOTH(255), (a.g + b.g) >> 1});
        palette[3] = 0;
    }
}

void blocks_alphas(unsigned first, unsigned second, uint8_t alphas[8])
{
    alphas[0] = (uint8_t)first;
    alphas[1] = (uint8_t)second;
    if (first > second) {
        for (unsigned i = 1; i < 7; i++)
            alphas[i + 1] = (uint8_t)(((7 - i) * first + i * second) / 7);
    } else {
        for (unsigned i = 1; i < 5; i++)
            alphas[i + 1] = (uint8_t)(((5 - i) * first + i * second) / 5);
        alphas[6] = 0;
        alphas[7] = 255;
    }
}

/* Four pixels at once. */
typedef uint32_t Quad __attribute__((vector_size(16)));

static inline Quad splat(uint32_t value) { return (Quad){value, value, value, value}; }

/* Converts indices to colours without a lookup: the first colour, and the change for each bit
 * of an index and for both bits together. */
typedef struct Chooser {
    Quad base, low, high, both;
} Chooser;

static inline Chooser chooser_of(const Pixel palette[4])
{
    return (Chooser){splat(palette[0]), splat(palette[0] ^ palette[1]),
                     splat(palette[0] ^ palette[2]),
                     splat(palette[0] ^ palette[1] ^ palette[2] ^ palette[3])};
}

/* A row of pixels from its byte of indices. */
static inline Quad chosen(const Chooser *chooser, uint32_t indices)
{
    const Quad low = {1, 4, 16, 64}, high = {2, 8, 32, 128}, all = splat(indices);
    const Quad is_low = (Quad)((all & low) == low), is_high = (Quad)((all & high) == high);
    return chooser->base ^ (is_low & chooser->low) ^
           (is_high & (chooser->high ^ (is_low & chooser->both)));
}

/* Four alpha values from 16 bits. */
static inline Quad alpha3_row(const uint8_t *row)
{
    uint32_t four = row[0] | (uint32_t)row[1] << 8;
    four = (four | four << 8) & 0x00FF00FF;
    four = ((four | four << 4) & 0x0F0F0F0F) * 17;
    return (Quad){four << 24, four << 16, four << 8, four} & splat(0xFF000000);
}

/* Weights of the interpolated alpha values, two per number: sevenths, or fifths followed by 0
 * and 255. floor(v / 7) and floor(v / 5) are exact as v * inverse >> 14: v is at most 7 * 255,
 * and the error of an inverse at most 3. */
#define TWO(low, high) ((uint64_t)(high) << 32 | (low))
static const struct Mixes {
    uint64_t first[3], second[3], inverse, last;
} mixes[2] = {{{TWO(4, 3), TWO(2, 1), 0}, {TWO(1, 2), TWO(3, 4), 0}, 3277, TWO(0, 255)},
              {{TWO(6, 5), TWO(4, 3), TWO(2, 1)}, {TWO(1, 2), TWO(3, 4), TWO(5, 6)}, 2341, 0}};
#undef TWO

/* The values of blocks_alphas, shifted to their position in a pixel. */
static inline void alphas_make(unsigned first, unsigned second, Pixel alphas[8])
{
    const struct Mixes *mix = &mixes[first > second];
    alphas[0] = first << 24;
    alphas[1] = second << 24;
    for (int i = 0; i < 3; i++) {
        const uint64_t two =
            ((first * mix->first[i] + second * mix->second[i]) * mix->inverse >> 14) +
            (i == 2 ? mix->last : 0);
        alphas[2 + 2 * i] = (Pixel)two << 24;
        alphas[3 + 2 * i] = (Pixel)(two >> 32) << 24;
    }
}

static inline Quad alpha5_row(const Pixel alphas[8], uint64_t indices)
{
    return (Quad){alphas[indices & 7], alphas[indices >> 3 & 7], alphas[indices >> 6 & 7],
                  alphas[indices >> 9 & 7]};
}

/* Inline, so that each constant `kind` has its own loop. Rows are `step` pixels apart. */
static inline void pixels_decode(BlockKind kind, const uint8_t *block, Pixel *out,
                                 ptrdiff_t step)
{
    const uint8_t *colours = kind == BLOCK_DXT1 ? block : block + 8;
    Pixel palette[4], alphas[8] = {0};
    uint64_t indices = 0;
    palette_make(colours[0] | (unsigned)colours[1] << 8, colours[2] | (unsigned)colours[3] << 8,
                 kind != BLOCK_DXT1, palette);
    const Chooser chooser = chooser_of(palette);
    if (kind == BLOCK_DXT5) {
        alphas_make(block[0], block[1], alphas);
        memcpy(&indices, block + 2, sizeof indices); /* 48 bits, and the 16 bits after them */
    }
    for (int y = 0; y < BLOCK_SIDE; y++, out += step, indices >>= 12) {
        Quad row = chosen(&chooser, colours[4 + y]);
        if (kind == BLOCK_DXT3)
            row = (row & splat(0xFFFFFF)) | alpha3_row(block + 2 * y);
        if (kind == BLOCK_DXT5)
            row = (row & splat(0xFFFFFF)) | alpha5_row(alphas, indices);
        memcpy(out, &row, sizeof row);
    }
}

/* The 16 values of half a block of BC5, which are stored as the alpha of a DXT5. */
static void values_decode(const uint8_t *block, uint8_t out[BLOCK_PIXELS])
{
    uint8_t values[8];
    uint64_t indices = uint_of(block + 2, 6, false);
    blocks_alphas(block[0], block[1], values);
    for (int i = 0; i < BLOCK_PIXELS; i++, indices >>= 3)
        out[i] = values[indices & 7];
}

static void grey_decode(const uint8_t *block, Pixel out[BLOCK_PIXELS])
{
    uint8_t values[BLOCK_PIXELS];
    values_decode(block, values);
    for (int i = 0; i < BLOCK_PIXELS; i++)
        out[i] = PIXEL(values[i], values[i], values[i], 255);
}

static void two_decode(const uint8_t *block, Pixel out[BLOCK_PIXELS])
{
    uint8_t red[BLOCK_PIXELS], green[BLOCK_PIXELS];
    values_decode(block, red);
    values_decode(block + 8, green);
    for (int i = 0; i < BLOCK_PIXELS; i++)
        out[i] = PIXEL(red[i], green[i], 0, 255);
}

void block_decode(BlockKind kind, const uint8_t *block, Pixel out[BLOCK_PIXELS])
{
    if (kind == BLOCK_BC4)
        grey_decode(block, out);
    else if (kind == BLOCK_BC5)
        two_decode(block, out);
    else if (kind == BLOCK_BC7)
        bc7_decode(block, out);
    else
        pixels_decode(kind, block, out, BLOCK_SIDE);
}

/* ---- a level ---- */

static void put_block(const Pixel *pixels, uint32_t x, uint32_t y, bool bottom_up,
                      const Image *out)
{
    const uint32_t w = out->w - x < 4 ? out->w - x : 4, h = out->h - y < 4 ? out->h - y : 4;
    for (uint32_t row = 0; row < h; row++) {
        Pixel *to = image_at(out, x, bottom_up ? out->h - 1 - y - row : y + row);
        memcpy(to, pixels + 4 * row, w * sizeof *to);
    }
}

static inline void level_decode(BlockKind kind, const uint8_t *block, bool bottom_up,
                                const Image *out)
{
    const ptrdiff_t step = bottom_up ? -(ptrdiff_t)out->stride : (ptrdiff_t)out->stride;
    for (uint32_t y = 0; y < out->h; y += 4) {
        Pixel *row = image_at(out, 0, bottom_up ? out->h - 1 - y : y);
        for (uint32_t x = 0; x < out->w; x += 4, block += block_size(kind)) {
            Pixel pixels[BLOCK_PIXELS];
            if (out->w - x >= 4 && out->h - y >= 4) {
                pixels_decode(kind, block, row + x, step);
            } else {
                pixels_decode(kind, block, pixels, BLOCK_SIDE);
                put_block(pixels, x, y, bottom_up, out);
            }
        }
    }
}

/* Kinds that are rare enough for one loop. */
static void level_decode_any(BlockKind kind, const uint8_t *block, bool bottom_up,
                             const Image *out)
{
    for (uint32_t y = 0; y < out->h; y += 4)
        for (uint32_t x = 0; x < out->w; x += 4, block += block_size(kind)) {
            Pixel pixels[BLOCK_PIXELS];
            block_decode(kind, block, pixels);
            put_block(pixels, x, y, bottom_up, out);
        }
}

void blocks_decode(BlockKind kind, const uint8_t *blocks, bool bottom_up, const Image *out)
{
    if (kind == BLOCK_DXT1)
        level_decode(BLOCK_DXT1, blocks, bottom_up, out);
    else if (kind == BLOCK_DXT3)
        level_decode(BLOCK_DXT3, blocks, bottom_up, out);
    else if (kind == BLOCK_DXT5)
        level_decode(BLOCK_DXT5, blocks, bottom_up, out);
    else
        level_decode_any(kind, blocks, bottom_up, out);
}

/* ---- upside down ---- */

/* Reverses the order of `h` rows of `bits` bits each, for 1 to 4 rows; other bits are
 * unchanged. */
static uint64_t rows_flip(uint64_t value, unsigned bits, unsigned h)
{
    const uint64_t row = ((uint64_t)1 << bits) - 1;
    uint64_t out = value;
    for (unsigned y = 0; y < h; y++) {
        out &= ~(row << (bits * y));
        out |= (value >> (bits * (h - 1 - y)) & row) << (bits * y);
    }
    return out;
}

static void put_number(uint8_t *out, uint64_t value, unsigned bytes)
{
    for (unsigned i = 0; i < bytes; i++, value >>= 8)
        out[i] = (uint8_t)value;
}

static void block_flip(BlockKind kind, const uint8_t *block, unsigned h, uint8_t *out)
{
    memcpy(out, block, block_size(kind));
    if (kind == BLOCK_DXT3)
        put_number(out, rows_flip(uint_of(block, 8, false), 16, h), 8);
    if (kind == BLOCK_DXT5)
        put_number(out + 2, rows_flip(uint_of(block + 2, 6, false), 12, h), 6);
    const size_t colours = block_size(kind) - 8;
    put_number(out + colours + 4, rows_flip(uint_of(block + colours + 4, 4, false), 8, h), 4);
}

bool blocks_flip(BlockKind kind, const uint8_t *blocks, uint32_t w, uint32_t h, uint8_t *out)
{
    const size_t columns = ((size_t)w + 3) / 4, rows = ((size_t)h + 3) / 4,
                 size = block_size(kind);
    if (h > 4 && h % 4)
        return false;
    for (size_t y = 0; y < rows; y++)
        for (size_t x = 0; x < columns; x++)
            block_flip(kind, blocks + (y * columns + x) * size, h < 4 ? h : 4,
                       out + ((rows - 1 - y) * columns + x) * size);
    return true;
}
