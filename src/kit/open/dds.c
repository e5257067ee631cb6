/* The header of .dds files: reading, checking and writing it, and the functions of the format.
 * Pixels and levels are in dds_pixels.c. Of the header, sizes are checked, flags and pitch are
 * not. */
#include "kit/open/dds.h"

#include "base/text.h"
#include "kit/formats/format.h"

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

static bool head_read(Bytes file, DdsFile *out, Arena *arena, Report *report)
{
    Reader reader = reader_of(file, report);
    *out = (DdsFile){0};
    return record_read(&DdsFile_layout, out, &reader, arena);
}

static bool is_flat(const DdsFile *file)
{
    const bool more = file->pixels.fourcc == DDS_FOURCC_DX10;
    return !(file->caps2 & CAPS2_NOT_FLAT) &&
           (!more || (file->more.dimension == DIMENSION_FLAT && file->more.array_size <= 1 &&
                      !(file->more.flags & MORE_CUBE)));
}

static bool sizes_check(const DdsFile *file, Report *report)
{
    return (file->size == HEADER_SIZE && file->pixels.size == PIXELS_SIZE) ||
           report_error(report, "header sizes %u and %u; expected %d and %d", file->size,
                        file->pixels.size, HEADER_SIZE, PIXELS_SIZE);
}

bool dds_read(Bytes file, DdsFile *out, Arena *arena, Report *report)
{
    if (!head_read(file, out, arena, report) || !sizes_check(out, report))
        return false;
    if (!is_flat(out))
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

/* ---- for the registry ---- */

bool dds_is(Bytes start) { return start.size >= 4 && !memcmp(start.data, "DDS ", 4); }

static void show_levels(const Dds *dds, Bytes file, JsonWriter *json)
{
    json_put_text(json, "pixel_format", text_of(dds->kind.word));
    json_open_list(json, "levels");
    for (size_t i = 0; i < dds->level_count; i++) {
        const DdsLevel *level = &dds->levels[i];
        json_open(json, NULL);
        json_put_uint(json, "w", level->w);
        json_put_uint(json, "h", level->h);
        json_put_uint(json, "at", (size_t)(level->data.data - file.data));
        json_put_uint(json, "size", level->data.size);
        json_close(json);
    }
    json_close_list(json);
}

/* A file with a header is shown even if its values are invalid. */
bool dds_show(Bytes file, bool whole, JsonWriter *json, Arena *arena, Report *report)
{
    Dds dds;
    DdsFile head;
    Report silent = report_to(NULL, NULL);
    if (!head_read(file, &head, arena, report))
        return false;
    if (dds_texture(file, &dds, arena, &silent))
        show_levels(&dds, file, json);
    if (!whole)
        head.data = (Bytes){0};
    record_show_fields(&DdsFile_layout, &head, NULL, json);
    return true;
}

bool dds_parse(const json_t *json, Bytes *out, Arena *arena, Report *report)
{
    static const char *const views[] = {"pixel_format", "levels"};
    return format_parse_record(&DdsFile_layout, json, views, COUNT_OF(views), out, arena,
                               report);
}

/* Textures that are valid, but have no image here, cause a warning. */
bool dds_check(Bytes file, Arena *arena, Report *report)
{
    Dds dds;
    Report silent = report_to(NULL, NULL);
    if (!head_read(file, &dds.file, arena, report) || !sizes_check(&dds.file, report))
        return false;
    if (!is_flat(&dds.file)) {
        report_warning(report, "a cube map, a volume or an array: it cannot be converted here");
        return true;
    }
    if (!dds_kind(&dds.file, &dds.kind, &silent)) {
        Messages said = {.arena = arena};
        Report about = report_to(messages_sink, &said);
        dds_kind(&dds.file, &dds.kind, &about);
        report_warning(report, "%.*s", (int)said.items[0].text.size, said.items[0].text.at);
        return true;
    }
    if (!dds_texture(file, &dds, arena, report))
        return false;
    if (dds.behind)
        report_warning(report, "%zu bytes follow the last level", dds.behind);
    return true;
}

Text dds_title(Bytes file, Arena *arena)
{
    Dds dds;
    Report silent = report_to(NULL, NULL);
    if (!dds_texture(file, &dds, arena, &silent))
        return TEXT("");
    return arena_format(arena, "%u x %u, %s, %zu level%s", dds.file.width, dds.file.height,
                        dds.kind.word, dds.level_count, dds.level_count == 1 ? "" : "s");
}

void dds_describe(Writer *writer)
{
    write_format(
        writer,
        "Little-endian. Textures of Direct3D 9 and 10: the head, then the levels, each "
        "half as large as the one before, the top row first. `pixel_format` and "
        "`levels` of the JSON are views. Converted to images: blocks BC1 to BC5 and BC7, and "
        "masks of 8 to 32 bits. Written from images: BC1 to BC3 (`--format dxt1`, "
        "`dxt3`, `dxt5`), 16 bits and 32 bits; BC7 is not written.\n\n");
    record_describe(&DdsFile_layout, writer);
}
