/* Sprite layouts, read and composed: the first bytes choose options and the size of the
 * sheet, whose pixels are a pattern. What is composed must be pictures that can be read, and
 * of the size that the plan says; a layout that is read is written as it was. What begins
 * with a brace is a manifest. */
#include "mages/sprites/lay_faces.h"
#include "mages/sprites/lay_manifest.h"
#include "base/image/png.h"

#include <stdlib.h>

/* Canvases beyond take long and show nothing new. */
enum { HEADER = 3, CANVAS_MAX = 1 << 18, PICTURES_MAX = 24 };

static Image sheet_of(uint8_t size, Arena *arena)
{
    const Image sheet = image_new(32 * (1 + (size & 7)), 32 * (1 + (size >> 3 & 7)), arena);
    for (uint32_t i = 0; i < sheet.w * sheet.h; i++)
        sheet.pixels[i] = (i * 0x9E3779B1u) ^ (i % 5 ? 0xFF000000u : 0);
    return sheet;
}

static LayOptions options_of(const uint8_t *data)
{
    static const uint32_t first = 1;
    return (LayOptions){.all_frames = data[0] & 1,
                        .trim = data[0] & 2,
                        .layers = data[0] & 4,
                        .strict = data[0] & 8,
                        .all_overlays = data[0] & 16,
                        .overlays = &first,
                        .overlay_count = data[0] >> 5 & 1,
                        .geometry = (LayGeometry)(data[1] % 3),
                        .level = 1};
}

static void check_pictures(const LayPlan *plan, Arena *arena, Report *report)
{
    for (size_t i = 0; i < plan->picture_count && i < PICTURES_MAX; i++) {
        const LayPicture *picture = &plan->pictures[i];
        Image image;
        if (!png_read(lay_picture_file(picture, arena), &image, NULL, arena, report) ||
            (int32_t)image.w != picture->box.w || (int32_t)image.h != picture->box.h)
            abort();
        const Image again = image_new(image.w, image.h, arena);
        lay_draw(plan, picture, &again);
        if (!image_equal(&image, &again))
            abort();
    }
}

static void draw_portraits(const LayPlan *plan, Arena *arena)
{
    Report report = report_to(NULL, NULL);
    if (!lay_faces_check(plan, &report))
        return;
    for (size_t i = 0; i < plan->picture_count; i++) {
        const Image portrait = lay_portrait(plan, &plan->pictures[i], 16, arena);
        if (!portrait.w || !portrait.h || portrait.w > 16 || portrait.h > 16)
            abort();
    }
}

static void compose(const Lay *lay, const uint8_t *header, Arena *arena)
{
    const LayOptions options = options_of(header);
    const Image sheet = sheet_of(header[2], arena);
    Report report = report_to(NULL, NULL);
    LayPlan plan;
    Image contact;
    if (!lay_plan(lay, &sheet, &options, TEXT("a"), &plan, arena, &report)) {
        if (report.errors != 1)
            abort(); /* one mistake, one line */
        return;
    }
    if ((uint64_t)plan.w * plan.h > CANVAS_MAX || plan.picture_count > PICTURES_MAX)
        return;
    if (lay_compose(lay, &sheet, &options, TEXT("a"), &plan, arena, &report))
        check_pictures(&plan, arena, &report);
    lay_contact_sheet(&plan, 0, &contact, arena, &report);
    draw_portraits(&plan, arena);
}

/* What is read of a manifest is written so that it reads the same. */
static void try_manifest(Bytes file, Arena *arena)
{
    Report report = report_to(NULL, NULL);
    LayManifest manifest, again;
    if (!lay_manifest_read(file, &manifest, arena, &report)) {
        if (report.errors != 1)
            abort();
        return;
    }
    const Bytes first = lay_manifest_write(&manifest, arena);
    if (!lay_manifest_read(first, &again, arena, &report) ||
        !bytes_equal(lay_manifest_write(&again, arena), first))
        abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size < HEADER)
        return 0;
    Arena *arena = arena_new();
    Report report = report_to(NULL, NULL);
    const Bytes file = {data + HEADER, size - HEADER};
    Lay lay;
    if (file.size && *file.data == '{')
        try_manifest(file, arena);
    else if (lay_read(file, &lay, arena, &report)) {
        if (!lay.zlib && !bytes_equal(lay_write(&lay, arena), file))
            abort();
        compose(&lay, data, arena);
    }
    arena_free(arena);
    return 0;
}
