/* Sprites of triangles, read, checked, turned into JSON and composed: the first bytes choose
 * options and the size of the texture, whose pixels are a pattern. */
#include "lossless.h"

#include "mages/sprites/lay_faces.h"
#include "base/image/png.h"

enum { HEADER = 2, CANVAS_MAX = 1 << 16, PICTURES_MAX = 16 };

static Image texture_of(uint8_t size, Arena *arena)
{
    const Image texture = image_new(1 + (size & 15) * 7u, 1 + (size >> 4) * 5u, arena);
    for (uint32_t i = 0; i < texture.w * texture.h; i++)
        texture.pixels[i] = (i * 0x9E3779B1u) ^ (i % 5 ? 0xFF000000u : 0);
    return texture;
}

static void check_pictures(const LayPlan *plan, Arena *arena, Report *report)
{
    for (size_t i = 0; i < plan->picture_count; i++) {
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

static void compose(const Mvl *mvl, const uint8_t *header, Arena *arena)
{
    const LayOptions options = {.all_frames = header[0] & 1,
                                .trim = header[0] & 2,
                                .layers = header[0] & 4,
                                .strict = header[0] & 8,
                                .level = 1};
    const Image texture = texture_of(header[1], arena);
    Report report = report_to(NULL, NULL);
    LayPlan plan;
    Image contact;
    if (!mvl_plan(mvl, &texture, &options, TEXT("a"), &plan, arena, &report)) {
        if (report.errors != 1)
            abort(); /* one mistake, one line */
        return;
    }
    if ((uint64_t)plan.w * plan.h > CANVAS_MAX || plan.picture_count > PICTURES_MAX ||
        lay_faces_looks(&plan) > 1 << 22)
        return;
    if (lay_compose_plan(&plan, &options, arena, &report))
        check_pictures(&plan, arena, &report);
    lay_contact_sheet(&plan, 0, &contact, arena, &report);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size < HEADER)
        return 0;
    Arena *arena = arena_new();
    Report report = report_to(NULL, NULL);
    const Bytes file = {data + HEADER, size - HEADER};
    Mvl mvl;
    if (mvl_check(file, arena, &report) != !report.errors)
        abort();
    report = report_to(NULL, NULL);
    if (mvl_read(file, &mvl, arena, &report)) {
        lossless("mvl", file, arena);
        compose(&mvl, data, arena);
    } else if (report.errors != 1) {
        abort();
    }
    arena_free(arena);
    return 0;
}
