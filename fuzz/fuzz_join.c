/* Two games as one: the input is the base and its own extension. As with fuzz_tng the section
 * block may be stored plainly, behind byte 63 set to `R`, so that mutations reach it. */
#include "base/deflate.h"
#include "formats/tirnanog/tng_check.h"
#include "project/join.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static Bytes repaired(const uint8_t *data, size_t size, Arena *arena)
{
    if (size < 70 || data[63] != 'R')
        return (Bytes){data, size};
    const size_t block = (size_t)(data[64] | data[65] << 8);
    if (block > size - 68)
        return (Bytes){data, size};
    Writer writer = writer_to(arena);
    const Bytes plain = {data + 68, block};
    const Bytes packed = deflate_bytes(plain, WRAPPING_ZLIB, DEFLATE_FAST, arena);
    write_bytes(&writer, (Bytes){data, 60});
    write_u32(&writer, 0);
    write_u32(&writer, (uint32_t)packed.size + 4);
    write_bytes(&writer, packed);
    write_u32(&writer, crc32_of(0, plain));
    write_bytes(&writer, (Bytes){data + 68 + block, size - 68 - block});
    return writer_bytes(&writer);
}

/* What comes out can be read. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    Arena *arena = arena_new();
    Report report = report_to(NULL, NULL);
    const Bytes file = repaired(data, size, arena);
    const JoinPart parts[] = {{TEXT("base"), file}, {TEXT("extension"), file}};
    Bytes out;
    TngFile game;
    if (project_join(parts, 2, &out, arena, &report) && !tng_read(out, &game, arena, &report))
        abort();
    arena_free(arena);
    return 0;
}
