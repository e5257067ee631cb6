/* Converts textures without decoding them. Parts, in order: turning levels over; to .dds; from
 * .dds. No .dds can have the pixels of a PNT3: it becomes 8888, and two reserved words say what
 * it was. */
#include "evil_islands/textures/textures.h"
#include "kit/open/dds.h"

enum {
    SIGNED_BY = 0x00504D4D, /* "MMP"; the next word is the fourcc of the .mmp */
    SIGN_AT = 9,            /* the first of two reserved words */
};

/* ---- vertical flip ---- */

static bool level_flip(MmpKind kind, MmpLevel *level, Arena *arena, Report *report)
{
    uint8_t *out = arena_alloc_raw(arena, level->data.size, 1);
    if (kind <= MMP_DXT5) {
        if (!blocks_flip((BlockKind)kind, level->data.data, level->w, level->h, out))
            return report_error(report,
                                "a level of %u rows cannot be turned over exactly: blocks have "
                                "4 rows",
                                level->h);
    } else {
        const size_t size = (size_t)level->w * mmp_kinds[kind].bits / 8;
        for (uint32_t y = 0; y < level->h; y++)
            memcpy(out + y * size, level->data.data + (level->h - 1 - y) * size, size);
    }
    level->data.data = out;
    return true;
}

/* Flips the rows; a PNT3 must be decompressed first. */
static bool levels_flip(const ConversionJob *job, Mmp *mmp, Arena *arena, Report *report)
{
    for (size_t i = 0;
         i < mmp->level_count && texture_settings(job)->rows == MMP_ROWS_BOTTOM_UP; i++)
        if (!level_flip(mmp->kind, &mmp->levels[i], arena, report))
            return false;
    return true;
}

/* ---- to .dds ---- */

static DdsPixels pixels_of(const Mmp *mmp)
{
    const MmpKindRow *row = &mmp_kinds[mmp->kind == MMP_PNT3 ? MMP_8888 : mmp->kind];
    const MmpFile *file = &mmp->file;
    const uint32_t own[4] = {file->alpha_format.mask, file->red_format.mask,
                             file->green_format.mask, file->blue_format.mask};
    const bool none = !(own[0] | own[1] | own[2] | own[3]);
    uint32_t masks[4];
    if (mmp->kind <= MMP_DXT5)
        return (DdsPixels){.flags = DDS_PIXELS_FOURCC, .fourcc = row->fourcc};
    for (int i = 0; i < 4; i++)
        masks[i] = none ? row->channels[i].mask : own[i];
    return (DdsPixels){.flags = DDS_PIXELS_MASKS | (masks[0] ? DDS_PIXELS_ALPHA : 0),
                       .bits = row->bits,
                       .alpha_mask = masks[0],
                       .red_mask = masks[1],
                       .green_mask = masks[2],
                       .blue_mask = masks[3]};
}

/* Compresses as PNT3; transparent pixels must be zero. */
static Bytes packed(Bytes pixels, Arena *arena)
{
    uint8_t *clean = (uint8_t *)arena_copy(arena, pixels).data;
    for (size_t at = 0; at < pixels.size; at += 4)
        if (!clean[at + 3])
            memset(clean + at, 0, 4);
    return mmp_pack((Bytes){clean, pixels.size}, arena);
}

/* Whether the conversion back results in exactly this file. */
static bool is_usual(const Mmp *mmp, Bytes file, Arena *arena)
{
    MmpLevel levels[MMP_LEVELS_MAX];
    Report silent = report_to(NULL, NULL);
    memcpy(levels, mmp->levels, sizeof levels);
    if (mmp->kind == MMP_PNT3) {
        if (!mmp_unpack(&mmp->levels[0], &levels[0].data, arena, &silent))
            return false;
        levels[0].data = packed(levels[0].data, arena);
    }
    return bytes_equal(mmp_of_levels(mmp->kind, levels, mmp->level_count, arena), file);
}

bool mmp_to_dds(ConversionJob *job, Arena *arena, Report *report)
{
    Mmp mmp;
    Writer data = writer_to(arena);
    if (!mmp_read(job->input, &mmp, arena, report))
        return false;
    if (!is_usual(&mmp, job->input, arena))
        report_warning(report, "this file has an unusual header or packing; they will differ "
                               "from the original after converting back");
    DdsFile dds = {.width = mmp.file.width,
                   .height = mmp.file.height,
                   .level_count = (uint32_t)mmp.level_count,
                   .pixels = pixels_of(&mmp)};
    dds.reserved[SIGN_AT] = SIGNED_BY;
    dds.reserved[SIGN_AT + 1] = mmp.file.fourcc;
    if (mmp.kind == MMP_PNT3 && !mmp_unpack(&mmp.levels[0], &mmp.levels[0].data, arena, report))
        return false;
    if (!levels_flip(job, &mmp, arena, report))
        return false;
    for (size_t i = 0; i < mmp.level_count; i++)
        write_bytes(&data, mmp.levels[i].data);
    dds.pitch = (uint32_t)mmp.levels[0].data.size;
    dds.data = writer_bytes(&data);
    job->output = dds_write(dds, arena);
    return true;
}

/* ---- from .dds ---- */

static bool masks_are(const PixelMasks *masks, uint32_t bits, const MmpKindRow *row)
{
    return bits == row->bits && masks->a == row->channels[0].mask &&
           masks->r == row->channels[1].mask && masks->g == row->channels[2].mask &&
           masks->b == row->channels[3].mask;
}

/* By the masks of the file, without its flags: some programs do not set those that say which of
 * them count. */
static bool kind_by_masks(const DdsPixels *pixels, MmpKind *out)
{
    const PixelMasks masks = {.r = pixels->red_mask,
                              .g = pixels->green_mask,
                              .b = pixels->blue_mask,
                              .a = pixels->alpha_mask};
    for (MmpKind kind = MMP_565; kind < MMP_KIND_COUNT; kind++)
        if (!(pixels->flags & DDS_PIXELS_FOURCC) &&
            masks_are(&masks, pixels->bits, &mmp_kinds[kind])) {
            *out = kind;
            return true;
        }
    return false;
}

static bool kind_find(const DdsFile *dds, MmpKind *out, Report *report)
{
    DdsKind found;
    if (kind_by_masks(&dds->pixels, out))
        return true;
    if (!dds_kind(dds, &found, report))
        return false;
    for (MmpKind kind = MMP_DXT1; kind < MMP_KIND_COUNT; kind++)
        if (mmp_kinds[kind].in_dds &&
            (found.is_blocks
                 ? kind <= MMP_DXT5 && (BlockKind)kind == found.block
                 : kind >= MMP_565 && masks_are(&found.masks, found.bits, &mmp_kinds[kind]))) {
            *out = kind;
            return true;
        }
    return report_error(report, "an .mmp has no pixel format like %s: convert to .png first",
                        found.word);
}

/* Chooses the pixel format of the .mmp: as requested, otherwise the one that the .dds was made
 * from. Blocks and pixels are not converted here, but 32-bit pixels may be compressed. */
static bool kind_choose(const ConversionJob *job, const DdsFile *dds, MmpKind found,
                        MmpKind *out, Report *report)
{
    *out = found;
    if (texture_settings(job)->chosen)
        *out = texture_settings(job)->kind;
    else if (found == MMP_8888 && dds->reserved[SIGN_AT] == SIGNED_BY &&
             dds->reserved[SIGN_AT + 1] == mmp_kinds[MMP_PNT3].fourcc)
        *out = MMP_PNT3;
    return *out == found || (found == MMP_8888 && *out == MMP_PNT3) ||
           report_error(report,
                        "the .dds is %s; convert to .png first to change the pixel format "
                        "to %s",
                        mmp_kinds[found].word, mmp_kinds[*out].word);
}

bool dds_to_mmp(ConversionJob *job, Arena *arena, Report *report)
{
    DdsFile dds;
    MmpKind found = MMP_8888, kind;
    Mmp mmp;
    if (!dds_read(job->input, &dds, arena, report) || !kind_find(&dds, &found, report) ||
        !kind_choose(job, &dds, found, &kind, report))
        return false;
    dds_warn_of_alpha(&dds, report);
    /* Its levels are laid out like those of a texture, so the same function locates them. */
    const MmpFile as_mmp = {.width = dds.width,
                            .height = dds.height,
                            .mip_levels_count = dds.level_count,
                            .fourcc = mmp_kinds[found].fourcc,
                            .data = dds.data};
    if (!mmp_find_levels(&as_mmp, job->input.size - dds.data.size, &mmp, report) ||
        !levels_flip(job, &mmp, arena, report))
        return false;
    if (kind == MMP_PNT3) {
        if (mmp.level_count > 1)
            return report_error(report, "PNT3 has one level, the .dds has %zu",
                                mmp.level_count);
        mmp.levels[0].data = packed(mmp.levels[0].data, arena);
    }
    job->output = mmp_of_levels(kind, mmp.levels, mmp.level_count, arena);
    return true;
}

/* By way of the texture that has the same pixels. Its rows are top-down, as other programs
 * expect them in a .dds. */
bool png_to_dds(ConversionJob *job, Arena *arena, Report *report)
{
    ConversionJob there = *job;
    TextureSettings settings = *texture_settings(job);
    settings.rows = MMP_ROWS_TOP_DOWN;
    there.settings = &settings;
    if (!png_to_mmp(&there, arena, report))
        return false;
    ConversionJob back = {.input = there.output};
    if (!mmp_to_dds(&back, arena, report))
        return false;
    job->output = back.output;
    return true;
}
