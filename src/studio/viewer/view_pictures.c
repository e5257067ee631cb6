/* The image of a file: itself, as a row of view_pictures.def says, a conversion. */
#include "studio/viewer/views_internal.h"

#include "base/hash.h"
#include "base/path.h"
#include "kit/convert/image_list.h"
#include "kit/open/picture_reduce.h"
#include "base/image/picture.h"
#include "base/image/png_write.h"

#include <assert.h>

#define PICTURE(is, make)                                                                      \
    bool is(const Look *look);                                                                 \
    bool make(const Look *look, Bytes *out, Report *report);
#include "studio/viewer/view_pictures.def"

/* Unchanged. */
static bool png_itself(const Look *look, Bytes *out, Report *report)
{
    (void)report;
    *out = look->found->file;
    return true;
}

static const Conversion *to_png(const Look *look)
{
    const ConversionJob job = {0};
    const Format *format = look->found->format;
    /* Rows for containers are by suffix (.mpr, .mod); a game requires the name of a map. */
    const Text suffix = path_suffix(look->found->path);
    /* A row for a suffix is for the format that owns it: not for characters (.mp). */
    const bool owned = format && !strcmp(format_suffix(format), format->name);
    const Conversion *conversion =
        owned && suffix.size ? conversion_find(suffix.at, "png", &job) : NULL;
    if (conversion && (conversion->options & OF_GROUP(PARTS))) /* an archive: gallery.c */
        return NULL;
    return conversion && *conversion->from && strcmp(conversion->from, "tng") != 0 ? conversion
                                                                                   : NULL;
}

static bool is_convertible(const Look *look) { return to_png(look) != NULL; }

static bool png_converted(const Look *look, Bytes *out, Report *report)
{
    ConversionFolder folder = place_folder;
    ConversionJob job = {
        .path = look->found->path, .input = look->found->file, .folder = &folder};
    folder.context = look->found;
    const Conversion *conversion = to_png(look);
    assert(conversion); /* is_convertible */
    job.settings = conversion->subject->shown;
    if (!conversion_run(conversion, &job, look->arena, report))
        return false;
    *out = job.output;
    return out->size || report_error(report, "this file has no image");
}

static bool is_png(const Look *look)
{
    const Bytes file = look->found->file;
    return file.size > 24 && !memcmp(file.data, "\x89PNG\r\n\x1A\n", 8);
}

static bool is_listed(const Look *look)
{
    static const char *const rows[] = {
#define PICTURE_OF(format) #format,
#include "studio/viewer/view_pictures.def"
    };
    bool is = false;
    for (size_t i = 0; i < COUNT_OF(rows) && look->found->format; i++)
        is |= !strcmp(look->found->format->name, rows[i]);
    return is;
}

static bool png_of_list(const Look *look, Bytes *out, Report *report)
{
    const Found *found = look->found;
    const ImageFile file = {.path = found->path, .bytes = found->file, .format = found->format};
    ImageList list;
    ListedImage listed;
    if (!image_list_open(&file, &list, look->arena, report) ||
        !image_list_draw(&list, 0, &listed, look->arena, report))
        return false;
    *out = png_write(&listed.image, NULL, look->arena);
    return true;
}

static const struct {
    bool (*is)(const Look *look);
    bool (*make)(const Look *look, Bytes *out, Report *report);
} makers[] = {
    {is_png, png_itself},
#define PICTURE(is, make) {is, make},
#include "studio/viewer/view_pictures.def"
    {is_listed, png_of_list},
    {is_convertible, png_converted},
};

bool has_picture(const Look *look)
{
    for (size_t i = 0; look->found->is_file && i < COUNT_OF(makers); i++)
        if (makers[i].is(look))
            return true;
    return false;
}

static uint64_t key_of(const Found *found)
{
    return hash_bytes(hash_bytes(1, bytes_of_text(found->path)), found->file);
}

void look_keep_picture(const Look *look, Bytes picture)
{
    PlaceCache *cache = look->found->cache;
    if (cache->picture_arena)
        arena_free(cache->picture_arena);
    cache->picture_arena = NULL; /* allocating the next one may fail */
    cache->picture_generation++;
    cache->picture_arena = arena_new();
    cache->picture_key = key_of(look->found);
    cache->picture = arena_copy(cache->picture_arena, picture);
}

/* Used once: files next to it may change. */
static bool kept_picture(const Look *look, Bytes *out)
{
    PlaceCache *cache = look->found->cache;
    if (!cache->picture_arena || cache->picture_key != key_of(look->found))
        return false;
    *out = arena_copy(look->arena, cache->picture);
    arena_free(cache->picture_arena);
    cache->picture_arena = NULL;
    return true;
}

bool look_picture(const Look *look, Bytes *out, Report *report)
{
    if (kept_picture(look, out))
        return true;
    for (size_t i = 0; look->found->is_file && i < COUNT_OF(makers); i++)
        if (makers[i].is(look))
            return makers[i].make(look, out, report);
    return report_error(report, "this file has no image");
}

bool look_thumb(const Look *look, Bytes *out, Report *report)
{
    Image image;
    Bytes picture;
    if (!look_picture(look, &picture, report) ||
        !picture_read_png(picture, &image, look->arena, report))
        return false;
    uint32_t w = image.w, h = image.h;
    picture_fit(&w, &h, THUMB_SIDE);
    const Image small = picture_reduced(&image, w, h, look->arena);
    *out = png_write(&small, NULL, look->arena);
    return true;
}

bool look_is_quick_picture(Text name)
{
    return path_has_suffix(name, ".png") || path_has_suffix(name, ".mmp");
}
