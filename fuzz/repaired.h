/* A game file whose section block may be stored plainly, behind byte 63 set to `R` and its size
 * in 2 bytes, so that mutations reach its contents: packed here, with its checksum. */
#ifndef OISIN_FUZZ_REPAIRED_H
#define OISIN_FUZZ_REPAIRED_H

#include "base/deflate.h"
#include "base/stream.h"

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

#endif
