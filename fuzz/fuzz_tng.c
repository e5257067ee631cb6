/* A game file: read, checked, shown, turned into JSON and back, taken apart. The
 * checksums are repaired first, or nothing would get past them. */
#include "base/deflate.h"
#include "formats/format.h"
#include "formats/tirnanog/tng_check.h"
#include "project/project.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* The input's block may be stored without compression, so that mutations reach
 * its contents: byte 63 set means that the block follows as it is. */
static Bytes repaired(const uint8_t *data, size_t size, Arena *arena)
{
    if (size < 70 || data[63] != 'R')
        return (Bytes){data, size};
    const size_t block = (size_t)(data[64] | data[65] << 8);
    if (block > size - 68)
        return (Bytes){data, size};
    Writer writer = writer_to(arena);
    const Bytes packed =
        deflate_bytes((Bytes){data + 68, block}, WRAPPING_ZLIB, DEFLATE_FAST, arena);
    write_bytes(&writer, (Bytes){data, 60});
    write_u32(&writer, 0);
    write_u32(&writer, (uint32_t)packed.size + 4);
    write_bytes(&writer, packed);
    write_u32(&writer, crc32_of(0, (Bytes){data + 68, block}));
    write_bytes(&writer, (Bytes){data + 68 + block, size - 68 - block});
    return writer_bytes(&writer);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    Arena *arena = arena_new();
    Report report = report_to(NULL, NULL);
    const Bytes file = repaired(data, size, arena);
    TngFile game;
    tng_check(file, arena, &report);
    if (tng_read(file, &game, arena, &report)) {
        ProjectFiles files;
        Writer json = writer_to(arena);
        Bytes back;
        const Format *format;
        project_unbuild(&game, &files, arena, &report);
        if (format_to_json(format_named(TEXT("tng")), file, true, &json, arena, &report) &&
            (!format_from_json(writer_bytes(&json), &back, &format, arena, &report) ||
             !bytes_equal(back, file)))
            abort(); /* not a bit may be lost */
    }
    arena_free(arena);
    return 0;
}
