/* The structure of texture files. Parts, in order: levels, which are found but not decoded;
 * JSON, checks and documentation. Pixels: mmp_pixels.c, mmp_write.c. */
#include "evil_islands/textures/mmp.h"

#include "base/text.h"
#include "kit/formats/format.h"

#define RECORD_FILE "evil_islands/textures/mmp.def"
#include "base/record_define.h"

bool mmp_is(Bytes file)
{
    return file.size >= 4 && !memcmp(file.data, "MMP", 4); /* followed by a zero */
}

/* ---- levels ---- */

/* In PNT3 the number of levels is the size of the packed data. */
static bool head_check(const MmpFile *file, Report *report)
{
    MmpKind kind;
    if (!mmp_kind_of(file->fourcc, &kind))
        return report_error(report, "unknown pixel format 0x%08x", file->fourcc);
    if (!file->width || !file->height || file->width > MMP_SIDE_MAX ||
        file->height > MMP_SIDE_MAX)
        return report_error(report, "the texture has %u x %u pixels; expected 1 to %d per side",
                            file->width, file->height, MMP_SIDE_MAX);
    if (kind != MMP_PNT3 && file->mip_levels_count > MMP_LEVELS_MAX)
        return report_error(report, "the texture has %u levels; the maximum is %d",
                            file->mip_levels_count, MMP_LEVELS_MAX);
    return true;
}

/* Bytes of a level. PNT3 that would be larger than its pixels is stored as pixels. */
static size_t level_size(const Mmp *mmp, uint32_t w, uint32_t h)
{
    const size_t pixels = (size_t)w * h;
    switch (mmp->kind) {
    case MMP_DXT1:
        return blocks_size(BLOCK_DXT1, w, h);
    case MMP_DXT3:
        return blocks_size(BLOCK_DXT3, w, h);
    case MMP_DXT5:
        return blocks_size(BLOCK_DXT5, w, h);
    case MMP_PNT3:
        return mmp->file.mip_levels_count < pixels * 4 ? mmp->file.mip_levels_count
                                                       : pixels * 4;
    default:
        return pixels * (mmp_kinds[mmp->kind].bits / 8);
    }
}

/* 0 levels are read as 1. Data after the last level is kept in `behind`. */
static bool levels_find(Mmp *mmp, size_t header_size, Report *report)
{
    const MmpFile *file = &mmp->file;
    const Bytes data = file->data;
    const size_t stored =
        mmp->kind == MMP_PNT3 || !file->mip_levels_count ? 1 : file->mip_levels_count;
    size_t at = file->base_offset;
    uint32_t w = file->width, h = file->height;
    for (size_t i = 0; i < stored; i++) {
        const size_t size = level_size(mmp, w, h);
        if (at > data.size || size > data.size - at)
            return report_error(report,
                                "at byte %zu: level %zu (%u x %u, %s) needs %zu bytes, %zu are "
                                "left",
                                header_size + at, i, w, h, mmp_kinds[mmp->kind].word, size,
                                at > data.size ? (size_t)0 : data.size - at);
        mmp->levels[mmp->level_count++] = (MmpLevel){w, h, bytes_slice(data, at, size)};
        at += size;
        w = w > 1 ? w / 2 : 1;
        h = h > 1 ? h / 2 : 1;
    }
    mmp->behind = data.size - at;
    return true;
}

static bool head_read(Bytes file, MmpFile *out, Arena *arena, Report *report)
{
    Reader reader = reader_of(file, report);
    *out = (MmpFile){0};
    return record_read(&MmpFile_layout, out, &reader, arena);
}

/* `header_size` is for messages only: archives may have other heads. */
bool mmp_find_levels(const MmpFile *file, size_t header_size, Mmp *out, Report *report)
{
    *out = (Mmp){.file = *file};
    return head_check(file, report) && mmp_kind_of(file->fourcc, &out->kind) &&
           levels_find(out, header_size, report);
}

bool mmp_read(Bytes file, Mmp *out, Arena *arena, Report *report)
{
    MmpFile head;
    return head_read(file, &head, arena, report) &&
           mmp_find_levels(&head, MMP_HEADER_SIZE, out, report);
}

/* The first level gives the size; all others must follow from it. */
Bytes mmp_of_levels(MmpKind kind, const MmpLevel *levels, size_t count, Arena *arena)
{
    const MmpKindRow *row = &mmp_kinds[kind];
    Writer data = writer_to(arena), out = writer_to(arena);
    for (size_t i = 0; i < count; i++)
        write_bytes(&data, levels[i].data);
    const MmpFile file = {.width = levels[0].w,
                          .height = levels[0].h,
                          .mip_levels_count =
                              (uint32_t)(kind == MMP_PNT3 ? levels[0].data.size : count),
                          .fourcc = row->fourcc,
                          .bits_per_pixel = row->bits,
                          .alpha_format = row->channels[0],
                          .red_format = row->channels[1],
                          .green_format = row->channels[2],
                          .blue_format = row->channels[3],
                          .data = writer_bytes(&data)};
    record_write(&MmpFile_layout, &file, &out);
    return writer_bytes(&out);
}

/* ---- for the registry ---- */

/* Views: they follow from the file, and are ignored by mmp_parse(). */
static void show_levels(const Mmp *mmp, JsonWriter *json)
{
    json_put_text(json, "pixel_format", text_of(mmp_kinds[mmp->kind].word));
    json_open_list(json, "levels");
    for (size_t i = 0; i < mmp->level_count; i++) {
        const MmpLevel *level = &mmp->levels[i];
        json_open(json, NULL);
        json_put_uint(json, "w", level->w);
        json_put_uint(json, "h", level->h);
        json_put_uint(json, "at",
                      MMP_HEADER_SIZE + (size_t)(level->data.data - mmp->file.data.data));
        json_put_uint(json, "size", level->data.size);
        json_close(json);
    }
    json_close_list(json);
}

/* A file with a header is shown even if its values are invalid. */
bool mmp_show(Bytes file, bool whole, JsonWriter *json, Arena *arena, Report *report)
{
    Mmp mmp;
    MmpFile head;
    Report silent = report_to(NULL, NULL);
    if (!head_read(file, &head, arena, report))
        return false;
    if (mmp_read(file, &mmp, arena, &silent))
        show_levels(&mmp, json);
    if (!whole)
        head.data = (Bytes){0};
    record_show_fields(&MmpFile_layout, &head, NULL, json);
    return true;
}

bool mmp_parse(const json_t *json, Bytes *out, Arena *arena, Report *report)
{
    static const char *const views[] = {"pixel_format", "levels"};
    return format_parse_record(&MmpFile_layout, json, views, COUNT_OF(views), out, arena,
                               report);
}

/* Shift and count of a channel follow from its mask, but are stored as well. */
static void check_channels(const Mmp *mmp, Report *report)
{
    static const char *const names[] = {"alpha", "red", "green", "blue"};
    const MmpChannel *channels[] = {&mmp->file.alpha_format, &mmp->file.red_format,
                                    &mmp->file.green_format, &mmp->file.blue_format};
    for (size_t i = 0; i < COUNT_OF(channels) && mmp->kind >= MMP_565; i++) {
        const uint32_t mask = channels[i]->mask;
        const unsigned shift = mask ? (unsigned)__builtin_ctz(mask) : 0,
                       count = (unsigned)__builtin_popcount(mask);
        if (mask && (channels[i]->shift != shift || channels[i]->count != count))
            report_warning(report,
                           "%s: mask 0x%x has %u bits from bit %u, the header says %u from "
                           "%u",
                           names[i], mask, count, shift, channels[i]->count,
                           channels[i]->shift);
    }
}

/* PNT3 is unpacked, since its structure shows only then. */
bool mmp_check(Bytes file, Arena *arena, Report *report)
{
    Mmp mmp;
    Bytes pixels;
    if (!mmp_read(file, &mmp, arena, report) ||
        (mmp.kind == MMP_PNT3 && !mmp_unpack(&mmp.levels[0], &pixels, arena, report)))
        return false;
    if (mmp.file.bits_per_pixel != mmp_kinds[mmp.kind].bits)
        report_warning(report, "%u bits a pixel: %s has %u", mmp.file.bits_per_pixel,
                       mmp_kinds[mmp.kind].word, mmp_kinds[mmp.kind].bits);
    if (!mmp.file.mip_levels_count && mmp.kind != MMP_PNT3)
        report_warning(report, "0 levels: read as 1");
    if (mmp.behind)
        report_warning(report, "%zu byte%s after the last level", mmp.behind,
                       PLURAL(mmp.behind));
    check_channels(&mmp, report);
    return true;
}

Text mmp_title(Bytes file, Arena *arena)
{
    Mmp mmp;
    Report silent = report_to(NULL, NULL);
    if (!mmp_read(file, &mmp, arena, &silent))
        return TEXT("");
    return arena_format(arena, "%u x %u, %s, %zu level%s", mmp.file.width, mmp.file.height,
                        mmp_kinds[mmp.kind].word, mmp.level_count, PLURAL(mmp.level_count));
}

void mmp_describe(Writer *writer)
{
    write_format(
        writer,
        "Rows run from the bottom up, in 8888 from the top down. Each level is half as wide "
        "and "
        "high as the one before, rounded down, at least 1.\n\n"
        "PNT3: numbers of 32 bits. 1 to 1,000,000 stands for so many bytes of zero, every "
        "other "
        "for itself, a pixel of 8888 (0 too). The game reads 16 bytes at a time: runs are "
        "written only at multiples of 16 bytes and of such sizes, and a transparent pixel is "
        "0. Packed data as large as the pixels are the pixels.\n\n"
        "DXT: colours are stretched to 8 bits to nearest and mixed rounding down. In DXT1, if "
        "the first colour is not greater than the second, index 2 is their average and 3 "
        "transparent black; DXT3 and DXT5 have four colours whatever the order.\n\n");
    record_describe(&MmpFile_layout, writer);
    record_describe(&MmpChannel_layout, writer);
    write_format(writer, "| fourcc | `--format` | bits a pixel | A R G B masks | |\n"
                         "|---|---|--:|---|---|\n");
    for (size_t i = 0; i < MMP_KIND_COUNT; i++) {
        const MmpKindRow *row = &mmp_kinds[i];
        write_format(writer, "| 0x%08x | %s | %u | %x %x %x %x | %s |\n", row->fourcc,
                     row->word, row->bits, row->channels[0].mask, row->channels[1].mask,
                     row->channels[2].mask, row->channels[3].mask, row->doc);
    }
}
