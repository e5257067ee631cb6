/* A stream of the compression of Evil Islands: decoded within bounds to any size. The same
 * bytes as data: packed and unpacked, they are the same. */
#include "evil_islands/archives/lz.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    Arena *arena = arena_new();
    Report report = report_to(NULL, NULL);
    const size_t claimed = size >= 4 ? (size_t)uint_of(data, 4, false) % (1 << 20) : 0;
    Reader reader = reader_of((Bytes){data, size}, &report);
    Writer stream = writer_to(arena);
    Bytes out;
    const bool ok = lz_decode(&reader, claimed, &out, arena);
    if (ok ? out.size != claimed : report.errors != 1)
        abort();
    lz_encode((Bytes){data, size}, &stream);
    reader = reader_of(writer_bytes(&stream), &report);
    if (!lz_decode(&reader, size, &out, arena) || reader_left(&reader) ||
        !bytes_equal(out, (Bytes){data, size}))
        abort();
    arena_free(arena);
    return 0;
}
