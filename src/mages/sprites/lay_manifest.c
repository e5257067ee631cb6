/* Parts, in order: adding images; reading; merging with an older manifest; writing. Layouts may
 * be converted one after the other into one folder: entries of files that are still there are
 * kept, unless the canvas of their layout has changed. */
#include "mages/sprites/lay_manifest.h"

#include "base/hash.h"
#include "base/json.h"

static const LayCanvas *canvas_of(const LayManifest *manifest, Text layout)
{
    for (size_t i = 0; i < manifest->canvas_count; i++)
        if (text_equal(manifest->canvases[i].layout, layout))
            return &manifest->canvases[i];
    return NULL;
}

static void add_canvas(LayManifest *manifest, const LayCanvas *canvas)
{
    if (!canvas_of(manifest, canvas->layout))
        *ARENA_PUSH(manifest->arena, manifest->canvases, manifest->canvas_count) = *canvas;
}

static LayShown *add_picture(LayManifest *manifest)
{
    return ARENA_PUSH(manifest->arena, manifest->pictures, manifest->picture_count);
}

void lay_manifest_add(LayManifest *manifest, Text layout, const LayPlan *plan)
{
    Arena *arena = manifest->arena;
    const LayCanvas canvas = {arena_text(arena, layout),
                              plan->w,
                              plan->h,
                              plan->origin_x,
                              plan->origin_y,
                              plan->parts};
    add_canvas(manifest, &canvas);
    for (size_t i = 0; i < plan->picture_count; i++) {
        const LayPicture *from = &plan->pictures[i];
        LayShown *to = add_picture(manifest);
        *to = (LayShown){
            .file = arena_format(arena, "%.*s.png", (int)from->name.size, from->name.at),
            .layout = canvas.layout,
            .type = text_of(lay_type_word(from->type)),
            .face = from->face,
            .mouth = from->mouth,
            .eye = from->eye,
            .w = (uint32_t)from->box.w,
            .h = (uint32_t)from->box.h,
            .x = from->box.x,
            .y = from->box.y,
            .origin_x = plan->origin_x - from->box.x,
            .origin_y = plan->origin_y - from->box.y,
            .layers = plan->parts};
        for (size_t k = 0; k < from->overlay_count; k++)
            *ARENA_PUSH(arena, to->overlays, to->overlay_count) = from->overlays[k];
    }
}

void lay_manifest_add_other(LayManifest *manifest, Text layout, Text file, Text type,
                            uint32_t w, uint32_t h)
{
    *add_picture(manifest) = (LayShown){.file = arena_text(manifest->arena, file),
                                        .layout = arena_text(manifest->arena, layout),
                                        .type = arena_text(manifest->arena, type),
                                        .w = w,
                                        .h = h};
}

/* ---- reading ---- */

enum { NUMBER_MAX = 1 << 20, OVERLAYS_MAX = 256 };

/* An optional number. */
static bool get_int(const json_t *object, const char *key, int64_t least, int64_t *out,
                    Report *report)
{
    *out = 0;
    return !json_object_get(object, key) ||
           json_get_int(object, key, least, NUMBER_MAX, out, report);
}

static bool get_text(const json_t *object, const char *key, Text *out, Arena *arena,
                     Report *report)
{
    *out = TEXT("");
    return !json_object_get(object, key) || json_get_text(object, key, out, arena, report);
}

/* An optional flag. */
static bool get_bool(const json_t *object, const char *key, bool *out, Report *report)
{
    const json_t *value = json_object_get(object, key);
    *out = json_is_true(value);
    return !value || json_is_boolean(value) ||
           report_error(report, "\"%s\" must be true or false", key);
}

/* An optional list of overlay numbers. */
static bool get_overlays(const json_t *object, LayShown *picture, Arena *arena, Report *report)
{
    const json_t *overlays = json_object_get(object, "overlays");
    const size_t count = json_array_size(overlays);
    bool ok = (!overlays || json_is_array(overlays)) && count <= OVERLAYS_MAX;
    for (size_t i = 0; i < count && ok; i++) {
        const json_t *overlay = json_array_get(overlays, i);
        const json_int_t number = json_is_integer(overlay) ? json_integer_value(overlay) : -1;
        ok = number >= 0 && number < OVERLAYS_MAX;
        if (ok)
            *ARENA_PUSH(arena, picture->overlays, picture->overlay_count) = (uint32_t)number;
    }
    return ok || report_error(report,
                              "\"overlays\" must be a list of at most %d numbers from 0 to %d",
                              OVERLAYS_MAX, OVERLAYS_MAX - 1);
}

static bool read_picture(const json_t *object, LayManifest *out, Report *report)
{
    Arena *arena = out->arena;
    LayShown picture = {0};
    int64_t face, mouth, eye, w, h, x, y, origin_x, origin_y;
    if (!json_get_text(object, "file", &picture.file, arena, report) ||
        !get_text(object, "layout", &picture.layout, arena, report) ||
        !get_text(object, "type", &picture.type, arena, report) ||
        !get_int(object, "face", 0, &face, report) ||
        !get_int(object, "mouth", 0, &mouth, report) ||
        !get_int(object, "eye", 0, &eye, report) || !get_int(object, "w", 0, &w, report) ||
        !get_int(object, "h", 0, &h, report) ||
        !get_int(object, "x", -NUMBER_MAX, &x, report) ||
        !get_int(object, "y", -NUMBER_MAX, &y, report) ||
        !get_int(object, "origin_x", -NUMBER_MAX, &origin_x, report) ||
        !get_int(object, "origin_y", -NUMBER_MAX, &origin_y, report) ||
        !get_bool(object, "layers", &picture.layers, report) ||
        !get_overlays(object, &picture, arena, report))
        return false;
    picture.face = (uint32_t)face;
    picture.mouth = (uint32_t)mouth;
    picture.eye = (uint32_t)eye;
    picture.w = (uint32_t)w;
    picture.h = (uint32_t)h;
    picture.x = (int32_t)x;
    picture.y = (int32_t)y;
    picture.origin_x = (int32_t)origin_x;
    picture.origin_y = (int32_t)origin_y;
    *add_picture(out) = picture;
    return true;
}

static bool read_canvas(const json_t *object, LayManifest *out, Report *report)
{
    LayCanvas canvas;
    int64_t w, h, x, y;
    if (!get_text(object, "layout", &canvas.layout, out->arena, report) ||
        !get_int(object, "w", 0, &w, report) || !get_int(object, "h", 0, &h, report) ||
        !get_int(object, "origin_x", -NUMBER_MAX, &x, report) ||
        !get_int(object, "origin_y", -NUMBER_MAX, &y, report) ||
        !get_bool(object, "layers", &canvas.layers, report))
        return false;
    canvas.w = (uint32_t)w;
    canvas.h = (uint32_t)h;
    canvas.origin_x = (int32_t)x;
    canvas.origin_y = (int32_t)y;
    add_canvas(out, &canvas);
    return true;
}

static bool read_document(const json_t *json, LayManifest *out, Report *report)
{
    const json_t *canvas = json_object_get(json, "canvas"), *item;
    const json_t *canvases = json_object_get(json, "canvases");
    const json_t *pictures = json_object_get(json, "pictures");
    size_t index;
    if (!json_is_array(pictures))
        return report_error(report, "no list of pictures in the manifest");
    json_array_foreach(canvases, index, item) if (!read_canvas(item, out, report)) return false;
    if (json_is_object(canvas) && !json_is_array(canvases) && !read_canvas(canvas, out, report))
        return false;
    json_array_foreach(pictures, index,
                       item) if (!read_picture(item, out, report)) return false;
    return true;
}

bool lay_manifest_read(Bytes file, LayManifest *out, Arena *arena, Report *report)
{
    *out = (LayManifest){.arena = arena};
    const json_t *json = json_read(file, arena, report);
    return json && read_document(json, out, report);
}

/* Whether the older images of a layout use its current canvas. */
static bool same_canvas(const LayManifest *manifest, const LayManifest *older, Text layout)
{
    const LayCanvas *now = canvas_of(manifest, layout), *then = canvas_of(older, layout);
    return !now || !then ||
           (now->w == then->w && now->h == then->h && now->origin_x == then->origin_x &&
            now->origin_y == then->origin_y);
}

void lay_manifest_merge(LayManifest *manifest, const LayManifest *older,
                        bool (*keep)(void *context, Text file), void *context)
{
    Table listed = table_new(manifest->arena);
    for (size_t i = 0; i < manifest->picture_count; i++)
        table_put(&listed, manifest->pictures[i].file, 0);
    for (size_t i = 0; i < older->picture_count; i++)
        if (!table_get(&listed, older->pictures[i].file) &&
            same_canvas(manifest, older, older->pictures[i].layout) &&
            keep(context, older->pictures[i].file))
            *add_picture(manifest) = older->pictures[i];
    for (size_t i = 0; i < older->canvas_count; i++)
        add_canvas(manifest, &older->canvases[i]);
}

/* ---- writing ---- */

static void write_canvas(JsonWriter *json, const char *key, const LayCanvas *canvas)
{
    json_open(json, key);
    json_put_text(json, "layout", canvas->layout);
    json_put_uint(json, "w", canvas->w);
    json_put_uint(json, "h", canvas->h);
    json_put_int(json, "origin_x", canvas->origin_x);
    json_put_int(json, "origin_y", canvas->origin_y);
    if (canvas->layers)
        json_put_bool(json, "layers", true);
    json_close(json);
}

static void write_snapshot(JsonWriter *json, const LayShown *picture)
{
    json_open(json, NULL);
    json_put_text(json, "file", picture->file);
    json_put_text(json, "layout", picture->layout);
    json_put_uint(json, "face", picture->face);
    json_put_uint(json, "mouth", picture->mouth);
    json_put_uint(json, "eye", picture->eye);
    json_open_list(json, "overlays");
    for (size_t i = 0; i < picture->overlay_count; i++)
        json_put_uint(json, NULL, picture->overlays[i]);
    json_close_list(json);
    json_put_text(json, "type", picture->type);
    json_put_uint(json, "w", picture->w);
    json_put_uint(json, "h", picture->h);
    json_put_int(json, "x", picture->x);
    json_put_int(json, "y", picture->y);
    json_put_int(json, "origin_x", picture->origin_x);
    json_put_int(json, "origin_y", picture->origin_y);
    if (picture->layers)
        json_put_bool(json, "layers", true);
    json_close(json);
}

static bool is_shown(const LayManifest *manifest, const LayCanvas *canvas)
{
    for (size_t i = 0; i < manifest->picture_count; i++)
        if (text_equal(manifest->pictures[i].layout, canvas->layout))
            return true;
    return false;
}

Bytes lay_manifest_write(const LayManifest *manifest, Arena *arena)
{
    Writer writer = writer_to(arena);
    JsonWriter json = json_to(&writer);
    LayCanvas *canvases = NULL;
    size_t count = 0;
    for (size_t i = 0; i < manifest->canvas_count; i++)
        if (is_shown(manifest, &manifest->canvases[i]))
            *ARENA_PUSH(arena, canvases, count) = manifest->canvases[i];
    json_open(&json, NULL);
    if (count)
        write_canvas(&json, "canvas", &canvases[0]);
    if (count > 1) {
        json_open_list(&json, "canvases");
        for (size_t i = 0; i < count; i++)
            write_canvas(&json, NULL, &canvases[i]);
        json_close_list(&json);
    }
    json_open_list(&json, "pictures");
    for (size_t i = 0; i < manifest->picture_count; i++)
        write_snapshot(&json, &manifest->pictures[i]);
    json_close_list(&json);
    json_close(&json);
    json_end(&json);
    return writer_bytes(&writer);
}
