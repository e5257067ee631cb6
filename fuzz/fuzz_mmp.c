/* A texture, as .mmp or as .dds: checked, drawn, turned into JSON and .dds and back, and its
 * picture written again. */
#include "lossless.h"

#include "evil_islands/textures/textures.h"

/* Without a warning the same bytes come back. */
static void through_dds(Bytes file, Arena *arena)
{
    Report report = report_to(NULL, NULL);
    ConversionJob there = {.input = file};
    if (!mmp_to_dds(&there, arena, &report))
        return;
    ConversionJob back = {.input = there.output};
    const bool ok = dds_to_mmp(&back, arena, &report);
    if (!report.warnings && (!ok || !bytes_equal(back.output, file)))
        abort();
}

/* A picture that is written in its own kind of 32 bits comes back as it was drawn. */
static void through_pictures(const Mmp *mmp, Arena *arena)
{
    for (size_t i = 0; i < mmp->level_count; i++) {
        Report report = report_to(NULL, NULL);
        Image image, again;
        Mmp back;
        Bytes file;
        if (!mmp_picture(mmp, i, MMP_ROWS_USUAL, &image, arena, &report))
            continue;
        const MmpKind exact = mmp_kind_for(&image, false, arena);
        const MmpKind kinds[] = {exact, MMP_PNT3, MMP_DXT1, MMP_DXT5};
        for (size_t k = 0; k < COUNT_OF(kinds); k++)
            if (!mmp_of_pictures(kinds[k], &image, 1, MMP_ROWS_USUAL, &file, arena, &report) ||
                !mmp_read(file, &back, arena, &report) ||
                !mmp_picture(&back, 0, MMP_ROWS_USUAL, &again, arena, &report) ||
                (k < 2 && !image_equal(&image, &again)))
                abort();
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    Arena *arena = arena_new();
    const Bytes file = {data, size};
    Report report = report_to(NULL, NULL);
    Mmp mmp;
    if (!mmp_check(file, arena, &report) && report.errors != 1)
        abort(); /* said once */
    lossless("mmp", file, arena);
    through_dds(file, arena);
    /* Large pictures would only cost time. */
    if (mmp_read(file, &mmp, arena, &report) && mmp.file.width * mmp.file.height <= 4096)
        through_pictures(&mmp, arena);
    report = report_to(NULL, NULL);
    ConversionJob dds = {.input = file};
    if (!dds_to_mmp(&dds, arena, &report) && report.errors != 1)
        abort();
    arena_free(arena);
    return 0;
}
