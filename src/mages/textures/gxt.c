/* Parts, in order: reading and its checks; the functions of the format. Pixels are in
 * gxt_pixels.c. Ranges of all textures are checked first, then what each one contains: a file
 * with an unknown kind of texture is valid, but that texture has no image. */
#include "mages/textures/gxt.h"

#include "base/text.h"
#include "kit/formats/archive.h"
#include "kit/formats/format.h"
#include "base/image/picture.h"

#define RECORD_FILE "mages/textures/gxt.def"
#include "base/record_define.h"

enum { P4_SIZE = 16 * 4, P8_SIZE = 256 * 4 };

bool gxt_is(Bytes start) { return start.size >= 4 && !memcmp(start.data, "GXT", 4); }

/* ---- reading ---- */

static bool head_read(Bytes file, GxtFile *out, Arena *arena, Report *report)
{
    Reader reader = reader_of(file, report);
    *out = (GxtFile){0};
    return record_read(&GxtFile_layout, out, &reader, arena);
}

static size_t table_end(const GxtFile *file)
{
    return GXT_HEADER_SIZE + GXT_ENTRY_SIZE * (size_t)file->textures_count;
}

static uint64_t palettes_size(const GxtFile *file)
{
    return (uint64_t)file->p4_palettes * P4_SIZE + (uint64_t)file->p8_palettes * P8_SIZE;
}

static bool head_check(Bytes bytes, const GxtFile *file, Report *report)
{
    if (file->data_offset < table_end(file) || file->data_offset > bytes.size ||
        file->data_size > bytes.size - file->data_offset)
        return report_error(
            report,
            "at byte 12: %u bytes of data at %u do not begin after the table in a "
            "file of %zu",
            file->data_size, file->data_offset, bytes.size);
    return palettes_size(file) <= file->data_size ||
           report_error(report,
                        "at byte 20: %u and %u palettes need more than %u bytes of data",
                        file->p4_palettes, file->p8_palettes, file->data_size);
}

static bool range_check(const GxtFile *file, size_t index, Report *report)
{
    const GxtTexture *texture = &file->textures[index];
    const uint64_t end = file->data_offset + file->data_size - palettes_size(file);
    return (texture->offset >= file->data_offset &&
            (uint64_t)texture->offset + texture->size <= end) ||
           report_error(report,
                        "texture %zu, at byte %zu: %u bytes at %u are not in the data (%u to "
                        "%llu, without palettes)",
                        index, GXT_HEADER_SIZE + GXT_ENTRY_SIZE * index, texture->size,
                        texture->offset, file->data_offset, (unsigned long long)end);
}

static bool overlaps_check(const GxtFile *file, Arena *arena, Report *report)
{
    ArchiveSpan *spans = ARENA_ALLOC(arena, ArchiveSpan, file->textures_count);
    for (size_t i = 0; i < file->textures_count; i++)
        spans[i] = (ArchiveSpan){file->textures[i].offset, file->textures[i].size};
    const uint32_t *order = archive_order(spans, file->textures_count, arena);
    for (size_t i = 1; i < file->textures_count; i++)
        if (spans[order[i]].offset < spans[order[i - 1]].offset + spans[order[i - 1]].size)
            return report_error(report, "textures %u and %u share bytes", order[i - 1],
                                order[i]);
    return true;
}

static bool ranges_check(Bytes bytes, const GxtFile *file, Arena *arena, Report *report)
{
    bool ok = head_check(bytes, file, report);
    for (size_t i = 0; ok && i < file->textures_count; i++)
        ok = range_check(file, i, report);
    return ok && overlaps_check(file, arena, report);
}

/* Textures that are not decoded here. */
static bool kind_check(const GxtTexture *texture, GxtImage *out, Report *report)
{
    out->w = texture->width;
    out->h = texture->height;
    out->type = texture->type;
    if (!gxt_type_word(texture->type))
        return report_error(report, "the order of pixels 0x%08x is not decoded here",
                            texture->type);
    if (!gxt_pixels(texture->pixels, &out->pixels, report))
        return false;
    return out->pixels.kind != GXT_BLOCKS || strcmp(gxt_type_word(texture->type), "tiled") ||
           report_error(report, "tiled blocks (%s) are not decoded here", out->pixels.name);
}

static bool palette_find(Bytes bytes, const GxtFile *file, const GxtTexture *texture,
                         GxtImage *out, Report *report)
{
    const bool small = out->pixels.bits == 4;
    const uint32_t count = small ? file->p4_palettes : file->p8_palettes;
    const size_t size = small ? P4_SIZE : P8_SIZE;
    const uint64_t first = file->data_offset + file->data_size - palettes_size(file) +
                           (small ? 0 : (uint64_t)file->p4_palettes * P4_SIZE);
    if (texture->palette >= count)
        return report_error(report, "palette %u of %u for %s", texture->palette, count,
                            out->pixels.name);
    out->palette = bytes_slice(bytes, (size_t)first + size * texture->palette, size);
    return true;
}

/* Requires valid ranges and a kind that is decoded. */
static bool image_find(Bytes bytes, const GxtFile *file, const GxtTexture *texture,
                       GxtImage *out, Report *report)
{
    out->data = bytes_slice(bytes, texture->offset, texture->size);
    if (!picture_size_check(out->w, out->h, report))
        return false;
    if (gxt_level_size(out) > texture->size)
        return report_error(report, "%u x %u pixels (%s, %s) need %llu bytes, it has %u",
                            out->w, out->h, out->pixels.name, gxt_type_word(out->type),
                            (unsigned long long)gxt_level_size(out), texture->size);
    return out->pixels.kind != GXT_PALETTE || palette_find(bytes, file, texture, out, report);
}

bool gxt_read(Bytes file, Gxt *out, Arena *arena, Report *report)
{
    *out = (Gxt){0};
    if (!head_read(file, &out->file, arena, report) ||
        !ranges_check(file, &out->file, arena, report))
        return false;
    out->count = out->file.textures_count;
    out->images = ARENA_ALLOC(arena, GxtImage, out->count);
    for (size_t i = 0; i < out->count; i++) {
        const GxtTexture *texture = &out->file.textures[i];
        Report about = report_part(report, arena_format(arena, "texture %zu", i), arena);
        if (!kind_check(texture, &out->images[i], &about) ||
            !image_find(file, &out->file, texture, &out->images[i], &about))
            return false;
    }
    return true;
}

/* ---- for the registry ---- */

static void show_views(const GxtFile *file, JsonWriter *json)
{
    Report silent = report_to(NULL, NULL);
    json_open_list(json, "kinds");
    for (size_t i = 0; i < file->textures_count; i++) {
        const GxtTexture *texture = &file->textures[i];
        const char *type = gxt_type_word(texture->type);
        GxtPixels pixels;
        json_open(json, NULL);
        json_put_text(json, "type", text_of(type ? type : "unknown"));
        if (gxt_pixels(texture->pixels, &pixels, &silent)) {
            json_put_text(json, "pixel_format", text_of(pixels.name));
            json_put_text(json, "order", text_of(pixels.order));
        }
        json_close(json);
    }
    json_close_list(json);
}

/* A file with a table is shown even if its values are invalid. */
bool gxt_show(Bytes file, bool whole, JsonWriter *json, Arena *arena, Report *report)
{
    GxtFile head;
    if (!head_read(file, &head, arena, report))
        return false;
    show_views(&head, json);
    if (!whole)
        head.data = (Bytes){0};
    record_show_fields(&GxtFile_layout, &head, NULL, json);
    return true;
}

bool gxt_parse(const json_t *json, Bytes *out, Arena *arena, Report *report)
{
    static const char *const views[] = {"kinds"};
    return format_parse_record(&GxtFile_layout, json, views, COUNT_OF(views), out, arena,
                               report);
}

/* Textures that are not decoded here cause a warning. */
static bool texture_check(Bytes file, const GxtFile *head, size_t index, Arena *arena,
                          Report *report)
{
    Messages said = {.arena = arena};
    Report about = report_part(report, arena_format(arena, "texture %zu", index), arena),
           aside = report_to(messages_sink, &said);
    GxtImage image = {0};
    if (kind_check(&head->textures[index], &image, &aside))
        return image_find(file, head, &head->textures[index], &image, &about);
    report_warning(&about, "%.*s", (int)said.items[0].text.size, said.items[0].text.at);
    return true;
}

bool gxt_check(Bytes file, Arena *arena, Report *report)
{
    GxtFile head;
    bool ok = head_read(file, &head, arena, report) && ranges_check(file, &head, arena, report);
    for (size_t i = 0; ok && i < head.textures_count; i++)
        ok = texture_check(file, &head, i, arena, report);
    if (!ok)
        return false;
    const size_t rest = file.size - head.data_offset - head.data_size;
    if (head.version != GXT_VERSION)
        report_warning(report, "version 0x%08x; 0x%08x is known", head.version, GXT_VERSION);
    if (rest)
        report_warning(report, "%zu bytes follow the data", rest);
    return true;
}

Text gxt_title(Bytes file, Arena *arena)
{
    GxtFile head;
    GxtPixels pixels;
    Report silent = report_to(NULL, NULL);
    if (!head_read(file, &head, arena, &silent))
        return TEXT("");
    if (head.textures_count != 1)
        return arena_format(arena, "%u textures", head.textures_count);
    const GxtTexture *one = &head.textures[0];
    const bool known = gxt_pixels(one->pixels, &pixels, &silent);
    return arena_format(arena, "1 texture, %u x %u, %s", one->width, one->height,
                        known ? pixels.name : "unknown format");
}

void gxt_describe(Writer *writer)
{
    write_format(
        writer,
        "Little-endian. Textures of the PlayStation Vita. `kinds` of the JSON is a view. "
        "Converted to images: the first level of U8U8U8U8, U8U8U8, U5U6U5, U1U5U5U5, "
        "U4U4U4U4, U8U8, U8, P4, P8 and UBC1 to UBC3, swizzled, linear or tiled (blocks: "
        "not tiled). Other formats are refused by their name. Unproven: no genuine file "
        "was at hand.\n\n"
        "Swizzled: the bits of y and x alternate, y lowest, over a square of the smaller "
        "side; squares follow along the longer side. Blocks are ordered in the same way.\n\n");
    record_describe(&GxtFile_layout, writer);
}
