#include "formats/open/dds.h"

#define RECORD_FILE "formats/open/dds.def"
#include "base/record_define.h"

enum {
    HEADER_SIZE = 124,
    PIXELS_SIZE = 32,
    FLAGS_ALWAYS = 0x1007,
    FLAG_PITCH = 8,
    FLAG_LEVELS = 0x20000,
    FLAG_SIZE = 0x80000,
    CAPS_TEXTURE = 0x1000,
    CAPS_LEVELS = 0x400008,
    CAPS2_NOT_FLAT = 0x20FE00,
    DIMENSION_FLAT = 3,
};

bool dds_read(Bytes file, DdsFile *out, Arena *arena, Report *report)
{
    Reader reader = reader_of(file, report);
    *out = (DdsFile){0};
    if (!record_read(&DdsFile_layout, out, &reader, arena))
        return false;
    if (out->size != HEADER_SIZE || out->pixels.size != PIXELS_SIZE)
        return report_error(report, "header sizes %u and %u; expected %d and %d", out->size,
                            out->pixels.size, HEADER_SIZE, PIXELS_SIZE);
    const bool more = out->pixels.fourcc == DDS_FOURCC_DX10;
    if (out->caps2 & CAPS2_NOT_FLAT ||
        (more && (out->more.dimension != DIMENSION_FLAT || out->more.array_size > 1)))
        return report_error(
            report,
            "cube maps, volumes and arrays are not supported; expected a single 2D texture");
    return true;
}

Bytes dds_write(DdsFile file, Arena *arena)
{
    const bool blocks = file.pixels.flags & DDS_PIXELS_FOURCC;
    Writer writer = writer_to(arena);
    file.size = HEADER_SIZE;
    file.pixels.size = PIXELS_SIZE;
    file.flags = FLAGS_ALWAYS | (blocks ? FLAG_SIZE : FLAG_PITCH) |
                 (file.level_count > 1 ? FLAG_LEVELS : 0);
    file.caps = CAPS_TEXTURE | (file.level_count > 1 ? CAPS_LEVELS : 0);
    if (!blocks)
        file.pitch = file.width * file.pixels.bits / 8;
    record_write(&DdsFile_layout, &file, &writer);
    return writer_bytes(&writer);
}
