/* Row operations with SSE2, which every x86-64 has, and AVX2, which is detected. Compilers for
 * WebAssembly have SSE2's functions as well, as its vectors are the same. */
#if defined(__SSE2__)

#include "engine/render/rows.h"

#include <immintrin.h>

/* ---- enlarging ---- */

static void enlarge_2(Pixel *to, const Pixel *from, size_t count)
{
    size_t i = 0;
    for (; i + 4 <= count; i += 4) {
        const __m128i four = _mm_loadu_si128((const __m128i *)(const void *)(from + i));
        __m128i *out = (__m128i *)(void *)(to + 2 * i);
        _mm_storeu_si128(out, _mm_unpacklo_epi32(four, four));
        _mm_storeu_si128(out + 1, _mm_unpackhi_epi32(four, four));
    }
    rows_plain.enlarge(to + 2 * i, from + i, count - i, 2);
}

static void enlarge_3(Pixel *to, const Pixel *from, size_t count)
{
    size_t i = 0;
    for (; i + 4 <= count; i += 4) {
        const __m128i four = _mm_loadu_si128((const __m128i *)(const void *)(from + i));
        __m128i *out = (__m128i *)(void *)(to + 3 * i);
        _mm_storeu_si128(out, _mm_shuffle_epi32(four, _MM_SHUFFLE(1, 0, 0, 0)));
        _mm_storeu_si128(out + 1, _mm_shuffle_epi32(four, _MM_SHUFFLE(2, 2, 1, 1)));
        _mm_storeu_si128(out + 2, _mm_shuffle_epi32(four, _MM_SHUFFLE(3, 3, 3, 2)));
    }
    rows_plain.enlarge(to + 3 * i, from + i, count - i, 3);
}

/* From four on at least one store per pixel; the last ones overlap. */
static void enlarge_more(Pixel *to, const Pixel *from, size_t count, unsigned zoom)
{
    for (size_t i = 0; i < count; i++, to += zoom) {
        const __m128i pixel = _mm_set1_epi32((int)from[i]);
        _mm_storeu_si128((__m128i *)(void *)to, pixel);
        _mm_storeu_si128((__m128i *)(void *)(to + zoom - 4), pixel);
    }
}

static void enlarge(Pixel *to, const Pixel *from, size_t count, unsigned zoom)
{
    if (zoom == 2)
        enlarge_2(to, from, count);
    else if (zoom == 3)
        enlarge_3(to, from, count);
    else if (zoom > 3 && zoom <= 8)
        enlarge_more(to, from, count, zoom);
    else
        rows_plain.enlarge(to, from, count, zoom);
}

/* ---- SSE2 ---- */

enum { WIDE_SSE2 = 4 };

#define NAME(x) sse2_##x
#define TARGET
#define VECTOR __m128i
#define WIDE WIDE_SSE2
#define ALL_OF_THEM 0xFFFF
#define REST_BLEND rows_plain.blend
#define V(x) _mm_##x
#define VI(x) _mm_##x##_si128
#include "engine/render/rows_x86.def"
#undef NAME
#undef TARGET
#undef VECTOR
#undef WIDE
#undef ALL_OF_THEM
#undef REST_BLEND
#undef V
#undef VI

const RowFunctions rows_sse2 = {"sse2",     sse2_blend,  sse2_blend_faint,
                                sse2_cover, sse2_tint,   sse2_tint_each,
                                enlarge,    sse2_filter, sse2_zeros};

/* ---- AVX2 ---- */

#if defined(__x86_64__)
enum { WIDE_AVX2 = 8 };

/* Most rows are short, so their ends matter: a vector of which only the first are valid. */
static void avx2_blend_rest(Pixel *to, const Pixel *from, size_t count);

#define NAME(x) avx2_##x
#define TARGET __attribute__((target("avx2")))
#define VECTOR __m256i
#define WIDE WIDE_AVX2
#define ALL_OF_THEM -1
#define REST_BLEND avx2_blend_rest
#define V(x) _mm256_##x
#define VI(x) _mm256_##x##_si256
#include "engine/render/rows_x86.def"

TARGET static void avx2_blend_rest(Pixel *to, const Pixel *from, size_t count)
{
    const __m256i places = _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7);
    const __m256i there = _mm256_cmpgt_epi32(_mm256_set1_epi32((int)count), places);
    const __m256i source = _mm256_maskload_epi32((const int *)(const void *)from, there);
    const __m256i target = _mm256_maskload_epi32((const int *)(const void *)to, there);
    if (count)
        _mm256_maskstore_epi32((int *)(void *)to, there, avx2_over(target, source));
}

const RowFunctions rows_avx2 = {"avx2",     avx2_blend,  avx2_blend_faint,
                                avx2_cover, avx2_tint,   avx2_tint_each,
                                enlarge,    avx2_filter, avx2_zeros};
#endif

#else
typedef int rows_x86_is_empty; /* ISO C forbids an empty file */
#endif
