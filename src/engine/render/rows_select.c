/* The selection of a table of row operations for this processor. */
#include "engine/render/rows.h"

static bool plain_only;

void rows_plain_only(bool plain) { plain_only = plain; }

const RowFunctions *row_functions(void)
{
    if (plain_only)
        return &rows_plain;
#if defined(__x86_64__)
    return __builtin_cpu_supports("avx2") ? &rows_avx2 : &rows_sse2;
#elif defined(__SSE2__)
    return &rows_sse2;
#else
    return &rows_plain;
#endif
}

size_t row_kinds(const RowFunctions *out[ROW_KINDS])
{
    size_t count = 0;
    out[count++] = &rows_plain;
#if defined(__SSE2__)
    out[count++] = &rows_sse2;
#endif
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx2"))
        out[count++] = &rows_avx2;
#endif
    return count;
}
