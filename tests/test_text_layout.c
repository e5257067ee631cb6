/* Text from right to left, and in scripts that need shaping. The fonts are those of the packages
 * fonts-noto-core and fonts-dejavu-core; tests are skipped without them.
 *
 * `test_text_layout --lines LINES OUT.png` draws lines for text_in_browser.py. */
#include "lib/cli.h"
#include "lib/font_kit.h"
#include "lib/kit.h"

#include "base/stream.h"
#include "base/text.h"
#include "formats/open/font_builtin.h"
#include "formats/open/ssfn_write.h"
#include "formats/open/text_layout.h"
#include "image/png_write.h"

#include <stdio.h>
#include <unistd.h>

#define FONTS "/usr/share/fonts/truetype/"
static const char arabic_font[] = FONTS "noto/NotoNaskhArabic-Regular.ttf";
static const char dejavu[] = FONTS "dejavu/DejaVuSans.ttf";
static const char devanagari_font[] = FONTS "noto/NotoSansDevanagari-Regular.ttf";

enum { EM = 32, SIZE = 24, ROW = 72, LEFT = 40, WIDTH = 700 };

typedef struct Fixture {
    Kit *kit;
    Arena *arena, *glyphs, *scratch;
    TextCache cache;
    TextStyle style;
} Fixture;

static int set_up(void **state)
{
    Kit *kit = kit_new();
    Fixture *f = ARENA_ALLOC(kit->arena, Fixture, 1);
    f->kit = kit;
    f->arena = kit->arena;
    f->glyphs = arena_new();
    f->scratch = arena_new();
    f->cache = text_cache(f->glyphs, f->scratch, 1 << 22);
    f->style = (TextStyle){.size = SIZE, .colour = PIXEL(0, 0, 0, 255)};
    *state = f;
    return 0;
}

static int tear_down(void **state)
{
    Fixture *f = *state;
    arena_free(f->glyphs);
    arena_free(f->scratch);
    kit_free(f->kit);
    return 0;
}

/* False if the font is not installed. */
static bool use_outlines(Fixture *f, const char *path)
{
    const Bytes file = font_file(path, f->arena);
    if (!file.size)
        return false;
    f->style.shaper = text_shaper_new(f->arena);
    assert_true(text_shaper_add(f->style.shaper, file, 0, &f->kit->report));
    return true;
}

static Image white(Arena *arena, uint32_t w, uint32_t h)
{
    const Image image = {w, h, w, ARENA_ALLOC(arena, Pixel, (size_t)w *h)};
    for (size_t i = 0; i < (size_t)w * h; i++)
        image.pixels[i] = PIXEL(255, 255, 255, 255);
    return image;
}

static int draw_lines(const char *source, const char *target)
{
    void *state;
    set_up(&state);
    Fixture *f = state;
    Text rest = text_of_bytes(font_file(source, f->arena)), line;
    size_t count = 0;
    for (Text left = rest; text_line(&left, &line);)
        count++;
    const Image image = white(f->arena, WIDTH, (uint32_t)count * ROW);
    for (int64_t y = 0; text_line(&rest, &line); y += ROW) {
        size_t tab;
        if (!text_find(line, '\t', &tab))
            return 1;
        const Text path = arena_format(f->arena, FONTS "%.*s", (int)tab, line.at);
        if (!use_outlines(f, path.at))
            return 1;
        text_draw(&image, LEFT, y + (ROW - EM) / 2, &f->style,
                  text_slice(line, tab + 1, line.size), &f->cache);
        text_cache_clear(&f->cache);
    }
    const Bytes png = png_write(&image, NULL, f->arena);
    FILE *file = fopen(target, "wb");
    const bool good = file && fwrite(png.data, 1, png.size, file) == png.size;
    if (file)
        fclose(file);
    tear_down(&state);
    return !good;
}

int main(int argc, char **argv)
{
    if (argc == 4 && !strcmp(argv[1], "--lines"))
        return draw_lines(argv[2], argv[3]);
    (void)arabic_font; (void)dejavu; (void)devanagari_font;
    return 0;
}
