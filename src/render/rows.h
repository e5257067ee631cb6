/* Rows of pixels, the innermost work of drawing: one table of functions for each kind of
 * processor. All tables give the same pixels for the same input, whatever it is.
 *
 * Pixels are premultiplied; div255 is that of blit.h. Rows do not overlap. */
#ifndef OISIN_RENDER_ROWS_H
#define OISIN_RENDER_ROWS_H

#include "image/image.h"

/* A colour filter: out = (matrix * in + ROWS_ONE / 2) / ROWS_ONE, cut to 0 to 255. */
enum { ROWS_ONE = 4096 };
typedef struct ColourMatrix {
    int16_t rows[3][3]; /* for red, green, blue: of red, green, blue */
} ColourMatrix;

typedef struct RowFunctions {
    const char *name;
    /* to = from + div255(to * (255 - alpha of from)) */
    void (*blend)(Pixel *to, const Pixel *from, size_t count);
    /* the same with from = div255(from * alpha) */
    void (*blend_faint)(Pixel *to, const Pixel *from, size_t count, unsigned alpha);
    /* the same with one pixel everywhere */
    void (*cover)(Pixel *to, Pixel from, size_t count);
    /* to = div255(to * factor), part by part */
    void (*tint)(Pixel *to, Pixel factor, size_t count);
    void (*tint_each)(Pixel *to, const Pixel *factors, size_t count);
    /* Each pixel `zoom` times (1 to 8): `count` pixels are read. */
    void (*enlarge)(Pixel *to, const Pixel *from, size_t count, unsigned zoom);
    /* Alpha stays. */
    void (*filter)(Pixel *to, size_t count, const ColourMatrix *matrix);
    /* How many pixels at the begin are all zero. */
    size_t (*zeros)(const Pixel *row, size_t count);
} RowFunctions;

/* The fastest that this processor has. */
const RowFunctions *row_functions(void);
/* Test builds: from now on the plain ones, in all threads; or again the fastest. */
void rows_plain_only(bool plain);
/* All that it has, the plain ones first; how many. */
enum { ROW_KINDS = 3 };
size_t row_kinds(const RowFunctions *out[ROW_KINDS]);

/* What each of them ends with: what is left of a row, pixel by pixel. */
extern const RowFunctions rows_plain;
#if defined(__x86_64__)
extern const RowFunctions rows_sse2, rows_avx2;
#endif

#endif
