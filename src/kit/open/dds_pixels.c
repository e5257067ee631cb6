/* How the pixels of a .dds are stored, and decoding of its levels. */
#include "kit/open/dds.h"

#include "base/text.h"
#include "base/image/picture.h"

#include <ctype.h>

typedef struct KindRow {
    uint32_t first, last; /* DXGI_FORMAT */
    const char *fourccs;  /* separated by spaces */
    DdsKind kind;
    bool known; /* by name only */
    bool only_read;
} KindRow;

static const KindRow rows[] = {
#define BLOCKS(word, first, last, block, fourccs, written)                                     \
    {first, last, fourccs, {word, true, block, 0, {0, 0, 0, 0}}, false, !(written)},
#define PLAIN(word, first, last, bits, r, g, b, a)                                             \
    {first, last, "", {word, false, BLOCK_DXT1, bits, {r, g, b, a}}, false, false},
#define OTHER(word, first, last, fourccs)                                                      \
    {first, last, fourccs, {word, false, BLOCK_DXT1, 0, {0, 0, 0, 0}}, true, false},
#include "kit/open/dds_kinds.def"
#undef OTHER
#undef PLAIN
#undef BLOCKS
};

bool dds_is_only_read(const char *word)
{
    for (size_t i = 0; i < COUNT_OF(rows); i++)
        if (rows[i].only_read && text_is_caseless(text_of(word), rows[i].kind.word))
            return true;
    return false;
}

/* The fourcc is little-endian, so its first letter is the lowest byte. */
static bool has_fourcc(const KindRow *row, uint32_t fourcc)
{
    const char letters[4] = {(char)fourcc, (char)(fourcc >> 8), (char)(fourcc >> 16),
                             (char)(fourcc >> 24)};
    Text rest = text_of(row->fourccs);
    for (Text word; (word = text_word(&rest)).size;)
        if (text_equal(word, (Text){letters, sizeof letters}))
            return true;
    return false;
}

/* "DXT9" as text, other numbers in hexadecimal. */
static bool fourcc_unknown(uint32_t fourcc, Report *report)
{
    char word[5] = "";
    for (int i = 0; i < 4; i++) {
        word[i] = (char)(fourcc >> 8 * i);
        if (!isalnum((unsigned char)word[i]))
            return report_cause(report, CAUSE_UNSUPPORTED, "unsupported pixel format 0x%08x",
                                fourcc);
    }
    return report_cause(report, CAUSE_UNSUPPORTED, "unsupported pixel format %s", word);
}

/* Formats that are known by name only are reported by that name. */
static bool kind_of_row(const KindRow *row, DdsKind *out, Report *report)
{
    *out = row->kind;
    return !row->known ||
           report_error(report, "the pixel format %s is not converted here", row->kind.word);
}

/* A DXGI_FORMAT is in the additional header of DX10 files. */
static bool kind_by_number(const DdsFile *file, DdsKind *out, Report *report)
{
    for (size_t i = 0; i < COUNT_OF(rows); i++)
        if (file->more.format >= rows[i].first && file->more.format <= rows[i].last)
            return kind_of_row(&rows[i], out, report);
    return report_cause(report, CAUSE_UNSUPPORTED, "unsupported DXGI format %u",
                        file->more.format);
}

/* A name for masks that are those of a DXGI_FORMAT. */
static void kind_name(DdsKind *kind)
{
    for (size_t i = 0; i < COUNT_OF(rows); i++)
        if (rows[i].kind.bits == kind->bits && !rows[i].kind.is_blocks && !rows[i].known &&
            !memcmp(&rows[i].kind.masks, &kind->masks, sizeof kind->masks))
            kind->word = rows[i].kind.word;
}

/* Grey has only a red mask. Masks must lie within the bits of a pixel, which must be whole
 * bytes. */
static bool kind_by_masks(const DdsPixels *pixels, DdsKind *out, Report *report)
{
    const bool grey = pixels->flags & DDS_PIXELS_GREY;
    const bool plain = grey || pixels->flags & DDS_PIXELS_MASKS;
    *out = (DdsKind){.word = "masks", .bits = pixels->bits};
    if (plain)
        out->masks.r = pixels->red_mask;
    if (plain) {
        out->masks.g = grey ? pixels->red_mask : pixels->green_mask;
        out->masks.b = grey ? pixels->red_mask : pixels->blue_mask;
    }
    if (pixels->flags & (DDS_PIXELS_ALPHA | DDS_PIXELS_ALPHA_ONLY))
        out->masks.a = pixels->alpha_mask;
    const PixelMasks *masks = &out->masks;
    const uint32_t all = masks->r | masks->g | masks->b | masks->a;
    if (!all || !pixels->bits || pixels->bits > 32 || pixels->bits % 8 ||
        (pixels->bits < 32 && all >> pixels->bits))
        return report_cause(report, CAUSE_UNSUPPORTED,
                            "unsupported pixel format: flags 0x%x, %u bits, masks %x %x %x %x",
                            pixels->flags, pixels->bits, pixels->alpha_mask, pixels->red_mask,
                            pixels->green_mask, pixels->blue_mask);
    kind_name(out);
    return true;
}

/* In this order: DX10 is itself a fourcc. */
bool dds_kind(const DdsFile *file, DdsKind *out, Report *report)
{
    const DdsPixels *pixels = &file->pixels;
    if (pixels->fourcc == DDS_FOURCC_DX10)
        return kind_by_number(file, out, report);
    if (!(pixels->flags & DDS_PIXELS_FOURCC))
        return kind_by_masks(pixels, out, report);
    for (size_t i = 0; i < COUNT_OF(rows); i++)
        if (has_fourcc(&rows[i], pixels->fourcc))
            return kind_of_row(&rows[i], out, report);
    return fourcc_unknown(pixels->fourcc, report);
}

static size_t level_size(const DdsKind *kind, uint32_t w, uint32_t h)
{
    return kind->is_blocks ? blocks_size(kind->block, w, h) : (size_t)w * h * kind->bits / 8;
}

/* Each level has half the size of the one before, at least 1. A count of 0 means one level. */
static bool levels_find(Dds *dds, Bytes file, Report *report)
{
    const size_t stored = dds->file.level_count ? dds->file.level_count : 1;
    const size_t start = file.size - dds->file.data.size;
    size_t at = start;
    uint32_t w = dds->file.width, h = dds->file.height;
    if (stored > DDS_LEVELS_MAX)
        return report_error(report, "the texture has %zu levels; the maximum is %d", stored,
                            DDS_LEVELS_MAX);
    for (size_t i = 0; i < stored; i++) {
        const size_t size = level_size(&dds->kind, w, h);
        if (size > file.size - at)
            return report_error(report,
                                "at byte %zu: level %zu (%u x %u, %s) needs %zu bytes, %zu are "
                                "left",
                                at, i, w, h, dds->kind.word, size, file.size - at);
        dds->levels[dds->level_count++] = (DdsLevel){w, h, bytes_slice(file, at, size)};
        at += size;
        w = w > 1 ? w / 2 : 1;
        h = h > 1 ? h / 2 : 1;
    }
    dds->behind = file.size - at;
    return true;
}

bool dds_texture(Bytes file, Dds *out, Arena *arena, Report *report)
{
    *out = (Dds){0};
    return dds_read(file, &out->file, arena, report) &&
           dds_kind(&out->file, &out->kind, report) &&
           picture_size_check(out->file.width, out->file.height, report) &&
           levels_find(out, file, report);
}

/* Only the names differ from DXT3 and DXT5: their blocks are the same. */
void dds_warn_of_alpha(const DdsFile *file, Report *report)
{
    static const char *const names[] = {"DXT2", "DXT4"};
    for (size_t i = 0; i < COUNT_OF(names); i++)
        if (file->pixels.flags & DDS_PIXELS_FOURCC &&
            file->pixels.fourcc == uint_of((const uint8_t *)names[i], 4, false))
            report_warning(report,
                           "%s: the colours are multiplied with their alpha; they are taken "
                           "unchanged",
                           names[i]);
}

Image dds_picture(const Dds *dds, size_t index, Arena *arena)
{
    const DdsLevel *level = &dds->levels[index];
    Pixel *pixels = arena_alloc_raw(arena, (size_t)level->w * level->h, sizeof *pixels);
    const Image image = {level->w, level->h, level->w, pixels};
    if (dds->kind.is_blocks)
        blocks_decode(dds->kind.block, level->data.data, false, &image);
    else
        masks_decode(&dds->kind.masks, dds->kind.bits / 8, level->data.data, false, &image);
    return image;
}
