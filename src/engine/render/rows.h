/* Operations on rows of pixels, the innermost loops of drawing: one table of functions per
 * instruction set. All tables produce the same pixels for the same input.
 *
 * Pixels are premultiplied; div255 is that of blit.h. Rows must not overlap. */
#ifndef OISIN_ENGINE_RENDER_ROWS_H
#define OISIN_ENGINE_RENDER_ROWS_H

#include "base/image/image.h"

/* A colour filter: out = (matrix * in + ROWS_ONE / 2) / ROWS_ONE, clamped to 0 to 255. */
enum { ROWS_ONE = 4096 };
typedef struct ColourMatrix {
    int16_t rows[3][3]; /* output red, green, blue; input red, green, blue */
} ColourMatrix;

typedef struct RowFunctions {
    const char *name;
    /* to = from + div255(to * (255 - alpha of from)) */
    void (*blend)(Pixel *to, const Pixel *from, size_t count);
    /* the same with from = div255(from * alpha) */
    void (*blend_faint)(Pixel *to, const Pixel *from, size_t count, unsigned alpha);
    /* the same with one source pixel */
    void (*cover)(Pixel *to, Pixel from, size_t count);
    /* to = div255(to * factor), per channel */
    void (*tint)(Pixel *to, Pixel factor, size_t count);
    void (*tint_each)(Pixel *to, const Pixel *factors, size_t count);
    /* Repeats each pixel `zoom` times (1 to 8); reads `count` pixels. */
    void (*enlarge)(Pixel *to, const Pixel *from, size_t count, unsigned zoom);
    /* Alpha does not change. */
    void (*filter)(Pixel *to, size_t count, const ColourMatrix *matrix);
    /* Number of pixels at the start that are zero. */
    size_t (*zeros)(const Pixel *row, size_t count);
} RowFunctions;

/* The fastest table for this processor. */
const RowFunctions *row_functions(void);
/* For tests: selects the portable table in all threads, or the fastest again. */
void rows_plain_only(bool plain);
/* All tables that this processor supports, the portable one first; returns their number. */
enum { ROW_KINDS = 3 };
size_t row_kinds(const RowFunctions *out[ROW_KINDS]);

/* The portable table; the others use it for the rest of a row, pixel by pixel. */
extern const RowFunctions rows_plain;
#if defined(__SSE2__) /* x86-64, and WebAssembly with vectors */
extern const RowFunctions rows_sse2;
#endif
#if defined(__x86_64__)
extern const RowFunctions rows_avx2;
#endif

#endif
