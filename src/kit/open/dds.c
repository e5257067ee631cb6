/* The header of .dds files: reading, checking and writing it. Pixels and levels are in
 * dds_pixels.c, the functions of the format in dds_show.c. Of the header, sizes are checked,
 * flags and pitch are not. */
#include "kit/open/dds.h"

#define RECORD_FILE "kit/open/dds.def"
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
    MORE_CUBE = 4,
};

bool dds_head_read(Bytes file, DdsFile *out, Arena *arena, Report *report)
{
    Reader reader = reader_of(file, report);
    *out = (DdsFile){0};
    return record_read(&DdsFile_layout, out, &reader, arena);
}

bool dds_is_flat(const DdsFile *file)
{
    const bool more = file->pixels.fourcc == DDS_FOURCC_DX10;
    return !(file->caps2 & CAPS2_NOT_FLAT) &&
           (!more || (file->more.dimension == DIMENSION_FLAT && file->more.array_size <= 1 &&
                      !(file->more.flags & MORE_CUBE)));
}

bool dds_head_check(const DdsFile *file, Report *report)
{
    return (file->size == HEADER_SIZE && file->pixels.size == PIXELS_SIZE) ||
           report_error(report, "header sizes %u and %u; expected %d and %d", file->size,
                        file->pixels.size, HEADER_SIZE, PIXELS_SIZE);
}

bool dds_read(Bytes file, DdsFile *out, Arena *arena, Report *report)
{
    if (!dds_head_read(file, out, arena, report) || !dds_head_check(out, report))
        return false;
    if (!dds_is_flat(out))
        return report_cause(
            report, CAUSE_UNSUPPORTED,
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
