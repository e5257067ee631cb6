/* Encodes pixels to blocks. Sums and products of colours are stored in floats where the
 * compiler can process four at once; all of them are whole numbers below 2^24, so nothing is
 * rounded. */
#include "base/image/blocks_internal.h"

#include <stdlib.h>

enum { REFITS = 4, STEP_PASSES = 3, ALPHA_MIN = 128 };

typedef float Four __attribute__((vector_size(16)));
typedef int32_t FourIndices __attribute__((vector_size(16)));

/* Two colours of 5 or 6 bits whose 2:1 interpolation is nearest to a value. */
typedef struct Mix {
    uint8_t first, second, off;
} Mix;

typedef struct Encoder {
    BlockKind kind;
    Mix five[256], six[256];
} Encoder;

/* The pixels of a block; pixels whose colour does not matter have a weight of 0. */
typedef struct Texels {
    float colour[3][BLOCK_PIXELS], weight[BLOCK_PIXELS];
    unsigned count;
    bool flat; /* all pixels have the same colour */
    unsigned one[3];
} Texels;

typedef struct Fit {
    unsigned ends[2][3]; /* 5, 6, 5 bits */
    int32_t index[BLOCK_PIXELS];
    float error; /* the sum of squares */
} Fit;

static const unsigned max[3] = {31, 63, 31};

static inline unsigned widen(unsigned channel, unsigned value)
{
    return channel == 1 ? blocks_wide6(value) : blocks_wide5(value);
}

/* ---- colours of one value ---- */

static void mixes_make(Mix mixes[256], unsigned channel)
{
    for (unsigned v = 0; v < 256; v++)
        mixes[v].off = 255;
    for (unsigned a = 0; a <= max[channel]; a++)
        for (unsigned b = a > 3 ? a - 3 : 0; b <= max[channel] && b <= a + 3; b++) {
            const unsigned mix = (2 * widen(channel, a) + widen(channel, b)) / 3;
            for (unsigned v = mix > 8 ? mix - 8 : 0; v < 256 && v <= mix + 8; v++) {
                const unsigned off = v > mix ? v - mix : mix - v;
                if (off < mixes[v].off)
                    mixes[v] = (Mix){(uint8_t)a, (uint8_t)b, (uint8_t)off};
            }
        }
}

static void fit_flat(const Encoder *encoder, const Texels *texels, Fit *fit)
{
    fit->error = 0;
    for (unsigned k = 0; k < 3; k++) {
        const Mix *mix = &(k == 1 ? encoder->six : encoder->five)[texels->one[k]];
        fit->ends[0][k] = mix->first;
        fit->ends[1][k] = mix->second;
        fit->error += (float)(texels->count * mix->off * mix->off);
    }
    for (int i = 0; i < BLOCK_PIXELS; i++)
        fit->index[i] = 2;
}

/* ---- fitting of end points ---- */

static void palette_of(const unsigned ends[2][3], bool four, float palette[4][3])
{
    for (unsigned k = 0; k < 3; k++) {
        const unsigned a = widen(k, ends[0][k]), b = widen(k, ends[1][k]);
        const unsigned near = four ? (2 * a + b) / 3 : (a + b) / 2, far = (a + 2 * b) / 3;
        palette[0][k] = (float)a;
        palette[1][k] = (float)b;
        palette[2][k] = (float)near;
        palette[3][k] = (float)far;
    }
}

static inline Four four_at(const float *values)
{
    Four four;
    memcpy(&four, values, sizeof four);
    return four;
}

static inline Four off_of(Four r, Four g, Four b, const float colour[3])
{
    r -= colour[0];
    g -= colour[1];
    b -= colour[2];
    return r * r + g * g + b * b;
}

/* Assigns the nearest colour to each pixel; the first one wins ties. */
static void fit_assign(const Texels *texels, bool four, Fit *fit)
{
    float palette[4][3];
    Four sum = {0, 0, 0, 0};
    palette_of((const unsigned(*)[3])fit->ends, four, palette);
    for (int i = 0; i < BLOCK_PIXELS; i += 4) {
        const Four r = four_at(texels->colour[0] + i), g = four_at(texels->colour[1] + i),
                   b = four_at(texels->colour[2] + i);
        Four best = off_of(r, g, b, palette[0]);
        FourIndices index = {0, 0, 0, 0};
        for (int p = 1; p < (four ? 4 : 3); p++) {
            const Four off = off_of(r, g, b, palette[p]);
            const FourIndices nearer = off < best;
            best = (Four)((nearer & (FourIndices)off) | (~nearer & (FourIndices)best));
            index = (nearer & p) | (~nearer & index);
        }
        sum += best * four_at(texels->weight + i);
        memcpy(fit->index + i, &index, sizeof index);
    }
    fit->error = sum[0] + sum[1] + sum[2] + sum[3];
}

/* Sets the end points on the axis of largest variation, from one end to the other. */
static void fit_axis(const Texels *texels, Fit *fit)
{
    int64_t sum[3] = {0}, product[3][3] = {{0}}, axis[3];
    for (int i = 0; i < BLOCK_PIXELS; i++)
        for (int k = 0; k < 3 && texels->weight[i] > 0; k++) {
            sum[k] += (int64_t)texels->colour[k][i];
            for (int m = 0; m < 3; m++)
                product[k][m] += (int64_t)(texels->colour[k][i] * texels->colour[m][i]);
        }
    int widest = 0;
    for (int k = 0; k < 3; k++)
        for (int m = 0; m < 3; m++)
            product[k][m] = product[k][m] * texels->count - sum[k] * sum[m];
    for (int k = 1; k < 3; k++)
        widest = product[k][k] > product[widest][widest] ? k : widest;
    for (int k = 0; k < 3; k++)
        axis[k] = product[k][widest];
    for (int round = 0; round < 6; round++) { /* power iteration */
        int64_t next[3], large = 1;
        for (int k = 0; k < 3; k++)
            large = llabs(axis[k]) > large ? llabs(axis[k]) : large;
        for (int k = 0; k < 3; k++)
            axis[k] = axis[k] * 4096 / large;
        for (int k = 0; k < 3; k++)
            next[k] =
                product[k][0] * axis[0] + product[k][1] * axis[1] + product[k][2] * axis[2];
        if (round < 5)
            memcpy(axis, next, sizeof axis);
    }
    int64_t min = INT64_MAX, largest = INT64_MIN;
    for (int i = 0; i < BLOCK_PIXELS; i++) {
        int64_t along = 0;
        for (int k = 0; k < 3; k++)
            along += axis[k] * (int64_t)texels->colour[k][i];
        for (int end = 0; end < 2; end++) {
            if (texels->weight[i] <= 0 || (end ? along >= min : along <= largest))
                continue;
            *(end ? &min : &largest) = along;
            for (int k = 0; k < 3; k++)
                fit->ends[end][k] = ((unsigned)texels->colour[k][i] * max[k] * 2 + 255) / 510;
        }
    }
}

/* Computes the optimal end points for the indices (least squares); returns false if the indices
 * do not determine them. */
static bool fit_squares(const Texels *texels, bool four, Fit *fit)
{
    static const int8_t parts[2][4] = {{2, 0, 1, 0}, {3, 0, 2, 1}};
    const int whole = four ? 3 : 2;
    int aa = 0, bb = 0, ab = 0, ac[3] = {0}, bc[3] = {0};
    for (int i = 0; i < BLOCK_PIXELS; i++) {
        const int weight = (int)texels->weight[i];
        const int a = parts[four][fit->index[i]] * weight, b = whole * weight - a;
        aa += a * a;
        bb += b * b;
        ab += a * b;
        for (int k = 0; k < 3; k++) {
            ac[k] += a * (int)texels->colour[k][i];
            bc[k] += b * (int)texels->colour[k][i];
        }
    }
    const int divisor = aa * bb - ab * ab;
    if (divisor == 0)
        return false;
    for (int k = 0; k < 3; k++) {
        const int span = (int)max[k];
        const int ends[2] = {whole * (bb * ac[k] - ab * bc[k]),
                             whole * (aa * bc[k] - ab * ac[k])};
        for (int end = 0; end < 2; end++) {
            const int scaled = (ends[end] * 2 * span + 255 * divisor) / (510 * divisor);
            fit->ends[end][k] = (unsigned)(ends[end] <= 0 ? 0 : scaled > span ? span : scaled);
        }
    }
    return true;
}

/* Changes each channel of each end point by one, until no step improves the result. */
static void fit_steps(const Texels *texels, bool four, Fit *fit)
{
    enum { STEPS = 12 };
    int useless = 0; /* consecutive steps without improvement */
    for (int i = 0; i < STEPS * STEP_PASSES && useless < STEPS && fit->error > 0; i++) {
        const int step = i % STEPS;
        Fit other = *fit;
        unsigned *value = &other.ends[step / 6][step / 2 % 3];
        useless++;
        if (*value == (step % 2 ? 0 : max[step / 2 % 3]))
            continue;
        *value += step % 2 ? -1u : 1u;
        fit_assign(texels, four, &other);
        if (other.error < fit->error) {
            *fit = other;
            useless = 0;
        }
    }
}

/* Improves a fit repeatedly, starting from the result of fit_axis. */
static Fit fit_from(const Texels *texels, Fit fit, bool four)
{
    fit_assign(texels, four, &fit);
    for (int round = 0; round < REFITS && fit.error > 0; round++) {
        Fit other = fit;
        if (!fit_squares(texels, four, &other))
            break;
        fit_assign(texels, four, &other);
        if (other.error >= fit.error)
            break;
        fit = other;
    }
    fit_steps(texels, four, &fit);
    return fit;
}

/* ---- a block ---- */

/* The order of the two colours selects the palette type; the indices follow that order. */
static void colours_put(const Texels *texels, const Fit *fit, bool four, uint8_t *out)
{
    unsigned ends[2];
    uint32_t indices = 0;
    for (int end = 0; end < 2; end++)
        ends[end] = fit->ends[end][0] << 11 | fit->ends[end][1] << 5 | fit->ends[end][2];
    const bool swap = four ? ends[0] < ends[1] : ends[0] > ends[1];
    for (int i = 0; i < BLOCK_PIXELS; i++) {
        unsigned index = (unsigned)fit->index[i];
        if (texels->weight[i] <= 0)
            index = four ? 0 : 3;
        else if (ends[0] == ends[1])
            index = 0;
        else if (swap && (four || index < 2))
            index ^= 1;
        indices |= (uint32_t)index << (2 * i);
    }
    for (int end = 0; end < 2; end++) {
        const unsigned colour = ends[swap ? !end : end];
        out[2 * end] = (uint8_t)colour;
        out[2 * end + 1] = (uint8_t)(colour >> 8);
    }
    for (int i = 0; i < 4; i++)
        out[4 + i] = (uint8_t)(indices >> (8 * i));
}

/* `holes`: DXT1 only, some pixels are transparent. */
static void colours_encode(const Encoder *encoder, const Texels *texels, bool holes,
                           uint8_t *out)
{
    bool four = !holes;
    const bool flat = texels->count && texels->flat && four;
    Fit start = {0}, fit = {0};
    if (texels->count && !flat)
        fit_axis(texels, &start);
    if (flat)
        fit_flat(encoder, texels, &fit);
    else if (texels->count)
        fit = fit_from(texels, start, four);
    if (encoder->kind == BLOCK_DXT1 && !holes && fit.error > 0) {
        if (flat)
            fit_axis(texels, &start);
        const Fit three = fit_from(texels, start, false);
        if (three.error < fit.error) {
            fit = three;
            four = false;
        }
    }
    colours_put(texels, &fit, four, out);
}

/* ---- alpha ---- */

/* The minimum error of the two alpha values and their interpolations; sets the indices on
 * request. */
static uint32_t alphas_assign(const uint8_t *alpha, unsigned inside, unsigned first,
                              unsigned second, uint64_t *indices)
{
    uint8_t alphas[8];
    uint32_t sum = 0;
    blocks_alphas(first, second, alphas);
    *indices = 0;
    for (unsigned i = 0; i < BLOCK_PIXELS; i++) {
        int best = 1 << 20;
        unsigned index = 0;
        for (unsigned a = 0; a < 8 && (inside >> i & 1); a++) {
            const int off = (int)alpha[i] - alphas[a];
            if (off * off < best) {
                best = off * off;
                index = a;
            }
        }
        sum += inside >> i & 1 ? (uint32_t)best : 0;
        *indices |= (uint64_t)index << (3 * i);
    }
    return sum;
}

/* Steps from a start, preserving the order of the two values, which selects the interpolation.
 */
static uint32_t alphas_fit(const uint8_t *alpha, unsigned inside, int ends[2],
                           uint64_t *indices)
{
    static const int8_t steps[] = {-5, -1, 1, 5};
    const bool falling = ends[0] > ends[1];
    uint32_t error =
        alphas_assign(alpha, inside, (unsigned)ends[0], (unsigned)ends[1], indices);
    for (int pass = 0, better = 1; pass < 4 && better && error; pass++) {
        better = 0;
        for (int step = 0; step < 8; step++) {
            int other[2] = {ends[0], ends[1]};
            uint64_t found;
            other[step / 4] += steps[step % 4];
            if (other[step / 4] < 0 || other[step / 4] > 255 ||
                (other[0] > other[1]) != falling)
                continue;
            const uint32_t off =
                alphas_assign(alpha, inside, (unsigned)other[0], (unsigned)other[1], &found);
            if (off < error) {
                error = off;
                *indices = found;
                ends[0] = other[0];
                ends[1] = other[1];
                better = 1;
            }
        }
    }
    return error;
}

static void alpha5_encode(const uint8_t *alpha, unsigned inside, uint8_t *out)
{
    int wide[2] = {0, 255}, inner[2] = {255, 0}; /* maximum, minimum; minimum, maximum */
    uint64_t indices, other;
    for (int i = 0; i < BLOCK_PIXELS; i++) {
        if (!(inside >> i & 1))
            continue;
        wide[0] = alpha[i] > wide[0] ? alpha[i] : wide[0];
        wide[1] = alpha[i] < wide[1] ? alpha[i] : wide[1];
        if (alpha[i] != 0 && alpha[i] != 255) {
            inner[0] = alpha[i] < inner[0] ? alpha[i] : inner[0];
            inner[1] = alpha[i] > inner[1] ? alpha[i] : inner[1];
        }
    }
    if (inner[0] > inner[1])
        inner[0] = inner[1];
    const int *ends = wide;
    const uint32_t error = alphas_fit(alpha, inside, wide, &indices);
    if (error && alphas_fit(alpha, inside, inner, &other) < error) {
        ends = inner;
        indices = other;
    }
    out[0] = (uint8_t)ends[0];
    out[1] = (uint8_t)ends[1];
    for (int i = 0; i < 6; i++)
        out[2 + i] = (uint8_t)(indices >> (8 * i));
}

static inline unsigned alpha3_of(unsigned alpha) { return (alpha * 15 + 127) / 255; }

static void alpha3_encode(const uint8_t *alpha, uint8_t *out)
{
    for (int i = 0; i < 8; i++)
        out[i] = (uint8_t)(alpha3_of(alpha[2 * i]) | alpha3_of(alpha[2 * i + 1]) << 4);
}

/* ---- a level ---- */

/* Reads the 16 pixels from (x, y) of the stored rows; `inside` has one bit per existing pixel.
 */
static unsigned block_take(const Image *image, uint32_t x, uint32_t y, bool bottom_up,
                           Pixel pixels[BLOCK_PIXELS])
{
    unsigned inside = 0;
    for (uint32_t i = 0; i < BLOCK_PIXELS; i++) {
        const uint32_t column = x + i % 4, row = y + i / 4;
        pixels[i] = 0;
        if (column >= image->w || row >= image->h)
            continue;
        pixels[i] = *image_at(image, column, bottom_up ? image->h - 1 - row : row);
        inside |= 1u << i;
    }
    return inside;
}

static void texels_take(const Pixel pixels[BLOCK_PIXELS], unsigned counted, Texels *out)
{
    *out = (Texels){.flat = true};
    for (int i = 0; i < BLOCK_PIXELS; i++) {
        const Pixel pixel = pixels[i];
        const unsigned colour[3] = {PIXEL_R(pixel), PIXEL_G(pixel), PIXEL_B(pixel)};
        if (!(counted >> i & 1))
            continue;
        for (int k = 0; k < 3; k++)
            out->colour[k][i] = (float)colour[k];
        out->weight[i] = 1;
        if (!out->count++)
            memcpy(out->one, colour, sizeof colour);
        out->flat = out->flat && !memcmp(out->one, colour, sizeof colour);
    }
}

static void block_encode(const Encoder *encoder, const Pixel pixels[BLOCK_PIXELS],
                         unsigned inside, uint8_t *out)
{
    uint8_t alpha[BLOCK_PIXELS];
    unsigned counted = 0;
    Texels texels;
    for (unsigned i = 0; i < BLOCK_PIXELS; i++) {
        alpha[i] = (uint8_t)PIXEL_A(pixels[i]);
        const bool drawn = encoder->kind == BLOCK_DXT1   ? alpha[i] >= ALPHA_MIN
                           : encoder->kind == BLOCK_DXT3 ? alpha3_of(alpha[i]) > 0
                                                         : alpha[i] > 0;
        counted |= (inside >> i & drawn) << i;
    }
    texels_take(pixels, counted, &texels);
    if (encoder->kind == BLOCK_DXT3)
        alpha3_encode(alpha, out);
    if (encoder->kind == BLOCK_DXT5)
        alpha5_encode(alpha, inside, out);
    colours_encode(encoder, &texels, encoder->kind == BLOCK_DXT1 && counted != inside,
                   out + block_size(encoder->kind) - 8);
}

static Encoder encoder_of(BlockKind kind)
{
    Encoder encoder = {.kind = kind};
    mixes_make(encoder.five, 0);
    mixes_make(encoder.six, 1);
    return encoder;
}

void blocks_encode(BlockKind kind, const Image *image, bool bottom_up, uint8_t *out)
{
    const Encoder encoder = encoder_of(kind);
    for (uint32_t y = 0; y < image->h; y += 4)
        for (uint32_t x = 0; x < image->w; x += 4, out += block_size(kind)) {
            Pixel pixels[BLOCK_PIXELS];
            const unsigned inside = block_take(image, x, y, bottom_up, pixels);
            block_encode(&encoder, pixels, inside, out);
        }
}

bool blocks_hold(BlockKind kind, const Image *image, bool bottom_up)
{
    const Encoder encoder = encoder_of(kind);
    for (uint32_t y = 0; y < image->h; y += 4)
        for (uint32_t x = 0; x < image->w; x += 4) {
            Pixel pixels[BLOCK_PIXELS], back[BLOCK_PIXELS];
            uint8_t block[16];
            const unsigned inside = block_take(image, x, y, bottom_up, pixels);
            block_encode(&encoder, pixels, inside, block);
            block_decode(kind, block, back);
            for (int i = 0; i < BLOCK_PIXELS; i++)
                if ((inside >> i & 1) && pixels[i] != back[i] &&
                    (PIXEL_A(pixels[i]) || PIXEL_A(back[i])))
                    return false;
        }
    return true;
}
