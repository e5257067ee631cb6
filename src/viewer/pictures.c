/* The image of a file: itself, a conversion, a map, a preview, sample text of a font. */
#include "viewer/look.h"

#include "base/hash.h"
#include "base/path.h"
#include "convert/lay_convert.h"
#include "convert/picture_reduce.h"
#include "formats/open/ssfn_draw.h"
#include "formats/tirnanog/sav.h"
#include "image/picture.h"
#include "image/png_write.h"

#include <assert.h>

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
    if (conversion && conversion->run == archive_to_sheet) /* gallery.c */
        return NULL;
    return conversion && *conversion->from && strcmp(conversion->from, "tng") != 0 ? conversion
                                                                                   : NULL;
}

static bool is_convertible(const Look *look) { return to_png(look) != NULL; }

static bool png_converted(const Look *look, Bytes *out, Report *report)
{
    ConversionFolder folder = place_folder;
    ConversionJob job = {.path = look->found->path,
                         .input = look->found->file,
                         .folder = &folder,
                         .sprites.clips = NULL,
                         .world.layer = MAP_PICTURE};
    folder.context = look->found;
    const Conversion *conversion = to_png(look);
    assert(conversion); /* is_convertible */
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

/* Whether it is a map of the game that contains it. */
static bool is_map(const Look *look)
{
    return look->found->game.size && path_has_suffix(look->found->path, ".tmx");
}

static bool png_of_map(const Look *look, Bytes *out, Report *report)
{
    const Found *found = look->found;
    const Text inside = text_slice(found->path, found->game.size + 1, found->path.size);
    const size_t folder = text_starts(inside, "maps/") ? strlen("maps/") : 0;
    const Text name = path_without_suffix(text_slice(inside, folder, inside.size));
    ConversionJob job = {.path = found->game,
                         .input = found->game_file,
                         .map = arena_text(look->arena, name).at};
    const Conversion *conversion = conversion_find("tng", "png", &job);
    if (!conversion_run(conversion, &job, look->arena, report))
        return false;
    *out = job.output;
    return true;
}

static bool is_format(const Look *look, const char *name)
{
    return look->found->format && !strcmp(look->found->format->name, name);
}

static bool is_save(const Look *look) { return is_format(look, "sav"); }

static bool png_of_save(const Look *look, Bytes *out, Report *report)
{
    Sav sav;
    Image image;
    if (!sav_read(look->found->file, &sav, look->arena, report))
        return false;
    if (!sav.has_preview)
        return report_error(report, "this file has no image");
    if (!sav_preview(&sav, &image, look->arena, report))
        return false;
    *out = png_write(&image, NULL, look->arena);
    return true;
}

static bool is_shot(const Look *look) { return is_format(look, "saveshot"); }

static bool png_of_shot(const Look *look, Bytes *out, Report *report)
{
    ConversionJob job = {.input = look->found->file};
    if (!shot_to_png(&job, look->arena, report))
        return false;
    *out = job.output;
    return true;
}

static bool is_font(const Look *look) { return is_format(look, "sfn"); }

/* Sample text, dark on light; missing characters are boxes. */
static bool png_of_font(const Look *look, Bytes *out, Report *report)
{
    static const char words[] = "ABCDEFGHIJKLM NOPQRSTUVWXYZ\nabcdefghijklm nopqrstuvwxyz\n"
                                "0123456789 .,:;!? ()[] +-*/= &%#@\n"
                                "\xC3\xA1\xC3\xA9\xC3\xAD\xC3\xB3\xC3\xBA \xC3\xA4\xC3\xB6"
                                "\xC3\xBC\xC3\x9F \xD0\xB0\xD0\xB1\xD0\xB2\xD0\xB3\xD0\xB4";
    enum { MARGIN = 16, SIDE_MAX = 4096, CACHE = 1 << 20 };
    static const uint32_t sizes[] = {16, 32};
    const Text letters = text_of(words);
    SsfnSet set;
    if (!ssfn_read(look->found->file, &set, look->arena, report))
        return false;
    const SsfnFont *font = ssfn_select(&set, false, false);
    const TextStyle large = {
        .fonts = &font, .count = 1, .size = sizes[1], .colour = PIXEL(0x20, 0x20, 0x20, 255)};
    const TextSize size = text_measure(&large, letters);
    const int64_t w = size.w + 2 * MARGIN, h = 2 * size.h + 3 * MARGIN;
    if (w > SIDE_MAX || h > SIDE_MAX)
        return report_error(report, "its characters are too large for an image");
    Image image = image_new((uint32_t)w, (uint32_t)h, look->arena);
    for (size_t i = 0; i < (size_t)w * (size_t)h; i++)
        image.pixels[i] = PIXEL(0xF8, 0xF8, 0xF4, 255);
    TextCache cache = text_cache(arena_new(), arena_new(), CACHE);
    int64_t y = MARGIN;
    for (size_t i = COUNT_OF(sizes); i-- > 0;) {
        TextStyle style = large;
        style.size = sizes[i];
        text_draw(&image, MARGIN, y, &style, letters, &cache);
        y += size.h + MARGIN;
    }
    arena_free(cache.glyphs);
    arena_free(cache.scratch);
    *out = png_write(&image, NULL, look->arena);
    return true;
}

static const struct {
    bool (*is)(const Look *look);
    bool (*make)(const Look *look, Bytes *out, Report *report);
} makers[] = {{is_png, png_itself},   {is_map, png_of_map},   {is_save, png_of_save},
              {is_shot, png_of_shot}, {is_font, png_of_font}, {is_convertible, png_converted}};

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
