/* Reads a font, draws a text with it, and writes it again. */
#include "base/text.h"
#include "tirnanog/fonts/ssfn_draw.h"
#include "tirnanog/fonts/ssfn_write.h"

#include <stdlib.h>

static void draw(const SsfnSet *set)
{
    enum { W = 160, H = 90 };
    static Pixel pixels[W * H];
    const Image image = {W, H, W, pixels};
    const SsfnFont *fonts[4];
    TextStyle style = {.fonts = fonts, .colour = PIXEL(20, 40, 60, 200)};
    for (uint32_t i = 0; i < set->count && i < COUNT_OF(fonts); i++)
        fonts[style.count++] = &set->fonts[i];
    Arena *glyphs = arena_new(), *scratch = arena_new();
    TextCache cache = text_cache(glyphs, scratch, 1 << 16);
    for (uint32_t round = 0; round < 4; round++) {
        style.size = 5 + 20 * round;
        style.bold = round & 1;
        style.italic = round & 2;
        Text text = TEXT("AVfi\tab\xC3\xA9\xE2\x82\xAC\n\xEF\x80\x80x\xFF");
        text_draw(&image, (int64_t)round * 9 - 5, -3, &style, text, &cache);
        /* The font's own characters, whatever they are. */
        char own[64];
        text = (Text){own, 0};
        for (uint32_t i = 0; style.count && i < fonts[0]->glyph_count && i < 12; i++)
            text.size += utf8_put(own + text.size, fonts[0]->glyphs[i].code);
        text_draw(&image, -2, 30, &style, text, &cache);
        size_t count;
        text_wrap(&style, text, 40, &count, scratch);
    }
    arena_free(glyphs);
    arena_free(scratch);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    Arena *arena = arena_new();
    Report report = report_to(NULL, NULL);
    SsfnSet set, again;
    if (ssfn_read((Bytes){data, size}, &set, arena, &report)) {
        draw(&set);
        SsfnModel model, second;
        Bytes bytes;
        if (ssfn_model(&set.fonts[0], &model, arena, &report) &&
            ssfn_write(&model, &bytes, arena, &report)) {
            /* What we write we can read, and nothing is lost. */
            if (!ssfn_read(bytes, &again, arena, &report) ||
                !ssfn_model(&again.fonts[0], &second, arena, &report) ||
                !ssfn_model_equal(&model, &second))
                abort();
        }
    } else if (report.errors != 1) {
        abort(); /* said once */
    }
    arena_free(arena);
    return 0;
}
