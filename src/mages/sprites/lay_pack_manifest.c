/* Chooses the images of one layout from a manifest, sorts them into the order of the packer,
 * and adds them one at a time. An image of a face with an overlay is left out: the face and the
 * overlay have their own images. */
#include "mages/sprites/lay_pack_manifest.h"

#include <stdlib.h>

enum { CANVAS_MAX = 16384 };

/* An image of the manifest, for sorting into the packer's order. */
typedef struct Row {
    const LayShown *shown;
    bool overlay;
    uint32_t number; /* of the face or the overlay */
} Row;

static int by_order(const void *a, const void *b)
{
    const Row *x = a, *y = b;
    const uint32_t left[] = {x->overlay, x->number, x->shown->eye, x->shown->mouth};
    const uint32_t right[] = {y->overlay, y->number, y->shown->eye, y->shown->mouth};
    for (size_t i = 0; i < COUNT_OF(left); i++)
        if (left[i] != right[i])
            return left[i] < right[i] ? -1 : 1;
    return 0;
}

static bool same_face(const LayShown *a, const LayShown *b)
{
    return text_equal(a->layout, b->layout) && a->face == b->face && a->mouth == b->mouth &&
           a->eye == b->eye;
}

static bool is_overlay(const LayShown *shown)
{
    return text_is(shown->type, lay_type_word(LAY_OVERLAY)) && shown->overlay_count == 1;
}

/* Whether the face also has an image without overlays. */
static bool has_plain(const LayManifest *manifest, const LayShown *shown)
{
    for (size_t i = 0; i < manifest->picture_count; i++) {
        const LayShown *other = &manifest->pictures[i];
        if (!other->overlay_count && !text_is(other->type, "sheet") && same_face(other, shown))
            return true;
    }
    return false;
}

static const LayCanvas *find_canvas(const LayManifest *manifest, Text layout, Report *report)
{
    if (!layout.size && manifest->canvas_count > 1) {
        report_error(report, "pictures of %zu layouts: name the file like one of them",
                     manifest->canvas_count);
        return NULL;
    }
    for (size_t i = 0; i < manifest->canvas_count; i++)
        if (!layout.size || text_equal(manifest->canvases[i].layout, layout) ||
            manifest->canvas_count == 1)
            return &manifest->canvases[i];
    if (manifest->canvas_count)
        report_error(report, "no pictures of a layout \"%.*s\"", (int)layout.size, layout.at);
    else
        report_error(report, "the manifest has no canvas");
    return NULL;
}

static bool list_rows(const LayManifest *manifest, const LayCanvas *canvas, Row *rows,
                      size_t *count, Report *report)
{
    for (size_t i = 0; i < manifest->picture_count; i++) {
        const LayShown *shown = &manifest->pictures[i];
        if (text_is(shown->type, "sheet") || !text_equal(shown->layout, canvas->layout))
            continue;
        if (shown->layers)
            return report_error(report, "%.*s is a layer (--layers), not a complete image",
                                (int)shown->file.size, shown->file.at);
        const bool overlay = is_overlay(shown);
        if (shown->overlay_count && !overlay) {
            if (!has_plain(manifest, shown))
                return report_error(report,
                                    "%.*s is an image with an overlay, but the same "
                                    "face without overlay is missing",
                                    (int)shown->file.size, shown->file.at);
            continue;
        }
        rows[(*count)++] = (Row){shown, overlay, overlay ? shown->overlays[0] : shown->face};
    }
    qsort(rows, *count, sizeof *rows, by_order);
    return true;
}

/* Checks the size of an image. It may have grown; if it is smaller, a part was lost. */
static bool is_whole(const LayShown *shown, const Image *image, Report *report)
{
    return (image->w >= shown->w && image->h >= shown->h) ||
           report_error(
               report, "%.*s has %u x %u pixels; expected at least %u x %u as in the manifest",
               (int)shown->file.size, shown->file.at, image->w, image->h, shown->w, shown->h);
}

static bool add_row(LayPacker *packer, const Row *row, LayLoad *load, void *context,
                    Report *report)
{
    Arena *scratch = arena_new();
    LayFull full = {.name = row->shown->file,
                    .face = row->number,
                    .mouth = row->shown->mouth,
                    .eye = row->shown->eye,
                    .overlay = row->overlay,
                    .x = row->shown->x,
                    .y = row->shown->y};
    const bool ok = load(context, full.name, &full.image, scratch, report) &&
                    is_whole(row->shown, &full.image, report) &&
                    lay_packer_add(packer, &full, report);
    arena_free(scratch);
    return ok;
}

static bool canvas_check(const LayCanvas *canvas, Report *report)
{
    if (!canvas->w || !canvas->h || canvas->w > CANVAS_MAX || canvas->h > CANVAS_MAX)
        return report_error(report, "canvas is %u x %u; maximum %d per side", canvas->w,
                            canvas->h, CANVAS_MAX);
    const int64_t right = (int64_t)canvas->w - canvas->origin_x;
    const int64_t bottom = (int64_t)canvas->h - canvas->origin_y;
    return (canvas->origin_x <= LAY_NUMBER_MAX && canvas->origin_y <= LAY_NUMBER_MAX &&
            right <= LAY_NUMBER_MAX && bottom <= LAY_NUMBER_MAX) ||
           report_error(report, "the canvas reaches further than %d from its origin",
                        LAY_NUMBER_MAX);
}

/* Returns a packer with all images of a layout; NULL after an error. */
static LayPacker *packer_of(const LayManifest *manifest, Text layout, LayLoad *load,
                            void *context, Arena *arena, Report *report)
{
    const LayCanvas *canvas = find_canvas(manifest, layout, report);
    Row *rows = ARENA_ALLOC(arena, Row, manifest->picture_count + 1);
    size_t count = 0;
    if (!canvas || !list_rows(manifest, canvas, rows, &count, report) ||
        !canvas_check(canvas, report))
        return NULL;
    LayPacker *packer =
        lay_packer_new(canvas->w, canvas->h, canvas->origin_x, canvas->origin_y, arena);
    for (size_t i = 0; i < count; i++)
        if (!add_row(packer, &rows[i], load, context, report))
            return NULL;
    return packer;
}

bool lay_pack_manifest(const LayManifest *manifest, Text layout, LayLoad *load, void *context,
                       LayFlavour flavour, Lay *out, Image *sheet, Arena *arena, Report *report)
{
    LayPacker *packer = packer_of(manifest, layout, load, context, arena, report);
    return packer && lay_packer_finish(packer, flavour, out, sheet, arena, report);
}

bool mvl_pack_manifest(const LayManifest *manifest, Text layout, LayLoad *load, void *context,
                       Mvl *out, Image *sheet, Arena *arena, Report *report)
{
    LayPacker *packer = packer_of(manifest, layout, load, context, arena, report);
    return packer && mvl_pack(packer, layout, out, sheet, arena, report);
}
