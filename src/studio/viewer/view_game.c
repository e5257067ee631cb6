/* A game: a row of openers.def; rows of view_pictures.def: a map of a game, sample text of a
 * font.
 */
#include "base/path.h"
#include "base/text.h"
#include "tirnanog/convert/picture_conversions.h"
#include "tirnanog/fonts/ssfn_draw.h"
#include "base/image/png_write.h"
#include "tirnanog/project/project.h"
#include "studio/viewer/views_internal.h"

/* Whether it is a map of the game that contains it. */
bool is_game_map(const Look *look)
{
    return look->found->game.size && path_has_suffix(look->found->path, ".tmx");
}

bool png_of_game_map(const Look *look, Bytes *out, Report *report)
{
    const Found *found = look->found;
    const Text inside = text_slice(found->path, found->game.size + 1, found->path.size);
    const size_t folder = text_starts(inside, "maps/") ? strlen("maps/") : 0;
    const Text name = path_without_suffix(text_slice(inside, folder, inside.size));
    const PictureSettings settings = {.map = arena_text(look->arena, name).at};
    ConversionJob job = {.path = found->game, .input = found->game_file, .settings = &settings};
    const Conversion *conversion = conversion_find("tng", "png", &job);
    if (!conversion_run(conversion, &job, look->arena, report))
        return false;
    *out = job.output;
    return true;
}

bool is_font(const Look *look)
{
    return look->found->format && !strcmp(look->found->format->name, "sfn");
}

/* Sample text, dark on light; missing characters are boxes. */
bool png_of_font(const Look *look, Bytes *out, Report *report)
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

bool open_game(Bytes file, Text path, ProjectFiles *out, Arena *arena, Report *report)
{
    TngFile game;
    (void)path;
    return tng_read(file, &game, arena, report) && project_unpack(&game, out, arena, report);
}
